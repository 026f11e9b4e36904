"""Lengths of time and what comes again: three years, half an hour, every Thursday, annually."""

from __future__ import annotations

import re

from cliometer.text.annotate.times import rules
from cliometer.text.annotate.times import vocabulary as v
from cliometer.text.annotate.times.rules import Context, Match, RuleGroup, TimeReading
from cliometer.text.annotate.times.vocabulary import length, number, plain, unit
from cliometer.text.word_lists import alternatives, values_of

LENGTH_RULES = RuleGroup(
    r"second|minute|hour|day|week|month|quarter|year|\byrs?\b|decade|centur|fortnight|millenni|night|while"
    r"|period|time",
    "second minute hour day week month quarter year yr decade centur fortnight millenni night while period time",
)

_ABOUT = rf"(?:(?P<about>{v.ABOUT}) (?!the |this |these |those |his |her |its |their ))?"
_DIRECTIONS = alternatives("directions")
_WHICH = rf"(?:(?:(?:the|this|his|her|its|their) )?(?:{_DIRECTIONS}) )"
_ARTICLE = rf"(?:(?:the|these|those) (?=(?:{v.NUMBER}|{v.VAGUE}) (?:\w+ )?\w+s\b))"  # not: the two-week crisis
_GAP = r"(?:[ -]| more | additional | full | straight | consecutive | whole | other | long )"
_DISTANCE = r" (?:earlier|later)\b"  # a date at this distance
_SINGULAR = ("second", "minute", "hour", "day", "week", "month", "quarter", "year", "decade")
_SMALLER = {"TH": (30, "TM"), "Y": (6, "M"), "CE": (50, "Y"), "DE": (5, "Y"), "D": (12, "TH")}  # one half


@LENGTH_RULES.rule(
    rf"{_ABOUT}(?:{_WHICH}|{_ARTICLE})?(?P<number>{v.NUMBER})(?P<gap>{_GAP})(?P<unit>{v.ANY_UNIT})"
    r"(?:[ -]old\b)?(?P<own>['’])?",
    words=f"0 {v.NUMERALS}",
)
def _counted(match: Match, context: Context) -> TimeReading | None:
    word = match["unit"].lower()
    if word in ("second", "quarter") or (word == "quarters" and match["gap"] == "-"):
        return None  # twenty-second, three-quarters
    if rules.comes_before(match, _DISTANCE) or (word == "quarters" and rules.comes_before(match, " of")):
        return None
    return TimeReading("DURATION", length(number(match["number"]), unit(word)), rules.mod_of(match))


@LENGTH_RULES.rule(
    rf"{_ABOUT}(?P<which>{_WHICH}|{_ARTICLE})?(?P<vague>{v.VAGUE}|recent|past|coming)(?: more| other)? "
    rf"(?P<unit>{v.ANY_UNIT})",
    words="several many few some couple number handful dozens hundreds thousands countless numerous two three"
    " recent past coming",
)
def _vague(match: Match, context: Context) -> TimeReading | None:
    vague, word = match["vague"].lower(), match["unit"].lower()
    if word in _SINGULAR:
        return None
    if vague in ("recent", "coming") and not match["which"]:
        return TimeReading("DATE", "PAST_REF" if vague == "recent" else "FUTURE_REF")
    return TimeReading("DURATION", length(2 if "couple" in vague else None, unit(word)), rules.mod_of(match))


@LENGTH_RULES.rule(
    rf"{_ABOUT}(?P<one>an?|one|another|a full|an entire|the entire|a whole|the whole|the full|a single)[ -]"
    rf"(?P<half>half[ -]?)?(?P<unit>{v.UNIT})(?P<more> and a half)?(?:[ -]old\b)?(?:[- ]long\b)?"
)
@LENGTH_RULES.rule(rf"{_ABOUT}(?P<half>half an?) (?P<unit>{v.UNIT})(?P<one>)(?P<more>)", words="half")
def _one(match: Match, context: Context) -> TimeReading | None:
    word = match["unit"].lower()
    if rules.comes_before(match, _DISTANCE) or _is_rate(match):
        return None
    if word in ("second", "quarter") and match["one"].lower() in ("a", "one", "another"):
        return None
    letters = unit(word)
    if match["half"] and letters in _SMALLER:
        return TimeReading("DURATION", length(*_SMALLER[letters]), rules.mod_of(match))
    amount = 1.5 if match["more"] else 0.5 if match["half"] else 1.0
    return TimeReading("DURATION", length(amount, letters), rules.mod_of(match))


def _is_rate(match: Match) -> bool:
    """Return whether words say how often, not how long: `700 seats a week`, `$5 a day`, `10% a year`."""
    if match["one"].lower() not in ("a", "an") or match["about"]:
        return False
    lead = rules.before(match, 30)
    if re.search(r"\b(?:lasts|takes|spends|wins|is|was|has|as|this|marks|less|plus|perhaps) $", lead):
        return False
    return re.search(r"(?:\d|million|billion|percent|%|once|twice|cents|dollars|[a-z](?<!s)s) $", lead) is not None


