"""Quarters and halves of a year: the third quarter, first-half, the fourth quarter of 1988."""

from __future__ import annotations

from cliometer.text.annotate.times import vocabulary as v
from cliometer.text.annotate.times.anchor import UNKNOWN, quarter, spelled_year
from cliometer.text.annotate.times.context import Context
from cliometer.text.annotate.times.numbers import ordinal
from cliometer.text.annotate.times.rules import (
    Match,
    Reading,
    RuleGroup,
    comes_after,
    comes_before,
    mod_of,
)

TRIGGER = RuleGroup(r"quarter|half|\bQ[1-4]")

_WHOSE = r"(?:the |this (?:year['’]s )?|last (?:year['’]s )?)?(?:fiscal |company['’]s )?"
_BEFORE = r"(?:(?P<before>(?:19|20)\d\d)(?:['’]s)? )?"  # the 1988 third quarter
_OF = (
    r"(?:(?: of|,)? (?:fiscal |last year|this year|(?:the|next) year)?(?P<year>(?:19|20)\d\d)?)?"
    r"(?<! )(?<! of)(?<!,)"
)
_LEADS = "in|for|of|since|by|until|during|through|from|the|this|last|to|between|and|late|early|mid"
_NO_YEAR = (
    r" (?:season|lead|goal|game|score|time)\b"
    r"| of (?!(?:(?:the|its|his|their|this|last|next) )?"
    r"(?:fiscal |calendar |financial |business )?(?:year\b|[12]\d))"
)  # of the game, of the 18th century


@TRIGGER.rule(
    rf"{v.EARLY}{_WHOSE}{_BEFORE}(?P<ordinal>{v.ORDINAL})(?:[ -]fiscal)?[ -](?P<unit>quarter|half){_OF}"
)
def _quarter(match: Match, context: Context) -> Reading | None:
    if comes_before(match, _NO_YEAR):
        return None
    letter = match["unit"][0].upper()
    number = min(ordinal(match["ordinal"]), 4 if letter == "Q" else 2)
    named = match["year"] or match["before"]
    year = int(named) if named else _year_of(number, letter, match, context)
    return Reading("DATE", f"{spelled_year(year) if year else UNKNOWN}-{letter}{number}", mod_of(match))


@TRIGGER.rule(r"Q(?P<number>[1-4])(?:(?: of|,)? (?:fiscal )?(?P<year>(?:19|20)\d\d))?", case=True)
def _short(match: Match, context: Context) -> Reading | None:
    if not match["year"] and not comes_after(match, _LEADS):
        return None  # a model of a car
    number = int(match["number"])
    year = int(match["year"]) if match["year"] else _year_of(number, "Q", match, context)
    return Reading("DATE", f"{spelled_year(year) if year else UNKNOWN}-Q{number}")


def _year_of(number: int, letter: str, match: Match, context: Context) -> int | None:
    """This year; the year before where the quarter is still to come but spoken of as past."""
    now = context.now
    if now is None:
        return None
    words = match[0].lower()
    if "last year" in words or "next year" in words:
        return now.year + (1 if "next year" in words else -1)
    if not now.month:
        return now.year
    here = quarter(now) if letter == "Q" else (quarter(now) + 1) // 2
    is_past = number > here and context.tense_at(match.start()) in ("past", "reported")
    return now.year - (is_past or (letter, number, here) == ("Q", 4, 1))
