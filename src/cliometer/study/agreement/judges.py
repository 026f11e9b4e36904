"""Inter-judge agreement on links (Khandelwal et al. 2001): what a last judge kept of what others linked.

An event's agreement is A(e) = |V(e) and U(e)| / |U(e)|: U is the union of what the linking judges linked to
it, V what the verifying judge found right. A topic's agreement is the mean over its events.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from cliometer.model.score import Ratio

Linked = frozenset[str]


@dataclass(frozen=True)
class LinkedEvent:
    """What each linking judge linked to one event, and what was verified; None where nobody did yet."""

    event: str
    linked: Mapping[str, Linked]
    verified: Linked | None = None

    @cached_property
    def union(self) -> Linked:
        """What at least one judge linked."""
        return frozenset().union(*self.linked.values())

    @property
    def kept(self) -> int:
        """Verified links that a judge had made."""
        return len((self.verified or frozenset()) & self.union)

    @property
    def added(self) -> int:
        """Verified links that no judge had made."""
        return len((self.verified or frozenset()) - self.union)

    def agreement(self, literal: bool = False) -> Ratio:
        """A(e); without a whole where no judge linked anything.

        `literal` counts what the verifier added, too, as the paper's sentence can be read: it may exceed 1.
        """
        return Ratio(self.kept + (self.added if literal else 0), len(self.union))


@dataclass(frozen=True)
class TopicLinks:
    """The links of all judges of one topic; `sentences` are all that could be linked."""

    topic: str
    sentences: tuple[str, ...]
    events: tuple[LinkedEvent, ...]

    @property
    def judges(self) -> tuple[str, ...]:
        """Who linked, each once, in order."""
        return tuple(dict.fromkeys(judge for event in self.events for judge in event.linked))

    @property
    def verified(self) -> bool:
        """Whether a last judge looked at every event."""
        return all(event.verified is not None for event in self.events)

    @property
    def unlinked(self) -> tuple[str, ...]:
        """Events that no judge linked anything to: they have no agreement and are left out."""
        return tuple(event.event for event in self.events if not event.union)

    def agreement(self, literal: bool = False) -> float | None:
        """The mean of A(e) over the events that have one; None where there is none."""
        return mean([event.agreement(literal).value for event in self.events]) if self.verified else None

    @property
    def additions(self) -> Ratio:
        """The share of verified links that no judge had made."""
        added = sum(event.added for event in self.events)
        return Ratio(added, added + sum(event.kept for event in self.events))


def mean(values: Sequence[float | None]) -> float | None:
    """Of the values that there are; None where there are none."""
    given = [value for value in values if value is not None]
    return math.fsum(given) / len(given) if given else None
