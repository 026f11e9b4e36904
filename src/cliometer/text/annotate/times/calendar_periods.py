"""Named parts of a year, week or day: quarters, seasons, holidays, days of the week, times of day."""

from __future__ import annotations

import re

from cliometer.model.when import days_in_month
from cliometer.text.annotate.times import rules
from cliometer.text.annotate.times import vocabulary as v
from cliometer.text.annotate.times.calendar_dates import day_of, day_value, month_of, month_value, year_for
from cliometer.text.annotate.times.rules import AnchorDay, Context, Match, RuleGroup, TimeReading
from cliometer.text.annotate.times.vocabulary import number, ordinal
from cliometer.text.word_lists import numbers_of, values_of

QUARTER_RULES = RuleGroup(r"quarter|half|\bQ[1-4]", "quarter half q1 q2 q3 q4")

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


@QUARTER_RULES.rule(
    rf"{v.EARLY}{_WHOSE}{_BEFORE}(?P<ordinal>{v.ORDINAL})(?:[ -]fiscal)?[ -](?P<unit>quarter|half){_OF}"
)
def _quarter(match: Match, context: Context) -> TimeReading | None:
    if rules.comes_before(match, _NO_YEAR):
        return None
    letter = match["unit"][0].upper()
    number = min(ordinal(match["ordinal"]), 4 if letter == "Q" else 2)
    named = match["year"] or match["before"]
    year = int(named) if named else _year_of(number, letter, match, context)
    return TimeReading(
        "DATE", f"{rules.spelled_year(year) if year else rules.UNKNOWN}-{letter}{number}", rules.mod_of(match)
    )


@QUARTER_RULES.rule(r"Q(?P<number>[1-4])(?:(?: of|,)? (?:fiscal )?(?P<year>(?:19|20)\d\d))?", case=True)
def _short(match: Match, context: Context) -> TimeReading | None:
    if not match["year"] and not rules.comes_after(match, _LEADS):
        return None  # a model of a car
    number = int(match["number"])
    year = int(match["year"]) if match["year"] else _year_of(number, "Q", match, context)
    return TimeReading("DATE", f"{rules.spelled_year(year) if year else rules.UNKNOWN}-Q{number}")


def _year_of(number: int, letter: str, match: Match, context: Context) -> int | None:
    """Return this year; the year before where the quarter is still to come but spoken of as past."""
    if (now := context.now) is None:
        return None
    words = match[0].lower()
    if "last year" in words or "next year" in words:
        return now.year + (1 if "next year" in words else -1)
    if not now.month:
        return now.year
    here = rules.quarter(now) if letter == "Q" else (rules.quarter(now) + 1) // 2
    is_past = number > here and context.tense_at(match.start()) in ("past", "reported")
    return now.year - (is_past or (letter, number, here) == ("Q", 4, 1))


SEASON_RULES = RuleGroup(
    r"spring|summer|autumn|fall|winter|\b(?:last|next|this|past|coming|previous|following) [JFMASOND]"
    r"|Christmas|New Year|Halloween|Easter|Thanksgiving|\b(?:Good|Black) Friday|\b(?:Palm|Whit|Ash|Ascension) "
    r"|\b(?:Independence|Boxing|Veterans|Valentine['’]s|Labor|Memorial|Columbus|King|Presidents['’]) Day",
    "spring summer autumn fall winter last next this past coming previous following christmas year halloween day"
    " easter thanksgiving palm whit ash",
)

_STARTS = {"SP": 3, "SU": 6, "FA": 9, "WI": 12}
_HOLIDAYS = {name: (int(day[:2]), int(day[3:])) for name, day in values_of("holidays").items()}
_NTH_WEEKDAYS = values_of("nth-weekdays")
_FROM_EASTER = numbers_of("from-easter")


@SEASON_RULES.rule(
    rf"(?:the )?{v.EARLY}(?P<season>{v.SEASON})(?: of|,)? "
    rf"(?:(?P<bc>\d{{1,4}})(?:[-–/]\d{{1,4}})? {v.BC}|(?P<year>{v.YEAR}))"
)
def _season_of_year(match: Match, context: Context) -> TimeReading | None:
    year = match["year"] or f"BC{int(match['bc']):04d}"
    return rules.dated(match, f"{year}-{v.SEASONS[match['season'].lower()]}")


@SEASON_RULES.rule(rf"(?:the )?{v.EARLY}(?P<season>spring|summer|autumn|winter)")
def _season(match: Match, context: Context) -> TimeReading | None:
    if not (rules.mod_of(match) or rules.comes_after(match, "in|of|by|since|from|until|during|over|through|and")):
        return None
    year = rules.spelled_year(context.now.year) if context.now else rules.UNKNOWN
    return rules.dated(match, f"{year}-{v.SEASONS[match['season'].lower()]}")


