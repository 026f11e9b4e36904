"""The base classes of metrics against sources: settings, empty texts, scores by day, remarks."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from cliometer.errors import UsageError
from cliometer.expressions import choice, number, setting, truth
from cliometer.metrics.base import Metric, PartsExplanation, Properties, with_places
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.sources.corpus import SourceTopic
from cliometer.metrics.sources.formulas import probabilities
from cliometer.model.documents import SourceText, SummaryText, WordForm
from cliometer.model.score import Ratio, SingleScore
from cliometer.spelling import many
from cliometer.text.source_words import SOURCE_TOKENS, Counts, count

SHARE = "{share}"


def with_shares(remark: str, shares: Sequence[float]) -> str:
    """Return the remark with the share, or with the least and the greatest of several.

    >>> with_shares("{share} are unknown", [0.25, 0.5])
    '25.0 % to 50.0 % are unknown'
    """
    ends = (min(shares), max(shares)) if shares else ()
    shown = dict.fromkeys("under 0.1 %" if end < 0.001 else f"{100 * end:.1f} %" for end in ends)
    return remark.replace(SHARE, " to ".join(shown))


T = TypeVar("T")
_NO_SOURCE = "no word of the sources is counted; tokens=unicode reads every script"
_SILENT = "the summary holds no word that is counted"
_FAR = "no article is near the date"
_NO_DAY = "no day of the timeline could be scored"


@dataclass(frozen=True, slots=True)
class SourceScore(SingleScore):
    """A value, and what a reader of it should know; the share that the remark speaks of, if it does."""

    remark: str | None = None
    share: float | None = None


@dataclass(frozen=True)
class Finding:
    """What a formula came to: a value, or the reason why there is none."""

    value: float | None
    remark: str | None = None  # where there is no value, the reason
    share: float | None = None  # that the remark speaks of
    is_fault: bool = False  # whether there is no value because of what the summary says, not of its sources


@dataclass(frozen=True)
class WordContribution:
    """A word, how often sources and summary have it, its probabilities, and what it adds to the score."""

    word: str
    source_count: float
    summary_count: float
    source_probability: float
    summary_probability: float
    contribution: float


@dataclass(frozen=True)
class View:
    """Sources and summary as counts: A and B, and where a metric finds what others found out about A."""

    comparison: TopicComparison
    A: Counts
    B: Counts
    place: Hashable = None

    @property
    def topic(self) -> SourceTopic:
        """The documents, with their background."""
        topic: SourceTopic = self.comparison.gold
        return topic

    def memo(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what depends on A only, made once for all systems."""
        return self.comparison.memo((key, self.place), make)


