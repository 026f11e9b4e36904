"""Laws of order and neighbours, and their definitions pair by pair."""

from __future__ import annotations

from itertools import combinations, permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.errors import UsageError
from cliometer.metrics.catalogue import parse
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.ledger import Tally
from cliometer.metrics.order import Neighbours, Order, matched_events
from cliometer.metrics.similarity import Within
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When
from tests.timelines import START, reference_sets, timelines

TAU, CONCORDANT, NEIGHBOURS = Order(), Order(of="concordant"), Neighbours()
NAMES = [f"{first}{last}" for first, last in product("BDFGKLMNPR", ("ador", "elin", "ivan", "omir", "usto", "yrek"))]
JUNK = Timeline({f"2010-01-{day:02}": ["Nothing whatever happened."] for day in range(1, 20)})


def timeline(events: list[int], days: list[int] | None = None) -> Timeline:
    """An event a sentence, each with words of its own and more of them as its number grows."""
    texts = [[f"{NAMES[e]} opens the {NAMES[e]} bridge {'quietly ' * (e % 3)}"] for e in events]
    whens = [START + day for day in (days or range(len(events)))]
    return Timeline([(When(when, when), text) for when, text in zip(whens, texts, strict=True)])


def numbers(system: Timeline, *references: Timeline) -> list[float | None]:
    """Tau, the concordant weight, precision and recall of neighbours."""
    R = ReferenceSet(references)
    found = [metric.measure(system, R).numbers() for metric in (TAU, CONCORDANT, NEIGHBOURS)]
    return [found[0]["value"], found[1]["value"], found[2]["precision"], found[2]["recall"]]


EVENTS = st.lists(st.integers(0, 11), min_size=3, max_size=8, unique=True)


@given(EVENTS, st.data())
def test_the_numbers_are_those_of_the_definitions(events: list[int], data: st.DataObject) -> None:
    days, order = (data.draw(st.lists(st.integers(0, 5), min_size=len(events), max_size=len(events))) for _ in "ab")
    system, reference = timeline(events, days), timeline(events, order)
    ((matched,),) = matched_events(TAU.matching, TopicComparison([system], ReferenceSet(reference)))
    assert len(matched) == len(events)
    weight = dict(
        zip(zip(matched.date - START, matched.partner_date - START, strict=True), matched.weight, strict=True)
    )
    C = D = ours = theirs = 0
    concordant = whole = 0.0
    for i, j in combinations(range(len(events)), 2):
        step, other = np.sign(days[j] - days[i]), np.sign(order[j] - order[i])
        C, D, ours, theirs = C + (step * other > 0), D + (step * other < 0), ours + abs(step), theirs + abs(other)
    tau = (C - D) / np.sqrt(ours * theirs) if ours * theirs else None
    used, before = sorted(set(days)), sorted(set(order))
    after = {(i, j) for i, j in permutations(range(len(events)), 2) if used.index(days[j]) - used.index(days[i]) == 1}
    follows = {
        (i, j) for i, j in permutations(range(len(events)), 2) if before.index(order[j]) - before.index(order[i]) == 1
    }
    found = numbers(system, reference)
    assert found[0] == (None if tau is None else pytest.approx(tau))
    if follows:
        assert found[2] == pytest.approx(len(after & follows) / len(after) if after else 0.0)
        assert found[3] == pytest.approx(len(after & follows) / len(follows))
    else:
        assert found[3] is None
    pairs = list(zip(matched.date, matched.partner_date, matched.weight, strict=True))
    for (x, y, v), (z, u, w) in combinations(pairs, 2):
        concordant += v * w * ((z - x) * (u - y) > 0)
        whole += v * w * (u != y)
    assert weight and found[1] == (pytest.approx(concordant / whole) if whole else None)


@given(timelines(), reference_sets())
def test_each_sentence_is_matched_at_most_once_and_never_with_one_that_says_nothing_of_it(
    system: Timeline, references: ReferenceSet
) -> None:
    (events,) = matched_events(Tally(kernel=Within(1e12)), TopicComparison([system], references))
    for matched in events:
        assert (matched.weight > 0).all()
        assert len(set(matched.system)) == len(set(matched.reference)) == len(matched)


