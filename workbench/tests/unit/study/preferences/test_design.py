"""What is voted on, who is dealt what, and what it is shown with."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cliometer.errors import InputError
from cliometer.study.contests import contests, identical_pairs
from cliometer.study.topics import Topic
from cliometer_workbench.study.preferences.ballot_plan import (
    PreferenceStudySettings,
    deal,
    judges_needed,
    missing_votes,
    read_preference_settings,
)
from cliometer_workbench.study.preferences.comparison_items import contest_systems, control_items
from workbench.tests.unit.study.preferences.studies import SYSTEMS, TOPICS, ballot, topics


def pair_of(slot: str) -> str:
    return slot.partition(":")[0]


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"votes": 0}, "the setting votes: expected a whole number from 1 to 99, found 0"),
        ({"cap": True}, "the setting cap: expected a whole number"),
        ({"quiz": 2.5}, "the setting quiz: expected a whole number from 0 to 50, found 2.5"),
        ({"tests": 1.5}, "the setting tests: expected a share from 0 to 1, found 1.5"),
        ({"test_mark": float("nan")}, "the setting test_mark: expected a share"),
        ({"seconds": -1}, "the setting seconds: expected seconds from 0 to 3600, found -1"),
        ({"ties": "no"}, "the setting ties: expected true or false, found 'no'"),
        ({"reasons": "yes"}, "the setting reasons: expected required, optional or none, found 'yes'"),
        ({"seed": -1}, "the setting seed"),
        ({"vote": 3}, "unknown setting of a preference study 'vote'; did you mean votes"),
        ({"hand": ["x"]}, "the setting hand: expected what `deal` dealt"),
        ({"hand": "ab"}, "the setting hand"),
        ({"hand": ["x:ab", "x:ba"]}, "a pair appears in it twice"),
    ],
)
def test_settings_that_mean_nothing_are_refused(given: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        ballot(**given)
    assert complaint in str(caught.value)


def test_the_paper_decides_the_defaults() -> None:
    assert (
        read_preference_settings({}).votes,
        read_preference_settings({}).cap,
        read_preference_settings({}).ties,
    ) == (3, 12, False)


def test_all_pairs_of_systems_on_all_topics_are_voted_on() -> None:
    found = contests(TOPICS)
    assert len(found) == 6 * 3
    assert contest_systems(found) == SYSTEMS
    assert {one.topic.id for one in found.values()} == {topic.id for topic in TOPICS}


def test_nobody_is_asked_about_two_texts_that_are_the_same() -> None:
    same = Topic("same", summaries={"a": "It fell.", "b": "It  fell. ", "c": "It stood."})
    assert [(one.first, one.second) for one in contests([same]).values()] == [("a", "c"), ("b", "c")]
    assert identical_pairs([same]) == ("same: a and b say the same, so nobody is asked which is better",)


def test_more_than_five_identical_pairs_are_one_note() -> None:
    twins = [Topic(f"t{number}", summaries={"a": "It fell.", "b": "It fell."}) for number in range(6)]
    assert (len(identical_pairs(twins[:5])), len(identical_pairs(twins, each=True))) == (5, 6)
    assert identical_pairs(twins) == (
        "6 pairs say the same, so nobody is asked which is better: "
        "t0 (a, b), t1 (a, b), t2 (a, b), t3 (a, b), t4 (a, b) and 1 more",
    )


@pytest.mark.parametrize("votes", [1, 2, 3, 4])
@pytest.mark.parametrize("cap", [1, 5, 12, 50])
def test_the_judges_needed_give_every_pair_its_votes_and_no_more(votes: int, cap: int) -> None:
    settings = PreferenceStudySettings(votes=votes, cap=cap)
    hands = [deal(TOPICS, settings, number) for number in range(judges_needed(TOPICS, settings) + 40)]
    counts = Counter(pair_of(slot) for hand in hands for slot in hand)
    assert counts == dict.fromkeys(contests(TOPICS), votes)
    assert all(len({pair_of(slot) for slot in hand}) == len(hand) <= cap for hand in hands)
    assert not any(hands[-40:]) and all(hands[:-40])


def test_each_pair_is_shown_both_ways_round_as_evenly_as_possible() -> None:
    for votes in (2, 3, 4, 5):
        ways = missing_votes(TOPICS, PreferenceStudySettings(votes=votes)).values()
        assert all(abs(way.count("ab") - way.count("ba")) == votes % 2 for way in ways)


def test_fifty_judges_who_fetch_one_after_another_bring_not_one_vote_too_many() -> None:
    subjects, settings, had = topics(40), PreferenceStudySettings(), list[str]()
    for number in range(50):
        had += deal(subjects, settings, number, missing_votes(subjects, settings, had))
    assert Counter(map(pair_of, had)) == dict.fromkeys(contests(subjects), 3)


def test_what_is_dealt_never_changes_from_version_to_version() -> None:
    assert deal(TOPICS, PreferenceStudySettings(cap=2), 0) == ["b406bb888ae855ce:ba", "19fa14317a1c3dbf:ab"]


def test_no_test_asks_about_a_summary_that_says_nothing() -> None:
    subject = Topic("t", summaries={"a": "It fell.", "b": " "})
    assert all("a" in (one.first, one.second) for one in control_items([subject], "test", 4, 0))


def test_pairs_that_left_the_study_are_told() -> None:
    work = ballot(subjects=topics(5), hand=deal(TOPICS, PreferenceStudySettings(cap=50), 0))
    assert len(work.plan.slots) == 15
    assert work.remarks == ("3 pairs no longer in the study and left out of this sheet",)
