"""Submissions to a shared task: every fault is named, and the valid ones are ranked in groups by their leaders."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cliometer
from benchmarks.tasks import FAULTS, LIMITS, make_task
from cliometer.engine.leaderboard import Leaderboard, SubmissionCheck
from tests.unit.cli.cliometer_command import DEMO
from tests.unit.cli.cliometer_command import cliometer as command

DAY = "2010-01-02\nOil spills.\n--------------------------------\n"


def lay(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture
def task(tmp_path: Path) -> Path:
    """Two topics, and a run that answers both."""
    gold = {f"gold/{topic}/{writer}.txt": DAY for topic in ("oil", "war") for writer in ("ann", "bob")}
    return lay(tmp_path, {**gold, "runs/good/oil.txt": DAY, "runs/good/war.txt": DAY.replace("Oil", "Blood")})


def faults(task: Path, **limits: Any) -> list[tuple[str, int | None, str]]:
    found = cliometer.check_submissions(task / "runs", task / "gold", **limits)
    return [(fault.file, fault.line, fault.rule) for fault in found.faults if fault.severity == "error"]


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    folder = tmp_path_factory.mktemp("task")
    return folder, make_task(folder, 40, len(FAULTS), 2)


def test_each_of_ten_faults_is_named_and_the_others_are_scored(broken: tuple[Path, dict[str, str]]) -> None:
    folder, expected = broken
    done = command("submissions", "rank", folder / "runs", "-r", folder / "gold", *LIMITS, "-m", "date", "--json")
    assert done.status == 0
    board = json.loads(done.out)
    errors = [fault for fault in board["check"]["faults"] if fault["severity"] == "error"]
    assert {fault["submission"]: fault["rule"] for fault in errors} == expected
    assert len(errors) == len(expected)
    assert all(fault["problem"] and fault["remedy"] for fault in errors)
    systems = board["comparison"]["comparisons"][0]["systems"]
    assert {one["system"] for one in systems} == set(board["check"]["submissions"]) - set(expected)


def test_only_checking_ends_with_status_1_where_a_run_is_not_valid(broken: tuple[Path, dict[str, str]]) -> None:
    folder, _ = broken
    done = command("submissions", "check", folder / "runs", "-r", folder / "gold", *LIMITS)
    assert done.status == 1
    assert "30 of 40 submissions are valid; 10 are not." in done.out


def test_valid_runs_end_with_status_0(task: Path) -> None:
    done = command("submissions", "check", task / "runs", "-r", task / "gold")
    assert (done.status, done.out) == (0, "1 of 1 submission is valid.\n")


def test_the_line_of_a_wrong_date_is_named(task: Path) -> None:
    lay(task, {"runs/bad/oil.txt": DAY + "May 27th\nMore.\n", "runs/bad/war.txt": DAY + DAY.replace("2010", "1810")})
    assert faults(task, first="1900-01-01") == [("bad/oil.txt", 4, "date"), ("bad/war.txt", 4, "date-range")]


def test_limits_may_come_from_the_references(task: Path) -> None:
    two = DAY.replace("Oil spills.", "Oil spills.\nA second sentence.")
    lay(task, {"runs/bad/oil.txt": two, "runs/bad/war.txt": DAY + DAY.replace("01-02", "01-03")})
    assert faults(task) == []
    assert faults(task, gold_limits=True) == [
        ("bad/oil.txt", 1, "sentences"), ("bad/war.txt", 4, "date-range"), ("bad/war.txt", None, "dates"),
    ]  # fmt: skip
    assert faults(task, gold_limits=True, sentences=2, dates=2, last="2011") == []


def test_runs_that_are_alike_but_for_files_that_cannot_be_read_are_no_duplicates(task: Path) -> None:
    lay(task, {"runs/a/oil.txt": "May 1st\nOne.\n", "runs/b/oil.txt": "May 1st\nTwo.\n"})
    lay(task, {f"runs/{name}/war.txt": DAY for name in "ab"})
    assert faults(task) == [("a/oil.txt", 1, "date"), ("b/oil.txt", 1, "date")]


def test_groups_have_leaders_and_letters_in_the_order_of_scores() -> None:
    board = cliometer.submissions(DEMO / "runs", DEMO / "references", ["align+m1"])
    rows = [(row["place"], row["group"], row["system"]) for row in board["leaderboard"]]
    assert rows == [(1, "a", "lead"), (2, "a", "mentions"), (3, "b", "random")]


def test_missing_topics_may_score_as_empty(task: Path) -> None:
    lay(task, {"runs/half/oil.txt": DAY})
    assert faults(task) == [("half", None, "topic-missing")]
    board = cliometer.submissions(task / "runs", task / "gold", ["date"], missing="zero")
    assert [row["system"] for row in board["leaderboard"]] == ["good", "half"]
    assert [fault.severity for fault in board.check.faults] == ["warning"]


def test_files_that_are_no_timelines_are_warned_of_and_the_topic_is_missing(task: Path) -> None:
    lay(task, {"runs/word/oil.docx": "PK", "runs/word/war.txt": DAY})
    found = cliometer.check_submissions(task / "runs", task / "gold").faults
    assert [(one.file, one.rule, one.severity) for one in found] == [
        ("word/oil.docx", "file", "warning"),
        ("word", "topic-missing", "error"),
    ]


def test_a_run_whose_dates_all_lie_elsewhere_is_warned_of(task: Path) -> None:
    lay(task, {"runs/far/oil.txt": DAY.replace("2010", "2001"), "runs/far/war.txt": DAY})
    (fault,) = cliometer.check_submissions(task / "runs", task / "gold").faults
    assert (fault.severity, fault.rule, fault.file) == ("warning", "date-range", "far/oil.txt")


def test_a_file_may_answer_all_topics(task: Path) -> None:
    own = [cliometer.Timeline({"2010-01-02": ["Oil."]}, name) for name in ("oil", "wars")]
    cliometer.write_timelines(task / "runs" / "whole.json", own)
    assert faults(task) == [("whole.json", None, "topic-missing"), ("whole.json", None, "topic-unknown")]


def test_two_runs_of_one_name_are_told_apart_by_their_endings(task: Path) -> None:
    own = [cliometer.Timeline({"2010-01-02": [name]}, name) for name in ("oil", "war")]
    cliometer.write_timelines(task / "runs" / "good.json", own)
    found = cliometer.check_submissions(task / "runs", task / "gold")
    assert (found.submissions, found.valid) == (["good", "good.json"], ["good"])
    assert [fault.rule for fault in found.faults] == ["name"]


def test_no_run_may_be_called_as_the_human_level_is(task: Path) -> None:
    lay(task, {"runs/writers/oil.txt": DAY, "runs/writers/war.txt": DAY})
    assert faults(task) == [("writers", None, "name")]


def test_a_run_for_each_reference_is_read_as_tasks(task: Path) -> None:
    files = {f"runs/each/{topic}/{writer}.txt": DAY for topic in ("oil", "war") for writer in ("ann", "bob")}
    lay(task, files)
    assert faults(task, per_reference=True) == []
    (task / "runs" / "each" / "war" / "bob.txt").unlink()
    assert faults(task, per_reference=True) == [("each", None, "topic-missing")]


def test_where_no_run_is_valid_nothing_is_scored(task: Path) -> None:
    (task / "runs" / "good" / "oil.txt").unlink()
    done = command("submissions", "rank", task / "runs", "-r", task / "gold")
    assert done.status == 2
    assert "topic-missing" in done.out
    assert "warning: 1 of 1 submission is not valid and not scored" in done.err


def test_the_board_of_the_demo_is_written_twice_with_the_same_bytes(tmp_path: Path) -> None:
    contents = []
    for _ in range(2):
        done = command(
            "submissions", "rank", DEMO / "runs", "-r", DEMO / "references", "-m", "date", "-o", tmp_path / "board"
        )
        assert done.status == 0
        contents.append({file.name: file.read_bytes() for file in sorted((tmp_path / "board").iterdir())})
    assert contents[0] == contents[1]
    assert list(contents[0]) == ["faults.csv", "leaderboard.csv", "leaderboard.html", "topics.csv"]
    assert b"Groups have leaders" in contents[0]["leaderboard.html"]
    assert str(DEMO).encode() not in contents[0]["leaderboard.html"]
    assert contents[0]["leaderboard.csv"].startswith(b"place,group,system,metric,score,")


def test_files_of_others_are_not_replaced(tmp_path: Path) -> None:
    lay(tmp_path, {"topics.csv": "mine"})
    words = ("submissions", "rank", DEMO / "runs", "-r", DEMO / "references", "-m", "date", "-o", tmp_path)
    done = command(*words)
    assert (done.status, "topics.csv: exists already" in done.err) == (2, True)
    assert [file.name for file in tmp_path.iterdir()] == ["topics.csv"]
    assert command(*words, "--force").status == 0


def test_a_second_leaderboard_finds_its_scores_in_the_cache(tmp_path: Path) -> None:
    boards = [
        cliometer.submissions(DEMO / "runs", DEMO / "references", ["date"], cache=tmp_path / "kept").to_dict()
        for _ in range(2)
    ]
    assert boards[0] == boards[1] == cliometer.submissions(DEMO / "runs", DEMO / "references", ["date"]).to_dict()
    words = (
        "submissions", "rank", DEMO / "runs", "-r", DEMO / "references", "-m", "date", "--cache",
        tmp_path / "kept",
    )  # fmt: skip
    assert f"note: {tmp_path / 'kept'}: found " in command(*words).err


INTERRUPTED = """
import sys, time
from cliometer.engine import evaluation
inner = evaluation.scores_of_block
def slow(evaluation, block):
    time.sleep(0.3)
    return inner(evaluation, block)
