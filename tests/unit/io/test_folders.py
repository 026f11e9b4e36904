"""Benchmarks and runs as folders, and which runs are meant by a folder of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import InputError
from cliometer.io import per_reference, read_references, read_run, write_timelines
from cliometer.io.folders import each_run, runs_in
from cliometer.model.timeline import ReferenceSet, Timeline

A, B, C = (Timeline({"2010-05-27": [sentence]}) for sentence in ("a", "b", "c"))


def put(path: Path, *timelines: Timeline) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_timelines(path, timelines)


def names(references: ReferenceSet) -> list[str]:
    return [timeline.name for timeline in references]


def test_a_reference_file_may_hold_several_timelines(tmp_path: Path) -> None:
    put(tmp_path / "bpoil" / "timelines.jsonl", A, B)
    references, _ = read_references(tmp_path)
    assert names(references["bpoil"]) == ["timelines-1", "timelines-2"]


def test_a_run_says_one_thing_on_a_topic(tmp_path: Path) -> None:
    put(tmp_path / "bpoil.jsonl", A, B)
    with pytest.raises(InputError, match=r"bpoil.jsonl: holds 2 timelines where one is expected"):
        read_run(tmp_path)


def test_each_reference_can_be_a_task_of_its_own() -> None:
    references = {"bpoil": ReferenceSet([A.named("bbc"), B.named("ap")]), "egypt": ReferenceSet([C, C])}
    assert per_reference(references) == {
        "bpoil/bbc": ReferenceSet(A),
        "bpoil/ap": ReferenceSet(B),
        "egypt/1": ReferenceSet(C),
        "egypt/2": ReferenceSet(C),
    }


def test_tasks_of_references_and_of_a_run_have_the_same_names(tmp_path: Path) -> None:
    put(tmp_path / "bpoil" / "bbc.txt", A)
    put(tmp_path / "bpoil" / "ap.txt", B)
    assert per_reference(read_references(tmp_path)[0]).keys() == read_run(tmp_path)[0].keys()


def test_what_is_skipped_is_named_and_hidden_files_are_not(tmp_path: Path) -> None:
    put(tmp_path / "bpoil" / "bbc.txt", A)
    (tmp_path / "bpoil" / "articles.tar.gz").touch()
    (tmp_path / "bpoil" / "deeper").mkdir()
    (tmp_path / "logs").mkdir()
    (tmp_path / ".git").mkdir()
    (tmp_path / ".hidden.txt").touch()
    (tmp_path / "README.md").touch()
    (tmp_path / "LICENSE").touch()
    (tmp_path / "questions.json").touch()
    _, notes = read_references(tmp_path)
    skipped = {Path(note.split(": ")[0]).name: note.split(": ")[1] for note in notes}
    assert skipped == {
        "articles.tar.gz": "skipped, its ending is none of .md, .markdown, .jsonl, .csv, .tsv, .json or .txt",
        "deeper": "skipped, a folder inside a topic's folder",
        "logs": "skipped, no timelines in this folder",
        "README.md": "skipped, it is about the data",
        "LICENSE": "skipped, it is about the data",
        "questions.json": "skipped, the topics here are folders",
    }


def test_a_folder_without_timelines_says_what_was_expected(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"holds no timelines; expected <topic>/<reference>.txt or <topic>.txt"):
        read_run(tmp_path)


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
