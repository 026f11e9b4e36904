"""One file of posts: JSON lines, CSV (CrisisLexT26's too), or articles whose sentences are taken as posts."""

from __future__ import annotations

import csv
import gzip
import io
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from cliometer.errors import FormatError
from cliometer.io.articles import read_corpus
from cliometer.io.notes import Notebook, quoted
from cliometer.io.posts.expectations import expect_closed, expect_single, expect_width
from cliometer.io.posts.fields import best_keys, post_of
from cliometer.io.text_file import missing, read_text
from cliometer.model.documents import Article
from cliometer.model.posts import Post

ENDINGS = (".jsonl", ".jsonl.gz", ".ndjson", ".csv", ".tsv")
_EXAMPLE = '{"id": "7", "user": "ana", "time": "2013-09-12T08:00:00Z", "lang": "en", "text": "..."}'
Placed: TypeAlias = tuple[int, Post]
_DAY = 86400
_FIRST_DAY = 719163  # 1970-01-01 as a day number


@dataclass(frozen=True)
class PostFile:
    """The posts of one file, and whether they are the sentences of articles, which no filter applies to."""

    posts: tuple[Post, ...]
    sentences: bool
    notes: tuple[str, ...]
    lines: tuple[int, ...] = ()  # where each post stands, in files of a line a post


def read_posts(path: str | Path) -> PostFile:
    """Read one file, whatever it holds."""
    path = Path(path)
    if not path.exists():
        raise missing(path)
    text = _text(path)
    notebook = Notebook(path)
    if path.name.endswith((".csv", ".tsv")):
        return _file(_csv_posts(text, notebook), notebook)
    values = list(_objects(text, path))
    if values and "sentences" in values[0][1]:
        corpus, notes = read_corpus(path)
        (articles,) = corpus.values()
        return PostFile(tuple(_sentences(articles)), True, notes)
    return _file(_json_posts(values, notebook), notebook)


def _file(placed: Iterable[Placed], notebook: Notebook) -> PostFile:
    found = list(placed)  # before the notes, which are made on the way
    posts, lines = tuple(post for _, post in found), tuple(line for line, _ in found)
    return PostFile(posts, False, notebook.notes, lines)


def _text(path: Path) -> str:
    if not path.name.endswith(".gz"):
        return read_text(path)
    try:
        return gzip.decompress(path.read_bytes()).decode("utf-8")
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise FormatError("is no whole gzip file; pack it anew", path) from None
    except UnicodeDecodeError:
        raise FormatError("is not UTF-8; re-encode it", path) from None


def _objects(text: str, path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip("\ufeff \t\r"):
            continue
        try:
            value = json.loads(line.lstrip("\ufeff"))
        except (ValueError, RecursionError):
            raise FormatError(f"not valid JSON; expected one post a line: {_EXAMPLE}", path, number) from None
        if not isinstance(value, dict):
            raise FormatError(f"expected a post such as {_EXAMPLE}, found {quoted(value)}", path, number)
        yield number, value


def _json_posts(values: list[tuple[int, dict[str, Any]]], notebook: Notebook) -> Iterator[Placed]:
    """A post may lack its text; where no post has one, it goes by a name that we do not know."""
    keys = [best_keys(list(value)) for _, value in values]
    if values and not any("text" in named for named in keys):
        message = f'expected a "text" of a post such as {_EXAMPLE}, found none'
        raise FormatError(message, notebook.path, values[0][0])
    for (line, value), named in zip(values, keys, strict=True):
        yield line, post_of(value, named, line, notebook)


def _csv_posts(text: str, notebook: Notebook) -> Iterator[Placed]:
    """The delimiter is the one under which the header names a text."""
    head = text.lstrip("\ufeff").split("\n", 1)[0]
    keys, names, delimiter = max((_header(head, mark) for mark in ",\t;"), key=lambda found: len(found[0]))
    if "text" not in keys:
        message = f"expected a header such as id,user,time,lang,text, found {quoted(head.strip())}"
        raise FormatError(message, notebook.path, 1)
    expect_single(names, keys, notebook.path)
    lines = io.StringIO(text.lstrip("\ufeff"), newline="").readlines()
    if delimiter == "\t":
        yield from _tab_posts(lines, names, keys, notebook)
        return
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    line = 1
    try:
        for row in reader:
            if line > 1 and any(cell.strip() for cell in row):
                expect_width(row, names, line, notebook.path)
                yield line, post_of(dict(zip(names, row, strict=True)), keys, line, notebook)
            line = reader.line_num + 1
    except csv.Error as error:
        rest = lines[line - 1 :]
        expect_closed(rest, next(csv.reader(rest, delimiter=delimiter)), delimiter, len(lines), notebook.path)
        remedy = "write a quote inside a quoted text twice"
        raise FormatError(f"not valid CSV: {error}; {remedy}", notebook.path, line) from None


def _tab_posts(
    lines: list[str], names: list[str], keys: dict[str, str], notebook: Notebook
) -> Iterator[Placed]:
    """One line a post: few who write tabs quote, so that a text may open with a quote and never close it."""
    for number, line in enumerate(lines[1:], start=2):
        row = [_unquoted(cell) for cell in line.rstrip("\r\n").split("\t")]
        if any(cell.strip() for cell in row):
            expect_width(row, names, number, notebook.path)
            yield number, post_of(dict(zip(names, row, strict=True)), keys, number, notebook)


def _unquoted(cell: str) -> str:
    """A cell that is quoted as CSV quotes; any other as it stands."""
    inner = cell[1:-1]
    quoted_whole = len(cell) > 1 and cell[0] == cell[-1] == '"' and '"' not in inner.replace('""', "")
    return inner.replace('""', '"') if quoted_whole else cell


def _header(line: str, delimiter: str) -> tuple[dict[str, str], list[str], str]:
    names = [cell.strip() for cell in next(csv.reader([line.rstrip("\r")], delimiter=delimiter), [])]
    return best_keys(names), names, delimiter


def _sentences(articles: Sequence[Article]) -> Iterator[Post]:
    """Every sentence with the date of its article, as `<article>/s<number>`."""
    for article in articles:
        time = float((article.date.first - _FIRST_DAY) * _DAY)
        for number, sentence in enumerate(article.sentences, start=1):
            yield Post(f"{article.id}/s{number}", sentence, time=time)
