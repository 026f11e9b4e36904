"""Questions with an answer that the owner gave: in quiz and hidden tests, never beside a vote on the same pair."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.study.contests import DECOYS
from cliometer.study.topics import ClearPair, read_topic, write_topic
from cliometer_workbench.study.preferences.ballot import PreferenceBallot
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
