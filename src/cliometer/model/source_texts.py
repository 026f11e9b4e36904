"""Texts that are counted: the documents of a topic, and what a summary says, day by day or as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cliometer.model.documents import Article
from cliometer.model.timeline import Timeline
from cliometer.model.when import When


@dataclass(frozen=True, slots=True)
class SourceText:
    """Lines of text, with the day they belong to where that is known; n-grams never cross a line."""

    lines: tuple[str, ...]
    date: When | None = None

    @classmethod
    def of_article(cls, article: Article) -> SourceText:
        """Its sentences; the title, which often repeats the first of them, is left out."""
        return cls(tuple(article.sentences), article.date)


@dataclass(frozen=True, slots=True)
class Summary:
    """What a system said: a timeline has a text for each of its days, anything else one without a date."""

    texts: tuple[SourceText, ...] = ()

    @classmethod
    def of(cls, said: Summary | Timeline | str | Iterable[str]) -> Summary:
        """A timeline, a text, or the lines of one.

        >>> Summary.of("Storm nears\\nthe coast").texts[0].lines
        ('Storm nears', 'the coast')
        """
        if isinstance(said, Summary):
            return said
        if isinstance(said, Timeline):
            return cls(tuple(SourceText(tuple(lines), when) for when, lines in said.items()))
        return cls((SourceText(tuple(said.splitlines() if isinstance(said, str) else said)),))

    @property
    def is_dated(self) -> bool:
        """Whether every text has a day; so has a summary without any."""
        return all(text.date is not None for text in self.texts)
