"""Content units: pyramid shape, unseen units, splits and links made twice."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from cliometer.errors import InputError
from cliometer.model.sources import Annotation, EventMention, Sentence, Source
from cliometer.model.units import ContentUnit, Contributor, EventGroup, GroupMember, UnitTopic
from cliometer.study import unit_agreement
from cliometer.study.split_analysis import MOST_WRITERS, analyse_splits, can_split

TEXT = "ab cd. ef gh. ij kl. mn op."
WORDS = [(start, TEXT[start : start + 2]) for start in (0, 3, 7, 10, 14, 17, 21, 24)]
STORY = Source(
    "d",
    Annotation(
        TEXT,
        tuple(Sentence(f"s{n + 1}", 7 * n, 7 * n + 6, TEXT[7 * n : 7 * n + 6]) for n in range(4)),
        events=tuple(EventMention(start, start + 2, word) for start, word in WORDS),
    ),
)


def unit(id: str, writers: str, links: Mapping[int, float]) -> ContentUnit:
    members = tuple(GroupMember(f"d/e{number}", v) for number, v in links.items())
    return ContentUnit(
        id, contributors=tuple(map(Contributor, writers)), group=EventGroup(members) if members else None
    )


def topic(*units: ContentUnit) -> UnitTopic:
    return UnitTopic("t", (STORY,), units, 2)


def test_a_pyramid_has_no_level_larger_than_the_one_below() -> None:
    assert unit_agreement.PyramidShape((5, 3, 3)).pyramid
    assert not unit_agreement.PyramidShape((5, 3, 3)).strict
    assert not unit_agreement.PyramidShape((2, 3, 1)).pyramid
    assert unit_agreement.PyramidShape((4, 2, 1)).strict


def test_links_that_contribute_nothing_are_not_counted() -> None:
    one = unit("u", "ab", {1: 1, 2: 0})
    assert unit_agreement.contributing_marks(one) == ("d/e1",)
    found = unit_agreement.unit_statistics(topic(one, unit("v", "a", {3: 0})))
    assert (found.links, found.unlinked, found.shape.levels) == (1, 1, (1, 1))


def test_unseen_units_are_estimated_from_the_sentences_that_hold_units() -> None:
    # two sentences with 2 and 1 units: 1.5 a sentence, 6 in four, of which 2 were written down
    assert unit_agreement.estimated_unseen(topic(unit("u", "a", {1: 1, 3: 1}), unit("v", "b", {2: 1}))) == 4


def test_fewer_than_no_unseen_units_are_never_assumed() -> None:
    # one unit in one sentence: 4 in four sentences, of which 6 were written down
    bare = [unit(f"v{n}", "a", {}) for n in range(5)]
    assert unit_agreement.estimated_unseen(topic(unit("u", "a", {1: 1}), *bare)) == 0


def test_without_links_no_unseen_unit_is_assumed() -> None:
    assert unit_agreement.estimated_unseen(topic(unit("u", "a", {}))) == 0


def test_the_number_of_unseen_units_can_be_given() -> None:
    found = unit_agreement.topic_splits(topic(unit("u", "abcd", {1: 1}), unit("v", "ab", {2: 1})), unseen=7)
    assert found.frequencies == (7, 0, 1, 0, 1)
    assert [(what, z) for what, z, _ in found.sensitivity] == [("0", 0), ("z", 7), ("2z", 14)]


def test_a_split_names_its_teams() -> None:
    teams = [(table.first, table.second) for table in analyse_splits([["a"]], "abcd").tables]
    assert teams == [(("a", "b"), ("c", "d")), (("a", "c"), ("b", "d")), (("a", "d"), ("b", "c"))]


def test_three_writers_are_no_two_teams() -> None:
    with pytest.raises(InputError, match="found 3"):
        analyse_splits([["a"]], "abc")
    assert not can_split(3)


def test_too_many_writers_are_refused_with_the_number_of_splits() -> None:
    with pytest.raises(InputError, match="24,310 ways"):
        analyse_splits([], [str(n) for n in range(MOST_WRITERS + 2)])


def test_a_writer_who_is_not_listed_is_an_error() -> None:
    with pytest.raises(InputError, match="'z' wrote a unit"):
        analyse_splits([["z"]], "ab")


def test_where_everything_is_equal_alpha_has_no_value() -> None:
    found = analyse_splits([["a", "b", "c", "d"]], "abcd").sensitivity
    assert found == (("0", 0, None), ("z", 0, None), ("2z", 0, None))


def test_two_matchers_agree_where_both_give_0_or_both_more() -> None:
    # candidates: all mentions of the sentences that either linked, e1 to e4
    found = unit_agreement.compare_matchings(topic(unit("u", "a", {1: 1, 3: 0.5})), topic(unit("u", "a", {1: 0.5})))
    assert found.values == ((1, 0.5), (0.5, 0), (0, 0), (0, 0))
    assert (found.agreement, found.exact) == (0.75, 0.5)
    assert found.alpha == pytest.approx(1 - 0.125 / (2 * (8 * 1.5 - 2**2) / (8 * 7)))


def shifted(units: tuple[ContentUnit, ...], *places: int) -> UnitTopic:
    """The same text, of which another extractor marked the words at some places only."""
    events = tuple(EventMention(*place_of(place)) for place in places)
    return UnitTopic("t", (Source("d", Annotation(TEXT, STORY.annotation.sentences, (), events)),), units)


def place_of(number: int) -> tuple[int, int, str]:
    start, word = WORDS[number - 1]
    return start, start + 2, word


def test_matchings_of_marks_that_are_numbered_differently_are_refused() -> None:
    one = topic(unit("u", "a", {1: 1}))
    with pytest.raises(InputError, match="d/e1 is 'ab' at 0-2 in one file and 'cd' at 3-5 in the other"):
        unit_agreement.compare_matchings(one, shifted(one.units, 2, 3))


def test_matchings_that_call_one_mention_by_two_names_are_refused() -> None:
    one = shifted((unit("u", "a", {2: 1}),), 1, 2)
    anchor = EventMention(3, 5, "cd", id="x1")
    text = Annotation(TEXT, STORY.annotation.sentences, (), (EventMention(0, 2, "ab", id="e1"), anchor))
    other = ContentUnit("u", contributors=one.units[0].contributors, group=EventGroup((GroupMember("d/x1"),)))
    with pytest.raises(InputError, match="what d/e2 is in one file, 'cd' at 3-5, is d/x1 in the other"):
        unit_agreement.compare_matchings(one, UnitTopic("t", (Source("d", text),), (other,)))


def test_a_mention_that_one_matcher_added_is_0_for_the_other() -> None:
    few, more = shifted((unit("u", "a", {1: 1.0}),), 1), shifted((unit("u", "a", {1: 1, 2: 1}),), 1, 2)
    assert unit_agreement.compare_matchings(few, more).values == ((1, 1), (0, 1))


def test_a_decision_that_was_only_looked_at_is_compared() -> None:
    looked = ContentUnit("u", contributors=(Contributor("a"),), examined=("d/e5",))
    assert unit_agreement.compare_matchings(topic(looked), topic(unit("u", "a", {}))).values == ((0, 0),)
    assert unit_agreement.compare_matchings(topic(unit("u", "a", {})), topic(looked)).values == ((0, 0),)


def test_matchings_without_a_common_unit_are_an_error() -> None:
    with pytest.raises(InputError, match="no unit in common"):
        unit_agreement.compare_matchings(topic(unit("u", "a", {1: 1})), topic(unit("v", "a", {1: 1})))
