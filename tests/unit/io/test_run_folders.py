"""Which runs are meant by a folder of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.io.folders import each_run, runs_in

EXTRACTS = '{"format": "cliometer-extracts", "version": 1, "extracts": []}'
TOPICS = ("storm", "flood")


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """As `cliometer summarise` writes them."""
    for system in ("a", "b_threshold=0.4"):
        (tmp_path / system).mkdir()
        (tmp_path / system / "storm.txt").write_text("Storm nears")
        (tmp_path / f"{system}.json").write_text(EXTRACTS)
    return tmp_path


def test_each_folder_with_a_file_named_after_a_topic_is_a_run(runs: Path) -> None:
    (runs / "figures").mkdir()
    (runs / "figures" / "chart.txt").write_text("x")
    assert runs_in(runs, TOPICS) == [runs / "a", runs / "b_threshold=0.4"]
    _, (note,) = each_run([runs], TOPICS)
    assert note == f"{runs}: read as a folder of runs: a and b_threshold=0.4; skipped: figures"


def test_extracts_that_stand_alone_are_a_run(runs: Path) -> None:
    (runs / "c.json").write_text(EXTRACTS)
    assert runs_in(runs, TOPICS)[-1] == runs / "c.json"


def test_a_folder_with_something_named_after_a_topic_is_itself_a_run(runs: Path) -> None:
    (runs / "flood.txt").write_text("River floods")
    assert runs_in(runs, TOPICS) == [] and each_run([runs], TOPICS) == ([runs], ())


def test_topics_that_are_folders_make_no_folder_of_runs(tmp_path: Path) -> None:
    (tmp_path / "storm").mkdir()
    (tmp_path / "storm" / "flood.txt").write_text("x")
    assert runs_in(tmp_path, TOPICS) == []


def test_extracts_beside_a_folder_that_is_given_too_are_left_out_with_a_note(runs: Path) -> None:
    found, notes = each_run(sorted(runs.iterdir()), TOPICS)
    assert found == [runs / "a", runs / "b_threshold=0.4"]
    assert notes[0] == f"{runs / 'a.json'}: left out, its texts are read from {runs / 'a'}" and len(notes) == 2


def test_a_file_is_one_run(runs: Path) -> None:
    assert each_run([runs / "a.json"], TOPICS) == ([runs / "a.json"], ())
