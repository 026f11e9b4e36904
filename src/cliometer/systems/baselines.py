"""The baselines of Bauer & Teufel (2015, table 3): which events or sentences of an article to take.

A budget of n, the desired length of a timeline, buys n events, or n sentences with all the events in them.
Round robin (RR) takes one from each section in turn, in the order of the document, and passes over sections
that have no more. Nothing is taken twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from cliometer.errors import InputError
from cliometer.model.extracts import Extract, Item
from cliometer.model.units import UnitTopic
from cliometer.systems.sections import Stretch, stretches

What = Literal["mentions", "sentences", "dated"]
Order = Literal["first", "last", "random"]


@dataclass(frozen=True)
class Baseline:
    """What is taken, from which end, and whether section by section."""

    id: str
    method: str
    what: What
    order: Order
    by_section: bool

    @property
    def random(self) -> bool:
        """Whether its answer depends on a seed."""
        return self.order == "random"

    def candidates(self, topic: UnitTopic) -> list[list[str]]:
        """What may be taken, section by section, or from the whole article at once."""
        sections = [list(_items(stretch, self.what)) for stretch in stretches(topic.sources)]
        return sections if self.by_section else [[id for section in sections for id in section]]

    def select(self, topic: UnitTopic, runs: int, generator: np.random.Generator) -> list[Extract]:
        """Extracts of n items, or of all there are: one for each run."""
        candidates = self.candidates(topic)
        return [self._drawn(topic, candidates, generator) for _ in range(runs)]

    def _drawn(
        self, topic: UnitTopic, candidates: Sequence[Sequence[str]], generator: np.random.Generator
    ) -> Extract:
        piles = [_ordered(pile, self.order, generator) for pile in candidates]
        taken = round_robin(piles, expected_length(topic))
        of: Literal["mentions", "sentences"] = "sentences" if self.what == "sentences" else "mentions"
        return Extract(tuple(map(Item, taken)), of=of, topic=topic.id, system=f"baseline-{self.id}")


BASELINES: dict[str, Baseline] = {
    baseline.id: baseline
    for baseline in (
        Baseline("1", "RR, first events in section", "mentions", "first", True),
        Baseline("1b", "like 1, events with dates only", "dated", "first", True),
        Baseline("2", "RR, last events in section", "mentions", "last", True),
        Baseline("3", "RR, random events in section", "mentions", "random", True),
        Baseline("4", "random events in article", "mentions", "random", False),
        Baseline("5", "first events in article", "mentions", "first", False),
        Baseline("6", "last events in article", "mentions", "last", False),
        Baseline("7", "RR, first sentences in section", "sentences", "first", True),
        Baseline("8", "RR, last sentences in section", "sentences", "last", True),
        Baseline("9", "RR, random sentences in section", "sentences", "random", True),
        Baseline("10", "random sentences in article", "sentences", "random", False),
    )
}


def round_robin(piles: Sequence[Sequence[str]], budget: int) -> list[str]:
    """One from the top of each pile in turn, until the budget or all piles are used up.

    >>> round_robin([["a", "b", "c"], ["d"], ["e", "f"]], 5)
    ['a', 'd', 'e', 'b', 'f']
    """
    deepest = max((len(pile) for pile in piles), default=0)
    taken = [pile[depth] for depth in range(deepest) for pile in piles if depth < len(pile)]
    return taken[:budget]


def expected_length(topic: UnitTopic) -> int:
    """The budget n; an error where the topic does not say."""
    if topic.length is None:
        raise InputError(
            f"topic {topic.id} has no length n, the number of entries that a timeline should have"
        )
    return topic.length


def _items(stretch: Stretch, what: What) -> tuple[str, ...]:
    return {"mentions": stretch.mentions, "sentences": stretch.sentences, "dated": stretch.dated}[what]


def _ordered(pile: Sequence[str], order: Order, generator: np.random.Generator) -> list[str]:
    ways: dict[Order, Callable[[], list[str]]] = {
        "first": lambda: list(pile),
        "last": lambda: list(pile)[::-1],
        "random": lambda: [pile[place] for place in generator.permutation(len(pile))],
    }
    return ways[order]()
