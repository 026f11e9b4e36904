"""The command line of ROUGE-1.5.5.pl, read as Perl's Getopt::Std reads it: -am, -n2, -2 -1, then a file."""

import getopt
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from cliometer.errors import UsageError
from cliometer.metrics.rouge.rouge155 import Mode, Resampling
from cliometer.metrics.rouge.variants import Limit, Variant
from cliometer.text.tokenisation import TextSettings

HELP = Path(__file__).with_name("help.txt").read_text(encoding="utf-8")

_FLAGS = "ahHdmMsuUvx"
_VALUED = "bceflnprtwz23"
_FORMATS = ("SPL", "SEE", "ISI")

Switches = dict[str, str]


class ScriptMetric(NamedTuple):
    """A variant and how ROUGE-1.5.5 prints its name, with the number as the user typed it."""

    label: str
    variant: Variant


@dataclass(frozen=True)
class ScriptOptions:
    """The options of one run."""

    path: str
    system: str | None  # None: all
    list_format: str | None  # None: settings are XML
    metrics: tuple[ScriptMetric, ...]
    text: TextSettings
    limit: Limit
    mode: Mode
    alpha: float
    unit: int  # 0 texts, 1 tokens, 2 raw counts
    resampling: Resampling
    confidence: str  # as typed: it is printed
    details: bool


def parse(argv: Sequence[str]) -> ScriptOptions | None:
    """Return the run that is asked for; None if help is."""
    given, words = split(argv)
    if "h" in given or "H" in given:
        return None
    if "3" in given:
        raise UsageError("rouge-option-3")
    if "M" in given:
        raise UsageError("rouge-option-m")
    path, system = _settings_and_system(given, words)
    unit, resamples = _number(given, "t", "0"), _whole(given, "r", "1000")
    if resamples < 1:
        raise UsageError("rouge-option-r", resamples=resamples)
    return ScriptOptions(
        path=path,
        system=system,
        list_format=_list_format(given),
        metrics=tuple(_metrics(given)),
        text=TextSettings(stem="m" in given, stop="s" in given),
        limit=Limit(_whole(given, "l", "0"), _whole(given, "b", "0"), encoding="latin-1"),
        mode="B" if given.get("f") == "B" else "A",
        alpha=_within(given, "p", "0.5", 1),
        unit=int(unit) if unit in (1, 2) else 0,  # the script takes any other number for 0
        resampling=Resampling(_within(given, "c", "95", 100), resamples),
        confidence=given.get("c", "95"),
        details="d" in given,
    )


def split(argv: Sequence[str]) -> tuple[Switches, list[str]]:
    """Return the switches with their values ("" for flags), and the words after them."""
    try:
        pairs, words = getopt.getopt(list(argv), f"{_FLAGS}{':'.join(_VALUED)}:", ["help"])
    except getopt.GetoptError as error:
        if error.opt in _VALUED:
            raise UsageError("rouge-option-value-missing", letter=error.opt) from None
        wrong = f"--{error.opt}" if f"--{error.opt}" in argv else f"-{error.opt}"
        raise UsageError("rouge-option-unknown", wrong=wrong) from None
    return {name.strip("-")[0]: value for name, value in pairs}, words


def _settings_and_system(given: Switches, words: list[str]) -> tuple[str, str | None]:
    if not words:
        raise UsageError("rouge-settings-needed")
    if "z" in given:
        return words[0], words[1] if len(words) > 1 else "X"
    if "a" in given:
        return words[0], None
    if len(words) < 2:
        raise UsageError("rouge-system-needed")
    return words[0], words[1]


def _list_format(given: Switches) -> str | None:
    if "z" not in given:
        return None
    name = given["z"].upper()
    if name not in _FORMATS:
        raise UsageError("rouge-option-z", formats=", ".join(_FORMATS), z=given["z"])
    return name


def _metrics(given: Switches) -> list[ScriptMetric]:
    """Return the metrics in the order in which the script prints them."""
    ngrams = [ScriptMetric(f"ROUGE-{n}", Variant("N", n=n)) for n in range(1, _whole(given, "n", "0") + 1)]
    lcs = [] if "x" in given else [ScriptMetric("ROUGE-L", Variant("L"))]
    metrics = [*ngrams, *lcs]
    if "w" in given:
        weight = _number(given, "w")
        if not 0 < weight < float("inf"):
            raise UsageError("rouge-option-w", w=given["w"])
        metrics.append(ScriptMetric(f"ROUGE-W-{given['w']}", Variant("W", weight=weight)))
    if "2" in given:
        gap = _whole(given, "2")
        tail, skip = ("*", None) if gap < 0 else (given["2"], gap)
        plain = ScriptMetric(f"ROUGE-S{tail}", Variant("S", skip=skip))
        extended = ScriptMetric(f"ROUGE-SU{tail}", Variant("SU", skip=skip))
        metrics += [extended] if "u" in given else [plain, extended] if "U" in given else [plain]
    return metrics


def _within(given: Switches, letter: str, default: str, top: float) -> float:
    value = _number(given, letter, default)
    if not 0 <= value <= top:
        raise UsageError("rouge-option-range", letter=letter, top=top, given=given[letter])
    return value


def _whole(given: Switches, letter: str, default: str = "") -> int:
    value = _number(given, letter, default)
    if not value.is_integer():
        raise UsageError("rouge-option-whole", letter=letter, given=given[letter])
    return int(value)


def _number(given: Switches, letter: str, default: str = "") -> float:
    text = given.get(letter, default)
    try:
        return float(text)
    except ValueError:
        raise UsageError("rouge-option-number", letter=letter, text=text) from None