@SEASON_RULES.rule(
    rf"{v.EARLY}(?P<which>this|last|next|this past|this coming|the previous|the following) "
    rf"(?P<name>{v.MONTH}|{v.SEASON})(?: (?P<day>{v.DAY}))?"
)
def _directed(match: Match, context: Context) -> TimeReading | None:
    name, now = match["name"], context.now
    season = v.SEASONS.get(name.lower())
    if not season and not name[0].isupper():
        return None
    month = _STARTS[season] if season else month_of(name)
    year = _nearest(match["which"].lower(), month, now) if now else None
    if season:
        return TimeReading(
            "DATE", f"{rules.spelled_year(year) if year is not None else rules.UNKNOWN}-{season}", rules.mod_of(match)
        )
    day = day_of(match["day"]) if match["day"] else 0
    return rules.dated(match, day_value(month, day, year, match, context))


def _nearest(which: str, month: int, now: AnchorDay) -> int:
    """`last October` is the latest October that is over, `next October` the first that is to come."""
    here = now.month or 1
    if which in ("last", "this past", "the previous"):
        return now.year - (month >= here)
    if which in ("next", "this coming", "the following"):
        return now.year + (month <= here)
    return now.year


@SEASON_RULES.rule(
    rf"(?P<name>{'|'.join((*_HOLIDAYS, *_NTH_WEEKDAYS, *_FROM_EASTER))})(?:(?: ?,)? (?P<year>(?:19|20)\d\d))?".replace(
        "'", "['’]"
    ),
    case=True,
)
def _holiday(match: Match, context: Context) -> TimeReading | None:
    name, year = match["name"].replace("’", "'"), int(match["year"] or 0) or (context.now and context.now.year)
    if year is None:
        return TimeReading(
            "DATE", "{}-{:02d}-{:02d}".format(rules.UNKNOWN, *_HOLIDAYS[name]) if name in _HOLIDAYS else rules.UNKNOWN
        )
    if name == "Easter" and rules.comes_before(match, r" (?:Island|[Ee]gg|Rising|[Bb]unn)"):
        return None
    month, day = _HOLIDAYS.get(name) or _movable(name, year)
    if not match["year"]:
        year = year_for(month, day, match, context) or year
        month, day = _HOLIDAYS.get(name) or _movable(name, year)
    return TimeReading("DATE", month_value(month, day, year) or "")


def _movable(name: str, year: int) -> tuple[int, int]:
    if name in _FROM_EASTER:
        start, days = easter(year), _FROM_EASTER[name]
    else:
        month, number, which, days = map(int, _NTH_WEEKDAYS[name].split(","))
        first = AnchorDay(year, month, 1 if which > 0 else days_in_month(year, month) - 6)
        start = rules.shift_days(first, (number - rules.weekday(first)) % 7 + 7 * max(0, which - 1))
    there = rules.shift_days(start, days)
    return there.month, there.day