def test_one_pair_that_weighs_more_than_two_leaves_the_others_unmatched() -> None:
    system = Timeline({"2010-01-01": ["Bador belin bivan bomir busto"], "2010-01-02": ["Bador gador kador"]})
    reference = Timeline({"2010-01-01": ["Bador belin bivan bomir busto"], "2010-01-02": ["Busto mador nador"]})
    flat = Tally(kernel=Within(1e12), weights="flat")
    ((matched,),) = matched_events(flat, TopicComparison([system], ReferenceSet(reference)))
    assert len(matched) == 1


@given(EVENTS)
def test_a_timeline_is_in_its_own_order_and_its_reverse_in_none(events: list[int]) -> None:
    same = timeline(events)
    assert numbers(same, same) == [1.0, 1.0, 1.0, 1.0]
    assert numbers(timeline(events[::-1]), same) == [-1.0, 0.0, 0.0, 0.0]


@given(EVENTS, st.permutations(range(8)), st.integers(-5_000, 5_000))
def test_a_shift_of_all_dates_changes_nothing(events: list[int], order: list[int], by: int) -> None:
    system, reference = timeline(events, [order[n] for n in range(len(events))]), timeline(events)
    moved = Timeline([(when.shift(by), text) for when, text in system.items()])
    assert numbers(moved, reference) == numbers(system, reference)


def test_shuffled_events_are_in_order_by_chance_alone() -> None:
    random, size = np.random.default_rng(7), 60
    same = timeline(list(range(size)))
    shuffled = [timeline(random.permutation(size).tolist()) for _ in range(1_000)]
    found = [
        [score.numbers()[key] for score in metric.measure_all(shuffled, ReferenceSet(same))]
        for metric, key in ((TAU, "value"), (CONCORDANT, "value"), (NEIGHBOURS, "f"))
    ]
    assert np.mean(found, axis=1) == pytest.approx([0, 0.5, 1 / size], abs=0.01)


def test_words_of_nothing_have_no_order_under_any_preset() -> None:
    assert numbers(JUNK, timeline([1, 2, 3, 4])) == [None] * 4
    score = TAU.measure(JUNK, ReferenceSet(timeline([1, 2, 3, 4])))
    assert score.numbers("zero") == {"value": None}
    assert score.undefined == "fewer than 3 sentences report what a reference does"
    assert NEIGHBOURS.measure(timeline([1]), ReferenceSet(timeline([1]))).numbers("zero")["f"] is None


def test_events_of_one_date_have_no_order() -> None:
    day = Timeline({"2010-01-01": [text for (text,) in timeline([1, 2, 3]).values()]})
    assert TAU.measure(day, ReferenceSet(day)).undefined == "all matched events have one date"
    assert NEIGHBOURS.measure(day, ReferenceSet(day)).undefined == "all matched events have one date"


def test_references_add_up_and_those_that_share_too_little_are_left_out() -> None:
    system = timeline([1, 2, 3])
    assert numbers(system, timeline([1, 2, 3]), timeline([3, 2, 1])) == [0.0, 0.5, 0.5, 0.5]
    assert numbers(system, timeline([1, 2, 3]), timeline([2, 1])) == [1.0, 1.0, 1.0, 1.0]


def test_an_event_told_twice_is_matched_in_the_order_of_dates() -> None:
    twice = timeline([1, 2, 1, 2])
    assert numbers(twice, twice) == [1.0, 1.0, 1.0, 1.0]


def test_the_matching_must_be_a_ledger() -> None:
    with pytest.raises(UsageError, match="does not pair sentences"):
        parse("order(matching=date)")


def test_the_explanation_shows_what_is_in_the_other_order() -> None:
    explanation = TAU.explain_in(TopicComparison([timeline([2, 1, 3])], ReferenceSet(timeline([1, 2, 3]))))
    places = [(part.place, part.reference_place, part.discordant, part.date) for part in explanation.parts]
    assert places == [(1, 2, 0.5, "2010-01-01"), (2, 1, 0.5, "2010-01-02"), (3, 3, 0.0, "2010-01-03")]
    assert explanation.sentences == (
        "3 events matched with the reference; 1 of 3 pairs of them are in the other order",
    )
