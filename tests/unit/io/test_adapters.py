"""What other tools found, as annotations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from cliometer.io.adapters import annotation_from_heideltime, annotation_from_spacy
from tests.unit.io.test_timeml import BANK, HEIDEL

TEXT = "The ship ran aground on Tuesday. \n The war began at the dawn of time, they say."


@dataclass(frozen=True)
class Token:
    idx: int
    text: str
    pos_: str


@dataclass(frozen=True)
class Piece:
    start_char: int
    end_char: int
    label_: str = ""


@dataclass(frozen=True)
class Doc:
    """As much of spaCy's `Doc` as is asked of it."""

    text: str
    tokens: list[Token] = field(default_factory=list)
    ents: list[Piece] = field(default_factory=list)
    cuts: list[Piece] | None = None

    @property
    def sents(self) -> Iterator[Piece]:
        if self.cuts is None:
            raise ValueError("[E030] Sentence boundaries unset.")
        return iter(self.cuts)

    def __iter__(self) -> Iterator[Token]:
        return iter(self.tokens)


def token(words: str, pos: str) -> Token:
    return Token(TEXT.index(words), words, pos)


def entity(words: str, label: str) -> Piece:
    return Piece(TEXT.index(words), TEXT.index(words) + len(words), label)


DOC = Doc(
    TEXT,
    [token("ship", "NOUN"), token("ran", "VERB"), token("war", "NOUN"), token("began", "VERB"), token("say", "AUX")],
    [entity("on Tuesday", "DATE"), entity("the dawn of time", "TIME"), entity("The ship", "ORG")],
    [Piece(0, 35), Piece(35, len(TEXT))],
)


def test_heideltimes_times_come_with_our_events_and_the_date_it_was_told() -> None:
    found = annotation_from_heideltime(HEIDEL, date="2021-03-24")
    assert [time.value for time in found.times] == ["2021-03-23"]
    assert [event.text for event in found.events] == ["ran"]
    assert found.date == "2021-03-24"


def test_a_date_that_the_output_has_is_kept_unless_another_is_given() -> None:
    assert annotation_from_heideltime(BANK).date == "2021-03-24"


def test_events_that_are_marked_already_are_kept_as_they_are() -> None:
    tag = '<TIMEX3 tid="t1" type="DATE" value="2021">the <EVENT eid="e1">war</EVENT> year</TIMEX3>'
    found = annotation_from_heideltime(f"<TimeML>It ended in {tag}.</TimeML>")
    assert [event.text for event in found.events] == ["war"]


def test_a_word_within_a_time_is_no_event() -> None:
    output = '<TimeML>It ended <TIMEX3 tid="t1" type="TIME" value="x">after the war began</TIMEX3>.</TimeML>'
    assert [event.text for event in annotation_from_heideltime(output).events] == ["ended"]


def test_sentences_are_spacys_without_the_blanks_around_them() -> None:
    found = annotation_from_spacy(DOC).sentences
    assert [(one.id, one.text) for one in found] == [
        ("s1", "The ship ran aground on Tuesday."),
        ("s2", "The war began at the dawn of time, they say."),
    ]


def test_a_date_of_spacys_has_the_value_that_we_find_in_it() -> None:
    time = annotation_from_spacy(DOC, date="2021-03-24").times[0]
    assert (time.text, time.type, time.value) == ("on Tuesday", "DATE", "2021-03-23")


def test_a_time_that_we_do_not_understand_has_no_value() -> None:
    time = annotation_from_spacy(DOC).times[1]
    assert (time.text, time.type, time.value) == ("the dawn of time", "TIME", "")


def test_verbs_are_events_by_spacys_word_and_nouns_where_both_say_so() -> None:
    events = annotation_from_spacy(DOC).events
    assert [(event.id, event.text, event.pos) for event in events] == [
        ("e1", "ran", "VERB"),
        ("e2", "war", "NOUN"),
        ("e3", "began", "VERB"),
    ]
