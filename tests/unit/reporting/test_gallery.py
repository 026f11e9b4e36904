"""Results as notebooks show them."""

from __future__ import annotations

import base64
import re
import sys
from collections.abc import Callable
from functools import cache
from html import escape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import cliometer
from cliometer.court.meta_evaluation.human_scores import agree
from cliometer.court.meta_evaluation.human_votes import agree_with_votes
from cliometer.court.meta_evaluation.metric_matrix import matrix
from cliometer.court.meta_evaluation.plan import MetaEvaluationPlan, human_columns, metric_columns
from cliometer.court.trials import try_metrics
from cliometer.court.votes.tally import tally
from cliometer.engine.curves import draw_curves
from cliometer.engine.score_grid import ScoreColumn, score_columns
from cliometer.errors import UsageError, remedy
from cliometer.io.scores import read_scores
from cliometer.io.votes import read_votes
from cliometer.model.display import NotebookDisplay
from cliometer.reporting.document import Block, Code, Document, Listing, Paragraph, Section
from cliometer.reporting.render.notebook import notebook_part
from cliometer.text.tables import Table

SYSTEM = {"2010-05-27": ["Obama extends the moratorium"], "2010-06-02": ["BP cuts the riser"]}
REFERENCE = {"2010-05-27": ["The moratorium is extended"], "2010-06-03": ["BP cuts the riser pipe"]}
DEMO = Path(cliometer.__file__).parent / "demo"
FEW = MetaEvaluationPlan(seed=1, resamples=100)
IMAGE = re.compile(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)")


def comparison() -> NotebookDisplay:
    runs = {
        name: {topic: cliometer.read_timeline(DEMO / f"runs/{name}/{topic}.txt") for topic in ("apollo-13", "rosetta")}
        for name in ("lead", "random")
    }
    gold = {
        topic: [cliometer.read_timeline(path) for path in sorted(DEMO.glob(f"references/{topic}/*.txt"))]
        for topic in ("apollo-13", "rosetta")
    }
    return cliometer.compare(runs, gold, ["date"], resamples=100)


def scores() -> list[ScoreColumn]:
    return score_columns(read_scores([DEMO / "scores.csv"]), None)


def with_people() -> NotebookDisplay:
    table = read_scores([DEMO / "scores.csv"])
    human = human_columns(str(DEMO / "human.csv"))
    return agree(metric_columns(human, table, None), human, FEW)


RESULTS: dict[str, Callable[[], NotebookDisplay]] = {
    "a pair": lambda: cliometer.score(SYSTEM, [REFERENCE], ["date"]),
    "results": lambda: cliometer.score({"a": {"t": SYSTEM}}, {"t": [REFERENCE]}, ["date"]),
    "an explanation": lambda: cliometer.explain(SYSTEM, [REFERENCE]),
    "a comparison": comparison,
    "findings of the court": lambda: try_metrics({"t": REFERENCE}, ["date"], ["remove"]),
    "a tally": lambda: tally(read_votes(DEMO / "votes.csv")[0], resamples=100),
    "agreement with marks": with_people,
    "agreement with votes": lambda: agree_with_votes(scores(), read_votes(DEMO / "votes.csv")[0], FEW),
    "metrics against each other": lambda: matrix(scores()),
    "curves": lambda: draw_curves([DEMO / "rankings/first.json"], [DEMO / "events/berlin-wall.json"]),
}
every_result = pytest.mark.parametrize("name", RESULTS)


@cache
def shown(name: str) -> str:
    return RESULTS[name]()._repr_html_()


def pictures(name: str) -> list[str]:
    return [base64.b64decode(found).decode() for found in IMAGE.findall(shown(name))]


@every_result
def test_a_notebook_shows_every_kind_of_result_without_a_script_or_a_style_for_all(name: str) -> None:
    assert "<table" in shown(name) or pictures(name)
    assert re.findall(r"<(?:script|style|link|iframe)|\son\w+=|https?://", shown(name)) == []


@every_result
def test_pictures_are_small_well_formed_and_told_in_words(name: str) -> None:
    assert pictures(name) or name == "a pair"
    for picture in pictures(name):
        assert float(ElementTree.fromstring(picture).attrib["width"]) <= 1100
        assert len(picture) < 45_000
    assert re.findall(r'<img(?![^>]*\salt="[^"])', shown(name)) == []


@every_result
def test_something_can_be_seen_before_anything_is_opened(name: str) -> None:
    closed = re.sub(r"<details>.*?</details>", "", shown(name), flags=re.DOTALL)
    assert "<table" in closed or "<img" in closed


def test_a_pair_is_one_table_without_means() -> None:
    assert re.findall(r"<th [^>]*>([^<]*)</th>", shown("a pair")) == ["metric", "precision", "recall", "F"]
    assert re.findall(r"<td[^>]*>([^<]*)</td>", shown("a pair")) == ["date", "0.500", "0.500", "0.500"]


def test_without_a_drawing_library_the_numbers_and_the_remedy_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    found = comparison()._repr_html_()
    assert f"charts need vl-convert; {escape(remedy('report'))}" in found
    assert "<img" not in found and "<table" in found


HOSTILE = "<script>alert(1)</script>"


def test_texts_of_others_stay_texts() -> None:
    table = Table([HOSTILE], [[HOSTILE]])
    blocks: list[Block] = [Paragraph(HOSTILE), Code(HOSTILE, HOSTILE), Listing(HOSTILE, table)]
    assert "<script" not in notebook_part(Document(HOSTILE, [Section(HOSTILE, blocks, [Section(HOSTILE)])]))


def test_words_stand_left_and_numbers_right() -> None:
    found = notebook_part(Document("", [Section("", [Listing("", Table(["who", "n"], [["a", 1]]))])]))
    assert re.findall(r"<t[dh][^>]*text-align: (\w+)", found) == ["left", "right", "left", "right"]


def test_a_chart_can_be_saved_in_each_form(tmp_path: Path) -> None:
    chart = comparison().charts()[0]
    for form, start in (("svg", b"<svg"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
        chart.save(tmp_path / f"chart.{form}")
        assert (tmp_path / f"chart.{form}").read_bytes().startswith(start)
    with pytest.raises(UsageError, match=r"ends in \.svg, \.pdf or \.png"):
        chart.save(tmp_path / "chart.gif")


def test_a_chart_shows_itself_and_is_short_in_words() -> None:
    chart = comparison().charts()[0]
    assert ElementTree.fromstring(chart._repr_svg_()).tag.endswith("svg")
    assert repr(chart) == f"Chart({chart.figure.name!r})"


def rows_of(spec: Any) -> list[Any]:
    """All data that stand anywhere in a specification."""
    if isinstance(spec, dict):
        own = spec.get("values", []) if isinstance(spec.get("values"), list) else []
        return own + [row for part in spec.values() for row in rows_of(part)]
    return [row for part in spec for row in rows_of(part)] if isinstance(spec, list) else []


def test_a_chart_goes_to_altair_with_all_its_numbers() -> None:
    chart = comparison().charts()[0]
    found = chart.to_altair().to_dict()
    sets = [row for rows in found.get("datasets", {}).values() for row in rows]
    assert rows_of(chart.spec)
    assert all(row in [*sets, *rows_of(found)] for row in rows_of(chart.spec))
