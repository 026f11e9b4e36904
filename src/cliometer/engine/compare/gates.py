"""Gates: a sentence such as `align+m1(rouge=1).f >= baseline - 0.01` that a run must keep, for CI.

On the left stand a metric and a side; on the right a number, or a system (`baseline`, `writers` or the name
of a run), plus or minus a number. Every run but the one on the right must pass.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import cast, get_args

from cliometer.engine.compare.design import Side
from cliometer.errors import UsageError, expected
from cliometer.metrics.catalogue import parse

OPERATORS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
_GATE = re.compile(r"\s*(?P<left>[^<>]+?)\s*(?P<sign>>=|<=|>|<)\s*(?P<right>[^<>=]+?)\s*")
_NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
# A run may be called run-2, so a sign counts as one only after a blank; our own two words need none.
_RIGHT = re.compile(
    rf"(?P<name>(?:baseline|writers)(?=\s*[+-]|$)|.+?)(?:(?:(?<=baseline)|(?<=writers)|\s)\s*(?P<plus>[+-])\s*(?P<margin>{_NUMBER}))?"
)
_EXAMPLE = '"align+m1(rouge=1).f >= baseline - 0.01"'


@dataclass(frozen=True)
class Gate:
    """One condition: `metric.side sign (other + margin)`; without `other` the margin is the number itself."""

    metric: str
    side: Side
    sign: str
    other: str | None
    margin: float

    def __str__(self) -> str:
        return f"{self.metric}.{self.side} {self.sign} {self._right()}"

    def _right(self) -> str:
        if self.other is None:
            return _spelled(self.margin)
        sign = "-" if self.margin < 0 else "+"
        return self.other if self.margin == 0 else f"{self.other} {sign} {_spelled(abs(self.margin))}"

    def holds(self, score: float, against: float) -> bool:
        """Whether a score keeps the condition, `against` being the score of the other, or 0."""
        return OPERATORS[self.sign](score, against + self.margin)


@dataclass(frozen=True)
class Ruling:
    """What a gate said of one system: the score, the bound it had to keep, and whether it did.

    `surely` is the same question asked of the confidence bound instead of the score itself: whether the
    condition can be trusted to hold on other topics like these. None where there is nothing to resample.
    """

    gate: Gate
    system: str
    score: float
    bound: float
    passed: bool
    surely: bool | None

    def holds(self, confident: bool) -> bool:
        """Whether the gate is open: by the score, and with `confident` also by the confidence bound."""
        return self.passed and (bool(self.surely) or not confident)

    def line(self, confident: bool = False) -> str:
        """For a person who looks at a log."""
        word = "passed" if self.holds(confident) else "failed"
        doubt = "; not certain enough" if self.passed and not self.holds(confident) else ""
        numbers = f"{self.score:.4f} against {self.bound:.4f}{doubt}"
        return f"gate {word}: {self.system}: {self.gate} ({numbers})"

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {**vars(self), "gate": str(self.gate)}


def gates_of(given: Sequence[str | Gate]) -> list[Gate]:
    """Gates as a caller gave them, each read where it is a text."""
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise expected(f"a list of gates such as [{_EXAMPLE}]", given)
    for gate in given:
        if not isinstance(gate, str | Gate):
            raise expected(f"a gate such as {_EXAMPLE}", gate)
    return [parse_gate(gate) if isinstance(gate, str) else gate for gate in given]


def parse_gate(text: str) -> Gate:
    """Read a gate; UsageError with an example where it cannot be read."""
    match = _GATE.fullmatch(text)
    if match is None:
        raise UsageError(f"{text!r} is not a gate; write a condition such as {_EXAMPLE}")
    metric, side = _left(match["left"], text)
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