evaluation.scores_of_block = slow
from cliometer.cli.main import main
main(sys.argv[1:], sys.stdout, sys.stderr)
"""


def test_a_leaderboard_that_is_killed_goes_on_with_the_scores_it_had(tmp_path: Path) -> None:
    words = [*("submissions", "rank", DEMO / "runs", "-r", DEMO / "references", "-m", "date", "--csv"), "--cache"]
    line = [sys.executable, "-c", INTERRUPTED, *map(str, words), str(tmp_path / "kept")]
    first = subprocess.Popen(line, env={**os.environ, "PYTHONPATH": str(DEMO.parents[1])})
    try:
        deadline, scored = time.monotonic() + 30, 0
        while scored < 3 and time.monotonic() < deadline:
            time.sleep(0.02)
            scored, _ = _kept(tmp_path / "kept" / "scores.sqlite")
    finally:
        first.kill()
        first.wait()
    before, _ = _kept(tmp_path / "kept" / "scores.sqlite")
    again, whole = command(*words, tmp_path / "kept"), command(*words, tmp_path / "other")
    after = _kept(tmp_path / "kept" / "scores.sqlite")
    assert again.out == whole.out and first.returncode == -9
    assert 0 < before < after[0] and after == _kept(tmp_path / "other" / "scores.sqlite")
    assert f"found the scores of {before} of " in again.err


def _kept(file: Path) -> tuple[int, list[bytes]]:
    """The entries that a cache has, and their keys."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
            keys = [key for (key,) in connection.execute("SELECT key FROM scores ORDER BY key")]
    except sqlite3.OperationalError:  # it is not there yet
        keys = []
    return len(keys), keys


