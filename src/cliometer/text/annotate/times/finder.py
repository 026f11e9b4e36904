"""Applies all rules to a sentence and keeps, at each place, the longest expression that makes sense."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cliometer.model.annotation import TimeExpression
from cliometer.text.annotate.times.clock import TRIGGER as CLOCK_RULES
from cliometer.text.annotate.times.context import Context
from cliometer.text.annotate.times.distance import TRIGGER as DISTANCE_RULES
from cliometer.text.annotate.times.lengths import TRIGGER as LENGTH_RULES
from cliometer.text.annotate.times.months import TRIGGER as MONTH_RULES
from cliometer.text.annotate.times.quarters import TRIGGER as QUARTER_RULES
from cliometer.text.annotate.times.ranges import TRIGGER as RANGE_RULES
from cliometer.text.annotate.times.references import TRIGGER as REFERENCE_RULES
from cliometer.text.annotate.times.relative import TRIGGER as RELATIVE_RULES
from cliometer.text.annotate.times.rules import Match, Read, Reading
from cliometer.text.annotate.times.seasons import TRIGGER as SEASON_RULES
from cliometer.text.annotate.times.sets import TRIGGER as SET_RULES
from cliometer.text.annotate.times.weekdays import TRIGGER as WEEKDAY_RULES
from cliometer.text.annotate.times.years import TRIGGER as YEAR_RULES

_GROUPS = (
    MONTH_RULES,
    RANGE_RULES,
    YEAR_RULES,
    WEEKDAY_RULES,
    SEASON_RULES,
    REFERENCE_RULES,
    RELATIVE_RULES,
    DISTANCE_RULES,
    QUARTER_RULES,
    LENGTH_RULES,
    CLOCK_RULES,
    SET_RULES,
)
_RUN = re.compile(r"\s+")
_DAY = re.compile(r"(?:BC)?\d{4}-\d\d-\d\d")
_BESIDE = re.compile(r",? (?:on |of )?")
Candidate = tuple[int, int, Match, Read]


def find(text: str, start: int, end: int, context: Context) -> Iterator[TimeExpression]:
    """The time expressions of a sentence; the context remembers the last date for the next one."""
    flat, places = flatten(text, start, end)
    context.begin(places)
    held: tuple[TimeExpression, int] | None = None  # a time of day waits for the date behind it
    done = 0
    for first, _, match, read in sorted(_candidates(flat), key=_longest_first):
        reading = read(match, context) if first >= done else None
        if reading is None:
            continue
        if held:
            yield _on_day(held[0], flat[held[1] : first], match[0], reading)
        done = _end(match)
        if reading.type in ("DATE", "TIME"):
            context.remember(reading.value, is_day=reading.type == "DATE")
        begin, stop = places[first], places[done - 1] + 1
        held = TimeExpression(begin, stop, text[begin:stop], *reading), done
    if held:
        yield held[0]


def _on_day(time: TimeExpression, between: str, words: str, behind: Reading) -> TimeExpression:
    """`06:15 on 23 March 2021`: a time of day belongs to the day of the calendar that is named next to it."""
    is_day = behind.type == "DATE" and _DAY.fullmatch(behind.value) and any(map(str.isdigit, words))
    if time.type != "TIME" or not is_day or not _BESIDE.fullmatch(between):
        return time
    return replace(time, value=f"{behind.value}T{time.value.partition('T')[2]}")


def flatten(text: str, start: int, end: int) -> tuple[str, Sequence[int]]:
    """A stretch of the text with one blank for each run of blanks or line breaks, and the places kept."""
    piece = text[start:end]
    runs = list(_RUN.finditer(piece))
    if all(len(run[0]) == 1 for run in runs):
        return _RUN.sub(" ", piece) if runs else piece, range(start, end)
    kept = [True] * len(piece)
    for run in runs:
        kept[run.start() + 1 : run.end()] = [False] * (len(run[0]) - 1)
    places = [start + number for number, keep in enumerate(kept) if keep]
    return _RUN.sub(" ", piece), places


def _candidates(flat: str) -> Iterator[Candidate]:
    for group in _GROUPS:
        if group.trigger.search(flat):
            for pattern, read in group.rules:
                for match in pattern.finditer(flat):
                    yield match.start(), match.end(), match, read


def _longest_first(candidate: Candidate) -> tuple[int, int]:
    return candidate[0], -candidate[1]


def _end(match: Match) -> int:
    """Without the possessive that a pattern took along to see it."""
    return match.end() - len(match.groupdict().get("own") or "")
