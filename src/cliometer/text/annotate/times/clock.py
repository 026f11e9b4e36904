"""Times of day: on the clock, with a day beside them, or as a part of the day."""

from __future__ import annotations

import re

from cliometer.text.annotate.times import vocabulary as v
from cliometer.text.annotate.times.context import Context, away
from cliometer.text.annotate.times.numbers import number
from cliometer.text.annotate.times.rules import Match, Reading, RuleGroup, after, comes_after, mod_of
from cliometer.text.annotate.times.weekdays import day_of_week, number_of

TRIGGER = RuleGroup(r"\d|noon|midnight|clock|morning|evening|night|dawn|dusk|midday")

_ZONES = r"(?:GMT|UTC|EST|EDT|CST|CDT|MST|MDT|PST|PDT|ET|PT|BST|CET|local time|Eastern(?: time)?)"
_CLOCK = (
    r"(?:(?P<hour>\d\d?)(?:[:.](?P<minute>\d\d))? ?(?P<half>[ap]\.?m\b\.?)"
    r"|(?P<hour24>[01]?\d|2[0-3]):(?P<minute24>[0-5]\d)(?::[0-5]\d)?"
    r"|(?P<hours>[0-2]\d[0-5]\d)(?= ?(?:GMT|UTC|hours|hrs))"
    rf"|(?P<word>noon|midnight)|(?P<oclock>\d\d?|{v.SPELLED}) o['’]clock)"
)
_DAY = rf"(?:today|tomorrow|yesterday|{v.WEEKDAY})"
_NO_DATE = rf"(?!,? (?-i:{v.DAY} {v.MONTH}|{v.MONTH}))"  # 3 p.m. Friday, Jan. 30
_STEPS = {
    "today": 0, "yesterday": -1, "tomorrow": 1, "last": -1, "the previous": -1, "the following": 1,
    "the next": 1,
}  # fmt: skip


@TRIGGER.rule(
    rf"(?:(?P<first>{_DAY}),? )?{_CLOCK}(?: {_ZONES}| \({_ZONES}\))?(?:,? (?P<last>{_DAY}){_NO_DATE})?"
)
def _clock(match: Match, context: Context) -> Reading | None:
    time = _time(match)
    if time is None:
        return None
    behind = re.match(rf" on ({v.WEEKDAY})", after(match))
    name = match["first"] or match["last"] or (behind[1] if behind else "")
    return Reading("TIME", f"{_day(name, match, context)}T{time}")


def _time(match: Match) -> str | None:
    if match["word"]:
        return "12:00" if match["word"].lower() == "noon" else "24:00"
    if match["hours"]:
        return f"{match['hours'][:2]}:{match['hours'][2:]}"
    if match["hour24"]:
        return f"{int(match['hour24']):02d}:{match['minute24']}"
    if match["oclock"]:
        return f"{int(number(match['oclock'])):02d}:00"
    hour = int(match["hour"])
    afternoon = 12 if match["half"].lower().startswith("p") else 0
    return f"{hour % 12 + afternoon:02d}:{match['minute'] or '00'}" if 1 <= hour <= 12 else None


def _day(name: str, match: Match, context: Context) -> str:
    """The day of a time on the clock: the one beside it, one named in the sentence, the day of writing."""
    now = context.now
    if now is None or not name:
        return away(0, "D", context.day_here or now)
    if name.lower() in _STEPS:
        return away(_STEPS[name.lower()], "D", now)
    return day_of_week(number_of(name), "", match.start(), context)


@TRIGGER.rule(
    r"(?P<mod>early |late |earlier |later )?"
    r"(?P<which>this|last|that|yesterday|tomorrow|the previous|the following|the next|the same) "
    r"(?P<time>morning|afternoon|evening|night)"
)
@TRIGGER.rule(r"(?P<mod>late |early |later )?(?P<which>tonight|overnight)(?P<time>)")
def _part_of_day(match: Match, context: Context) -> Reading | None:
    which = match["which"].lower()
    part = v.DAY_PARTS[match["time"].lower() or "night"]
    start = context.then("D") if which.startswith("th") and which != "this" else context.now
    return Reading("TIME", f"{away(_STEPS.get(which, 0), 'D', start)}T{part}", mod_of(match))


@TRIGGER.rule(
    r"(?P<the>the )?(?P<mod>early |late |mid-?)?(?P<time>morning|afternoon|evening|night|dawn|dusk|midday)"
)
def _bare_part(match: Match, context: Context) -> Reading | None:
    """`in the morning`, `at night`, `before dawn`; elsewhere the words say little."""
    part = match["time"].lower()
    leads = "at|before|by|until|since|in|after"
    if match["the"]:
        leads = "during|for|through" if part == "night" else "in|during|throughout|through|of|into|by|for"
    if not comes_after(match, leads):
        return None
    return Reading("TIME", f"{away(0, 'D', context.now)}T{v.DAY_PARTS[part]}", mod_of(match))
