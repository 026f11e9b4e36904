"""SIMetrix's own files: `word count`, `word idf` under the number of documents, and a stop word a line."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.lines import numbered_lines
from cliometer.io.notes import quoted
from cliometer.io.trec_ts.packed import read_packed
from cliometer.model.backgrounds import Background, Form

_Line = tuple[int, str]


def read_counts(path: Path) -> Background:
    """A file of counts, `word count`; the counts of a word that stands twice add up."""
    return counts_of(read_packed(path), path, Form("word", stop=False, tokens=""))


def read_idf(path: Path) -> Background:
    """A file of inverse document frequencies: the number of documents, then `word idf`."""
    return idf_of(read_packed(path), path, Form("word", stop=False, tokens=""))


def read_stop_words(path: Path) -> frozenset[str]:
    """A stop word a line, in any encoding that extends ASCII: SIMetrix's words hold nothing else."""
    return frozenset(line.lower() for _, line in _filled(read_packed(path, "replace")))


def counts_of(text: str, path: Path, form: Form) -> Background:
    """The counts of a text as if it stood in the file `path`."""
    counts: dict[str, float] = {}
    whole, remark = _without_cut_line(text, path)
    for number, line in _filled(whole):
        word, times = _row(line, number, path, int, "word count")
        counts[word] = counts.get(word, 0) + times
    return Background(form, counts, name=path.name, remark=remark)


def idf_of(text: str, path: Path, form: Form) -> Background:
    """The frequencies of documents that the logarithms come from: D / e^idf."""
    whole, remark = _without_cut_line(text, path)
    lines = _filled(whole)
    documents = _documents(next(lines, (1, "")), path)
    df: dict[str, float] = {}
    for number, line in lines:
        word, idf = _row(line, number, path, float, "word idf")
        df[word] = documents * math.exp(-idf)
    if not df:
        raise FormatError("holds no word below the number of documents; expected `word idf`", path)
    return Background(form, {}, df, documents, path.name, remark)


def _without_cut_line(text: str, path: Path) -> tuple[str, str]:
    """A copy that ends in the middle of a line goes round; its last word is left out, and that is said."""
    before, _, last = text.rpartition("\n")
    if not before or len(last.split()) != 1:
        return text, ""
    place, word = f"{path}:{before.count(chr(10)) + 2}", quoted(last.strip())
    return before, f"{place}: the file ends in the middle of a line; words from {word} on count as unknown"


def _filled(text: str) -> Iterator[_Line]:
    return ((number, line) for number, line in numbered_lines(text) if line)


def _documents(first: _Line, path: Path) -> int:
    number, line = first
    if not line.isdecimal() or int(line) < 1:
        raise FormatError(f"expected the number of documents, found {quoted(line)}", path, number)
    return int(line)


def _row(line: str, number: int, path: Path, read: Callable[[str], float], shape: str) -> tuple[str, float]:
    fields = line.split()
    try:
        word, spelled = fields
        value = read(spelled)
    except ValueError:
        cut = "; if the file was cut here, fetch it again" if len(fields) == 1 else ""
        raise FormatError(f"expected `{shape}`, found {quoted(line)}{cut}", path, number) from None
    if not 0 <= value < math.inf:
        raise FormatError(f"expected a number from 0 on, found {quoted(spelled)}", path, number)
    return word, value