def test_documents_are_read_back() -> None:
    board = cliometer.submissions(DEMO / "runs", DEMO / "references", ["date"], dates=14)
    assert Leaderboard.from_dict(board.to_dict()).to_dict() == board.to_dict()
    assert SubmissionCheck.from_dict(board.check.to_dict()) == board.check
    assert len(board.check.valid) < 3


def test_an_empty_file_counts_as_a_missing_one(task: Path) -> None:
    lay(task, {"runs/half/oil.txt": DAY, "runs/half/war.txt": "\n", "runs/none/oil.txt": "", "runs/none/war.txt": ""})
    assert faults(task, missing="zero") == [("none", None, "empty")]
    board = cliometer.submissions(task / "runs", task / "gold", ["date"], missing="zero")
    assert [row["system"] for row in board["leaderboard"]] == ["good", "half"]
    assert "the timeline of war is empty, which is scored as empty" in [fault.problem for fault in board.check.faults]


def test_faults_are_told_in_whole_sentences(task: Path) -> None:
    (task / "one" / "bare").mkdir(parents=True)
    shown = command("submissions", "check", task / "one", "-r", task / "gold").out
    assert "0 of 1 submission is valid; 1 is not." in shown
    assert "send a folder RUN/<topic>.txt" in shown
    lay(task, {"runs/typo/oil.txt": DAY, "runs/typo/warr.txt": DAY})
    found = cliometer.check_submissions(task / "runs", task / "gold").faults
    assert "warr is no topic of the task (did you mean war?)" in [fault.problem for fault in found]


def test_the_page_says_why_a_lower_place_can_be_in_a_better_group() -> None:
    board = cliometer.submissions(DEMO / "runs", DEMO / "references", ["align+m1"])
    assert board.comparison is not None
    assert "need not follow" not in str(board)
    first = board.comparison.standings[0]
    swapped = [replace(one, letters=group) for one, group in zip(first.systems, "aba", strict=True)]
    crossed = replace(board, comparison=replace(board.comparison, standings=[replace(first, systems=swapped)]))
    said = " ".join(str(crossed).split())
    assert "mentions (place 2, group b) stands above random (place 3, group a)" in said
    assert re.search(r'"of writers" divides these scores, .*: for lead, 0\.\d{4} / 0\.\d{4} = 0\.832\.', said)


def test_the_page_has_short_names_for_what_is_folded(tmp_path: Path) -> None:
    cliometer.submissions(DEMO / "runs", DEMO / "references", ["align+m1", "date"], output=tmp_path / "board")
    page = (tmp_path / "board" / "leaderboard.html").read_text("utf-8")
    names = re.findall("<summary>(.*?)</summary>", page)
    assert "Table: the best systems by each metric" in names
    assert all(0 < len(name) < 60 for name in names)
    assert "<caption></caption>" not in page
