"""Timelines that are scored where they are read: the document is the one that reading everything first gives."""

from __future__ import annotations

import gzip
import os
import pickle
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cliometer.engine.evaluation import Allowance
from cliometer.engine.file_evaluation import FileEvaluation
from cliometer.engine.score_cache import FileAnswer, ScoreCache
from cliometer.errors import CliometerError, InputError
from cliometer.io.input_form import input_form
from cliometer.model.backend import Serial, using_backend

DAY = "2010-05-26\nOil spills.\nIt burns.\n--------------------------------\n"
LATER = "2010-06-01\nThe leak goes on.\n--------------------------------\n"


class Elsewhere(Serial):
    """Two workers that get pieces as bytes, and whose machine has no folder of runs."""

    jobs: int = 2
    shares_files: bool = False

    def __init__(self, runs: Path) -> None:
        self._runs = runs

    def map(
        self, function: Callable[..., Any], pieces: Iterable[Any], shared: Any = None, label: Callable[[Any], str] = str
    ) -> Iterator[Any]:
        sent = [pickle.dumps((function, shared, piece)) for piece in pieces]
        away = self._runs.rename(self._runs.with_name("away"))
        try:
            for function, shared, piece in map(pickle.loads, sent):
                yield pickle.loads(pickle.dumps(function(piece) if shared is None else function(shared, piece)))
        finally:
            away.rename(self._runs)


@pytest.fixture
def campaign(tmp_path: Path) -> FileEvaluation:
    """Three runs on two topics: one packed, one with a day twice, one that lacks a topic and has another file."""
    texts = {
        "gold/oil/a": DAY, "gold/oil/b": LATER, "gold/end/a": DAY + LATER,
        "runs/one/oil": DAY, "runs/one/end": LATER,
        "runs/two/oil": DAY + DAY, "runs/two/end": "",
        "runs/six/oil": LATER,
    }  # fmt: skip
    for name, text in texts.items():
        path = tmp_path / f"{name}.txt"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (tmp_path / "runs" / "one" / "end.txt").unlink()
    (tmp_path / "runs" / "one" / "end.txt.gz").write_bytes(gzip.compress(LATER.encode()))
    (tmp_path / "runs" / "six" / "notes.pdf").touch()
    runs = [tmp_path / "runs" / name for name in ("one", "two", "six")]
    return FileEvaluation(runs, [tmp_path / "gold"], ["date", "concat"], allow=Allowance("zero"))


def alone(files: FileEvaluation) -> dict[str, object]:
    """The document of one process without a cache."""
    return replace(files, cache=None).run().to_dict()


def refuse(*_: Any, **__: Any) -> Any:
    raise AssertionError("all was read before anything was scored")


