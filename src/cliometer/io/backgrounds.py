"""Backgrounds in files: ours, SIMetrix's and wordfreq's, packed with gzip or not, recognised by content.

Ours starts with a line of JSON that says what was counted, whose fields but `total` are needed; then each line has a
word, its count and its number of documents, with tabs between them. Words are sorted, so that the same corpus
gives the same bytes, and a file whose name ends in `.gz` is packed. SIMetrix's files hold `word count`, or the
number of documents and then `word idf`, or a stop word a line.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import ClassVar

from cliometer.errors import FormatError, UsageError, remedy
from cliometer.io.frames import DocumentResult
from cliometer.io.json_values import json_document
from cliometer.io.lines import Notebook, first_line, numbered_lines
from cliometer.io.text_files import read_bare_text, read_start, write_whole
from cliometer.model.documents import UNITS, Background, WordForm
from cliometer.model.records import OMITTED, encode
from cliometer.spelling import listed, quoted, whole_number

FORMAT = "cliometer-background"
_WORDS = WordForm("word", stop=False, tokens="")  # of the files of SIMetrix


def write_background(path: Path, background: Background, force: bool = False) -> None:
    """Write it whole or not at all."""
    write_whole(path, spelled(background), force)


def spelled(background: Background) -> str:
    """Return the text of the file of a background."""
    form, counts, df = background.form, background.counts, background.df
    size = background.documents, len(counts), background.total
    head = _Head(FORMAT, 1, form.unit, form.stop, form.tokens, *size)
    rows = [f"{word}\t{counts[word]}\t{df.get(word, 0)}\n" for word in sorted(counts)]
    return json.dumps(encode(head)) + "\n" + "".join(rows)


def parse_background(text: str, path: Path) -> Background:
    """Return the background of a text as if it stood in the file `path`."""
    head = _head(text.partition("\n")[0], path)
    counts: dict[str, float] = {}
    df: dict[str, float] = {}
    for number, line in enumerate(text.split("\n")[1:], start=2):
        word, *cells = line.split("\t")
        numbers = [count for cell in cells if (count := whole_number(cell, 0)) is not None]
        if line and not len(cells) == len(numbers) == 2:
            raise FormatError("background-line-malformed", path, number, line=quoted(line))
        if line:
            counts[word], df[word] = numbers
    if len(counts) != head.words:
        raise FormatError("background-cut", path, count=len(counts), words=head.words)
    return Background(WordForm(head.unit, head.stop, head.tokens), counts, df, head.documents, path.name)


@dataclass(frozen=True)
class _Head:
    format: str
    version: int
    unit: str
    stop: bool
    tokens: str
    documents: int
    words: int
    total: float = 0


def _head(line: str, path: Path) -> _Head:
    node = json_document(line, Notebook(path), f"the head of a {FORMAT} file")
    head = replace(node, line=1).read(_Head)
    if (head.format, head.version) != (FORMAT, 1) or head.unit not in UNITS:
        raise FormatError(
            "background-head-expected", path, 1, format=FORMAT, units=listed(UNITS, last=" or "), line=quoted(line)
        )
    return head


def read_stop_words(path: Path) -> frozenset[str]:
    """Read stop words, one a line, in any encoding that extends ASCII: those of SIMetrix hold nothing else."""
    return frozenset(line.lower() for _, line in _filled(read_bare_text(path, "replace")))


def counts_of(text: str, path: Path, form: WordForm = _WORDS) -> Background:
    """Return the counts of a text, `word count`; the counts of a word that appears twice add up."""
    counts: dict[str, float] = {}
    whole, remark = _without_cut_line(text, path)
    for number, line in _filled(whole):
        word, times = _simetrix_row(line, number, path, _count, "word count")
        counts[word] = counts.get(word, 0) + times
    return Background(form, counts, name=path.name, remark=remark)


def idf_of(text: str, path: Path, form: WordForm = _WORDS) -> Background:
    """Return the frequencies of documents, D / e^idf, of a text: the number D, then `word idf` on each line."""
    whole, remark = _without_cut_line(text, path)
    lines = _filled(whole)
    first, total = next(lines, (1, ""))
    if (documents := whole_number(total, 1)) is None:
        raise FormatError("document-count-expected", path, first, line=quoted(total))
    df: dict[str, float] = {}
    for number, line in lines:
        word, idf = _simetrix_row(line, number, path, float, "word idf")
        df[word] = documents * math.exp(-idf)
    if not df:
        raise FormatError("idf-without-words", path)
    return Background(form, {}, df, documents, path.name, remark)


def _without_cut_line(text: str, path: Path) -> tuple[str, str]:
    """Return a text without a last line that is cut off, as in a copy that is often passed on, and a remark on it."""
    before, _, last = text.rpartition("\n")
    if not before or len(last.split()) != 1:
        return text, ""
    place, word = f"{path}:{before.count(chr(10)) + 2}", quoted(last.strip())
    return before, f"{place}: the file ends in the middle of a line; words from {word} on count as unknown"


def _filled(text: str) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in numbered_lines(text) if line)


def _count(spelled: str) -> int:
    if (number := whole_number(spelled)) is None:
        raise ValueError
    return number


def _simetrix_row(line: str, number: int, path: Path, read: Callable[[str], float], shape: str) -> tuple[str, float]:
    fields = line.split()
    try:
        word, spelled = fields
        value = read(spelled)
    except ValueError:
        cut = "; if the file was cut here, fetch it again" if len(fields) == 1 else ""
        raise FormatError("background-shape-expected", path, number, shape=shape, line=quoted(line), cut=cut) from None
    if not 0 <= value < math.inf:
        raise FormatError("count-expected", path, number, spelled=quoted(spelled))
    return word, value


SIZE = 1_000_000  # wordfreq knows shares only; the test for topic words needs a number of words


def read_wordfreq() -> Background:
    """Read the smaller list of the package wordfreq, scaled to a million words."""
    try:
        import wordfreq
    except ImportError:
        raise UsageError("wordfreq-missing", remedy=remedy("wordfreq")) from None
    shares = wordfreq.get_frequency_dict("en", wordlist="small")
    form = WordForm("word", stop=False, tokens="")
    return Background(form, {word: SIZE * share for word, share in shares.items()}, name="wordfreq")


_COUNT = re.compile(r"\S+[ \t]+\d+")
_TOTAL_AND_COUNTS = re.compile(r"\d+\s+\S+[ \t]+\d+\s*(\n|$)")
WORDFREQ = "wordfreq"
_HEAD = 400  # bytes in which a background of ours names itself


def read_background(path: str | PathLike[str]) -> Background:
    """Read a file of counts or of document frequencies; `wordfreq` is the package's list of English words."""
    if str(path) == WORDFREQ:
        return read_wordfreq()
    file = Path(path)
    text = read_bare_text(file)
    first = first_line(text)
    if not first:
        raise FormatError("background-empty", file)
    if _is_ours(first):
        return parse_background(text, file)
    # what a file of SIMetrix counts only its name says, such as bgIdfValues.stemmed.txt
    is_stemmed = "stemmed" in file.name and "unstemmed" not in file.name
    form = WordForm("stem" if is_stemmed else "word", stop=False, tokens="")
    if _TOTAL_AND_COUNTS.match(text):
        return counts_of("\n" + text.partition("\n")[2], file, form)  # the lines keep their numbers
    if whole_number(first) is not None:
        return idf_of(text, file, form)
    if _COUNT.fullmatch(first):
        return counts_of(text, file, form)
    raise FormatError("background-not-recognised", file, 1, first=quoted(first))


