"""What is voted on, who is dealt what, and what it is shown with."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cliometer.errors import InputError
from cliometer.study.contests import DECOYS, FILLER, FOREIGN, SHUFFLED, contests, identical_pairs
from cliometer.study.topics import Topic
from cliometer_workbench.study.preferences.ballot_plan import (
    PreferenceStudySettings,
    deal,
    judges_needed,
    missing_votes,
    read_preference_settings,
)
from cliometer_workbench.study.preferences.comparison_items import (
    contest_systems,
    control_items,
)
from cliometer_workbench.study.preferences.decoys import TEXT_DECOYS, decoy, filler_text, shuffled_words
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


def test_shares_are_rounded_up_but_not_by_rounding_errors() -> None:
    assert PreferenceStudySettings(tests=0.07).tests_among(100) == 7
    assert PreferenceStudySettings(tests=0.15).tests_among(12) == 2
    few, usual = PreferenceStudySettings(fewest=4), PreferenceStudySettings()
    assert [few.tests_among(1), few.tests_among(20), usual.tests_among(1)] == [4, 6, 1]


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


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ([Topic("t", summaries={"a": "x"})], "no pair to vote on"),
        ([Topic("t", summaries={"a": "x", "b ": "y"})], "without blanks around it, found 'b '"),
        ([Topic("t", summaries={"a": "x", "(filler)": "y"})], "is the name of test questions"),
        ([*topics(1), *topics(1)], "two topics have the id 't0'"),
    ],
)
def test_topics_that_cannot_be_voted_on_are_refused(wrong: list[Topic], complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        contests(wrong)
    assert complaint in str(caught.value)


def test_a_pair_whose_text_was_changed_is_another_pair() -> None:
    changed = Topic("t0", summaries={**TOPICS[0].summaries, "hybrid": "Something else."})
    assert len(contests(TOPICS).keys() & contests([changed]).keys()) == 1


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


def test_over_the_topics_each_two_systems_change_places() -> None:
    settings, found = PreferenceStudySettings(votes=1), contests(TOPICS)
    counts = Counter(
        (found[id].first, found[id].second, way) for id, ways in missing_votes(TOPICS, settings).items() for way in ways
    )
    assert set(counts.values()) == {3}


def test_what_is_there_or_promised_is_not_asked_for_again() -> None:
    settings = PreferenceStudySettings()
    had = [slot for number in range(4) for slot in deal(TOPICS, settings, number)]
    lacking = missing_votes(TOPICS, settings, had)
    assert sum(map(len, lacking.values())) == 3 * 18 - len(had)
    counts = Counter(had)
    for id, ways in lacking.items():
        assert counts[f"{id}:ab"] + counts[f"{id}:ba"] + len(ways) == 3
        assert abs(counts[f"{id}:ab"] + ways.count("ab") - counts[f"{id}:ba"] - ways.count("ba")) == 1


def test_fifty_judges_who_fetch_one_after_another_bring_not_one_vote_too_many() -> None:
    subjects, settings, had = topics(40), PreferenceStudySettings(), list[str]()
    for number in range(50):
        had += deal(subjects, settings, number, missing_votes(subjects, settings, had))
    assert Counter(map(pair_of, had)) == dict.fromkeys(contests(subjects), 3)


def test_judges_who_start_on_the_same_count_are_dealt_different_pairs() -> None:
    settings = PreferenceStudySettings(votes=1, cap=6)
    lacking = missing_votes(TOPICS, settings)
    hands = [deal(TOPICS, settings, number, lacking) for number in range(7, 10)]
    assert sorted(pair_of(slot) for hand in hands for slot in hand) == sorted(contests(TOPICS))


def test_where_nothing_is_lacking_nothing_is_dealt() -> None:
    assert deal(TOPICS, PreferenceStudySettings(), 3, dict.fromkeys(contests(TOPICS), ())) == []


def test_another_seed_deals_otherwise_and_the_same_one_alike() -> None:
    assert deal(TOPICS, PreferenceStudySettings(seed=1), 0) == deal(TOPICS, PreferenceStudySettings(seed=1), 0)
    assert deal(TOPICS, PreferenceStudySettings(seed=1), 0) != deal(TOPICS, PreferenceStudySettings(seed=2), 0)


def test_what_is_dealt_never_changes_from_version_to_version() -> None:
    assert deal(TOPICS, PreferenceStudySettings(cap=2), 0) == ["b406bb888ae855ce:ba", "19fa14317a1c3dbf:ab"]


def test_filler_has_the_lines_and_words_of_the_text() -> None:
    made = filler_text("one two three\n\nfour", 1)
    assert [len(line.split()) for line in made.splitlines()] == [3, 0, 1]
    assert made != filler_text("one two three\n\nfour", 2)


def test_mixed_words_are_the_same_words_in_lines_as_long() -> None:
    text = "a b c d e f\ng h i"
    made = shuffled_words(text, 1)
    assert sorted(made.split()) == sorted(text.split()) and made.split() != text.split()
    assert [len(line.split()) for line in made.splitlines()] == [6, 3]
    assert (
        sorted(shuffled_words("洪水退去了城市", 1))
        == sorted("洪水退去了城市")
        != list(shuffled_words("洪水退去了城市", 1))
    )
    assert decoy(SHUFFLED, "洪水退去了城市", "", 1)[0] == SHUFFLED


@pytest.mark.parametrize(
    ("kind", "text", "foreign", "becomes"),
    [
        (SHUFFLED, "a b c d e f g", "", SHUFFLED),
        (SHUFFLED, "a a a", "", FILLER),
        (FOREIGN, "a b", "c d", FOREIGN),
        (FOREIGN, "a b", "a  b", FILLER),
        (FOREIGN, "a b", "", FILLER),
        (FILLER, "a b", "c d", FILLER),
    ],
)
def test_a_decoy_that_would_be_as_good_is_filler(kind: str, text: str, foreign: str, becomes: str) -> None:
    assert decoy(kind, text, foreign, 1)[0] == becomes


def test_kinds_and_sides_of_tests_take_turns() -> None:
    found = control_items(TOPICS, "test", 12, 0)
    names = Counter(({one.first, one.second} & {*DECOYS}).pop() for one in found)
    assert names == dict.fromkeys(TEXT_DECOYS, 4)
    assert Counter(one.expected for one in found) == {"left": 6, "right": 6}
    assert all({*one.systems} - {one.loser} <= {*SYSTEMS} for one in found)


def test_no_test_asks_about_a_summary_that_says_nothing() -> None:
    subject = Topic("t", summaries={"a": "It fell.", "b": " "})
    assert all("a" in (one.first, one.second) for one in control_items([subject], "test", 4, 0))


def test_sides_of_tests_do_not_follow_a_pattern_of_their_kinds() -> None:
    found = control_items(TOPICS, "test", 12, 0)
    sides = {(({one.first, one.second} & {*DECOYS}).pop(), one.expected) for one in found}
    assert len(sides) == 6


def test_more_tests_than_summaries_start_again_with_ids_of_their_own() -> None:
    found = control_items(topics(1), "test", 9, 0)
    assert len({one.id for one in found}) == 9


def test_a_sheet_has_votes_tests_and_repeats_in_their_shares() -> None:
    work = ballot(cap=9, tests=0.3, repeats=0.2)
    assert Counter(item.kind for item in work.plan.items) == {"vote": 9, "test": 3, "repeat": 2}
    assert [len(attempt) for attempt in work.plan.quiz] == [4, 4]
    assert len(work.plan.by_id) == 14 + 8


def test_a_repeat_is_the_same_pair_swapped_and_comes_later() -> None:
    for number in range(6):
        items = ballot(number, cap=10, repeats=0.5).plan.items
        votes = {(i.topic, *i.texts): place for place, i in enumerate(items) if i.kind == "vote"}
        repeats = [(place, item) for place, item in enumerate(items) if item.kind == "repeat"]
        assert len(repeats) == len([i for i in items if i.kind == "vote"]) // 2
        assert all(votes[item.topic, *item.texts[::-1]] + 1 < place for place, item in repeats)


def test_a_recorded_hand_is_kept_whatever_joins_the_study_later() -> None:
    hand = deal(TOPICS, PreferenceStudySettings(), 0)
    before, after = ballot(hand=hand), ballot(subjects=topics(9), hand=hand)
    votes = [[item for item in work.plan.items if item.kind == "vote"] for work in (before, after)]
    assert votes[0] == votes[1]


def test_pairs_that_left_the_study_are_told() -> None:
    work = ballot(subjects=topics(5), hand=deal(TOPICS, PreferenceStudySettings(cap=50), 0))
    assert len(work.plan.slots) == 15
    assert work.remarks == ("3 pairs no longer in the study and left out of this sheet",)