@LENGTH_RULES.rule(
    rf"(?P<which>{_WHICH})(?P<unit>hours?|days?|weeks?|months?|years?|decades?|century|centuries|weekends?)"
    r"(?P<own>['’]s?)?",
    words=_DIRECTIONS.replace("|", " "),
)
def _directed(match: Match, context: Context) -> TimeReading | None:
    """`the past week`, `the next months`, `its first years`; but `the next week` is a date."""
    words = match["which"].lower().split()
    if match["unit"].lower().endswith("s"):
        return TimeReading("DURATION", length(None, unit(match["unit"])))
    if words[0] != "the" or words[-1] not in ("past", "last"):
        return None
    return TimeReading("DURATION", length(1, unit(match["unit"])))


@LENGTH_RULES.rule(r"(?P<unit>seconds|minutes|hours|days|weeks|months|years|decades|centuries)(?P<own>['’])?")
def _bare_plural(match: Match, context: Context) -> TimeReading | None:
    """`for years`, `within days`, `weeks or months`."""
    if rules.comes_before(match, r" ago\b"):
        return None
    if rules.comes_after(match, "(?:hours|days|weeks|months) (?:and|or)"):
        return TimeReading("DURATION", length(None, unit(match["unit"])))
    leads = alternatives("plural-leads")
    groups = "(?:hundreds|dozens|thousands|couple|number|lots|most|some|one|early|days|many) of"
    if not rules.comes_after(match, leads) or rules.comes_after(match, groups):
        return None
    return TimeReading("DURATION", length(None, unit(match["unit"])))


@LENGTH_RULES.rule(
    r"(?:a|some) (?:very |fairly |relatively )?(?:long|short|lengthy|brief|considerable|limited)"
    r"(?: period(?: of time)?| time| while)|a while",
    words="period time while",
)
def _long(match: Match, context: Context) -> TimeReading | None:
    return None if rules.comes_before(match, " ago") else TimeReading("DURATION", "PXX")


@LENGTH_RULES.rule(r"all (?P<unit>day|night|week|year)", words="all")
@LENGTH_RULES.rule(
    r"(?P<unit>months?|years?|weeks?|days?|hours?|decades?|centuries|century)-?long(?! (?:ago|time))", words="long"
)
def _lasting(match: Match, context: Context) -> TimeReading | None:
    word = match["unit"].lower()
    return TimeReading("DURATION", length(None if word.endswith("s") else 1, unit(word)))


SET_RULES = RuleGroup(
    r"\b(?:every|each|once|twice|times)\b|ly\b|annual|biennial", "every each once twice times ly annual biennial"
)

_PERIODS = values_of("periods")
_QUANTIFIED = r"(?P<quant>every|each)(?: single)? "


@SET_RULES.rule(rf"{_QUANTIFIED}(?:(?P<number>other|{v.NUMBER}|few) )?(?P<unit>{v.ANY_UNIT})", words="every each")
def _every(match: Match, context: Context) -> TimeReading | None:
    return TimeReading("SET", length(_amount(match["number"]), unit(match["unit"])), quant=match["quant"].upper())


def _amount(count: str | None) -> float | None:
    known = {"": 1.0, "other": 2.0, "few": None}
    lower = (count or "").lower()
    return known[lower] if lower in known else number(lower)


@SET_RULES.rule(
    r"(?P<quant>[Ee](?:very|ach)(?: single| other| second| third| fourth)?) "
    rf"(?P<name>{v.WEEKDAY}|{v.MONTH})(?: (?P<time>morning|afternoon|evening|night))?",
    case=True,
    words="every each",
)
def _every_named(match: Match, context: Context) -> TimeReading | None:
    key = match["name"][:3].lower()
    value = f"XXXX-WXX-{v.WEEKDAYS[key]}" if key in v.WEEKDAYS else f"XXXX-{v.MONTHS[key]:02d}"
    part = f"T{v.DAY_PARTS[match['time']]}" if match["time"] else ""
    return TimeReading("SET", value + part, quant=match["quant"].upper().removesuffix(" SINGLE"))


@SET_RULES.rule(
    rf"{_QUANTIFIED}(?:(?P<time>morning|afternoon|evening|night)|(?P<season>{v.SEASON}))", words="every each"
)
def _every_part(match: Match, context: Context) -> TimeReading | None:
    part, season = match["time"], match["season"]
    value = f"XXXX-XX-XXT{v.DAY_PARTS[part.lower()]}" if part else f"XXXX-{v.SEASONS[season.lower()]}"
    return TimeReading("SET", value, quant=match["quant"].upper())


@SET_RULES.rule(
    rf"(?P<times>once|twice|(?:{v.NUMBER}|several|many|a few) times) (?:a|an|per|each"
    rf"|every) (?P<unit>{v.UNIT})",
    words="once twice times",
)
def _often(match: Match, context: Context) -> TimeReading | None:
    count = match["times"].lower().removesuffix(" times")
    known = {"once": "1X", "twice": "2X", "several": "", "many": "", "a few": ""}
    freq = known[count] if count in known else f"{plain(number(count))}X"
    return TimeReading("SET", length(1, unit(match["unit"])), freq=freq)


@SET_RULES.rule(
    "|".join(sorted(_PERIODS, key=len, reverse=True)),
    words="hourly nightly weekly monthly quarterly yearly annual biennial",
)
def _period(match: Match, context: Context) -> TimeReading | None:
    if match[0][0].isupper() and rules.before(match).rstrip("\"'“ ")[-1:].isalnum():
        return None  # a name: the Business Weekly
    return TimeReading("SET", _PERIODS[match[0].lower()])
