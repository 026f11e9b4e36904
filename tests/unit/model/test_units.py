"""Event groups with their test vectors, content units, judged events and their topics."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from cliometer.errors import InputError
from cliometer.model.nuggets import EventTopic, JudgedEvent
from cliometer.model.sources import Annotation, EventMention, Sentence, Source
from cliometer.model.units import MOST_NESTED, ContentUnit, Contributor, EventGroup, GroupMember, UnitTopic
from cliometer.model.when import When
from tests.units import group, source, unit, vector

INNER = GroupMember(EventGroup((GroupMember("a/e1"),), "h"))
STORY = source("a", "They FOUGHT and LEFT.", "It ENDED.")


def topic(*units: ContentUnit) -> UnitTopic:
    return UnitTopic("war", (STORY,), units, 3)


def judged(**settings: Any) -> EventTopic:
    return EventTopic("war", (STORY,), (JudgedEvent("1", **settings),))


def dated(*dates: str) -> ContentUnit:
    own = tuple(Contributor(f"w{n}", date=When.parse(date)) for n, date in enumerate(dates))
    return ContentUnit("u", contributors=own, group=group(e1=1))


def test_a_writer_who_has_a_unit_twice_counts_once() -> None:
    own = (Contributor("x", "It began."), Contributor("y"), Contributor("x", "It started."))
    assert ContentUnit("u", contributors=own).weight == 2


def test_examined_without_a_link_is_not_the_same_as_never_looked_at() -> None:
    found = ContentUnit("u", group=group(e1=1, e2=0), examined=("a/e3",))
    assert [found.looked_at(f"a/e{n}") for n in range(1, 5)] == [True, True, True, False]


def test_a_unit_without_links_earns_nothing() -> None:
    assert (unit("u", 1).credit({"a/e1"}), unit("u", 1).attainable) == (0.0, 0.0)


def test_a_role_that_was_not_given_is_none_and_not_empty() -> None:
    assert (ContentUnit("u").agent, ContentUnit("u", agent="").agent) == (None, "")


def test_a_year_and_a_month_of_it_are_compatible_dates() -> None:
    assert topic(dated("1997", "1997-06", "1997-06-12")).notes == ()


def test_conflicting_dates_are_noted() -> None:
    assert topic(dated("1997", "1998-06")).notes == (
        "topic war: unit u has conflicting dates: w0 says 1997, w1 says 1998-06",
    )


def test_what_cannot_be_earned_is_noted() -> None:
    found = topic(unit("u", 1), unit("v", 1, group(e1=0.5)), unit("w", 0, group(e1=1)))
    assert found.notes == (
        "topic war: unit u has no link: no system can earn it",
        "topic war: unit v can be earned to 0.5 only, with everything chosen",
        "topic war: unit w has no contributor and so no weight",
    )


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: topic(unit("u", 1, group(e9=1))),
            "topic war: unit u: unknown sentence or mention 'a/e9'; did you mean",
        ),
        (lambda: topic(ContentUnit("u", examined=("b/e1",))), "unit u: unknown sentence or mention 'b/e1'"),
        (
            lambda: UnitTopic("war", (), (unit("u", 1, group(e1=1)),)),
            "unit u: unknown sentence or mention 'a/e1'; the topic has none",
        ),
        (topic, "topic war has no units"),
        (lambda: EventTopic("war", (STORY,), ()), "topic war has no events"),
        (lambda: topic(unit("u", 1), unit("u", 2)), "topic war: two units have the id 'u'"),
        (lambda: UnitTopic("war", (STORY, STORY), (unit("u", 1),)), "topic war: two documents have the id 'a'"),
        (lambda: dataclasses.replace(vector(), events=(JudgedEvent("1"),) * 2), "topic t: two events have the id '1'"),
        (lambda: judged(links=("a/e1",)), "topic war: event 1: unknown sentence 'a/e1'"),
        (lambda: judged(groups=(("a/s1", "a/s9"),)), "topic war: event 1: unknown sentence 'a/s9'"),
        (lambda: judged(links=("a/s1", "a/s1")), "event 1.*two links have the id 'a/s1'"),
        (lambda: judged(groups=((),)), "event 1.*a group without sentences"),
        (lambda: judged(groups=(("a/s1", "a/s1"),)), "event 1.*two sentences of a group have the id 'a/s1'"),
        (lambda: ContentUnit("u", examined=("a/e1", "a/e1")), "unit u: two examined marks have the id 'a/e1'"),
        (lambda: EventGroup((GroupMember("a/e1"), GroupMember("a/e1", 0.5)), "g"), "a/e1 appears twice in the group g"),
        (lambda: EventGroup((INNER, INNER)), "the group h appears twice in the group without id"),
    ],
)
def test_what_contradicts_itself_or_names_what_is_not_there_is_refused(
    make: Callable[[], object], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        make()


@pytest.mark.parametrize("length", [0, -1, True, 2.5, "2"])
def test_a_length_is_one_or_more(length: int) -> None:
    with pytest.raises(InputError, match="topic war: the length must be a whole number, 1 or more"):
        UnitTopic("war", (), (unit("u", 1),), length)


@pytest.mark.parametrize("id", ["", 7])
def test_topics_units_events_and_contributors_have_names(id: str) -> None:
    with pytest.raises(InputError, match="expected the id of a topic"):
        UnitTopic(id, (), (unit("u", 1),))
    with pytest.raises(InputError, match="expected the id of a unit"):
        ContentUnit(id)
    with pytest.raises(InputError, match="expected the id of an event"):
        JudgedEvent(id)
    with pytest.raises(InputError, match="expected the writer"):
        Contributor(id)


def test_an_event_that_no_sentence_mentions_is_noted() -> None:
    assert vector().notes == ("topic t: event 4 has no link: no system can find it",)


def test_mentions_in_no_sentence_are_noted() -> None:
    text = Annotation("A b", (Sentence("s1", 0, 1, "A"),), (), (EventMention(2, 3, "b"),))
    topic = UnitTopic("war", (Source("a", text),), (unit("u", 1, group(e1=1)),))
    assert topic.notes == (
        "topic war: document a: 1 mentions stand in no sentence, the first a/e1: "
        "whoever selects sentences cannot select them",
    )


@pytest.mark.parametrize(
    ("chosen", "credit"), [({"a/e1"}, 1.0), ({"a/e2"}, 0.5), ({"a/e1", "a/e2"}, 1.0), (set(), 0.0)]
)
def test_began_counts_whole_and_recording_half_and_both_no_more_than_one(chosen: set[str], credit: float) -> None:
    assert group(e1=1, e2=0.5).credit(chosen) == credit


@pytest.mark.parametrize("v", [-0.01, 1.01, float("nan"), True, "1"])
def test_a_contribution_outside_of_0_to_1_is_refused_by_name(v: float) -> None:
    with pytest.raises(InputError, match=r"a/e1: the contribution v must be from 0 to 1"):
        GroupMember("a/e1", v)


def test_groups_that_double_at_every_level_are_refused_before_they_are_walked() -> None:
    pair: list[str | EventGroup] = ["a/e1", "a/e2"]
    with pytest.raises(InputError, match="larger than can be meant"):
        for level in range(40):
            pair = [EventGroup(tuple(map(GroupMember, pair)), f"{level}{side}") for side in "lr"]


def test_groups_are_nested_to_a_depth_and_no_deeper() -> None:
    inner = group(e1=1)
    for _ in range(MOST_NESTED - 1):
        inner = EventGroup((GroupMember(inner),))
    assert inner.credit({"a/e1"}) == 1.0
    with pytest.raises(InputError, match="groups deep"):
        EventGroup((GroupMember(inner),))