def easter(year: int) -> AnchorDay:
    """Return Easter Sunday of the Gregorian calendar (the anonymous algorithm, Nature 1876)."""
    century, rest = divmod(year, 100)
    shift = (8 * century + 13) // 25
    epact = (19 * (year % 19) + century - century // 4 - shift + 15) % 30
    week = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    late = (year % 19 + 11 * epact + 22 * week) // 451
    month, day = divmod(epact + week - 7 * late + 114, 31)
    return AnchorDay(year, month, day + 1)


WEEKDAY_RULES = RuleGroup(
    r"day|\b(?:mon|tues?|wed|thurs?|fri|sat|sun)\.|weekends", "day mon tue wed thu fri sat sun weekends"
)

_NEXT = ("next", "this coming", "the following")
_LAST = ("last", "this past", "the previous")
_NAMES = r" (?:Times|Telegraph|Herald|Post|Mirror|Night Live)\b"


@WEEKDAY_RULES.rule(
    r"(?:(?P<which>last|next|this past|this coming|this|the previous|the following) "
    r"|(?P<mod>earlier|later|early|late) )?"
    rf"(?P<name>{v.WEEKDAY})(?: (?P<day_part>{v.DAY_PART}))?"
)
def _weekday(match: Match, context: Context) -> TimeReading | None:
    if not match["name"][0].isupper() or rules.comes_before(match, _NAMES):
        return None
    number = number_of(match["name"])
    part = match["day_part"] or ""
    if part.endswith("s"):
        return TimeReading("SET", f"XXXX-WXX-{number}T{v.DAY_PARTS[part[:-1].lower()]}")
    return rules.dated(match, day_of_week(number, (match["which"] or "").lower(), match.start(), context))


def number_of(name: str) -> int:
    """Return the number of a weekday, 1 for Monday."""
    return v.WEEKDAYS[name[:3].lower()]


def day_of_week(number: int, which: str, place: int, context: Context) -> str:
    """Return the date of a day of the week: the last one, today included, unless something points forward."""
    now = context.now
    if now is None or not now.day:
        return f"XXXX-WXX-{number}"
    return str(rules.shift_days(now, _days_to(number, which, now, context.tense_at(place) == "future")))


def _days_to(number: int, which: str, now: AnchorDay, future: bool) -> int:
    back = (rules.weekday(now) - number) % 7
    if which in _NEXT:
        return 7 - back
    if which in _LAST:
        return -back or -7
    if which == "this":
        return number - rules.weekday(now)
    return 7 - back if future and back else -back


@WEEKDAY_RULES.rule(r"(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days|weekdays|weekends)")
def _weekdays(match: Match, context: Context) -> TimeReading | None:
    name = match[0].lower()
    kind = {"weekdays": "WD", "weekends": "WE"}.get(name) or number_of(name)
    return TimeReading("SET", f"XXXX-WXX-{kind}")


CLOCK_RULES = RuleGroup(
    r"\d|noon|midnight|clock|morning|evening|night|dawn|dusk|midday",
    "0 noon midnight clock morning evening night dawn dusk midday",
)

_ZONES = r"(?:GMT|UTC|EST|EDT|CST|CDT|MST|MDT|PST|PDT|ET|PT|BST|CET|local time|Eastern(?: time)?)"
_CLOCK = (
    r"(?:(?P<hour>\d\d?)(?:[:.](?P<minute>\d\d))? ?(?P<half>[ap]\.?m\b\.?)"
    r"|(?P<hour24>[01]?\d|2[0-3]):(?P<minute24>[0-5]\d)(?::[0-5]\d)?"
    r"|(?P<hours>[0-2]\d[0-5]\d)(?= ?(?:GMT|UTC|hours|hrs))"
    rf"|(?P<word>noon|midnight)|(?P<oclock>\d\d?|{v.SPELLED}) o['’]clock)"
)
_DAY = rf"(?:today|tomorrow|yesterday|{v.WEEKDAY})"
_NO_DATE = rf"(?!,? (?-i:{v.DAY} {v.MONTH}|{v.MONTH}))"  # 3 p.m. Friday, Jan. 30
_STEPS = numbers_of("day-steps")


@CLOCK_RULES.rule(
    rf"(?:(?P<first>{_DAY}),? )?{_CLOCK}(?: {_ZONES}| \({_ZONES}\))?(?:,? (?P<last>{_DAY}){_NO_DATE})?",
    words=": am a.m pm p.m gmt utc hours hrs noon midnight clock",
)
def _clock(match: Match, context: Context) -> TimeReading | None:
    if (time := _time(match)) is None:
        return None
    behind = re.match(rf" on ({v.WEEKDAY})", rules.after(match))
    name = match["first"] or match["last"] or (behind[1] if behind else "")
    return TimeReading("TIME", f"{_day(name, match, context)}T{time}")


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
    """Return the day of a time on the clock: the one beside it, one named in the sentence, the day of writing."""
    now = context.now
    if now is None or not name:
        return rules.away(0, "D", context.day_here or now)
    if name.lower() in _STEPS:
        return rules.away(_STEPS[name.lower()], "D", now)
    return day_of_week(number_of(name), "", match.start(), context)


@CLOCK_RULES.rule(
    r"(?P<mod>early |late |earlier |later )?"
    r"(?P<which>this|last|that|yesterday|tomorrow|the previous|the following|the next|the same) "
    r"(?P<time>morning|afternoon|evening|night)",
    words="morning afternoon evening night",
)
@CLOCK_RULES.rule(r"(?P<mod>late |early |later )?(?P<which>tonight|overnight)(?P<time>)", words="tonight overnight")
def _part_of_day(match: Match, context: Context) -> TimeReading | None:
    which = match["which"].lower()
    if which == "overnight" and rules.comes_after(match, "almost|virtually|practically|nearly"):
        return None  # all of a sudden
    part = v.DAY_PARTS[match["time"].lower() or "night"]
    start = context.then("D") if which.startswith("th") and which != "this" else context.now
    return TimeReading("TIME", f"{rules.away(_STEPS.get(which, 0), 'D', start)}T{part}", rules.mod_of(match))


@CLOCK_RULES.rule(
    r"(?P<the>the )?(?P<mod>early |late |mid-?)?(?P<time>morning|afternoon|evening|night|dawn|dusk|midday)",
    words="morning afternoon evening night dawn dusk midday",
)
def _bare_part(match: Match, context: Context) -> TimeReading | None:
    """`in the morning`, `at night`, `before dawn`; elsewhere the words say little."""
    part = match["time"].lower()
    leads = "at|before|by|until|since|in|after"
    if match["the"]:
        leads = "during|for|through" if part == "night" else "in|during|throughout|through|of|into|by|for"
    if not rules.comes_after(match, leads):
        return None
    return TimeReading("TIME", f"{rules.away(0, 'D', context.now)}T{v.DAY_PARTS[part]}", rules.mod_of(match))
