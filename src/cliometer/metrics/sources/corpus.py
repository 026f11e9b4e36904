"""The documents of all topics as word counts, and the background that each topic is compared with."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from cliometer.errors import UsageError
from cliometer.model.documents import Background, SourceText, WordForm
from cliometer.model.score import gold_digest
from cliometer.model.sources import GoldTopic
from cliometer.text.source_words import Counts, count, formed


def fitting(given: Sequence[Background], form: WordForm, table: str) -> Background:
    """Return the background that holds a form; counts of words make counts of stems, numbers of documents do not."""
    held = [background for background in given if getattr(background, table)]
    for background in held:
        own_form = background.form  # lists of others hold what they hold; ours were counted in the same way
        if own_form == form or (not own_form.tokens and own_form.unit == form.unit):
            return _in_form(background, form, table)
    for background in held:
        own_form = background.form
        makes = own_form.unit == "word" and own_form.tokens in ("", form.tokens) and (form.stop or not own_form.stop)
        if table == "counts" and form.length == 1 and makes:
            return _in_form(background, form, table)
    what = "counts" if table == "counts" else "numbers of documents"
    has = "; ".join(f"{background.name} holds {background.form}" for background in held) or f"none has {what}"
    kept = "" if form.stop else " --stop no"
    other = "" if table == "counts" else ", or leave out metrics that weigh words by tf * idf"
    raise UsageError(
        "background-of-other-form",
        what=what,
        form=form,
        tokens=form.tokens,
        has=has,
        unit=form.unit,
        kept=kept,
        other=other,
    )


def _in_form(background: Background, form: WordForm, table: str) -> Background:
    if table == "df" or background.form == form or background.form.is_stemmed:
        return background
    return replace(background, form=form, counts=formed(background.counts, form))


Documents = tuple[SourceText, ...]
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Corpus:
    """Topics and their documents; without a given background all other topics are a topic's background."""

    documents: Mapping[str, Documents]
    given: Sequence[Background] = ()
    tags: Path | None = None  # the folder that keeps time tags
    _made: dict[Any, Any] = field(default_factory=dict)

    def topics(self) -> dict[str, SourceTopic]:
        """Return each topic as the gold of its summaries."""
        return {name: SourceTopic(self, name) for name in self.documents}

    def counts(self, topic: str, form: WordForm) -> list[Counts]:
        """Return what each document of a topic holds."""
        texts = self.documents[topic]
        return self.kept(("documents", topic, form), lambda: [count(text.lines, form) for text in texts])

    def tally(self, topic: str, form: WordForm) -> Background:
        """Return what all documents of a topic hold together, and in how many of them."""
        return self.kept(("topic", topic, form), lambda: pool_counts(self.counts(topic, form), form, topic))

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what is made once of the documents."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]  # type: ignore[no-any-return]

    def background(self, topic: str, form: WordForm, table: str) -> Background:
        """Return a background with counts of words, or with the number of documents that a word is in (df)."""
        if self.given:
            background = self.kept((table, form), lambda: fitting(self.given, form, table))
            if not sum(getattr(background, table).values()):
                raise UsageError("background-without-words", found=background.name, form=background.form)
            return background
        others = [name for name in self.documents if name != topic]
        if not others:
            raise UsageError("background-single-topic")
        background = self.kept(("others", topic, form), lambda: self._pooled(others, form))
        if not background.total:
            raise UsageError("background-topics-empty", topic=topic)
        return background

    def _pooled(self, topics: Sequence[str], form: WordForm) -> Background:
        parts = [self.tally(topic, form) for topic in topics]
        counts, df = _added(part.counts for part in parts), _added(part.df for part in parts)
        return Background(form, counts, df, sum(part.documents for part in parts), "other topics")

    @cached_property
    def fingerprint(self) -> str:
        """What names the background in a signature: the given one, or the sources that it is taken from."""
        if self.given:
            return "+".join(f"{background.name}:{background.sha256[:16]}" for background in self.given)
        return f"other-topics:{gold_digest(self.documents)}"

    def has_background(self, table: str) -> bool:
        """Return whether there are counts, or numbers of documents (df): given, or of another topic."""
        if self.given:
            return any(getattr(background, table) for background in self.given)
        return len(self.documents) > 1


@dataclass(frozen=True, eq=False)
class SourceTopic(GoldTopic):
    """The documents of one topic, as metrics are given them."""

    evidence: ClassVar[str] = "sources"
    corpus: Corpus
    name: str

    def __iter__(self) -> Iterator[SourceText]:
        return iter(self.corpus.documents[self.name])

    def kept(self, name: str, make: Callable[[], T]) -> T:
        """Return what is made once of the documents."""
        return self.corpus.kept((name, self.name), make)

    def counts(self, form: WordForm) -> Counts:
        """Return what all documents hold together."""
        return self.corpus.tally(self.name, form).counts

    def background(self, form: WordForm, table: str) -> Background:
        """Return the background of the topic with counts, or with numbers of documents (df)."""
        return self.corpus.background(self.name, form, table)

    def near(self, text: SourceText, days: float, form: WordForm) -> Counts:
        """Return what the documents hold that appeared within so many days of a dated text."""
        near = []
        texts = self.corpus.documents[self.name]
        for other, counts in zip(texts, self.corpus.counts(self.name, form), strict=True):
            if text.date is None or other.date is None:
                raise UsageError("near-needs-dates")
            if text.date.distance(other.date) <= days:
                near.append(counts)
        return pool_counts(near, form).counts


def pool_counts(counts: Sequence[Counts], form: WordForm, name: str = "") -> Background:
    """Return the counts of documents as one background."""
    return Background(form, _added(counts), _added(dict.fromkeys(words, 1) for words in counts), len(counts), name)


def _added(tables: Iterable[Counts]) -> dict[str, float]:
    """Return the sum of the counts of each word."""
    total: dict[str, float] = {}
    for table in tables:
        for word, times in table.items():
            total[word] = total.get(word, 0) + times
    return total
