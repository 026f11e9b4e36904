"""Texts that summaries are made from and measured against: articles, posts, source texts, backgrounds."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from cliometer.errors import InputError
from cliometer.model.sources import first_repeat
from cliometer.model.timeline import Sentences, Timeline, stripped
from cliometer.model.when import When


@dataclass(frozen=True, slots=True)
class Article:
    """A dated text, cut into sentences; blank sentences are left out.

    >>> Article("bp-1", "2010-05-27", ["BP stops the top kill. "]).sentences
    ('BP stops the top kill.',)
    """

    id: str
    date: When
    sentences: Sentences
    title: str = ""

    def __post_init__(self) -> None:
        date = When.of(self.date)
        object.__setattr__(self, "date", date)
        object.__setattr__(self, "sentences", tuple(filter(None, stripped(date, self.sentences))))


@dataclass(frozen=True, slots=True)
class Post:
    """A post, or a sentence of an article, with what is known of it.

    `time` is in seconds since 1970, UTC; `user` and `lang` are empty where nobody said.

    >>> Post("7", " Fire near\\nDenver ").text
    'Fire near Denver'
    """

    id: str
    text: str
    user: str = ""
    time: float | None = None
    lang: str = ""
    retweet: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.id, str) or not self.id:
            raise InputError("post-id-expected", id=self.id)
        if not isinstance(self.text, str):
            raise InputError("post-text-expected", id=self.id, text=self.text)
        object.__setattr__(self, "text", " ".join(self.text.split()))


@dataclass(frozen=True, slots=True)
class DroppedPost:
    """A post that was left out: why, and on account of which earlier post, where there is one."""

    id: str
    reason: str
    of: str = ""


@dataclass(frozen=True)
class PostTopic:
    """The posts of a topic in their order; no two have one id."""

    id: str
    posts: tuple[Post, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "posts", tuple(self.posts))
        if (repeated := first_repeat(post.id for post in self.posts)) is not None:
            raise InputError("topic-post-repeated", id=self.id, repeated=repeated)


@dataclass(frozen=True, slots=True)
class SourceText:
    """Lines of text, with the day they belong to where that is known; n-grams never cross a line."""

    lines: tuple[str, ...]
    date: When | None = None

    @classmethod
    def of_article(cls, article: Article) -> SourceText:
        """Return the sentences of an article without its title, which often repeats the first of them."""
        return cls(tuple(article.sentences), article.date)


@dataclass(frozen=True, slots=True)
class SummaryText:
    """What a system said: a timeline has a text for each of its days, anything else one without a date."""

    texts: tuple[SourceText, ...] = ()

    @classmethod
    def of(cls, text: SummaryText | Timeline | str | Iterable[str]) -> SummaryText:
        """Return a timeline, a text, or the lines of one.

        >>> SummaryText.of("Storm nears\\nthe coast").texts[0].lines
        ('Storm nears', 'the coast')
        """
        if isinstance(text, SummaryText):
            return text
        if isinstance(text, Timeline):
            return cls(tuple(SourceText(tuple(lines), when) for when, lines in text.items()))
        return cls((SourceText(tuple(text.splitlines() if isinstance(text, str) else text)),))

    @property
    def is_dated(self) -> bool:
        """Whether every text has a day; so has a summary without any."""
        return all(text.date is not None for text in self.texts)


UNITS = ("word", "stem", "bigram", "trigram")
_LENGTHS = {"bigram": 2, "trigram": 3}


@dataclass(frozen=True)
class WordForm:
    """What is counted: words, stems, or runs of two or three stems; stop words out, or not.

    `tokens` names the tokeniser; words that others counted, in whatever way, have none.
    """

    unit: str = "stem"
    stop: bool = True
    tokens: str = "unicode"

    @property
    def is_stemmed(self) -> bool:
        """All but words as they are written."""
        return self.unit != "word"

    @property
    def length(self) -> int:
        """How many words make one that is counted."""
        return _LENGTHS.get(self.unit, 1)

    def __str__(self) -> str:
        """As messages name it: `stems without stop words`; lists of others may hold them or not."""
        if not self.tokens:
            return f"{self.unit}s"
        return f"{self.unit}s {'without' if self.stop else 'with'} stop words"


@dataclass(frozen=True, eq=False)
class Background:
    """Counts of words and of the documents that hold them; either may be missing, and is then empty.

    >>> background = Background(WordForm(), {"storm": 4}, {"storm": 2}, documents=8)
    >>> background.total, round(background.idf("storm"), 4)
    (4, 1.3863)
    """

    form: WordForm
    counts: Mapping[str, float]
    df: Mapping[str, float] = field(default_factory=dict)
    documents: int = 0
    name: str = ""
    remark: str = field(default="", compare=False)  # what a reader of the numbers should know of the file

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", MappingProxyType(dict(self.counts)))
        object.__setattr__(self, "df", MappingProxyType(dict(self.df)))

    @cached_property
    def total(self) -> float:
        """The number of counted words."""
        return sum(self.counts.values())

    def idf(self, word: str) -> float:
        """Return ln(documents / documents with the word); a word that none has counts as if one had it."""
        return math.log(self.documents / self.df.get(word, 1.0))

    @cached_property
    def sha256(self) -> str:
        """A fingerprint of the numbers, whatever file they stand in."""
        digest = hashlib.sha256(f"{self.form}\n{self.form.tokens}\n{self.documents}\n".encode())
        for table in (self.counts, self.df):
            digest.update("".join(f"{word}\t{table[word]:.10g}\n" for word in sorted(table)).encode())
            digest.update(b"\n")
        return digest.hexdigest()
