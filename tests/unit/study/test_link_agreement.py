"""Agreement of judges on links: with a verifier, and among themselves."""

from __future__ import annotations

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.io.sheets import Link
from cliometer.model.nuggets import EventTopic, JudgedEvent
from cliometer.model.sources import Annotation, Sentence, Source
from cliometer.study import link_agreement

TEXT = "A b. C d. E f. G h."
SENTENCES = tuple(Sentence(f"s{n + 1}", 5 * n, 5 * n + 4, TEXT[5 * n : 5 * n + 4]) for n in range(4))
STORY = Source("d", Annotation(TEXT, SENTENCES))
TOPIC = EventTopic(
    "t", (STORY,), (JudgedEvent("x", links=("d/s1",), groups=(("d/s2", "d/s3"),)), JudgedEvent("y", links=("d/s1",)))
)


def links(spelled: str) -> list[Link]:
    """`anna x s1, ben y s2+s3`."""
    found = []
    for part in spelled.split(", "):
        judge, event, sentences = part.split()
        found.append(Link(tuple(f"d/{sentence}" for sentence in sentences.split("+")), event, judge))
    return found


def event(anna: str, ben: str, verified: str | None) -> link_agreement.LinkedEvent:
    own = None if verified is None else frozenset(verified)
    return link_agreement.LinkedEvent("e", {"anna": frozenset(anna), "ben": frozenset(ben)}, own)


def test_dice_and_jaccard_count_the_links_of_all_events() -> None:
    topic = link_agreement.TopicLinks("t", tuple("abc"), (event("ab", "bc", None), event("a", "a", None)))
    (pair,) = link_agreement.pair_overlaps(topic)
    assert (pair.shared, pair.of_first, pair.of_second) == (2, 3, 3)
    assert [pair.dice, pair.jaccard] == pytest.approx([2 / 3, 1 / 2])


def test_one_judge_alone_has_no_alpha() -> None:
    topic = link_agreement.TopicLinks("t", tuple("ab"), (link_agreement.LinkedEvent("e", {"anna": frozenset("a")}),))
    assert link_agreement.set_alpha(topic) is link_agreement.cell_alpha(topic) is None


def test_a_sheet_alone_knows_its_own_sentences_and_events() -> None:
    found = link_agreement.sheet_links("sheet", links("anna x s1, ben x s1, clara x s1"), "clara")
    assert (found.sentences, found.agreement()) == (("d/s1",), 1)


def test_a_link_to_an_unknown_event_is_an_error_that_names_it() -> None:
    with pytest.raises(InputError, match=r"topic t: link of anna: unknown event 'z'"):
        link_agreement.topic_links(TOPIC, links("anna z s1"))


def test_a_link_of_an_unknown_sentence_is_an_error_that_names_it() -> None:
    with pytest.raises(InputError, match=r"unknown sentence 'd/s9'"):
        link_agreement.topic_links(TOPIC, links("anna x s9"))


def test_an_unknown_verifier_is_an_error_that_names_the_judges() -> None:
    with pytest.raises(UsageError, match="unknown judge 'clare'; did you mean clara"):
        link_agreement.expect_judge("clare", links("anna x s1, clara x s1"))


def test_sentences_are_counted_by_the_number_of_events_they_mention() -> None:
    found = link_agreement.topic_statistics(TOPIC)
    assert (found.sentences, found.off, found.single, found.multi) == (4, 1, 2, 1)
    assert (found.stories, found.events) == (1, 2)
