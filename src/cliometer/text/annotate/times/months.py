"""Days and months of the calendar: Feb. 12, 1998; the 12th of February; late October; 02/12/98."""

from __future__ import annotations

import re

from cliometer.model.calendar import days_in_month
from cliometer.text.annotate.times import vocabulary as v
from cliometer.text.annotate.times.anchor import UNKNOWN, Day, spelled_year
from cliometer.text.annotate.times.context import Context, Tense
from cliometer.text.annotate.times.rules import (
    Match,
    Reading,
    RuleGroup,
    comes_after,
    comes_before,
    dated,
    mod_of,
)

TRIGGER = RuleGroup(r"\d[-/.]\d|\d{8}|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)")

_WEEKDAY = rf"(?:{v.WEEKDAY},? )?"
YEAR = (
    rf"(?:,? (?:of )?(?:(?P<bc>[1-9]\d{{0,3}}) {v.BC}|(?P<ours>[1-9]\d{{0,3}}) {v.AD}"
    rf"|(?-i:AD|A\.D\.) (?P<ad>[1-9]\d{{0,3}})\b|(?P<year>{v.YEAR}|(?<!, )[1-9]\d\d(?=[.;)]|$))\b(?!,\d)"
    r"|['’](?P<short>\d\d)\b))?"
)
JOIN = r"(?: ?[-–] ?| (?:to|and|or|through|until|till) )"
_GOES_ON = re.compile(rf"{JOIN}(?:{v.DAY} (?P<after>{v.MONTH})|(?:(?P<before>{v.MONTH}) )?{v.DAY}){YEAR}")
_PART = rf"(?: (?P<day_part>{v.DAY_PART}))?"
_CLOCK = r"(?P<clock>\d\d:\d\d(?::\d\d)?)"
_LEADS = (
    "in|of|by|since|from|until|till|through|to|between|during|and|for|before|after|next|last|this|each|every|on"
    "|around|or|ending|ended|end|mid|late|early"
)
_ALSO_WORDS = ("May", "March", "Mar", "Jan", "Dec", "Sep", "Sept", "Apr", "Jun", "Jul")
_ALSO_NAMES = ("June", "April", "August")
_CONTRACT = r" (?:and \w+ )?(?:delivery|contracts?|futures|crude|gold|silver|wheat|corn|soybeans?)\b"
_DATELINE = r" \([A-Z][A-Za-z ]*\)| (?:--|[-–—_]) "  # April 29 (Reuters) -
_HALF_A_YEAR = 6
_LEAP = 2000
_LAST_OF_OURS = 30  # 31 is 1931


def month_of(word: str) -> int:
    """1 to 12."""
    return v.MONTHS[word[:3].lower()]


def day_of(word: str) -> int:
    """The number in `12th`."""
    return int(re.sub(r"\D", "", word))


def year_for(month: int, day: int, match: Match, context: Context) -> int | None:
    """The year of a month or day that names none: the nearest in the direction that the verb points to."""
    now = context.now
    if now is None:
        return None
    if not now.month or (context.narrative and context.previous):
        return now.year  # a history goes on in the year it is in
    ahead = month - now.month
    tense = _direction(match, context)
    if tense == "past":
        return now.year - (ahead > 0 or (ahead == 0 and 0 < now.day < day))
    if tense == "future":
        return now.year + (ahead < 0)
    return now.year - (ahead > _HALF_A_YEAR) + (ahead < -_HALF_A_YEAR)


def _direction(match: Match, context: Context) -> Tense:
    """Of the verb; but gold for October is to be delivered when its price fell, and a dateline has none."""
    if comes_before(match, _DATELINE):
        return ""
    if comes_before(match, _CONTRACT) or comes_after(match, "(?:futures|delivery|contracts?) (?:for|in)"):
        return "future"
    return context.tense_at(match.start())


def named_year(match: Match) -> int | None:
    """The year that stands beside the month; years before Christ are numbered 0, -1, ..."""
    if match["bc"]:
        return 1 - int(match["bc"])
    if match["short"]:
        return full_year(match["short"])
    year = match["year"] or match["ours"] or match["ad"]
    return int(year) if year else None


def full_year(digits: str) -> int:
    """1996 for `96`."""
    return int(digits) + (1900 if int(digits) > _LAST_OF_OURS else 2000)


