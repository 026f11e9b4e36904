"""`fotw`, `topic_tokens`, `topic_cosine`: what the summary has of the topic words of its sources."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from cliometer.metrics.expression import number, word
from cliometer.metrics.settings import setting
from cliometer.metrics.sources.base import Found, SourceMetric, View, source_metrics
from cliometer.metrics.sources.cosine import tf_idf_cosine
from cliometer.metrics.sources.strangers import stranger
from cliometer.metrics.sources.topic_words import (
    PROFILES,
    fraction_of_topic_words,
    topic_tokens,
    topic_words,
)
from cliometer.model.backgrounds import UNITS, Form

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

    profile: str = setting(
        "dunning",
        parse=word("profile", PROFILES),
        doc="natural logarithm and words used more than elsewhere, or SIMetrix's base 10 and either way",
        always=True,
    )
    cutoff: float | None = setting(
        None, parse=number(0), doc="of the likelihood ratio; else 10.828 (dunning) or 10 (simetrix)"
    )
    unit: str = setting("stem", parse=word("unit", UNITS), doc="what a topic word is; n-grams are of stems")

    @property
    def form(self) -> Form:
        """Words, stems or n-grams of stems."""
        return Form(self.unit, self.stop, self.tokens)

    def _obstacle(self, view: View) -> str | None:
        if self.profile == "simetrix" or self._topic_words(view):
            return None
        return "; ".join(filter(None, (_NONE, self._strange(view))))

    def _find(self, view: View) -> Found:
        return Found(self._value(self._topic_words(view), view), self._strange(view))

    def _topic_words(self, view: View) -> frozenset[str]:
        background = view.topic.corpus.counted(view.topic.name, self.form)
        return view.shared(
            ("topic words", self.form, self.profile, self.cutoff),
            lambda: topic_words(view.A, background, self.profile, self.cutoff),
        )

    def _strange(self, view: View) -> str | None:
        return stranger(view.A, view.topic.corpus.counted(view.topic.name, self.form).counts)

    def _value(self, words: frozenset[str], view: View) -> float:
        raise NotImplementedError


@source_metrics.register
@dataclass(frozen=True, repr=False)
class FractionOfTopicWords(TopicMetric):
    """Share of the topic words of the sources that the summary mentions."""

    name: ClassVar[str] = "fotw"
    formula: ClassVar[str] = "topic words in the summary / topic words"

    def _value(self, words: frozenset[str], view: View) -> float:
        return fraction_of_topic_words(words, view.B)


@source_metrics.register
@dataclass(frozen=True, repr=False)
class TopicTokens(TopicMetric):
    """Share of the summary's words, repetitions included, that are topic words of the sources."""

    name: ClassVar[str] = "topic_tokens"
    formula: ClassVar[str] = "sum of B_w over topic words / n_B"

    def _value(self, words: frozenset[str], view: View) -> float:
        return topic_tokens(words, view.B)


@source_metrics.register
@dataclass(frozen=True, repr=False)
class TopicCosine(TopicMetric):
    """Cosine of the topic words of the sources and the whole summary, weighed by tf * idf."""

    name: ClassVar[str] = "topic_cosine"
    formula: ClassVar[str] = "sum_w A_w B_w idf_w^2 / (|A idf| |B idf|), A restricted to topic words"
    reads: ClassVar[tuple[str, ...]] = ("counts", "df")

    def _value(self, words: frozenset[str], view: View) -> float:
        background = view.topic.corpus.weighted(view.topic.name, self.form)
        return tf_idf_cosine({word: view.A[word] for word in words}, view.B, background)
