"""SIMetrix's config file: `key = value`, where lines that start with `-` or `=` are comments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from cliometer.errors import FormatError, InputError, UsageError, unknown
from cliometer.io.lines import numbered_lines
from cliometer.io.notes import quoted
from cliometer.io.trec_ts.packed import read_packed


@dataclass(frozen=True)
class Config:
    """What a config file asks for; paths are relative to the working folder."""

    stem: bool = True
    stop: bool = True
    divergence: bool = True
    cosine: bool = True
    topic: bool = True
    frequency: bool = True
    cutoff: float = 10.0
    stop_file: Path | None = None
    counts_file: Path | None = None
    idf_unstemmed: Path | None = None
    idf_stemmed: Path | None = None

    @property
    def idf_file(self) -> Path | None:
        """The idf file that fits the words."""
        return self.idf_stemmed if self.stem else self.idf_unstemmed


def _yes_or_no(value: str) -> bool:
    if value.upper() not in ("Y", "N"):
        raise UsageError(f"expected Y or N, found {quoted(value)}")
    return value.upper() == "Y"


def _cutoff(value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise UsageError(f"expected a number above 0, found {quoted(value)}")
    return number


_KEYS: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "performStemming": ("stem", _yes_or_no),
    "removeStopWords": ("stop", _yes_or_no),
    "divergence": ("divergence", _yes_or_no),
    "cosineOverlap": ("cosine", _yes_or_no),
    "topicWordFeatures": ("topic", _yes_or_no),
    "frequencyFeatures": ("frequency", _yes_or_no),
    "topicWordCutoff": ("cutoff", _cutoff),
    "stopFilePath": ("stop_file", Path),
    "backgroundCorpusFreqCounts": ("counts_file", Path),
    "backgroundIdfUnstemmed": ("idf_unstemmed", Path),
    "backgroundIdfStemmed": ("idf_stemmed", Path),
}


_WHICH = "as in SIMetrix, N counts if it stands once, of other values the last"


def read_config(path: Path) -> tuple[Config, tuple[str, ...]]:
    """Read and check one; of a key that stands twice the last value counts, but N stays N, as in SIMetrix.

    SIMetrix passes over lines that it does not know; so do we, with a note each.
    """
    values: dict[str, object] = {}
    notes: list[str] = []
    for number, key, value in _settings(path):
        if key not in _KEYS:
            notes.append(f"{path}:{number}: ignored: {unknown('key', key, _KEYS)}")
            continue
        if not value:
            raise FormatError(f"expected {key} = value, found no value", path, number)
        field, read = _KEYS[key]
        if field in values:
            notes.append(f"{path}:{number}: {key} stands again; {_WHICH}")
        try:
            found = read(value)
        except UsageError as error:
            raise FormatError(f"{key}: {error}", path, number) from None
        values[field] = False if values.get(field) is False else found
    config = Config(**values)  # type: ignore[arg-type]  # each by its own parser
    _check(config, path)
    return config, tuple(notes)


def _settings(path: Path) -> Iterator[tuple[int, str, str]]:
    for number, line in numbered_lines(read_packed(path)):
        if not line or line.startswith(("-", "=")):
            continue
        key, _, value = "".join(line.split()).partition("=")
        yield number, key, value.partition("=")[0]


def _check(config: Config, path: Path) -> None:
    idf = "backgroundIdfStemmed" if config.stem else "backgroundIdfUnstemmed"
    needed = [
        (config.stop, config.stop_file, "stopFilePath", "removeStopWords = Y"),
        (config.cosine, config.idf_file, idf, "cosineOverlap = Y"),
        (config.topic, config.counts_file, "backgroundCorpusFreqCounts", "topicWordFeatures = Y"),
        (config.topic, config.idf_file, idf, "topicWordFeatures = Y"),
    ]
    for wanted, file, key, reason in needed:
        if wanted and file is None:
            raise InputError(f"{reason} needs a file: add {key} = FILE, or say N", path)
    if not any((config.divergence, config.cosine, config.topic, config.frequency)):
        raise InputError("every feature is switched off; say Y for one of them", path)