def holds_counts(path: Path) -> bool:
    """Return whether a path is a background already, ours or another, and not a corpus to count."""
    if str(path) == WORDFREQ and not path.exists():
        return True
    first = first_line(read_start(path, _HEAD).decode("utf-8", "replace")) if path.is_file() else ""
    return _is_ours(first) or whole_number(first) is not None or _COUNT.fullmatch(first) is not None


def is_background(path: Path) -> bool:
    """Return whether a file, which may hold anything, says that it is a background of ours."""
    return _is_ours(read_start(path, _HEAD).decode("utf-8", "replace"))


def _is_ours(first: str) -> bool:
    return first.startswith("{") and FORMAT in first


@dataclass(frozen=True)
class BackgroundSummary:
    """The size of a background, and its most frequent words; a number that it does not know is 0."""

    name: str
    holds: str
    unit: str
    tokens: str
    documents: int
    distinct: int
    total: float
    sha256: str
    most_frequent: Mapping[str, float]

    @classmethod
    def of(cls, background: Background, top: int) -> BackgroundSummary:
        """Describe a background, with so many of its words."""
        counts, form = background.counts, background.form
        words = sorted(counts, key=lambda word: (-counts[word], word))[:top]
        sizes = background.documents, len(counts) or len(background.df), background.total
        names = background.name, str(form), form.unit, form.tokens or "unknown"
        return cls(*names, *sizes, background.sha256, {word: counts[word] for word in words})

    def __str__(self) -> str:
        rows = {name: getattr(self, name) for name in ("name", "holds", "tokens")}
        for name in ("documents", "distinct", "total"):
            rows[name] = f"{round(getattr(self, name)):,}" if getattr(self, name) else "unknown"
        words = (f"{word} {times:g}" for word, times in self.most_frequent.items())
        rows |= {"sha256": self.sha256, "frequent": ", ".join(words) or "no counts"}
        return "\n".join(f"{name:<10}  {value}" for name, value in rows.items())


@dataclass(frozen=True)
class Backgrounds(DocumentResult):
    """What `cliometer convert --to background` prints: the size of each background and its most frequent words."""

    kind: ClassVar[str] = "backgrounds"
    tables: ClassVar[Mapping[str, str]] = {"backgrounds": "backgrounds"}
    backgrounds: Sequence[BackgroundSummary]
    notes: Sequence[str] = field(default=(), metadata=OMITTED)

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.backgrounds))
