"""Days of the week: Friday, last Monday night, Sundays."""

from __future__ import annotations

from cliometer.text.annotate.times import vocabulary as v
from cliometer.text.annotate.times.anchor import Day, shift_days, weekday
from cliometer.text.annotate.times.context import Context
from cliometer.text.annotate.times.rules import Match, Reading, RuleGroup, comes_before, dated

TRIGGER = RuleGroup(r"day|\b(?:mon|tues?|wed|thurs?|fri|sat|sun)\.|weekends")

_NEXT = ("next", "this coming", "the following")
_LAST = ("last", "this past", "the previous")
_NAMES = r" (?:Times|Telegraph|Herald|Post|Mirror|Night Live)\b"


@TRIGGER.rule(
    r"(?:(?P<which>last|next|this past|this coming|this|the previous|the following) "
    r"|(?P<mod>earlier|later|early|late) )?"
    rf"(?P<name>{v.WEEKDAY})(?: (?P<day_part>{v.DAY_PART}))?"
)
def _weekday(match: Match, context: Context) -> Reading | None:
    if not match["name"][0].isupper() or comes_before(match, _NAMES):
        return None
    number = number_of(match["name"])
    part = match["day_part"] or ""
    if part.endswith("s"):
        return Reading("SET", f"XXXX-WXX-{number}T{v.DAY_PARTS[part[:-1].lower()]}")
    return dated(match, day_of_week(number, (match["which"] or "").lower(), match.start(), context))


def number_of(name: str) -> int:
    """1 for Monday."""
    return v.WEEKDAYS[name[:3].lower()]


def day_of_week(number: int, which: str, place: int, context: Context) -> str:
    """The date of a day of the week: the last one, today included, unless something points forward."""
    now = context.now
    if now is None or not now.day:
        return f"XXXX-WXX-{number}"
    return str(shift_days(now, _days_to(number, which, now, context.tense_at(place) == "future")))


def _days_to(number: int, which: str, now: Day, future: bool) -> int:
    back = (weekday(now) - number) % 7
    if which in _NEXT:
        return 7 - back
    if which in _LAST:
        return -back or -7
    if which == "this":
        return number - weekday(now)
    return 7 - back if future and back else -back


@TRIGGER.rule(r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days|weekdays|weekends)")
def _weekdays(match: Match, context: Context) -> Reading | None:
    name = match[0].lower()
    kind = {"weekdays": "WD", "weekends": "WE"}.get(name) or number_of(name)
    return Reading("SET", f"XXXX-WXX-{kind}")
