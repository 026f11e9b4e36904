"""The tokens of a post: URLs, mentions, hashtags, emoji, emoticons, numbers, words.

A post is cleaned first: HTML entities are resolved, NFKC folds compatible spellings, curly quotes become
straight. Words are in lower case, single characters where a
script writes no spaces. What no class claims is punctuation and is not a token.

>>> [f"{token.kind} {token.text}" for token in tokenise("RT @cnn: 3 dead in #Boston 😢 http://t.co/x")]
['word rt', 'mention @cnn', 'number 3', 'word dead', 'word in', 'hashtag #Boston', 'emoji 😢', 'url http://t.co/x']
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from cliometer.text.posts import patterns
from cliometer.text.tokens import unicode_words

Kind = Literal["url", "mention", "hashtag", "emoji", "emoticon", "number", "word"]
KINDS: tuple[Kind, ...] = ("url", "mention", "hashtag", "emoji", "emoticon", "number", "word")

_QUOTES = str.maketrans("\u2018\u2019\u201a\u201b\u2032\u201c\u201d\u201e\u201f\u2033", "'''''" + '"' * 5)
_RETWEET = re.compile(r"(?:^|(?<=[\s\"'(.]))(?:RT|MT|rt|mt)\b[\s:]*@\w+:?\s*")
_VIA = re.compile(r"[\s(\[-]+via:?\s+@\w+[)\]]?(?=\s*(?:$|https?:|#))", re.IGNORECASE)
_ENDS_NO_URL = ".,;:!?'\")]}>*|"


class Token(NamedTuple):
    """A piece of a post and its class."""

    kind: Kind
    text: str


def clean(text: str) -> str:
    """Entities resolved (twice: feeds escape what was escaped), NFKC, straight quotes, single blanks."""
    resolved = html.unescape(html.unescape(text)) if "&" in text else text
    return " ".join(unicodedata.normalize("NFKC", resolved.translate(_QUOTES)).split())


def tokenise(text: str) -> list[Token]:
    """All tokens of a post in their order."""
    return list(_tokens(clean(text)))


def is_retweet(text: str) -> bool:
    """Whether it repeats another's post: `RT @user` at its start, or after a remark of its own.

    >>> is_retweet("So true! RT @cnn: It rains"), is_retweet("Start @cnn")
    (True, False)
    """
    return _RETWEET.search(clean(text)) is not None


def without_credits(text: str) -> str:
    """The post without `RT @user:` and a closing `via @user`.

    >>> without_credits("RT @a: RT @b: It rains (via @c) http://t.co/x")
    'It rains http://t.co/x'
    """
    return " ".join(_VIA.sub(" ", _RETWEET.sub("", clean(text))).split())


def split_hashtag(tag: str) -> list[str]:
    """The words of a hashtag, by its capitals, digits and underscores.

    >>> split_hashtag("#COFloods2013_NOAANews")
    ['CO', 'Floods', '2013', 'NOAA', 'News']
    """
    words = [""]
    body = tag.lstrip("#")
    for before, here, after in zip("_" + body, body, body[1:] + "_", strict=False):
        if _starts_word(before, here, after):
            words.append("")
        words[-1] += "" if here == "_" else here
    return [word for word in words if word]


def _starts_word(before: str, here: str, after: str) -> bool:
    if before == "_" or before.isdigit() != here.isdigit():
        return True
    return here.isupper() and (before.islower() or (before.isupper() and after.islower()))


@cache
def _special() -> re.Pattern[str]:
    return re.compile(
        "|".join(
            f"(?P<{kind}>{pattern})"
            for kind, pattern in (
                ("url", patterns.URL),
                ("emoji", patterns.EMOJI),
                ("mention", patterns.MENTION),
                ("hashtag", patterns.HASHTAG),
                ("emoticon", patterns.EMOTICON),
                ("number", patterns.NUMBER),
                ("word", patterns.CONTRACTION),
            )
        )
    )


def _tokens(text: str) -> Iterator[Token]:
    """Special tokens, and between them words as every script writes them."""
    found = [(match.start(), _trimmed(match)) for match in _special().finditer(text)]
    ends = [0, *(start + len(token.text) for start, token in found)]
    starts = [*(start for start, _ in found), len(text)]
    for number, (end, start) in enumerate(zip(ends, starts, strict=True)):
        yield from (Token("word", word) for word in unicode_words(text[end:start]))
        if number < len(found):
            yield found[number][1]


def _trimmed(match: re.Match[str]) -> Token:
    """A URL ends before the punctuation of the sentence around it."""
    kind: Kind = match.lastgroup  # type: ignore[assignment]  # one of the names above
    text = match[0].rstrip(_ENDS_NO_URL) if kind == "url" else match[0]
    return Token(kind, text.casefold() if kind == "word" else text)
