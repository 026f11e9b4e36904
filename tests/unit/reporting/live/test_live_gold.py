"""Content units, judged events and nuggets in reports of runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cliometer
from cliometer.engine.file_evaluation import FileEvaluation
from cliometer.reporting.assembly import gold_sections
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.document import Section
from tests.pictured import figures, records, words

DEMO = Path(cliometer.__file__).parent / "demo"
UNITS, EVENTS, NUGGETS = DEMO / "units/apollo-13.json", DEMO / "events/berlin-wall.json", DEMO / "nuggets"


def shown(run: Path, gold: Path, kind: str = "units", most: int = 20) -> Section:
    evaluation, _ = FileEvaluation([run], [gold]).read(kind)
    (section,) = gold_sections(evaluation, evaluation.run(), FigureNames(), most)
    return section


def extracts(folder: Path, *found: dict[str, Any]) -> Path:
    path = folder / "run.json"
    path.write_text(json.dumps({"format": "cliometer-extracts", "version": 1, "extracts": found}), encoding="utf-8")
    return path


def selected(system: str, *units: str) -> dict[str, Any]:
    return {"system": system, "topic": "apollo-13", "of": "units", "items": units}


@pytest.fixture
def of_units(tmp_path: Path) -> Section:
    run = extracts(tmp_path, selected("few", "launch"), selected("more", "launch", "splashdown"), selected("none"))
    return shown(run, UNITS)


def test_the_pyramid_has_a_cell_a_unit_and_a_panel_a_system(of_units: Section) -> None:
    drawn = figures(of_units)["pyramid-apollo-13"]
    cells = records(drawn.spec, "unit", "credits")
    assert len(cells) == 28 and {len(one["credits"]) for one in cells} == {4}
    (launch,) = [one for one in cells if one["unit"] == "launch"]
    assert launch["credits"] == [0.667, 1.0, 1.0, 0.0]  # the mean, then systems from the best
    assert sum(one["nested"] for one in cells) > 0 and all(one["linked"] for one in cells)


def test_the_matrix_has_a_square_where_something_is_covered(of_units: Section) -> None:
    drawn = figures(of_units)["units-apollo-13"]
    squares = [(one["r"], one["c"], one["credit"]) for one in records(drawn.spec, "credit")]
    names = [row[0] for row in drawn.table.rows]
    launch, splashdown = names.index("launch"), names.index("splashdown")
    assert sorted(squares) == sorted([(launch, 0, 1.0), (launch, 1, 1.0), (splashdown, 0, 1.0)])
    assert drawn.table.heading[3:] == ["more", "few", "none"]


def test_what_is_earned_stands_beside_the_optimum(of_units: Section) -> None:
    table = figures(of_units)["earned-apollo-13"].table
    assert [row[:3] for row in table.rows] == [
        ["optimal", 33.0, 1.0],
        ["more", 6.0, pytest.approx(6 / 33)],
        ["few", 3.0, pytest.approx(3 / 33)],
        ["none", 0.0, 0.0],
    ]
    assert "26 units no system covers at all" in words(of_units)


def test_a_single_system_has_one_pyramid(tmp_path: Path) -> None:
    section = shown(extracts(tmp_path, selected("only", "launch")), UNITS)
    cells = records(figures(section)["pyramid-apollo-13"].spec, "credits")
    assert {len(one["credits"]) for one in cells} == {1}


def test_a_system_called_optimal_is_not_taken_for_the_optimum(tmp_path: Path) -> None:
    run = extracts(tmp_path, selected("optimal", "launch"), selected("all systems, mean"))
    found = figures(shown(run, UNITS))
    rows = [row[0] for row in found["earned-apollo-13"].table.rows]
    assert rows == ["optimal (not the system)", "optimal", "all systems, mean"]
    named = [one["system"] for one in found["pyramid-apollo-13"].spec["transform"][1]["from"]["data"]["values"]]
    assert len(set(named)) == 3


def test_events_have_curves_of_rankings_and_ranks_in_a_grid() -> None:
    section = shown(DEMO / "rankings/first.json", EVENTS)
    assert set(figures(section)) == {"curve-nu", "curve-topics", "events-berlin-wall"}
    drawn = figures(section)["events-berlin-wall"]
    ranks = {drawn.table.rows[one["r"]][0]: int(one["text"]) for one in records(drawn.spec, "shade")}
    assert ranks == {row[0]: row[2] for row in drawn.table.rows if row[2] != "-"}
    assert len(ranks) == 15 and ranks["picnic"] == 1


def test_gain_and_comprehensiveness_are_those_of_the_metric() -> None:
    evaluation, _ = FileEvaluation([NUGGETS / "runs.txt"], [NUGGETS], ["ts(of=comprehensiveness)"]).read("nuggets")
    results = evaluation.run()
    (section,) = gold_sections(evaluation, results, FigureNames())
    drawn = {one["system"]: one["told"] for one in records(figures(section)["gain-comprehensiveness"].spec, "told")}
    means = {mean.system: mean.value for mean in results.means()}
    assert drawn == {name: pytest.approx(value) for name, value in means.items()}


def test_topics_without_pictures_are_named() -> None:
    section = shown(NUGGETS / "runs.txt", NUGGETS, "nuggets", most=1)
    assert "without pictures of their own: TS21.2" in words(section)
    assert "nuggets-ts21-2" not in figures(section) and "latency" in figures(section)


def test_who_tells_most_is_told_and_what_nobody_tells() -> None:
    said = words(shown(NUGGETS / "runs.txt", NUGGETS, "nuggets"))
    assert "demo/brief tells most, 87.5 % of a topic's nuggets on average; within a day" in said
    assert "each is covered by some system." in said and "0 of them" not in said


def found(system: str, *sentences: str) -> dict[str, Any]:
    items = [f"berlin-wall/{sentence}" for sentence in sentences]
    return {"system": system, "topic": "berlin-wall", "of": "sentences", "items": items}


def test_systems_that_find_as_many_events_share_the_lead(tmp_path: Path) -> None:
    both = words(shown(extracts(tmp_path, found("a", "01/s1"), found("b", "01/s1")), EVENTS))
    assert ": both systems find as many of them, 1 of 19 each; 18 are found" in both and "most" not in both
    three = [found("a", "01/s1"), found("b", "01/s1"), found("c")]
    assert ": a and b find most of them, 1 of 19 each; " in words(shown(extracts(tmp_path, *three), EVENTS))
    one = words(shown(extracts(tmp_path, found("a", "01/s1")), EVENTS))
    assert "19 events: a finds 1 of 19; 18 are found by no system." in one


def test_units_that_are_all_covered_are_not_counted_as_missed(tmp_path: Path) -> None:
    some = shown(extracts(tmp_path, selected("few", "launch")), UNITS)
    every = [str(row[0]) for row in figures(some)["units-apollo-13"].table.rows]
    said = words(shown(extracts(tmp_path, selected("all", *every), selected("few", "launch")), UNITS))
    assert "Every system covers 1 unit at least in part; each is covered by some system." in said
