"""Drafts from three writers who told the same days of an event in their own words (background summaries)."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import combinations

import pytest

from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.study.unit_drafts import DraftOptions, draft_topic, lines_of
from tests.shared import SHARED, needs

EVENTS = SHARED / "data" / "background-summaries" / "events"


def references(event: str) -> ReferenceSet:
    timelines = []
    for path in sorted((EVENTS / event).glob("*.tsv")):
        days: dict[str, list[str]] = {}
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file, delimiter="\t"):
                if row["Update"].strip():
                    days.setdefault(row["Date"].strip("[]"), []).append(row["Update"])
        timelines.append(Timeline(days, path.stem))
    return ReferenceSet(timelines)


def precision_and_recall(event: str, drafting: DraftOptions) -> tuple[float, float]:
    """Of pairs of entries in one draft, and of pairs of entries with one date."""
    written = references(event)
    topic = draft_topic(event, written, drafting)
    pairs = [(a, b) for unit in topic.units for a, b in combinations(unit.contributors, 2)]
    right = sum(a.date == b.date for a, b in pairs)
    dates = Counter(entry.date for entry in lines_of(written, "day"))
    return right / len(pairs), right / sum(count * (count - 1) // 2 for count in dates.values())


@needs("data", "background-summaries")
@pytest.mark.parametrize("event", ["haitian_earthquake", "bp_oil_spill"])
def test_entries_of_one_day_are_found_by_their_words_alone(event: str) -> None:
    precision, recall = precision_and_recall(event, DraftOptions(days=100_000, entry="day"))
    assert precision > 0.95
    assert recall > 0.95


@needs("data", "background-summaries")
def test_with_dates_hardly_an_entry_is_left_alone() -> None:
    precision, recall = precision_and_recall("haitian_earthquake", DraftOptions(entry="day"))
    assert precision == 1
    assert recall > 0.98
