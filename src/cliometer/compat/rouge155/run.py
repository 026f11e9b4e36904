"""ROUGE-1.5.5.pl: score system by system and metric by metric, and print its lines to the byte."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cmp_to_key, lru_cache, reduce
from typing import NamedTuple, TextIO

from cliometer.compat.rouge155.inputs import EvaluationTexts, check_format, read_list, read_sentences, read_settings
from cliometer.compat.rouge155.options import HELP, ScriptMetric, ScriptOptions, parse
from cliometer.errors import CliometerError, one_line
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
    """Yield the block of one system and metric."""
    head = f"{result.system} {result.label}"
    yield _RULE
    if isinstance(total := result.average, rouge155.Counts):
        yield f"{head} M_count: {int(total.model)} P_count: {int(total.peer)} H_count: {int(total.hits)}"
    else:
        for letter, (value, low, high) in zip("RPF", total, strict=True):
            interval = f"({confidence}%-conf.int. {low:7.5f} - {high:7.5f})"
            yield f"{head} Average_{letter}: {value:7.5f} {interval}"
    if details:
        yield _DOTS
        for name in sorted(sorted(result.rows), key=cmp_to_key(_by_number)):
            yield f"{head} Eval {name} {_row(result.rows[name])}"


def _row(row: rouge155.RougeScore | rouge155.Counts) -> str:
    if isinstance(row, rouge155.RougeScore):
        return f"R:{row.recall:7.5f} P:{row.precision:7.5f} F:{row.f:7.5f}"
    return f"R:{row.model:.15g} P:{row.peer:.15g} F:{row.hits:.15g}"  # Perl's way to print a number


def _by_number(first: str, other: str) -> int:
    """Order by leading number where both have one, else as text."""
    left, right = _NUMBER.match(first), _NUMBER.match(other)
    if left and right:
        return int(left[0]) - int(right[0])
    return (first > other) - (first < other)


def main(argv: Sequence[str], out: TextIO, err: TextIO) -> int:
    """Run as ROUGE-1.5.5.pl would: 0 when done, 2 with one line on `err` when call or input is wrong."""
    try:
        if (options := parse(argv)) is None:
            out.write(HELP)
            return 0
        for result in _results(options, err):
            out.writelines(f"{line}\n" for line in lines(result, options.confidence, options.details))
    except CliometerError as error:
        err.write(f"rouge155: {one_line(str(error))}\n")
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
    if options.list_format is not None:
        setup = read_list(options.path, options.list_format, options.system or "X")
    else:
        setup = read_settings(options.path)
    systems = setup.systems if options.system is None else [options.system]
    reader = _Reader(options)
    pairs = {system: [reader.pair(each, system) for each in setup.evaluations] for system in systems}
    _complain([pair for each in pairs.values() for pair in each], err)
    for system in systems:
        for metric in options.metrics:
            yield _result(options, system, metric, pairs[system], err)


def _complain(pairs: Sequence[_Pair], err: TextIO) -> None:
    """Write one line on texts of which nothing is counted; standard output stays the script's."""
    texts = {text.path: text for pair in pairs if pair.peer for text in (pair.peer, *pair.models)}
    if wrong := [text for text in texts.values() if text.complaint]:
        what = (wrong[0].complaint or "").partition(";")[0]
        err.write(f"note: {len(wrong)} of {len(texts)} texts count for nothing; {wrong[0].path} {what}\n")


class _Reader:
    """Reads and tokenises each file once."""

    def __init__(self, options: ScriptOptions) -> None:
        self._options = options
        self._text = lru_cache(maxsize=None)(self._read)

    def pair(self, evaluation: EvaluationTexts, system: str) -> _Pair:
        if (path := evaluation.peers.get(system)) is None:
            return _Pair(evaluation.id, None, ())
        text_format = check_format(evaluation.format, evaluation.id, self._options.path)
        models = [self._text(model, text_format) for model in evaluation.models]
        return _Pair(evaluation.id, self._text(path, text_format), models)

    def _read(self, path: str, text_format: str) -> _Text:
        sentences, limit = read_sentences(path, text_format), self._options.limit
        limited = bool(limit.words or limit.bytes)
        tokens = rouge155.tokenise(sentences, self._options.text, limit)
        empty = limited and not any(limit.cut(sentences, adding_up=True))
        return _Text(path, tokens, empty, complaint(sentences, len(tokens.words), self._options.text))


def _result(options: ScriptOptions, system: str, metric: ScriptMetric, pairs: Sequence[_Pair], err: TextIO) -> Result:
    """Score a system; the script warns of missing texts once, of empty ones each time it reads them."""
    counts_by_text: dict[str, rouge155.Counts] = {}
    for pair in pairs:
        if pair.peer is None and metric is options.metrics[0]:
            what = f"test instance for peer {system} does not exist for evaluation {pair.evaluation}"
            err.write(f"*ROUGE Warning: {what}\n")
        if pair.peer is not None:
            empty = [text.path for text in (pair.peer, *pair.models) if text.empty]
            err.writelines(f"readText: {path} -> empty text\n" for path in empty)
            matches = [rouge155.match(metric.variant, pair.peer.tokens, model.tokens) for model in pair.models]
            counts_by_text[f"{pair.evaluation}.{system}"] = rouge155.combine(matches, options.mode)
    if options.unit:
        counts = [counts_by_text[name] for name in sorted(counts_by_text)]
        if options.unit == 1:
            pooled = rouge155.over_tokens(counts, options.alpha, options.resampling)
            return Result(system, metric.label, pooled, counts_by_text)
        return Result(system, metric.label, reduce(rouge155.add, counts, rouge155.NOTHING), counts_by_text)
    scores = {name: rouge155.score(metric.variant, counts, options.alpha) for name, counts in counts_by_text.items()}
    average = rouge155.over_texts([scores[name] for name in sorted(scores)], options.resampling)
    return Result(system, metric.label, average, scores)
