"""The aligned timeline view in a real browser: keys, pointer, hostile texts, a thousand dates."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cliometer.reporting.timeline_view.picture import static_svg
from tests.browser import aligned_pages
from tests.browser.axe import serious
from tests.browser.conftest import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


class Open:
    """Opens a page of views; notes what goes wrong and what is asked of the network."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self._browser, self._folder = browser, folder
        self.faults: list[str] = []

    def __call__(self, views: list[dict[str, Any]], **looks: Any) -> Page:
        """A page on which the view stands."""
        address = aligned_pages.write_page(self._folder / "page.html", views)
        context = self._browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **looks})
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self.faults.append(message.text))
        page.on("request", lambda request: self._asked(request.url, address))
        page.goto(address)
        return page

    def _asked(self, url: str, address: str) -> None:
        if url != address:
            self.faults.append(f"asked for {url}")


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Pages of one test, without a fault at its end."""
    pages = Open(browser, tmp_path)
    yield pages
    for context in browser.contexts:
        context.close()
    assert pages.faults == []


def day(page: Page) -> tuple[str | None, str | None]:
    """The lane and date of the day that has the focus."""
    focused = page.locator(".a-day:focus")
    return focused.get_attribute("data-lane"), focused.get_attribute("data-date")


def enter(page: Page) -> None:
    """Focus by the keyboard: the picture is the stop after the last button."""
    page.get_by_role("button", name="Show the days as a list").focus()
    page.keyboard.press("Tab")


def window_width(page: Page) -> float:
    """How much of all time the picture shows, in pixels of the overview."""
    page.evaluate("() => new Promise(requestAnimationFrame)")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    return float(page.locator(".a-window").get_attribute("width") or 0)


def test_arrow_keys_walk_the_dates_and_cross_to_the_partner(opened: Open) -> None:
    page = opened(aligned_pages.small())
    enter(page)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert day(page) == ("reference", "2010-04-24")
    page.keyboard.press("ArrowDown")
    assert day(page) == ("system", "2010-04-26")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_the_detail_shows_the_shared_words_and_the_arithmetic(opened: Open) -> None:
    page = opened(aligned_pages.small())
    enter(page)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    detail = page.locator(".aligned-detail")
    assert "2 days apart: weight 1/3; 2 of 2 words shared, 0 missed; credit 1/3 × 2 = 0.6667 of 2." in (
        detail.inner_text()
    )
    assert detail.locator("mark").all_inner_texts() == ["Oil", "leaks", "Oil", "leaking"]
    assert detail.get_attribute("aria-live") == "polite"


def test_a_kept_day_stays_while_the_pointer_moves(opened: Open) -> None:
    page = opened(aligned_pages.small())
    enter(page)
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    box = page.locator(".aligned-picture").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] - 60, box["y"] + 90)
    assert "2010-04-20" in page.locator(".aligned-day").inner_text()
    page.keyboard.press("Escape")
    page.mouse.move(box["x"] + box["width"] - 63, box["y"] + 95)
    assert "2010-05-27" in page.locator(".aligned-day").inner_text()


def test_keys_wheel_and_drag_zoom_and_move_and_nought_shows_all(opened: Open) -> None:
    page = opened(aligned_pages.small())
    whole = window_width(page)
    enter(page)
    page.keyboard.press("Home")
    page.keyboard.press("+")
    assert window_width(page) == pytest.approx(whole / 1.6, abs=0.2)
    page.locator(".aligned-picture").hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    page.wait_for_function("w => document.querySelector('.a-window').getAttribute('width') < w", arg=whole / 2)
    before = page.locator(".a-window").get_attribute("x")
    page.mouse.down()
    page.mouse.move(300, 400, steps=3)
    page.mouse.up()
    page.wait_for_function("x => document.querySelector('.a-window').getAttribute('x') !== x", arg=before)
    page.locator(".a-day").focus()
    page.keyboard.press("0")
    assert window_width(page) == pytest.approx(whole, abs=0.2)


def test_filters_count_their_days_and_the_walk_keeps_to_them(opened: Open) -> None:
    page = opened(aligned_pages.small())
    counts = {
        name: page.locator(f'[data-filter="{name}"] .aligned-count').inner_text()
        for name in ("all", "missed", "spurious", "late", "early", "repeated")
    }
    assert counts == {"all": "6", "missed": "1", "spurious": "1", "late": "1", "early": "0", "repeated": "0"}
    page.locator('[data-filter="late"]').click()
    page.locator(".a-day").focus()
    assert day(page) == ("system", "2010-04-26")
    page.keyboard.press("ArrowRight")
    assert day(page) == ("system", "2010-04-26")


def test_topic_system_and_metric_can_be_chosen(opened: Open) -> None:
    page = opened(aligned_pages.small())
    page.get_by_label("System", exact=True).select_option("1")
    page.get_by_label("Topic").select_option("1")
    assert page.get_by_label("System", exact=True).input_value() == "1"
    page.get_by_label("Metric").select_option("1")
    assert "all days together" in page.locator(".aligned-detail").inner_text()


def test_the_list_says_the_same_day_by_day_and_is_what_is_printed(opened: Open) -> None:
    page = opened(aligned_pages.small())
    page.get_by_role("button", name="Show the days as a list").click()
    rows = page.locator(".aligned-table tbody tr")
    assert rows.count() == 6 and "missed" in rows.nth(2).inner_text()
    page.get_by_role("button", name="Show the days as a list").click()
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert rows.nth(5).is_visible() and not page.get_by_label("Topic").is_visible()


def test_on_a_phone_nothing_is_cut_off_and_the_list_has_the_whole_width(opened: Open) -> None:
    page = opened(aligned_pages.hostile(), viewport={"width": 390, "height": 844}, has_touch=True)
    page.get_by_role("button", name="Show the days as a list").tap()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    widths = page.locator(".aligned td").evaluate_all("cells => cells.map(cell => cell.clientWidth)")
    assert min(widths) > 280
    right = "all => all.map(node => node.getBoundingClientRect().right)"
    ends = page.locator(".aligned-picture, .a-lane").evaluate_all(right)
    assert max(ends) == ends[0]
    detail = page.locator(".aligned-detail")
    assert detail.evaluate("panel => panel.scrollHeight <= panel.clientHeight + 1")


def test_hostile_texts_are_shown_as_they_are(opened: Open) -> None:
    page = opened(aligned_pages.hostile())
    page.get_by_role("button", name="Show the days as a list").click()
    shown = page.locator(".aligned-table").first.locator("td:nth-child(2) p.aligned-text").all_text_contents()
    for sentences in aligned_pages.HOSTILE.values():
        assert " ".join(sentences[0].split()) in shown
    assert page.evaluate("window.hit") is None
    assert page.locator(".aligned img, .aligned b:not(.aligned-total b), .aligned i").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.get_by_label("Topic").evaluate("list => list.options[0].text.includes('onerror')")


def test_packed_texts_are_shown_as_they_were_written(opened: Open) -> None:
    page = opened(aligned_pages.wordy())
    page.get_by_role("button", name="Show the days as a list").click()
    shown = page.locator(".aligned-table").first.locator("p.aligned-text").all_text_contents()
    assert shown == [sentence for sentences in aligned_pages.WORDY.values() for sentence in sentences]


def test_a_thousand_dates_take_few_elements_and_each_can_be_reached(opened: Open) -> None:
    page = opened(aligned_pages.large())
    page.locator(".a-day").wait_for(state="attached")
    assert page.locator(".aligned *").count() < 400
    page.locator(".a-day").focus()
    page.keyboard.press("End")
    last = day(page)
    page.keyboard.press("ArrowLeft")
    assert last == ("reference", "2018-03-17") and day(page) == ("reference", "2018-03-14")


def test_nothing_serious_stands_in_the_way_of_anybody(opened: Open) -> None:
    page = opened(aligned_pages.small())
    page.get_by_role("button", name="Show the days as a list").click()
    page.locator("summary").click()
    assert serious(page) == []
    page.emulate_media(color_scheme="dark")
    assert serious(page) == []


@pytest.mark.parametrize("views", [aligned_pages.small, aligned_pages.hostile, aligned_pages.large])
def test_the_page_shows_the_picture_of_the_files(views: Callable[[], list[dict[str, Any]]], opened: Open) -> None:
    (view, *_) = views()
    still = static_svg(view, 0, 0, width=900)
    page = opened([view], viewport={"width": 938, "height": 900})  # beside the picture are 38 pixels
    page.wait_for_function("document.querySelectorAll('.aligned-picture .a-tick').length > 1")
    drawn = (
        page.locator(".aligned-picture g")
        .nth(1)
        .locator("path")
        .evaluate_all("paths => paths.map(path => path.getAttribute('d')).filter(Boolean)")
    )
    paths = set(re.findall(r'd="([^"]*)"', still))
    assert drawn and [path for path in drawn if path not in paths] == []
    labels = page.locator(".aligned-picture .a-tick:not(.a-era)[x]").all_text_contents()
    assert [label for label in labels if label] == re.findall(r'y="328"[^>]*>([^<]*)<', still)


def test_without_script_a_picture_remains(opened: Open) -> None:
    assert opened(aligned_pages.small(), java_script_enabled=False).locator("noscript svg").is_visible()
