"""Corpora: the dated articles of each topic, one JSON object a line, in `<topic>.jsonl` or `.jsonl.gz`.

`{"id": "bp-1", "date": "2010-05-27", "sentences": ["...", "..."], "title": "..."}`; the title may be missing.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, cast

from cliometer.errors import FormatError, InputError
from cliometer.io.dates import expect_date
from cliometer.io.notes import Notebook, quoted
from cliometer.io.text_file import missing
from cliometer.model.documents import Article

Corpus = dict[str, tuple[Article, ...]]
_ENDINGS = (".jsonl", ".jsonl.gz")
_EXAMPLE = '{"id": "bp-1", "date": "2010-05-27", "sentences": ["...", "..."]}'


def read_corpus(path: str | PathLike[str]) -> tuple[Corpus, tuple[str, ...]]:
    """Topics and their articles, earliest first and else as they stand; and notes on what was forgiven."""
    notes: list[str] = []
    corpus: Corpus = {}
    for file in _files(Path(path), notes):
        topic = _topic(file)
        if topic in corpus:
            raise InputError(f"holds {topic} packed and unpacked; keep one", path)
        corpus[topic] = _articles(file, notes)
    return corpus, tuple(notes)


def _files(path: Path, notes: list[str]) -> list[Path]:
    if not path.exists():
        raise missing(path)
    if not path.is_dir():
        return [path]
    entries = sorted(entry for entry in path.iterdir() if not entry.name.startswith("."))
    files = [entry for entry in entries if entry.name.endswith(_ENDINGS)]
    if not files:
        raise InputError("holds no articles; expected <topic>.jsonl or <topic>.jsonl.gz", path)
    notes += [
        f"{entry}: skipped, it is no .jsonl or .jsonl.gz file" for entry in entries if entry not in files
    ]
    return files


def _topic(file: Path) -> str:
    return file.name.removesuffix(".gz").removesuffix(".jsonl")


def _articles(file: Path, notes: list[str]) -> tuple[Article, ...]:
    notebook = Notebook(file)
    articles = [_article(text, number, notebook) for number, text in _lines(file)]
    if not articles:
        notebook.add(None, "holds no article")
    notes += notebook.notes
    return tuple(sorted(articles, key=lambda article: article.date))


def _lines(file: Path) -> Iterator[tuple[int, str]]:
    """Numbered lines that are not blank; a corpus may be larger than what a timeline is allowed."""
    try:
        with _opened(file) as stream:
            for number, line in enumerate(stream, start=1):
                if text := _decoded(line, file, number).strip("\ufeff \t\r\n"):
                    yield number, text
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise FormatError("is no whole gzip file; pack it anew", file) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", file) from None


def _opened(file: Path) -> BinaryIO:
    return cast("BinaryIO", gzip.open(file)) if file.name.endswith(".gz") else file.open("rb")


def _decoded(line: bytes, file: Path, number: int) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        raise FormatError("is not UTF-8; re-encode it", file, number) from None


def _article(text: str, number: int, notebook: Notebook) -> Article:
    value = _object(text, number, notebook.path)
    sentences = value.get("sentences")
    if not isinstance(sentences, list) or not all(isinstance(sentence, str) for sentence in sentences):
        raise _wrong("a list of texts", "sentences", value, number, notebook.path)
    if not isinstance(value.get("id"), str):
        raise _wrong("a text", "id", value, number, notebook.path)
    if not isinstance(value.get("title", ""), str):
        raise _wrong("a text", "title", value, number, notebook.path)
    date = expect_date(value.get("date"), notebook, number, '"date": ')
    return Article(value["id"], date, tuple(sentences), value.get("title", ""))


def _object(text: str, number: int, path: Path) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        raise FormatError(f"not valid JSON; expected one article a line: {_EXAMPLE}", path, number) from None
    if not isinstance(value, dict):
        raise FormatError(f"expected an article such as {_EXAMPLE}, found {quoted(value)}", path, number)
    return value


def _wrong(what: str, key: str, value: dict[str, Any], number: int, path: Path) -> FormatError:
    found = quoted(value[key]) if key in value else "none"
    return FormatError(
        f'expected {what} as "{key}" of an article such as {_EXAMPLE}, found {found}', path, number
    )
