"""What a summariser is, the registry of all of them, and what those with a redundancy threshold share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Protocol

from cliometer.errors import UsageError
from cliometer.metrics.expression import number, spell, word
from cliometer.metrics.registry import Registry
from cliometer.metrics.settings import setting
from cliometer.systems.redundancy import Chosen, choose
from cliometer.systems.vectors import Pool

VECTORS = ("tfidf", "counts")


class Summariser(Protocol):
    """A way to choose, with its settings fixed: a frozen dataclass, equal when the settings are."""

    name: ClassVar[str]
    citation: ClassVar[str]

    def select(self, pool: Pool, k: int) -> list[int]:
        """The places of at most k posts, in the order in which they were chosen."""
        ...

    def remarks(self, pool: Pool) -> Iterable[str]:
        """What a reader of its summary of these posts should know."""
        ...


summarisers: Registry[Summariser] = Registry("summariser")


class Spelled:
    """Prints as its expression, and has nothing to remark."""

    __slots__ = ()

    def remarks(self, pool: Pool) -> Iterable[str]:
        """Nothing, unless a summariser says otherwise."""
        return ()

    def __str__(self) -> str:
        return spell(self)

    def __repr__(self) -> str:
        return spell(self)


@dataclass(frozen=True, repr=False)
class Sparing(Spelled):
    """Settings of a summariser that passes over what was said."""

    threshold: float = setting(
        0.4,
        parse=number(0, 1),
        doc="cosine above which a post says a chosen one again; 1: never",
        always=True,
    )
    vectors: str = setting("tfidf", parse=word("vectors", VECTORS), doc="what the cosine compares")
    fewer: str = setting(
        "fill", parse=word("rule", ("fill", "stop")), doc="where fewer than k are left: take them, or stop"
    )

    def chosen(self, pool: Pool, k: int) -> Chosen:
        """An empty summary."""
        return Chosen(pool, k, self.threshold, self.vectors, self.fewer)

    def choose(self, ranked: Iterable[int], pool: Pool, k: int) -> list[int]:
        """The first k that do not say a chosen one again."""
        return choose(ranked, self.chosen(pool, k))


def summarise(summariser: Summariser, pool: Pool, k: int) -> list[int]:
    """What a summariser chooses; all posts where there are no more than k."""
    if k < 1:
        raise UsageError(f"a summary has at least 1 post, not {k}")
    return summariser.select(pool, min(k, len(pool)))


def whole(low: int) -> Whole:
    """Parser for a whole number from `low` on."""
    return Whole(low)


@dataclass(frozen=True)
class Whole:
    """Parser for a whole number."""

    low: int

    def __call__(self, text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise UsageError(f"expected a whole number, found {text!r}") from None
        if value < self.low:
            raise UsageError(f"expected a whole number of at least {self.low}, found {text}")
        return value
