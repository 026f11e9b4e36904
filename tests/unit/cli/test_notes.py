"""Notes and warnings go to standard error, as many of them as the user wants to see."""

from __future__ import annotations

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


def test_verbose_shows_every_note(noted: list[Path]) -> None:
    found = scored(noted, "--verbose").err.splitlines()
    assert [line.startswith("note: ") for line in found] == [True] * 7


def test_a_few_notes_are_shown_without_being_asked_for(noted: list[Path]) -> None:
    assert scored(noted[:5]).err.count("note: ") == 5


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
