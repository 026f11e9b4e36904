"""Years, decades and centuries, before and after Christ."""

from __future__ import annotations

import re

from cliometer.text.annotate.times import vocabulary as v
from cliometer.text.annotate.times.anchor import spelled_year
from cliometer.text.annotate.times.context import Context
from cliometer.text.annotate.times.months import full_year
from cliometer.text.annotate.times.numbers import ORDINALS, ordinal
from cliometer.text.annotate.times.rules import (
    Match,
    Reading,
    RuleGroup,
    before,
    comes_after,
    comes_before,
    mod_of,
)

TRIGGER = RuleGroup(r"\d|ties\b|century|millennium")

_COUNTED = (
    r" (?:people|troops|soldiers|men|women|children|workers|jobs|miles|feet|pounds|tons|tonnes|barrels|shares"
    r"|employees|dollars|percent|per cent|km|kilometers|kilometres|meters|metres|acres|homes|houses"
    r"|passengers"
    r"|members|votes|students|points|copies|cases|times|words|stores|units|refugees|civilians|euros|others"
    r"|inmates|prisoners|vehicles|cars|trucks|tanks|planes|rebels|protesters|[A-Z][a-z]+(?:cans|ians|qis))\b"
)
_LEADS = (
    "in|since|of|by|from|until|till|through|during|before|after|between|around|circa|mid|late|early|year|and|to"
    "|summer|spring|autumn|fall|winter|the"
)
_LABELS = (
    r"resolution|unscr|law|article|flight|no\.?|number|room|page|section|model|route|channel|about"
    r"|nearly|some|than"
    "|over|at|least"
)
_DECADES = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")
_OF_LIFE = (
    r"(?:\b(?:his|her|their|my|our|your|in the (?:low|high|upper|lower))|temperatures?.*) "
    r"(?:(?:early|late|mid)[ -])?$"
)


@TRIGGER.rule(
    r"(?P<fiscal>(?:the )?(?:fiscal|calendar|financial) year |the year |(?:fiscal|calendar|financial) )?"
    rf"{v.EARLY}(?P<year>{v.YEAR})"
    r"(?!,\d|\.\d|[-–/:]\d|%)"
)
def _year(match: Match, context: Context) -> Reading | None:
    year = int(match["year"])
    named = match["fiscal"] or mod_of(match)
    if comes_before(match, _COUNTED) or not (named or _reads_as_year(year, match)):
        return None
    return Reading("DATE", spelled_year(year), mod_of(match))


def _reads_as_year(year: int, match: Match) -> bool:
    if comes_after(match, _LEADS):
        return year >= 1300
    return 1750 <= year <= 2050 and re.search(rf"(?:{_LABELS}) $", before(match)) is None


@TRIGGER.rule(r"['’`](?P<year>\d\d)(?!['’])")
def _short_year(match: Match, context: Context) -> Reading | None:
    """`in '96`."""
    return Reading("DATE", spelled_year(full_year(match["year"]))) if comes_after(match, _LEADS) else None


@TRIGGER.rule(rf"(?:the )?{v.PART}(?P<decade>1\d\d|20\d)0['’]?s")
def _decade(match: Match, context: Context) -> Reading | None:
    return Reading("DATE", match["decade"], mod_of(match))


@TRIGGER.rule(rf"(?:the )?{v.PART}(?P<decade>['’`]?[2-9]0s|{'|'.join(_DECADES)})")
def _short_decade(match: Match, context: Context) -> Reading | None:
    word = match["decade"].lower().lstrip("'’`")
    if re.search(_OF_LIFE, before(match)):
        return None
    digit = word[0] if word[0].isdigit() else _DECADES.index(word) + 2
    return Reading("DATE", f"19{digit}", mod_of(match))


@TRIGGER.rule(
    rf"(?:the )?{v.PART}(?P<ordinal>\d\d?(?:st|nd|rd|th)|{'|'.join(ORDINALS)})"
    rf"[ -](?P<unit>century|millennium)(?P<era> (?:{v.BC}|{v.AD}))?"
)
def _century(match: Match, context: Context) -> Reading | None:
    era = "BC" if "B" in (match["era"] or "").upper() else ""
    number, digits = ordinal(match["ordinal"]), 2 if match["unit"].lower() == "century" else 1
    return Reading("DATE", f"{era}{number - 1:0{digits}d}", mod_of(match)) if number else None


@TRIGGER.rule(
    rf"(?:(?P<about>[Aa]bout|[Aa]round|[Cc]irca) )?{v.EARLY}(?:(?P<year>\d{{1,5}}) {v.BC}"
    rf"|(?P<ours>\d{{1,4}}) {v.AD}|(?:AD|A\.D\.) (?P<ad>\d{{1,4}}))",
    case=True,
)
def _era(match: Match, context: Context) -> Reading | None:
    era, year = ("BC", match["year"]) if match["year"] else ("", match["ours"] or match["ad"])
    return Reading("DATE", f"{era}{int(year):04d}", mod_of(match))
