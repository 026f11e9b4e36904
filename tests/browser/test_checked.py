"""The page of a check in a real browser, network off: by mouse, by keyboard, on a phone, for everybody."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import cliometer
from cliometer.model.documents import Article
from cliometer.model.when import When
from tests.browser.axe import serious
from tests.grounding import ARTICLES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

EVIL = '<img src=x onerror="window.hit=1"></script>'
TIMELINE = {
    "2010-04-20": ["The rig exploded and killed 11 workers.", "The rig exploded and killed 12 workers."],
    "2010-05-05": [f"Markets fell in Tokyo {EVIL}"],
    "2010-05-06": ["BP lowered a steel dome over the leak."],
}


def written(folder: Path) -> Path:
    articles = [*ARTICLES, Article(EVIL, When.of("2010-05-05"), ("Nothing happened in Oslo.",))]
    result = cliometer.check({"first": {"oil": TIMELINE}, "second": {"oil": TIMELINE}}, {"oil": articles}, tags=False)
    cliometer.report(result, folder / "check.html")
    return folder / "check.html"


def opened(browser: Browser, folder: Path, width: int, scheme: str) -> Page:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True)  # type: ignore[arg-type]
    page = context.new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.goto(written(folder).as_uri())
    return page


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (390, "light")])
def test_the_page_is_open_to_all_and_fits_the_screen(browser: Browser, tmp_path: Path, width: int, scheme: str) -> None:
    page = opened(browser, tmp_path, width, scheme)
    assert page.locator(".checked-days button").count() == 4
    assert serious(page) == [] and not page.evaluate("'hit' in window")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    beside = page.locator(".checked-side .checked-panel").count() == 1
    assert beside == (width > 640), "on a phone the evidence is under its sentence"
    page.context.close()


def test_the_chosen_sentence_shows_its_evidence_and_what_contradicts(browser: Browser, tmp_path: Path) -> None:
    page = opened(browser, tmp_path, 1280, "light")
    panel = page.locator(".checked-panel")
    assert "contradicted on 2010-04-20" in panel.inner_text(), "the first doubt is chosen"
    assert panel.locator("mark.is-against").all_inner_texts() == ["11"]
    assert page.locator("[aria-pressed=true] mark.is-missing").all_inner_texts() == ["12"]
    page.locator(".checked-days button").first.click()
    assert "The sentence names 2010-04-20; the article appeared on 2010-05-04." in panel.inner_text()
    page.context.close()


def test_keys_move_and_filters_hide(browser: Browser, tmp_path: Path) -> None:
    page = opened(browser, tmp_path, 1280, "light")
    chosen = page.locator(".checked-days [aria-pressed=true]")
    chosen.focus()
    for key, text in (
        ("n", "Markets"),
        ("ArrowDown", "BP lowered"),
        ("p", "Markets"),
        ("Home", "11 workers"),
        ("End", "BP"),
    ):
        page.keyboard.press(key)
        assert text in chosen.inner_text() and chosen.evaluate("one => one === document.activeElement")
    page.get_by_role("button", name="supported 1").first.click()
    page.get_by_role("button", name="unsupported 1").click()
    assert page.locator(".checked-days button:visible").count() == 2
    assert page.locator(".checked-status").inner_text() == "2 of 4 sentences"
    page.locator(".checked select").select_option("second: oil")
    assert page.locator(".checked-days button:visible").count() == 2
    page.context.close()


@pytest.mark.parametrize("width", [1280, 390])
def test_the_evidence_comes_back_when_filters_are_set_again(browser: Browser, tmp_path: Path, width: int) -> None:
    page = opened(browser, tmp_path, width, "light")
    panel, filters = page.locator(".checked-panel"), page.locator(".checked-filters button")
    for place in (0, 1, 2, 3, 4):
        filters.nth(place).click()
    assert panel.is_visible() and panel.inner_text() == "No sentence has a verdict that is shown."
    filters.last.click()
    assert panel.is_visible() and "unsupported on 2010-05-05" in panel.inner_text()
    page.context.close()


def test_the_page_holds_what_the_document_says(tmp_path: Path) -> None:
    text = written(tmp_path).read_text(encoding="utf-8")
    data = text.split('<section class="checked"')[1].split('type="application/json">')[1].split("</script>")[0]
    assert [row["verdict"] for row in json.loads(data)[:4]] == [
        "supported",
        "contradicted",
        "unsupported",
        "other date",
    ]
