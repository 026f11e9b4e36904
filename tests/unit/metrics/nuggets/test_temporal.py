"""Gain, latency, verbosity and comprehensiveness, worked by hand, and the words of updates."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from cliometer.metrics.nuggets import TS2013, TS2014
from cliometer.metrics.nuggets.gain import (
    Walk,
    as_bytes,
    collapse_blanks,
    covered_words,
    discount,
    exact_span,
    ideal,
    relevance,
    script_span,
    size,
)
from cliometer.model.nuggets import Nugget, NuggetMatch, NuggetTopic, PooledUpdate, Update
from cliometer.model.score import Ratio

HOUR = 3600
KEY, SIDE = (Nugget("n1", 0, 3, "the spire falls", 3), Nugget("n2", 6 * HOUR, 1, "crowds gather there at night", 5))
POOL = {
    "a-0": PooledUpdate("a-0", "now the spire falls down", length=50),
    "b-0": PooledUpdate("b-0", "now the spire falls down", duplicate="a-0"),
    "c-0": PooledUpdate("c-0", "now the spire falls down", duplicate="b-0"),
    "d-0": PooledUpdate("d-0", "crowds gather"),
}
MATCHES = {"a-0": (NuggetMatch("a-0", "n1", 4, 19),), "d-0": (NuggetMatch("d-0", "n2", 0, 13),)}
TOPIC = NuggetTopic("TS14.1", {"n1": KEY, "n2": SIDE}, POOL, MATCHES)
ALL = math.e**0 + math.e**-2


def push(*ids: str, time: int = 0, confidence: float = 1.0) -> list[Update]:
    return [Update(id, "0", time, confidence) for id in ids]


def test_a_nugget_of_the_highest_importance_is_worth_one_and_each_step_down_divides_by_e() -> None:
    assert relevance({"n1": KEY, "n2": SIDE}, graded=True, of_topic=False) == {
        "n1": 1.0,
        "n2": pytest.approx(math.exp(-2)),
    }


def test_the_scale_may_end_at_the_topics_own_highest() -> None:
    assert relevance({"n2": SIDE}, graded=True, of_topic=True) == {"n2": 1.0}


def test_on_time_is_one_six_hours_late_a_half_six_hours_early_one_and_a_half() -> None:
    found = [discount(0, time) for time in (0, 6 * HOUR, -6 * HOUR)]
    assert found == pytest.approx([1, 0.5, 1.5])


def test_the_ideal_system_tells_the_best_nuggets_first() -> None:
    assert ideal([1.0, 3.0, 2.0], 2) == Ratio(5.0, 2)


def test_the_ideal_of_a_run_without_updates_is_that_of_all_nuggets() -> None:
    assert ideal([1.0, 3.0], 0) == Ratio(4.0, 2)


def test_an_update_that_tells_a_nugget_earns_its_relevance_and_is_as_verbose_as_its_other_words() -> None:
    sums = TS2014.sums(push("a"), TOPIC)
    assert (sums.gain, sums.matches, sums.verbosity) == (1.0, 1, 1 + 2 / 4)


def test_a_nugget_is_earned_once_by_the_earliest_update() -> None:
    late, early = push("a", time=6 * HOUR), push("a")
    sums = TS2014.sums([*late, *early], TOPIC)
    assert (sums.gain, sums.latency_gain) == (1.0, 1.0)


def test_updates_of_one_time_are_read_in_the_order_of_the_run() -> None:
    both = replace(TOPIC, matches={**MATCHES, "d-0": (NuggetMatch("d-0", "n1", 0, 13),)})
    assert [earned.gain for earned in Walk(TS2014, both).gains(push("d", "a"))] == [1.0, 0.0]


@pytest.mark.parametrize(
    ("settings", "update", "figure", "value"),
    [
        ({}, "b", "gain", 1.0),  # a marked duplicate stands for its original
        ({}, "c", "gain", 0.0),  # a duplicate of a duplicate earns nothing in the script of 2014
        ({"duplicates": "chain"}, "c", "gain", 1.0),  # but can be followed to its end
        ({"unsampled": "word"}, "x", "verbosity", 1 + 1 / 4),  # nobody judged it: a word, a nugget or nothing
        ({"unsampled": "nugget"}, "x", "verbosity", 2.0),
        ({"unsampled": "skip"}, "x", "verbosity", 0.0),
        ({}, "d", "verbosity", 1 + 1 / 4),  # the script loses a word of a match at the start of its text
        ({"spans": "exact"}, "d", "verbosity", 1.0),  # an exact match of the whole text leaves nothing verbose
        ({"lengths": "file"}, "a", "verbosity", 1 + (50 - 3) / 4),  # lengths can be those of the file
    ],
)
def test_what_an_update_earns_and_how_verbose_it_is(
    settings: dict[str, Any], update: str, figure: str, value: float
) -> None:
    assert getattr(replace(TS2014, **settings).sums(push(update), TOPIC), figure) == value


def test_duplicates_that_run_in_a_circle_come_to_an_end() -> None:
    pool = {**POOL, "a-0": replace(POOL["a-0"], duplicate="c-0")}
    assert replace(TS2014, duplicates="chain").sums(push("c"), replace(TOPIC, updates=pool)).gain == 1.0


def test_an_update_is_never_less_verbose_than_one() -> None:
    topic = replace(TOPIC, updates={"a-0": replace(POOL["a-0"], length=1)})
    assert replace(TS2014, lengths="file").sums(push("a"), topic).verbosity == 1.0


def test_places_count_bytes_in_the_script_and_characters_on_demand() -> None:
    pool = {"e-0": PooledUpdate("e-0", "é é é spire falls down")}
    topic = replace(TOPIC, updates=pool, matches={"e-0": (NuggetMatch("e-0", "n1", 6, 11),)})
    found = [replace(TS2014, offsets=unit, spans="exact").sums(push("e"), topic) for unit in ("bytes", "characters")]
    assert [sums.verbosity for sums in found] == [1 + 4 / 4, 1 + 5 / 4]


def test_a_confidence_is_the_place_in_the_run_in_2014_and_the_given_number_in_2013() -> None:
    updates = push("a", confidence=5.0) + push("d", confidence=7.0)
    assert TS2014.sums(updates, TOPIC).confidence == 1.5
    assert TS2013.sums(updates, TOPIC).confidence == 12.0


def test_an_endless_confidence_is_a_thousand() -> None:
    assert TS2013.sums(push("a", confidence=math.inf), TOPIC).confidence == 1000.0


@pytest.mark.parametrize(("rule", "attainable"), [("drop", ALL), ("keep", ALL + math.exp(-3))])
def test_nuggets_without_importance_are_dropped_or_kept(rule: str, attainable: float) -> None:
    topic = replace(TOPIC, nuggets={**TOPIC.nuggets, "n3": Nugget("n3", 0, 0, "old news", 2)})
    assert replace(TS2014, unimportant=rule).sums([], topic).attainable == pytest.approx(attainable)


def test_the_measures_of_2014_by_hand() -> None:
    found = TS2014.score(push("a", "d"), TOPIC)
    gain, late, verbosity = ALL, 1 + 1.5 * math.exp(-2), 1.5 + 1.25
    normalised, comprehensive = late / verbosity / (ALL / 2), late / ALL
    assert found == {
        "updates": 2.0,
        "gain": pytest.approx(gain / verbosity),
        "normalised_gain": pytest.approx(gain / verbosity / (ALL / 2)),
        "latency_gain": pytest.approx(late / verbosity),
        "normalised_latency_gain": pytest.approx(normalised),
        "comprehensiveness": pytest.approx(1.0),
        "latency_comprehensiveness": pytest.approx(comprehensive),
        "f": pytest.approx(2 * normalised * comprehensive / (normalised + comprehensive)),
        "verbosity": pytest.approx(verbosity / 2),
        "latency": pytest.approx((1 + 1.5) / 2),
        **_confident(1.0, 0.5, verbosity),
    }


def _confident(first: float, second: float, verbosity: float) -> dict[str, object]:
    """The measures weighted by confidence, for the run of the test above."""
    total, side = first + second, math.exp(-2)
    gain, late = first + second * side, first + second * side * 1.5
    normalised, comprehensive = late / (verbosity * total) / (ALL / 2), late / (ALL * total)
    return {
        "confident_gain": pytest.approx(gain / (verbosity * total)),
        "confident_normalised_gain": pytest.approx(gain / (verbosity * total) / (ALL / 2)),
        "confident_latency_gain": pytest.approx(late / (verbosity * total)),
        "confident_normalised_latency_gain": pytest.approx(normalised),
        "confident_comprehensiveness": pytest.approx(gain / (ALL * total)),
        "confident_latency_comprehensiveness": pytest.approx(comprehensive),
        "confident_f": pytest.approx(2 * normalised * comprehensive / (normalised + comprehensive)),
        "confident_verbosity": pytest.approx((first * 1.5 + second * 1.25) / (total * 2)),
        "confident_latency": pytest.approx((first + second * 1.5) / (total * 2)),
    }


def test_latency_is_divided_by_the_matches_in_2013() -> None:
    found = TS2013.score(push("a", "b"), TOPIC)
    assert (found["latency"], found["updates"]) == (1.0, 2.0)
    assert found["confident_latency"] == 1 / (2 * 1)


def test_a_topic_without_an_important_nugget_has_no_scores() -> None:
    topic = replace(TOPIC, nuggets={"n3": Nugget("n3", 0, 0, "old news", 2)})
    sums = TS2014.sums(push("a"), topic)
    assert sums.undefined == "the topic has no nugget of any importance"
    assert set(TS2014.values(sums).values()) == {None}


TEXT = "the spire has fallen"


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [(4, 9, [1]), (0, 3, [0]), (0, 20, [0, 1, 2, 3]), (5, 11, [1, 2]), (3, 9, [1]), (3, 4, []), (14, 99, [3])],
)
def test_an_exact_span_covers_the_words_it_touches(start: int, end: int, words: list[int]) -> None:
    assert list(exact_span(TEXT, start, end)) == words


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [(4, 9, [0]), (0, 3, []), (0, 20, [0, 1, 2]), (14, 99, [2]), (5, 11, [0, 1]), (9, 13, [1])],
)
def test_the_script_marks_one_word_to_the_left(start: int, end: int, words: list[int]) -> None:
    assert list(script_span(TEXT, start, end)) == words


def test_a_word_that_two_matches_cover_counts_once() -> None:
    matches = [NuggetMatch("u", "n1", 4, 9), NuggetMatch("u", "n2", 4, 13)]
    assert covered_words(TEXT, matches, exact_span) == 2


def test_words_are_what_single_blanks_separate() -> None:
    assert [size(text) for text in ("", "one", "one  two")] == [1, 1, 3]


def test_a_letter_of_two_bytes_takes_two_places() -> None:
    assert len(as_bytes("é spire")) == 8


def test_white_space_collapses_to_single_blanks_but_for_blanks_that_only_unicode_knows() -> None:
    assert collapse_blanks(" the  spire\u00a0has\t fallen ") == "the spire\u00a0has fallen"
