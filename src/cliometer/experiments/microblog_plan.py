"""The plan of an experiment on summaries of microblogs (defaults: Mackie et al. 2014), and its input."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from cliometer.court.votes.voting_rules import outcomes
from cliometer.errors import CliometerError, InputError, UsageError, unknown
from cliometer.experiments.losses import USUAL, Given, counting_notes, expect_fitting, idle_notes, read_backgrounds
from cliometer.experiments.tuning import grid_of
from cliometer.expressions import split
from cliometer.io.run_folders import folder_name
from cliometer.io.text_files import read_text
from cliometer.io.topic_folders import PostTopicReading, read_post_topics, read_texts, strays
from cliometer.io.votes import read_votes
from cliometer.metrics.base import GOLD_KINDS
from cliometer.metrics.catalogue import parse
from cliometer.metrics.rouge.variants import Variant
from cliometer.metrics.sources.source_metric import SourceMetric
from cliometer.model.judgements import Poll, pooled
from cliometer.model.notes import Note
from cliometer.systems.summarisers import Summariser, summarisers
from cliometer.text.post_filters import Filters
from cliometer.text.post_tokens import PostReading

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
            raise UsageError("summariser-missing")
        spelled = str(summarisers.parse(self.summariser))
        if not self.name:
            object.__setattr__(self, "name", split(spelled, "summariser")[0])
        if not self.grid:
            object.__setattr__(self, "summariser", spelled)

    @property
    def settings(self) -> tuple[Summariser, ...]:
        """All settings that may be chosen; one where there is no grid."""
        return grid_of(self.summariser, self.grid, summarisers)


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
            raise UsageError("posts-folder-missing")
        if self.k < 1:
            raise UsageError("summary-too-short", k=self.k)
        if not 0 < self.significance < 1:
            raise UsageError("significance-out-of-range", significance=self.significance)
        if self.resamples < 100:
            raise UsageError("interval-resamples-too-few", resamples=self.resamples)
        for kind in self.rouge:
            Variant.parse(kind)
        self._check_systems()
        object.__setattr__(self, "metrics", tuple(map(str, self.source_metrics)))
        object.__setattr__(self, "loss", str(self.loss_metric))

    @property
    def source_metrics(self) -> tuple[SourceMetric, ...]:
        """The metrics of summaries against posts, each once."""
        metrics = [_of_sources(expression, "metrics") for expression in self.metrics]
        if not metrics:
            raise UsageError("experiment-metrics-missing")
        for metric in metrics:
            if metrics.count(metric) > 1:
                raise UsageError("metric-listed-twice", metric=metric)
        return tuple(metrics)

    @property
    def loss_metric(self) -> SourceMetric:
        """The metric by which settings are chosen."""
        return _of_sources(self.loss, "loss")

    def _check_systems(self) -> None:
        if len(self.systems) < 2:
            raise UsageError("experiment-systems-too-few", count=len(self.systems))
        names = [folder_name(system.name) for system in self.systems]
        for system, name in zip(self.systems, names, strict=True):
            if not name:
                raise UsageError("system-name-malformed", system=system.name)
            if names.count(name) > 1:
                raise UsageError("system-name-repeated", system=system.name)
        for system in self.systems:
            _ = system.settings


def _of_sources(expression: str, setting: str) -> SourceMetric:
    """Return a metric of summaries against their posts; one of another kind is refused."""
    metric = parse(expression)
    if isinstance(metric, SourceMetric):
        return metric
    kind, meaning = metric.evidence, GOLD_KINDS[metric.evidence].meaning
    known = ", ".join(cls.name for cls in GOLD_KINDS["sources"].metrics)
    instead = "; ROUGE against references is asked for with rouge" if kind == "references" else ""
    raise UsageError(
        "metric-not-for-posts", setting=setting, expression=expression, meaning=meaning, known=known, instead=instead
    )


def read_ballots(path: Path, systems: Sequence[str], topics: Sequence[str]) -> tuple[Poll, tuple[str, ...]]:
    """Return the votes, and notes; votes about other systems or topics than these are refused."""
    poll = pooled(read_votes(path))
    named = {name: vote.place for vote in poll.votes for name in (vote.left, vote.right)}
    named |= {name: ballot.place for ballot in poll.ballots for group in ballot.order for name in group}
    for name in named:
        if name not in systems:
            raise InputError("votes-on-other-systems", path, named=", ".join(sorted(named)), systems=", ".join(systems))
    for topic in [*(vote.topic for vote in poll.votes), *(ballot.topic for ballot in poll.ballots)]:
        if topic and topic not in topics:
            raise InputError("votes-on-other-topics", path, unknown=unknown("topic", topic, topics))
    try:
        voted = outcomes(poll, systems, "margin")
    except CliometerError as error:
        raise InputError.like(error).at(path) from None
    if not voted:
        raise InputError("votes-without-topics", path)
    silent = len(topics) - len(voted)
    notes = (Note.of("votes-incomplete", path=path, silent=silent, count=len(topics)),) if silent else ()
    return poll, (*poll.notes, *notes)


@dataclass(frozen=True)
class MicroblogInput:
    """The input of an experiment, with its parts checked against each other."""

    topics: tuple[PostTopicReading, ...]
    references: Mapping[str, tuple[str, ...]]
    ballots: Poll | None
    backgrounds: Given
    fingerprint: str
    notes: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The topics in their order."""
        return tuple(topic.topic.id for topic in self.topics)