@dataclass(frozen=True, repr=False)
class SourceMetric(Metric):
    """A metric of a summary against its sources; a subclass brings its form and `_find`."""

    citation: ClassVar[str] = (
        "Louis & Nenkova (2013), Automatically Assessing Machine Summary Content Without a Gold Standard, "
        "Computational Linguistics 39(2)"
    )
    evidence: ClassVar[str] = "sources"
    worst: ClassVar[float | None] = 0.0
    needs_background: ClassVar[bool] = False
    reads: ClassVar[tuple[str, ...]] = ()  # of the background: counts, df
    explains: ClassVar[str] = "Words by what they add to the score, the largest part first"

    stop: bool = setting(True, parse=truth, doc="whether stop words are left out")
    tokens: str = choice("tokeniser", *SOURCE_TOKENS, doc="how text is cut into words")
    near: float | None = setting(
        None, parse=number(0), doc="score each date against the articles within so many days, then average"
    )

    @property
    def form(self) -> WordForm:
        """What is counted."""
        raise NotImplementedError

    @property
    def is_smoothed(self) -> bool:
        """Whether the formula smooths probabilities."""
        return False

    def dependencies(self, gold: SourceTopic) -> tuple[tuple[str, str], ...]:
        """Return the background that words are compared with."""
        return (("background", gold.corpus.fingerprint),) if self.needs_background else ()

    @property
    def properties(self) -> Properties:
        """A distance or a share of words, which shorter summaries may have less of."""
        shares = self.worst is not None and (not self.lower_is_better or self.silence is not None)
        counted = self.form.length == 1  # longer n-grams cross sentences
        return Properties(False, shares, False, True, counted, uses_dates=self.near is not None)

    def measure_in(self, comparison: TopicComparison) -> list[SourceScore]:
        """Score the summaries, sharing counts and topic words with other metrics."""
        return [self._score(comparison, SummaryText.of(text)) for text in comparison.systems]

    def remarks(self, scores: Sequence[SourceScore]) -> list[tuple[str, list[int]]]:
        """Return the remarks on many scores; the shares that one speaks of become a range."""
        return [
            (with_shares(remark, [share for at in where if (share := scores[at].share) is not None]), where)
            for remark, where in with_places(None if score.undefined else score.remark for score in scores)
        ]

    @property
    def silence(self) -> float | None:
        """What a summary that says nothing gets; None where no value is the worst."""
        return self.worst

    def explain_in(self, comparison: TopicComparison, place: int = 0) -> PartsExplanation:
        """Show what each word adds to the score, the largest part first."""
        if self.near is not None:
            raise UsageError("near-unexplained", source_metric=str(self))
        lines = [line for text in SummaryText.of(comparison.systems[place]).texts for line in text.lines]
        view = View(comparison, comparison.gold.counts(self.form), count(lines, self.form))
        score = self._score(comparison, SummaryText.of(comparison.systems[place]))
        if score.undefined or not view.B:
            return PartsExplanation(str(self), score, "Words", (), (score.undefined or score.remark or "",))
        chances = probabilities(view.A, view.B, self.is_smoothed)
        parts = [
            WordContribution(word, view.A.get(word, 0), view.B.get(word, 0), *chances[word], term)
            for word, term in self._terms(view).items()
        ]
        parts.sort(key=lambda part: (-abs(part.contribution), -part.source_count, part.word))
        return PartsExplanation(str(self), score, self.explains, tuple(parts), tuple(self._tally(parts)))

    def _terms(self, view: View) -> Mapping[str, float]:
        """Return what each word adds to the score."""
        raise UsageError("source-metric-unexplained", source_metric=str(self))

    def _tally(self, parts: Sequence[WordContribution]) -> Iterable[str]:
        """Return what the words as a whole come to."""
        missed = sum(not part.summary_count for part in parts)
        strange = sum(not part.source_count for part in parts)
        yield f"{many(len(parts), 'word')}: {missed} of the sources only, {strange} of the summary only"

    def _score(self, comparison: TopicComparison, summary: SummaryText) -> SourceScore:
        finding = self._whole(comparison, summary) if self.near is None else self._daily(comparison, summary)
        if finding.value is None:
            return SourceScore(Ratio(0.0, 0.0), finding.remark or "")
        return SourceScore(Ratio(finding.value, 1.0), remark=finding.remark, share=finding.share)

    def _whole(self, comparison: TopicComparison, summary: SummaryText) -> Finding:
        """Score all that the summary says against all documents."""
        A = comparison.gold.counts(self.form)
        lines = [line for text in summary.texts for line in text.lines]
        return self._score_counts(View(comparison, A, count(lines, self.form))) if A else Finding(None, _NO_SOURCE)

    def _daily(self, comparison: TopicComparison, summary: SummaryText) -> Finding:
        """Return the mean over the days that have a value; a day gets the worst one where no article is near.

        A metric without a worst value has none for the whole either: else a day would cost less than none.
        """
        if not comparison.gold.counts(self.form):
            return Finding(None, _NO_SOURCE)
        if not summary.texts:
            return self._silent()
        findings = [self._day(comparison, text) for text in summary.texts]
        faults = _remarks(day for day in findings if day.is_fault)
        if faults:
            return Finding(None, "; ".join(f"of some days: {fault}" for fault in faults), is_fault=True)
        values = [day.value for day in findings if day.value is not None]
        remarks = _remarks(findings)
        if not values:
            return Finding(None, "; ".join((_NO_DAY, *remarks)))
        remark = "; ".join(f"of some days: {remark}" for remark in remarks) or None
        shares = [day.share for day in findings if day.share is not None]
        return Finding(sum(values) / len(values), remark, sum(shares) / len(shares) if shares else None)

    def _day(self, comparison: TopicComparison, text: SourceText) -> Finding:
        assert self.near is not None
        key, topic = (str(text.date), self.near), comparison.gold
        A = comparison.memo(("near", self.form, *key), lambda: topic.near(text, self.near, self.form))
        if not A:
            return self._lacking(_FAR, _FAR)
        return self._score_counts(View(comparison, A, count(text.lines, self.form), key))

    def _score_counts(self, view: View) -> Finding:
        """Score counts; what the sources do not allow is undefined for every summary, also for a silent one."""
        if obstacle := self._obstacle(view):
            return Finding(None, obstacle)
        return self._find(view) if view.B else self._silent()

    def _obstacle(self, view: View) -> str | None:
        """Return why these sources, with their background, give no summary a value; None where they do."""
        return None

    def _silent(self) -> Finding:
        return self._lacking(f"{_SILENT}; it gets the worst value", _SILENT)

    def _lacking(self, remark: str, reason: str) -> Finding:
        """Return the worst value, with a remark; or none, with a reason."""
        if self.silence is not None:
            return Finding(self.silence, remark)
        return Finding(None, f"{reason}, and this metric has no worst value", is_fault=True)

    def _find(self, view: View) -> Finding:
        """Return the value for texts that both hold words."""
        raise NotImplementedError


def _remarks(days: Iterable[Finding]) -> list[str]:
    return list(dict.fromkeys(day.remark for day in days if day.remark))


@dataclass(frozen=True, repr=False)
class WordMetric(SourceMetric):
    """A metric of words or their stems."""

    stem: bool = setting(True, parse=truth, doc="whether words are counted as their Porter stems")

    @property
    def form(self) -> WordForm:
        """Words or stems."""
        return WordForm("stem" if self.stem else "word", self.stop, self.tokens)


_STRANGE = "the background shares no word with the sources; is it in the same language and form?"


def background_remark(A: Counts, known: Mapping[str, float]) -> str | None:
    """Return a remark where no word of the sources is in the background."""
    return None if any(word in known for word in A) else _STRANGE
