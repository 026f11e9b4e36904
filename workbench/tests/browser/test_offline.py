"""What a judge does without a connection waits in the browser, in order, until the server has it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from workbench.tests.browser.conftest import PATIENCE, Live, Visit

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

BEHIND = "workbench.tests.browser.event_stages"
_WAITING = """Object.entries(localStorage).filter(([key]) => key.includes("waiting"))
    .flatMap(([, list]) => JSON.parse(list)).length"""
_TRIES = PATIENCE // 100


def sheet_of(live: Live, slug: str) -> int:
    """Ann's sheet of links in a study of its own."""
    found: dict[str, int] = live.call(f"{BEHIND}:large", sentences=30, events=12, slug=slug)
    return found["link ann"]


def waiting(page: Page) -> int:
    """How many actions the browser holds."""
    return int(page.evaluate(_WAITING))


def at_work(live: Live, visit: Visit, sheet: int) -> Page:
    """Ann's page, with a sentence marked that keys act on."""
    page = visit("ann", f"/sheets/{sheet}/")
    page.locator("#work [aria-current]").first.wait_for()
    return page


def wait_for_queue(page: Page, length: int) -> None:
    """Until the browser holds so many; the page may be loading anew."""
    from playwright.sync_api import Error

    seen: list[int] = []
    for _ in range(_TRIES):
        page.wait_for_timeout(100)
        with suppress(Error):
            seen.append(waiting(page))
        if seen[-1:] == [length]:
            return
    raise AssertionError(f"expected that {length} actions wait, saw {seen[-5:]}")


def done(live: Live, sheet: int) -> int:
    """How many actions the journal has."""
    return len(live.call(f"{BEHIND}:journal", sheet=sheet))


def test_what_was_done_offline_is_sent_in_order_when_the_line_is_back(live: Live, visit: Visit) -> None:
    sheet = sheet_of(live, "line-back")
    page = at_work(live, visit, sheet)
    page.context.set_offline(True)
    page.keyboard.press("1")
    page.locator("#saved", has_text="Not saved").wait_for()
    page.keyboard.press("2")
    wait_for_queue(page, 2)
    page.context.set_offline(False)
    wait_for_queue(page, 0)
    page.locator("#saved", has_text="All changes saved").wait_for()
    events = [details["event"] for _, details in live.call(f"{BEHIND}:journal", sheet=sheet)]
    assert events == sorted(events) and len(events) == 2
    visit.faults.clear()  # the browser complains about the lost connection


def test_a_line_that_drops_again_before_the_sheet_is_redrawn_shows_no_error_page(live: Live, visit: Visit) -> None:
    page = at_work(live, visit, sheet_of(live, "line-drops"))
    page.evaluate("window.sameDocument = true")
    page.context.set_offline(True)
    page.keyboard.press("1")
    wait_for_queue(page, 1)
    tries: list[str] = []

    def drop_first(route: Route) -> None:
        tries.append(route.request.url)
        route.abort() if len(tries) == 1 else route.continue_()

    page.route("**/news*", drop_first)
    page.context.set_offline(False)
    page.locator("#saved", has_text="All changes saved").wait_for()
    page.locator('.ev-sentence[data-linked="1"]').first.wait_for()  # as the server has it
    assert page.evaluate("window.sameDocument") is True and len(tries) == 2
    visit.faults.clear()


def test_an_action_that_comes_while_another_is_sent_is_not_forgotten(live: Live, visit: Visit) -> None:
    sheet = sheet_of(live, "overtaken")
    page = at_work(live, visit, sheet)
    held: list[Route] = []
    cut, hold = [True], [False]

    def handle(route: Route) -> None:
        if hold[0] and "application/json" in route.request.headers.get("accept", ""):
            held.append(route)
        elif cut[0]:
            route.abort("internetdisconnected")
        else:
            route.continue_()

    page.route("**/do", handle)
    page.keyboard.press("1")
    wait_for_queue(page, 1)
    hold[0] = True
    while not held:
        page.wait_for_timeout(100)
    page.keyboard.press("2")
    wait_for_queue(page, 2)
    cut[0] = hold[0] = False
    held[0].continue_()
    wait_for_queue(page, 0)
    assert done(live, sheet) == 2
    visit.faults.clear()


def offline_with_one_action(live: Live, visit: Visit, slug: str) -> tuple[Page, int]:
    """Ann's page, which has lost its connection and holds one action; and her sheet."""
    sheet = sheet_of(live, slug)
    page = at_work(live, visit, sheet)
    page.context.set_offline(True)
    page.keyboard.press("1")
    wait_for_queue(page, 1)
    return page, sheet


def test_who_was_signed_out_in_the_meantime_loses_nothing(live: Live, visit: Visit) -> None:
    page, sheet = offline_with_one_action(live, visit, "signed-out")
    page.context.clear_cookies(name="sessionid")
    page.context.set_offline(False)
    page.locator("#refusal", has_text="signed out").wait_for()
    assert (waiting(page), done(live, sheet)) == (1, 0)
    visit.faults.clear()


def test_without_any_cookie_the_action_waits_for_the_next_time(live: Live, visit: Visit) -> None:
    page, sheet = offline_with_one_action(live, visit, "no-cookies")
    page.context.clear_cookies()
    page.context.set_offline(False)
    page.wait_for_url("**/login**")
    assert (waiting(page), done(live, sheet)) == (1, 0)
    visit.faults.clear()