def read_input(plan: MicroblogPlan) -> MicroblogInput:
    """Read the input; where the plan has a fingerprint, it must be that of the input."""
    topics, notes = read_post_topics(plan.topics, plan.filters)
    names = [topic.topic.id for topic in topics]
    if len(names) < 2:
        raise InputError("experiment-single-topic", Path(plan.topics), names=names[0])
    references = read_texts(plan.references) if plan.references else {}
    ballots: Poll | None = None
    ballot_notes: tuple[str, ...] = ()
    if plan.votes:
        ballots, ballot_notes = read_ballots(Path(plan.votes), [system.name for system in plan.systems], names)
    given, remarks = read_backgrounds(plan.background)
    metrics = (*plan.source_metrics, plan.loss_metric)
    expect_fitting(metrics, given)
    fingerprint = _fingerprint(topics, references, read_text(Path(plan.votes)) if plan.votes else "", given)
    if plan.fingerprint not in ("", fingerprint):
        raise InputError("fingerprint-differs", Path(plan.topics), fingerprint=plan.fingerprint, found=fingerprint)
    notes = (*notes, *ballot_notes, *_gaps(references, names, plan), *remarks)
    notes += (*counting_notes(dict.fromkeys(metrics), plan.reading), *idle_notes(metrics, given))
    return MicroblogInput(tuple(topics), references, ballots, given, fingerprint, notes)


def _gaps(references: Mapping[str, object], names: Sequence[str], plan: MicroblogPlan) -> tuple[str, ...]:
    """Return notes on topics without references, which have no ROUGE, and on references of no topic."""
    if not references:
        return ()
    common = [name for name in names if name in references]
    if not common:
        raise InputError("texts-of-other-topics", Path(plan.references), names=", ".join(names[:3]))
    missing = len(names) - len(common)
    notes = [Note.of("references-incomplete", missing=missing, count=len(names))] if missing else []
    return (*notes, *strays(references, names, plan.references))


def _fingerprint(
    topics: Sequence[PostTopicReading], references: Mapping[str, Sequence[str]], votes: str, given: Given
) -> str:
    digest = hashlib.sha256()

    def add(*parts: str) -> None:
        for part in parts:
            content = part.encode("utf-8", "surrogatepass")
            digest.update(f"{len(content)}:".encode() + content)  # so that no two lists of parts look alike

    for topic in topics:
        add("topic", topic.topic.id, *(text for post in topic.topic.posts for text in (post.id, post.text)))
    for name, texts in references.items():
        add("references", name, *texts)
    add("votes", votes)
    for background in given:
        add("background", background.sha256)
    return digest.hexdigest()[:16]
