"""Marks on a text: they must lie in it and quote it."""

from __future__ import annotations

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.model.sources import Annotation, EventMention, Sentence, TimeExpression


def test_marks_are_kept_in_the_order_of_reading() -> None:
    events = [EventMention(8, 12, "came"), EventMention(3, 7, "left")]
    assert [event.text for event in Annotation("He left came", events=tuple(events)).events] == [
        "left",
        "came",
    ]


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


def test_the_text_must_be_a_text() -> None:
    with pytest.raises(UsageError, match="expected a text, found 3"):
        Annotation(3)  # type: ignore[arg-type]
