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


def test_a_reference_file_may_hold_several_timelines(tmp_path: Path) -> None:
    put(tmp_path / "bpoil" / "timelines.jsonl", A, B)
    references, _ = read_references(tmp_path)
    assert names(references["bpoil"]) == ["timelines-1", "timelines-2"]


def test_a_single_file_is_a_topic_named_after_it(tmp_path: Path) -> None:
    put(tmp_path / "bpoil.txt", A)
    assert read_references(tmp_path / "bpoil.txt")[0] == {"bpoil": ReferenceSet(A)}
    assert read_run(str(tmp_path / "bpoil.txt"))[0] == {"bpoil": A}


def test_a_run_has_a_file_a_topic(tmp_path: Path) -> None:
    put(tmp_path / "egypt.json", B)
    put(tmp_path / "bpoil_bbc.txt", A)
    run, notes = read_run(tmp_path)
    assert run == {"bpoil_bbc": A, "egypt": B}
    assert [timeline.name for timeline in run.values()] == ["bpoil_bbc", "egypt"]
    assert notes == ()


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


def test_notes_of_the_files_are_passed_on(tmp_path: Path) -> None:
    (tmp_path / "bpoil.txt").write_text("2010-05-27\nfoo\n")
    note = f"{tmp_path / 'bpoil.txt'}:1: the last day has no separator after it; kept"
    assert read_references(tmp_path)[1] == read_run(tmp_path)[1] == (note,)


def test_the_rule_for_repeated_dates_is_passed_on(tmp_path: Path) -> None:
    (tmp_path / "bpoil.txt").write_text("2010-05-27\na\n-----\n2010-05-27\nb\n-----\n")
    assert read_run(tmp_path, "last")[0] == {"bpoil": B}
    with pytest.raises(InputError, match=r"appears again"):
        read_references(tmp_path, "error")


@pytest.mark.parametrize("folder", ["", "bpoil"])
def test_the_same_name_under_two_endings_is_refused(tmp_path: Path, folder: str) -> None:
    put(tmp_path / folder / "bbc.txt", A)
    put(tmp_path / folder / "bbc.json", B)
    with pytest.raises(InputError, match=r"holds bbc 2 times, under different endings; keep one"):
        read_references(tmp_path)


def test_a_folder_without_timelines_says_what_was_expected(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"holds no timelines; expected <topic>/<reference>.txt or <topic>.txt"):
        read_run(tmp_path)


def test_a_missing_folder_has_near_misses(tmp_path: Path) -> None:
    (tmp_path / "references").mkdir()
    with pytest.raises(InputError, match=r"does not exist; did you mean references\?"):
        read_references(tmp_path / "refrences")


def test_a_broken_file_is_an_error_and_not_skipped(tmp_path: Path) -> None:
    put(tmp_path / "bpoil" / "bbc.txt", A)
    (tmp_path / "bpoil" / "ap.txt").write_text("May 27th\n")
    with pytest.raises(InputError, match=r"ap.txt:1: expected a date"):
        read_references(tmp_path)


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
