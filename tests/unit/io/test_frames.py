"""Results as data frames and Parquet files."""

from __future__ import annotations

import importlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Literal

import pytest

import cliometer
from cliometer.court.meta_evaluation.human_scores import AccuracyRow, agree
from cliometer.court.meta_evaluation.plan import MetaEvaluationPlan
from cliometer.court.trials import try_metrics
from cliometer.court.votes.tally import tally
from cliometer.engine.results import Results
from cliometer.engine.score_grid import ScoreColumn
from cliometer.errors import InputError, UsageError, remedy
from cliometer.io.frames import DocumentResult, Records, TabularResult, columns_of
from cliometer.model.judgements import Ballot, Poll, ScoreTable
from cliometer.model.score import Ratio, Score
from tests.compared import benchmark

pandas = pytest.importorskip("pandas")
polars = pytest.importorskip("polars")
parquet = pytest.importorskip("pyarrow.parquet")
RUNS, GOLD = benchmark()
RESULTS = cliometer.score(RUNS, GOLD, ["date", "rouge1"])
COMPARISON = cliometer.compare(RUNS, GOLD, ["date", "rouge1"], resamples=100)


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


def test_every_score_is_a_row_of_polars() -> None:
    frame = RESULTS.to_polars()
    beside = ["assessed", "undefined", "ties_dates", "chance"]
    assert frame.columns == ["system", "topic", "metric", "precision", "recall", "f", "value", *beside]
    wanted = [(row.system, row.topic, row.metric, *RESULTS.numbers(row).values()) for row in RESULTS.rows]
    assert [row[:6] for row in frame.rows()] == wanted
    assert {row[6:] for row in frame.rows()} == {(None,) * 5}


def test_pandas_has_the_same_cells() -> None:
    ours, theirs = RESULTS.to_pandas(), RESULTS.to_polars()
    assert list(ours.columns) == theirs.columns
    for name in ("system", "metric", "precision", "f"):
        assert ours[name].tolist() == theirs[name].to_list()
    assert ours["value"].isna().all() and ours["undefined"].isna().all()


def test_means_are_a_table_of_their_own() -> None:
    frame = RESULTS.to_polars("means")
    assert frame["f_of_means"].to_list() == [mean.f_of_means for mean in RESULTS.means()]
    assert "single" not in frame.columns


def test_what_is_undefined_is_null_beside_its_reason(tmp_path: Path) -> None:
    results = undefined()
    results.write_parquet(tmp_path / "a.parquet")
    first = parquet.read_table(tmp_path / "a.parquet").to_pylist()[0]
    assert (first["precision"], first["recall"], first["f"], first["value"]) == (None, None, None, None)
    assert first["undefined"] == results.rows[0].score.undefined


def test_parquet_gives_back_every_cell(tmp_path: Path) -> None:
    Made().write_parquet(tmp_path / "a.parquet")
    assert parquet.read_table(tmp_path / "a.parquet").to_pylist() == [ROW, dict.fromkeys(ROW)]


def test_pandas_and_polars_read_the_file_alike(tmp_path: Path) -> None:
    RESULTS.write_parquet(tmp_path / "a.parquet")
    assert polars.read_parquet(tmp_path / "a.parquet").equals(RESULTS.to_polars())
    frame = pandas.read_parquet(tmp_path / "a.parquet")
    assert frame["f"].tolist() == RESULTS.to_pandas()["f"].tolist()


def test_columns_keep_their_type_without_any_row() -> None:
    frame = Made().to_polars("second")
    assert (frame.schema["word"], len(frame)) == (polars.String, 0)
    assert str(Made().to_pandas("second")["word"].dtype) == "string"


def test_columns_keep_their_type_where_rows_have_gaps() -> None:
    kinds = {name: str(kind) for name, kind in Made().to_pandas().dtypes.items()}
    assert kinds == {"word": "string", "number": "float64", "count": "Int64", "flag": "boolean"}
    assert Made().to_pandas()["count"][0] == ROW["count"]


def test_the_file_carries_the_signature(tmp_path: Path) -> None:
    RESULTS.write_parquet(tmp_path / "a.parquet")
    notes = parquet.read_schema(tmp_path / "a.parquet").metadata
    assert notes[b"cliometer.signature"].decode() == str(RESULTS.signature)


def test_the_same_results_give_the_same_bytes(tmp_path: Path) -> None:
    for name in "ab":
        RESULTS.write_parquet(tmp_path / name)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_file_that_exists_stays_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_text("mine")
    with pytest.raises(InputError, match="exists already"):
        RESULTS.write_parquet(path)
    assert path.read_text() == "mine"
    RESULTS.write_parquet(path, force=True)
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.parquet"]


