"""The metrics of summaries against their sources, and which are shown without being asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import ClassVar, cast

from cliometer.expressions import choice, number, registered, setting, truth, word
from cliometer.metrics.base import Metric, metrics
from cliometer.metrics.sources import formulas
from cliometer.metrics.sources.corpus import SourceTopic
from cliometer.metrics.sources.source_metric import (
    SHARE,
    Finding,
    SourceMetric,
    View,
    WordContribution,
    WordMetric,
    background_remark,
)
from cliometer.model.documents import UNITS, WordForm
from cliometer.spelling import listed, many
from cliometer.text.source_words import Counts

_APART = "Words that pull sources and summary apart, the largest part of the divergence first"
_DIRECTIONS = {"input-summary": formulas.kl_input_summary, "summary-input": formulas.kl_summary_input}


@registered(metrics)
class JensenShannon(WordMetric):
    """Jensen-Shannon divergence of the summary's words from those of its sources; lower is better."""

    name: ClassVar[str] = "jsd"
    formula: ClassVar[str] = (
        "1/2 sum_w [p_A ln(2 p_A / (p_A + p_B)) + p_B ln(2 p_B / (p_A + p_B))], A the sources, B the summary"
    )
    lower_is_better: ClassVar[bool] = True
    worst: ClassVar[float | None] = formulas.WORST_JSD
    explains: ClassVar[str] = _APART

    smoothed: bool = setting(False, parse=truth, doc="whether 0.005 is added to each count, as for kl")

    @property
    def is_smoothed(self) -> bool:
        """Whether the formula smooths probabilities."""
        return self.smoothed

    def _find(self, view: View) -> Finding:
        return Finding(formulas.jsd(view.A, view.B, self.smoothed))

    def _terms(self, view: View) -> Mapping[str, float]:
        return formulas.jsd_terms(view.A, view.B, self.smoothed)

    @property
    def silence(self) -> float | None:
        """Smoothed shares do not add up to one, so the divergence of a long summary may exceed ln 2."""
        return None if self.smoothed else self.worst


@registered(metrics)
class KullbackLeibler(WordMetric):
    """Kullback-Leibler divergence between the words of the sources and those of the summary, smoothed."""

    name: ClassVar[str] = "kl"
    formula: ClassVar[str] = (
        "sum_w p ln(p / q), p_A = (A_w + 0.005) / (n_A + 0.005 * 1.5 V), p_B likewise, V words in A"
    )
    lower_is_better: ClassVar[bool] = True
    is_smoothed: ClassVar[bool] = True
    worst: ClassVar[float | None] = None
    explains: ClassVar[str] = _APART

    direction: str = choice("direction", *_DIRECTIONS, doc="from which to which: p is the first", always=True)

    def _find(self, view: View) -> Finding:
        return Finding(_DIRECTIONS[self.direction](view.A, view.B))

    def _terms(self, view: View) -> Mapping[str, float]:
        pairs = formulas.probabilities(view.A, view.B, smooth=True)
        turned = self.direction == "summary-input"
        return {w: (q * log(q / p) if turned else p * log(p / q)) for w, (p, q) in pairs.items()}


_NONE = "the sources have no topic word above the cut-off"


@dataclass(frozen=True, repr=False)
class TopicMetric(SourceMetric):
    """A metric of topic words; a subclass brings `_value`."""

    citation: ClassVar[str] = (
        "Lin & Hovy (2000), The Automated Acquisition of Topic Signatures for Text Summarization, COLING; "
        "Louis & Nenkova (2013), Computational Linguistics 39(2)"
    )
    needs_background: ClassVar[bool] = True
    reads: ClassVar[tuple[str, ...]] = ("counts",)
    explains: ClassVar[str] = "Topic words of the sources: those that the summary says, then those it misses"

    profile: str = choice(
        "profile",
        *formulas.PROFILES,
        doc="natural logarithm and words used more than elsewhere, or SIMetrix's base 10 and either way",
        always=True,
    )
    cutoff: float | None = setting(
        None, parse=number(0), doc="of the likelihood ratio; else 10.828 (dunning) or 10 (simetrix)"
    )
    unit: str = setting("stem", parse=word("unit", UNITS), doc="what a topic word is; n-grams are of stems")

    @property
    def form(self) -> WordForm:
        """Words, stems or n-grams of stems."""
        return WordForm(self.unit, self.stop, self.tokens)

    def _obstacle(self, view: View) -> str | None:
        if self.profile == "simetrix" or self._topic_words(view):
            return None
        return "; ".join(filter(None, (_NONE, self._strange(view))))

    def _find(self, view: View) -> Finding:
        return Finding(self._value(self._topic_words(view), view), self._strange(view))

    def _topic_words(self, view: View) -> frozenset[str]:
        background = view.topic.background(self.form, "counts")
        return view.memo(
            ("topic words", self.form, self.profile, self.cutoff),
            lambda: formulas.topic_words(view.A, background, self.profile, self.cutoff),
        )

    def _strange(self, view: View) -> str | None:
        return background_remark(view.A, view.topic.background(self.form, "counts").counts)

    def _value(self, words: frozenset[str], view: View) -> float:
        raise NotImplementedError

    def _tally(self, parts: Sequence[WordContribution]) -> Iterator[str]:
        missed = [part.word for part in parts if not part.summary_count]
        yield f"the summary says {len(parts) - len(missed)} of {many(len(parts), 'topic word')}"
        if missed:
            yield f"missed: {listed(missed, 20)}"


