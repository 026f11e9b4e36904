"""Dates of the calendar: days, months, years, decades, centuries, and ranges such as `May 3-5, 1996`, `1914-18`."""

from __future__ import annotations

import re

from cliometer.model.when import days_in_month, to_ordinal
from cliometer.text.annotate.times import rules
from cliometer.text.annotate.times import vocabulary as v
from cliometer.text.annotate.times.rules import AnchorDay, Context, Match, RuleGroup, Tense, TimeReading
from cliometer.text.annotate.times.vocabulary import ORDINALS, ordinal
from cliometer.text.word_lists import alternatives

MONTH_RULES = RuleGroup(
    r"\d[-/.]\d|\d{8}|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)",
    "0 jan feb mar apr may jun jul aug sep oct nov dec",
)

_WEEKDAY = rf"(?:{v.WEEKDAY}(?: ?,)? )?"
YEAR = (
    rf"(?:(?: ?,)? (?:of )?(?:(?P<bc>[1-9]\d{{0,3}}) {v.BC}|(?P<ours>[1-9]\d{{0,3}}) {v.AD}"
    rf"|(?-i:AD|A\.D\.) (?P<ad>[1-9]\d{{0,3}})\b|(?P<year>{v.YEAR}|(?<!, )[1-9]\d\d(?=[.;)]|$))\b(?!,\d)"
    r"|['’](?P<short>\d\d)\b))?"
)
JOIN = r"(?: ?[-–] ?| (?:to|and|or|through|until|till) )"
_GOES_ON = re.compile(rf"{JOIN}(?:{v.DAY} (?P<after>{v.MONTH})|(?:(?P<before>{v.MONTH}) )?{v.DAY}){YEAR}")
_PART = rf"(?: (?P<day_part>{v.DAY_PART}))?"
_CLOCK = r"(?P<clock>\d\d:\d\d(?::\d\d)?)"
_MONTH_LEADS = alternatives("month-leads")
_ALSO_WORDS = ("May", "March", "Mar", "Jan", "Dec", "Sep", "Sept", "Apr", "Jun", "Jul")
_ALSO_NAMES = ("June", "April", "August")
_CONTRACT = r" (?:and \w+ )?(?:delivery|contracts?|futures|crude|gold|silver|wheat|corn|soybeans?)\b"
_DATELINE = r" \([A-Z][A-Za-z ]*\)| (?:--|[-–—_]) "  # April 29 (Reuters) -
_HALF_A_YEAR = 6
_SOON = 7  # days
_LEAP = 2000
_LAST_OF_OURS = 30  # 31 is 1931


def month_of(word: str) -> int:
    """Return the number of a month, 1 to 12."""
    return v.MONTHS[word[:3].lower()]


def day_of(word: str) -> int:
    """Return the number in `12th`."""
    return int(re.sub(r"\D", "", word))


def year_for(month: int, day: int, match: Match, context: Context) -> int | None:
    """Return the year of a month or day that names none: the nearest in the direction that the verb points to."""
    if (now := context.now) is None:
        return None
    if not now.month or (context.narrative and context.previous):
        return now.year  # a history goes on in the year it is in
    ahead = month - now.month
    tense = _direction(match, context)
    if tense == "past":
        return now.year - (not _is_soon(month, day, now) and (ahead > 0 or (ahead == 0 and 0 < now.day < day)))
    if tense == "future":
        return now.year + (ahead < 0)
    return now.year - (ahead > _HALF_A_YEAR) + (ahead < -_HALF_A_YEAR)


def _is_soon(month: int, day: int, now: AnchorDay) -> bool:
    """Return whether a day lies ahead so closely that a verb in the past does not move it back a whole year.

    `called for a rally on February 14`, written on the 11th, means the rally to come.
    """
    if not (day and now.day):
        return False
    return 0 < to_ordinal(now.year, month, min(day, days_in_month(now.year, month))) - to_ordinal(*now) <= _SOON


def _direction(match: Match, context: Context) -> Tense:
    """Of the verb; but gold for October is to be delivered when its price fell, and a dateline has none."""
    if rules.comes_before(match, _DATELINE):
        return ""
    if rules.comes_before(match, _CONTRACT) or rules.comes_after(match, "(?:futures|delivery|contracts?) (?:for|in)"):
        return "future"
    return context.tense_at(match.start())


def named_year(match: Match) -> int | None:
    """Return the year that stands beside the month; years before Christ are numbered 0, -1, ..."""
    if match["bc"]:
        return 1 - int(match["bc"])
    if match["short"]:
        return full_year(match["short"])
    year = match["year"] or match["ours"] or match["ad"]
    return int(year) if year else None


