"""`cliometer compat simetrix MAPPING CONFIG`: SIMetrix's scores of summaries against their inputs.

Reads SIMetrix's mapping file (input, system, path of the input, path of the summary; a folder stands for all
its files) and config file, and writes MAPPING.ieval.micro and MAPPING.ieval.macro beside the mapping file, as
SIMetrix does. Paths are relative to the working folder.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from decimal import ROUND_HALF_EVEN, Decimal
from functools import cached_property, reduce
from itertools import chain
from operator import add
from pathlib import Path
from typing import TextIO

from cliometer.errors import FormatError, InputError, UsageError, unknown
from cliometer.grouping import by_key
from cliometer.io.backgrounds import counts_of, idf_of, read_stop_words
from cliometer.io.lines import numbered_lines
from cliometer.io.text_files import missing, open_packed, read_bare_text, refuse_existing, write_whole
from cliometer.metrics.sources import formulas
from cliometer.model.documents import Background, WordForm
from cliometer.model.notes import Note
from cliometer.spelling import quoted
from cliometer.text.source_words import Counts, count, formed


def _yes_or_no(value: str) -> bool:
    if value.upper() not in ("Y", "N"):
        raise UsageError("yes-or-no-expected", value=quoted(value))
    return value.upper() == "Y"


def _cutoff(value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise UsageError("positive-number-expected", value=quoted(value))
    return number


@dataclass(frozen=True)
class SimetrixConfig:
    """What a config file asks for; paths are relative to the working folder."""

    stem: bool = field(default=True, metadata={"key": "performStemming", "read": _yes_or_no})
    stop: bool = field(default=True, metadata={"key": "removeStopWords", "read": _yes_or_no})
    divergence: bool = field(default=True, metadata={"key": "divergence", "read": _yes_or_no})
    cosine: bool = field(default=True, metadata={"key": "cosineOverlap", "read": _yes_or_no})
    topic: bool = field(default=True, metadata={"key": "topicWordFeatures", "read": _yes_or_no})
    frequency: bool = field(default=True, metadata={"key": "frequencyFeatures", "read": _yes_or_no})
    cutoff: float = field(default=10.0, metadata={"key": "topicWordCutoff", "read": _cutoff})
    stop_file: Path | None = field(default=None, metadata={"key": "stopFilePath", "read": Path})
    counts_file: Path | None = field(default=None, metadata={"key": "backgroundCorpusFreqCounts", "read": Path})
    idf_unstemmed: Path | None = field(default=None, metadata={"key": "backgroundIdfUnstemmed", "read": Path})
    idf_stemmed: Path | None = field(default=None, metadata={"key": "backgroundIdfStemmed", "read": Path})

    @property
    def idf_file(self) -> Path | None:
        """The idf file that fits the words."""
        return self.idf_stemmed if self.stem else self.idf_unstemmed


_KEYS = {member.metadata["key"]: member for member in fields(SimetrixConfig)}
_WHICH = "as in SIMetrix, N counts wherever it appears; of other values the last counts"


def read_config(path: Path) -> tuple[SimetrixConfig, tuple[str, ...]]:
    """Read and check one; of a key that appears twice the last value counts, but N stays N, as in SIMetrix.

    SIMetrix passes over lines that it does not know; so do we, with a note each.
    """
    values: dict[str, object] = {}
    notes: list[str] = []
    for number, key, value in _settings(path):
        if key not in _KEYS:
            notes.append(Note.of("key-ignored", path=path, number=number, unknown=unknown("key", key, _KEYS)))
            continue
        if not value:
            raise FormatError("key-without-value", path, number, key=key)
        member = _KEYS[key]
        if member.name in values:
            notes.append(Note.of("key-again", path=path, number=number, key=key, which=_WHICH))
        try:
            parsed = member.metadata["read"](value)
        except UsageError as error:
            raise FormatError.like(error).inside(key).at(path, number) from None
        values[member.name] = False if values.get(member.name) is False else parsed
    config = SimetrixConfig(**values)  # type: ignore[arg-type]  # each by its own parser
    _check(config, path)
    return config, tuple(notes)


def _settings(path: Path) -> Iterator[tuple[int, str, str]]:
    for number, line in numbered_lines(read_bare_text(path)):
        if not line or line.startswith(("-", "=")):
            continue
        key, _, value = "".join(line.split()).partition("=")
        yield number, key, value.partition("=")[0]


def _check(config: SimetrixConfig, path: Path) -> None:
    idf = "backgroundIdfStemmed" if config.stem else "backgroundIdfUnstemmed"
    needed = [
        (config.stop, config.stop_file, "stopFilePath", "removeStopWords = Y"),
        (config.cosine, config.idf_file, idf, "cosineOverlap = Y"),
        (config.topic, config.counts_file, "backgroundCorpusFreqCounts", "topicWordFeatures = Y"),
        (config.topic, config.idf_file, idf, "topicWordFeatures = Y"),
    ]
    for wanted, file, key, reason in needed:
        if wanted and file is None:
            raise InputError("feature-needs-file", path, reason=reason, key=key)
    if not any((config.divergence, config.cosine, config.topic, config.frequency)):
        raise InputError("features-all-off", path)


_SHAPE = "input system path-of-input path-of-summary, separated by blanks"


@dataclass(frozen=True)
class MappingLine:
    """A summary and its input, as a line of the mapping file names them."""

    input: str
    system: str
    input_path: Path
    summary_path: Path
    line: int


def read_mapping(path: Path) -> list[MappingLine]:
    """Return the pairs of a file, in its order; blank lines at its end are forgiven."""
    lines = list(numbered_lines(read_bare_text(path).rstrip()))
    if lines == [(1, "")]:
        raise FormatError("mapping-empty", path, shape=_SHAPE)
    return [_pair(line, number, path) for number, line in lines]


def _pair(line: str, number: int, path: Path) -> MappingLine:
    fields = line.split()
    if len(fields) != 4:
        content = f"{len(fields)} fields, {quoted(line)}" if fields else "a blank line"
        raise FormatError("unexpected-value", path, number, what=_SHAPE, value=content)
    return MappingLine(fields[0], fields[1], Path(fields[2]), Path(fields[3]), number)


_FIVE_PLACES = Decimal("0.00001")
_ODD_ONE = 5e-6  # a little above the half, but Java, which finds no digit before it, rounds it down


def decimal_format(value: float) -> str:
    """Format as DecimalFormat `0.#####`: at most five places, halves to even, a negative that rounds to 0 is `-0`."""
    exact = Decimal(value) if abs(value) != _ODD_ONE else Decimal(0).copy_sign(Decimal(value))
    rounded = exact.quantize(_FIVE_PLACES, ROUND_HALF_EVEN)
    return f"{rounded:f}".rstrip("0").rstrip(".")


def hashtable_order(keys: Iterable[str]) -> list[str]:
    """Return distinct keys as java.util.Hashtable lists them after they were put in this order."""
    table: list[list[str]] = [[] for _ in range(11)]
    for number, key in enumerate(dict.fromkeys(keys)):
        waiting = [key]
        if number >= int(len(table) * 0.75):  # its load factor
            waiting = [*chain.from_iterable(reversed(table)), key]
            table = [[] for _ in range(2 * len(table) + 1)]
        for each in waiting:
            table[_hash(each) % len(table)].insert(0, each)
    return list(chain.from_iterable(reversed(table)))


def _hash(key: str) -> int:
    """Return Java's String.hashCode without its sign."""
    units = key.encode("utf-16-be", "surrogatepass")
    code = 0
    for high, low in zip(units[::2], units[1::2], strict=True):
        code = (31 * code + (high << 8 | low)) & 0xFFFFFFFF
    return code & 0x7FFFFFFF


