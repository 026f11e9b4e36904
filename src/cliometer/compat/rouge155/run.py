"""The script itself: read what is needed, then score system by system and metric by metric."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TextIO

from cliometer.compat.rouge155.lines import Result, empty, lines, missing
from cliometer.compat.rouge155.options import HELP, Metric, Options, parse
from cliometer.compat.rouge155.settings import Evaluation, Setup, read_list, read_settings
from cliometer.compat.rouge155.texts import check_format, read_sentences
from cliometer.errors import CliometerError
from cliometer.metrics.rouge.bootstrap import Triple, over_texts, over_tokens
from cliometer.metrics.rouge.rouge155 import (
    NOTHING,
    Counts,
    Score,
    Tokens,
    add,
    combine,
    match,
    score,
    tokenise,
)
from cliometer.text.countability import complaint


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
    tokens: Tokens
    empty: bool  # nothing left under a length limit: the script warns
    complaint: str | None  # of words that do not count, of which the script says nothing


class _Pair(NamedTuple):
    """A system's text in an evaluation and its references; no peer where the system took no part."""

    evaluation: str
    peer: _Text | None
    models: Sequence[_Text]


def _results(options: Options, err: TextIO) -> Iterator[Result]:
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


def _setup(options: Options) -> Setup:
    if options.list_format is not None:
        return read_list(options.path, options.list_format, options.system or "X")
    return read_settings(options.path)


class _Reader:
    """Reads and tokenises each file once."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._text = lru_cache(maxsize=None)(self._read)

    def pair(self, evaluation: Evaluation, system: str) -> _Pair:
        path = evaluation.peers.get(system)
        if path is None:
            return _Pair(evaluation.id, None, ())
        text_format = check_format(evaluation.format, evaluation.id, self._options.path)
        models = [self._text(model, text_format) for model in evaluation.models]
        return _Pair(evaluation.id, self._text(path, text_format), models)

    def _read(self, path: str, text_format: str) -> _Text:
        sentences, limit = read_sentences(path, text_format), self._options.limit
        limited = bool(limit.words or limit.bytes)
        tokens = tokenise(sentences, self._options.text, limit)
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
    options: Options, system: str, metric: Metric, pairs: Sequence[_Pair], warnings: _Warnings
) -> Result:
    found: dict[str, Counts] = {}
    for pair in pairs:
        warnings.about(pair)
        if pair.peer is not None:
            matches = [match(metric.variant, pair.peer.tokens, model.tokens) for model in pair.models]
            found[f"{pair.evaluation}.{system}"] = combine(matches, options.mode)
    if options.unit:
        return Result(system, metric.label, _pooled(options, found), found)
    scores = {name: score(metric.variant, counts, options.alpha) for name, counts in found.items()}
    return Result(system, metric.label, _averaged(options, scores), scores)


def _averaged(options: Options, scores: dict[str, Score]) -> Triple:
    return over_texts([scores[name] for name in sorted(scores)], options.resampling)


def _pooled(options: Options, found: dict[str, Counts]) -> Triple | Counts:
    counts = [found[name] for name in sorted(found)]
    if options.unit == 1:
        return over_tokens(counts, options.alpha, options.resampling)
    totals = NOTHING
    for each in counts:
        totals = add(totals, each)
    return totals