def full_year(digits: str) -> int:
    """Return the year of two digits: 1996 for `96`."""
    return int(digits) + (1900 if int(digits) > _LAST_OF_OURS else 2000)


def month_value(month: int, day: int, year: int | None) -> str | None:
    """Return a value such as `1998-02-12`; nothing for the 30th of February."""
    if year is None:
        return f"{rules.UNKNOWN}-{month:02d}" + (f"-{day:02d}" if day else "")
    return None if day > days_in_month(year, month) else str(AnchorDay(year, month, day))


@MONTH_RULES.rule(
    rf"{v.EARLY}{_WEEKDAY}(?P<month>{v.MONTH}) (?:the )?(?P<day>{v.DAY})(?![\d:]|[.,]\d){YEAR}{_PART}", words="0"
)
@MONTH_RULES.rule(
    rf"{v.EARLY}{_WEEKDAY}(?:the )?(?P<day>{v.DAY}) (?:day )?(?:of )?(?P<month>{v.MONTH}){YEAR}{_PART}", words="0"
)
def day_of_month(match: Match, context: Context) -> TimeReading | None:
    if not match["month"][0].isupper():
        return None
    month, day = month_of(match["month"]), day_of(match["day"])
    return rules.dated(match, day_value(month, day, named_year(match) or year_behind(match), match, context))


def day_value(month: int, day: int, named: int | None, match: Match, context: Context) -> str:
    """Return the day, in the year that is named or the likeliest one; `1997-02-XX` for February 29, 1997."""
    year = year_for(month, day, match, context) if named is None else named
    if (value := month_value(month, day, year)) is not None:
        return value
    if named is None:  # February 29: of a year that nobody names
        return f"{rules.UNKNOWN}-{month:02d}-" + (f"{day:02d}" if day <= days_in_month(_LEAP, month) else "XX")
    return f"{rules.spelled_year(named)}-{month:02d}-XX"


def year_behind(match: Match) -> int | None:
    """Return the year of `May 3` in `May 3-5, 1996` and `May 3 to June 5, 1996`."""
    behind = _GOES_ON.match(match.string, match.end())
    year = named_year(behind) if behind else None
    if behind is None or year is None:
        return None
    last = behind["after"] or behind["before"] or match["month"]
    return year - (month_of(last) < month_of(match["month"]))  # December 30 to January 2, 1997


@MONTH_RULES.rule(rf"{v.PART}(?P<month>{v.MONTH}){YEAR}")
def _month(match: Match, context: Context) -> TimeReading | None:
    if not match["month"][0].isupper() or not _is_month(match):
        return None
    month, year = month_of(match["month"]), named_year(match)
    if year is None:
        year = year_for(month, 0, match, context)
    return rules.dated(match, month_value(month, 0, year) or "")


def _is_month(match: Match) -> bool:
    """May and March are also a verb and a march; April and June are people, too."""
    if named_year(match) is not None or rules.mod_of(match) or rules.comes_after(match, _MONTH_LEADS):
        return True
    if rules.comes_after(match, "the") and rules.comes_before(match, " (?!on |of )[a-z]"):
        return True  # the March figures
    name = match["month"]
    return name not in _ALSO_WORDS and not (name in _ALSO_NAMES and rules.comes_before(match, " [A-Z]"))


@MONTH_RULES.rule(rf"(?P<year>\d{{4}})-(?P<month>0[1-9]|1[0-2])-(?P<day>[0-3]\d)(?:[T ]{_CLOCK})?", words="0")
@MONTH_RULES.rule(
    rf"(?P<month>0?[1-9]|1[0-2])[/-](?P<day>[0-3]?\d)[/-](?P<year>(?:19|20)?\d\d)(?: {_CLOCK})?", words="/ -"
)
@MONTH_RULES.rule(
    r"(?P<day>1[3-9]|2\d|3[01])[/-](?P<month>0?[1-9]|1[0-2])[/-](?P<year>(?:19|20)\d\d)(?P<clock>)", words="/ -"
)
@MONTH_RULES.rule(r"(?P<day>[0-3]?\d)\.(?P<month>0?[1-9]|1[0-2])\.(?P<year>(?:19|20)\d\d)(?P<clock>)", words="0")
@MONTH_RULES.rule(r"(?P<year>19\d\d|20\d\d)(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])(?P<clock>)", words="0")
def _numeric(match: Match, context: Context) -> TimeReading | None:
    month, day = int(match["month"]), int(match["day"])
    year = full_year(match["year"]) if len(match["year"]) == 2 else int(match["year"])
    if not (year and 1 <= day <= days_in_month(year, month)):
        return None
    value = str(AnchorDay(year, month, day))
    return TimeReading("TIME", f"{value}T{match['clock']}") if match["clock"] else TimeReading("DATE", value)


