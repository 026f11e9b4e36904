"""Notes and warnings go to standard error, as many of them as the user wants to see."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.cli.cliometer_command import DEMO, Finished, cliometer

REFERENCE = DEMO / "references" / "apollo-13" / "almanac.txt"


@pytest.fixture
def noted(tmp_path: Path) -> list[Path]:
    """Seven empty timelines, each of which is worth a note."""
    paths = [tmp_path / f"system-{number}.txt" for number in range(7)]
    for path in paths:
        path.write_text("", encoding="utf-8")
    return paths


def scored(paths: list[Path], *more: object) -> Finished:
    return cliometer("score", *paths, "-r", REFERENCE, "-m", "date", *more)


def test_many_notes_are_one_line(noted: list[Path]) -> None:
    empty = "system-0: the timeline for almanac is empty; it scores 0"
    assert scored(noted).err == f"note: {empty} (and 6 more like it; --verbose shows them)\n"


def test_verbose_shows_every_note(noted: list[Path]) -> None:
    found = scored(noted, "--verbose").err.splitlines()
    assert [line.startswith("note: ") for line in found] == [True] * 7


def test_a_few_notes_are_shown_without_being_asked_for(noted: list[Path]) -> None:
    assert scored(noted[:5]).err.count("note: ") == 5


def test_quiet_shows_no_note_and_the_same_scores(noted: list[Path]) -> None:
    quiet = scored(noted, "-q")
    assert (quiet.err, quiet.out) == ("", scored(noted).out)
    assert scored(noted, "-q", "--csv").err == ""


def test_a_quiet_command_still_tells_errors(tmp_path: Path) -> None:
    found = scored([tmp_path / "none.txt"], "--quiet")
    assert (found.status, found.err.count("\n")) == (2, 1)


def test_a_json_document_holds_all_notes_whatever_is_asked_for(noted: list[Path]) -> None:
    found = scored(noted, "--json", "-q")
    assert (len(json.loads(found.out)["notes"]), found.err) == (7, "")


def test_quiet_and_verbose_exclude_each_other(noted: list[Path]) -> None:
    assert "--quiet and --verbose exclude each other" in scored(noted, "-q", "-v").err


def test_a_failed_gate_is_told_by_a_quiet_command() -> None:
    runs = (DEMO / "runs" / "lead", DEMO / "runs" / "random")
    gate = ("--gate", "date.f >= 0.9", "--gate", "date.f >= 0", "--resamples", "100", "-q")
    found = cliometer("compare", *runs, "-r", DEMO / "references", "-m", "date", *gate)
    assert found.status == 1
    assert ("date.f >= 0.9" in found.err, "passed" in found.err) == (True, False)


def test_decisive_notes_on_facts_are_printed_among_many(tmp_path: Path) -> None:
    facts, runs = DEMO / "facts", sorted((DEMO / "facts" / "runs").glob("*.json"))
    stranger = tmp_path / "dogwood.json"
    stranger.write_text(runs[0].read_text("utf-8"), "utf-8")
    err = cliometer("score", *runs, stranger, "-r", facts, "--missing", "skip").err
    assert "note: no fact of dogwood is in the pool" in err
    assert "means over different topics cannot be compared" in err
    compared = cliometer("compare", runs[0], stranger, "-r", facts, "--missing", "skip")
    assert (compared.status, compared.err.count("\n")) == (2, 1)
    assert "(dogwood: no fact of the run is in the pool of a day that counts)" in compared.err
