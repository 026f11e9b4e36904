"""Phones and laptops, workers of a crowd on a phone, and texts that run from right to left."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.axe import serious
from workbench.tests.browser.conftest import Live, Visit, press, saved

if TYPE_CHECKING:
    from playwright.sync_api import Locator

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
        assert page.locator(":is(.ev-pane, .un-board > .ev-board, .un-units):visible").count() == 1


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


SCREENS = pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844)])
IN_VIEW = """(one) => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const top_most = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return top >= 0 && bottom <= innerHeight && one.contains(top_most);
}"""


def in_view(*places: Locator) -> bool:
    """Whether everything is on screen as a whole, and covered by nothing."""
    return all(one.evaluate(IN_VIEW) for place in places for one in place.all())


@SCREENS
def test_a_statement_and_its_answers_stay_beside_a_long_text(width: int, height: int, live: Live, visit: Visit) -> None:
    sheet = live.call("workbench.tests.browser.check_stages:long_texts", slug=f"checks-{width}")
    page = visit("ann", f"/sheets/{sheet}/", width, height)
    statement, answers = page.locator(".check-statement"), page.locator("#check button")
    for place in ("first", "nth(30)", "last"):
        text = page.locator(".check-text p")
        {"first": text.first, "nth(30)": text.nth(30), "last": text.last}[place].scroll_into_view_if_needed()
        assert answers.count() == 3 and in_view(statement, answers)
    assert serious(page) == []
    page.keyboard.press("p")
    page.get_by_text("Decision 2 of 3").wait_for()
    assert in_view(statement, answers, page.locator(".check-text p").first)  # read from the beginning
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@SCREENS
def test_units_are_built_with_tools_in_view_and_no_void_below(
    width: int, height: int, live: Live, visit: Visit
) -> None:
    sheet = live.call("workbench.tests.browser.unit_stages:many_lines", slug=f"tools-{width}")
    page = visit("ann", f"/sheets/{sheet}/", width, height)
    if width > 640:
        assert page.evaluate("document.documentElement.scrollHeight") <= height + 1
    else:
        page.locator(".un-card").nth(20).scroll_into_view_if_needed()
    assert page.locator(".un-bar button").count() == 6 and in_view(page.locator(".un-bar button"))
    page.locator(".un-pick").nth(20).check()
    page.get_by_role("button", name="Make a unit").click()
    saved(page)
    if width < 640:
        page.get_by_role("button", name="Units", exact=True).click()
        assert not page.locator(".un-card").first.is_visible()
    unit = page.locator(".un-unit").last
    assert unit.locator(".un-weight").inner_text() == "1 writer"  # and no number that looks like that of the unit
    unit.scroll_into_view_if_needed()
    assert in_view(page.locator(".un-bar button")) and serious(page) == []


def test_texts_that_are_stacked_are_first_and_second_with_nothing_over_them(live: Live, visit: Visit) -> None:
    sheet = live.call("workbench.tests.browser.preference_stages:tied", slug="stacked", lines=40)
    page = visit("ann", f"/sheets/{sheet}/", 390, 844)
    assert page.locator(".duel-side h3").all_inner_texts() == ["First", "Second"]
    page.get_by_role("button", name="I prefer the second").wait_for()
    other = "y => !document.elementFromPoint(195, y * 10).closest('.duel-text')"
    over = f"[...Array(60).keys()].filter({other})"
    page.locator(".duel-text p").nth(20).evaluate("one => one.scrollIntoView()")
    assert page.evaluate(over) == [], "600 pixels of text"
    page.set_viewport_size({"width": 1366, "height": 768})
    assert page.locator(".duel-side h3").all_inner_texts() == ["Left", "Right"]


def test_the_note_on_the_quiz_is_open_at_its_first_question_alone(live: Live, visit: Visit) -> None:
    sheet = live.call("workbench.tests.browser.preference_stages:fresh", slug="note")
    page = visit("ann", f"/sheets/{sheet}/", 390, 844)
    note = page.get_by_text("The quiz shows that you read them")
    assert note.is_visible()
    page.locator("#next").click()
    page.get_by_text("Question 2 of 2").wait_for()
    assert not note.is_visible() and page.get_by_role("heading", name="First a short quiz").is_visible()


def test_guidelines_cover_the_work_of_a_phone_only_when_they_are_asked_for(live: Live, visit: Visit) -> None:
    sheet = live.call("workbench.tests.browser.guideline_stages:guided", slug="phone-guide")
    page = visit("ann", f"/sheets/{sheet}/", 390, 844)
    page.locator("#guide-open").click()
    page.locator("#guide").wait_for()
    page.reload()
    assert not page.locator("#guide").is_visible()


def test_a_worker_on_a_phone_gets_the_code(live: Live, visit: Visit) -> None:
    path = live.call("workbench.tests.browser.crowd_stages:linked", slug="phone")
    page = visit("", path, width=390, height=844)
    assert serious(page) == []
    page.get_by_role("button", name="Begin").click()
    for _ in range(2):
        item = page.locator("#pair").get_attribute("data-item")
        page.get_by_role("button", name="I prefer the first").click()
        saved(page)
        page.locator("#next").click()
        page.locator(f"#pair[data-item='{item}']").wait_for(state="detached")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Hand in", exact=True).click()
    page.wait_for_url("**/take-part/done")
    assert page.get_by_label("Your completion code").input_value() == "C1A2B3"
    back = page.get_by_role("link", name="Return to Prolific").get_attribute("href")
    assert back == "https://app.prolific.com/submissions/complete?cc=C1A2B3"
    assert serious(page) == [] and page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    owner = visit("owner", "/studies/phone/people", width=390, height=844)
    owner.get_by_text("Make a study link").click()
    assert serious(owner) == [] and owner.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ids = owner.eval_on_selector_all("[id]", "all => all.map(one => one.id)")
    assert not {one for one in ids if one.startswith("crowd") and ids.count(one) > 1}


def test_a_worker_votes_in_arabic_on_a_phone_and_the_left_stays_on_the_left(live: Live, visit: Visit) -> None:
    path = live.call("workbench.tests.browser.crowd_stages:linked", slug="arabic-phone", ties=True)
    page = visit("", path, width=390, height=844)
    page.locator("summary", has_text="Display").click()
    page.get_by_role("button", name="العربية").click()
    assert serious(page) == []
    page.get_by_role("button", name="ابدأ").click()
    boxes = [one.bounding_box() for one in page.locator("button[data-choice]").all()]
    assert [box["x"] for box in boxes if box] == sorted(box["x"] for box in boxes if box)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#question").evaluate("one => getComputedStyle(one).direction") == "rtl"
    page.get_by_role("button", name="لا أفضلية لأحدهما").click()
    page.locator("#saved", has_text="حُفظت جميع التغييرات").wait_for()
    assert serious(page) == []
