"""The `RougeScorer` of rouge-score 0.1.2, without nltk: the same scores to the last bit, many pairs at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from cliometer.compat.rouge_score.scoring import Score, ScorerError
from cliometer.errors import UncountableTextWarning, shown, warn
from cliometer.metrics.rouge import rouge155
from cliometer.metrics.rouge.batch import batch_scores
from cliometer.metrics.rouge.rouge155 import Tokens
from cliometer.metrics.rouge.variants import Variant
from cliometer.text.annotate.sentences import split_sentences
from cliometer.text.tokenisation import TextSettings, complaint

Scores = dict[str, Score]
_TYPE = re.compile(r"rouge([1-9]|L|Lsum)")


class Tokenizer(Protocol):
    """Whatever cuts a text into words."""

    def tokenize(self, text: str) -> list[str]:
        """Return the words."""


class RougeScorer:
    """Scores predictions against targets, by types such as rouge1, rouge2, rougeL and rougeLsum.

    `split_summaries` splits texts into sentences for rougeLsum, with our own rules where rouge-score asks nltk,
    or with a function of yours; otherwise a sentence is a line. A `tokenizer` replaces ours, and its stemming.

    >>> RougeScorer(["rouge1"], use_stemmer=True).score("The mice are dying", "Mice died")["rouge1"]
    Score(precision=1.0, recall=0.5, fmeasure=0.6666666666666666)
    """

    def __init__(
        self,
        rouge_types: Sequence[str],
        use_stemmer: bool = False,
        split_summaries: bool | Callable[[str], Sequence[str]] = False,
        tokenizer: Tokenizer | None = None,
    ) -> None:
        self.rouge_types = rouge_types
        if isinstance(rouge_types, str):
            raise ScorerError("rouge-types-expected", rouge_types=shown(rouge_types))
        self._variants = {name: Variant.parse(_known(name)) for name in rouge_types}
        self._settings = TextSettings("google", stem=bool(use_stemmer))
        self._own = tokenizer is not None
        self._words = tokenizer.tokenize if tokenizer is not None else self._settings.words
        self._sentences: Callable[[str], Sequence[str]] = _lines
        if split_summaries:
            self._sentences = split_summaries if callable(split_summaries) else _sentences

    def score(self, target: str, prediction: str) -> Scores:
        """Return the score of a prediction by type."""
        return self._pair(target, prediction, self._variants)

    def score_multi(self, targets: Sequence[str], prediction: str) -> Scores:
        """Return for each type the score against the target of the best F."""
        if isinstance(targets, str) or not len(targets):
            raise ScorerError("targets-expected", targets=shown(targets))
        scores = [self.score(target, prediction) for target in targets]
        return {name: max((score[name] for score in scores), key=lambda s: s.fmeasure) for name in self._variants}

    def score_batch(self, targets: Sequence[str], predictions: Sequence[str]) -> list[Scores]:
        """Return the scores of many pairs in a fraction of the time; rouge-score has no such method."""
        if len(targets) != len(predictions):
            raise ScorerError("targets-predictions-unequal", count=len(targets), predictions_count=len(predictions))
        pairs = [_texts(*pair) for pair in zip(targets, predictions, strict=True)]
        if self._own or not self._variants:
            return [self._pair(*pair, self._variants) for pair in pairs]
        scores: dict[str, list[Score]] = {}
        groups: dict[Callable[[str], Sequence[str]], dict[str, Variant]] = {}
        for name, variant in self._variants.items():  # lines have the words of the whole text
            cut = self._sentences if variant.summary or self._sentences is _lines else _whole
            groups.setdefault(cut, {})[name] = variant
        for cut, variants in groups.items():
            ours, theirs = [cut(prediction) for _, prediction in pairs], [[cut(target)] for target, _ in pairs]
            warns = cut is _whole or _whole not in groups  # once for all types
            for name, triples in batch_scores(ours, theirs, variants, self._settings, warns=warns).items():
                scores[name] = [Score(precision, recall, f) for recall, precision, f in triples]
        columns = [scores[name] for name in self._variants]
        return [dict(zip(self._variants, scores, strict=True)) for scores in zip(*columns, strict=True)]

    def _pair(self, target: str, prediction: str, variants: Mapping[str, Variant]) -> Scores:
        texts = _texts(prediction, target)
        whole = [self._words(text) for text in texts]
        plain = [Tokens(words, [words], self._settings) for words in whole]
        split = plain
        if any(variant.summary for variant in variants.values()):
            lines = [[self._words(line) for line in self._sentences(text)] for text in texts]
            split = [Tokens([w for line in text for w in line], text, self._settings) for text in lines]
        for text, words in zip(texts, whole, strict=True):
            what = None if self._own else complaint([text], len(words), self._settings)
            if what is not None:
                warn(f"a text {what}", UncountableTextWarning)
        counted = {name: rouge155.counts(v, *(split if v.summary else plain)) for name, v in variants.items()}
        scores = {name: rouge155.score(variants[name], counts, 0.5, exact=True) for name, counts in counted.items()}
        return {name: Score(score.precision, score.recall, score.f) for name, score in scores.items()}


def _texts(first: str, other: str) -> tuple[str, str]:
    for text in (first, other):
        if not isinstance(text, str):
            raise ScorerError("string-expected", text=shown(text))
    return first, other


def _whole(text: str) -> list[str]:
    return [text]


def _lines(text: str) -> list[str]:
    return text.split("\n")


def _sentences(text: str) -> list[str]:
    return [sentence.text for sentence in split_sentences(text)]


def _known(name: str) -> str:
    match = _TYPE.fullmatch(name) if isinstance(name, str) else None
    if match is None:
        raise ScorerError("rouge-type-invalid", name=shown(name))
    return match[1]
