"""Metrics of content units: pyramids (Bauer & Teufel 2015, Nenkova & Passonneau 2004), dates, wording."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import ClassVar

from cliometer.errors import InputError, UsageError
from cliometer.expressions import choice, registered, setting, truth, whole
from cliometer.metrics.base import Properties, metrics, with_places
from cliometer.metrics.rouge.batch import Triple, rouge_batch
from cliometer.metrics.rouge.variants import Variant
from cliometer.metrics.units.extract_metric import UnitLinks, UnitMetric, expect_units
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.model.notes import Note
from cliometer.model.score import Ratio, Score, SingleScore
from cliometer.model.units import UnitTopic
from cliometer.model.when import When

# The pyramid of historical content units (Bauer & Teufel 2015).

_NO_WEIGHT = "no unit of the topic can earn anything: none has a writer, or none can be attained"


@registered(metrics)
class UnitPyramid(UnitMetric[SingleScore]):
    """What the selected mentions, sentences or units earn of the units that people wrote down."""

    name: ClassVar[str] = "pyramid"
    formula: ClassVar[str] = (
        "sum_i w_i S(i, E) / score_max, S(i, E) = min(1, sum_j v_Ej S(i, Ej) + sum_j v_ej s(i, ej)); "
        "score_max = sum of w_i max_i over the n units of the highest weight"
    )
    citation: ClassVar[str] = (
        "Bauer & Teufel (2015), A Methodology for Evaluating Timeline Generation Algorithms based on Deep "
        "Semantic Units, ACL, short papers"
    )

    max: str = choice("maximum", "unit", "attainable", doc="max_i: 1, or the credit of a unit with everything chosen")
    clip: bool = setting(False, parse=truth, doc="whether a score above 1 is cut to 1")
    length: int | None = setting(None, parse=whole(1), doc="n, for topics that say none of their own")

    @property
    def properties(self) -> Properties:
        """More than n units can be earned."""
        return Properties(False, self.clip, True, True, sentence_order_is_irrelevant=True, uses_dates=False)

    def _scores(self, extracts: Sequence[Extract], topic: UnitTopic) -> list[SingleScore]:
        links, score_max = UnitLinks(topic), self.score_max(topic)
        return [self._single(links.credits(extract), topic, score_max) for extract in extracts]

    def _earned(self, extract: Extract, links: UnitLinks) -> dict[int, tuple[float, float]]:
        best = self.score_max(links.topic)
        units = links.topic.units
        return {n: (S, units[n].weight * S / best if best else 0.0) for n, S in links.credits(extract).items()}

    def score_max(self, topic: UnitTopic) -> float:
        """Return what the n best units are worth."""
        return math.fsum(w * most for w, most in self.best(topic))

    def best(self, topic: UnitTopic) -> list[tuple[int, float]]:
        """Return w_i and max_i of the n best units; of one weight the most attainable come first."""
        n = self.length if topic.length is None else topic.length
        if n is None:
            raise InputError("topic-length-missing", topic.file or None, topic=topic.id)
        whole = self.max == "unit"
        units = ((unit.weight, 1.0 if whole else unit.attainable) for unit in topic.units)
        return sorted(units, reverse=True)[:n]

    def remarks(self, scores: Sequence[SingleScore]) -> list[tuple[str, list[int]]]:
        """Remark on scores above 1: more than n units can be earned by sentences or many mentions."""
        remark = Note.of("score-above-one")
        return with_places(remark if score.value.part > score.value.whole > 0 else None for score in scores)

    def _single(self, credits: dict[int, float], topic: UnitTopic, score_max: float) -> SingleScore:
        earned = math.fsum(topic.units[number].weight * S for number, S in credits.items())
        return SingleScore(Ratio(min(earned, score_max) if self.clip else earned, score_max), _NO_WEIGHT)


# The pyramid scores of summary content units (Nenkova & Passonneau 2004, Passonneau 2005).

_NO_WRITERS = "no unit of the topic has a writer"


def original_score(matched: Iterable[float], pyramid: Iterable[float], expressed: int) -> Ratio:
    """Return the weight of the units over the most that as many units as the peer expresses can weigh."""
    return Ratio(sum(matched), _best(pyramid, expressed))


def modified_score(matched: Iterable[float], pyramid: Iterable[float], contributors: int, models: int) -> Ratio:
    """Return the weight of the units over the most that as many units as an average model has can weigh."""
    return Ratio(sum(matched), _best(pyramid, average_units(contributors, models)))


def average_units(contributors: int, models: int) -> int:
    """Return the units of an average model, rounded half up, which reproduces the scores of DUC 2007."""
    if models < 1:
        raise InputError("models-too-few", models=models)
    return (2 * contributors + models) // (2 * models)


def _best(pyramid: Iterable[float], units: int) -> float:
    return sum(sorted(pyramid, reverse=True)[: max(0, units)])


@registered(metrics)
class SummaryContentUnits(UnitMetric[SingleScore]):
    """Weight of the units that a peer expresses over that of an ideal summary with X units."""

    name: ClassVar[str] = "scu"
    formula: ClassVar[str] = (
        "sum of the weights of the units expressed / sum of the X highest weights; X = contributors / models "
        "rounded half up (modified), or the number of units that the peer expresses (original)"
    )
    citation: ClassVar[str] = (
        "Nenkova & Passonneau (2004), Evaluating Content Selection in Summarization: The Pyramid Method, "
        "HLT-NAACL; modified: Passonneau et al. (2005), Applying the Pyramid Method in DUC 2005"
    )

    modified: bool = setting(True, parse=truth, always=True, doc="X from the models, or from the peer")

    @property
    def properties(self) -> Properties:
        """A peer may express more units than an average model; where X is its own, fewer may be better."""
        return Properties(not self.modified, not self.modified, self.modified, True, True, uses_dates=False)

    def _scores(self, extracts: Sequence[Extract], topic: UnitTopic) -> list[SingleScore]:
        links = UnitLinks(topic)
        weights = [unit.weight for unit in topic.units]
        models = len({writer for unit in topic.units for writer in unit.writers})
        return [self._single(extract, links, weights, models) for extract in extracts]

    def _earned(self, extract: Extract, links: UnitLinks) -> dict[int, tuple[float, float]]:
        whole = self.measure(extract, links.topic).value.whole
        units = links.topic.units
        return {n: (1.0, units[n].weight / whole if whole else 0.0) for n in links.credits(extract)}

    def _single(self, extract: Extract, links: UnitLinks, weights: list[int], models: int) -> SingleScore:
        expect_units(extract, self.name)
        matched = [weights[number] for number in links.credits(extract)]
        if not models:
            return SingleScore(Ratio(0, 0), _NO_WRITERS)
        if self.modified:
            return SingleScore(modified_score(matched, weights, sum(weights), models), _NO_WRITERS)
        expressed = max(1, len(matched) + extract.others)  # who says nothing scores 0, as who says nonsense
        return SingleScore(original_score(matched, weights, expressed), _NO_WRITERS)


# Are the units dated rightly? Agreement at the unit's own precision (future work of Bauer & Teufel 2015).

_NONE = "no unit of the topic has a time"


@registered(metrics)
class UnitDates(UnitMetric[SingleScore]):
    """Of the selected units that have a time, the share whose date the system has right.

    A date is right where it lies within the unit's time: 1997-06-12 is right for 1997-06, 1997 is too
    vague. An item without a date is wrong; where several items tell a unit, each has its share. Whoever
    selected no unit with a time, though there are some, scores 0, as one unit with a wrong date would.
    """

    name: ClassVar[str] = "unit_dates"
    formula: ClassVar[str] = "sum over selected units of (items dated within the unit's time / items) / selected units"
    citation: ClassVar[str] = "after Bauer & Teufel (2015), who leave the evaluation of timestamps to the future"

    # a share of the selected units: leaving out one with a wrong date helps
    properties: ClassVar[Properties] = Properties(False, True, False, True, True, uses_dates=True)

    def _scores(self, extracts: Sequence[Extract], topic: UnitTopic) -> list[SingleScore]:
        links, least = UnitLinks(topic), int(any(unit.time for unit in topic.units))
        rights = [self._right(extract, links) for extract in extracts]
        return [SingleScore(Ratio(sum(right.values()), len(right) or least), _NONE) for right in rights]

    def _earned(self, extract: Extract, links: UnitLinks) -> dict[int, tuple[float, float]]:
        right = self._right(extract, links)
        return {number: (share, share / len(right)) for number, share in right.items()}

    def _right(self, extract: Extract, links: UnitLinks) -> dict[int, float]:
        """Return the share of the items that are dated rightly, for each selected unit that has a time."""
        return {
            number: sum(within(item.date, time) for item in chosen) / len(chosen)
            for number, chosen in links.items(extract).items()
            if (time := links.topic.units[number].time)
        }


def within(date: When | None, time: When) -> bool:
    """Return whether a date says at least as exactly as `time` the same thing."""
    return date is not None and time.first <= date.first and date.last <= time.last


@registered(metrics)
class UnitSurface(UnitMetric[Score]):
    """ROUGE of what the system says of each selected unit against what the writers said of it.

    An item says its own text, or that of the selected sentence; several items of one unit are read
    together. The writers of a unit are references of one text. The mean is over the selected units
    that have such a text; whoever selected none of them, though there are some, scores 0.
    """

    name: ClassVar[str] = "unit_surface"
    formula: ClassVar[str] = "mean over selected units of ROUGE(texts of the unit's items, texts of its contributors)"
    citation: ClassVar[str] = "after Bauer & Teufel (2015), who leave the evaluation of surface form to the future"

    rouge: Variant = setting(
        Variant.parse("1"), parse=Variant.parse, always=True, doc="the ROUGE inside: 1, 2, S4, SU4, ..."
    )
    stem: bool = setting(True, parse=truth, doc="whether words are stemmed as by ROUGE-1.5.5 -m")
    stop: bool = setting(False, parse=truth, doc="whether SMART stop words are left out")

    # a mean over the selected units, whose items are read in the order of the extract
    properties: ClassVar[Properties] = Properties(False, True, False, True, False, uses_dates=False)

    def __post_init__(self) -> None:
        if self.rouge.kind in ("L", "W"):
            raise UsageError("rouge-variant-uncounted", name=self.name, rouge=self.rouge)

    def _scores(self, extracts: Sequence[Extract], topic: UnitTopic) -> list[Score]:
        """Score all pairs of all systems in one count, each distinct pair once."""
        links, realised = UnitLinks(topic), []
        for extract in extracts:
            realised.append(
                [
                    (number, tuple(self._text(item, topic, extract) for item in items))
                    for number, items in links.items(extract).items()
                ]
            )
        pairs = list(dict.fromkeys(pair for group in realised for pair in group if _realisations(topic, pair[0])))
        triples = dict(zip(pairs, self._rouge(pairs, topic), strict=True))
        there = any(_realisations(topic, number) for number in range(len(topic.units)))
        return [_score([triples[pair] for pair in group if pair in triples], there) for group in realised]

    def _rouge(self, pairs: list[tuple[int, tuple[str, ...]]], topic: UnitTopic) -> list[Triple]:
        if not pairs:
            return []
        peers = [list(texts) for _, texts in pairs]
        references = [[[text] for text in _realisations(topic, number)] for number, _ in pairs]
        (triples,) = rouge_batch(peers, references, [str(self.rouge)], self.stem, self.stop).values()
        return triples

    def _text(self, item: ExtractItem, topic: UnitTopic, extract: Extract) -> str:
        if item.text:
            return item.text
        if item.id in topic.marks.sentences:
            return topic.marks.sentences[item.id].text
        raise InputError("item-text-missing", extract=extract.name, item=item.id, name=self.name)


def _realisations(topic: UnitTopic, number: int) -> list[str]:
    return [contributor.text for contributor in topic.units[number].contributors if contributor.text]


def _score(triples: Sequence[Triple], there: bool) -> Score:
    """Return the score; nothing selected is a recall of 0 where there is something to say."""
    if not triples:
        return Score(Ratio(0, 0), Ratio(0, int(there)))
    count = len(triples)
    return Score(Ratio(sum(p for _, p, _ in triples), count), Ratio(sum(r for r, _, _ in triples), count))
