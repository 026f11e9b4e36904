"""Reports in a real browser, network off: nothing fails, nothing is asked for, every chart is drawn."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cliometer.cli.main import main
from cliometer.cli.parser import DEMO
from cliometer.engine.compare.figures import Design
from cliometer.engine.file_evaluation import FileEvaluation
from cliometer.reporting.assembly import runs_document, section_of
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.charts.grammar import COLOURS
from cliometer.reporting.document import Document, Section
from cliometer.reporting.render.web import web_page
from tests.browser.axe import serious
from tests.reports import TEXTS, hostile_document, renamed
from tests.timeline17 import GOLD, lay_out_runs, needs_timeline17

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


@dataclass
class Look:
    """Pages opened with the network off, and all that went wrong on them."""

    context: BrowserContext
    faults: list[str] = field(default_factory=list)

    def open(self, path: Path) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda said: self._said(said.type, said.text))
        page.on("request", lambda asked: self._asked(asked.url))
        page.goto(path.as_uri())
        page.evaluate("window.cliometerReport.drawAll()")
        return page

    def _said(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.faults.append(text)

    def _asked(self, url: str) -> None:
        if not url.startswith(("file:", "data:", "blob:")):
            self.faults.append(f"asked for {url}")


@pytest.fixture(params=[("light", 1280), ("dark", 700)], ids=["light", "dark"])
def look(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Look]:
    scheme, width = request.param
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, offline=True)
    yield Look(context)
    context.close()


def demo_report(folder: Path) -> Path:
    runs = [DEMO / "runs" / name for name in ("lead", "mentions", "random")]
    metrics = ["align+m1(rouge=1)", "align+m1(rouge=2)", "date"]
    return _written(FileEvaluation(runs, [DEMO / "references"], metrics), folder / "demo.html")


def timeline17_report(folder: Path) -> Path:
    files = FileEvaluation(lay_out_runs(folder), [GOLD], ["align+m1", "date"], per_reference=True)
    return _written(files, folder / "timeline17.html")


def _written(files: FileEvaluation, path: Path) -> Path:
    path.write_text(web_page(runs_document(files.read()[0], Design.of(resamples=500))), encoding="utf-8")
    return path


def undrawn(page: Page) -> list[str]:
    found: list[str] = page.evaluate("Array.from(document.querySelectorAll('.chart:not(.done)'), (chart) => chart.id)")
    return found


def test_the_report_of_the_demo_is_drawn_without_fault_and_open_to_all(look: Look, tmp_path: Path) -> None:
    page = look.open(demo_report(tmp_path))
    assert page.locator(".chart.done svg").count() > 5 and undrawn(page) == []
    assert page.locator(".aligned svg").count() > 0 and page.locator(".paper:visible").count() == 0
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert look.faults == []


@pytest.mark.parametrize("look", [("light", 390)], ids=["phone"], indirect=True)
def test_a_phone_shows_charts_whole_and_tables_without_a_column_that_is_just_out_of_view(
    look: Look, tmp_path: Path
) -> None:
    page = look.open(demo_report(tmp_path))
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390 and undrawn(page) == []
    beyond = "one => one.parentElement.scrollWidth - one.parentElement.clientWidth"
    charts = page.locator(".scroll > .chart").evaluate_all(f"all => all.map({beyond})")
    assert len(charts) > 20 and max(charts) <= 1, "every chart as a whole, with its labels"
    heights = "all => all.filter(one => one.textContent).map(one => one.getBoundingClientRect().height)"
    assert min(page.locator(".chart text").evaluate_all(heights)) >= 7, "which can be read"
    tables = page.locator(".scroll > table")
    wide = tables.evaluate_all(f"all => all.filter(one => ({beyond})(one) > 1).map(one => one.rows[0].cells.length)")
    assert tables.count() > 20 and min(wide) >= 8
    left = "one.getBoundingClientRect().left"
    lefts = f"one => {{ one.scrollLeft = 99; return one.querySelector('td').{left[4:]} - {left}; }}"
    for place in page.locator(".scroll.wide").all():
        assert place.evaluate(lefts) == 0, "rows keep their names"
    assert serious(page) == [] and look.faults == []
    page.set_viewport_size({"width": 1280, "height": 900})  # and turned, there is room again
    page.wait_for_function("document.querySelector('#figure-means-date svg').width.baseVal.value > 600")


@needs_timeline17
@pytest.mark.parametrize("look", [("light", 1280)], ids=["light"], indirect=True)
def test_the_report_of_timeline17_is_drawn_without_fault_in_two_megabytes(look: Look, tmp_path: Path) -> None:
    path = timeline17_report(tmp_path)
    page = look.open(path)
    assert undrawn(page) == [] and serious(page) == []
    assert look.faults == []
    assert path.stat().st_size < 2_000_000


def test_hostile_texts_are_shown_and_do_nothing(look: Look, tmp_path: Path) -> None:
    path = tmp_path / "hostile.html"
    path.write_text(web_page(hostile_document()), encoding="utf-8")
    page = look.open(path)
    assert undrawn(page) == []
    assert page.evaluate("window.broken") is None
    assert page.locator("h1").inner_text() == "<script>window.broken = 1</script>"
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert look.faults == []


RESULTS = (
    "compare runs/lead runs/mentions runs/random -r references -m align+m1 -m date --resamples 100",
    "score runs/lead runs/mentions -r references -m align+m1",
    "court metrics references -m concat -m align+m1 -t merge -t shift",
    "vote votes.csv --resamples 100",
    "agree scores scores.csv --human human.csv --resamples 100",
    "agree votes scores.csv --votes votes.csv --resamples 100",
    "agree metrics scores.csv",
    "score rankings/first.json -r events/berlin-wall.json --curve",
)
NAMES = (
    *("lead", "mentions", "random", "apollo-13", "berlin-wall", "align+m1(rouge=1)", "carla", "merge"),
    *("rosetta", "date", "concat(rouge=1)", "align+m1(rouge=1).f", "easier to read", "ben", "date.f"),
)


def hostile_results() -> list[Section]:
    """A chapter of each kind whose systems, topics, metrics and judges have the worst of names."""
    worst = dict(zip(NAMES, TEXTS, strict=False))
    found, names = [], FigureNames()
    for words in RESULTS:
        out = io.StringIO()
        arguments = [str(DEMO / word) if (DEMO / word).exists() else word for word in words.split()]
        assert main([*arguments, "--json"], out, io.StringIO()) == 0
        found.append(section_of(renamed(json.loads(out.getvalue()), worst), Path(words), names))
    return found


def test_the_worst_names_break_no_chart(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "worst.html"
    path.write_text(web_page(Document("worst", hostile_results())), encoding="utf-8")
    look = Look(browser.new_context(offline=True))
    page = look.open(path)
    assert page.locator(".chart.done svg").count() > 25 and undrawn(page) == []
    assert page.evaluate("window.broken") is None and look.faults == []
    look.context.close()


def test_a_page_is_printed_light_even_from_the_dark_theme(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "small.html"
    path.write_text(web_page(hostile_document()), encoding="utf-8")
    look = Look(browser.new_context(offline=True, color_scheme="dark"))
    page = look.open(path)
    page.emulate_media(media="print", color_scheme="dark")
    inks = page.evaluate(
        "Array.from(document.querySelectorAll('figure text'))"
        ".filter((text) => text.checkVisibility()).map((text) => text.getAttribute('fill'))"
    )
    light = COLOURS["light"]
    assert inks and set(inks) <= {light["muted"], light["ink"]}
    look.context.close()


@pytest.mark.parametrize("look", [("light", 1280)], ids=["light"], indirect=True)
def test_the_theme_can_be_chosen_and_charts_follow(look: Look, tmp_path: Path) -> None:
    path = tmp_path / "small.html"
    path.write_text(web_page(hostile_document()), encoding="utf-8")
    page = look.open(path)
    page.get_by_role("button", name="Theme: auto").click()
    page.get_by_role("button", name="Theme: light").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.wait_for_selector(".chart[data-drawn=dark].done svg")
    assert look.faults == []
