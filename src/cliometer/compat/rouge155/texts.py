"""The text formats of ROUGE-1.5.5: SPL (a sentence a line), SEE (its HTML) and ISI.

Files are read as bytes and held as Latin-1, so that a character is a byte, as it is to the script.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from cliometer.errors import InputError

_SEE = re.compile(
    r'<a (?:size="[0-9]+" )?name="[0-9]+">\[[0-9]+\]</a>\s+<a href="#[0-9]+" id=[0-9]+>([^<]+)', re.ASCII
)
_ISI = re.compile(r'<S SNTNO="[0-9a-z,]+">([^<]+)</S>', re.ASCII)
_MARKED = {"SEE": _SEE, "ISI": _ISI}


def read_sentences(path: str, text_format: str) -> list[str]:
    """The sentences of a file; in SEE and ISI, lines that do not look like one are skipped."""
    lines = _lines(path)
    if text_format == "SPL":
        return [line for line in (line.removesuffix("\n") for line in lines) if line]
    matches = map(_MARKED[text_format].match, lines)
    return [match[1] for match in matches if match]


def check_format(name: str | None, evaluation: str, settings: str) -> str:
    """The format in capitals, or an error that names the evaluation."""
    if name is None:
        raise InputError(f'EVAL {evaluation} has no <INPUT-FORMAT TYPE="SPL">; add one', settings)
    if name.upper() not in ("SPL", *_MARKED):
        raise InputError(f"EVAL {evaluation} has input format {name!r}; supported: SPL, SEE, ISI", settings)
    return name.upper()


def _lines(path: str) -> Sequence[str]:
    """Lines end at a newline byte and nothing else, and keep it."""
    try:
        text = Path(path).read_bytes().decode("latin-1")
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror}); check the roots and names", path) from None
    lines = text.split("\n")
    return [*(line + "\n" for line in lines[:-1]), *filter(None, lines[-1:])]
