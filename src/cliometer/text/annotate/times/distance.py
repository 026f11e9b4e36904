"""Dates by their distance: two months ago, a year earlier, three days later, the next day."""

from __future__ import annotations

import re

from cliometer.text.annotate.times import vocabulary as v
from cliometer.text.annotate.times.anchor import UNKNOWN, Day, read, spelled_year
from cliometer.text.annotate.times.context import Context, away
from cliometer.text.annotate.times.numbers import number, unit
from cliometer.text.annotate.times.rules import Match, Reading, RuleGroup, comes_after, mod_of

TRIGGER = RuleGroup(r"\b(?:ago|hence|earlier|later|now|(?:same|next|following|previous|the) day)\b")

_AMOUNT = rf"(?:(?P<number>{v.NUMBER})[ -]|(?:an?|one|the) |(?P<half>half an?) )"
_CLAUSE = r"(?! (?:the|a|he|she|it|they|his|her|\w+ing|[A-Z]\w*)\b)"


@TRIGGER.rule(rf"(?:(?P<about>{v.ABOUT}) )?{_AMOUNT}(?P<unit>{v.ANY_UNIT}) (?P<way>ago|from now|hence)")
@TRIGGER.rule(
    rf"{_AMOUNT}(?P<unit>{v.ANY_UNIT}) (?P<way>earlier|later)"
)  # more than a year earlier: a comparison
def _distance(match: Match, context: Context) -> Reading | None:
    way, letters = match["way"].lower(), unit(match["unit"])
    amount = number(match["number"]) if match["number"] else 0.5 if match["half"] else 1.0
    if letters == "Y" and way == "earlier" and context.previous_value:
        return Reading("DATE", _same_part(context.previous_value, -round(amount)), mod_of(match))
    start = context.now if way in ("ago", "from now", "hence") else context.then(_counted_in(letters))
    sign = 1 if way in ("from now", "hence", "later") else -1
    if letters.startswith("T"):
        return Reading("TIME", _hours(sign * amount, letters, start), mod_of(match))
    if amount != int(amount):
        amount, letters = amount * 12, "M"
    return Reading("DATE", away(sign * round(amount), letters, start), mod_of(match))


def _counted_in(letters: str) -> str:
    return "D" if letters.startswith("T") else letters


def _hours(amount: float, letters: str, start: Day | None) -> str:
    """The day it was so many hours ago; of the time of day nothing is known."""
    days = int(amount / 24) if letters == "TH" else 0
    return f"{away(days, 'D', start)}TXX:XX"


def _same_part(value: str, years: int) -> str:
    """A year earlier than the third quarter is the third quarter of the year before."""
    match = re.fullmatch(r"(\d{4})((?:-[QH]\d|-\d\d)?)", value)
    if value.startswith(UNKNOWN):
        return value
    if match:
        return spelled_year(int(match[1]) + years) + match[2]
    day = read(value)
    return spelled_year(day.year + years) if day else UNKNOWN


@TRIGGER.rule(r"(?P<the>the |a )?year[ -](?:earlier|ago)(?: (?P<what>period|quarter|month|half))?(?![ -]old)")
def _year_earlier(match: Match, context: Context) -> Reading | None:
    if (match["the"] or "").lower() == "a " and not match["what"]:
        return None
    start, previous = context.then("Y"), context.previous_value
    if match["what"] == "quarter" and not re.search(r"-Q\d$", previous):
        previous = context.previous_quarter or away(-1, "Q", context.now)  # reports look back
    return Reading("DATE", _same_part(previous, -1) if previous else away(-1, "Y", start))


@TRIGGER.rule(
    rf"(?P<the>the )?(?P<way>same|next|following|previous) day|the day (?P<side>before|after){_CLAUSE}"
    r"|a day (?P<later>earlier|later)"
)
def _next_day(match: Match, context: Context) -> Reading | None:
    if match["way"] and not match["the"] and not comes_after(match, "the"):
        return None
    word = (match["way"] or match["side"] or match["later"]).lower()
    steps = {"next": 1, "following": 1, "after": 1, "later": 1, "same": 0}.get(word, -1)
    return Reading("DATE", away(steps, "D", context.then("D")))