def test_the_only_topic_is_answered_by_a_single_file(campaign: FileEvaluation, monkeypatch: pytest.MonkeyPatch) -> None:
    systems, references = [campaign.systems[1] / "oil.txt"], [campaign.references[0] / "end" / "a.txt"]
    files = replace(campaign, systems=systems, references=references)
    expected = alone(files)
    monkeypatch.setattr(FileEvaluation, "read", refuse)
    with using_backend(Elsewhere(campaign.systems[0].parent)):
        assert files.run().to_dict() == expected


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_first_fault_is_told_whoever_meets_it(
    campaign: FileEvaluation, jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (campaign.systems[2] / "oil.txt").write_text("no date\n", "utf-8")
    files = replace(campaign, allow=Allowance(), cache=ScoreCache.open(tmp_path / "kept"))
    with pytest.raises(CliometerError) as first:
        alone(files)
    monkeypatch.setattr(FileEvaluation, "read", refuse)
    backend = Elsewhere(campaign.systems[0].parent) if jobs > 1 else Serial()
    with using_backend(backend), pytest.raises(CliometerError) as second:
        files.run()
    assert str(first.value) == str(second.value)
    assert "six/oil.txt" in str(first.value)


def test_of_faults_in_two_topics_the_one_of_the_first_run_is_told(
    campaign: FileEvaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in (campaign.systems[0] / "oil.txt", campaign.systems[1] / "end.txt"):
        path.write_text("no date\n", "utf-8")
    monkeypatch.setattr(FileEvaluation, "read", refuse)
    with using_backend(Elsewhere(campaign.systems[0].parent)), pytest.raises(InputError, match=r"one/oil\.txt"):
        campaign.run()


def read(cache: ScoreCache, file: Path) -> FileAnswer:
    """What the cache answers of a file that can be read."""
    answer = cache.answers([file], "last", {})[file]
    assert isinstance(answer, FileAnswer)
    return answer


def settled(monkeypatch: pytest.MonkeyPatch, seconds: float = 3) -> None:
    """Let so many seconds pass since the last change of any file."""
    now = time.time_ns() + int(seconds * 1e9)
    monkeypatch.setattr("cliometer.engine.score_cache.time.time_ns", lambda: now)


def test_files_whose_states_are_alike_are_told_apart_by_their_paths(
    campaign: FileEvaluation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, files = ScoreCache.open(tmp_path / "kept"), [campaign.systems[place] / "oil.txt" for place in (0, 2)]
    settled(monkeypatch)
    state = os.stat(files[0])
    for way in ("stat", "fstat"):  # inodes that a mount makes up are handed out again by the next one
        monkeypatch.setattr(os, way, lambda *_, **__: state)
    digests = [read(kept, file).digest for file in files]
    assert digests[0] != digests[1]


def rows(folder: Path) -> int:
    """How many rows a cache holds beside those of scores."""
    with closing(sqlite3.connect(folder / "scores.sqlite")) as cache:
        tables = [name for (name,) in cache.execute("SELECT name FROM sqlite_master") if name != "scores"]
        return sum(int(cache.execute(f"SELECT count(*) FROM {table}").fetchone()[0]) for table in tables)


def test_a_cache_that_knew_files_without_their_paths_is_emptied_of_them(
    campaign: FileEvaluation, tmp_path: Path
) -> None:
    (tmp_path / "kept").mkdir()
    with closing(sqlite3.connect(tmp_path / "kept" / "scores.sqlite")) as cache, cache:
        cache.execute("CREATE TABLE files (key BLOB PRIMARY KEY, entry TEXT, digest BLOB) WITHOUT ROWID")
        cache.execute("INSERT INTO files VALUES (x'00', '[]', x'00')")
    kept = ScoreCache.open(tmp_path / "kept")
    assert rows(tmp_path / "kept") == 0
    assert replace(campaign, cache=kept).run().to_dict() == alone(campaign)


def test_a_metric_that_is_new_reads_the_files_again(campaign: FileEvaluation, tmp_path: Path) -> None:
    replace(campaign, cache=ScoreCache.open(tmp_path / "kept")).run()
    wider = replace(campaign, metrics=["date", "align+m1"])
    assert replace(wider, cache=ScoreCache.open(tmp_path / "kept")).run().to_dict() == alone(wider)


def test_how_files_are_written_is_part_of_what_is_known_of_them(campaign: FileEvaluation, tmp_path: Path) -> None:
    for run in campaign.systems:
        (run / "oil.txt").write_text(DAY.replace("2010-05-26", "01/06/2010"), "utf-8")
    for spelled in ("dd/mm/yyyy", "mm/dd/yyyy", "mm/dd/yyyy"):
        with input_form(date_format=spelled):
            expected = alone(campaign)
            assert replace(campaign, cache=ScoreCache.open(tmp_path / "kept")).run().to_dict() == expected


def test_a_file_that_changes_under_our_hands_is_refused(campaign: FileEvaluation, tmp_path: Path) -> None:
    file, cache = campaign.systems[0] / "oil.txt", ScoreCache.open(tmp_path / "kept")
    cache.answers([file], "last", {})
    answer = read(cache, file)
    file.write_text(LATER, "utf-8")
    with pytest.raises(InputError, match=r"oil\.txt: was changed while it was read; run the same command again"):
        answer.timeline  # noqa: B018
