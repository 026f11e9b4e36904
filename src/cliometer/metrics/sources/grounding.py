"""Dated grounding as metrics: the share of a timeline that the articles carry, on its dates, and contradict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from cliometer.expressions import choice, registered
from cliometer.metrics.base import Metric, PartsExplanation, Properties, metrics
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.grounding.evidence import EvidenceIndex
from cliometer.metrics.grounding.verdicts import CONTRADICTED, SUPPORTED, UNSUPPORTED, VERDICTS, Judgement, judge
from cliometer.metrics.sources.corpus import SourceTopic
from cliometer.metrics.sources.source_metric import SourceScore
from cliometer.model.documents import Article, SummaryText
from cliometer.model.notes import Note
from cliometer.model.score import Ratio
from cliometer.spelling import many
from cliometer.text.annotate.annotator import foreign_note, is_foreign
from cliometer.text.time_tags import tagged_times

WORDS, SENTENCES = "words", "sentences"
SHARES: dict[str, frozenset[str]] = {  # the verdicts that each metric counts
    "grounded": frozenset(VERDICTS) - {CONTRADICTED, UNSUPPORTED},
    "dated": frozenset((SUPPORTED,)),
    "contradictions": frozenset((CONTRADICTED,)),
}


def share(judgements: Iterable[Any], name: str, weights: str = WORDS) -> Ratio:
    """Return the share of sentences whose verdict a metric counts, each counted once or by what its words weigh."""
    sizes = [(judgement.verdict, judgement.size if weights == WORDS else 1.0) for judgement in judgements]
    return Ratio(sum(size for verdict, size in sizes if verdict in SHARES[name]), sum(size for _, size in sizes))


def foreign_share(what: str, noun: str, foreign: Iterable[bool]) -> list[Note]:
    """Return a note on how many texts do not look English; none where all do."""
    each = list(foreign)
    return [Note.of("grounding-not-english", what=what, count=f"{sum(each)} of {many(len(each), noun)}")] * any(each)


@dataclass(frozen=True)
class SentenceVerdict:
    """A sentence of a timeline with its verdict, as an explanation shows it."""

    date: str
    sentence: str
    verdict: str
    content: float
    score: float
    missing: tuple[str, ...]


@dataclass(frozen=True, repr=False)
class GroundingMetric(Metric):
    """A share of the sentences of a timeline by their verdicts."""

    citation: ClassVar[str] = "Cliometer authors (2026), Dated grounding"
    evidence: ClassVar[str] = "sources"

    weights: str = choice("weighting", WORDS, SENTENCES, doc="whether sentences count by their words or alike")

    is_slow: ClassVar[bool] = True  # tagging the times of a thousand sentences takes a second
    # a share of sentences; order and length of a timeline do not matter
    properties: ClassVar[Properties] = Properties(False, True, False, True, True, uses_dates=True)

    @property
    def silence(self) -> float:
        """The worst value: nothing that is said is supported."""
        return float(self.lower_is_better)

    def measure_in(self, comparison: TopicComparison) -> list[SourceScore]:
        """Return the share of each timeline; one that says nothing gets the worst value."""
        return [self._score(judgements) for judgements in _judged(comparison)]

    def _score(self, judgements: Sequence[Judgement] | None) -> SourceScore:
        if judgements is None:
            return SourceScore(Ratio(0.0, 0.0), "a timeline or an article has no date")
        if not judgements:
            return SourceScore(Ratio(self.silence, 1.0), remark="the timeline is empty; it gets the worst value")
        ratio = share(judgements, self.name, self.weights)
        return SourceScore(ratio, "" if ratio.whole else "the timeline holds no word that is counted")

    def notes(self, comparison: TopicComparison) -> list[str]:
        """Say that a share of what is said is a precision, and where texts are not English."""
        topic: SourceTopic = comparison.gold
        foreign = foreign_note(topic.name, (" ".join(text.lines) for text in topic))
        systems = [
            [line for text in SummaryText.of(system).texts for line in text.lines] for system in comparison.systems
        ]
        other = foreign_share(f"topic {topic.name}", "timeline", map(is_foreign, systems))
        return [Note.of("grounding-is-precision"), *([foreign] if foreign else []), *other]

    def explain_in(self, comparison: TopicComparison, place: int = 0) -> PartsExplanation:
        """Show each sentence with its verdict."""
        summary = SummaryText.of(comparison.systems[place])
        lines = ((str(text.date), line) for text in summary.texts for line in text.lines)
        parts = tuple(
            SentenceVerdict(*line, each.verdict, each.content, each.score, each.missing)
            for line, each in zip(lines, _judged(comparison)[place] or (), strict=False)
        )
        return PartsExplanation(str(self), self.measure_in(comparison)[place], "Sentences and their verdicts", parts)


@registered(metrics)
class Grounded(GroundingMetric):
    """Share of a timeline whose sentences the articles carry, on their date or another."""

    name: ClassVar[str] = "grounded"
    formula: ClassVar[str] = "sum of W over sentences that are supported, on any date / sum of W"


@registered(metrics)
class Dated(GroundingMetric):
    """Share of a timeline whose sentences the articles carry on their date."""

    name: ClassVar[str] = "dated"
    formula: ClassVar[str] = "sum of W over sentences that are supported on their date / sum of W"


@registered(metrics)
class Contradictions(GroundingMetric):
    """Share of a timeline that the articles contradict by a number, name, antonym or negation; lower is better."""

    name: ClassVar[str] = "contradictions"
    formula: ClassVar[str] = "sum of W over sentences that are contradicted / sum of W"
    lower_is_better: ClassVar[bool] = True


def _judged(comparison: TopicComparison) -> list[list[Judgement] | None]:
    """Return the verdicts on each system's sentences, which the metrics of a comparison share; None without dates."""
    return comparison.memo("grounding", lambda: _judgements(comparison))


def _judgements(comparison: TopicComparison) -> list[list[Judgement] | None]:
    topic: SourceTopic = comparison.gold
    summaries = [SummaryText.of(system) for system in comparison.systems]
    if not all(text.date for text in topic):
        return [None] * len(summaries)
    index = topic.kept("grounding", lambda: _index(topic))
    return [
        [judge(line, text.date, index) for text in summary.texts if text.date for line in text.lines]
        if summary.is_dated
        else None
        for summary in summaries
    ]


def _index(topic: SourceTopic) -> EvidenceIndex:
    articles = [Article(str(n), text.date, text.lines) for n, text in enumerate(topic) if text.date]
    return EvidenceIndex(articles, tagged_times(articles, topic.corpus.tags))
