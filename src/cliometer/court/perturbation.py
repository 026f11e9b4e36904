"""What a perturbation is: a change to a timeline whose effect on a score is known beforehand.

Perturbations are registered like metrics, and spelled like them: `shift(days=5)`. Whoever writes one, with
`@perturbations.register` over a frozen dataclass, sees it in the court's list, help and tests by existing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal, Protocol, get_args

from cliometer.errors import expected, unknown
from cliometer.metrics.registry import Registry
from cliometer.model.documents import Article
from cliometer.model.timeline import Timeline

Effect = Literal["falls", "holds", "free"]


@dataclass(frozen=True)
class Expectation:
    """What a sound metric does: the sides that must fall, those that must hold, and how much F must go.

    `loss` is the share of F that a perturbation of full strength should cost; a metric that takes less can
    be gamed with it. None where any fall will do.
    """

    precision: Effect
    recall: Effect
    loss: float | None = None

    def __post_init__(self) -> None:
        for side in ("precision", "recall"):
            if getattr(self, side) not in get_args(Effect):
                raise unknown(f"effect on {side}", getattr(self, side), get_args(Effect))
        if self.loss is not None and not 0 < self.loss <= 1:
            raise expected("the share of F that must go, above 0 and at most 1, or None", self.loss)


@dataclass(frozen=True)
class Case:
    """One timeline on the stand, and what a perturbation may draw from."""

    topic: str
    timeline: Timeline
    articles: Sequence[Article] = ()  # of the topic, earliest first; none without a corpus
    stranger: Timeline = field(default_factory=Timeline)  # of another topic; empty where there is none
    seed: int = 0


class Perturbation(Protocol):
    """A change with its settings fixed: a frozen dataclass, equal when the settings are."""

    name: ClassVar[str]

    @property
    def expectation(self) -> Expectation:
        """What a sound metric does about it."""
        ...

    def ladder(self) -> Sequence[Perturbation]:
        """The same change from weak to strong; only itself where there is no more and less."""
        ...

    def variants(self, case: Case) -> Sequence[Timeline]:
        """Every timeline that may come of it, all equally likely; none where it does not apply."""
        ...


perturbations: Registry[Perturbation] = Registry("perturbation")
