"""Documents, their ids and sections, and marks on a text, which must lie in it and quote it."""

from __future__ import annotations

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


def test_an_origin_of_no_mention_is_refused() -> None:
    with pytest.raises(InputError, match="apw-7: an origin is given for 'e9'"):
        Source("apw-7", STORY.annotation, origins={"e9": MANUAL})


@pytest.mark.parametrize(
    ("section", "message"),
    [
        (SourceSection("War", 0, 99), "the section 'War', 0-99, lies outside the text of 8 characters"),
        (SourceSection("War", 3, 2), "lies outside"),
        (SourceSection("War", 0, 8, 0), "has depth 0"),
    ],
)
def test_a_section_lies_inside_the_text(section: SourceSection, message: str) -> None:
    with pytest.raises(InputError, match=f"^a: .*{message}"):
        Source("a", Annotation("He left."), sections=(section,))


def test_two_marks_cannot_have_one_id() -> None:
    twice = (EventMention(0, 2, "He", id="e1"), EventMention(3, 7, "left", id="e1"))
    with pytest.raises(InputError, match="a: two marks have the id 'a/e1'"):
        Source("a", Annotation("He left.", events=twice))


@pytest.mark.parametrize("id", ["", 7])
def test_a_document_has_an_id(id: str) -> None:
    with pytest.raises(InputError, match="expected the id of a document"):
        Source(id, Annotation("He left."))


def test_sections_stand_in_the_order_of_the_document_the_outer_one_first() -> None:
    parts = (SourceSection("late", 4, 8), SourceSection("inner", 0, 3, 2), SourceSection("outer", 0, 4))
    found = Source("a", Annotation("He left."), sections=parts).sections
    assert [section.title for section in found] == ["outer", "inner", "late"]


@pytest.mark.parametrize("second", [(2, 8), (0, 3), (0, 8)])
def test_sentences_that_overlap_are_refused(second: tuple[int, int]) -> None:
    start, end = second
    text = "He left."
    marks = (Sentence("s1", 0, 3, "He "), Sentence("s2", start, end, text[start:end]))
    with pytest.raises(InputError, match=r"a: the sentences a/s1, 0-3, and a/s2, .* overlap"):
        Source("a", Annotation(text, marks))


def test_a_mark_covers_something() -> None:
    with pytest.raises(InputError, match="a: a/e1 is empty, 3-3"):
        Source("a", Annotation("He left.", events=(EventMention(3, 3, ""),)))
    with pytest.raises(InputError, match="a: a/s1 is empty, 3-3"):
        Source("a", Annotation("He left.", (Sentence("s1", 3, 3, ""),)))


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 2), (0, 99)])
def test_a_span_outside_the_text_is_an_error(start: int, end: int) -> None:
    with pytest.raises(InputError, match=f"the span {start}-{end} lies outside the text of 8 characters"):
        Annotation("He left.", sentences=(Sentence("s1", start, end, "He"),))


def test_a_mark_must_quote_what_stands_there() -> None:
    with pytest.raises(InputError, match="events: at 3-7 the text says 'left', the mark says 'came'"):
        Annotation("He left.", events=(EventMention(3, 7, "came"),))


def test_only_the_four_types_of_timeml_are_times() -> None:
    with pytest.raises(UsageError, match="unknown type of time expression 'DAY'"):
        TimeExpression(0, 6, "Friday", "DAY", "1998-02-13")  # type: ignore[arg-type]
