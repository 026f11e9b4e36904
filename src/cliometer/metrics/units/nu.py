"""Useful and novel: nu-recall and nu-precision of selected sentences (Khandelwal et al. 2001)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from cliometer.errors import UsageError
from cliometer.metrics.expression import number, word
from cliometer.metrics.settings import setting
from cliometer.metrics.units.base import ExtractMetric
from cliometer.metrics.units.novelty import EventLinks
from cliometer.model.extracts import Extract
from cliometer.model.judged_events import EventTopic
from cliometer.model.score import Ratio, Score, Undefined

ABOVE_ONE = "precision is above 1: sentences mention several events (variant=sentence stays below)"


@dataclass(frozen=True, slots=True)
class NoveltyScore(Score):
    """A score whose precision has no value, not 0, where nothing was retrieved; recall and F are 0 then."""

    def __add__(self, other: Score) -> NoveltyScore:
        return NoveltyScore(self.precision + other.precision, self.recall + other.recall, self.beta)

    def numbers(self, undefined: Undefined = "null") -> dict[str, float | None]:
        """Precision, recall and F."""
        found = Score.numbers(self, undefined)
        if not self.precision.whole and undefined == "null":
            found["precision"] = None
        return found


@dataclass(frozen=True, repr=False)
class Nu(ExtractMetric[EventTopic, Score]):
    """Share of the events that are mentioned, and how many sentences that took."""

    name: ClassVar[str] = "nu"
    formula: ClassVar[str] = (
        "nu-recall = sum_i I(r(e_i) > 0) / E, nu-precision = sum_i I(r(e_i) > 0) / S_r; variant=sentence: "
        "first mentions / S_r; kind=u (our reading): sum_i r(e_i) / links, sum_i r(e_i) / S_r; kind=n (our "
        "reading): sum_i I(r(e_i) > 0) / E, sum_i I(r(e_i) > 0) / sum_i r(e_i)"
    )
    citation: ClassVar[str] = (
        "Khandelwal, Gupta & Allan (2001), An Evaluation Corpus for Temporal Summarization, HLT; u and n are "
        "our reading of Allan, Gupta & Khandelwal (2001), Temporal Summaries of News Topics, SIGIR"
    )
    evidence: ClassVar[Literal["units", "events"]] = "events"

    kind: str = setting(
        "nu",
        parse=word("kind", ("nu", "u", "n")),
        doc="useful and novel, useful, or novel (u, n: our reading)",
    )
    variant: str = setting(
        "formula",
        parse=word("variant", ("formula", "sentence")),
        doc="nu-precision counts events (the paper's formula) or sentences (its prose)",
    )
    beta: float = setting(1.0, parse=number(low=0.001, high=1000), doc="weight of recall in F")

    def __post_init__(self) -> None:
        if self.variant == "sentence" and self.kind != "nu":
            raise UsageError(
                f"{self.name}(kind={self.kind}) has one formula; variant=sentence is for kind=nu"
            )

    def _measure(self, extracts: Sequence[Extract], topic: EventTopic) -> list[Score]:
        links = EventLinks(topic)
        return [self._score(links, extract) for extract in extracts]

    def remark(self, result: Score) -> str | None:
        """The paper's formula counts events over sentences."""
        if result.precision.part > result.precision.whole > 0:
            return ABOVE_ONE
        return None

    def ratios(self, new: float, first: float, mentions: float, retrieved: int, links: EventLinks) -> Score:
        """Precision and recall from the sums: events, sentences that tell a new one, links, S_r."""
        if self.kind == "u":
            return self._of(Ratio(mentions, retrieved), Ratio(mentions, len(links.parts)))
        recall = Ratio(new, links.events)
        if self.kind == "n":
            return self._of(Ratio(new, mentions), recall)
        return self._of(Ratio(first if self.variant == "sentence" else new, retrieved), recall)

    def _of(self, precision: Ratio, recall: Ratio) -> Score:
        return NoveltyScore(precision, recall, self.beta)

    def _score(self, links: EventLinks, extract: Extract) -> Score:
        steps = list(links.steps(links.linked(extract)))
        new, mentions = sum(step.new for step in steps), sum(step.mentions for step in steps)
        return self.ratios(new, sum(step.new > 0 for step in steps), mentions, len(extract.items), links)
