"""The members of the ROUGE family (Lin 2004): N-grams, L, W, S and SU, each with its one number."""

import math
import re
from dataclasses import dataclass
from typing import Literal

from cliometer.errors import UsageError

Kind = Literal["N", "L", "W", "S", "SU"]

_ALLOWED = "1, 2, 3, ... (n-grams), L, W<weight> such as W1.2, S<gap> or SU<gap> such as S4, SU4, S*, SU*"
_NUMBER = re.compile(r"[1-9][0-9]*")
_SKIP = re.compile(r"(SU?)(\*|[0-9]+)")


@dataclass(frozen=True)
class Variant:
    """One ROUGE: `n` counts for N, `weight` for W, `skip` (None: no limit) for S and SU."""

    kind: Kind
    n: int = 0
    weight: float = 1.0
    skip: int | None = None

    @classmethod
    def parse(cls, text: str) -> "Variant":
        """Read `1`, `L`, `W1.2`, `S4`, `SU*`."""
        if _NUMBER.fullmatch(text):
            return cls("N", n=int(text))
        if text == "L":
            return cls("L")
        if text.startswith("W"):
            return cls("W", weight=_weight(text))
        return _skipping(text)

    def __str__(self) -> str:
        """What `parse` reads back."""
        if self.kind == "N":
            return str(self.n)
        if self.kind == "L":
            return "L"
        if self.kind == "W":
            return "W" + repr(self.weight).removesuffix(".0")
        return f"{self.kind}{'*' if self.skip is None else self.skip}"


def _weight(text: str) -> float:
    try:
        weight = float(text[1:])
    except ValueError:
        raise _unknown(text) from None
    if not 1 <= weight < math.inf:  # below 1 single words outweigh runs, and scores pass 1
        raise UsageError(f"the weight of ROUGE-W is a number from 1 on, such as 1.2, not {text[1:]!r}")
    return weight


def _skipping(text: str) -> Variant:
    match = _SKIP.fullmatch(text)
    if match is None:
        raise _unknown(text)
    kind, gap = match.groups()
    return Variant("SU" if kind == "SU" else "S", skip=None if gap == "*" else int(gap))


def _unknown(text: str) -> UsageError:
    return UsageError(f"unknown ROUGE {text!r}; known: {_ALLOWED}")
