"""Every page fits three widths, and axe finds nothing serious: on a phone, or in all of them (`make soak`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.axe import serious
from tests.soak import size
from workbench.tests.browser.conftest import Live, signed_in

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
