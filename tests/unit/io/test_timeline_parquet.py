"""Timelines in Parquet: read in slices, whatever the row groups, and written from folders of runs."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from cliometer import Timeline, read_references, read_timelines, write_timelines
from cliometer.errors import FormatError, InputError, UsageError
from cliometer.io import convert
from cliometer.io.timeline_parquet import AnswerRow, TimelineParquet, read_parquet_runs, write_parquet_runs

pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

FIRST = Timeline({"2010-05-26": ["Oil spills.", "It burns."], "2010-06": ["It goes on."]})
SECOND = Timeline({"2010-05-27": ["BP gives up."]})
ANSWERS: list[AnswerRow] = [("a", "oil", FIRST), ("b", "oil", SECOND), ("a", "war", SECOND), ("b", "war", FIRST)]


def table(
    path: Path, *rows: tuple[object, ...], names: tuple[str, ...] = ("system", "topic", "date", "sentence")
) -> Path:
    parquet.write_table(
        pyarrow.table({name: list(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)}), path
    )
    return path


def test_a_folder_of_files_is_one_table_and_the_mark_of_spark_is_passed_over(tmp_path: Path) -> None:
    for number, answer in enumerate(ANSWERS):
        write_parquet_runs(tmp_path / f"part-{number}.parquet", [answer])
    (tmp_path / "_SUCCESS").touch()
    assert read_parquet_runs(tmp_path) == {"a": {"oil": FIRST, "war": SECOND}, "b": {"oil": SECOND, "war": FIRST}}


def test_dates_may_be_dates_times_or_years_and_columns_other_names(tmp_path: Path) -> None:
    for date in ("2010-05-27", datetime.date(2010, 5, 27), datetime.datetime(2010, 5, 27, 10)):
        path = table(
            tmp_path / "a.parquet", ("a", "oil", date, "BP gives up."), names=("model", "topic", "date", "text")
        )
        assert read_parquet_runs(path) == {"a": {"oil": SECOND}}


def test_columns_are_named_as_for_other_tables(tmp_path: Path) -> None:
    path = table(tmp_path / "a.parquet", ("2010-05-27", "BP gives up."), names=("when", "said"))
    with pytest.raises(
        FormatError, match=r"found \"when\" and \"said\"; if the date has another name.*--columns date=COLUMN"
    ):
        read_timelines(path)
    assert read_timelines(path, columns="date=when,sentence=said").timelines == (SECOND,)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([("a", "oil", "May 27th", "x")], r'a.parquet:1: expected a date such as 2010-05-27, found "May 27th"'),
        ([("a", "oil", "2010", "x"), (None, "oil", "2010", "x")], "row 2|parquet:2: expected the names of a system"),
        ([("a", "oil", "2010", "x"), ("b", "oil", "2010", "x"), ("a", "oil", "2011", "x")], "of a on oil stand in two"),
    ],
)
def test_a_wrong_row_is_named(tmp_path: Path, rows: list[tuple[object, ...]], message: str) -> None:
    path = table(tmp_path / "a.parquet", *rows)
    with pytest.raises(FormatError, match=message):
        list(TimelineParquet(path).pairs())
        read_parquet_runs(path)


def test_half_a_file_is_refused_in_one_line(tmp_path: Path) -> None:
    write_parquet_runs(tmp_path / "a.parquet", ANSWERS)
    (tmp_path / "b.parquet").write_bytes((tmp_path / "a.parquet").read_bytes()[:-20])
    with pytest.raises(FormatError, match=r"b.parquet: not a whole Parquet file: .*; write it again$"):
        read_timelines(tmp_path / "b.parquet")


def test_a_file_is_converted_to_parquet_and_back_with_its_names(tmp_path: Path) -> None:
    several = [FIRST.named("The spill"), SECOND.named("The end")]
    write_timelines(tmp_path / "a.json", several)
    convert(tmp_path / "a.json", tmp_path / "a.parquet")
    reading = read_timelines(tmp_path / "a.parquet")
    assert (reading.format, reading.timelines) == ("parquet", tuple(several))
    assert [timeline.name for timeline in reading.timelines] == ["The spill", "The end"]
    assert "timeline,date,sentence\nThe spill,2010-05-26,Oil spills." in convert(tmp_path / "a.parquet", to="csv")[0]


def test_what_parquet_cannot_hold_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="1: a Parquet file cannot hold a timeline without days; choose json"):
        write_timelines(tmp_path / "a.parquet", [Timeline()])
    with pytest.raises(UsageError, match=r"name the file: -o FILE.parquet"):
        convert(tmp_path, tmp_path, to="parquet")
    assert list(tmp_path.iterdir()) == []


def test_folders_of_runs_become_one_table_sorted_by_topic(tmp_path: Path) -> None:
    for system, topic, timeline in ANSWERS:
        (tmp_path / "runs" / system).mkdir(parents=True, exist_ok=True)
        write_timelines(tmp_path / "runs" / system / f"{topic}.json", [timeline])
    convert(tmp_path / "runs", tmp_path / "a.parquet")
    assert list(TimelineParquet(tmp_path / "a.parquet").answers()) == ANSWERS


def test_references_may_stand_in_a_table_too(tmp_path: Path) -> None:
    write_parquet_runs(tmp_path / "gold.parquet", ANSWERS)
    gold = read_references(tmp_path / "gold.parquet")
    assert {topic: [timeline.name for timeline in own] for topic, own in gold.items()} == {
        "oil": ["a", "b"],
        "war": ["a", "b"],
    }
