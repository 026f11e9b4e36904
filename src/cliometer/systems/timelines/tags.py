"""The day that each sentence of an article speaks of, by its time expressions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from cliometer.model.documents import Article
from cliometer.systems.timelines.store import decides
from cliometer.text.time_tags import tagged_times


def tagged(articles: Sequence[Article], folder: Path | None) -> Iterator[list[str]]:
    """Yield for the sentences of each article their first time value that is a day, a month or a year, or "".

    With a folder, what it holds is not tagged again.
    """
    for article in tagged_times(articles, folder):
        yield [
            next((tag.value for tag in times if tag.type in ("DATE", "TIME") and decides(tag.value)), "")
            for times in article
        ]
