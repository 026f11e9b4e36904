"""Content units, judged events and nuggets in reports of runs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cliometer
from cliometer.engine.evaluation import Allowance
from cliometer.engine.file_evaluation import FileEvaluation
from cliometer.reporting.assembly import gold_sections
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.chapters.gold_sections import nugget_summary, reached
from cliometer.reporting.document import Section
from tests.pictured import HOSTILE, figures, records, words

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
    cells = records(figures(of_units)["pyramid-apollo-13"].spec, "unit", "credits")
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


def test_a_system_called_optimal_is_not_taken_for_the_optimum(tmp_path: Path) -> None:
    run = extracts(tmp_path, selected("optimal", "launch"), selected("all systems, mean"))
    found = figures(shown(run, UNITS))
    rows = [row[0] for row in found["earned-apollo-13"].table.rows]
    assert rows == ["optimal (not the system)", "optimal", "all systems, mean"]
    named = [one["system"] for one in found["pyramid-apollo-13"].spec["transform"][1]["from"]["data"]["values"]]
    assert len(set(named)) == 3


def test_many_systems_with_any_name_are_named_where_they_have_no_pyramid(tmp_path: Path) -> None:
    names = [*HOSTILE[:4], *(f"system {n}" for n in range(40))]
    section = shown(extracts(tmp_path, *(selected(name, "launch") for name in names)), UNITS)
    assert len(records(figures(section)["pyramid-apollo-13"].spec, "credits")[0]["credits"]) == 7
    assert "without a pyramid of their own" in words(section) and "in the table alone: system 36, system 37" in words(
        section
    )
    table = figures(section)["units-apollo-13"].table
    assert list(table.heading[3:]) == ["covered by, share"]
    assert {row[0]: row[3] for row in table.rows if row[3] != "-"} == {
        "launch": ", ".join(f"{name} 1.000" for name in names)
    }


def test_events_have_curves_of_rankings_and_ranks_in_a_grid() -> None:
    section = shown(DEMO / "rankings/first.json", EVENTS)
    assert set(figures(section)) == {"curve-nu", "curve-topics", "events-berlin-wall"}
    drawn = figures(section)["events-berlin-wall"]
    ranks = {drawn.table.rows[one["r"]][0]: int(one["text"]) for one in records(drawn.spec, "shade")}
    assert ranks == {row[0]: row[2] for row in drawn.table.rows if row[2] != "-"}
    assert len(ranks) == 15 and ranks["picnic"] == 1


def test_sets_have_no_curve_and_no_ranks(tmp_path: Path) -> None:
    items = ["berlin-wall/01/s1", "berlin-wall/02/s1"]
    run = extracts(tmp_path, {"system": "set", "topic": "berlin-wall", "of": "sentences", "items": items})
    section = shown(run, EVENTS)
    assert set(figures(section)) == {"events-berlin-wall"}
    assert {one["text"] for one in records(figures(section)["events-berlin-wall"].spec, "shade")} == {"✓"}
    assert "no curve for set" in words(section)


def test_nuggets_have_latency_growth_trade_and_delays() -> None:
    found = figures(shown(NUGGETS / "runs.txt", NUGGETS, "nuggets"))
    assert set(found) == {
        *("latency", "gain-comprehensiveness", "comprehensiveness", "nuggets-ts21-1", "nuggets-ts21-2")
    }
    assert [row[0] for row in found["latency"].table.rows] == ["demo/brief", "demo/chatty"]
    assert [row[-1] for row in found["latency"].table.rows] == [pytest.approx(0.875), pytest.approx(0.8333, abs=1e-3)]
    grown = {tuple(row[:2]): row[-1] for row in found["comprehensiveness"].table.rows}
    assert grown["TS21.2", "demo/brief"] == 1.0 and len(grown) == 4
    delays = {(one["r"], one["c"]): one["text"] for one in records(found["nuggets-ts21-1"].spec, "shade")}
    assert delays[0, 0] == "+50 min" and (2, 0) not in delays
    assert found["nuggets-ts21-1"].table.rows[0][1] == "2021-03-23 06:10"


def test_runs_that_no_other_run_beats_in_gain_and_pain_are_on_the_frontier() -> None:
    evaluation, _ = FileEvaluation([NUGGETS / "runs.txt"], [NUGGETS], ["msu", "msu(of=pain)"]).read("nuggets")
    results = evaluation.run()
    (section,) = gold_sections(evaluation, results, FigureNames())
    found = next(figure for name, figure in figures(section).items() if name.startswith("pareto"))
    assert [(row[0], row[3]) for row in found.table.rows] == [("demo/brief", "yes"), ("demo/chatty", "no")]
    means = {(mean.system, mean.metric): mean.value for mean in results.means()}
    for run, pain, gain, _ in found.table.rows:
        assert (gain, pain) == pytest.approx((means[str(run), "msu"], means[str(run), "msu(of=pain)"]))


def test_a_run_without_a_mean_is_named_and_not_drawn_at_zero(tmp_path: Path) -> None:
    rows = (NUGGETS / "runs.txt").read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "runs.txt").write_text("".join(row for row in rows if not row.startswith("1 demo chatty")), "utf-8")
    files = FileEvaluation([tmp_path / "runs.txt"], [NUGGETS], ["msu"], allow=Allowance(missing="skip"))
    evaluation, _ = files.read("nuggets")
    empty = replace(evaluation.gold["TS21.2"], nuggets={}, matches={})
    evaluation = replace(evaluation, gold={**evaluation.gold, "TS21.2": empty})
    (section,) = gold_sections(evaluation, evaluation.run(), FigureNames())
    found = next(figure for name, figure in figures(section).items() if name.startswith("pareto"))
    assert [row[0] for row in found.table.rows] == ["demo/brief"] and "no mean of msu: demo/chatty" in words(section)


def test_topics_without_pictures_are_named() -> None:
    section = shown(NUGGETS / "runs.txt", NUGGETS, "nuggets", most=1)
    assert "without pictures of their own: TS21.2" in words(section)
    assert "nuggets-ts21-2" not in figures(section) and "latency" in figures(section)


def test_who_tells_most_is_told_and_what_nobody_tells() -> None:
    said = words(shown(NUGGETS / "runs.txt", NUGGETS, "nuggets"))
    assert "demo/brief tells most, 87.5 % of a topic's nuggets on average; within a day" in said
    assert "each is covered by some system." in said and "0 of them" not in said


def test_a_nugget_told_at_the_very_hour_is_told_in_time() -> None:
    steps = [(23.0, 0.25), (24.0, 0.5), (25.0, 0.75)]
    assert (reached(steps, 24), reached(steps, 0)) == (0.5, 0.0)


def test_systems_that_tell_as_many_share_the_lead() -> None:
    late, soon = [(1.0, 0.25), (30.0, 0.5)], [(1.0, 0.5)]
    assert nugget_summary({"late": late, "soon": soon}) == (
        "Both systems tell as many, 50.0 % each of a topic's nuggets on average; within a day of their "
        "becoming known, soon tells most, 50.0 %."
    )
    assert nugget_summary({"late": late}) == (
        "late tells 50.0 % of a topic's nuggets on average; within a day of their becoming known, 25.0 %."
    )


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
