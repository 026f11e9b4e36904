"""The day that each sentence of an article speaks of, by its time expressions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from cliometer.model.documents import Article
from cliometer.systems.timelines.store import decides
from cliometer.text.time_tags import TimeTag, tagged_times, time_tags


def sentence_days(article: Article) -> list[str]:
    """Return for each sentence its first time value that is a day, a month or a year, or ""."""
    return _first_days(time_tags(article.sentences, article.date))


def tagged(articles: Sequence[Article], folder: Path | None) -> Iterator[list[str]]:
    """Yield the days of the sentences of each article; with a folder, what it holds is not tagged again."""
    return map(_first_days, tagged_times(articles, folder))


def _first_days(tags: Iterable[Iterable[TimeTag]]) -> list[str]:
    return [
        next((tag.value for tag in times if tag.type in ("DATE", "TIME") and decides(tag.value)), "") for times in tags
    ]
