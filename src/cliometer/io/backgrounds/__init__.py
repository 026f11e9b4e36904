"""Backgrounds in files: ours, SIMetrix's, packed with gzip or not, recognised by content."""

from __future__ import annotations

import re
import zlib
from os import PathLike
from pathlib import Path

from cliometer.errors import FormatError
from cliometer.io.backgrounds.native import FORMAT, parse_background, write_background
from cliometer.io.backgrounds.simetrix import counts_of, idf_of
from cliometer.io.backgrounds.wordfreq_list import read_wordfreq
from cliometer.io.lines import first_line
from cliometer.io.notes import quoted
from cliometer.io.trec_ts.packed import read_packed, read_start
from cliometer.model.backgrounds import Background, Form

__all__ = ["WORDFREQ", "is_background", "read_background", "write_background"]

_COUNT = re.compile(r"\S+[ \t]+\d+")
_TOTAL_AND_COUNTS = re.compile(r"\d+\s+\S+[ \t]+\d+\s*(\n|$)")
WORDFREQ = "wordfreq"
_HEAD = 400  # bytes in which a background of ours names itself


def read_background(path: str | PathLike[str]) -> Background:
    """A file of counts or of document frequencies; `wordfreq` is the package's list of English words."""
    if str(path) == WORDFREQ:
        return read_wordfreq()
    file = Path(path)
    text = read_packed(file)
    first = first_line(text)
    if not first:
        raise FormatError("is empty; expected a file of cliometer background build", file)
    if _is_ours(first):
        return parse_background(text, file)
    form = _foreign(file)
    if _TOTAL_AND_COUNTS.match(text):
        return counts_of("\n" + text.partition("\n")[2], file, form)  # the lines keep their numbers
    if first.isdecimal():
        return idf_of(text, file, form)
    if _COUNT.fullmatch(first):
        return counts_of(text, file, form)
    raise FormatError(
        f"is no background: expected a file of cliometer background build, or SIMetrix's `word count` or "
        f"`word idf`, found {quoted(first)}",
        file,
        1,
    )


def is_background(path: Path) -> bool:
    """Whether a file says that it is one of ours; it may be anything else."""
    try:
        return _is_ours(read_start(path, _HEAD).decode("utf-8", "replace"))
    except (OSError, EOFError, zlib.error):
        return False  # whoever reads it says what is wrong


def _is_ours(first: str) -> bool:
    return first.startswith("{") and FORMAT in first


def _foreign(file: Path) -> Form:
    """What SIMetrix's files count is told by their names only: bgIdfValues.stemmed.txt."""
    is_stemmed = "stemmed" in file.name and "unstemmed" not in file.name
    return Form("stem" if is_stemmed else "word", stop=False, tokens="")
