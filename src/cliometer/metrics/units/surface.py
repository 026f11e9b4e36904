"""Are the units told as people tell them? ROUGE against the writers' own words for each unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from cliometer.errors import InputError, UsageError
from cliometer.metrics.expression import truth
from cliometer.metrics.rouge.batch import Triple, rouge_batch
from cliometer.metrics.rouge.variants import Variant
from cliometer.metrics.settings import setting
from cliometer.metrics.units.base import ExtractMetric
from cliometer.metrics.units.links import UnitLinks
from cliometer.model.extracts import Extract, Item
from cliometer.model.score import Ratio, Score
from cliometer.model.units import UnitTopic


@dataclass(frozen=True, repr=False)
class UnitSurface(ExtractMetric[UnitTopic, Score]):
    """ROUGE of what the system says of each selected unit against what the writers said of it.

    An item says its own text, or that of the selected sentence; several items of one unit are read
    together. The writers of a unit are references of one text. The mean is over the selected units
    that have such a text; whoever selected none of them, though there are some, scores 0.
    """

    name: ClassVar[str] = "unit_surface"
    formula: ClassVar[str] = (
        "mean over selected units of ROUGE(texts of the unit's items, texts of its contributors)"
    )
    citation: ClassVar[str] = (
        "after Bauer & Teufel (2015), who leave the evaluation of surface form to the future"
    )
    evidence: ClassVar[Literal["units", "events"]] = "units"

    rouge: Variant = setting(
        Variant.parse("1"), parse=Variant.parse, always=True, doc="the ROUGE inside: 1, 2, S4, SU4, ..."
    )
    stem: bool = setting(True, parse=truth, doc="whether words are stemmed as by ROUGE-1.5.5 -m")
    stop: bool = setting(False, parse=truth, doc="whether SMART stop words are left out")

    def __post_init__(self) -> None:
        if self.rouge.kind in ("L", "W"):
            raise UsageError(f"{self.name} counts n-grams and skip-bigrams, not ROUGE-{self.rouge}")

    def _measure(self, extracts: Sequence[Extract], topic: UnitTopic) -> list[Score]:
        """All pairs of all systems in one count; each distinct pair once."""
        links, told = UnitLinks(topic), []
        for extract in extracts:
            told.append([(n, self._texts(own, topic, extract)) for n, own in links.items(extract).items()])
        pairs = list(dict.fromkeys(pair for own in told for pair in own if _realisations(topic, pair[0])))
        triples = dict(zip(pairs, self._rouge(pairs, topic), strict=True))
        there = any(_realisations(topic, number) for number in range(len(topic.units)))
        return [_score([triples[pair] for pair in own if pair in triples], there) for own in told]

    def _rouge(self, pairs: list[tuple[int, tuple[str, ...]]], topic: UnitTopic) -> list[Triple]:
        if not pairs:
            return []
        peers = [list(texts) for _, texts in pairs]
        references = [[[text] for text in _realisations(topic, number)] for number, _ in pairs]
        return rouge_batch(peers, references, [str(self.rouge)], stem=self.stem, stop=self.stop)[
            str(self.rouge)
        ]

    def _texts(self, items: list[Item], topic: UnitTopic, extract: Extract) -> tuple[str, ...]:
        return tuple(self._text(item, topic, extract) for item in items)

    def _text(self, item: Item, topic: UnitTopic, extract: Extract) -> str:
        if item.text:
            return item.text
        if item.id in topic.marks.sentences:
            return topic.marks.sentences[item.id].text
        raise InputError(
            f"{extract.name}: {item.id} has no text, which {self.name} needs; add one to each item"
        )


def _realisations(topic: UnitTopic, number: int) -> list[str]:
    return [contributor.text for contributor in topic.units[number].contributors if contributor.text]


def _score(triples: Sequence[Triple], there: bool) -> Score:
    """rouge_batch gives recall first; nothing selected is a recall of 0 where there is something to say."""
    if not triples:
        return Score(Ratio(0, 0), Ratio(0, int(there)))
    count = len(triples)
    return Score(Ratio(sum(p for _, p, _ in triples), count), Ratio(sum(r for r, _, _ in triples), count))
