"""Pages of a study of events: fit for everybody, quick with long stories, kind to those who return."""

from __future__ import annotations

import os
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Literal

import pytest

from tests.browser.axe import serious
from workbench.tests.browser.conftest import Inspection, Live, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

BEHIND = "workbench.tests.browser.event_stages"
PICTURES = os.environ.get("CLIOMETER_PICTURES", "")  # a folder, for people who want to look
WORKERS = {"split": "owner", "list": "ann", "merge": "ann", "link": "ann", "verify": "cy"}
NARROW = ("merge", "link", "verify", "figures")
Scheme = Literal["light", "dark"]


@pytest.fixture(scope="module")
def sheets(live: Live) -> dict[str, dict[str, int]]:
    """A study at each step, and one that is through."""
    return {step: live.call(f"{BEHIND}:at_step", step=step, slug=f"at-{step}") for step in (*WORKERS, "done")}


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))


def places(sheets: dict[str, dict[str, int]]) -> dict[str, tuple[str, str]]:
    """Every page of this kind of study: who looks at it, and where it is."""
    steps = {
        step: (name, f"/sheets/{sheets[step][f'{step} {name}' if step in ('list', 'link') else step]}/")
        for step, name in WORKERS.items()
    }
    return steps | {
        "read-only": ("owner", f"/sheets/{sheets['done']['link ann']}/"),
        "figures": ("owner", "/studies/at-done/agreement"),
        "figures-early": ("owner", "/studies/at-split/agreement"),
        "settings": ("owner", "/studies/at-split/settings"),
    }


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), pytest.param("dark", 768, marks=pytest.mark.soak)])
def test_nothing_serious_stands_in_anybodys_way(
    scheme: Scheme, width: int, sheets: dict[str, dict[str, int]], inspect: Inspection
) -> None:
    faults = {}
    chosen = places(sheets) if width == 1280 else {name: places(sheets)[name] for name in NARROW}
    for name, (who, path) in chosen.items():
        page = inspect(who, path, width, scheme)
        page.locator("main").wait_for()
        picture(page, f"{name}-{width}-{scheme}")
        wide = page.evaluate("document.documentElement.scrollWidth") > width
        faults[name] = serious(page) + (["wider than the screen"] if wide else [])
    assert {name: found for name, found in faults.items() if found} == {}


def test_dialogs_are_as_accessible_as_pages(sheets: dict[str, dict[str, int]], inspect: Inspection) -> None:
    where = places(sheets)
    for step, key, dialog in (
        ("merge", "o", "#ev-omit"),
        ("merge", "i", "#ev-join"),
        ("link", "f", "#ev-flags"),
        ("verify", "+", "#ev-adding"),
        ("link", "?", "#keys"),
    ):
        page = inspect(*where[step])
        if key == "i":
            page.keyboard.press("m")
            page.locator(".ev-merged").first.click()
        page.keyboard.press(key)
        page.locator(dialog).wait_for()
        picture(page, f"dialog-{dialog[1:]}")
        assert serious(page) == [], dialog


@pytest.mark.soak  # compares times
def test_a_long_story_costs_little_more_than_a_short_one(live: Live, visit: Visit) -> None:
    large = live.call(f"{BEHIND}:large", slug="large")["link ann"]
    small = live.call(f"{BEHIND}:large", sentences=45, events=10, slug="small")["link ann"]
    pages = [visit("ann", f"/sheets/{sheet}/") for sheet in (large, small)]
    much, little = zip(*([linked(page, str(n % 10)) for page in pages] for n in range(40)), strict=True)
    print(f"a link takes {median(much):.0f} ms in a long story, {median(little):.0f} ms in a short one")
    assert median(much) < 3 * median(little)
    for page, sheet in zip(pages, (large, small), strict=True):
        page.locator("#saved", has_text="All changes saved").wait_for()
        assert len(live.call(f"{BEHIND}:journal", sheet=sheet)) == 40
    picture(pages[0], "large")


def linked(page: Page, key: str) -> float:
    """Milliseconds that a link takes; the next sentence is in view then."""
    with page.expect_response("**/do") as answer:
        page.keyboard.press(key)
    answer.value.finished()
    page.keyboard.press("j")
    return answer.value.request.timing["responseEnd"]


def test_a_burst_of_keys_loses_nothing(live: Live, visit: Visit) -> None:
    sheet = live.call(f"{BEHIND}:large", sentences=30, events=12, slug="burst")["link ann"]
    page = visit("ann", f"/sheets/{sheet}/")
    for key in "123456789":
        page.keyboard.press(key)
    page.locator("#saved", has_text="All changes saved").wait_for()
    assert page.locator("#s-1 .ev-chip").count() == 9
    assert len(live.call(f"{BEHIND}:journal", sheet=sheet)) == 9


def test_one_goes_on_where_one_left_off(live: Live, visit: Visit) -> None:
    sheet = live.call(f"{BEHIND}:large", sentences=30, events=3, slug="left-off")["link ann"]
    page = visit("ann", f"/sheets/{sheet}/")
    for _ in range(7):
        page.keyboard.press("j")
    page.keyboard.press("2")
    page.locator("#saved", has_text="All changes saved").wait_for()
    page.reload()
    assert page.locator("#s-8[aria-current] .ev-chip").count() == 1
    assert page.locator("#ev-2").get_attribute("aria-pressed") == "true"


def test_twins_groups_flags_and_search(live: Live, visit: Visit) -> None:
    sheets = live.call(f"{BEHIND}:at_step", step="link", slug="twins")
    page = visit("bo", f"/sheets/{sheets['link bo']}/")
    page.keyboard.press("1")
    page.keyboard.press("t")
    page.locator("#s-4 .ev-chip").wait_for()
    for key in ("j", "x", "j", "x", "g"):
        page.keyboard.press(key)
    assert page.locator(".ev-picked:visible").count() == 2
    page.locator("#ev-mode", has_text="A group of 2").wait_for()
    page.keyboard.press("2")
    page.locator("#s-2 .ev-group").wait_for()
    assert page.locator(".ev-picked:visible").count() == 0
    page.keyboard.press("f")
    page.locator("#ev-flag-note").fill("who says so?")
    page.get_by_role("button", name="contradiction").click()
    page.locator("#s-3 .ev-flag", has_text="who says so?").wait_for()
    page.keyboard.press("s")
    page.keyboard.type("bananas")
    page.keyboard.press("Enter")
    page.locator("#s-5[aria-current].ev-hit").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("concert")
    page.keyboard.press("Enter")
    page.locator("#s-5 .ev-chip").wait_for()
    assert page.locator("#ev-n-2").inner_text().startswith("2")
    picture(page, "link-at-work")


def test_a_card_can_be_dragged_into_an_event(live: Live, visit: Visit) -> None:
    sheets = live.call(f"{BEHIND}:at_step", step="merge", slug="dragged")
    page = visit("bo", f"/sheets/{sheets['merge']}/")
    page.locator(".ev-card", has_text="Joy").drag_to(page.locator("#ev-drop"))
    made = page.locator(".ev-merged")
    made.wait_for()
    page.locator(".ev-card", has_text="Concert").first.drag_to(made)
    made.locator(".ev-made-of li").nth(1).wait_for()
    picture(page, "merge-at-work")
