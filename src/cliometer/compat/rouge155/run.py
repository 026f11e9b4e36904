"""ROUGE-1.5.5.pl: score system by system and metric by metric, and print its lines to the byte."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cmp_to_key, lru_cache
from typing import NamedTuple, TextIO

from cliometer.compat.rouge155.inputs import (
    EvaluationTexts,
    Setup,
    check_format,
    read_list,
    read_sentences,
    read_settings,
)
from cliometer.compat.rouge155.options import HELP, ScriptMetric, ScriptOptions, parse
from cliometer.errors import CliometerError
from cliometer.metrics.rouge import rouge155
from cliometer.text.tokenisation import complaint

_NUMBER = re.compile("[0-9]+")
_RULE, _DOTS = "-" * 45, "." * 45


class Result(NamedTuple):
    """One system under one metric: an average or totals, and each evaluation under its printed name."""

    system: str
    label: str
    average: rouge155.Triple | rouge155.Counts
    rows: Mapping[str, rouge155.RougeScore | rouge155.Counts]


def lines(result: Result, confidence: str, details: bool) -> Iterator[str]:
    """The block of one system and metric."""
    head = f"{result.system} {result.label}"
    yield _RULE
    if isinstance(result.average, rouge155.Counts):
        yield _totals(head, result.average)
    else:
        yield from _averages(head, result.average, confidence)
    if details:
        yield _DOTS
        for name in sorted(sorted(result.rows), key=cmp_to_key(_by_number)):
            yield f"{head} Eval {name} {_row(result.rows[name])}"


def missing(system: str, evaluation: str) -> str:
    """The warning for a system that has no text in an evaluation."""
    return f"*ROUGE Warning: test instance for peer {system} does not exist for evaluation {evaluation}"


def empty(path: str) -> str:
    """The warning for a text of which a length limit leaves nothing."""
    return f"readText: {path} -> empty text"


def _totals(head: str, counts: rouge155.Counts) -> str:
    return f"{head} M_count: {int(counts.model)} P_count: {int(counts.peer)} H_count: {int(counts.hits)}"


def _averages(head: str, average: rouge155.Triple, confidence: str) -> Iterator[str]:
    for letter, (value, low, high) in zip("RPF", average, strict=True):
        yield f"{head} Average_{letter}: {value:7.5f} ({confidence}%-conf.int. {low:7.5f} - {high:7.5f})"


def _row(row: rouge155.RougeScore | rouge155.Counts) -> str:
    if isinstance(row, rouge155.RougeScore):
        return f"R:{row.recall:7.5f} P:{row.precision:7.5f} F:{row.f:7.5f}"
    return f"R:{row.model:.15g} P:{row.peer:.15g} F:{row.hits:.15g}"  # Perl's way to print a number


def _by_number(one: str, other: str) -> int:
    """By leading number where both have one, else as text."""
    left, right = _NUMBER.match(one), _NUMBER.match(other)
    if left and right:
        return int(left[0]) - int(right[0])
    return (one > other) - (one < other)


def main(argv: Sequence[str], out: TextIO, err: TextIO) -> int:
    """Run as ROUGE-1.5.5.pl would: 0 when done, 2 with one line on `err` when call or input is wrong."""
    try:
        options = parse(argv)
        if options is None:
            out.write(HELP)
            return 0
        for result in _results(options, err):
            out.writelines(f"{line}\n" for line in lines(result, options.confidence, options.details))
    except CliometerError as error:
        err.write(f"rouge155: {error}\n")
        return 2
    return 0


class _Text(NamedTuple):
    path: str
    tokens: rouge155.Tokens
    empty: bool  # nothing left under a length limit: the script warns
    complaint: str | None  # of words that do not count, of which the script says nothing


class _Pair(NamedTuple):
    """A system's text in an evaluation and its references; no peer where the system took no part."""

    evaluation: str
    peer: _Text | None
    models: Sequence[_Text]


