"""Days and years that share a month, a year or an era: May 3-5, 1996; 3-5 May 1996; 1914-18; 480-479 BC.

Each end is an expression of its own, as TIDES has it: `May 3` and `5, 1996`.
"""

from __future__ import annotations

import re

from cliometer.text.annotate.times import vocabulary as v
from cliometer.text.annotate.times.anchor import UNKNOWN, Day, shift_months, spelled_year
from cliometer.text.annotate.times.context import Context
from cliometer.text.annotate.times.months import (
    JOIN,
    YEAR,
    day_of,
    day_of_month,
    day_value,
    month_of,
    month_value,
    named_year,
)
from cliometer.text.annotate.times.rules import (
    Match,
    Reading,
    RuleGroup,
    comes_after,
    comes_before,
    mod_of,
)

TRIGGER = RuleGroup(
    r"\d(?:st|nd|rd|th)?(?: ?[-–/] ?| (?:to|and|or|through|until|till) )\d|[a-z.][-–]\d"
    r"|\bthe \d\d?(?:st|nd|rd|th)"
)

_FIRST_DAY = re.compile(rf"(?P<month>{v.MONTH}) {v.DAY}(?P<join>{JOIN})$")
_NO_DAY = rf"(?! {v.DAY}\b)"  # won 6-3 March 5
_CLOSES = r"[.,;:)!?]|$"
_ENDS = rf"{_CLOSES}| (?:at|but|when|because|to|with|after|before|he|she|they|it)\b"


@TRIGGER.rule(rf"(?P<day>{v.DAY})(?={JOIN}{v.DAY} (?:of )?(?P<month>{v.MONTH}){_NO_DAY}{YEAR})")
@TRIGGER.rule(rf"(?<=\w[-–])(?P<day>{v.DAY}) (?:of )?(?P<month>{v.MONTH}){_NO_DAY}{YEAR}", joined=True)
def _day_first(match: Match, context: Context) -> Reading | None:
    """The `3` and the `5 May 1996` of `3-5 May 1996`."""
    return day_of_month(match, context)


@TRIGGER.rule(rf"(?P<day>{v.DAY}){YEAR}", joined=True)
def _month_first(match: Match, context: Context) -> Reading | None:
    """The `5, 1996` of `May 3-5, 1996`; but `on May 3 and 12 people` is none."""
    start = _FIRST_DAY.search(match.string, max(0, match.start() - 24), match.start())
    if not start:
        return None
    year = named_year(match)
    if year is None and start["join"].strip() not in ("-", "–") and not comes_before(match, _CLOSES):
        return None
    return Reading("DATE", day_value(month_of(start["month"]), day_of(match["day"]), year, match, context))


@TRIGGER.rule(r"the (?P<day>\d\d?(?:st|nd|rd|th))")
def _day_of_the_month(match: Match, context: Context) -> Reading | None:
    """`on the 5th`: of this month, or the month next to it that the verb points to."""
    day, now = day_of(match["day"]), context.now
    if not (1 <= day <= 31 and comes_after(match, "on|by|until|since") and comes_before(match, _ENDS)):
        return None
    if now is None or not now.month:
        return Reading("DATE", f"{UNKNOWN}-XX-{day:02d}")
    tense = context.tense_at(match.start()) if now.day else ""
    back = -(day > now.day)
    steps = {"past": back, "reported": back, "future": int(day < now.day)}.get(tense, 0)
    month = shift_months(Day(now.year, now.month), steps)
    return Reading("DATE", month_value(month.month, day, month.year) or f"{UNKNOWN}-XX-{day:02d}")


@TRIGGER.rule(rf"{v.EARLY}(?P<year>{v.YEAR})(?=[-–/](?P<end>\d\d(?:\d\d)?)(?![\d-]))")
def _first_year(match: Match, context: Context) -> Reading | None:
    """The `1914` of `1914-18`."""
    return Reading("DATE", match["year"], mod_of(match)) if _last_year(match["year"], match["end"]) else None


@TRIGGER.rule(r"(?<=\d{4}[-–/])(?P<end>\d\d(?:\d\d)?)(?!-)", joined=True)
def _second_year(match: Match, context: Context) -> Reading | None:
    """The `18` of `1914-18`."""
    start = match.start()
    year = re.fullmatch(rf"(?:.*[^\w$£€.,/-])?({v.YEAR})", match.string[max(0, start - 6) : start - 1])
    last = _last_year(year[1], match["end"]) if year else ""
    return Reading("DATE", last) if last else None


def _last_year(first: str, end: str) -> str:
    """`1918` for `1914` and `18`; nothing where it is no later."""
    last = end if len(end) == 4 else first[:2] + end
    return last if int(first) < int(last) <= int(first) + 99 else ""


@TRIGGER.rule(rf"(?P<year>[1-9]\d{{0,3}})(?=[-–/](?P<end>[1-9]\d{{0,3}}) {v.BC})")
@TRIGGER.rule(rf"(?<=\d[-–/])(?P<year>[1-9]\d{{0,3}})(?P<end>) {v.BC}", joined=True)
def _before_christ(match: Match, context: Context) -> Reading | None:
    """The `480` and the `479 BC` of `480-479 BC`."""
    if match["end"] and int(match["year"]) <= int(match["end"]):
        return None
    return Reading("DATE", spelled_year(1 - int(match["year"])))
