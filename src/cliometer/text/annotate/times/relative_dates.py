"""Dates by direction or distance: today, last week, two months ago, recently."""

from __future__ import annotations

import re
from functools import partial

from cliometer.model.when import days_in_month
from cliometer.text.annotate.times import rules
from cliometer.text.annotate.times import vocabulary as v
from cliometer.text.annotate.times.rules import AnchorDay, Context, Match, RuleGroup, TimeReading
from cliometer.text.annotate.times.vocabulary import number, unit
from cliometer.text.word_lists import alternatives, numbers_of

RELATIVE_RULES = RuleGroup(
    r"day|week|month|quarter|year|decade|century|fortnight|tomorrow",
    "day week month quarter year decade century fortnight tomorrow",
)

_DAYS = {"today": 0, "yesterday": -1, "tomorrow": 1, "the day before yesterday": -2, "the day after tomorrow": 2}
_STEPS = numbers_of("steps")
_FROM_THEN = alternatives("from-then").split("|")
_GOES_ON = " (?:that|when|before|after|to come|he|she|it|they|in which|since|of (?!1|2))|-"  # the week of the vote
_THAT = r"(?:^|\b(?:on|in|by|of|during|later|earlier|for|until|since)|[,.\n]) ?$"


@RELATIVE_RULES.rule(rf"(?:(?P<mod>early|late|earlier|later) )?(?P<word>{'|'.join(_DAYS)})")
def _day(match: Match, context: Context) -> TimeReading | None:
    return rules.dated(match, rules.away(_DAYS[match["word"].lower()], "D", context.now))


@RELATIVE_RULES.rule(
    rf"{v.EARLY}(?P<which>{'|'.join(_STEPS)})"
    r" (?:fiscal |calendar |business |school |academic |financial )?"
    r"(?P<unit>day|week|weekend|month|quarter|year|decade|century|fortnight)(?P<own>['’]s)?"
)
def _unit(match: Match, context: Context) -> TimeReading | None:
    which, word = match["which"].lower(), match["unit"].lower()
    if not _is_date(which, word, match):
        return None
    letters = unit(word)
    start = context.then(letters) if which in _FROM_THEN else context.now
    return rules.dated(match, rules.away(_STEPS[which], letters, start))


def _is_date(which: str, word: str, match: Match) -> bool:
    """Not `this day and age`, nor `his past year`, nor `said that week after week`."""
    if which in ("past", "previous"):
        return not rules.comes_after(match, "the|this|his|her|its|their|a")
    if which == "that":
        return re.search(_THAT, rules.before(match)) is not None
    return (which, word) != ("this", "day")


@RELATIVE_RULES.rule(r"the weekend", words="weekend")
def _weekend(match: Match, context: Context) -> TimeReading | None:
    now = context.now
    is_over = now and rules.weekday(now) < 6 and context.tense_at(match.start()) in ("past", "reported")
    return TimeReading("DATE", rules.away(-1 if is_over else 0, "WE", now))


@RELATIVE_RULES.rule(
    r"(?:(?P<mod>later|earlier|late|early) (?:in )?)?the (?P<unit>quarter|year|month|week"
    r"|decade|day)(?P<own>['’]s)?"
)
def _the_unit(match: Match, context: Context) -> TimeReading | None:
    leads = "in|for|during|of|through|throughout|by|within|over"
    if not (rules.mod_of(match) or (match["unit"].lower() != "day" and rules.comes_after(match, leads))):
        return None
    if rules.comes_before(match, _GOES_ON) or rules.comes_after(match, "(?:time|rest|day|part|times) of"):
        return None
    letters = unit(match["unit"])
    if letters == "Q":
        quarter = context.previous_quarter or rules.away(-1, "Q", context.now)  # reports look back
        return rules.dated(match, quarter)
    start = context.then(letters) if letters in "YMD" else context.now
    return rules.dated(match, rules.away(0, letters, start))


