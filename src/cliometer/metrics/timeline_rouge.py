"""Metrics of timelines: their dates alone, ROUGE for timelines (Martschat & Markert 2017), plain ROUGE (Lin 2004)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, Literal, Self
from unicodedata import unidata_version

import numpy as np

from cliometer.expressions import number, registered, setting, truth, word
from cliometer.metrics.alignment import TIE_RULES, Alignment, Pairs, TieRule, assign, many_to_one, one_to_one, optima
from cliometer.metrics.base import Properties, TimelineMetric, metrics
from cliometer.metrics.catalogue import TILSE, Preset
from cliometer.metrics.comparison import TopicComparison, group_sums
from cliometer.metrics.rouge.variants import Variant
from cliometer.metrics.similarity import Floats, Kernel, Reciprocal, Similarity, kernels, similarities
from cliometer.model.score import Range, Ratio, Score, Ties
from cliometer.model.timeline import ReferenceSet
from cliometer.text.tokenisation import TOKENISERS, TextSettings
from cliometer.text.word_rows import Ints


@registered(metrics)
class Dates(TimelineMetric):
    """Dates that system and references share; with a tolerance, near misses earn their closeness."""

    name: ClassVar[str] = "date"
    formula: ClassVar[str] = (
        "|D_s & D_R| / |D_s| and / |D_R|; with a tolerance K, the numerator is the largest sum of K over "
        "one-to-one pairs of dates"
    )
    citation: ClassVar[str] = "Martschat & Markert (2018), A Temporally Sensitive Submodularity Framework, CoNLL"

    tolerance: Kernel | None = setting(
        None, parse=kernels.parse, doc="what a date off by some days earns, such as within(days=3)"
    )
    beta: float = setting(1.0, parse=number(low=0.001, high=1000), doc="weight of recall in F")

    properties: ClassVar[Properties] = Properties(True, True, True, True, True, uses_dates=True)

    def measure_in(self, comparison: TopicComparison) -> list[Score]:
        scores = []
        for system, (worth, pairs) in zip(comparison.systems, self.matches(comparison), strict=True):
            hits = float(worth[pairs.rows, pairs.columns].sum())
            scores.append(Score(Ratio(hits, len(system)), Ratio(hits, len(comparison.dates)), self.beta))
        return scores

    def matches(self, comparison: TopicComparison) -> Iterator[tuple[Floats, Pairs]]:
        """Yield for each system what each pair of dates would earn, and the pairs of the highest total.

        Of several such choices of pairs the one that fits best is taken.
        """
        same, fit = comparison.same_date.astype(float), comparison.closeness(Reciprocal())
        every = same if self.tolerance is None else comparison.closeness(self.tolerance)
        for start, stop in pairwise(comparison.bounds.tolist()):
            worth = every[start:stop]
            if self.tolerance is None or not worth.size:
                yield worth, Pairs(*np.nonzero(worth))
                continue
            turned = len(worth) > worth.shape[1]
            gains, close = (worth.T, fit[start:stop].T) if turned else (worth, fit[start:stop])
            columns = optima(-gains, assign(-gains)[1]).best(close)
            shorter = np.arange(len(columns))
            yield worth, Pairs(columns, shorter) if turned else Pairs(shorter, columns)


# ROUGE for timelines (Martschat & Markert 2017): one formula with three knobs.
# recall = sum over reference dates d of t(d, f(d)) hits(R(d), s(f(d))) / sum over d of size(R(d)) (7)
# The knobs are which dates f may pair (`pairing`), what a pair costs when f is chosen (`costs`), and what
# weight t a pair carries (`kernel`). Precision is the same from the system's side. `concat` is the formula
# after all days of a timeline have been folded into one.


@cache  # the version is looked up on disk, which takes as long as scoring
def _version(package: str) -> str:
    spec = find_spec(package)
    folders = Path(spec.origin).parent.parent.glob(f"{package}-*.dist-info") if spec and spec.origin else ()
    names = [folder.stem.partition("-")[2] for folder in folders]
    if len(names) == 1:
        return names[0]
    from importlib.metadata import version  # slow to load

    return version(package)


_UNIGRAMS = Variant.parse("1")
_RECALL = "recall = sum_d t(d, f(d)) hits(R(d), s(f(d))) / sum_d size(R(d)) (equation 7), "
_PAPER = "Martschat & Markert (2017), Improving ROUGE for Timeline Summarization, EACL, short papers"


@dataclass(frozen=True, repr=False)
class TimelineRouge(TimelineMetric):
    """The formula and the settings that every member of the family has."""

    citation: ClassVar[str] = _PAPER
    pairing: ClassVar[Literal["folded", "same day", "one to one", "many to one"]]

    rouge: Variant = setting(
        Variant.parse("1"), parse=Variant.parse, always=True, doc="the ROUGE inside: 1, 2, L, Lsum, W1.2, S4, SU4, ..."
    )
    tokens: str | None = setting(None, parse=word("tokeniser", TOKENISERS), doc="how text is cut into words")
    stem: bool | None = setting(None, parse=truth, doc="whether words are stemmed, as by the tool of `tokens`")
    stop: bool | None = setting(None, parse=truth, doc="whether SMART stop words are left out")
    references: str | None = setting(
        None,
        parse=word("reference count", ("all", "dated")),
        doc="precision is divided by all references, or by those that have the date",
    )
    beta: float = setting(1.0, parse=number(low=0.001, high=1000), doc="weight of recall in F")
    kernel: Kernel | None = setting(None, parse=kernels.parse, doc="what a pair of dates is worth by its distance")
    ties: TieRule | None = setting(
        None, parse=word("tie rule", TIE_RULES), doc="which of several optimal alignments is taken"
    )
    content: Similarity | None = setting(None, parse=similarities.parse, doc="how alike two daily summaries are")

    def under(self, preset: Preset) -> Self:
        """Return the metric with open settings filled by the preset, or by what rouge-score does with its words."""
        metric = self
        if self.tokens == "google":
            defaults: dict[str, Any] = {"stem": False, "stop": False}
            defaults |= {"references": "best"} if self.pairing == "folded" else {}
            metric = replace(self, **{name: defaults[name] for name in defaults if getattr(self, name) is None})
        return super(TimelineRouge, metric).under(preset)

    @property
    def properties(self) -> Properties:
        """What the metric promises: bigrams cross sentences, ROUGE-W weighs lengths twice, alignments may change.

        Many to one, two days of the same text may choose the same date, so a timeline may not earn all of itself.
        """
        words_alone = str(self.rouge) == "1"
        return Properties(
            identity_is_one=self.rouge.kind != "W" and self.pairing != "many to one",
            bounded=True,
            removal_never_helps_recall=self.references != "best"
            and (self.pairing == "same day" or (self.pairing == "folded" and words_alone)),
            reference_order_is_irrelevant=True,
            sentence_order_is_irrelevant=words_alone,
            uses_dates=self.pairing != "folded",
        )

    @property
    def is_slow(self) -> bool:
        """Skip-bigrams and aligned sentences of whole texts take up to a second."""
        return self.rouge.kind != "N"

    @property
    def text(self) -> TextSettings:  # type: ignore[override]  # it follows from the settings
        """How words are counted."""
        return TextSettings(self.tokens or "rouge155", bool(self.stem), bool(self.stop))

    def dependencies(self, gold: ReferenceSet) -> tuple[tuple[str, str], ...]:
        """Return the version of scipy, where it chooses between ties; of Unicode, where it says what a letter is."""
        by_scipy = self.pairing == "one to one" and self.ties == "solver"
        scipy = (("scipy", _version("scipy")),) if by_scipy else ()
        return (*scipy, ("unicode", unidata_version)) if self.tokens == "unicode" else scipy

    def alignment(self, comparison: TopicComparison) -> tuple[Alignment, Floats]:
        """Return f of equations 5 and 8, which all ROUGE variants share, and t of equation 6.

        Whole texts are paired with each other, a date with itself, or dates at the least total cost: of their distance
        (equation 9), times their unlikeness where content counts (equation 10).
        """
        if self.kernel is None:
            whole = self.pairing == "folded"
            same = np.ones((len(comparison.systems), 1), bool) if whole else comparison.same_date
            pairs = Pairs(*np.nonzero(same))
            return Alignment(pairs, pairs), np.ones(same.shape)
        t = comparison.closeness(self.kernel)
        costs, ties, content, dated = 1 - t, self.ties or "canonical", self.content, self.references == "dated"
        if content is not None:
            key = ("costs", self.kernel, content, self.text, dated)
            costs = comparison.memo(key, lambda: (1 - t) * (1 - content.matrix(comparison, self.text, dated)))
        align = many_to_one if self.pairing == "many to one" else one_to_one
        shared = replace(self, rouge=_UNIGRAMS, beta=1.0)
        return comparison.memo(shared, lambda: align(costs, t, comparison.bounds, ties)), t

    def measure_in(self, comparison: TopicComparison) -> list[Score]:
        """Score the systems of a comparison; open settings mean the default preset."""
        metric = self.under(TILSE)
        if metric.references == "best" and len(comparison.references) > 1:
            alone = [metric.measure_in(each) for each in comparison.reference_by_reference]
            return [
                max(tries, key=lambda score: score.numbers("zero")["f"] or 0.0) for tries in zip(*alone, strict=True)
            ]
        sums, scores = _Sums(metric, comparison), list[Score]()
        root = metric.rouge.weight if metric.rouge.kind == "W" else 1.0
        for system in range(len(comparison.systems)):
            precision = Ratio(float(sums.precision[system]), float(sums.peer[system]))
            recall = Ratio(float(sums.recall[system]), sums.model)
            ties = sums.ties(system, precision.part, recall.part)
            scores.append(Score(precision, recall, metric.beta, root, ties))
        return scores


class _Sums:
    """Numerators and denominators of all systems of a comparison."""

    def __init__(self, metric: TimelineRouge, comparison: TopicComparison) -> None:
        self._comparison, systems = comparison, len(comparison.systems)
        self._table = comparison.table(metric.rouge, metric.text, folded=metric.pairing == "folded")
        self._alignment, self._weights = metric.alignment(comparison)
        self._dated = metric.references == "dated"
        owners = np.arange(systems) if metric.pairing == "folded" else comparison.owners
        copies = 1 if self._dated else len(comparison.references)
        self.peer = group_sums(owners, self._table.peer * copies, systems)
        self.model = float(self._table.model.sum())
        self.precision, self.recall = (  # the numerator of equation 7 for every system
            group_sums(owners[pairs.rows], self._gains(pairs.rows, pairs.columns, dated), systems)
            for pairs, dated in ((self._alignment.precision, self._dated), (self._alignment.recall, False))
        )

    def ties(self, system: int, precision: float, recall: float) -> Ties | None:
        """Return what depends on the choice between equally good alignments, None where there was none."""
        forth = self._alignment.precision_choices.get(system)
        back = self._alignment.recall_choices.get(system)
        if forth is None and back is None:
            return None
        dates = forth.dates if forth is back and forth else sum(c.dates for c in (forth, back) if c)
        rows = np.arange(self._comparison.bounds[system], self._comparison.bounds[system + 1])
        ranges: list[Range] = []
        for choices, part, dated in ((forth, precision, self._dated), (back, recall, False)):
            low = high = part
            if choices is not None:
                low, high = choices.range(self._gains(rows[:, None], np.arange(len(self._table.model)), dated))
            ranges.append((min(low, part), max(high, part)))  # sums in another order differ in the last bit
        return Ties(dates, *ranges)

    def _gains(self, rows: Ints, columns: Ints, dated: bool) -> Floats:
        hits: Floats = self._weights[rows, columns] * self._table.hits(rows, columns)
        return hits / self._table.writers[columns] if dated else hits


@dataclass(frozen=True, repr=False)
class UnalignedRouge(TimelineRouge):
    """What concat and agreement share: there is nothing to choose between dates."""

    kernel: None = field(default=None, init=False)
    ties: None = field(default=None, init=False)
    content: None = field(default=None, init=False)


@registered(metrics)
class Concat(UnalignedRouge):
    """ROUGE of the whole texts; dates do not matter."""

    name: ClassVar[str] = "concat"
    formula: ClassVar[str] = (
        "recall = sum_r hits(r, s) / sum_r size(r), precision = sum_r hits(r, s) / (|R| size(s)) "
        "(equations 1 and 2), all days run together"
    )
    pairing = "folded"

    references: str | None = setting(
        None,
        parse=word("reference count", ("all", "dated", "best")),
        doc="the references are pooled, as is the same with one date; or the one of the best F counts alone",
    )


@registered(metrics)
class DateAgreement(UnalignedRouge):
    """ROUGE day by day; a day counts only where both timelines have it."""

    name: ClassVar[str] = "agreement"
    formula: ClassVar[str] = "recall = sum_d hits(R(d), s(d)) / sum_d size(R(d)), d over D_R (equation 4)"
    pairing = "same day"


@registered(metrics)
class Align(TimelineRouge):
    """Dates are aligned one to one by their distance alone, then compared day by day."""

    name: ClassVar[str] = "align"
    formula: ClassVar[str] = _RECALL + "f injective, of least sum of 1 - t (equation 9)"
    pairing = "one to one"
    content: None = field(default=None, init=False)


@registered(metrics)
class AlignPlus(TimelineRouge):
    """Dates are aligned one to one by distance and content."""

    name: ClassVar[str] = "align+"
    formula: ClassVar[str] = _RECALL + "f injective, of least sum of (1 - t)(1 - R1) (equation 10)"
    pairing = "one to one"


@registered(metrics)
class AlignPlusManyToOne(TimelineRouge):
    """As align+, but several dates may share a partner: the field's AR-1 and AR-2."""

    name: ClassVar[str] = "align+m1"
    formula: ClassVar[str] = _RECALL + "f any mapping, of least sum of (1 - t)(1 - R1) (equation 10)"
    pairing = "many to one"


# Plain ROUGE of whole texts (Lin 2004): `rouge1`, `rouge2`, `rougeL`, `rougeLsum`, `rougeW1.2`, `rougeS4`, `rougeSU4`.
# On timelines it equals `concat` with that ROUGE inside: the days are read one after the other.

VARIANTS = ("1", "2", "L", "Lsum", "W1.2", "S4", "SU4")


@dataclass(frozen=True, repr=False)
class WholeText(Concat):
    """ROUGE of the whole texts, named after its variant."""

    citation: ClassVar[str] = "Lin (2004), ROUGE: A Package for Automatic Evaluation of Summaries"


def _fixed(variant: str) -> type[WholeText]:
    """Return the class whose ROUGE is part of its name instead of a setting."""
    body: dict[str, Any] = {
        "__doc__": f"ROUGE-{variant} of the whole texts; dates do not matter.",
        "__annotations__": {"rouge": "Variant"},
        "__module__": __name__,
        "rouge": field(default=Variant.parse(variant), init=False),
        "name": f"rouge{variant}",
    }
    return dataclass(frozen=True, repr=False)(type(f"Rouge{variant.replace('.', '_')}", (WholeText,), body))


for _variant in VARIANTS:
    metrics.register(_fixed(_variant))
