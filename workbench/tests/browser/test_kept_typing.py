"""What is typed is never lost or doubled, whatever the line, the page or the other judges do."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from tests.soak import size
from workbench.tests.browser.conftest import Live, Visit, press, saved

if TYPE_CHECKING:
    from playwright.sync_api import Page

BEHIND = "workbench.tests.browser.unit_stages"
RUNS = size(3, 200)


_LINES: dict[Page, Any] = {}  # each session of the protocol has conditions of its own


def slow(page: Page, milliseconds: int, offline: bool = False) -> None:
    """Let every request of the page wait, or fail."""
    session = _LINES.setdefault(page, None) or page.context.new_cdp_session(page)
    _LINES[page] = session
    line = {"offline": offline, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", line)


def type_line(page: Page, date: str, text: str) -> None:
    page.locator("#un-date").fill(date)
    page.locator("#un-said").fill(text)
    press(page, "Enter")


def test_a_late_answer_touches_nothing_that_is_being_typed(live: Live, visit: Visit) -> None:
    sheet = live.call(f"{BEHIND}:at_step", step="write", slug="late")["write ann"]
    page = visit("ann", f"/sheets/{sheet}/")
    slow(page, 1500)
    type_line(page, "1912-04-10", "The ship sets sail.")
    press(page, "Enter")  # an impatient second time
    page.locator("#un-date").fill("1912-04-15")
    page.locator("#un-said").press_sequentially("The ship sinks")
    page.locator(".un-line").wait_for()
    assert page.locator("#un-said").input_value() == "The ship sinks"
    assert page.evaluate("document.activeElement.id") == "un-said"
    assert page.locator(".un-line").count() == 1
    slow(page, 0)
    press(page, "Enter")
    page.locator(".un-count", has_text="2 of 3 lines").wait_for()
    saved(page)


def test_a_refused_line_does_not_replace_the_next_one(live: Live, visit: Visit) -> None:
    sheet = live.call(f"{BEHIND}:at_step", step="write", slug="refused-late")["write ann"]
    page = visit("ann", f"/sheets/{sheet}/")
    slow(page, 800)
    type_line(page, "1912-05/1912-04", "The wrong way round.")
    page.locator("#un-said").fill("The next")
    page.locator("#refusal", has_text="Not added: 1912-05/1912-04 The wrong way round.").wait_for()
    assert page.locator("#un-said").input_value() == "The next"
    visit.faults.clear()  # the console names the refusal


@pytest.mark.parametrize("seed", range(RUNS))
def test_nothing_typed_is_lost_in_reloads_crashes_and_gaps(seed: int, live: Live, visit: Visit) -> None:
    sheet = live.call(f"{BEHIND}:at_step", step="write", slug=f"gaps-{seed}")["write ann"]
    chance, path = random.Random(seed), f"/sheets/{sheet}/"
    page, lines = (
        opened(visit, path),
        [("1912-04-10", "The ship sets sail"), ("1912-04-14", "It strikes an iceberg"), ("1912", "It sinks")],
    )
    address = page.url
    for date, text in lines:
        slow(page, chance.choice((0, 300, 3000)), offline=chance.random() < 0.3)
        begin_line(page, address, date)
        page.locator("#un-said").press_sequentially(text)
        page = interrupted(page, chance, visit, path)
        assert (page.locator("#un-date").input_value(), page.locator("#un-said").input_value()) == (date, text)
        page.locator("#un-said").focus()
        press(page, "Enter", "Enter")
        page = interrupted(page, chance, visit, path)
    slow(page, 0)
    page.locator(".un-count", has_text="3 of 3 lines").wait_for()
    saved(page)
    visit.faults[:] = [fault for fault in visit.faults if ": htmx:" not in fault]  # requests that did not get through
    assert page.locator(".un-line .ev-text").all_inner_texts() == [text for _, text in sorted(lines)]


def begin_line(page: Page, address: str, date: str) -> None:
    """Type a date; where the line went while the page loaded itself anew, the judge loads it first."""
    from playwright.sync_api import TimeoutError

    try:
        page.locator("#un-date").fill(date, timeout=5000)
    except TimeoutError:
        slow(page, 0)
        page.goto(address)
        page.locator("#un-date").fill(date)


def opened(visit: Visit, path: str) -> Page:
    page = visit("ann", path)
    page.on("dialog", lambda dialog: dialog.accept())  # asks before it is left with something that is not sent
    return page


def interrupted(page: Page, chance: random.Random, visit: Visit, path: str) -> Page:
    """Perhaps reload the page, or let it crash and open it again."""
    what = chance.choice(("nothing", "reload", "crash"))
    if what == "nothing":
        return page
    slow(page, 0)  # a page cannot be loaded without a line
    if what == "reload":
        page.reload()
        return page
    page.close()
    return opened(visit, path)


def test_two_who_accept_the_same_suggestion_make_one_unit_and_see_each_other(live: Live, visit: Visit) -> None:
    board = f"/sheets/{live.call(f'{BEHIND}:at_step', step='build', slug='both')['build']}/"
    ann, bo = visit("ann", board), visit("bo", board)
    ann.locator(".ev-suggestions li:not([hidden])").first.wait_for()
    slow(bo, 0, offline=True)  # bo's page does not learn what ann does
    press(ann, "y")
    ann.locator(".un-unit").wait_for()
    slow(bo, 0)
    press(bo, "y")
    bo.locator("#refusal", has_text="ann changed this in the meantime").wait_for()
    assert (ann.locator(".un-unit").count(), bo.locator(".un-unit").count()) == (1, 1)
    bo.wait_for_timeout(1200)  # keys wait for a moment after a change by others
    press(bo, "y")  # the other suggestion
    ann.locator(".un-unit").nth(1).wait_for()  # without a reload
    ann.locator("#here", has_text="Here too: bo").wait_for()


def test_single_keys_can_be_turned_off(live: Live, visit: Visit) -> None:
    sheet = live.call(f"{BEHIND}:at_step", step="write", slug="keys")["write ann"]
    page = visit("ann", f"/sheets/{sheet}/")
    page.get_by_role("button", name="Keys").click()
    page.get_by_label("Turn these keys off").check()
    page.get_by_role("button", name="Close").click()
    press(page, "a")
    assert page.evaluate("document.activeElement.id") != "un-date"
    page.reload()
    page.locator("#un-lines").click()
    press(page, "a")
    assert page.evaluate("document.activeElement.id") != "un-date"
