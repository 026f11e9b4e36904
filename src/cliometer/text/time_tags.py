"""The time expressions of each sentence of articles: tagged once, then read from a cache on the disk."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from cliometer.errors import InputError
from cliometer.model.backend import active_backend
from cliometer.model.documents import Article
from cliometer.model.when import When
from cliometer.text import annotate as tagger
from cliometer.text.annotate import annotate

_GAP = "\n\n"  # ends a sentence in any case
_AT_ONCE = 8  # articles that a worker tags: one takes some ten milliseconds
_TABLE = "CREATE TABLE IF NOT EXISTS times (key TEXT PRIMARY KEY, times TEXT NOT NULL)"


class TimeTag(NamedTuple):
    """A time expression by its characters in a sentence, with its TIMEX3 type and value."""

    start: int
    end: int
    type: str
    value: str


@cache
def tagger_version() -> str:
    """Return a digest of the tagger: its rules and word lists, so that no change of them is forgotten."""
    home = Path(tagger.__file__).parent
    words = (home.parent / "data" / name for name in ("english-tagger.json.gz", "english-words.txt"))
    files = sorted([*home.rglob("*.py"), *words])
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def time_tags(sentences: Sequence[str], date: When) -> list[list[TimeTag]]:
    """Return the time expressions of each sentence of an article that was written on a day."""
    ends = list(accumulate(len(sentence) + len(_GAP) for sentence in sentences))
    tags: list[list[TimeTag]] = [[] for _ in sentences]
    for time in annotate(_GAP.join(sentences), date, events=False).times:
        place = bisect_right(ends, time.start)
        start = ends[place - 1] if place else 0
        tags[place].append(TimeTag(time.start - start, time.end - start, time.type, time.value))
    return tags


def default_cache() -> Path:
    """Return the folder for what can be made again: $CLIOMETER_CACHE, else cliometer in the user's cache folder."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get("CLIOMETER_CACHE") or Path(home) / "cliometer")


def tagged_times(articles: Sequence[Article], folder: Path | None) -> Iterator[list[list[TimeTag]]]:
    """Yield the times of the sentences of each article; with a folder, what it holds is not tagged again."""
    if folder is None:
        yield from _new_tags(articles)
        return
    keys = [
        hashlib.sha256(repr((tagger_version(), str(article.date), article.sentences)).encode()).hexdigest()
        for article in articles
    ]
    with contextlib.closing(_opened(folder)) as base, base:
        rows = [base.execute("SELECT times FROM times WHERE key = ?", (key,)).fetchone() for key in keys]
        new = _new_tags([article for article, row in zip(articles, rows, strict=True) if row is None])
        for key, row in zip(keys, rows, strict=True):
            if row is None:
                tags = next(new)
                base.execute("INSERT OR IGNORE INTO times VALUES (?, ?)", (key, json.dumps(tags)))
            else:
                tags = [[TimeTag(*tag) for tag in sentence] for sentence in json.loads(row[0])]
            yield tags


def _new_tags(articles: Sequence[Article]) -> Iterator[list[list[TimeTag]]]:
    """Yield the times of the sentences of each article, which workers tag a few at a time."""
    blocks = [articles[start : start + _AT_ONCE] for start in range(0, len(articles), _AT_ONCE)]
    for tags in active_backend().map(_tags_of_block, blocks):
        yield from tags


def _tags_of_block(articles: Iterable[Article]) -> list[list[list[TimeTag]]]:
    return [time_tags(article.sentences, article.date) for article in articles]


def _opened(folder: Path) -> sqlite3.Connection:
    path = folder / "tags.sqlite"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        base = sqlite3.connect(path, timeout=60)
        base.execute(_TABLE)
    except (OSError, sqlite3.Error) as error:
        raise InputError("time-cache-unusable", path, reason=str(error)) from None
    return base
