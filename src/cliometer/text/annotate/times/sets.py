"""What comes again: every day, each Thursday, twice a week, annually."""

from __future__ import annotations

from cliometer.text.annotate.times import vocabulary as v
from cliometer.text.annotate.times.context import Context
from cliometer.text.annotate.times.numbers import length, number, plain, unit
from cliometer.text.annotate.times.rules import Match, Reading, RuleGroup, before

TRIGGER = RuleGroup(r"\b(?:every|each|once|twice|times)\b|ly\b|annual|biennial")

_PERIODS = {
    "hourly": "PT1H", "nightly": "P1D", "weekly": "P1W", "biweekly": "P2W", "fortnightly": "P2W",
    "monthly": "P1M", "bimonthly": "P2M", "quarterly": "P3M", "yearly": "P1Y", "annually": "P1Y",
    "annual": "P1Y", "biannual": "P6M", "semiannual": "P6M", "semi-annual": "P6M",
    "semiannually": "P6M", "biennial": "P2Y",
}  # fmt: skip
_QUANTIFIED = r"(?P<quant>every|each)(?: single)? "


@TRIGGER.rule(rf"{_QUANTIFIED}(?:(?P<number>other|{v.NUMBER}|few) )?(?P<unit>{v.ANY_UNIT})")
def _every(match: Match, context: Context) -> Reading | None:
    return Reading("SET", length(_amount(match["number"]), unit(match["unit"])), quant=match["quant"].upper())


def _amount(count: str | None) -> float | None:
    known = {"": 1.0, "other": 2.0, "few": None}
    lower = (count or "").lower()
    return known[lower] if lower in known else number(lower)


@TRIGGER.rule(
    r"(?P<quant>[Ee](?:very|ach)(?: single| other| second| third| fourth)?) "
    rf"(?P<name>{v.WEEKDAY}|{v.MONTH})(?: (?P<time>morning|afternoon|evening|night))?",
    case=True,
)
def _every_named(match: Match, context: Context) -> Reading | None:
    key = match["name"][:3].lower()
    value = f"XXXX-WXX-{v.WEEKDAYS[key]}" if key in v.WEEKDAYS else f"XXXX-{v.MONTHS[key]:02d}"
    part = f"T{v.DAY_PARTS[match['time']]}" if match["time"] else ""
    return Reading("SET", value + part, quant=match["quant"].upper().removesuffix(" SINGLE"))


@TRIGGER.rule(rf"{_QUANTIFIED}(?:(?P<time>morning|afternoon|evening|night)|(?P<season>{v.SEASON}))")
def _every_part(match: Match, context: Context) -> Reading | None:
    part, season = match["time"], match["season"]
    value = f"XXXX-XX-XXT{v.DAY_PARTS[part.lower()]}" if part else f"XXXX-{v.SEASONS[season.lower()]}"
    return Reading("SET", value, quant=match["quant"].upper())


@TRIGGER.rule(
    rf"(?P<times>once|twice|(?:{v.NUMBER}|several|many|a few) times) (?:a|an|per|each"
    rf"|every) (?P<unit>{v.UNIT})"
)
def _often(match: Match, context: Context) -> Reading | None:
    count = match["times"].lower().removesuffix(" times")
    known = {"once": "1X", "twice": "2X", "several": "", "many": "", "a few": ""}
    freq = known[count] if count in known else f"{plain(number(count))}X"
    return Reading("SET", length(1, unit(match["unit"])), freq=freq)


@TRIGGER.rule("|".join(sorted(_PERIODS, key=len, reverse=True)))
def _period(match: Match, context: Context) -> Reading | None:
    if match[0][0].isupper() and before(match).rstrip("\"'“ ")[-1:].isalnum():
        return None  # a name: the Business Weekly
    return Reading("SET", _PERIODS[match[0].lower()])
