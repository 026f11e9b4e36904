"""Annotations made by other tools: TimeML, HeidelTime (Strötgen & Gertz 2010), spaCy; none is imported."""

from __future__ import annotations

import datetime
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate
from operator import attrgetter
from os import PathLike
from typing import Any

from cliometer.io.timeml import parse_timeml, read_timeml
from cliometer.model.sources import Annotation, EventMention, Sentence, TimeExpression, TimeType
from cliometer.model.when import When
from cliometer.text.annotate.annotator import annotate, numbered


def annotation_from_timeml(path: str | PathLike[str]) -> Annotation:
    """Return what a TimeML file marks; `read_timeml` returns its links and signals as well."""
    return read_timeml(path).annotation


def annotation_from_heideltime(
    output: str, date: str | When | datetime.date | None = None, events: bool = True
) -> Annotation:
    """Return the marks in HeidelTime's output; `date` is the day that HeidelTime was given, which it does not print.

    HeidelTime marks times only; unless told not to, events are found by our own tagger.
    """
    annotation = parse_timeml(output, "HeidelTime").annotation
    written = str(When.of(date)) if date is not None else annotation.date
    if events and not annotation.events:
        annotation = replace(annotation, events=outside(annotate(annotation.text).events, annotation.times))
    return replace(annotation, date=written)


def outside(events: tuple[EventMention, ...], times: tuple[TimeExpression, ...]) -> tuple[EventMention, ...]:
    """Return the events that share no character with a time expression: within one, *fall* is a season."""
    starts = [time.start for time in times]
    reach = [0, *accumulate((time.end for time in times), max)]  # how far the first n times go
    return tuple(event for event in events if reach[bisect_left(starts, event.end)] <= event.start)


# A spaCy `Doc` as an annotation: its sentences, its DATE and TIME entities, its verbs.
# spaCy does not say what a date means, nor which nouns are events. Our own tagger, run over the same text,
# gives the value of each entity that it overlaps, and the nouns and predicates; an entity it does not know
# has the value "". Nothing of spaCy is imported: whatever has `text`, `sents`, `ents` and tokens will do.

_TYPES: dict[str, TimeType] = {"DATE": "DATE", "TIME": "TIME"}
_NOMINAL = ("NOUN", "PROPN", "ADJ")


def annotation_from_spacy(doc: Any, date: str | When | datetime.date | None = None) -> Annotation:
    """Return the sentences, times and events of a `Doc`; `date` is the day the text was written on."""
    ours = annotate(doc.text, date)
    times = tuple(
        _time(ent, doc.text, ours.times, number)
        for number, ent in enumerate((ent for ent in doc.ents if ent.label_ in _TYPES), start=1)
    )
    events = numbered("e", outside(tuple(_events(doc, ours.events)), times))
    return Annotation(doc.text, _sentences(doc, ours), times, events, ours.date)


def _sentences(doc: Any, ours: Annotation) -> tuple[Sentence, ...]:
    """Return spaCy's sentences; ours where its pipeline sets no boundaries, which it answers with a ValueError."""
    try:
        spans = [(sent.start_char, sent.end_char) for sent in doc.sents]
    except ValueError:
        return ours.sentences
    trimmed = (_trimmed(doc.text, start, end) for start, end in spans)
    whole = [(start, end) for start, end in trimmed if start < end]
    return tuple(
        Sentence(f"s{number}", start, end, doc.text[start:end]) for number, (start, end) in enumerate(whole, start=1)
    )


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span without the blanks around it, which spaCy counts in."""
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())


def _time(ent: Any, text: str, known_times: tuple[TimeExpression, ...], number: int) -> TimeExpression:
    """Return the entity with the type and value of ours that shares most characters with it."""
    start, end = ent.start_char, ent.end_char
    first = max(0, bisect_right(known_times, start, key=attrgetter("start")) - 1)
    near = known_times[first : bisect_left(known_times, end, key=attrgetter("start"))]
    shared = [(min(time.end, end) - max(time.start, start), -time.start, time) for time in near]
    best = max((item for item in shared if item[0] > 0), key=lambda item: item[:2], default=None)
    if best is None:
        return TimeExpression(start, end, text[start:end], _TYPES[ent.label_], "", id=f"t{number}")
    return replace(best[2], start=start, end=end, text=text[start:end], id=f"t{number}")


def _events(doc: Any, known_events: tuple[EventMention, ...]) -> Iterator[EventMention]:
    """Return verbs that spaCy calls so, and nouns and predicates that both spaCy and our tagger call so."""
    ours = {event.start: event for event in known_events}
    for token in doc:
        event = ours.get(token.idx)
        if token.pos_ == "VERB" or (event is not None and token.pos_ in _NOMINAL):
            pos = {"ADJ": "ADJECTIVE", "PROPN": "NOUN"}.get(token.pos_, token.pos_)
            kind = event.kind if event else ""
            yield EventMention(token.idx, token.idx + len(token.text), token.text, pos, kind)
