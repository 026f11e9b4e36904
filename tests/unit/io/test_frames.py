"""Results as data frames and Parquet files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cliometer
from cliometer.court.trials import try_metrics
from cliometer.court.votes.tally import tally
from cliometer.engine.results import Results
from cliometer.io.frames import Records, TabularResult
from cliometer.model.judgements import Ballot, Poll
from cliometer.model.score import Ratio, Score
from tests.compared import benchmark

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
parquet = pytest.importorskip("pyarrow.parquet")
RUNS, GOLD = benchmark()
RESULTS = cliometer.score(RUNS, GOLD, ["date", "rouge1"])


class Made(TabularResult):
    """A result with a column of each type, of which none has a value in the second row."""

    def frames(self) -> Mapping[str, Records]:
        columns = {"word": str, "number": float, "count": int, "flag": bool}
        return {"first": Records(columns, [ROW, {}]), "second": Records({"word": str}, [])}


ROW: dict[str, Any] = {"word": "ü\n\"'", "number": 0.1 + 0.2, "count": 2**53 + 1, "flag": True}


def undefined() -> Results:
    """Results whose first score has no value."""
    first, *others = RESULTS.rows
    return replace(RESULTS, rows=[replace(first, score=Score(Ratio(0, 0), Ratio(0, 0))), *others], undefined="null")


def test_parquet_gives_back_every_cell(tmp_path: Path) -> None:
    Made().write_parquet(tmp_path / "a.parquet")
    assert parquet.read_table(tmp_path / "a.parquet").to_pylist() == [ROW, dict.fromkeys(ROW)]


def test_pandas_and_polars_read_the_file_alike(tmp_path: Path) -> None:
    RESULTS.write_parquet(tmp_path / "a.parquet")
    assert polars.read_parquet(tmp_path / "a.parquet").equals(RESULTS.to_polars())
    assert pandas.read_parquet(tmp_path / "a.parquet")["f"].tolist() == RESULTS.to_pandas()["f"].tolist()


def test_columns_keep_their_type_without_any_row() -> None:
    frame = Made().to_polars("second")
    assert (frame.schema["word"], len(frame)) == (polars.String, 0)
    assert str(Made().to_pandas("second")["word"].dtype) == "string"


def test_the_file_carries_the_signature(tmp_path: Path) -> None:
    RESULTS.write_parquet(tmp_path / "a.parquet")
    notes = parquet.read_schema(tmp_path / "a.parquet").metadata
    assert notes[b"cliometer.signature"].decode() == str(RESULTS.signature)


def test_a_court_has_a_row_for_every_trial_and_metric() -> None:
    findings = try_metrics({"a": RUNS["good"]["alps"]}, ["date"], ["shift(days=1)"])
    (row,) = findings.to_polars().to_dicts()
    first = findings.rows[0]
    assert (row["trial"], row["delta_f"], row["verdict"]) == (first.trial, first.delta_f, str(first.verdict))
    assert first.accuracy is None and (row["accuracy"], row["accuracy_low"]) == (None, None)
    assert findings.to_polars("metrics").to_dicts()[0]["kind"] == "tolerance"


def test_a_tally_has_pairs_and_the_place_of_every_system_by_every_rule() -> None:
    ballots = (Ballot((("c",), ("h", "s")), 13), Ballot((("h",), ("c",), ("s",)), 9))
    found = tally(Poll("made", ballots=ballots), ["copeland"], resamples=100)
    assert found.to_polars().to_dicts() == [vars(pair) for pair in found.pairs]
    places = {row["system"]: row["place"] for row in found.to_polars("rankings").to_dicts()}
    order = found.rankings["copeland"].order
    assert order is not None and [name for group in order for name in group] == sorted(places, key=places.get)  # type: ignore[arg-type]


def test_systems_that_tie_share_a_place_and_the_next_is_after_both() -> None:
    ballots = (Ballot((("a",), ("b",), ("c",)), 1), Ballot((("b",), ("a",), ("c",)), 1))
    ranking = tally(Poll("made", ballots=ballots), ["borda"], resamples=100).rankings["borda"]
    assert [row.place for row in ranking.places] == [1, 1, 3]
