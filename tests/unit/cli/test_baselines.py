"""`cliometer summarise` of content units: scores of baselines, written extracts, and what it refuses."""

from __future__ import annotations

from pathlib import Path

from cliometer.io.extracts import read_extracts
from tests.unit.cli.cliometer_command import DEMO, cliometer

UNITS = DEMO / "units"


def test_each_baseline_has_a_row() -> None:
    done = cliometer("summarise", UNITS, "--runs", "3")
    assert (done.status, done.err) == (0, "")
    rows = [line.split()[0] for line in done.out.splitlines()[-11:]]
    assert rows == ["1", "1b", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
    assert "no pair could be tested" in " ".join(done.out.split())


def test_the_same_seed_gives_the_same_answer_and_another_seed_another() -> None:
    def scores(seed: int) -> str:
        return cliometer("summarise", UNITS, "--runs", "3", "--seed", seed, "--csv", "-s", "4").out

    assert scores(1) == scores(1) != scores(2)


def test_a_file_that_stands_there_is_not_replaced(tmp_path: Path) -> None:
    assert cliometer("summarise", UNITS, "-s", "1", "-o", tmp_path).status == 0
    done = cliometer("summarise", UNITS, "-s", "1", "-o", tmp_path)
    assert (done.status, "exists already" in done.err) == (2, True)


def test_a_written_run_is_named_after_its_baseline(tmp_path: Path) -> None:
    cliometer("summarise", DEMO / "units", "-s", "1", "-o", tmp_path)
    (extract,), _ = read_extracts(tmp_path / "baseline-1.json")
    assert extract.system == "baseline-1"
