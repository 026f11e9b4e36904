"""`cliometer compat simetrix MAPPING CONFIG`: SIMetrix's scores of summaries against their inputs.

Reads SIMetrix's mapping file (input, system, path of the input, path of the summary; a folder stands for all
its files) and config file, and writes MAPPING.ieval.micro and MAPPING.ieval.macro beside the mapping file, as
SIMetrix does. Paths are relative to the working folder.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TextIO

from cliometer.compat.simetrix_files import (
    MappingLine,
    SimetrixConfig,
    SummaryFeatures,
    lacking,
    macro,
    micro,
    read_config,
    read_mapping,
)
from cliometer.errors import InputError
from cliometer.io.backgrounds import read_counts, read_idf, read_stop_words
from cliometer.io.text_files import missing, refuse_existing, write_whole
from cliometer.metrics.sources.formulas import (
    fraction_of_topic_words,
    jsd,
    kl_input_summary,
    kl_summary_input,
    multinomial,
    tf_idf_cosine,
    topic_tokens,
    topic_words,
    unigram,
)
from cliometer.model.documents import Background, WordForm
from cliometer.text.source_words import Counts, count, formed


def features(
    A: Counts, B: Counts, config: SimetrixConfig, counts: Background, idf: Background
) -> dict[str, float]:
    """Those that the config asks for, by their names in SIMetrix."""
    return dict(_features(A, B, config, counts, idf))


def _features(
    A: Counts, B: Counts, config: SimetrixConfig, counts: Background, idf: Background
) -> Iterator[tuple[str, float]]:
    if config.divergence:
        yield "KLInputSummary", kl_input_summary(A, B)
        yield "KLSummaryInput", kl_summary_input(A, B)
        yield "unsmoothedJSD", jsd(A, B)
        yield "smoothedJSD", jsd(A, B, smooth=True)
    if config.cosine:
        yield "cosineAllWords", tf_idf_cosine(A, B, idf)
    if config.topic:
        words = topic_words(A, counts, "simetrix", config.cutoff)
        yield "percentTopicTokens", topic_tokens(words, B)
        yield "fractionTopicWords", fraction_of_topic_words(words, B)
        yield "topicWordOverlap", tf_idf_cosine({word: A[word] for word in words}, B, idf)
    if config.frequency:
        yield "unigramProb", unigram(A, B)
        yield "multinomialProb", multinomial(A, B)


_NOTHING = Background(WordForm(), {})


@dataclass(frozen=True)
class SimetrixEvaluation:
    """The pairs and how they are to be scored."""

    pairs: list[MappingLine]
    config: SimetrixConfig
    mapping: Path

    def run(self) -> list[SummaryFeatures]:
        """The features of all pairs, in the order of the mapping file."""
        return [
            SummaryFeatures(pair.input, pair.system, features(A, B, self.config, self._counts, self._idf))
            for pair, A, B in self._texts()
        ]

    def _texts(self) -> Iterator[tuple[MappingLine, Counts, Counts]]:
        inputs: dict[Path, Counts] = {}
        for pair in self.pairs:
            if pair.input_path not in inputs:
                inputs[pair.input_path] = self._input(pair)
            yield pair, inputs[pair.input_path], self._counted(pair.summary_path, pair)

    def _input(self, pair: MappingLine) -> Counts:
        """An input without a word has no divergence: SIMetrix prints infinities for it, and then crashes."""
        found = self._counted(pair.input_path, pair)
        if not found:
            message = f"input {pair.input_path} holds no word that counts; nothing is scored against it"
            raise InputError(message, self.mapping, pair.line)
        return found

    @property
    def notes(self) -> list[str]:
        """What was noticed about the background files that are used."""
        return [found.remark for found in (self._counts, self._idf) if found.remark]

    def _counted(self, path: Path, pair: MappingLine) -> Counts:
        """A file, or all files of a folder, hidden ones too, as SIMetrix takes them."""
        if not path.exists():
            raise InputError(str(missing(path)), self.mapping, pair.line)
        files = sorted(path.iterdir()) if path.is_dir() else [path]
        return count((_text(file) for file in files), self._form, self._stop)

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
        found = read_counts(self.config.counts_file)
        return replace(found, counts=formed(found.counts, self._form, frozenset()))

    @cached_property
    def _idf(self) -> Background:
        is_used = self.config.cosine or self.config.topic
        return read_idf(self.config.idf_file) if is_used and self.config.idf_file else _NOTHING


def _text(file: Path) -> str:
    """Bytes that are no UTF-8 are signs, not words: SIMetrix reads whatever it is given."""
    try:
        return file.read_bytes().decode("utf-8", "replace")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", file) from None


def configure(parser: argparse.ArgumentParser) -> None:
    """The two arguments of SIMetrix."""
    parser.add_argument("mapping", type=Path, metavar="MAPPING", help="input system input-path summary-path")
    parser.add_argument(
        "config", type=Path, metavar="CONFIG", help="key = value, such as performStemming = Y"
    )


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


def main(argv: Sequence[str], parser: argparse.ArgumentParser, out: TextIO, err: TextIO) -> int:
    """Parse and run."""
    configure(parser)
    return run(parser.parse_args(argv), out, err)
