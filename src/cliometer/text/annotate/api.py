"""Sentences, times and events of a text in one call."""

from __future__ import annotations

import datetime
import re
from dataclasses import replace
from functools import partial
from typing import Literal

from cliometer.errors import expected, unknown
from cliometer.model.annotation import Annotation, EventMention, Sentence, TimeExpression
from cliometer.model.calendar import from_ordinal
from cliometer.model.when import When
from cliometer.text.annotate.events import find as find_events
from cliometer.text.annotate.sentences import split
from cliometer.text.annotate.tagger import tag
from cliometer.text.annotate.tense import tense_at
from cliometer.text.annotate.times.anchor import Day
from cliometer.text.annotate.times.context import Context
from cliometer.text.annotate.times.finder import find as find_times
from cliometer.text.annotate.words import words

Anchor = Literal["document", "previous"]
ANCHORS: tuple[Anchor, ...] = ("document", "previous")
_TIME_OF_DAY = re.compile(r"T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?")  # as creation times have it


def annotate(
    text: str, date: str | When | datetime.date | None = None, *, anchor: Anchor = "document"
) -> Annotation:
    """Mark the sentences, time expressions and event mentions of an English text.

    `date` is the day the text was written on; a time of day behind it (`1998-02-12T14:35`) is not looked at.
    Without a date, what is relative to it stays unresolved (`XXXX-XX-XX`). With `anchor="previous"`, relative
    expressions start from the date named last instead, as histories are told.

    >>> [(t.text, t.value) for t in annotate("He left two days ago.", date="1998-02-12").times]
    [('two days ago', '1998-02-10')]
    """
    if not isinstance(text, str):
        raise expected("a text", text)
    if anchor not in ANCHORS:
        raise unknown("anchor", anchor, ANCHORS)
    written = None if date is None else _written(date)
    context = Context(written, narrative=anchor == "previous")
    sentences = split(text)
    times: list[TimeExpression] = []
    events: list[EventMention] = []
    for sentence in sentences:
        _mark(text, sentence, context, times, events)
    return Annotation(text, sentences, tuple(times), tuple(events), str(written or ""))


def _written(date: str | When | datetime.date) -> Day:
    """The day, or the month or year where no more is known; of an interval, its first day."""
    if isinstance(date, str) and _TIME_OF_DAY.fullmatch(date, 10):
        date = date[:10]
    when = When.of(date)
    year, month, day = from_ordinal(when.first)
    return {"year": Day(year), "month": Day(year, month)}.get(when.precision, Day(year, month, day))


def _mark(
    text: str,
    sentence: Sentence,
    context: Context,
    times: list[TimeExpression],
    events: list[EventMention],
) -> None:
    """Add what a sentence holds, numbered on from what came before."""
    tokens = words(text, sentence.start, sentence.end)
    tags = tag([token.text for token in tokens])
    context.verb_at = partial(tense_at, tokens, tags)
    found = list(find_times(text, sentence.start, sentence.end, context))
    times += [replace(time, id=f"t{n}") for n, time in enumerate(found, start=len(times) + 1)]
    mentions = find_events(tokens, tags, found)
    events += [replace(event, id=f"e{n}") for n, event in enumerate(mentions, start=len(events) + 1)]
