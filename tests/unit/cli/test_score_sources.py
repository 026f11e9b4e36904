"""`cliometer score` and `compare` on what `summarise` writes, on texts, and on a corpus."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.cliometer_command import DEMO, Finished, cliometer

POSTS = DEMO / "posts"


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    folder = tmp_path / "RUNS"
    assert cliometer("summarise", POSTS, "-s", "lead", "-s", "longest", "-k", "3", "-o", folder).status == 0
    return folder


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """Two topics of plain texts, and a run on them."""
    for name, text in {
        "sources/storm/a.txt": "Storm nears the coast, houses were destroyed.",
        "sources/storm/b.txt": "Storm surge floods Miami.",
        "sources/flood/a.txt": "River floods Prague, people rescued.",
        "run/storm.txt": "Storm hits coast",
        "run/flood.txt": "River floods",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def means(found: Finished) -> dict[str, Any]:
    """Values by system; the command must have been done."""
    assert found.status == 0, found.err
    return {mean["system"]: mean["value"] for mean in json.loads(found.out)["means"]}


def refused(*words: object) -> str:
    found = cliometer(*words)
    assert (found.status, found.out) == (2, "")
    (line,) = found.err.splitlines()
    return line


def test_a_folder_of_runs_all_that_is_in_it_and_its_extracts_score_alike(runs: Path) -> None:
    names = [path.name for path in sorted(runs.iterdir()) if path.is_dir()]
    one_by_one = {name: means(cliometer("score", runs / name, POSTS, "-m", "jsd", "--json"))[name] for name in names}
    ways: dict[str, list[Any]] = {
        "the folder": [runs, POSTS],
        "all in it": [*sorted(runs.iterdir()), POSTS],
        "the extracts": [*sorted(runs.glob("*.json")), POSTS],
        "with -r": [*sorted(runs.iterdir()), "-r", POSTS],
    }
    assert len(names) == 2
    for way, paths in ways.items():
        assert means(cliometer("score", *paths, "-m", "jsd", "--json")) == one_by_one, way


def test_one_file_of_extracts_is_a_run(runs: Path) -> None:
    file = sorted(runs.glob("*.json"))[0]
    assert list(means(cliometer("score", file, POSTS, "-m", "jsd", "--json"))) == [file.stem]


def test_a_folder_of_runs_is_compared(runs: Path) -> None:
    found = cliometer("compare", runs, "-r", POSTS, "-m", "jsd")
    assert found.status == 0 and "read as a folder of runs" in found.err
    assert all(path.stem in found.out for path in runs.glob("*.json"))


def test_extracts_on_other_topics_are_told(runs: Path, texts: Path) -> None:
    line = refused("score", sorted(runs.glob("*.json"))[0], texts / "sources", "-m", "jsd")
    assert "answers ever-given and notre-dame, none of them a topic of" in line and "(flood and storm)" in line


def test_a_metric_of_references_is_not_told_of_sources(texts: Path) -> None:
    assert "metric of sources" not in refused("score", texts / "run", texts / "sources", "-m", "date")


def test_sources_given_as_a_run_are_told_the_order(texts: Path) -> None:
    line = refused("score", POSTS, texts / "run")
    assert line.endswith("the first path holds sources: if the two were swapped, write RUN SOURCES")


def test_the_texts_of_a_folder_are_one_topic_for_a_single_summary(texts: Path) -> None:
    topic = texts / "sources" / "storm"
    found = cliometer("score", texts / "run" / "storm.txt", topic, "-m", "jsd", "--json")
    files = cliometer("score", texts / "run" / "storm.txt", topic / "a.txt", topic / "b.txt", "-m", "jsd", "--json")
    assert means(found) == means(files)
    assert any("its texts (2) were read as the documents of one topic" in x for x in json.loads(found.out)["notes"])


def test_extracts_on_two_topics_against_the_sources_of_one_are_matched_by_topic(runs: Path) -> None:
    file = sorted(runs.glob("*.json"))[0]
    found = cliometer("score", file, POSTS / "ever-given.jsonl", "-m", "jsd", "--extra", "skip", "--json")
    assert [score["topic"] for score in json.loads(found.out)["scores"]] == ["ever-given"]