@dataclass(frozen=True)
class SummaryFeatures:
    """The features of one summary."""

    input: str
    system: str
    features: Mapping[str, float]

    @property
    def printed(self) -> list[str]:
        """The numbers of the summary as the files have them."""
        return [decimal_format(value) for value in self.features.values()]


def micro(scored: Sequence[SummaryFeatures]) -> str:
    """Return `MAPPING.ieval.micro`: one line for each summary, in the order of the mapping file."""
    head = ["inputId", "sysId", *scored[0].features]
    return _lines([head, *([row.input, row.system, *row.printed] for row in scored)])


def macro(scored: Sequence[SummaryFeatures]) -> str:
    """Return `MAPPING.ieval.macro`: means of the numbers as printed, systems in the order of SIMetrix's table."""
    rows = by_key((row.system, [float(spelled) for spelled in row.printed]) for row in scored)
    head = ["sysId", *(f"Avg{name}" for name in scored[0].features)]
    # added one after the other, as Java adds, so that halves are rounded to the same side
    means = {
        system: [decimal_format(reduce(add, column, 0.0) / len(table)) for column in zip(*table, strict=True)]
        for system, table in rows.items()
    }
    return _lines([head, *([system, *means[system]] for system in hashtable_order(rows))])


def lacking(scored: Sequence[SummaryFeatures]) -> list[str]:
    """Return notes on systems that have fewer summaries than others."""
    numbers = Counter(row.system for row in scored)
    most = max(numbers.values())
    return [
        f"{system}: only {number} of {most} summaries; its means are over those"
        for system, number in numbers.items()
        if number < most
    ]


