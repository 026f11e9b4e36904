"""What is marked in a text: its sentences, the times it names and the events it mentions, by characters.

All of it stands off: a value holds offsets into a text that never changes, and the words at them. Time
expressions and events follow TimeML (Pustejovsky et al. 2003): `TIMEX3` with type and value, `EVENT` with
its head word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from cliometer.errors import InputError, expected, unknown

TimeType = Literal["DATE", "TIME", "DURATION", "SET"]
TIME_TYPES: tuple[TimeType, ...] = ("DATE", "TIME", "DURATION", "SET")


class Span(Protocol):
    """A stretch of a text: the characters from `start` up to, not including, `end`."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def text(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence; its id is its number in the text, so text that is added at the end changes none."""

    id: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class TimeExpression:
    """A TIMEX3; `value` is spelled as in TimeML: `1998-02-12`, `1998-W07`, `P3Y`, `PAST_REF`, `XXXX-05`."""

    start: int
    end: int
    text: str
    type: TimeType
    value: str
    mod: str = ""  # START, MID, END, APPROX, LESS_THAN, ...
    quant: str = ""  # EVERY, EACH: sets only
    freq: str = ""  # 2X: sets only
    id: str = ""

    def __post_init__(self) -> None:
        if self.type not in TIME_TYPES:
            raise unknown("type of time expression", self.type, TIME_TYPES)


@dataclass(frozen=True, slots=True)
class EventMention:
    """The head word of a mention of an event; its part of speech and TimeML class where they are known."""

    start: int
    end: int
    text: str
    pos: str = ""  # VERB, NOUN, ADJECTIVE, ...
    kind: str = ""  # OCCURRENCE, REPORTING, STATE, ...
    id: str = ""


@dataclass(frozen=True, slots=True)
class Annotation:
    """A text and what is marked in it, each list in the order of reading.

    >>> Annotation("He left.", events=[EventMention(3, 7, "left")]).events[0].text
    'left'
    """

    text: str
    sentences: tuple[Sentence, ...] = ()
    times: tuple[TimeExpression, ...] = ()
    events: tuple[EventMention, ...] = ()
    date: str = ""  # the day the text was written on, as a TIMEX3 value

    def __post_init__(self) -> None:
        if not isinstance(self.text, str):
            raise expected("a text", self.text)
        for name in ("sentences", "times", "events"):
            spans = tuple(sorted(getattr(self, name), key=_place))
            _check(name, spans, self.text)
            object.__setattr__(self, name, spans)


def _place(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _check(name: str, spans: Sequence[Span], text: str) -> None:
    """Offsets must lie in the text, and the words at them must be the ones that the mark quotes."""
    for span in spans:
        if not 0 <= span.start <= span.end <= len(text):
            raise InputError(
                f"{name}: the span {span.start}-{span.end} lies outside the text of {len(text)} characters"
            )
        if text[span.start : span.end] != span.text:
            found = text[span.start : span.end]
            raise InputError(
                f"{name}: at {span.start}-{span.end} the text says {found!r}, the mark says {span.text!r}"
            )
