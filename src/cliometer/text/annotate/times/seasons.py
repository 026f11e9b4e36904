"""Seasons and holidays of a fixed day, and months with a direction: last summer, next May, Christmas."""

from __future__ import annotations

from cliometer.text.annotate.times import vocabulary as v
from cliometer.text.annotate.times.anchor import UNKNOWN, Day, spelled_year
from cliometer.text.annotate.times.context import Context
from cliometer.text.annotate.times.months import day_of, day_value, month_of, month_value, year_for
from cliometer.text.annotate.times.rules import Match, Reading, RuleGroup, comes_after, mod_of

TRIGGER = RuleGroup(
    r"spring|summer|autumn|fall|winter|\b(?:last|next|this|past|coming|previous|following) [JFMASOND]"
    r"|Christmas|New Year|Halloween|\b(?:Independence|Boxing|Veterans|Valentine['’]s) Day"
)

_STARTS = {"SP": 3, "SU": 6, "FA": 9, "WI": 12}
_HOLIDAYS = {
    "Christmas Day": (12, 25), "Christmas Eve": (12, 24), "Christmas": (12, 25), "New Year's Day": (1, 1),
    "New Year's Eve": (12, 31), "Independence Day": (7, 4), "Halloween": (10, 31), "Boxing Day": (12, 26),
    "Valentine's Day": (2, 14), "Veterans Day": (11, 11),
}  # fmt: skip


@TRIGGER.rule(
    rf"(?:the )?{v.EARLY}(?P<season>{v.SEASON})(?: of|,)? "
    rf"(?:(?P<bc>\d{{1,4}})(?:[-–/]\d{{1,4}})? {v.BC}|(?P<year>{v.YEAR}))"
)
def _season_of_year(match: Match, context: Context) -> Reading | None:
    year = match["year"] or f"BC{int(match['bc']):04d}"
    return Reading("DATE", f"{year}-{v.SEASONS[match['season'].lower()]}", mod_of(match))


@TRIGGER.rule(rf"(?:the )?{v.EARLY}(?P<season>spring|summer|autumn|winter)")
def _season(match: Match, context: Context) -> Reading | None:
    if not (mod_of(match) or comes_after(match, "in|of|by|since|from|until|during|over|through|and")):
        return None
    year = spelled_year(context.now.year) if context.now else UNKNOWN
    return Reading("DATE", f"{year}-{v.SEASONS[match['season'].lower()]}", mod_of(match))


@TRIGGER.rule(
    rf"{v.EARLY}(?P<which>this|last|next|this past|this coming|the previous|the following) "
    rf"(?P<name>{v.MONTH}|{v.SEASON})(?: (?P<day>{v.DAY}))?"
)
def _directed(match: Match, context: Context) -> Reading | None:
    name, now = match["name"], context.now
    season = v.SEASONS.get(name.lower())
    if not season and not name[0].isupper():
        return None
    month = _STARTS[season] if season else month_of(name)
    year = _nearest(match["which"].lower(), month, now) if now else None
    if season:
        return Reading(
            "DATE", f"{spelled_year(year) if year is not None else UNKNOWN}-{season}", mod_of(match)
        )
    day = day_of(match["day"]) if match["day"] else 0
    return Reading("DATE", day_value(month, day, year, match, context), mod_of(match))


def _nearest(which: str, month: int, now: Day) -> int:
    """`last October` is the latest October that is over, `next October` the first that is to come."""
    here = now.month or 1
    if which in ("last", "this past", "the previous"):
        return now.year - (month >= here)
    if which in ("next", "this coming", "the following"):
        return now.year + (month <= here)
    return now.year


@TRIGGER.rule(
    rf"(?P<name>{'|'.join(_HOLIDAYS)})(?:,? (?P<year>(?:19|20)\d\d))?".replace("'", "['’]"),
    case=True,
)
def _holiday(match: Match, context: Context) -> Reading | None:
    month, day = _HOLIDAYS[match["name"].replace("’", "'")]
    year = int(match["year"]) if match["year"] else year_for(month, day, match, context)
    return Reading("DATE", month_value(month, day, year) or "")