def _lines(rows: Sequence[Sequence[str]]) -> str:
    return "".join(" ".join(row) + "\n" for row in rows)


def features(
    A: Counts, B: Counts, config: SimetrixConfig, counts: Background, idf: Background
) -> Iterator[tuple[str, float]]:
    """Yield the features that the config asks for, by their names in SIMetrix."""
    if config.divergence:
        yield "KLInputSummary", formulas.kl_input_summary(A, B)
        yield "KLSummaryInput", formulas.kl_summary_input(A, B)
        yield "unsmoothedJSD", formulas.jsd(A, B)
        yield "smoothedJSD", formulas.jsd(A, B, smooth=True)
    if config.cosine:
        yield "cosineAllWords", formulas.tf_idf_cosine(A, B, idf)
    if config.topic:
        words = formulas.topic_words(A, counts, "simetrix", config.cutoff)
        yield "percentTopicTokens", formulas.topic_tokens(words, B)
        yield "fractionTopicWords", formulas.fraction_of_topic_words(words, B)
        yield "topicWordOverlap", formulas.tf_idf_cosine({word: A[word] for word in words}, B, idf)
    if config.frequency:
        yield "unigramProb", formulas.unigram(A, B)
        yield "multinomialProb", formulas.multinomial(A, B)


_NOTHING = Background(WordForm(), {})


def _decoded(files: Iterable[Path]) -> Iterator[str]:
    """Yield the whole text of each file; bytes that are no UTF-8 become signs, since SIMetrix reads any file."""
    for file in files:
        with open_packed(file) as stream:
            yield stream.read().decode("utf-8", "replace")


@dataclass(frozen=True)
class SimetrixEvaluation:
    """The pairs and how they are to be scored."""

    pairs: list[MappingLine]
    config: SimetrixConfig
    mapping: Path

    def run(self) -> list[SummaryFeatures]:
        """Return the features of all pairs, in the order of the mapping file."""
        return [
            SummaryFeatures(pair.input, pair.system, dict(features(A, B, self.config, self._counts, self._idf)))
            for pair, A, B in self._texts()
        ]

    def _texts(self) -> Iterator[tuple[MappingLine, Counts, Counts]]:
        inputs: dict[Path, Counts] = {}
        for pair in self.pairs:
            path = pair.input_path
            if path not in inputs:
                inputs[path] = self._counted(path, pair)
            if not inputs[path]:  # it has no divergence: SIMetrix prints infinities for it, and then crashes
                raise InputError("input-without-words", self.mapping, pair.line, path=path)
            yield pair, inputs[path], self._counted(pair.summary_path, pair)

    @property
    def notes(self) -> list[str]:
        """What was noticed about the background files that are used."""
        return [background.remark for background in (self._counts, self._idf) if background.remark]

    def _counted(self, path: Path, pair: MappingLine) -> Counts:
        """Return a file, or all files of a folder, hidden ones too, as SIMetrix takes them."""
        if not path.exists():
            raise missing(path).inside(str(path)).at(self.mapping, pair.line)
        files = sorted(path.iterdir()) if path.is_dir() else [path]
        return count(_decoded(files), self._form, self._stop)

    @cached_property
    def _form(self) -> WordForm:
        return WordForm("stem" if self.config.stem else "word", self.config.stop, "simetrix")

    @cached_property
    def _stop(self) -> frozenset[str]:
        used = self.config.stop and self.config.stop_file
        return read_stop_words(self.config.stop_file) if used and self.config.stop_file else frozenset()

    @cached_property
    def _counts(self) -> Background:
        """The background as it stands, stemmed but not rid of stop words."""
        if not self.config.topic or self.config.counts_file is None:
            return _NOTHING
        background = counts_of(read_bare_text(self.config.counts_file), self.config.counts_file)
        return replace(background, counts=formed(background.counts, self._form, frozenset()))

    @cached_property
    def _idf(self) -> Background:
        file = self.config.idf_file if self.config.cosine or self.config.topic else None
        return idf_of(read_bare_text(file), file) if file else _NOTHING


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Read, score, write the two files and name them."""
    config, notes = read_config(args.config)
    evaluation = SimetrixEvaluation(read_mapping(args.mapping), config, args.mapping)
    scored = evaluation.run()
    err.writelines(f"note: {note}\n" for note in (*notes, *evaluation.notes, *lacking(scored)))
    texts = {"micro": micro(scored), "macro": macro(scored)}
    paths = {ending: Path(f"{args.mapping}.ieval.{ending}") for ending in texts}
    for path in paths.values():
        refuse_existing(path, force=True)  # both, before one is written
    for ending, path in paths.items():
        write_whole(path, texts[ending], force=True)
    out.writelines(f"{path}\n" for path in paths.values())
    return 0
