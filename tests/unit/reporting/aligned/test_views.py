"""The data of a topic: rows, flags, links, texts."""

from __future__ import annotations

import json
from typing import Any

from cliometer.metrics.catalogue import parse
from cliometer.model.timeline import ReferenceSet
from cliometer.reporting.timeline_view.view_data import Flag, drawable
from tests.unit.reporting.aligned.pairs import pair


def flags(rows: list[list[Any]]) -> list[Flag]:
    """Of every row."""
    return [Flag(row[6]) for row in rows]


def test_reference_dates_without_credit_are_missed() -> None:
    assert flags(pair()["r"]) == [Flag(0), Flag(0), Flag.MISSED]


def test_system_dates_are_late_or_spurious() -> None:
    assert flags(pair()["s"]) == [Flag(0), Flag.LATE, Flag.SPURIOUS]


def test_a_system_date_before_its_reference_date_is_early() -> None:
    rows = pair(system={"2010-04-23": ["Oil leaks."]})["s"]
    assert flags(rows) == [Flag.EARLY] and rows[0][1] == -1


def test_two_words_are_too_few_to_repeat() -> None:
    rows = pair(system={"2010-04-20": ["Rig explodes"], "2010-06-01": ["Rig explodes"]})["s"]
    assert Flag.REPEATED not in flags(rows)[1]


def test_a_pair_that_counts_for_both_sides_is_one_link() -> None:
    assert [link[:3] for link in pair()["l"]] == [[0, 0, 0], [1, 1, 0]]


def test_links_of_the_date_metric_join_the_same_dates() -> None:
    assert [link[:2] for link in pair(metric="date")["l"]] == [[0, 0]]


def test_whole_text_metrics_have_no_links() -> None:
    found = pair(metric="concat(rouge=2)")
    assert found["l"] == [] and all(row[5] is None for row in found["r"])


def test_what_has_no_value_says_why() -> None:
    found = pair(references=ReferenceSet([{"2010-01-01": []}]), preset="modern")
    assert found["v"]["recall"] is None and "references" in found["why"]


def test_ledger_links_all_days_that_have_bookings_and_says_which_sentence_earned_from_which() -> None:
    said = {
        "2010-04-20": ["A rig explodes in the gulf.", "Oil leaks from the well."],
        "2010-04-23": ["Oil does not leak."],
    }
    found = json.loads(json.dumps(pair(system=said, metric="ledger")))
    assert [link[:2] for link in found["l"]] == [[0, 0], [1, 0], [1, 1]]
    (explodes,) = found["b"][0][0]
    assert explodes.startswith("A rig explodes in the gulf. \N{LEFTWARDS ARROW} A rig explodes in the gulf. (")
    assert found["b"][1][1][0].endswith("closeness 0.37, likeness 1; negation: not against none: Oil, leak)")
    assert found["b"][0][2] == [] and drawable(parse("ledger"))
    by_tally = json.loads(json.dumps(pair(system=said, metric="tally")))["b"][1][1][0]
    assert "closeness 0.61, likeness 1, covered 1; negation" in by_tally