# Days and years that share a month, a year or an era: May 3-5, 1996; 3-5 May 1996; 1914-18; 480-479 BC.
# Each end is an expression of its own, as TIDES has it: `May 3` and `5, 1996`.

RANGE_RULES = RuleGroup(
    r"\d(?:st|nd|rd|th)?(?: ?[-–/] ?| (?:to|and|or|through|until|till) )\d|[a-z.][-–]\d"
    r"|\bthe \d\d?(?:st|nd|rd|th)",
    "0",
)

_FIRST_DAY = re.compile(rf"(?P<month>{v.MONTH}) {v.DAY}(?P<join>{JOIN})$")
_NO_DAY = rf"(?! {v.DAY}\b)"  # won 6-3 March 5
_CLOSES = r"[.,;:)!?]|$"
_ENDS = rf"{_CLOSES}| (?:at|but|when|because|to|with|after|before|he|she|they|it)\b"


_LAST_DAY = rf"(?:of )?(?P<month>{v.MONTH}){_NO_DAY}{YEAR}"  # the `3` and the `5 May 1996` of `3-5 May 1996`
RANGE_RULES.rule(rf"(?<=\w[-–])(?P<day>{v.DAY}) {_LAST_DAY}", joined=True)(day_of_month)
RANGE_RULES.rule(rf"(?P<day>{v.DAY})(?={JOIN}{v.DAY} {_LAST_DAY})")(day_of_month)


@RANGE_RULES.rule(rf"(?P<day>{v.DAY}){YEAR}", joined=True)
def _month_first(match: Match, context: Context) -> TimeReading | None:
    """Return the `5, 1996` of `May 3-5, 1996`; but `on May 3 and 12 people` is none."""
    start = _FIRST_DAY.search(match.string, max(0, match.start() - 24), match.start())
    if not start:
        return None
    year = named_year(match)
    if year is None and start["join"].strip() not in ("-", "–") and not rules.comes_before(match, _CLOSES):
        return None
    return TimeReading("DATE", day_value(month_of(start["month"]), day_of(match["day"]), year, match, context))


@RANGE_RULES.rule(r"the (?P<day>\d\d?(?:st|nd|rd|th))")
def _day_of_the_month(match: Match, context: Context) -> TimeReading | None:
    """`on the 5th`: of this month, or the month next to it that the verb points to."""
    day, now = day_of(match["day"]), context.now
    if not (1 <= day <= 31 and rules.comes_after(match, "on|by|until|since") and rules.comes_before(match, _ENDS)):
        return None
    if now is None or not now.month:
        return TimeReading("DATE", f"{rules.UNKNOWN}-XX-{day:02d}")
    tense = context.tense_at(match.start()) if now.day else ""
    back = -(day > now.day)
    steps = {"past": back, "reported": back, "future": int(day < now.day)}.get(tense, 0)
    month = rules.shift_months(AnchorDay(now.year, now.month), steps)
    return TimeReading("DATE", month_value(month.month, day, month.year) or f"{rules.UNKNOWN}-XX-{day:02d}")


@RANGE_RULES.rule(rf"{v.EARLY}(?P<year>{v.YEAR})(?=[-–/](?P<end>\d\d(?:\d\d)?)(?![\d-]))")
def _first_year(match: Match, context: Context) -> TimeReading | None:
    """Return the `1914` of `1914-18`."""
    return rules.dated(match, match["year"]) if _last_year(match["year"], match["end"]) else None


@RANGE_RULES.rule(r"(?<=\d{4}[-–/])(?P<end>\d\d(?:\d\d)?)(?!-)", joined=True)
def _second_year(match: Match, context: Context) -> TimeReading | None:
    """Return the `18` of `1914-18`."""
    start = match.start()
    year = re.fullmatch(rf"(?:.*[^\w$£€.,/-])?({v.YEAR})", match.string[max(0, start - 6) : start - 1])
    last = _last_year(year[1], match["end"]) if year else ""
    return TimeReading("DATE", last) if last else None


def _last_year(first: str, end: str) -> str:
    """Return `1918` for `1914` and `18`; nothing where it is no later."""
    last = end if len(end) == 4 else first[:2] + end
    return last if int(first) < int(last) <= int(first) + 99 else ""


