"""Pages in a browser: widths, axe (in all of them under `make soak`), the way in, guidelines, and script as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.axe import serious
from tests.soak import size
from workbench.tests.browser.conftest import Live, Visit, signed_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

OWN = ("/", "/account", "/studies/new", "/studies/new?kind=preferences", "/nowhere")
TABS = ("", "topics", "people", "guidelines", "admission", "agreement", "releases", "audit", "settings")
ARABIC = ("", "topics", "agreement")
STRANGERS = ("/login", "/join/nothing")


@pytest.fixture(scope="module")
def places(live: Live) -> dict[str, list[str]]:
    """The addresses to look at, by whoever looks: of a study of hostile texts, of figures with charts, of Arabic."""
    live.call("workbench.tests.browser.hostile_stage:study", slug="hostile")
    live.call("workbench.tests.browser.event_stages:at_step", step="done", slug="figures")
    live.call("workbench.tests.browser.preference_stages:short", slug="votes")
    sheet = live.call("workbench.tests.browser.unit_stages:arabic", slug="arabic")["write ann"]
    owners = [*OWN, *(f"/studies/hostile/{tab}" for tab in TABS), "/studies/figures/", "/studies/figures/agreement"]
    owners += [*(f"/studies/arabic/{tab}" for tab in ARABIC), "/studies/votes/agreement", "/studies/votes/settings"]
    return {"owner": owners, "ann": ["/", "/studies/arabic/", f"/sheets/{sheet}/"], "": [*STRANGERS]}


WIDTHS = (768, 1280, 390)
LOOKS = size((390,), WIDTHS)  # in which axe looks


@pytest.mark.parametrize("name", ["owner", "ann", ""])
def test_pages_are_accessible(live: Live, browser: Browser, places: dict[str, list[str]], name: str) -> None:
    context = signed_in(browser, live, name, bypass_csp=True)  # axe is injected
    page, found = context.new_page(), {}
    for path in places[name]:
        page.goto(live.url + path)
        found[path] = [said for width in WIDTHS for said in faults(page, width)]
    if not name:
        page.goto(f"{live.url}/api/docs")  # which is long
        found["/api/docs"] = faults(page, 1280, look=True)
    context.close()
    assert {path: said for path, said in found.items() if said} == {}


def faults(page: Page, width: int, look: bool = False) -> list[str]:
    """Serious violations that axe finds in this width, light and dark, and whether the page scrolls sideways."""
    page.set_viewport_size({"width": width, "height": 800})
    found = []
    if look or width in LOOKS:
        page.emulate_media(color_scheme="light")
        found += [f"{width}: {said}" for said in serious(page)]
        page.emulate_media(color_scheme="dark")
        found += [f"{width}, dark: {said}" for said in serious(page, "color-contrast")]  # all that depends on colours
    if page.evaluate("document.documentElement.scrollWidth") > width:
        found.append(f"{width}: wider than the screen")
    return found


def test_a_choice_of_colours_outweighs_the_system(live: Live, browser: Browser) -> None:
    context = signed_in(browser, live, "", color_scheme="light")
    page = context.new_page()
    page.goto(f"{live.url}/login")
    paper = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(paper)
    page.get_by_text("Display").click()
    page.get_by_role("button", name="Dark").click()
    page.locator("html[data-theme=dark]").wait_for()
    assert page.evaluate(paper) == "rgb(20, 24, 27)" != before
    page.get_by_text("Display").click()
    page.get_by_role("button", name="Deutsch").click()
    page.get_by_role("heading", name="Anmelden").wait_for()
    assert page.evaluate("gettext('Copied')") == "Kopiert"
    context.close()


@pytest.fixture
def link(live: Live, request: pytest.FixtureRequest) -> str:
    """The link of the last start; a test that is tried again has used it up, and starts the server anew."""
    if getattr(request.node, "execution_count", 1) > 1:
        live.stop()
        live.start()
    return live.link


def test_the_first_link_signs_the_owner_in_once(live: Live, link: str, visit: Visit) -> None:
    page = visit("", link)
    assert page.url == f"{live.url}/"
    assert page.get_by_role("button", name="Sign out").is_visible()
    assert "used already" in visit("", link).inner_text("main")


def test_a_signed_in_page_belongs_to_its_person(live: Live, visit: Visit) -> None:
    before = live.call("workbench.tests.backstage:rows", model="Study")
    assert visit("ann").get_by_role("link", name="ann").is_visible()
    assert live.call("workbench.tests.backstage:rows", model="Study") == before


def test_a_stranger_is_sent_to_the_page_for_signing_in(live: Live, visit: Visit) -> None:
    assert visit("", "/account").url == f"{live.url}/login?next=/account"


def test_guidelines_open_beside_the_work_and_nothing_typed_is_lost(live: Live, visit: Visit) -> None:
    sheet = live.call("workbench.tests.browser.guideline_stages:guided", slug="guided")
    page = visit("ann", f"/sheets/{sheet}/")
    guide, button = page.locator("#guide"), page.get_by_role("button", name="Guidelines")
    assert not guide.is_visible()
    assert button.locator(".badge").is_visible()  # she has not seen this version
    page.keyboard.press("a")
    page.keyboard.type("The wall. ")  # a point in a box is a point
    assert not guide.is_visible()
    button.click()
    guide.get_by_text("List each event once.").wait_for()
    box = guide.bounding_box()
    work = page.locator("#work").bounding_box()
    assert box and work and work["x"] + work["width"] <= box["x"] + 1
    assert (
        page.evaluate(
            "document.querySelector('#guide img').complete && document.querySelector('#guide img').naturalWidth"
        )
        == 1
    )
    page.keyboard.press(".")
    assert not guide.is_visible()
    assert not button.locator(".badge").is_visible()
    assert "The wall. " in page.locator("#work").evaluate(
        "e => [...e.querySelectorAll('input, textarea')].map(f => f.value).join('|')"
    )
    page.keyboard.press(".")
    page.reload()
    guide.wait_for()


if TYPE_CHECKING:
    from playwright.sync_api import Dialog


def test_no_stored_script_runs(live: Live, visit: Visit) -> None:
    pages = live.call("workbench.tests.browser.hostile_stage:study", slug="hostile")
    ran: list[str] = []

    def heard(dialog: Dialog) -> None:
        ran.append(dialog.message)
        dialog.dismiss()

    for name in ("owner", "ann"):
        page = visit(name)
        page.on("dialog", heard)
        for path in pages:
            page.goto(live.url + path)
            assert page.locator("img[src=x]").count() == 0
    assert ran == []