@RELATIVE_RULES.rule(
    r"the (?P<part>beginning|start|middle|end|close|rest|remainder) of "
    r"(?P<which>the|this|next|last) (?P<unit>day|week|month|quarter|year|decade|century)",
    words="beginning start middle end close rest remainder",
)
def _edge(match: Match, context: Context) -> TimeReading | None:
    steps = _STEPS.get(match["which"].lower(), 0)
    return rules.dated(match, rules.away(steps, unit(match["unit"]), context.now))


@RELATIVE_RULES.rule(
    r"(?P<part>mid)[- ]?(?P<unit>week|year|month)|(?P<whole>year|month)(?:[- ]?|['’]s )end", case=True, words="mid end"
)
def _edge_in_one_word(match: Match, context: Context) -> TimeReading | None:
    if match["part"]:
        return TimeReading("DATE", rules.away(0, unit(match["unit"]), context.now), "MID")
    return TimeReading("DATE", _last_day(match["whole"], context.now))


def _last_day(whole: str, now: AnchorDay | None) -> str:
    if now is None or (whole == "month" and not now.month):
        return "XXXX-12-31" if whole == "year" else "XXXX-XX-XX"
    month = 12 if whole == "year" else now.month
    return str(AnchorDay(now.year, month, days_in_month(now.year, month)))


DISTANCE_RULES = RuleGroup(
    r"\b(?:ago|hence|earlier|later|now|(?:same|next|following|previous|the) day)\b", "ago hence earlier later now day"
)

_AMOUNT = rf"(?:(?P<number>{v.NUMBER})[ -]|(?:an?|one|the) |(?P<half>half an?) )"
_CLAUSE = r"(?! (?:the|a|he|she|it|they|his|her|\w+ing|[A-Z]\w*)\b)"


@DISTANCE_RULES.rule(
    rf"(?:(?P<about>{v.ABOUT}) )?{_AMOUNT}(?P<unit>{v.ANY_UNIT}) (?P<way>ago|from now|hence)", words="ago now hence"
)
@DISTANCE_RULES.rule(
    rf"{_AMOUNT}(?P<unit>{v.ANY_UNIT}) (?P<way>earlier|later)", words="earlier later"
)  # more than a year earlier: a comparison
def _distance(match: Match, context: Context) -> TimeReading | None:
    way, letters = match["way"].lower(), unit(match["unit"])
    amount = number(match["number"]) if match["number"] else 0.5 if match["half"] else 1.0
    if letters == "Y" and way == "earlier" and context.previous_value:
        return rules.dated(match, _same_part(context.previous_value, -round(amount)))
    is_clock = letters.startswith("T")
    start = context.now if way in ("ago", "from now", "hence") else context.then("D" if is_clock else letters)
    sign = 1 if way in ("from now", "hence", "later") else -1
    if is_clock:  # of the time of day nothing is known
        days = int(sign * amount / 24) if letters == "TH" else 0
        return TimeReading("TIME", f"{rules.away(days, 'D', start)}TXX:XX", rules.mod_of(match))
    if amount != int(amount):
        amount, letters = amount * 12, "M"
    return rules.dated(match, rules.away(sign * round(amount), letters, start))


def _same_part(value: str, years: int) -> str:
    """Return the same part of another year: a year earlier than a third quarter is a third quarter."""
    match = re.fullmatch(r"(\d{4})((?:-[QH]\d|-\d\d)?)", value)
    if value.startswith(rules.UNKNOWN):
        return value
    if match:
        return rules.spelled_year(int(match[1]) + years) + match[2]
    day = rules.day_of_value(value)
    return rules.spelled_year(day.year + years) if day else rules.UNKNOWN


@DISTANCE_RULES.rule(
    r"(?P<the>the |a )?year[ -](?:earlier|ago)(?: (?P<what>period|quarter|month|half))?(?![ -]old)", words="year"
)
def _year_earlier(match: Match, context: Context) -> TimeReading | None:
    if (match["the"] or "").lower() == "a " and not match["what"]:
        return None
    start, previous = context.then("Y"), context.previous_value
    if match["what"] == "quarter" and not re.search(r"-Q\d$", previous):
        previous = context.previous_quarter or rules.away(-1, "Q", context.now)  # reports look back
    return TimeReading("DATE", _same_part(previous, -1) if previous else rules.away(-1, "Y", start))


