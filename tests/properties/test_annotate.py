"""Laws of marking: in any text, marks lie in it, keep their order, and do not depend on what follows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import cliometer
from cliometer.model.sources import Annotation

PIECES = [
    "last", "next", "the", "two", "a", "years", "year", "ago", "May", "march", "Friday", "1998", "12",
    "o'clock", "p.m.", "quarter", "third", "said", "attack", "attacked", "will", "was", ".", ",", "-",
    "\n", "\n\n", "every", "of", "99", "century", "BC", "'60s", "now", "night", "first", "half",
    "million", "00/00/00", "2000-13-45", "0", "$", "n't", "May 3-5", "-2 May", "1914-18", "Q3", "'96",
    "the 5th", "31.02.1998", "February 29", "on",
]  # fmt: skip
texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=30).map(" ".join)
dates = st.none() | st.dates().map(str) | st.sampled_from(["-0799", "1998", "1998-02", "0000-01-01", "9999-12-31"])


@given(texts, dates)
def test_marks_quote_the_text_and_keep_its_order(text: str, date: str | None) -> None:
    found = cliometer.annotate(text, date)
    assert found == Annotation(text, found.sentences, found.times, found.events, found.date)
    for spans in (found.sentences, found.times, found.events):
        ends = [span.end for span in spans]
        starts = [span.start for span in spans]
        assert all(start < end for start, end in zip(starts, ends, strict=True))
        assert all(end <= start for end, start in zip(ends, starts[1:], strict=False))


@given(texts, dates)
def test_the_same_text_is_marked_the_same(text: str, date: str | None) -> None:
    assert cliometer.annotate(text, date) == cliometer.annotate(text, date)


@given(texts)
def test_every_visible_character_lies_in_a_sentence(text: str) -> None:
    left = list(text)
    for sentence in cliometer.annotate(text).sentences:
        left[sentence.start : sentence.end] = " " * (sentence.end - sentence.start)
    assert not "".join(left).strip()


@given(texts, texts)
def test_text_added_behind_a_paragraph_changes_nothing_before_it(text: str, more: str) -> None:
    alone, longer = cliometer.annotate(text), cliometer.annotate(f"{text}\n\n{more}")
    assert longer.sentences[: len(alone.sentences)] == alone.sentences
    assert longer.times[: len(alone.times)] == alone.times
    assert longer.events[: len(alone.events)] == alone.events


@given(texts, dates)
def test_no_event_lies_inside_a_time(text: str, date: str | None) -> None:
    found = cliometer.annotate(text, date)
    for event in found.events:
        assert not any(time.start <= event.start < time.end for time in found.times)
