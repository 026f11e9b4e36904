"""A rule: a pattern, and a function that reads what it found as type and value."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from cliometer.model.annotation import TimeType
from cliometer.text.annotate.times.context import Context
from cliometer.text.annotate.times.vocabulary import DAY_PARTS, MODIFIERS

Match = re.Match[str]


class Reading(NamedTuple):
    """What an expression means."""

    type: TimeType
    value: str
    mod: str = ""
    quant: str = ""
    freq: str = ""


Read = Callable[[Match, Context], Reading | None]


class Rule(NamedTuple):
    """A compiled pattern and its reader, which may still say that it is no time."""

    pattern: re.Pattern[str]
    read: Read


class RuleGroup:
    """Rules that are tried only on sentences in which their trigger occurs; most sentences have none."""

    def __init__(self, trigger: str) -> None:
        self.trigger = re.compile(trigger, re.IGNORECASE)
        self.rules: list[Rule] = []

    def rule(self, pattern: str, *, case: bool = False, joined: bool = False) -> Callable[[Read], Read]:
        """Adds a rule; capitals count where `case` is set, a hyphen may stand in front where `joined` is."""
        apart = r"(?<![\w$£€.,])" if joined else r"(?<![\w$£€.,/-])"
        compiled = re.compile(rf"{apart}(?:{pattern})(?![\w])", 0 if case else re.IGNORECASE)

        def add(read: Read) -> Read:
            self.rules.append(Rule(compiled, read))
            return read

        return add


def before(match: Match, length: int = 24) -> str:
    """The characters in front of what was found, in small letters."""
    return match.string[max(0, match.start() - length) : match.start()].lower()


def after(match: Match, length: int = 24) -> str:
    """The characters behind it."""
    return match.string[match.end() : match.end() + length]


def comes_after(match: Match, words: str) -> bool:
    """Whether one of these words (`in|of|by`) stands in front, with one blank between."""
    return re.search(rf"\b(?:{words}) $", before(match)) is not None


def comes_before(match: Match, pattern: str) -> bool:
    """Whether the text goes on like this."""
    return re.match(pattern, after(match)) is not None


def mod_of(match: Match) -> str:
    """START, MID, END, APPROX, ... from `early`, `mid-`, `the end of`, `about`."""
    groups = match.groupdict()
    word = groups.get("mod") or groups.get("part") or groups.get("about") or ""
    return MODIFIERS.get(word.strip(" -").lower(), "")


def dated(match: Match, value: str) -> Reading:
    """A date, or a time of that day where a part of the day is named."""
    if part := match.groupdict().get("day_part"):
        return Reading("TIME", f"{value}T{DAY_PARTS[part.lower().removesuffix('s')]}", mod_of(match))
    return Reading("DATE", value, mod_of(match))
