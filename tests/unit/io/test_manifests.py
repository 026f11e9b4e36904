"""Manifests: a folder is compared with what is known, down to a byte; what is wrong in one is named with its place."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import cliometer
from cliometer.errors import CliometerError
from cliometer.io.manifests import data_label, known_manifests, read_manifests
from tests.unit.cli.cliometer_command import cliometer as command

FILES = {
    "gold/dam/herald.txt": "2019-04-15\nThe dam at Orveth breaks .\n--------------------------------\n",
    "gold/dam/times.txt": "2019-04-16\nA dam breaks .\n--------------------------------\n2019-04-16\nHelp comes .\n",
    "gold/mine/herald.txt": "2020-01-02\nMiners are freed .\n--------------------------------\n",
    "corpora/dam.jsonl": '{"id": "d-1", "date": "2019-04-15", "text": "The dam broke. Help came."}\n',
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A data set of our own, and its manifest beside it."""
    for name, text in FILES.items():
        file = tmp_path / "orveth" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (tmp_path / "mine.toml").write_text(cliometer.data(tmp_path / "orveth").manifest(), encoding="utf-8")
    return tmp_path / "orveth"


def known(home: Path, folder: Path | None = None) -> list[tuple[str, str, dict[str, tuple[str, ...]]]]:
    """State, part and differences of what is recognised with the manifest."""
    report = cliometer.data(folder or home, known=[home.parent / "mine.toml"])
    return [(each.state, each.part, dict(each.differences)) for each in report.data]


def test_every_known_data_set_has_a_command_that_names_its_folder() -> None:
    for manifest in known_manifests().values():
        assert manifest.facts.commands and all("{folder}" in command for command in manifest.facts.commands)


def test_a_copy_is_known_by_its_manifest_as_a_whole_and_in_part(home: Path) -> None:
    assert known(home) == [("complete", "", {})]
    assert known(home, home / "gold") == [("complete", "gold", {})]
    assert known(home, home.parent) == [("complete", "", {})]


def change(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


CHANGES: dict[str, tuple[Callable[[Path], object], dict[str, tuple[str, ...]]]] = {
    "a byte": (lambda home: change(home / "gold/dam/times.txt"), {"changed": ("gold/dam/times.txt",)}),
    "a file less": (lambda home: (home / "gold/dam/times.txt").unlink(), {"missing": ("gold/dam/times.txt",)}),
    "a file more": (lambda home: (home / "gold/dam/new.txt").write_text("2020"), {"extra": ("gold/dam/new.txt",)}),
    "a readme more": (lambda home: (home / "README.md").write_text("Mine."), {}),
    "all line breaks": (
        lambda home: [(home / name).write_bytes((home / name).read_bytes() + b"\r\n") for name in FILES],
        {"changed": tuple(sorted(FILES))},
    ),
}


@pytest.mark.parametrize("name", CHANGES)
def test_each_change_is_named(home: Path, name: str) -> None:
    act, differences = CHANGES[name]
    act(home)
    assert known(home) == [("changed" if differences else "complete", "", differences)]
    done = command("data", home, "--known", home.parent / "mine.toml")
    assert done.status == int(bool(differences)) and all(
        path in done.out for paths in differences.values() for path in paths
    )


def test_another_folder_with_some_of_the_names_is_not_taken_for_the_data(home: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    shutil.copytree(home / "gold/dam", other / "gold/dam")
    change(other / "gold/dam/herald.txt")
    change(other / "gold/dam/times.txt")
    assert known(home, other) == []
    done = command("data", other)
    assert done.status == 0 and "Not a known data set." in done.out


def test_parts_are_counted_and_a_repeated_date_is(home: Path) -> None:
    parts = {part.part: (part.holds, part.counts, part.first) for part in cliometer.data(home).parts}
    counts = {"topics": 2, "timelines": 3, "dates": 3, "repeated": 1, "sentences": 4}
    assert parts == {
        "gold": ("timelines", counts, "2019-04-15"),
        "corpora": ("articles", {"topics": 1, "articles": 1}, "2019-04-15"),
    }


@pytest.mark.parametrize(("count", "states"), [(235, ["layout"]), (230, ["layout"]), (150, [])])
def test_a_data_set_of_which_counts_are_known_is_recognised_by_its_layout(
    tmp_path: Path, count: int, states: list[str]
) -> None:
    for number in range(count):
        file = tmp_path / f"entity-{number // 5}" / str(number % 5) / "timelines.jsonl"
        file.parent.mkdir(parents=True)
        file.write_text("[]\n")
    report = cliometer.data(tmp_path)
    assert [(each.name, each.state) for each in report.data] == [("crest", state) for state in states]


MANIFESTS = (
    "",
    "files = 3",
    "[a]\ntittle = 'x'\nfiles = '1 0123456789abcdef x'",
    "[a]\nname = 'x'\nfiles = '1 0123456789abcdef x'",
    "[a]\nfiles = 'one'",
    "[a]\ntitle = 'x'",
    "[a]\nquirks = 'x'\nfiles = '1 0123456789abcdef x'",
    "[a\n",
)


@pytest.mark.parametrize("text", MANIFESTS)
def test_a_broken_manifest_is_one_line_with_its_place(tmp_path: Path, text: str) -> None:
    file = tmp_path / "broken.toml"
    file.write_text(text)
    with pytest.raises(CliometerError) as error:
        read_manifests(file)
    assert str(error.value).startswith(f"{file}:") and "\n" not in str(error.value)
    done = command("data", tmp_path, "--known", file)
    assert done.status == 2 and done.err.count("\n") == 1


def test_a_missing_an_empty_and_no_folder_are_refused(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file.txt").write_text("x")
    for name in ("nowhere", "empty", "file.txt"):
        done = command("data", tmp_path / name)
        assert done.status == 2 and done.err.startswith(f"cliometer: {tmp_path / name}: ") and done.err.count("\n") == 1


def test_the_label_of_made_up_gold_is_empty_so_that_signatures_stay(home: Path) -> None:
    assert data_label([home / "gold"]) == "" == data_label([home / "gold/dam/herald.txt"])


def test_a_benchmark_that_brings_its_manifest_is_named_in_signatures(home: Path) -> None:
    text = cliometer.data(home).manifest()
    (home / "cliometer-data.toml").write_text(text)
    assert cliometer.data(home).manifest() == text
    [known] = cliometer.data(home).data
    assert known.state == "complete" and data_label([home]) == known.label
    for path in ("gold", "gold/dam/herald.txt"):
        assert data_label([home / path]).startswith(f"{known.name}/{path.removesuffix('/herald.txt')}@")
    (home / "gold/dam/herald.txt").write_text("other")
    assert data_label([home]) == ""


def test_every_shipped_manifest_has_a_title_a_source_and_a_licence() -> None:
    lacking = [m.name for m in known_manifests().values() if not (m.facts.title and m.facts.source and m.facts.licence)]
    assert lacking == []
