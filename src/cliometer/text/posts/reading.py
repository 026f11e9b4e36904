"""How a post becomes words: each class is kept, stripped or masked; then stop words go, stems come."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from cliometer.errors import unknown
from cliometer.text.lexicon import stop_words
from cliometer.text.posts.tokens import Token, split_hashtag, tokenise, without_credits
from cliometer.text.stemmer import stem

Treatment = Literal["keep", "strip", "mask"]
TREATMENTS: tuple[Treatment, ...] = ("keep", "strip", "mask")
_CLASSES = ("url", "mention", "hashtag", "emoji", "emoticon", "number")


@dataclass(frozen=True)
class PostReading:
    """What is done with each class; a mask stands for all of its class, `<url>`.

    `split` takes hashtags apart at their capitals; a hashtag that is kept loses its sign, so that #fire and
    fire are one word. `credits` keeps `RT @user:` and `via @user`.

    >>> PostReading().words("RT @cnn: Fires near #ColoradoSprings http://t.co/x")
    ['fire', 'colorado', 'spring']
    """

    url: Treatment = "strip"
    mention: Treatment = "strip"
    hashtag: Treatment = "keep"
    emoji: Treatment = "strip"
    emoticon: Treatment = "strip"
    number: Treatment = "keep"
    split: bool = True
    credits: bool = False
    stop: bool = True
    stem: bool = True

    def __post_init__(self) -> None:
        for name in _CLASSES:
            if getattr(self, name) not in TREATMENTS:
                raise unknown(f"treatment of {name}", getattr(self, name), TREATMENTS)

    def words(self, text: str) -> list[str]:
        """The countable words of a post, in order."""
        tokens = tokenise(text if self.credits else without_credits(text))
        return [form for token in tokens for form in self._forms(token)]

    def _forms(self, token: Token) -> Iterator[str]:
        if token.kind == "word":
            yield from self._word(token.text)
            return
        treatment: Treatment = getattr(self, token.kind)
        if treatment == "mask":
            yield f"<{token.kind}>"
        elif treatment == "keep" and token.kind == "hashtag":
            for part in split_hashtag(token.text) if self.split else [token.text.lstrip("#")]:
                yield from self._word(part)
        elif treatment == "keep":
            yield token.text if token.kind in ("url", "emoticon") else token.text.lower()

    def _word(self, text: str) -> Iterator[str]:
        form = _form(text.casefold(), self.stop, self.stem)
        if form:
            yield form


@cache
def _form(word: str, stop: bool, stemmed: bool) -> str:
    """What a word counts as; a contraction such as don't or NASA's counts as its first part."""
    if stop and word in stop_words():
        return ""
    base = word.partition("'")[0] if len(word.partition("'")[0]) > 1 else word.replace("'", "")
    if stop and base in stop_words():
        return ""
    return stem(base) if stemmed else base
