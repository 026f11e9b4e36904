"""ROUGE for programs: one summary against its references, or the average over many, as ROUGE-1.5.5 prints it.

>>> rouge("The cat sat.", "A cat sat down.", types=["1"])
{'1': RougeScore(recall=0.5, precision=0.66667, f=0.57143)}

A text is a list of sentences, or a string with a sentence a line. A reference without words scores 0 in
ROUGE-W, where the Perl script dies.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from cliometer.errors import UncountableTextWarning, UsageError, warn
from cliometer.metrics.rouge import arguments, rouge155
from cliometer.metrics.rouge.arguments import Text
from cliometer.metrics.rouge.rouge155 import Counts, Interval, Mode, Resampling, RougeMatch, RougeScore, Tokens
from cliometer.metrics.rouge.variants import Limit, Variant
from cliometer.text.tokenisation import TextSettings, complaint

Unit = Literal["texts", "tokens", "counts"]

TYPES = ("1", "2", "L", "W1.2", "S4", "SU4")


class Average(NamedTuple):
    """Mean of resamples with interval; `counts` are the totals where tokens are the unit."""

    recall: Interval
    precision: Interval
    f: Interval
    counts: Counts | None = None


@dataclass(frozen=True)
class _Settings:
    """All that a score depends on besides the texts."""

    variants: Mapping[str, Variant]
    text: TextSettings
    limit: Limit
    mode: Mode
    alpha: float
    jackknife: bool

    def matches(self, peer: object, references: object) -> dict[str, list[RougeMatch]]:
        """Return how the peer compares with each reference, by type of ROUGE."""
        texts = arguments.a_text(peer), *arguments.references(references, peer)
        words, *others = [self.tokens(text) for text in texts]
        return {name: [rouge155.match(v, words, other) for other in others] for name, v in self.variants.items()}

    def tokens(self, text: Text) -> Tokens:
        """Return the words of a text; warn of a text that says something of which nothing is counted."""
        tokens = rouge155.tokenise(text, self.text, self.limit)
        what = complaint(text, len(tokens.words), self.text)
        if what is not None:
            warn(f"a text {what}", UncountableTextWarning)
        return tokens

    def counts(self, matches: Sequence[RougeMatch]) -> Counts:
        return rouge155.combine(matches, self.mode)

    def score(self, name: str, matches: Sequence[RougeMatch]) -> RougeScore:
        variant = self.variants[name]
        if self.jackknife:
            return rouge155.jackknife(variant, matches, self.mode, self.alpha, self.text.is_google)
        return rouge155.score(variant, self.counts(matches), self.alpha, self.text.is_google)


def rouge(
    peer: str | Text, references: str | Sequence[str | Text], types: Sequence[str | int] = TYPES, **options: Any
) -> dict[str, RougeScore]:
    """Return recall, precision and F of one summary for each type; `cliometer.rouge` explains the options."""
    settings = _settings(types, **options)
    return {name: settings.score(name, m) for name, m in settings.matches(peer, references).items()}


def rouge_average(
    evaluations: Sequence[tuple[str | Text, str | Sequence[str | Text]]],
    types: Sequence[str | int] = TYPES,
    confidence: float = 95,
    resamples: int = 1000,
    average: Unit = "texts",
    **options: Any,
) -> dict[str, Average]:
    """Average ROUGE over many summaries; `cliometer.rouge_average` explains the options."""
    settings = _settings(types, **options)
    if settings.jackknife and average != "texts":
        raise UsageError("jackknife-of-counts")
    how = Resampling(confidence, resamples)
    counts = [settings.matches(peer, references) for peer, references in arguments.pairs(evaluations)]
    return {
        name: _average(settings, name, [matches[name] for matches in counts], average, how)
        for name in settings.variants
    }


def _settings(
    types: Sequence[str | int],
    stem: bool = True,
    stop: bool = False,
    mode: Mode | None = None,
    alpha: float = 0.5,
    words: int | None = None,
    bytes: int | None = None,
    tokens: str = "rouge155",
    jackknife: bool = False,
) -> _Settings:
    text = arguments.text_settings(tokens, stem, stop)
    usual: Mode = "F" if text.is_google else "A"
    limit, weight = Limit(words or 0, bytes or 0), arguments.share(alpha)
    return _Settings(arguments.variants(types), text, limit, mode or usual, weight, jackknife)


def _average(
    settings: _Settings, name: str, matches_by_text: Sequence[Sequence[RougeMatch]], unit: Unit, how: Resampling
) -> Average:
    if unit == "texts":
        return Average(*rouge155.over_texts([settings.score(name, matches) for matches in matches_by_text], how))
    counts = [settings.counts(matches) for matches in matches_by_text]
    totals = rouge155.NOTHING
    for each in counts:
        totals = rouge155.add(totals, each)
    if unit == "counts":
        return Average(*_points(totals, settings.alpha), totals)
    return Average(*rouge155.over_tokens(counts, settings.alpha, how), totals)


def _points(totals: Counts, alpha: float) -> rouge155.Triple:
    """Return plain ratios of the totals, as intervals without width."""
    recall = totals.hits / totals.model if totals.model else 0.0
    precision = totals.hits / totals.peer if totals.peer else 0.0
    values = map(rouge155.round_score, (recall, precision, rouge155.f_measure(recall, precision, alpha)))
    first, two, three = (Interval(value, value, value) for value in values)
    return first, two, three
