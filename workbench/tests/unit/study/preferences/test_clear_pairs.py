"""Clear pairs in quiz and hidden tests, never beside a vote on the same pair; decoys of timelines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.model.when import When
from cliometer.study.contests import DECOYS, LEFT, RIGHT, contests
from cliometer.study.topics import ClearPair, Topic, read_topic, timeline_days, write_topic
from cliometer_workbench.study.preferences.ballot import PreferenceBallot
from cliometer_workbench.study.preferences.comparison_items import ItemKind, control_items
from cliometer_workbench.study.preferences.decoys import corrupted, on_dates
from tests.strategies import examples
from workbench.tests.unit.study.preferences.studies import SYSTEMS, ballot, topics

PAIRS = [
    ClearPair("centroid", "sumbasic"),
    ClearPair("hybrid", "sumbasic", "test"),
    ClearPair("hybrid", "centroid", "quiz"),
]
CLEAR = tuple(replace(topic, tests=tuple(PAIRS)) for topic in topics(8))


def controls(work: PreferenceBallot) -> list[tuple[str, bool]]:
    """Kind, and whether it is a decoy, of every question with an answer."""
    return [(item.kind, bool({*item.systems} & {*DECOYS})) for item in work.plan.by_id.values() if item.loser]


@pytest.mark.parametrize(("chosen", "decoys"), [("decoys", 1.0), ("mixed", 0.5), ("own", 0.0)])
def test_quiz_and_tests_are_made_of_what_the_settings_say(chosen: str, decoys: float) -> None:
    found = controls(ballot(0, "", CLEAR, controls=chosen, cap=4, tests=0.5, quiz=4))
    assert sum(one for _, one in found) / len(found) == decoys


def test_scales_of_one_summary_and_sets_use_decoys() -> None:
    for settings in ({"format": "scales"}, {"format": "best-worst", "size": 3}):
        assert {one for _, one in controls(ballot(0, "", CLEAR, controls="own", **settings))} == {True}
    assert False in {one for _, one in controls(ballot(0, "", CLEAR, controls="own", format="scales", size=2))}


@examples(60)
@given(
    st.integers(0, 9),
    st.integers(0, 12),
    st.integers(1, 12),
    st.sampled_from(["mixed", "own"]),
    st.lists(st.tuples(st.integers(0, 5), st.sampled_from(list(combinations(SYSTEMS, 2)))), max_size=18),
)
def test_nobody_is_tested_on_a_pair_twice_or_on_one_to_vote_on(
    seed: int, number: int, cap: int, chosen: str, marked: list[tuple[int, tuple[str, str]]]
) -> None:
    subjects = [
        replace(topic, tests=tuple(ClearPair(*pair) for place, pair in marked if place == n))
        for n, topic in enumerate(topics(6))
    ]
    work = ballot(number, "", tuple(subjects), seed=seed, cap=cap, controls=chosen, tests=0.5, repeats=0)
    shown = Counter(
        (item.topic, frozenset(item.systems)) for item in work.plan.by_id.values() if not {*item.systems} & {*DECOYS}
    )
    assert not shown or max(shown.values()) == 1
    kinds = Counter(item.kind for item in work.plan.items)
    assert kinds["test"] == work.settings.tests_among(kinds["vote"])
    assert {len(part) for part in work.plan.quiz} <= {work.settings.quiz}


def test_a_topic_keeps_its_clear_pairs() -> None:
    assert read_topic(write_topic(CLEAR[0])) == CLEAR[0]
    assert "tests" not in write_topic(topics(1)[0])


def timeline(system: str, topic: str, days: Iterable[int]) -> str:
    """A timeline of May and June 2010, with words of its own on every day."""
    dates = (When.of("2010-05-01").shift(day) for day in days)
    return "\n".join(f"{date}\nThe {system} of {topic} told us what happened on {date}." for date in dates)


DAYS = {"alpha": range(0, 40, 2), "beta": range(0, 60, 3), "gamma": [3, 4, 7, *range(20, 50)]}
STUDY = [Topic(t, summaries={name: timeline(name, t, days) for name, days in DAYS.items()}) for t in ("oil", "quake")]


def layout(texts: Sequence[str]) -> tuple[int, ...]:
    """How many dates both have, and how many one alone has."""
    first, second = ({day.date for day in timeline_days(text)} for text in texts)
    return len(first & second), *sorted((len(first - second), len(second - first)))


@pytest.mark.parametrize("kind", ["quiz", "test"])
@pytest.mark.parametrize("seed", range(3))
def test_the_layout_of_a_decoy_is_that_of_a_pair(kind: ItemKind, seed: int) -> None:
    real = {layout([pair.text(name) for name in pair.systems]) for pair in contests(STUDY).values()}
    drawn = control_items(STUDY, kind, 24, seed)
    assert {layout(item.texts) for item in drawn} <= real
    assert {(item.loser, item.expected) for item in drawn} == {*product(DECOYS, (LEFT, RIGHT))}, "each on both sides"


def test_decoys_of_a_timeline_that_is_compared_with_none_and_of_sets_have_dates_of_their_own() -> None:
    alone = [Topic("oil", summaries={"alpha": STUDY[0].summaries["alpha"]}), STUDY[1]]
    for item in (*control_items(alone, "test", 24, 1), *control_items(STUDY, "test", 12, 1, size=3)):
        shown = dict(zip(item.systems, item.texts, strict=True))
        dates = {name: [day.date for day in timeline_days(text)] for name, text in shown.items()}
        assert all(dates[item.loser] != days for name, days in dates.items() if name != item.loser)


def test_days_that_are_too_few_for_the_dates_come_again() -> None:
    text, dates = "2010-05-26\nTop kill\n2010-05-28\nBP stops", [When.of(f"2010-05-{n}") for n in (26, 29, 30)]
    assert on_dates(text, dates).splitlines()[1::2] == ["Top kill", "BP stops", "BP stops"]
    assert on_dates("", dates) == "" and corrupted("2010-05-26\nOil") != "" and corrupted("2010-05-26\na") == ""
