"""Nothing that a judge typed or pressed is lost in silence, and nothing is called unsaved that is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from workbench.tests.browser.conftest import Live, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Page

BEHIND = "workbench.tests.browser.event_stages"
BEHIND_UNITS = "workbench.tests.browser.unit_stages"


@pytest.fixture
def at(live: Live, request: pytest.FixtureRequest) -> dict[str, dict[str, int]]:
    """Studies of this test alone, by step."""
    steps = request.param if hasattr(request, "param") else ("list",)
    slug = request.node.name.partition("[")[0].replace("_", "-")[-30:].strip("-")
    return {step: live.call(f"{BEHIND}:at_step", step=step, slug=f"{slug}-{step}") for step in steps}


def status(page: Page, text: str) -> None:
    """Wait for what the status bar says."""
    page.locator("#saved", has_text=text).wait_for()


def journal(live: Live, sheet: int) -> list[list[object]]:
    """What was done on a sheet."""
    rows: list[list[object]] = live.call(f"{BEHIND}:journal", sheet=sheet)
    return rows


def test_a_refusal_leaves_nothing_unsaved(visit: Visit, at: dict[str, dict[str, int]]) -> None:
    page = visit("ann", f"/sheets/{at['list']['list ann']}/")
    page.keyboard.press("u")
    page.locator("#refusal:visible").wait_for()
    status(page, "All changes saved")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Hand in").click()
    page.locator("#refusal", has_text="no event is listed").wait_for()
    status(page, "All changes saved")
    visit.faults.clear()  # htmx notes refusals


def test_words_that_were_not_added_are_asked_about(live: Live, visit: Visit, at: dict[str, dict[str, int]]) -> None:
    sheet = at["list"]["list ann"]
    page = visit("ann", f"/sheets/{sheet}/")
    page.keyboard.press("a")
    page.keyboard.type("The wall is opened")
    page.keyboard.press("Enter")
    status(page, "All changes saved")
    page.keyboard.type("Bananas")
    status(page, "Not added yet")
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type if dialog.type == "beforeunload" else dialog.message)
        if "Bananas" in dialog.message:
            dialog.dismiss()
        else:
            dialog.accept()

    page.on("dialog", answer)
    page.get_by_role("button", name="Hand in").click()
    page.locator("#ev-new:focus").wait_for()
    assert "Bananas" in asked[-1] and page.locator("#ev-new").input_value() == "Bananas"
    page.reload()
    assert asked[-1] == "beforeunload"
    assert len(journal(live, sheet)) == 1


@pytest.mark.parametrize("at", [("verify",)], indirect=True)
def test_a_reason_is_of_the_case_just_decided_and_is_saved_without_enter(
    live: Live, visit: Visit, at: dict[str, dict[str, int]]
) -> None:
    sheet = at["verify"]["verify"]
    page = visit("cy", f"/sheets/{sheet}/")
    page.keyboard.press("x")
    page.keyboard.press("e")
    page.keyboard.type("not said there")
    page.locator("#case-2 .ev-context").click()
    status(page, "All changes saved")
    page.reload()
    assert page.locator("#reason-1").input_value() == "not said there"
    assert [verb for verb, _ in journal(live, sheet)] == ["reject", "reject"]
    page.locator("#reason-2").fill("perhaps")
    status(page, "waits for its decision")
    page.locator("#case-2").get_by_role("button", name="Accept").click()
    status(page, "All changes saved")
    verb, details = journal(live, sheet)[-1]
    assert verb == "accept" and isinstance(details, dict) and details["reason"] == "perhaps"


@pytest.mark.parametrize("at", [("verify",)], indirect=True)
def test_a_reason_typed_just_before_hand_in_is_handed_in(
    live: Live, visit: Visit, at: dict[str, dict[str, int]]
) -> None:
    sheet = at["verify"]["verify"]
    page = visit("cy", f"/sheets/{sheet}/")
    page.keyboard.press("a")
    page.keyboard.press("a")
    status(page, "All changes saved")
    page.locator("#reason-1").fill("they did")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Hand in").click()
    page.wait_for_url(live.url + "/")
    verb, details = journal(live, sheet)[-1]
    assert verb == "accept" and isinstance(details, dict) and details["reason"] == "they did"


def test_what_was_done_after_signing_out_elsewhere_is_sent_later(
    live: Live, visit: Visit, at: dict[str, dict[str, int]]
) -> None:
    sheet = at["list"]["list ann"]
    page = visit("ann", f"/sheets/{sheet}/")
    cookies = page.context.cookies()
    page.context.clear_cookies(name="sessionid")
    page.keyboard.press("a")
    page.keyboard.type("The wall is opened")
    page.keyboard.press("Enter")
    page.locator("#refusal", has_text="You were signed out. Your last action is kept").wait_for()
    status(page, "1 waiting")
    page.keyboard.type("Joy")
    page.keyboard.press("Enter")
    status(page, "2 waiting")
    assert page.locator("#refusal a").get_attribute("href") == f"/login?next=/sheets/{sheet}/"
    page.context.add_cookies([{"name": c["name"], "value": c["value"], "url": live.url} for c in cookies])
    page.reload()
    page.locator(".ev-candidate").nth(1).wait_for()
    visit.faults.clear()  # htmx notes refusals
    assert [details["text"] for _, details in journal(live, sheet)] == ["The wall is opened", "Joy"]  # type: ignore[index]


@pytest.mark.parametrize("at", [("merge",)], indirect=True)
def test_one_key_pressed_thrice_makes_no_event_twice(live: Live, visit: Visit, at: dict[str, dict[str, int]]) -> None:
    sheet = at["merge"]["merge"]
    page = visit("ann", f"/sheets/{sheet}/")
    page.keyboard.press("m")
    assert page.locator(".ev-card[aria-current]").inner_text().startswith("A concert")
    page.locator(".ev-merged").wait_for()
    page.keyboard.press("k")
    page.keyboard.press("m")
    page.locator("#refusal", has_text="Event 1 consists of these candidates already").wait_for()
    assert len(journal(live, sheet)) == 1
    page.keyboard.press("a")
    page.keyboard.type("Of my own")
    page.keyboard.press("Enter")
    page.locator(".ev-merged").nth(1).wait_for()
    assert page.locator("#ev-own-text").input_value() == ""
    status(page, "All changes saved")


@pytest.mark.parametrize("at", [("merge",)], indirect=True)
def test_a_wrong_suggestion_can_be_dismissed(visit: Visit, at: dict[str, dict[str, int]]) -> None:
    page = visit("ann", f"/sheets/{at['merge']['merge']}/")
    before = page.locator(".ev-suggestions li:visible").first.inner_text()
    page.keyboard.press("n")
    page.locator(".ev-suggestions li:not([hidden])", has_text=before).wait_for(state="detached")
    page.reload()
    assert before not in page.locator(".ev-suggestions li:visible").all_inner_texts()


def test_a_stale_tab_is_refreshed(visit: Visit, at: dict[str, dict[str, int]]) -> None:
    page = visit("ann", f"/sheets/{at['list']['list ann']}/")
    page.keyboard.press("a")
    page.keyboard.type("The wall is opened")
    page.keyboard.press("Enter")
    page.locator(".ev-candidate").wait_for()
    other = visit("ann", page.url)
    other.keyboard.press("x")
    other.get_by_text("There are no events yet.").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("x")
    page.locator("#refusal", has_text="changed elsewhere").wait_for()
    page.get_by_text("There are no events yet.").wait_for()
    status(page, "All changes saved")


def test_a_line_of_a_timeline_that_was_not_added_is_told(live: Live, visit: Visit) -> None:
    sheet = live.call(f"{BEHIND_UNITS}:at_step", step="write", slug="kept-write")["write ann"]
    page = visit("ann", f"/sheets/{sheet}/")
    page.locator("#un-said").fill("The ship sinks")
    status(page, "Not added yet")
    page.locator("#un-said").fill("")
    status(page, "All changes saved")


def test_suggested_links_are_accepted_and_refused_by_keys_and_recorded(live: Live, visit: Visit) -> None:
    sheet = live.call(f"{BEHIND}:with_suggestions", step="link", slug="suggested-links")["link ann"]
    page = visit("ann", f"/sheets/{sheet}/")
    hints = page.locator(".ev-suggested:visible")
    before = hints.count()
    assert before >= 2
    page.locator(".ev-sentence", has=page.locator(".ev-suggested")).first.click()
    page.keyboard.press("+")
    status(page, "All changes saved")
    page.locator(".ev-suggested").nth(before - 1).wait_for(state="detached")
    rest = hints.count()
    page.locator(".ev-sentence", has=page.locator(".ev-suggested")).first.click()
    page.keyboard.press("-")
    page.locator(".ev-suggested").nth(rest - 1).wait_for(state="detached")
    page.keyboard.press("u")
    page.locator(".ev-suggested").nth(rest - 1).wait_for()
    status(page, "All changes saved")
    rows = journal(live, sheet)
    assert [verb for verb, _ in rows] == ["link", "decline", "undo"]
    assert all("similarity:" in str(details) for _, details in rows[:2])
