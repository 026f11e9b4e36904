"""The day that each sentence of an article speaks of: tagged once, then read from a cache on the disk."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path

from cliometer.errors import InputError
from cliometer.model.backend import active_backend
from cliometer.model.documents import Article
from cliometer.systems.timelines.store import decides
from cliometer.text import annotate as tagger
from cliometer.text.annotate import annotate

_GAP = "\n\n"  # ends a sentence in any case
_AT_ONCE = 8  # articles that a worker tags: one takes some ten milliseconds
_TABLE = "CREATE TABLE IF NOT EXISTS tags (key TEXT PRIMARY KEY, days TEXT NOT NULL)"


@cache
def tagger_version() -> str:
    """Return a digest of the tagger: its rules and word lists, so that no change of them is forgotten."""
    home = Path(tagger.__file__).parent
    files = sorted([*home.rglob("*.py"), home.parent / "data" / "english-tagger.json.gz"])
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def sentence_days(article: Article) -> list[str]:
    """Return for each sentence its first time value that is a day, a month or a year, or ""."""
    ends = list(accumulate(len(sentence) + len(_GAP) for sentence in article.sentences))
    days = [""] * len(ends)
    for time in annotate(_GAP.join(article.sentences), article.date, events=False).times:
        place = bisect_right(ends, time.start)
        if time.type in ("DATE", "TIME") and not days[place] and decides(time.value):
            days[place] = time.value
    return days


def default_cache() -> Path:
    """Return the folder for what can be made again: $CLIOMETER_CACHE, else cliometer in the user's cache folder."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get("CLIOMETER_CACHE") or Path(home) / "cliometer")


def tagged(articles: Sequence[Article], folder: Path | None) -> Iterator[list[str]]:
    """Yield the days of the sentences of each article; with a folder, what it holds is not tagged again."""
    if folder is None:
        yield from _new_tags(articles)
        return
    keys = [
        hashlib.sha256(repr((tagger_version(), str(article.date), article.sentences)).encode()).hexdigest()
        for article in articles
    ]
    with contextlib.closing(_opened(folder)) as base, base:
        rows = [base.execute("SELECT days FROM tags WHERE key = ?", (key,)).fetchone() for key in keys]
        new = _new_tags([article for article, row in zip(articles, rows, strict=True) if row is None])
        for key, row in zip(keys, rows, strict=True):
            days: list[str] = json.loads(row[0]) if row else next(new)
            if row is None:
                base.execute("INSERT OR IGNORE INTO tags VALUES (?, ?)", (key, json.dumps(days)))
            yield days


def _new_tags(articles: Sequence[Article]) -> Iterator[list[str]]:
    """Yield the days of the sentences of each article, which workers tag a few at a time."""
    blocks = [articles[start : start + _AT_ONCE] for start in range(0, len(articles), _AT_ONCE)]
    for days in active_backend().map(_days_of_block, blocks):
        yield from days


def _days_of_block(articles: Sequence[Article]) -> list[list[str]]:
    return [sentence_days(article) for article in articles]


def _opened(folder: Path) -> sqlite3.Connection:
    path = folder / "tags.sqlite"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        base = sqlite3.connect(path, timeout=60)
        base.execute(_TABLE)
    except (OSError, sqlite3.Error) as error:
        raise InputError("time-cache-unusable", path, reason=str(error)) from None
    return base
