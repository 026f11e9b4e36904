"""Pages of a study of units: fit for everybody, and quick where there is much to match."""

from __future__ import annotations

import re
import time
from statistics import median
from typing import TYPE_CHECKING

import pytest

from tests.browser.axe import serious
from workbench.tests.browser.conftest import Inspection, Live, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Page

BEHIND = "workbench.tests.browser.unit_stages"
STEPS = {"write": "ann", "build": "ann", "match": "ann", "rematch": "bo"}
PAGES = ("write", "build", "match", "rematch", "read-only", "board", "figures", "early", "settings", "topics")


@pytest.fixture(scope="module")
def places(live: Live) -> dict[str, tuple[str, str]]:
    """Every page of this kind of study: who looks at it, and where it is."""
    sheets = {step: live.call(f"{BEHIND}:at_step", step=step, slug=f"units-{step}") for step in (*STEPS, "done")}
    steps = {
        step: (name, f"/sheets/{sheets[step][step if step == 'build' else f'{step} {name}']}/")
        for step, name in STEPS.items()
    }
    return steps | {
        "read-only": ("owner", f"/sheets/{sheets['done']['match ann']}/"),
        "board": ("owner", f"/sheets/{sheets['done']['build']}/"),
        "figures": ("owner", "/studies/units-done/agreement"),
        "early": ("owner", "/studies/units-write/agreement"),
        "settings": ("owner", "/studies/units-write/settings"),
        "topics": ("owner", "/studies/units-write/topics"),
    }


@pytest.mark.parametrize("name", PAGES)
def test_no_page_has_serious_faults(name: str, places: dict[str, tuple[str, str]], inspect: Inspection) -> None:
    page = inspect(*places[name])
    page.locator("main").wait_for()
    assert serious(page) == []
    inspect.resize(page, 768, "dark")
    assert serious(page, "color-contrast") == []


@pytest.mark.parametrize(
    ("name", "keys", "shows"),
    [
        ("build", ("o",), "#un-omit[open]"),
        ("build", ("y", "e"), "#un-roles[open]"),
        ("build", ("y", "t"), "#un-trim[open]"),
        ("build", ("i",), "#un-join[open]"),
        ("match", ("l", "?"), "#keys[open]"),
        ("write", ("a", "1", "Tab"), "#un-date-note:not(:empty)"),
    ],
)
def test_dialogs_and_complaints_have_no_serious_faults(
    name: str, keys: tuple[str, ...], shows: str, places: dict[str, tuple[str, str]], inspect: Inspection
) -> None:
    page = inspect(*places[name])
    for key in keys:
        page.keyboard.press(key)
        page.locator("#saved", has_text=re.compile("All changes saved|Not added yet")).wait_for()
    page.locator(shows).wait_for()
    assert serious(page) == []


def test_suggested_sentences_are_accepted_and_refused_by_keys_and_recorded(live: Live, visit: Visit) -> None:
    sheet = live.call(f"{BEHIND}:at_step", step="match", slug="suggested-units", suggest=1.0)["match ann"]
    page = visit("ann", f"/sheets/{sheet}/")
    hints = page.locator(".un-tree:visible .ev-suggestions li:visible")
    page.locator(".un-unit", has_text="rules").click()
    hints.first.wait_for()
    page.keyboard.press("w")
    page.locator(".un-sentence.un-hinted[aria-current]", has_text="New rules").wait_for()
    page.keyboard.press("y")
    page.locator(".un-tree:visible .un-node", has_text="New rules").wait_for()
    page.locator(".un-unit[data-unit=sink]").click()
    hints.first.wait_for()
    page.keyboard.press("-")
    hints.first.wait_for(state="detached")
    page.locator("#saved", has_text="All changes saved").wait_for()
    rows = live.call("workbench.tests.browser.event_stages:journal", sheet=sheet)
    assert [verb for verb, _ in rows] == ["link", "decline"]
    assert all("similarity:" in details["suggestion"] for _, details in rows)


@pytest.mark.soak  # compares times
def test_much_to_match_costs_little_more_than_a_little(live: Live, visit: Visit) -> None:
    """Five hundred sentences and sixty units against twenty-five and three, by turns."""
    large = live.call(f"{BEHIND}:large", slug="many-units")["match ann"]
    small = live.call(f"{BEHIND}:large", sentences=25, units=3, slug="few-units")["match ann"]
    pages = [visit("ann", f"/sheets/{sheet}/") for sheet in (large, small)]
    assert [page.locator(".un-sentence").count() for page in pages] == [500, 25]
    much, little = zip(*([linked(page) for page in pages] for _ in range(20)), strict=True)
    print(f"a link takes {median(much):.3f} s among many, {median(little):.3f} s among few")
    assert median(much) < 3 * median(little)
    assert pages[0].locator(".un-tree:visible .un-node").count() == 20


def linked(page: Page) -> float:
    """Seconds that the link of the next mention takes."""
    page.keyboard.press("j")
    with page.expect_response("**/do") as answer:
        start = time.perf_counter()
        page.keyboard.press("3")
        answer.value.finished()
    return time.perf_counter() - start