def test_an_unknown_table_is_answered_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="unknown table 'mean'; did you mean means"):
        RESULTS.to_polars("mean")


@pytest.mark.parametrize(
    ("call", "name"),
    [
        (lambda path: RESULTS.to_pandas(), "pandas"),
        (lambda path: RESULTS.to_polars(), "polars"),
        (lambda path: RESULTS.write_parquet(path), "pyarrow"),
    ],
    ids=["pandas", "polars", "pyarrow"],
)
def test_a_library_that_is_not_there_is_named_with_the_remedy(
    call: Any, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def absent(module: str) -> None:
        raise ImportError(module)

    monkeypatch.setattr(importlib, "import_module", absent)
    with pytest.raises(UsageError, match=rf"^this needs {name}; {re.escape(remedy('frames'))}$"):
        call(tmp_path / "a.parquet")
    assert not list(tmp_path.iterdir())


def test_differences_are_the_usual_table_of_a_comparison() -> None:
    rows = COMPARISON.to_polars().to_dicts()
    assert rows == COMPARISON.to_polars("differences").to_dicts()
    wanted = [(found.metric, vars(one)) for found in COMPARISON.standings for one in found.differences]
    assert [(row.pop("metric"), row) for row in rows] == wanted


def test_systems_of_a_comparison_say_which_way_is_better() -> None:
    rows = COMPARISON.to_polars("systems").to_dicts()
    assert [row["system"] for row in rows[:3]] == [one.system for one in COMPARISON.standings[0].systems]
    assert {(row["side"], row["lower_is_better"]) for row in rows} == {("f", False)}


def test_every_system_stands_beside_the_writers() -> None:
    row = COMPARISON.to_polars("human-level").to_dicts()[0]
    human_level = COMPARISON.human_levels[0]
    assert (row["writers"], row["tasks"]) == (human_level.writers, human_level.tasks)
    assert COMPARISON.to_polars("writers").to_dicts()[0]["low"] == human_level.low
    assert (row["system"], row["quotient"]) == (human_level.systems[0].system, human_level.systems[0].quotient)


def test_topics_of_a_comparison_are_those_that_were_compared() -> None:
    rows = COMPARISON.to_polars("topics").rows()
    standing = COMPARISON.standings[0].systems[0]
    wanted = [("date", standing.system, topic, value) for topic, value in standing.topics.items()]
    assert rows[: len(wanted)] == wanted


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


def test_an_agreement_has_its_three_tables() -> None:
    cells = {(m, s, t): float(s * 3 + t + m) for m in (0, 1) for s in range(4) for t in range(3)}
    scores = {(str(m), str(s), str(t)): value for (m, s, t), value in cells.items()}
    table = ScoreTable(scores, {}, "made")
    found = agree([ScoreColumn("0", table, "0")], [ScoreColumn("1", table, "1")], MetaEvaluationPlan(resamples=100))
    assert found.to_polars().to_dicts() == [vars(row) for row in found.correlations]
    assert found.to_polars("accuracy").columns == list(columns_of(AccuracyRow))
    assert len(found.to_polars("differences")) == 0


def test_columns_are_the_flat_fields_of_a_dataclass() -> None:
    @dataclass
    class Kind:
        word: Literal["a", "b"]
        number: float | None
        several: list[str]
        count: int = 0

    assert columns_of(Kind) == {"word": str, "number": float, "count": int}


@dataclass(frozen=True)
class Span:
    value: float
    low: float


@dataclass(frozen=True)
class Row:
    name: str
    span: Span | None = None


@dataclass(frozen=True)
class Group:
    label: str
    rows: tuple[Row, ...]
    counts: Mapping[str, int]


@dataclass(frozen=True)
class Nested(DocumentResult):
    kind: ClassVar[str] = "nested"
    tables: ClassVar[Mapping[str, str]] = {
        "rows": "groups[label].rows", "counts": "groups.counts", "names": "names", "group": "first.rows"
    }  # fmt: skip
    groups: tuple[Group, ...]
    names: tuple[str, ...] = ()
    first: Group | None = None


def test_a_path_leads_to_records_and_a_record_inside_becomes_columns() -> None:
    found = Nested((Group("g", (Row("a", Span(0.5, 0.25)), Row("b")), {"n": 1}),), ("x",))
    rows = [("g", "a", 0.5, 0.25), ("g", "b", None, None)]
    assert (found.to_polars().columns, found.to_polars().rows()) == (["label", "name", "span", "span_low"], rows)
    assert found.to_polars("counts").to_dicts() == [{"count": "n", "value": 1}]
    assert found.to_polars("names").to_dicts() == [{"name": "x"}]
    assert found.to_polars("group").rows() == []
