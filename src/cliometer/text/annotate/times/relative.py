"""Dates by their direction: today, last week, the end of the month, that year."""

from __future__ import annotations

import re

from cliometer.model.calendar import days_in_month
from cliometer.text.annotate.times import anchor
from cliometer.text.annotate.times import vocabulary as v
from cliometer.text.annotate.times.anchor import Day
from cliometer.text.annotate.times.context import Context, away
from cliometer.text.annotate.times.numbers import unit
from cliometer.text.annotate.times.rules import (
    Match,
    Reading,
    RuleGroup,
    before,
    comes_after,
    comes_before,
    mod_of,
)

TRIGGER = RuleGroup(r"day|week|month|quarter|year|decade|century|fortnight|tomorrow")

_DAYS = {
    "today": 0,
    "yesterday": -1,
    "tomorrow": 1,
    "the day before yesterday": -2,
    "the day after tomorrow": 2,
}
_STEPS = {
    "this past": -1, "this coming": 1, "the current": 0, "the present": 0, "the previous": -1,
    "the prior": -1, "the preceding": -1, "the following": 1, "the coming": 1, "the upcoming": 1,
    "the same": 0, "the next": 1, "the latest": -1, "this same": 0, "this": 0, "last": -1, "next": 1,
    "that same": 0, "that": 0, "past": -1, "previous": -1,
}  # fmt: skip
_FROM_THEN = (
    "that", "that same", "the same", "the previous", "the following", "the prior", "the preceding",
    "the next", "previous",
)  # fmt: skip
_THAT = r"(?:^|\b(?:on|in|by|of|during|later|earlier|for|until|since)|[,.\n]) ?$"


@TRIGGER.rule(rf"(?:(?P<mod>early|late|earlier|later) )?(?P<word>{'|'.join(_DAYS)})")
def _day(match: Match, context: Context) -> Reading | None:
    return Reading("DATE", away(_DAYS[match["word"].lower()], "D", context.now), mod_of(match))


@TRIGGER.rule(
    rf"{v.EARLY}(?P<which>{'|'.join(_STEPS)})"
    r" (?:fiscal |calendar |business |school |academic |financial )?"
    r"(?P<unit>day|week|weekend|month|quarter|year|decade|century|fortnight)(?P<own>['’]s)?"
)
def _unit(match: Match, context: Context) -> Reading | None:
    which, word = match["which"].lower(), match["unit"].lower()
    if not _is_date(which, word, match):
        return None
    letters = unit(word)
    start = context.then(letters) if which in _FROM_THEN else context.now
    return Reading("DATE", away(_STEPS[which], letters, start), mod_of(match))


def _is_date(which: str, word: str, match: Match) -> bool:
    """Not `this day and age`, nor `his past year`, nor `said that week after week`."""
    if which in ("past", "previous"):
        return not comes_after(match, "the|this|his|her|its|their|a")
    if which == "that":
        return re.search(_THAT, before(match)) is not None
    return (which, word) != ("this", "day")


@TRIGGER.rule(r"the weekend")
def _weekend(match: Match, context: Context) -> Reading | None:
    now = context.now
    is_over = now and anchor.weekday(now) < 6 and context.tense_at(match.start()) in ("past", "reported")
    return Reading("DATE", away(-1 if is_over else 0, "WE", now))


@TRIGGER.rule(
    r"(?:(?P<mod>later|earlier|late|early) (?:in )?)?the (?P<unit>quarter|year|month|week"
    r"|decade|day)(?P<own>['’]s)?"
)
def _the_unit(match: Match, context: Context) -> Reading | None:
    leads = "in|for|during|of|through|throughout|by|within|over"
    if not (mod_of(match) or (match["unit"].lower() != "day" and comes_after(match, leads))):
        return None
    if _goes_on(match) or comes_after(match, "(?:time|rest|day|part|times) of"):
        return None
    letters = unit(match["unit"])
    if letters == "Q":
        return Reading("DATE", _the_quarter(context), mod_of(match))
    start = context.then(letters) if letters in "YMD" else context.now
    return Reading("DATE", away(0, letters, start), mod_of(match))


def _goes_on(match: Match) -> bool:
    """`the year that`, `the week of the vote`: the words behind say which."""
    return comes_before(
        match, r" (?:that|when|before|after|to come|he|she|it|they|in which|since|of (?!1|2))|-"
    )


def _the_quarter(context: Context) -> str:
    """The quarter named last; else the last one that is over, since reports look back."""
    return context.previous_quarter or away(-1, "Q", context.now)


@TRIGGER.rule(
    r"the (?P<part>beginning|start|middle|end|close|rest|remainder) of "
    r"(?P<which>the|this|next|last) (?P<unit>day|week|month|quarter|year|decade|century)"
)
def _edge(match: Match, context: Context) -> Reading | None:
    steps = _STEPS.get(match["which"].lower(), 0)
    return Reading("DATE", away(steps, unit(match["unit"]), context.now), mod_of(match))


@TRIGGER.rule(
    r"(?P<part>mid)[- ]?(?P<unit>week|year|month)|(?P<whole>year|month)(?:[- ]?|['’]s )end", case=True
)
def _edge_in_one_word(match: Match, context: Context) -> Reading | None:
    if match["part"]:
        return Reading("DATE", away(0, unit(match["unit"]), context.now), "MID")
    return Reading("DATE", _last_day(match["whole"], context.now))


def _last_day(whole: str, now: Day | None) -> str:
    """The day the books are closed."""
    if now is None or (whole == "month" and not now.month):
        return "XXXX-12-31" if whole == "year" else "XXXX-XX-XX"
    month = 12 if whole == "year" else now.month
    return str(Day(now.year, month, days_in_month(now.year, month)))
