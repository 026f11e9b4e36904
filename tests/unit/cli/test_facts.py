"""Facts on the command line: what is wrong is told in one line with its place, and results are read back whole."""

from __future__ import annotations

import json

import pytest

from cliometer.engine.evaluation import Allowance
from cliometer.engine.file_evaluation import FileEvaluation
from cliometer.reporting.assembly import gold_sections
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.document import Figure, Listing, Notes
from tests.unit.cli.cliometer_command import DEMO, cliometer

FACTS = DEMO / "facts"
RUNS = [FACTS / "runs" / f"{run}.json" for run in ("alder", "birch", "cedar")]


@pytest.mark.parametrize("metric", ["ts", "nu"])
def test_metrics_of_nuggets_and_of_events_read_the_same_gold(metric: str) -> None:
    done = cliometer("score", RUNS[0], FACTS, "-m", metric, "--json")
    scores = json.loads(done.out)["scores"]
    assert done.status == 0 and [row["topic"] for row in scores] == ["CrisisFACTS-901", "CrisisFACTS-902"]
    assert all(0 < row["recall"] < 1 for row in scores)


@pytest.mark.parametrize("metric", ["facts", "facts(day=accumulated)"])
def test_the_chapter_counts_each_fact_once_as_assessed(metric: str) -> None:
    evaluation, _ = FileEvaluation(RUNS, [FACTS], [metric], allow=Allowance("skip")).read()
    (section,) = gold_sections(evaluation, evaluation.run(), FigureNames())
    (means,) = [block.table.rows for block in section.blocks if isinstance(block, Listing)]
    assert {row[0]: row[6] for row in means} == {"birch": 1.0, "alder": 1.0, "cedar": 0.5}


def test_the_chapter_has_means_figures_of_both_measures_and_the_days_that_are_left_out() -> None:
    evaluation, _ = FileEvaluation(RUNS, [FACTS], ["facts"], allow=Allowance("skip")).read()
    (section,) = gold_sections(evaluation, evaluation.run(), FigureNames())
    (means,) = [block.table.rows for block in section.blocks if isinstance(block, Listing)]
    assert [row[0] for row in means] == ["birch", "alder", "cedar"]
    assert [row[4:6] for row in means] == [[4, 0], [4, 0], [2, 1]]
    flood, fire = section.sections
    figures = [block for block in flood.blocks if isinstance(block, Figure)]
    assert [figure.name for figure in figures] == ["redundancy-crisisfacts-901", "comprehensiveness-crisisfacts-901"]
    assert figures[1].table.rows[2] == ["CrisisFACTS-901-r4 (2031-04-05)", 1.0, 1.0, None]
    (left,) = [block for block in fire.blocks if isinstance(block, Notes)]
    assert "CrisisFACTS-902-r1" in left.lines[0]
