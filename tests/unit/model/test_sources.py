"""Documents, their ids and sections, and marks on a text, which must lie in it and quote it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.model.sources import MANUAL, Annotation, EventMention, Sentence, Source, SourceSection, TimeExpression
from tests.units import source

STORY = source("apw-7", "They FOUGHT and LEFT.", "Nothing more.", "It ENDED.")


def test_ids_are_those_of_the_document_and_the_mark() -> None:
    assert tuple(STORY.sentences) == ("apw-7/s1", "apw-7/s2", "apw-7/s3")
    assert tuple(STORY.mentions) == ("apw-7/e1", "apw-7/e2", "apw-7/e3")


def test_marks_without_an_id_are_numbered_by_place() -> None:
    events = (EventMention(3, 7, "left"), EventMention(0, 2, "He"))
    found = Source("a", Annotation("He left.", (Sentence("", 0, 8, "He left."),), (), events))
    assert [mention.text for mention in found.mentions.values()] == ["He", "left"]
    assert (tuple(found.mentions), tuple(found.sentences)) == (("a/e1", "a/e2"), ("a/s1",))


def test_a_mention_belongs_to_the_sentence_that_it_starts_in() -> None:
    assert STORY.mentions_of == {"apw-7/s1": ("apw-7/e1", "apw-7/e2"), "apw-7/s2": (), "apw-7/s3": ("apw-7/e3",)}


def test_a_mention_between_sentences_belongs_to_none() -> None:
    text = Annotation("A b c", (Sentence("s1", 0, 1, "A"), Sentence("s2", 4, 5, "c")), (), (EventMention(2, 3, "b"),))
    assert Source("a", text).mentions_of == {"a/s1": (), "a/s2": ()}


def test_an_anchor_that_a_person_set_says_so() -> None:
    found = Source("apw-7", STORY.annotation, annotator="cliometer 0.1", origins={"e2": MANUAL})
    assert [found.origin(id) for id in found.mentions] == ["cliometer 0.1", "manual", "cliometer 0.1"]
    with pytest.raises(UsageError, match="unknown mention of apw-7 'apw-7/e9'"):
        found.origin("apw-7/e9")


TWICE = (EventMention(0, 2, "He", id="e1"), EventMention(3, 7, "left", id="e1"))


def left(*sentences: Sentence, **settings: Any) -> Source:
    """The document a, which says that he left."""
    return Source("a", Annotation("He left.", sentences, events=settings.pop("events", ())), **settings)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Source("apw-7", STORY.annotation, origins={"e9": MANUAL}), "apw-7: an origin is given for 'e9'"),
        (
            lambda: left(sections=(SourceSection("War", 0, 99),)),
            "^a: .*the section 'War', 0-99, lies outside the text of 8 characters",
        ),
        (lambda: left(sections=(SourceSection("War", 3, 2),)), "^a: .*lies outside"),
        (lambda: left(sections=(SourceSection("War", 0, 8, 0),)), "^a: .*has depth 0"),
        (lambda: left(events=TWICE), "a: two marks have the id 'a/e1'"),
        *((lambda id=id: Source(id, Annotation("He left.")), "expected the id of a document") for id in ("", 7)),
        *(
            (
                lambda start=start, end=end: left(
                    Sentence("s1", 0, 3, "He "), Sentence("s2", start, end, "He left."[start:end])
                ),
                r"a: the sentences a/s1, 0-3, and a/s2, .* overlap",
            )
            for start, end in ((2, 8), (0, 3), (0, 8))
        ),
        (lambda: left(events=(EventMention(3, 3, ""),)), "a: a/e1 is empty, 3-3"),
        (lambda: left(Sentence("s1", 3, 3, "")), "a: a/s1 is empty, 3-3"),
        (
            lambda: left(events=(EventMention(3, 7, "came"),)),
            "events: at 3-7 the text says 'left', the mark says 'came'",
        ),
    ],
)
def test_marks_that_cannot_be_are_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        make()


def test_sections_stand_in_the_order_of_the_document_the_outer_one_first() -> None:
    parts = (SourceSection("late", 4, 8), SourceSection("inner", 0, 3, 2), SourceSection("outer", 0, 4))
    found = Source("a", Annotation("He left."), sections=parts).sections
    assert [section.title for section in found] == ["outer", "inner", "late"]


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2), (0, 99)])
def test_a_span_outside_the_text_is_an_error(start: int, end: int) -> None:
    with pytest.raises(InputError, match=f"the span {start}-{end} lies outside the text of 8 characters"):
        Annotation("He left.", sentences=(Sentence("s1", start, end, "He"),))


def test_only_the_four_types_of_timeml_are_times() -> None:
    with pytest.raises(UsageError, match="unknown type of time expression 'DAY'"):
        TimeExpression(0, 6, "Friday", "DAY", "1998-02-13")  # type: ignore[arg-type]
