"""Past, present and future without a date: now, recently, in the future."""

from __future__ import annotations

import re

from cliometer.text.annotate.times import vocabulary as v
from cliometer.text.annotate.times.context import Context
from cliometer.text.annotate.times.rules import (
    Match,
    Reading,
    RuleGroup,
    before,
    comes_after,
    comes_before,
)

TRIGGER = RuleGroup(
    r"\bnow|current|present|these days|recent|lately|formerly|\bago\b|the past|th(?:is|e|at) time|future"
)

_UNITS = r"(?:hours?|days?|weeks?|months?|years?|decades?|quarters?|season|century|minutes?)\b"
_OWNERS = r"(?:['’]s?|\b(?:their|his|her|its|a|our|your|my|bright|better)) $"


@TRIGGER.rule(r"now|currently|nowadays|presently|these days|at present|current|present-day|right now")
def _present(match: Match, context: Context) -> Reading | None:
    if match[0].lower() == "now" and comes_after(match, r"(?:years|months|days|weeks|hours) from"):
        return None
    return Reading("DATE", "PRESENT_REF")


@TRIGGER.rule(r"this time")
def _this_time(match: Match, context: Context) -> Reading | None:
    return Reading("DATE", "PRESENT_REF") if comes_after(match, "at|by|until|but|and|of|for") else None


@TRIGGER.rule(r"the present")
def _the_present(match: Match, context: Context) -> Reading | None:
    return None if comes_before(match, " [A-Za-z]") else Reading("DATE", "PRESENT_REF")


@TRIGGER.rule(
    r"recently|lately|formerly|(?:a )?(?:long|short|little) (?:time|while) ago|(?:not )?long ago"
    r"|some time ago"
    rf"|(?:{v.VAGUE} {v.ANY_UNIT}|years|decades|months|weeks|days|hours|centuries|moments) ago"
)
def _past(match: Match, context: Context) -> Reading | None:
    return Reading("DATE", "PAST_REF")


@TRIGGER.rule(r"recent")
def _recent(match: Match, context: Context) -> Reading | None:
    """`recent attacks`; `recent weeks` is read as a length."""
    if comes_before(match, rf" (?:seconds|{_UNITS}|centuries|history)"):
        return None
    return Reading("DATE", "PAST_REF")


@TRIGGER.rule(r"the past")
def _the_past(match: Match, context: Context) -> Reading | None:
    return None if comes_before(match, rf" (?:\w+ ){{0,3}}{_UNITS}") else Reading("DATE", "PAST_REF")


@TRIGGER.rule(r"(?P<which>the|that) time")
def _the_time(match: Match, context: Context) -> Reading | None:
    """`at the time`, not `the time it takes` or `the time frame`."""
    if not comes_after(match, "at|by|since|of|until|around|from"):
        return None
    if match["which"].lower() == "the" and comes_before(match, r" (?!and|but|was|were|as|in|by)[a-zA-Z]"):
        return None
    return Reading("DATE", "PAST_REF")


@TRIGGER.rule(r"(?:the )?(?:near |immediate |foreseeable |distant |not-too-distant )?future")
def _future(match: Match, context: Context) -> Reading | None:
    """`the future`, `future attacks`; not somebody's future, not a contract on the exchange."""
    if match[0].lower() == "future" and not _is_adjective(match):
        return None
    return Reading("DATE", "FUTURE_REF")


def _is_adjective(match: Match) -> bool:
    return (
        match[0][0].islower()
        and comes_before(match, " [A-Za-z]")
        and re.search(_OWNERS, before(match)) is None
    )
