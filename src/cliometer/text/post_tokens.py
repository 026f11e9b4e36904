"""The tokens of a post (URLs, mentions, hashtags, emoji, words), and how they become countable words."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple

from cliometer.errors import unknown
from cliometer.text.stemmers import rouge_stem, stop_words
from cliometer.text.tokenisation import unicode_words

# What stands in a post besides words, as regular expressions of the standard library.
# Emoji are Unicode's pictographs with their selectors, skin tones and joiners (a family is one emoji),
# flags and keycaps. Arrows and signs such as © that are text by default count as emoji only with the
# selector U+FE0F.

_PICTURE = (
    "[\u231a\u231b\u23e9-\u23f3\u23f8-\u23fa\u25fd\u25fe\u2600-\u27bf\u2b1b\u2b1c\u2b50\u2b55"
    "\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff]"
)
_TEXTUAL = (
    "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2194-\u21aa\u2300-\u23ff\u24c2"
    "\u25aa-\u25fc\u2934-\u2b07\u3030\u303d\u3297\u3299]\ufe0f"
)
_TONE = "[\U0001f3fb-\U0001f3ff]"
_ONE = f"(?:{_PICTURE}(?:\ufe0f|{_TONE})?|{_TEXTUAL})"
_FLAG = "[\U0001f1e6-\U0001f1ff]{2}|\U0001f3f4[\U000e0020-\U000e007f]+"
_KEYCAP = "[0-9#*]\ufe0f?\u20e3"

EMOJI = f"{_FLAG}|{_KEYCAP}|{_ONE}(?:\u200d{_ONE})*"

# A bare domain counts only with a path behind it: bit.ly/x, not a full stop without a blank.
URL = (
    r"https?:(?:/\S*|$)|(?<![\w@])www\.\w\S*"
    r"|(?<![\w@.-])[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)*\.[a-zA-Z]{2,6}/\S*"
)
MENTION = r"(?<![\w@])@\w{1,30}(?:'s\b)?"
HASHTAG = r"(?<![\w#&])#\w*[^\W\d_]\w*"
NUMBER = r"(?<!\w)[+-]?\d+(?:[.,:/]\d+)*%?(?!\w)"
CONTRACTION = r"(?<![^\W\d_])[^\W\d_]+(?:'[^\W\d_]+)+"

_MOUTH = r"(?:[)(\[\]{}|/\\@*]+|[dDpPoO3]\b)"
EMOTICON = (
    rf"(?<!\w)[<>]?[:;=]['\-]?{_MOUTH}(?![\w/])|(?<!\w)[)(\]\[][\-]?[:;=](?!\w)"
    r"|(?<!\w)[xX]D+\b|</?3|(?<!\w)\^_*\^|\\o/"
)


# The tokens of a post: URLs, mentions, hashtags, emoji, emoticons, numbers, words.
# A post is cleaned first: HTML entities are resolved, NFKC folds compatible spellings, curly quotes become
# straight. Words are in lower case, single characters where a script writes no spaces. What no class claims
# is punctuation and is not a token.

Kind = Literal["url", "mention", "hashtag", "emoji", "emoticon", "number", "word"]
KINDS: tuple[Kind, ...] = ("url", "mention", "hashtag", "emoji", "emoticon", "number", "word")

_QUOTES = str.maketrans("\u2018\u2019\u201a\u201b\u2032\u201c\u201d\u201e\u201f\u2033", "'''''" + '"' * 5)
_RETWEET = re.compile(r"(?:^|(?<=[\s\"'(.]))(?:RT|MT|rt|mt)\b[\s:]*@\w+:?\s*")
_VIA = re.compile(r"[\s(\[-]+via:?\s+@\w+[)\]]?(?=\s*(?:$|https?:|#))", re.IGNORECASE)
_ENDS_NO_URL = ".,;:!?'\")]}>*|"


class PostToken(NamedTuple):
    """A piece of a post and its class."""

    kind: Kind
    text: str


def clean(text: str) -> str:
    """Return a text in NFKC with entities resolved (twice: feeds escape twice), straight quotes, single blanks."""
    resolved = html.unescape(html.unescape(text)) if "&" in text else text
    return " ".join(unicodedata.normalize("NFKC", resolved.translate(_QUOTES)).split())


def tokenise(text: str) -> list[PostToken]:
    """Return all tokens of a post in their order."""
    return list(_tokens(clean(text)))


def is_retweet(text: str) -> bool:
    """Return whether a post repeats another's: `RT @user` at its start, or after a remark of its own.

    >>> is_retweet("So true! RT @cnn: It rains"), is_retweet("Start @cnn")
    (True, False)
    """
    return _RETWEET.search(clean(text)) is not None


def without_credits(text: str) -> str:
    """Return the post without `RT @user:` and a closing `via @user`.

    >>> without_credits("RT @a: RT @b: It rains (via @c) http://t.co/x")
    'It rains http://t.co/x'
    """
    return " ".join(_VIA.sub(" ", _RETWEET.sub("", clean(text))).split())


def split_hashtag(tag: str) -> list[str]:
    """Return the words of a hashtag, by its capitals, digits and underscores.

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
    patterns = {"url": URL, "emoji": EMOJI, "mention": MENTION, "hashtag": HASHTAG, "emoticon": EMOTICON}
    patterns |= {"number": NUMBER, "word": CONTRACTION}
    return re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in patterns.items()))


def _tokens(text: str) -> Iterator[PostToken]:
    """Yield special tokens, and between them words as every script writes them."""
    specials = [(match.start(), _trimmed(match)) for match in _special().finditer(text)]
    ends = [0, *(start + len(token.text) for start, token in specials)]
    starts = [*(start for start, _ in specials), len(text)]
    for number, (end, start) in enumerate(zip(ends, starts, strict=True)):
        yield from (PostToken("word", word) for word in unicode_words(text[end:start]))
        if number < len(specials):
            yield specials[number][1]


def _trimmed(match: re.Match[str]) -> PostToken:
    """Return a URL without the punctuation of the sentence around it."""
    kind: Kind = match.lastgroup  # type: ignore[assignment]  # one of the names above
    text = match[0].rstrip(_ENDS_NO_URL) if kind == "url" else match[0]
    return PostToken(kind, text.casefold() if kind == "word" else text)


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
        """Return the countable words of a post, in order."""
        tokens = tokenise(text if self.credits else without_credits(text))
        return [form for token in tokens for form in self._forms(token)]

    def _forms(self, token: PostToken) -> Iterator[str]:
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
        if form := _form(text.casefold(), self.stop, self.stem):
            yield form


@cache
def _form(word: str, stop: bool, stemmed: bool) -> str:
    """Return what a word counts as; a contraction such as don't or NASA's counts as its first part."""
    if stop and word in stop_words():
        return ""
    base = word.partition("'")[0] if len(word.partition("'")[0]) > 1 else word.replace("'", "")
    if stop and base in stop_words():
        return ""
    return rouge_stem(base) if stemmed else base
