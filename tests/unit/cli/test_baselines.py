"""`cliometer summarise` of content units: scores of baselines, written extracts, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

from cliometer.io.extracts import read_extracts
from cliometer.io.units import read_units
from cliometer.metrics.units.pyramid import UnitPyramid
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


def test_what_was_written_scores_what_was_printed(tmp_path: Path) -> None:
    done = cliometer("summarise", UNITS, "-s", "1", "-s", "7", "--json", "-o", tmp_path)
    topic = read_units(UNITS / "apollo-13.json").units[0]
    baselines = json.loads(done.out)["baselines"]
    assert [row["id"] for row in baselines] == ["1", "7"]
    for row in baselines:
        (extract,), _ = read_extracts(tmp_path / f"baseline-{row['id']}.json")
        assert UnitPyramid().measure(extract, topic).value.value == row["scores"]["apollo-13"]


def test_a_file_that_stands_there_is_not_replaced(tmp_path: Path) -> None:
    assert cliometer("summarise", UNITS, "-s", "1", "-o", tmp_path).status == 0
    done = cliometer("summarise", UNITS, "-s", "1", "-o", tmp_path)
    assert (done.status, "exists already" in done.err) == (2, True)


def test_latex_is_a_row_a_baseline() -> None:
    assert r"1 & RR, first events in section & 1 & 0." in cliometer("summarise", UNITS, "--latex", "--runs", "1").out


def test_judged_events_hold_no_units_to_run_on() -> None:
    done = cliometer("summarise", DEMO / "events" / "berlin-wall.json")
    assert (done.status, "no topic with content units" in done.err) == (2, True)


def test_an_unknown_baseline_and_no_runs_are_bad_usage() -> None:
    assert "unknown baseline '11'" in cliometer("summarise", UNITS, "-s", "11").err
    assert cliometer("summarise", UNITS, "--runs", "0").status == 2


def test_json_has_the_notes_on_the_gold(tmp_path: Path) -> None:
    document = json.loads((UNITS / "apollo-13.json").read_text(encoding="utf-8"))
    document["topics"][0]["units"][0]["colour"] = "red"
    path = tmp_path / "units.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    done = cliometer("summarise", path, "-s", "1", "--json")
    assert any('"colour"' in note for note in json.loads(done.out)["notes"])


def test_a_written_run_is_named_after_its_baseline(tmp_path: Path) -> None:
    cliometer("summarise", DEMO / "units", "-s", "1", "-o", tmp_path)
    (extract,), _ = read_extracts(tmp_path / "baseline-1.json")
    assert extract.system == "baseline-1"
