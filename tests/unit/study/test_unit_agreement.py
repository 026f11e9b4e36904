"""Content units: pyramid shape, unseen units, splits and links made twice."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from cliometer.errors import InputError
from cliometer.model.sources import Annotation, EventMention, Sentence, Source
from cliometer.model.units import ContentUnit, Contributor, EventGroup, GroupMember, UnitTopic
from cliometer.study.split_analysis import MOST_WRITERS, analyse_splits
from cliometer.study.unit_agreement import compare_matchings, estimated_unseen

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


def test_without_links_no_unseen_unit_is_assumed() -> None:
    assert estimated_unseen(topic(unit("u", "a", {}))) == 0


def test_six_writers_are_split_in_ten_ways() -> None:
    assert len(analyse_splits([["a"]], "abcdef").tables) == 10


def test_too_many_writers_are_refused_with_the_number_of_splits() -> None:
    with pytest.raises(InputError, match="24,310 ways"):
        analyse_splits([], [str(n) for n in range(MOST_WRITERS + 2)])


def test_where_everything_is_equal_alpha_has_no_value() -> None:
    found = analyse_splits([["a", "b", "c", "d"]], "abcd").sensitivity
    assert found == (("0", 0, None), ("z", 0, None), ("2z", 0, None))


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
        compare_matchings(one, shifted(one.units, 2, 3))


def test_matchings_that_call_one_mention_by_two_names_are_refused() -> None:
    one = shifted((unit("u", "a", {2: 1}),), 1, 2)
    anchor = EventMention(3, 5, "cd", id="x1")
    first = EventMention(0, 2, "ab", id="e1")
    text = Annotation(TEXT, STORY.annotation.sentences, (), (first, anchor))
    other = ContentUnit("u", contributors=one.units[0].contributors, group=EventGroup((GroupMember("d/x1"),)))
    with pytest.raises(InputError, match="what d/e2 is in one file, 'cd' at 3-5, is d/x1 in the other"):
        compare_matchings(one, UnitTopic("t", (Source("d", text),), (other,)))


def test_a_decision_that_was_only_looked_at_is_compared() -> None:
    looked = ContentUnit("u", contributors=(Contributor("a"),), examined=("d/e5",))
    assert compare_matchings(topic(looked), topic(unit("u", "a", {}))).values == ((0, 0),)
    assert compare_matchings(topic(unit("u", "a", {})), topic(looked)).values == ((0, 0),)


def test_units_that_only_one_matcher_has_are_named() -> None:
    both = unit("u", "a", {1: 1})
    assert compare_matchings(topic(both, unit("v", "a", {2: 1})), topic(both)).left_out == ("v",)
