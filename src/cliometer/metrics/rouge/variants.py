"""The members of the ROUGE family (Lin 2004), the grams that they count, and their length limits."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from cliometer.errors import UsageError
from cliometer.text.tokenisation import TextSettings

# The members of the ROUGE family (Lin 2004): N-grams, L, W, S and SU, each with its one number. L aligns
# sentences as ROUGE-1.5.5 does, but whole texts in the dialect of rouge-score, which calls the other one Lsum.

Kind = Literal["N", "L", "W", "S", "SU"]

_ALLOWED = "1, 2, 3, ... (n-grams), L, Lsum, W<weight> such as W1.2, S<gap> or SU<gap> such as S4, SU4, S*, SU*"
_NUMBER = re.compile(r"[1-9][0-9]*")
_SKIP = re.compile(r"(SU?)(\*|[0-9]+)")


@dataclass(frozen=True)
class Variant:
    """One ROUGE: `n` counts for N, `summary` for L, `weight` for W, `skip` (None: no limit) for S and SU."""

    kind: Kind
    n: int = 0
    weight: float = 1.0
    skip: int | None = None
    summary: bool = False  # whether L aligns sentences in every dialect

    @classmethod
    def parse(cls, text: str) -> "Variant":
        """Read `1`, `L`, `Lsum`, `W1.2`, `S4`, `SU*`."""
        if _NUMBER.fullmatch(text):
            return cls("N", n=int(text))
        if text in ("L", "Lsum"):
            return cls("L", summary=text == "Lsum")
        if text.startswith("W"):
            return cls("W", weight=_weight(text))
        if match := _SKIP.fullmatch(text):
            return cls("SU" if match[1] == "SU" else "S", skip=None if match[2] == "*" else int(match[2]))
        raise _unknown(text)

    def __str__(self) -> str:
        """Return what `parse` reads back."""
        if self.kind == "N":
            return str(self.n)
        if self.kind == "L":
            return "Lsum" if self.summary else "L"
        if self.kind == "W":
            return "W" + repr(self.weight).removesuffix(".0")
        return f"{self.kind}{'*' if self.skip is None else self.skip}"

    def aligned(self, sentences: Sequence[Sequence[str]], text: TextSettings) -> Sequence[Sequence[str]]:
        """Return what L and W align: sentences, or for L of rouge-score all of them as one."""
        whole = text.is_google and self.kind == "L" and not self.summary
        if not whole or len(sentences) == 1:
            return sentences
        return [[word for sentence in sentences for word in sentence]]


def _weight(text: str) -> float:
    try:
        weight = float(text[1:])
    except ValueError:
        raise _unknown(text) from None
    if not 1 <= weight < math.inf:  # below 1 single words outweigh runs, and scores pass 1
        raise UsageError("rouge-weight-malformed", text=text[1:])
    return weight


def _unknown(text: str) -> UsageError:
    return UsageError("rouge-unknown", text=text, allowed=_ALLOWED)


Grams = Counter[tuple[str, ...]]


def grams(variant: Variant, words: Sequence[str]) -> Grams:
    """Return the units of an N, S or SU variant in a text."""
    if variant.kind == "N":
        return ngrams(words, variant.n)
    pairs = skip_bigrams(words, variant.skip)
    if variant.kind == "SU":
        pairs.update((word,) for word in words[:-1])  # ROUGE forgets the last word, which starts no pair
    return pairs


def ngrams(words: Sequence[str], n: int) -> Grams:
    """Return runs of n words."""
    if n > len(words):
        return Counter()
    return Counter(zip(*(words[i:] for i in range(n)), strict=False))


def skip_bigrams(words: Sequence[str], skip: int | None) -> Grams:
    """Return ordered pairs with at most `skip` words between them; None sets no limit."""
    reach = len(words) if skip is None else skip + 1
    return Counter((first, second) for i, first in enumerate(words, start=1) for second in words[i : i + reach])


def overlap(first: Grams, other: Grams) -> int:
    """Return the number of shared units, each as often as both have it."""
    small, large = sorted((first, other), key=len)
    return sum(min(count, large[gram]) for gram, count in small.items() if gram in large)


# Length limits of ROUGE-1.5.5 (-l words, -b bytes), cut from the raw text before it is tokenised.
# References are cut as well. For L and W under a byte limit ROUGE forgets to add up what it has read, so
# that each sentence is cut alone and reading stops at the first that is as long as the limit.

_SPACE = re.compile(r"\s+", re.ASCII)


@dataclass(frozen=True)
class Limit:
    """At most so many words or bytes; 0 is no limit. Bytes are counted in `encoding`."""

    words: int = 0
    bytes: int = 0
    encoding: str = "utf-8"

    def __post_init__(self) -> None:
        """Refuse negative limits, and two limits at once."""
        if min(self.words, self.bytes) < 0:
            raise UsageError("length-limit-malformed")
        if self.words and self.bytes:
            raise UsageError("length-limit-doubled")

    def cut(self, sentences: Sequence[str], adding_up: bool) -> list[str]:
        """Return the sentences that N, S and SU read (`adding_up`), or those that L and W align."""
        if self.words:
            return list(_first_words(sentences, self.words))
        if self.bytes:
            raw = (sentence.encode(self.encoding, "surrogatepass") for sentence in sentences)
            cut = _first_bytes(raw, self.bytes, adding_up)
            return [sentence.decode(self.encoding, "replace") for sentence in cut]
        return list(sentences)


def _first_words(sentences: Iterable[str], left: int) -> Iterable[str]:
    for sentence in sentences:
        words = _split(sentence)
        if len(words) >= left:
            yield " ".join(words[:left])
            return
        yield sentence
        left -= len(words)


def _split(sentence: str) -> list[str]:
    """Split at white space as Perl does: leading space makes an empty first field, which counts."""
    fields = _SPACE.split(sentence)
    while fields and not fields[-1]:
        fields.pop()
    return fields


def _first_bytes(sentences: Iterable[bytes], left: int, adding_up: bool) -> Iterable[bytes]:
    for sentence in sentences:
        if len(sentence) >= left:
            yield sentence[:left]
            return
        yield sentence
        left -= len(sentence) if adding_up else 0
