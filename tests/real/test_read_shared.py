"""Real files, read where they lie; skipped where they are not there."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from cliometer.io import read_references, read_timelines
from cliometer.io.folders import per_reference

SHARED = Path(__file__).parents[2].parent / "shared" / "data"


def folder(name: str) -> Path:
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"the real files are not here: {path}")
    return path


def test_timeline17_has_nineteen_timelines_of_nine_topics() -> None:
    references, _ = read_references(folder("timeline17/references"))
    assert len(references) == 9
    assert len(per_reference(references)) == 19
    assert sum(len(timeline) for found in references.values() for timeline in found) == 692


def test_three_timeline17_files_repeat_dates_and_nothing_else_is_odd_in_them() -> None:
    _, notes = read_references(folder("timeline17/references"))
    assert len(notes) == 7
    assert all("appears again" in note for note in notes)
    assert {Path(note.split(":")[0]).stem for note in notes} == {"guardian", "influenza_A_h1n1_scotland_bbc", "tl7"}


def test_keeping_the_last_of_a_repeated_date_keeps_every_date() -> None:
    path = folder("timeline17/references") / "iraq" / "tl7.txt"
    (appended,), (last,) = (read_timelines(path, rule).timelines for rule in ("append", "last"))
    assert appended.dates == last.dates
    assert sum(map(len, last.values())) < sum(map(len, appended.values()))


def test_open_tls_has_fifty_timelines_and_drops_their_times_of_day() -> None:
    references, notes = read_references(folder("open-tls"))
    assert len(references) == 50
    assert sum(len(timeline) for found in references.values() for timeline in found) == 1130
    others = [note for note in notes if "a time of day after the date was dropped" not in note]
    assert [Path(note.split(":")[0]).name for note in others] == ["question_examples.json"]


def test_open_tls_keeps_months_as_months() -> None:
    references, _ = read_references(folder("open-tls"))
    months = {when for found in references.values() for when in found.dates if when.precision == "month"}
    assert str(min(months))[:2] in {"19", "20"}


def test_the_covid_timeline_has_106_days() -> None:
    reading = read_timelines(folder("covid-tls") / "timeline.txt")
    assert [len(timeline) for timeline in reading.timelines] == [106]
    assert reading.notes == ()


def test_every_system_output_is_read_and_only_its_empty_days_are_noted() -> None:
    files = sorted(folder("system_outputs").rglob("*.txt"))
    assert len(files) == 41
    readings = [read_timelines(file) for file in files]
    assert all(len(reading.timelines) == 1 for reading in readings)
    assert all("a day without sentences was kept" in note for reading in readings for note in reading.notes)


def test_the_updates_of_background_summaries_are_read_without_options() -> None:
    root = folder("background-summaries")
    references, _ = read_references(root)
    assert [len(timelines) for timelines in references.values()] == [3] * 14
    for topic, timelines in references.items():
        for timeline in timelines:
            with (root / "events" / topic / f"{timeline.name}.tsv").open(encoding="utf-8", newline="") as file:
                rows = list(csv.DictReader(file, delimiter="\t"))
            texts = {row["Date"].strip("[]"): row["Update"].replace("\\n", " ").split() for row in rows}
            assert {str(when): " ".join(lines).split() for when, lines in timeline.items()} == texts
