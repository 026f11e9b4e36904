"""Our own file of a background: a line of JSON that says what was counted, then `word`, count, documents.

Fields are separated by tabs, words are sorted, so that the same corpus gives the same bytes; a name that ends
in .gz is packed.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from cliometer.errors import FormatError
from cliometer.io.atomic import write_bytes_whole
from cliometer.io.notes import quoted
from cliometer.model.backgrounds import UNITS, Background, Form

FORMAT = "cliometer-background"


def write_background(path: Path, background: Background, force: bool = False) -> None:
    """Write it whole or not at all."""
    content = spelled(background).encode()
    write_bytes_whole(path, gzip.compress(content, mtime=0) if path.suffix == ".gz" else content, force)


def spelled(background: Background) -> str:
    """The text of its file."""
    form = background.form
    head = {
        "format": FORMAT, "version": 1, "unit": form.unit, "stop": form.stop, "tokens": form.tokens,
        "documents": background.documents, "words": len(background.counts), "total": background.total,
    }  # fmt: skip
    counts, df = background.counts, background.df
    rows = [f"{word}\t{counts[word]}\t{df.get(word, 0)}\n" for word in sorted(counts)]
    return json.dumps(head) + "\n" + "".join(rows)


def parse_background(text: str, path: Path) -> Background:
    """What a text says as if it stood in the file `path`."""
    head = _head(text.partition("\n")[0], path)
    counts: dict[str, float] = {}
    df: dict[str, float] = {}
    for number, line in enumerate(text.split("\n")[1:], start=2):
        if line:
            word, times, documents = _row(line, number, path)
            counts[word], df[word] = times, documents
    if len(counts) != head["words"]:
        found = f"{len(counts)} of {head['words']} words"
        raise FormatError(f"holds {found}; it was cut or changed: build it anew", path)
    return Background(
        Form(head["unit"], head["stop"], head["tokens"]), counts, df, head["documents"], path.name
    )


def _head(line: str, path: Path) -> dict[str, Any]:
    try:
        head = json.loads(line)
        is_ours = head["format"] == FORMAT and head["version"] == 1 and head["unit"] in UNITS
        kinds = [("stop", bool), ("tokens", str), ("documents", int), ("words", int)]
        is_ours = is_ours and all(isinstance(head[key], kind) for key, kind in kinds)
    except (ValueError, TypeError, KeyError):
        is_ours = False
    if not is_ours:
        raise FormatError(f"expected the head of a {FORMAT} file, version 1, found {quoted(line)}", path, 1)
    found: dict[str, Any] = head
    return found


def _row(line: str, number: int, path: Path) -> tuple[str, int, int]:
    word, *numbers = line.split("\t")
    if len(numbers) != 2 or not all(spelled.isdecimal() for spelled in numbers):
        raise FormatError(
            f"expected a word, its count and its documents, with tabs, found {quoted(line)}", path, number
        )
    return word, int(numbers[0]), int(numbers[1])