def month_value(month: int, day: int, year: int | None) -> str | None:
    """`1998-02-12`; nothing for the 30th of February."""
    if year is None:
        return f"{UNKNOWN}-{month:02d}" + (f"-{day:02d}" if day else "")
    return None if day > days_in_month(year, month) else str(Day(year, month, day))


@TRIGGER.rule(
    rf"{v.EARLY}{_WEEKDAY}(?P<month>{v.MONTH}) (?:the )?(?P<day>{v.DAY})(?![\d:]|[.,]\d){YEAR}{_PART}"
)
@TRIGGER.rule(
    rf"{v.EARLY}{_WEEKDAY}(?:the )?(?P<day>{v.DAY}) (?:day )?(?:of )?(?P<month>{v.MONTH}){YEAR}{_PART}"
)
def day_of_month(match: Match, context: Context) -> Reading | None:
    if not match["month"][0].isupper():
        return None
    month, day = month_of(match["month"]), day_of(match["day"])
    return dated(match, day_value(month, day, named_year(match) or year_behind(match), match, context))


def day_value(month: int, day: int, named: int | None, match: Match, context: Context) -> str:
    """The day, in the year that is named or the likeliest one; `1997-02-XX` for February 29, 1997."""
    year = year_for(month, day, match, context) if named is None else named
    value = month_value(month, day, year)
    if value is not None:
        return value
    if named is None:  # February 29: of a year that nobody names
        return f"{UNKNOWN}-{month:02d}-" + (f"{day:02d}" if day <= days_in_month(_LEAP, month) else "XX")
    return f"{spelled_year(named)}-{month:02d}-XX"


def year_behind(match: Match) -> int | None:
    """The year of `May 3` in `May 3-5, 1996` and `May 3 to June 5, 1996`."""
    behind = _GOES_ON.match(match.string, match.end())
    year = named_year(behind) if behind else None
    if behind is None or year is None:
        return None
    last = behind["after"] or behind["before"] or match["month"]
    return year - (month_of(last) < month_of(match["month"]))  # December 30 to January 2, 1997


@TRIGGER.rule(rf"{v.PART}(?P<month>{v.MONTH}){YEAR}")
def _month(match: Match, context: Context) -> Reading | None:
    if not match["month"][0].isupper() or not _is_month(match):
        return None
    month, year = month_of(match["month"]), named_year(match)
    if year is None:
        year = year_for(month, 0, match, context)
    return Reading("DATE", month_value(month, 0, year) or "", mod_of(match))


def _is_month(match: Match) -> bool:
    """May and March are also a verb and a march; April and June are people, too."""
    if named_year(match) is not None or mod_of(match) or comes_after(match, _LEADS):
        return True
    if comes_after(match, "the") and comes_before(match, " (?!on |of )[a-z]"):
        return True  # the March figures
    name = match["month"]
    return name not in _ALSO_WORDS and not (name in _ALSO_NAMES and comes_before(match, " [A-Z]"))


@TRIGGER.rule(rf"(?P<year>\d{{4}})-(?P<month>0[1-9]|1[0-2])-(?P<day>[0-3]\d)(?:[T ]{_CLOCK})?")
@TRIGGER.rule(rf"(?P<month>0?[1-9]|1[0-2])[/-](?P<day>[0-3]?\d)[/-](?P<year>(?:19|20)?\d\d)(?: {_CLOCK})?")
@TRIGGER.rule(r"(?P<day>1[3-9]|2\d|3[01])[/-](?P<month>0?[1-9]|1[0-2])[/-](?P<year>(?:19|20)\d\d)(?P<clock>)")
@TRIGGER.rule(r"(?P<day>[0-3]?\d)\.(?P<month>0?[1-9]|1[0-2])\.(?P<year>(?:19|20)\d\d)(?P<clock>)")
@TRIGGER.rule(r"(?P<year>19\d\d|20\d\d)(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])(?P<clock>)")
def _numeric(match: Match, context: Context) -> Reading | None:
    month, day = int(match["month"]), int(match["day"])
    year = full_year(match["year"]) if len(match["year"]) == 2 else int(match["year"])
    if not (year and 1 <= day <= days_in_month(year, month)):
        return None
    value = str(Day(year, month, day))
    return Reading("TIME", f"{value}T{match['clock']}") if match["clock"] else Reading("DATE", value)
