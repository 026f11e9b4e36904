"""Facts on the command line: what is wrong is told in one line with its place, and results are read back whole."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cliometer.court.meta_evaluation.plan import score_table_of
from cliometer.engine.evaluation import Allowance
from cliometer.engine.file_evaluation import FileEvaluation
from cliometer.engine.pair_explanation import PairExplanation, explain_files
from cliometer.engine.results import Results
from cliometer.reporting.assembly import gold_sections
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.document import Figure, Listing, Notes
from tests.unit.cli.cliometer_command import DEMO, cliometer

FACTS = DEMO / "facts"
RUNS = [FACTS / "runs" / f"{run}.json" for run in ("alder", "birch", "cedar")]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FACTS, tmp_path / "facts"))


def change(path: Path, edit: Callable[[Any], object]) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    edit(document)
    path.write_text(json.dumps(document), encoding="utf-8")


def _unknown_fact(labels: Any) -> None:
    labels["CrisisFACTS-901-r1"]["fact_list"].append(["CrisisFACTS-901-r1-collapsed-9999", "a", "POOR_FACT"])


@pytest.mark.parametrize(
    ("name", "edit", "place", "said"),
    [
        ("labels.json", _unknown_fact, "labels.json: CrisisFACTS-901-r1: ", "which is no fact of Collapsed-"),
        ("requests.json", lambda requests: requests[1].pop("dateString"), "requests.json: [1]: ", "has no day; add"),
        ("pool/Collapsed-CrisisFACTS-901-r1.json", lambda pool: pool[0].update(importance=float("nan")), "importance",
         "expected a finite number, found"),
        ("labels.json", lambda labels: labels.clear(), "facts: ", "holds a pool, but no labels; name the file"),
    ],
)  # fmt: skip
def test_gold_that_does_not_fit_is_told_in_a_line(
    copy: Path, name: str, edit: Callable[[Any], object], place: str, said: str
) -> None:
    change(copy / name, edit)
    done = cliometer("score", RUNS[0], copy)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert place in done.err and said in done.err


def test_an_importance_that_is_no_number_is_told_with_its_line(copy: Path) -> None:
    run = copy / "runs" / "alder.json"
    lines = run.read_text(encoding="utf-8").splitlines()
    run.write_text("\n".join([lines[0], lines[1].replace('"importance": 0.7', '"importance": NaN')]), encoding="utf-8")
    done = cliometer("score", run, copy)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "alder.json:2: expected importance as a number from 0 to 1, found nan" in done.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((RUNS[0], FACTS / "labels.json"), "beside which the pool (Collapsed-*.json) must be named"),
        ((FACTS / "pool", RUNS[0]), "where gold is expected; are the two swapped? write RUN GOLD"),
        ((RUNS[0], DEMO / "references"), "holds a run of CrisisFACTS, which cannot be scored with timelines"),
        ((RUNS[0], FACTS, "-m", "facts", "-m", "ts"), "ts is measured against nuggets"),
        ((RUNS[2], FACTS), "cedar has no answer for CrisisFACTS-902"),
    ],
)
def test_other_files_and_metrics_are_refused_in_a_line(words: tuple[object, ...], said: str) -> None:
    done = cliometer("score", *words)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


def test_pool_and_labels_may_be_named_apart_and_a_folder_of_runs_at_once() -> None:
    whole = json.loads(cliometer("score", *RUNS, "-r", FACTS, "--missing", "skip", "--json").out)
    apart = cliometer(
        "score", FACTS / "runs", "-r", FACTS / "pool", FACTS / "labels.json", "--missing", "skip", "--json"
    )
    assert json.loads(apart.out)["scores"] == whole["scores"]


@pytest.mark.parametrize("metric", ["ts", "nu"])
def test_metrics_of_nuggets_and_of_events_read_the_same_gold(metric: str) -> None:
    done = cliometer("score", RUNS[0], FACTS, "-m", metric, "--json")
    scores = json.loads(done.out)["scores"]
    assert done.status == 0 and [row["topic"] for row in scores] == ["CrisisFACTS-901", "CrisisFACTS-902"]
    assert all(0 < row["recall"] < 1 for row in scores)


def test_scores_and_explanations_are_read_back_with_the_share_assessed() -> None:
    results = FileEvaluation(RUNS[1:], [FACTS], ["facts", "facts(of=f1)"], allow=Allowance("skip")).run()
    again = Results.from_dict(json.loads(json.dumps(results.to_dict())))
    assert again.to_dict() == results.to_dict()
    assert {mean.system: mean.assessed for mean in again.means() if "value" in mean.numbers} == {
        "birch": 1.0,
        "cedar": 0.5,
    }
    assert [row["assessed"] for row in results.frames()["scores"].rows[:2]] == [1.0, 1.0]
    explained = explain_files(RUNS[2], [FACTS], "facts", names=("cedar", "CrisisFACTS-901"))
    assert PairExplanation.from_dict(json.loads(json.dumps(explained.to_dict()))).numbers() == explained.numbers()


def test_the_share_assessed_is_no_score_that_could_agree_with_people() -> None:
    results = FileEvaluation(RUNS[:2], [FACTS], ["facts"]).run()
    assert {metric for metric, _, _ in score_table_of(results).scores} == {
        "facts.precision",
        "facts.recall",
        "facts.f",
    }


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