@registered(metrics)
class FractionOfTopicWords(TopicMetric):
    """Share of the topic words of the sources that the summary mentions."""

    name: ClassVar[str] = "fotw"
    formula: ClassVar[str] = "topic words in the summary / topic words"

    def _value(self, words: frozenset[str], view: View) -> float:
        return formulas.fraction_of_topic_words(words, view.B)

    def _terms(self, view: View) -> Mapping[str, float]:
        words = self._topic_words(view)
        return {word: (word in view.B) / len(words) for word in words}


@registered(metrics)
class TopicTokens(TopicMetric):
    """Share of the summary's words, repetitions included, that are topic words of the sources."""

    name: ClassVar[str] = "topic_tokens"
    formula: ClassVar[str] = "sum of B_w over topic words / n_B"

    def _value(self, words: frozenset[str], view: View) -> float:
        return formulas.topic_tokens(words, view.B)

    def _terms(self, view: View) -> Mapping[str, float]:
        total = sum(view.B.values())
        return {word: view.B.get(word, 0) / total for word in self._topic_words(view)}


@registered(metrics)
class TopicCosine(TopicMetric):
    """Cosine of the topic words of the sources and the whole summary, weighed by tf * idf."""

    name: ClassVar[str] = "topic_cosine"
    formula: ClassVar[str] = "sum_w A_w B_w idf_w^2 / (|A idf| |B idf|), A restricted to topic words"
    reads: ClassVar[tuple[str, ...]] = ("counts", "df")

    def _value(self, words: frozenset[str], view: View) -> float:
        background = view.topic.background(self.form, "df")
        return formulas.tf_idf_cosine({word: view.A[word] for word in words}, view.B, background)

    def _terms(self, view: View) -> Mapping[str, float]:
        background = view.topic.background(self.form, "df")
        words = self._topic_words(view)
        terms = formulas.cosine_terms({word: view.A[word] for word in words}, view.B, background)
        return {word: terms.get(word, 0.0) for word in words}


_UNKNOWN = "no word of the summary is in the sources, and words that they lack cost nothing"


@registered(metrics)
class Cosine(WordMetric):
    """Cosine of the sources and the summary, words weighed by tf * idf."""

    name: ClassVar[str] = "cosine"
    formula: ClassVar[str] = "sum_w A_w B_w idf_w^2 / (|A idf| |B idf|), idf_w = ln(D / df_w)"
    needs_background: ClassVar[bool] = True
    reads: ClassVar[tuple[str, ...]] = ("df",)

    def _obstacle(self, view: View) -> str | None:
        background = view.topic.background(self.form, "df")
        if any(background.idf(word) for word in view.A):
            return None
        return f"no word weighs anything: the background holds {many(background.documents, 'document')}"

    def _find(self, view: View) -> Finding:
        background = view.topic.background(self.form, "df")
        return Finding(formulas.tf_idf_cosine(view.A, view.B, background), background_remark(view.A, background.df))

    def _terms(self, view: View) -> Mapping[str, float]:
        return formulas.cosine_terms(view.A, view.B, view.topic.background(self.form, "df"))


@registered(metrics)
class Unigram(WordMetric):
    """Logarithm of the probability of the summary's words under the sources; unknown words cost nothing."""

    name: ClassVar[str] = "unigram"
    formula: ClassVar[str] = "sum_w B_w log10(A_w / n_A) over the words of the summary that the sources have"
    worst: ClassVar[float | None] = None

    def _find(self, view: View) -> Finding:
        return _known(view, formulas.unigram, "cost nothing")

    def _terms(self, view: View) -> Mapping[str, float]:
        return formulas.unigram_terms(view.A, view.B)


@registered(metrics)
class Multinomial(WordMetric):
    """Logarithm of the multinomial probability of the summary under the sources."""

    name: ClassVar[str] = "multinomial"
    formula: ClassVar[str] = "sum_w B_w log10(A_w / n_A) + log10 n_B! - sum_w log10 B_w!"
    worst: ClassVar[float | None] = None

    def _find(self, view: View) -> Finding:
        return _known(view, formulas.multinomial, "cost nothing, or raise the value")


def _known(view: View, formula: Callable[[Counts, Counts], float], cost: str) -> Finding:
    """Return the value, with a remark on words that the formula passes over; none where it would see no word."""
    share = sum(times for word, times in view.B.items() if word not in view.A) / sum(view.B.values())
    if share == 1:
        return Finding(None, _UNKNOWN, is_fault=True)
    remark = f"{SHARE} of the summary's words are not in the sources and {cost}"
    return Finding(formula(view.A, view.B), remark, share) if share else Finding(formula(view.A, view.B))


_BUILD = "--background FILE (cliometer convert --to background makes it)"


def with_background(usual: Sequence[Metric], topics: Mapping[str, SourceTopic]) -> tuple[list[Metric], tuple[str, ...]]:
    """Return the metrics for which there is a background, and a note on those left out."""
    corpora = [topic.corpus for topic in topics.values()]
    kept = [
        metric
        for metric in usual
        if all(c.has_background(table) for c in corpora for table in cast("SourceMetric", metric).reads)
    ]
    left = [str(metric) for metric in usual if metric not in kept]
    if not left:
        return kept, ()
    why, remedy = "with one topic there is no background", "name one"
    if any(corpus.given for corpus in corpora):
        why, remedy = "the background given does not have what they need", "add one of counts and documents"
    return kept, (f"left out, because {why}: {', '.join(left)}; {remedy}: {_BUILD}",)
