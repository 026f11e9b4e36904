"""Length limits of ROUGE-1.5.5 (-l words, -b bytes), cut from the raw text before it is tokenised.

References are cut as well. For L and W under a byte limit ROUGE forgets to add up what it has read, so that
each sentence is cut alone and reading stops at the first that is as long as the limit.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cliometer.errors import UsageError

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
            raise UsageError("a length limit is a whole number of words or bytes, 0 for none")
        if self.words and self.bytes:
            raise UsageError("limit the length in words or in bytes, not both")

    def text(self, sentences: Sequence[str]) -> list[str]:
        """The sentences that N, S and SU read."""
        return self._cut(sentences, adding_up=True)

    def units(self, sentences: Sequence[str]) -> list[str]:
        """The sentences that L and W align."""
        return self._cut(sentences, adding_up=False)

    def _cut(self, sentences: Sequence[str], adding_up: bool) -> list[str]:
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
    """White-space fields as Perl splits them: leading space makes an empty first field, which counts."""
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
