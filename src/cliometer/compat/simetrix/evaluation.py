"""Score every pair of a mapping file; each text and each background file is read once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from cliometer.compat.simetrix.config import Config
from cliometer.compat.simetrix.features import features
from cliometer.compat.simetrix.mapping import Pair
from cliometer.compat.simetrix.tables import Scored
from cliometer.errors import InputError
from cliometer.io.backgrounds.simetrix import read_counts, read_idf, read_stop_words
from cliometer.io.text_file import missing
from cliometer.model.backgrounds import Background, Form
from cliometer.text.source_words import Counts, count, formed

_NOTHING = Background(Form(), {})


@dataclass(frozen=True)
class Evaluation:
    """The pairs and how they are to be scored."""

    pairs: list[Pair]
    config: Config
    mapping: Path

    def run(self) -> list[Scored]:
        """The features of all pairs, in the order of the mapping file."""
        return [
            Scored(pair.input, pair.system, features(A, B, self.config, self._counts, self._idf))
            for pair, A, B in self._texts()
        ]

    def _texts(self) -> Iterator[tuple[Pair, Counts, Counts]]:
        inputs: dict[Path, Counts] = {}
        for pair in self.pairs:
            if pair.input_path not in inputs:
                inputs[pair.input_path] = self._input(pair)
            yield pair, inputs[pair.input_path], self._counted(pair.summary_path, pair)

    def _input(self, pair: Pair) -> Counts:
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

    def _counted(self, path: Path, pair: Pair) -> Counts:
        """A file, or all files of a folder, hidden ones too, as SIMetrix takes them."""
        if not path.exists():
            raise InputError(str(missing(path)), self.mapping, pair.line)
        files = sorted(path.iterdir()) if path.is_dir() else [path]
        return count((_text(file) for file in files), self._form, self._stop)

    @cached_property
    def _form(self) -> Form:
        return Form("stem" if self.config.stem else "word", self.config.stop, "simetrix")

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