def _results(options: ScriptOptions, err: TextIO) -> Iterator[Result]:
    if not options.metrics:
        return
    setup = _setup(options)
    systems = setup.systems if options.system is None else [options.system]
    reader = _Reader(options)
    pairs = {system: [reader.pair(each, system) for each in setup.evaluations] for system in systems}
    _complain([pair for each in pairs.values() for pair in each], err)
    for system in systems:
        for metric in options.metrics:
            first = metric is options.metrics[0]
            yield _result(options, system, metric, pairs[system], _Warnings(err, system, first))


def _complain(pairs: Sequence[_Pair], err: TextIO) -> None:
    """One line on texts of which nothing is counted; standard output stays the script's."""
    texts = {text.path: text for pair in pairs if pair.peer for text in (pair.peer, *pair.models)}
    wrong = [text for text in texts.values() if text.complaint]
    if wrong:
        what = (wrong[0].complaint or "").partition(";")[0]
        err.write(f"note: {len(wrong)} of {len(texts)} texts count for nothing; {wrong[0].path} {what}\n")


def _setup(options: ScriptOptions) -> Setup:
    if options.list_format is not None:
        return read_list(options.path, options.list_format, options.system or "X")
    return read_settings(options.path)


class _Reader:
    """Reads and tokenises each file once."""

    def __init__(self, options: ScriptOptions) -> None:
        self._options = options
        self._text = lru_cache(maxsize=None)(self._read)

    def pair(self, evaluation: EvaluationTexts, system: str) -> _Pair:
        path = evaluation.peers.get(system)
        if path is None:
            return _Pair(evaluation.id, None, ())
        text_format = check_format(evaluation.format, evaluation.id, self._options.path)
        models = [self._text(model, text_format) for model in evaluation.models]
        return _Pair(evaluation.id, self._text(path, text_format), models)

    def _read(self, path: str, text_format: str) -> _Text:
        sentences, limit = read_sentences(path, text_format), self._options.limit
        limited = bool(limit.words or limit.bytes)
        tokens = rouge155.tokenise(sentences, self._options.text, limit)
        empty = limited and not any(limit.text(sentences))
        return _Text(path, tokens, empty, complaint(sentences, len(tokens.words), self._options.text))


class _Warnings:
    """What the script says on standard error: missing texts once, empty ones each time it reads them."""

    def __init__(self, err: TextIO, system: str, first_metric: bool) -> None:
        self._err, self._system, self._first = err, system, first_metric

    def about(self, pair: _Pair) -> None:
        if pair.peer is None:
            if self._first:
                self._err.write(missing(self._system, pair.evaluation) + "\n")
            return
        for text in (pair.peer, *pair.models):
            if text.empty:
                self._err.write(empty(text.path) + "\n")


def _result(
    options: ScriptOptions, system: str, metric: ScriptMetric, pairs: Sequence[_Pair], warnings: _Warnings
) -> Result:
    found: dict[str, rouge155.Counts] = {}
    for pair in pairs:
        warnings.about(pair)
        if pair.peer is not None:
            matches = [
                rouge155.match(metric.variant, pair.peer.tokens, model.tokens) for model in pair.models
            ]
            found[f"{pair.evaluation}.{system}"] = rouge155.combine(matches, options.mode)
    if options.unit:
        return Result(system, metric.label, _pooled(options, found), found)
    scores = {name: rouge155.score(metric.variant, counts, options.alpha) for name, counts in found.items()}
    return Result(system, metric.label, _averaged(options, scores), scores)


def _averaged(options: ScriptOptions, scores: dict[str, rouge155.RougeScore]) -> rouge155.Triple:
    return rouge155.over_texts([scores[name] for name in sorted(scores)], options.resampling)


def _pooled(options: ScriptOptions, found: dict[str, rouge155.Counts]) -> rouge155.Triple | rouge155.Counts:
    counts = [found[name] for name in sorted(found)]
    if options.unit == 1:
        return rouge155.over_tokens(counts, options.alpha, options.resampling)
    totals = rouge155.NOTHING
    for each in counts:
        totals = rouge155.add(totals, each)
    return totals
