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


def test_a_folder_a_topic_and_a_file_a_reference(tmp_path: Path) -> None:
    put(tmp_path / "egypt" / "tl8.json", C)
    put(tmp_path / "bpoil" / "bbc.co.uk.txt", A)
    put(tmp_path / "bpoil" / "ap.md", B)
    references, notes = read_references(tmp_path)
    assert references == {"bpoil": ReferenceSet([B, A]), "egypt": ReferenceSet([C])}
    assert list(references) == ["bpoil", "egypt"]
    assert names(references["bpoil"]) == ["ap", "bbc.co.uk"]
    assert notes == ()


def test_a_file_a_topic_holds_all_its_references(tmp_path: Path) -> None:
    put(tmp_path / "bpoil.jsonl", A, B)
    put(tmp_path / "egypt.csv", A.named("bbc"), C.named("ap"))
    put(tmp_path / "libya.txt", C)
    references, _ = read_references(tmp_path)
    assert {topic: names(found) for topic, found in references.items()} == {
        "bpoil": ["bpoil-1", "bpoil-2"],
        "egypt": ["bbc", "ap"],
        "libya": ["libya"],
    }


def test_a_run_may_have_a_file_a_reference(tmp_path: Path) -> None:
    put(tmp_path / "bpoil" / "bbc.txt", A)
    put(tmp_path / "bpoil" / "bpoil.txt", B)
    put(tmp_path / "egypt" / "tl8.txt", C)
    assert read_run(tmp_path)[0] == {"bpoil/bbc": A, "bpoil/bpoil": B, "egypt/tl8": C}


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


@pytest.mark.parametrize("folder", ["", "bpoil"])
def test_the_same_name_under_two_endings_is_refused(tmp_path: Path, folder: str) -> None:
    put(tmp_path / folder / "bbc.txt", A)
    put(tmp_path / folder / "bbc.json", B)
    with pytest.raises(InputError, match=r"holds bbc 2 times, under different endings; keep one"):
        read_references(tmp_path)


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
