"""Backgrounds: how often words are used elsewhere, which tells the words of a topic from everyday ones."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

UNITS = ("word", "stem", "bigram", "trigram")
_LENGTHS = {"bigram": 2, "trigram": 3}


@dataclass(frozen=True)
class Form:
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

    >>> background = Background(Form(), {"storm": 4}, {"storm": 2}, documents=8)
    >>> background.total, round(background.idf("storm"), 4)
    (4, 1.3863)
    """

    form: Form
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
        """ln(documents / documents with the word); a word that none has counts as if one had it."""
        return math.log(self.documents / self.df.get(word, 1.0))

    @cached_property
    def sha256(self) -> str:
        """A fingerprint of the numbers, whatever file they stand in."""
        digest = hashlib.sha256(f"{self.form}\n{self.form.tokens}\n{self.documents}\n".encode())
        for table in (self.counts, self.df):
            digest.update("".join(f"{word}\t{table[word]:.10g}\n" for word in sorted(table)).encode())
            digest.update(b"\n")
        return digest.hexdigest()