@RANGE_RULES.rule(rf"(?P<year>[1-9]\d{{0,3}})(?=[-–/](?P<end>[1-9]\d{{0,3}}) {v.BC})")
@RANGE_RULES.rule(rf"(?<=\d[-–/])(?P<year>[1-9]\d{{0,3}})(?P<end>) {v.BC}", joined=True)
def _before_christ(match: Match, context: Context) -> TimeReading | None:
    """Return the `480` and the `479 BC` of `480-479 BC`."""
    if match["end"] and int(match["year"]) <= int(match["end"]):
        return None
    return TimeReading("DATE", rules.spelled_year(1 - int(match["year"])))


YEAR_RULES = RuleGroup(r"\d|ties\b|century|millennium", "0 ties century millennium")

_COUNTED = rf" (?:{alternatives('counted')}|[A-Z][a-z]+(?:cans|ians|qis))\b"
_YEAR_LEADS = alternatives("year-leads")
_LABELS = alternatives("year-labels")
_DECADES = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")
_OF_LIFE = (
    r"(?:\b(?:his|her|their|my|our|your|in the (?:low|high|upper|lower))|temperatures?.*) "
    r"(?:(?:early|late|mid)[ -])?$"
)


@YEAR_RULES.rule(
    r"(?P<fiscal>(?:the )?(?:fiscal|calendar|financial) year |the year |(?:fiscal|calendar|financial) )?"
    rf"{v.EARLY}(?P<year>{v.YEAR})"
    r"(?!,\d|\.\d|[-–/:]\d|%)",
    words="0",
)
def _year(match: Match, context: Context) -> TimeReading | None:
    year = int(match["year"])
    named = match["fiscal"] or rules.mod_of(match)
    if rules.comes_before(match, _COUNTED) or not (named or _reads_as_year(year, match)):
        return None
    return rules.dated(match, rules.spelled_year(year))


def _reads_as_year(year: int, match: Match) -> bool:
    if rules.comes_after(match, _YEAR_LEADS):
        return year >= 1300
    return 1750 <= year <= 2050 and re.search(rf"(?:{_LABELS}) $", rules.before(match)) is None


@YEAR_RULES.rule(r"['’`](?P<year>\d\d)(?!['’])", words="' ’ `")
def _short_year(match: Match, context: Context) -> TimeReading | None:
    """`in '96`."""
    return (
        TimeReading("DATE", rules.spelled_year(full_year(match["year"])))
        if rules.comes_after(match, _YEAR_LEADS)
        else None
    )


@YEAR_RULES.rule(rf"(?:the )?{v.PART}(?P<decade>1\d\d|20\d)0['’]?s", words="0s 0's 0’s")
def _decade(match: Match, context: Context) -> TimeReading | None:
    return rules.dated(match, match["decade"])


@YEAR_RULES.rule(rf"(?:the )?{v.PART}(?P<decade>['’`]?[2-9]0s|{'|'.join(_DECADES)})", words="0s ties")
def _short_decade(match: Match, context: Context) -> TimeReading | None:
    word = match["decade"].lower().lstrip("'’`")
    if re.search(_OF_LIFE, rules.before(match)):
        return None
    digit = word[0] if word[0].isdigit() else _DECADES.index(word) + 2
    return rules.dated(match, f"19{digit}")


@YEAR_RULES.rule(
    rf"(?:the )?{v.PART}(?P<ordinal>\d\d?(?:st|nd|rd|th)|{'|'.join(ORDINALS)})"
    rf"[ -](?P<unit>century|millennium)(?P<era> (?:{v.BC}|{v.AD}))?",
    words="century millennium",
)
def _century(match: Match, context: Context) -> TimeReading | None:
    era = "BC" if "B" in (match["era"] or "").upper() else ""
    number, digits = ordinal(match["ordinal"]), 2 if match["unit"].lower() == "century" else 1
    return rules.dated(match, f"{era}{number - 1:0{digits}d}") if number else None


@YEAR_RULES.rule(
    rf"(?:(?P<about>[Aa]bout|[Aa]round|[Cc]irca) )?{v.EARLY}(?:(?P<year>\d{{1,5}}) {v.BC}"
    rf"|(?P<ours>\d{{1,4}}) {v.AD}|(?:AD|A\.D\.) (?P<ad>\d{{1,4}}))",
    case=True,
    words="0",
)
def _era(match: Match, context: Context) -> TimeReading | None:
    era, year = ("BC", match["year"]) if match["year"] else ("", match["ours"] or match["ad"])
    return rules.dated(match, f"{era}{int(year):04d}")
