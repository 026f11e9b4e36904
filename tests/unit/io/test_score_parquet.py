"""Tables of scores in Parquet."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cliometer
from cliometer.io.scores import read_scores
from cliometer.model.score import Ratio, Score
from tests.compared import benchmark

arrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")
RUNS, GOLD = benchmark()
RESULTS = cliometer.score(RUNS, GOLD, ["date", "rouge1"])


def written(path: Path, columns: dict[str, list[Any]]) -> Path:
    parquet.write_table(arrow.table(columns), path)
    return path


def test_what_score_writes_is_read_as_its_csv_is(tmp_path: Path) -> None:
    RESULTS.write_parquet(tmp_path / "scores.parquet")
    table = read_scores([tmp_path / "scores.parquet"])
    wanted = {
        (f"{row.metric}.{part}", row.system, row.topic): number
        for row in RESULTS.rows
        for part, number in RESULTS.numbers(row).items()
    }
    assert table.scores == wanted
    assert not table.gaps


def test_an_undefined_score_is_a_gap(tmp_path: Path) -> None:
    first, *others = RESULTS.rows
    gap = replace(first, score=Score(Ratio(0, 0), Ratio(0, 0)))
    replace(RESULTS, rows=[gap, *others], undefined="null").write_parquet(tmp_path / "a.parquet")
    table = read_scores([tmp_path / "a.parquet"])
    assert list(table.gaps) == [(f"date.{part}", first.system, first.topic) for part in ("precision", "recall", "f")]
    assert table.gaps["date.f", first.system, first.topic] == f"{tmp_path / 'a.parquet'}: row 1"


def test_a_metric_has_the_columns_in_which_it_has_numbers(tmp_path: Path) -> None:
    columns: dict[str, list[Any]] = {
        "system": ["a", "a"],
        "topic": ["t", "t"],
        "metric": ["m", "n"],
        "f": [None, 0.5],
        "value": [0.25, None],
    }
    table = read_scores([written(tmp_path / "a.parquet", columns)])
    assert table.scores == {("m", "a", "t"): 0.25, ("n.f", "a", "t"): 0.5}
    assert not table.gaps


def test_topics_of_a_comparison_are_a_table_of_scores(tmp_path: Path) -> None:
    found = cliometer.compare(RUNS, GOLD, ["date"], resamples=100)
    found.write_parquet(tmp_path / "a.parquet", "topics")
    table = read_scores([tmp_path / "a.parquet"])
    assert table.scores["date", "good", "alps"] == found["date"]["good"].topics["alps"]


def test_a_table_of_others_may_have_a_column_a_metric_and_numbered_topics(tmp_path: Path) -> None:
    path = written(tmp_path / "a.parquet", {"Model": ["a", "b"], "doc": [1, 2], "bert": [0.5, None]})
    table = read_scores([path])
    assert table.scores == {("bert", "a", "1"): 0.5}
    assert list(table.gaps) == [("bert", "b", "2")]


def test_columns_may_be_systems(tmp_path: Path) -> None:
    path = written(tmp_path / "bert.parquet", {"topic": ["t"], "a": [0.5], "b": [1]})
    assert read_scores([path], system_columns=True).scores == {("bert", "a", "t"): 0.5, ("bert", "b", "t"): 1}