@DISTANCE_RULES.rule(
    rf"(?P<the>the )?(?P<way>same|next|following|previous) day|the day (?P<side>before|after){_CLAUSE}"
    r"|a day (?P<later>earlier|later)"
)
def _next_day(match: Match, context: Context) -> TimeReading | None:
    if match["way"] and not match["the"] and not rules.comes_after(match, "the"):
        return None
    word = (match["way"] or match["side"] or match["later"]).lower()
    steps = {"next": 1, "following": 1, "after": 1, "later": 1, "same": 0}.get(word, -1)
    return TimeReading("DATE", rules.away(steps, "D", context.then("D")))


REFERENCE_RULES = RuleGroup(
    r"\bnow|current|present|these days|recent|lately|formerly|\bago\b|the past|th(?:is|e|at) time|future",
    "now current present days recent lately formerly ago past time future",
)

_UNITS = r"(?:hours?|days?|weeks?|months?|years?|decades?|quarters?|season|century|minutes?)\b"
_OWNERS = r"(?:['’]s?|\b(?:their|his|her|its|a|our|your|my|bright|better)) $"


@REFERENCE_RULES.rule(r"now|currently|nowadays|presently|these days|at present|current|present-day|right now")
def _present(match: Match, context: Context) -> TimeReading | None:
    if match[0].lower() == "now" and rules.comes_after(match, r"(?:years|months|days|weeks|hours) from"):
        return None
    return TimeReading("DATE", "PRESENT_REF")


_AT = "at|by|since|of|until|around|from"
_SAID = (
    r"recently|lately|formerly|(?:a )?(?:long|short|little) (?:time|while) ago|(?:not )?long ago|some time ago"
    rf"|(?:{v.VAGUE} {v.ANY_UNIT}|years|decades|months|weeks|days|hours|centuries|moments) ago"
)
_REFERENCES = {  # what the words refer to, the words of which one must stand in front, and what must not follow
    "this time": ("PRESENT_REF", "at|by|until|but|and|of|for", ""),
    "the present": ("PRESENT_REF", "", " [A-Za-z]"),
    _SAID: ("PAST_REF", "", ""),
    "recent": ("PAST_REF", "", rf" (?:seconds|{_UNITS}|centuries|history)"),  # recent weeks: a length
    "the past": ("PAST_REF", "", rf" (?:\w+ ){{0,3}}{_UNITS}"),
    "the time": ("PAST_REF", _AT, r" (?!and|but|was|were|as|in|by)[a-zA-Z]"),  # not: the time it takes
    "that time": ("PAST_REF", _AT, ""),
}


def _reference(match: Match, context: Context, to: str, leads: str, behind: str) -> TimeReading | None:
    is_other = (leads and not rules.comes_after(match, leads)) or (behind and rules.comes_before(match, behind))
    return None if is_other else TimeReading("DATE", to)


for _words, (_to, _leads, _behind) in _REFERENCES.items():
    REFERENCE_RULES.rule(_words)(partial(_reference, to=_to, leads=_leads, behind=_behind))


@REFERENCE_RULES.rule(r"(?:the )?(?:near |immediate |foreseeable |distant |not-too-distant )?future")
def _future(match: Match, context: Context) -> TimeReading | None:
    """`the future`, `future attacks`; not somebody's future, not a contract on the exchange."""
    if match[0].lower() == "future" and not _is_adjective(match):
        return None
    return TimeReading("DATE", "FUTURE_REF")


def _is_adjective(match: Match) -> bool:
    return (
        match[0][0].islower()
        and rules.comes_before(match, " [A-Za-z]")
        and re.search(_OWNERS, rules.before(match)) is None
    )
