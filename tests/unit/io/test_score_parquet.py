"""Tables of scores in Parquet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import cliometer
from cliometer.io.scores import read_scores
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


def test_a_table_of_others_may_have_a_column_a_metric_and_numbered_topics(tmp_path: Path) -> None:
    path = written(tmp_path / "a.parquet", {"Model": ["a", "b"], "doc": [1, 2], "bert": [0.5, None]})
    table = read_scores([path])
    assert table.scores == {("bert", "a", "1"): 0.5}
    assert list(table.gaps) == [("bert", "b", "2")]


def test_columns_may_be_systems(tmp_path: Path) -> None:
    path = written(tmp_path / "bert.parquet", {"topic": ["t"], "a": [0.5], "b": [1]})
    assert read_scores([path], system_columns=True).scores == {("bert", "a", "t"): 0.5, ("bert", "b", "t"): 1}
