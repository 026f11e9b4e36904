"""Gates: a sentence such as `align+m1(rouge=1).f >= baseline - 0.01` that a run must keep, for CI.

On the left stand a metric and a side; on the right a number, or a system (`baseline`, `writers` or the name
of a run), plus or minus a number. Every run but the baseline and the one on the right must pass.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast, get_args

from cliometer.engine.compare.design import Side
from cliometer.errors import UsageError, expected
from cliometer.metrics.catalogue import parse

_SLACK = 1e-12  # 0.3 - 0.01 is a little more than 0.29, and a gate at the edge is open
OPERATORS: dict[str, Callable[[float, float], bool]] = {
    ">=": lambda score, bound: score >= bound - _SLACK,
    "<=": lambda score, bound: score <= bound + _SLACK,
    ">": lambda score, bound: score > bound + _SLACK,
    "<": lambda score, bound: score < bound - _SLACK,
}
Left = Callable[[str], tuple[str, Side]]
_GATE = re.compile(r"\s*(?P<left>[^<>]*?[^<>=\s])\s*(?P<sign>>=|<=|>|<)\s*(?P<right>[^<>=]+?)\s*")
_NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
# A run may be called run-2, so a sign counts as one only after a blank; our own two words need none.
_RIGHT = re.compile(
    rf"(?P<name>(?:baseline|writers)(?=\s*[+-]|$)|.+?)(?:(?:(?<=baseline)|(?<=writers)|\s)\s*(?P<plus>[+-])\s*(?P<margin>{_NUMBER}))?"
)
_EXAMPLE = '"align+m1(rouge=1).f >= baseline - 0.01"'
GRAMMAR = (
    "write METRIC[.f|.precision|.recall], then >=, >, <= or <, then a number such as 0.3, or a run, baseline "
    f"or writers, plus or minus a number: {_EXAMPLE}"
)


@dataclass(frozen=True)
class Gate:
    """One condition: `metric.side sign (other + margin)`; without `other` the margin is the number itself."""

    metric: str
    side: Side
    sign: str
    other: str | None
    margin: float

    def __str__(self) -> str:
        side = "" if self.side == "value" else f".{self.side}"
        return f"{self.metric}{side} {self.sign} {self._right()}"

    def _right(self) -> str:
        if self.other is None:
            return _spelled(self.margin)
        sign = "-" if self.margin < 0 else "+"
        return self.other if self.margin == 0 else f"{self.other} {sign} {_spelled(abs(self.margin))}"

    def holds(self, score: float, against: float) -> bool:
        """Whether a score keeps the condition, `against` being the score of the other, or 0."""
        return OPERATORS[self.sign](score, against + self.margin)


def gates_of(given: Sequence[str | Gate], confident: bool = False, left: Left | None = None) -> list[Gate]:
    """Gates as a caller gave them, each read where it is a text; `left` reads what stands before the sign."""
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise expected(f"a list of gates such as [{_EXAMPLE}]", given)
    for gate in given:
        if not isinstance(gate, str | Gate):
            raise expected(f"a gate such as {_EXAMPLE}", gate)
    if confident and not given:
        raise UsageError(f"confident (--confident) asks more of a gate, but no gate was set; add {_EXAMPLE}")
    return [parse_gate(gate, left) if isinstance(gate, str) else gate for gate in given]


def parse_gate(text: str, left: Left | None = None) -> Gate:
    """Read a gate; UsageError with the grammar and an example where it cannot be read."""
    match = _GATE.fullmatch(text)
    if match is None:
        raise UsageError(f"{text!r} is not a gate; {GRAMMAR}")
    metric, side = left(match["left"]) if left else _left(match["left"], text)
    other, margin = _right(match["right"])
    return Gate(metric, side, match["sign"], other, margin)


def _left(text: str, whole: str) -> tuple[str, Side]:
    """`metric.side`; the metric alone means its F."""
    metric, dot, side = text.rpartition(".")
    if not dot or ")" in side or side.isdigit():
        return str(parse(text)), "f"
    if side not in get_args(Side):
        raise UsageError(f"expected .f, .precision or .recall after the metric in {whole!r}, found .{side}")
    return str(parse(metric)), cast("Side", side)


def _right(text: str) -> tuple[str | None, float]:
    if re.fullmatch(rf"[+-]?{_NUMBER}", text):
        return None, _finite(text)
    match = _RIGHT.fullmatch(text)
    assert match is not None  # every text has a name
    margin = _finite(match["margin"] or "0")
    return match["name"], -margin if match["plus"] == "-" else margin


def _finite(text: str) -> float:
    if math.isinf(float(text)):
        raise UsageError(f"the number {text} of the gate is beyond all scores")
    return float(text)


def _spelled(number: float) -> str:
    """As short as it can be read again."""
    short = f"{number:g}"
    return short if float(short) == number else repr(number)
