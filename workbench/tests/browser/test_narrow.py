"""Phones, and texts that run from right to left."""

from __future__ import annotations

import pytest

from workbench.tests.browser.conftest import Live, Visit, press

PLACES = [("unit", "write"), ("unit", "build"), ("unit", "match"), ("event", "merge"), ("event", "link")]


@pytest.mark.parametrize(("kind", "step"), PLACES)
def test_a_sheet_and_its_study_fit_a_phone(kind: str, step: str, live: Live, visit: Visit) -> None:
    slug = f"phone-{kind}-{step}"
    sheets = live.call(f"workbench.tests.browser.{kind}_stages:at_step", step=step, slug=slug)
    page = visit("ann", f"/sheets/{sheets.get(f'{step} ann', sheets.get(step))}/", width=390, height=844)
    for place in (page, visit("owner", f"/studies/{slug}/", width=390, height=844)):
        place.locator("main").wait_for()
        assert place.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not page.locator(".hints").is_visible()  # a phone has no keys
    for tab in page.locator(".ev-tabs button").all():
        tab.click()
        assert page.locator(".ev-pane:visible").count() == 1


def test_text_that_runs_from_right_to_left_is_shown_so(live: Live, visit: Visit) -> None:
    sheet = live.call("workbench.tests.browser.unit_stages:at_step", step="write", slug="arabic")["write ann"]
    page = visit("ann", f"/sheets/{sheet}/")
    page.locator("#un-date").fill("1912-04-15")
    page.locator("#un-said").fill("غرقت السفينة")
    press(page, "Enter")
    line = page.locator(".un-line .ev-text")
    line.wait_for()
    assert line.evaluate("(one) => getComputedStyle(one).direction") == "rtl"
    assert page.locator("#un-said").evaluate("(one) => getComputedStyle(one).unicodeBidi") == "plaintext"
