"""Sheets that judges share, in two browsers: nobody does what she has not read, and what is refused is not lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.tests.browser.conftest import Live, Visit, press, saved
from workbench.tests.browser.test_kept_typing import slow

if TYPE_CHECKING:
    from playwright.sync_api import Dialog

EVENTS = "workbench.tests.browser.event_stages"
UNITS = "workbench.tests.browser.unit_stages"
CALM = 1200  # milliseconds after which keys act again
PRESS_AT_ONCE = """() => {
  const here = document.getElementById("here"), y = () => new KeyboardEvent("keydown", { key: "y", bubbles: true });
  const press = () => { if (here.textContent.includes("changed")) document.body.dispatchEvent(y()); };
  new MutationObserver(press).observe(here, { childList: true });
}"""


def test_a_suggestion_that_comes_under_the_finger_is_not_accepted(live: Live, visit: Visit) -> None:
    sheet = live.call(f"{UNITS}:at_step", step="build", slug="calm")["build"]
    ann, bo = (visit(name, f"/sheets/{sheet}/") for name in ("ann", "bo"))
    first = bo.locator(".ev-suggestions li:not([hidden])")
    shown = first.get_attribute("data-suggestion")
    bo.evaluate(PRESS_AT_ONCE)
    press(ann, "y")
    bo.locator("#here", has_text="Others have changed something").wait_for()
    assert first.get_attribute("data-suggestion") != shown
    assert bo.locator("li.ev-changed[data-suggestion]").count() == bo.locator(".un-unit.ev-changed").count() == 1
    bo.wait_for_timeout(CALM)
    saved(bo)
    assert len(live.call(f"{EVENTS}:journal", sheet=sheet)) == 1
    press(bo, "y")
    bo.locator(".un-unit").nth(1).wait_for()


def test_two_who_remove_the_same_boundary_remove_one(live: Live, visit: Visit) -> None:
    sheet = live.call(f"{EVENTS}:at_step", step="split", slug="boundary")["split"]
    ann, bo = (visit(name, f"/sheets/{sheet}/") for name in ("ann", "bo"))
    slow(bo, 0, offline=True)  # bo's page does not learn what ann does
    press(ann, "J")
    saved(ann)
    slow(bo, 0)
    press(bo, "J")
    bo.locator("#refusal", has_text="ann changed this in the meantime").wait_for()
    assert [verb for verb, _ in live.call(f"{EVENTS}:journal", sheet=sheet)] == ["join"]
    bo.wait_for_timeout(CALM)
    bo.locator('[data-sentence="wall/2/s3"]').click()
    press(bo, "h", "l", "l")
    word = bo.locator("mark").inner_text()
    live.call(f"{EVENTS}:act", who="ann", sheet=sheet, verb="join", sentence="wall/2/s1", following="wall/2/s2")
    bo.locator('[data-sentence="wall/2/s1"].ev-changed').wait_for()
    assert bo.locator(".ev-changed").count() == 1
    assert bo.locator(".ev-cut[aria-current]").get_attribute("data-sentence") == "wall/2/s3"
    assert bo.locator("mark").inner_text() == word


def test_a_refused_action_keeps_the_selection_and_undo_says_what_it_skips(live: Live, visit: Visit) -> None:
    sheet = live.call(f"{EVENTS}:at_step", step="merge", slug="selection")["merge"]
    bo = visit("bo", f"/sheets/{sheet}/")
    bo.route("**/news", lambda route: route.abort())  # the page learns from its answers alone
    for card in ("bo/c1", "bo/c2"):
        bo.locator(f'[data-candidate="{card}"]').click()
        press(bo, " ")
    live.call(f"{EVENTS}:act", who="ann", sheet=sheet, verb="make", candidates=["bo/c2"], id="e1")
    press(bo, "m")
    bo.locator("#refusal", has_text="ann changed this in the meantime").wait_for()
    bo.wait_for_timeout(CALM)
    assert bo.locator(".ev-card.ev-chosen").count() == 2
    press(bo, "m")
    bo.locator(".ev-merged").nth(1).wait_for()
    assert bo.locator(".ev-chosen").count() == 0
    bo.locator('[data-candidate="ann/c1"]').click()
    press(bo, "m")
    saved(bo)
    *_, made = bo.locator(".ev-merged").evaluate_all("rows => rows.map((row) => row.dataset.event)")
    live.call(f"{EVENTS}:act", who="ann", sheet=sheet, verb="reword", event=made, text="The wall is open")
    press(bo, "u")
    bo.locator("#refusal", has_text="Undo skipped what others have changed since: make.").wait_for()
    assert bo.locator(".ev-merged").count() == 2


def test_handing_in_for_all_names_who_is_still_at_work(live: Live, visit: Visit) -> None:
    sheet = live.call(f"{EVENTS}:at_step", step="merge", slug="present")["merge"]
    live.call(f"{EVENTS}:act", who="ann", sheet=sheet, verb="make", candidates=["ann/c1"])
    bo, asked = visit("bo", f"/sheets/{sheet}/"), list[str]()

    def dismiss(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    bo.on("dialog", dismiss)
    with bo.expect_event("dialog"):
        bo.get_by_role("button", name="Hand in").click()
    assert asked[0].startswith("Still at work on it: ann. Hand in for all who share this sheet?")
    assert bo.get_by_role("button", name="Hand in").count() == 1


def test_a_page_on_which_somebody_waits_shows_work_when_it_begins(live: Live, visit: Visit) -> None:
    sheets = live.call(f"{EVENTS}:at_step", step="list", slug="waiting")
    for name in ("ann", "bo"):
        live.call(f"{EVENTS}:act", who=name, sheet=sheets[f"list {name}"], verb="add", text="The wall falls")
    live.call(f"{EVENTS}:hand_in", who="ann", sheet=sheets["list ann"])
    ann = visit("ann", "/studies/waiting/")
    ann.locator("[data-waiting]", has_text="waits for bo").wait_for()
    live.call(f"{EVENTS}:hand_in", who="bo", sheet=sheets["list bo"])
    ann.locator("#tasks", has_text="Merge the lists").get_by_role("link", name="Begin").wait_for()
    assert ann.locator("[data-waiting]").count() == 0
