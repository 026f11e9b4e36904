"""What an experiment on summaries of microblogs is asked to do; the defaults are Mackie et al.'s (2014)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from cliometer.errors import UsageError
from cliometer.experiments.grids import grid_of
from cliometer.experiments.losses import USUAL
from cliometer.io.posts.runs import folder_name
from cliometer.metrics.evidence import EVIDENCE, evidence_of, find
from cliometer.metrics.expression import split
from cliometer.metrics.rouge.variants import Variant
from cliometer.metrics.sources.base import SourceMetric
from cliometer.metrics.sources.catalogue import registries
from cliometer.systems.summarisers import Summariser, summarisers
from cliometer.text.posts.filters import Filters
from cliometer.text.posts.reading import PostReading

METRICS = (
    "jsd(tokens=posts)",
    "fotw(tokens=posts)",
    "topic_tokens(tokens=posts)",
    "topic_cosine(tokens=posts)",
    "cosine(tokens=posts)",
    "jsd(smoothed=true, tokens=posts)",
    "kl(direction=input-summary, tokens=posts)",
    "kl(direction=summary-input, tokens=posts)",
    "unigram(tokens=posts)",
    "multinomial(tokens=posts)",
)
"""All features of SIMetrix, over the words that summarisers read."""


@dataclass(frozen=True)
class PlannedSystem:
    """A summariser with the settings that are fixed and the grid of those that are tuned.

    The name is what votes and tables call it; without one, that of the summariser.
    """

    summariser: str = ""
    grid: tuple[str, ...] = ()
    name: str = ""

    def __post_init__(self) -> None:
        if not self.summariser:
            raise UsageError('a system needs a summariser, such as summariser = "centroid"')
        spelled = str(summarisers.parse(self.summariser))
        if not self.name:
            object.__setattr__(self, "name", split(spelled, "summariser")[0])
        if not self.grid:
            object.__setattr__(self, "summariser", spelled)

    @property
    def settings(self) -> tuple[Summariser, ...]:
        """All that may be chosen; one where there is no grid."""
        return grid_of(self.summariser, self.grid)


SYSTEMS = (
    PlannedSystem("centroid", ("threshold=0:1:0.05",)),
    PlannedSystem("sumbasic"),
    PlannedSystem("hybrid", ("threshold=0:1:0.05", "minimum=0:20:2")),
)


@dataclass(frozen=True)
class MicroblogPlan:
    """Topics, systems with grids, a loss, folds, metrics; votes and references where there are any.

    `fingerprint` is that of what was read: a plan that has one runs on the very same input or not at all.
    """

    kind: ClassVar[str] = "microblog"
    paths: ClassVar[tuple[str, ...]] = ("topics", "votes", "references", "background")
    topics: str = ""
    votes: str = ""
    references: str = ""
    background: tuple[str, ...] = ()
    k: int = 5
    folds: int = 5
    seed: int = 0
    loss: str = USUAL
    metrics: tuple[str, ...] = METRICS
    rouge: tuple[str, ...] = ("1",)
    significance: float = 0.05
    resamples: int = 1000
    fingerprint: str = ""
    filters: Filters = field(default_factory=Filters)
    reading: PostReading = field(default_factory=PostReading)
    systems: tuple[PlannedSystem, ...] = SYSTEMS

    def __post_init__(self) -> None:
        if not self.topics:
            raise UsageError("no topics were given; name a folder of posts")
        if self.k < 1:
            raise UsageError(f"a summary has at least 1 post, not {self.k}")
        if not 0 < self.significance < 1:
            raise UsageError(f"significance lies between 0 and 1, such as 0.05, not {self.significance}")
        if self.resamples < 100:
            raise UsageError(f"an interval needs at least 100 resamples, not {self.resamples}")
        for kind in self.rouge:
            Variant.parse(kind)
        self._check_systems()
        object.__setattr__(self, "metrics", tuple(map(str, self.source_metrics)))
        object.__setattr__(self, "loss", str(self.loss_metric))

    @property
    def source_metrics(self) -> tuple[SourceMetric, ...]:
        """The metrics of summaries against posts, each once."""
        found = [_of_sources(expression, "metrics") for expression in self.metrics]
        if not found:
            raise UsageError('there is no metric; name one or more, such as metrics = ["jsd", "fotw"]')
        for metric in found:
            if found.count(metric) > 1:
                raise UsageError(f"the metric {metric} is listed twice; name it once")
        return tuple(found)

    @property
    def loss_metric(self) -> SourceMetric:
        """What settings are chosen by."""
        return _of_sources(self.loss, "loss")

    @property
    def headings(self) -> Mapping[str, str]:
        """How a table may call the metrics: without `tokens=posts` where that stands in all of them."""
        metrics = self.source_metrics
        if any(metric.tokens != "posts" for metric in metrics):
            return {str(metric): str(metric) for metric in metrics}
        return {str(metric): str(replace(metric, tokens=SourceMetric.tokens)) for metric in metrics}

    def fixed(self, fingerprint: str) -> MicroblogPlan:
        """The plan for this very input."""
        return replace(self, fingerprint=fingerprint)

    def _check_systems(self) -> None:
        if len(self.systems) < 2:
            raise UsageError(f"systems are compared: at least two are needed, found {len(self.systems)}")
        names = [folder_name(system.name) for system in self.systems]
        for system, name in zip(self.systems, names, strict=True):
            if not name:
                raise UsageError(f"{system.name!r} is no name of a system; use letters and digits")
            if names.count(name) > 1:
                raise UsageError(f'two systems are called {system.name}; give them names: name = "..."')
        for system in self.systems:
            _ = system.settings


def _of_sources(expression: str, setting: str) -> SourceMetric:
    """A metric of summaries against their posts; another kind is told by what it reads."""
    kind = evidence_of(find(expression))
    if kind == "sources":
        return registries["sources"].parse(expression)
    known = ", ".join(registries["sources"].names)
    instead = "; ROUGE against references is asked for with rouge" if kind == "references" else ""
    raise UsageError(
        f"{setting}: {expression} is measured against {EVIDENCE[kind].meaning}, but here posts are the gold; "
        f"take one of {known}{instead}"
    )
