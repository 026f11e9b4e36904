"""HeidelTime (Strötgen & Gertz 2010) prints TimeML: its times, with our events and sentences or without."""

from __future__ import annotations

import datetime
from bisect import bisect_left
from dataclasses import replace
from itertools import accumulate

from cliometer.io.timeml.files import parse_timeml
from cliometer.model.annotation import Annotation, EventMention, TimeExpression
from cliometer.model.when import When
from cliometer.text.annotate import annotate


def annotation_from_heideltime(
    output: str, date: str | When | datetime.date | None = None, events: bool = True
) -> Annotation:
    """HeidelTime's output as a text; `date` is the day it was told, which it does not print.

    HeidelTime marks times only; unless told not to, events are found by our own tagger.
    """
    found = parse_timeml(output, "HeidelTime").annotation
    written = str(When.of(date)) if date is not None else found.date
    if events and not found.events:
        found = replace(found, events=outside(annotate(found.text).events, found.times))
    return replace(found, date=written)


def outside(events: tuple[EventMention, ...], times: tuple[TimeExpression, ...]) -> tuple[EventMention, ...]:
    """The events that share no character with a time expression: within one, *fall* is a season."""
    starts = [time.start for time in times]
    reach = [0, *accumulate((time.end for time in times), max)]  # how far the first n times go
    return tuple(event for event in events if reach[bisect_left(starts, event.end)] <= event.start)
