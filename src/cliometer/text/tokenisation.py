"""How a text becomes words: tokenisers, stop words, stems, and texts of which too little is left to count."""

from __future__ import annotations

import re
import string
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from cliometer.errors import unknown
from cliometer.text.stemmers import google_stem, rouge_stem, stop_words

_KEPT = frozenset(string.ascii_letters + string.digits)
ROUGE155_BYTES = bytes(ord(chr(i).lower()) if chr(i) in _KEPT else ord(" ") for i in range(256))

# Scripts written without spaces: Thai, Lao, Myanmar, Khmer, Han, Hiragana, Katakana.
_SPACELESS = (
    "\u0e00-\u0eff\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f\u1780-\u17ff"
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3038-\u303b\u3041-\u30ff\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U0001aff0-\U0001b16f\U00020000-\U000323af"
)
_MARK_PLANES = (range(0x300, 0x1F000), range(0xE0100, 0xE01F0))  # where Unicode has marks: a tenth of it
_INVISIBLE = re.compile("[\u00ad\u200c\u200d\u2060\ufeff]")  # hyphenation and joining hints inside a word


def rouge155(text: str) -> list[str]:
    """Return lower-case runs of a-z and 0-9 on the UTF-8 bytes; every other byte separates (café -> caf)."""
    return text.encode("utf-8", "surrogatepass").translate(ROUGE155_BYTES).decode("ascii").split()


def google(text: str) -> list[str]:
    """Return runs of a-z and 0-9 after Unicode's lower case, as in rouge-score: the Kelvin sign is a k."""
    return rouge155(text if text.isascii() else text.lower())


def unicode_words(text: str) -> list[str]:
    """Return runs of letters, marks and digits (NFKC, case folded); single characters where no spaces are written.

    A mark stays with its letter. Apostrophes and hyphens separate, as in ROUGE.
    """
    if text.isascii():
        return rouge155(text)  # the same rule, without a table lookup for each character
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return _words().findall(_INVISIBLE.sub("", folded))


@cache
def _words() -> re.Pattern[str]:
    marks = f"[{_ranges(_marks())}]"
    alone = rf"(?=[^\W\d_])[{_SPACELESS}]"
    running = rf"(?!{alone})[^\W_]"
    return re.compile(f"{alone}{marks}*|{running}(?:{running}|{marks})*")


def _marks() -> Iterable[int]:
    """Return code points of combining marks, which `re` does not count as word characters."""
    return (i for plane in _MARK_PLANES for i in plane if unicodedata.category(chr(i))[0] == "M")


def _ranges(points: Iterable[int]) -> str:
    """Return sorted code points as the inside of a character class."""
    spans: list[list[int]] = []
    for point in points:
        if spans and spans[-1][1] == point - 1:
            spans[-1][1] = point
        else:
            spans.append([point, point])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in spans)


class Tokeniser(NamedTuple):
    """How text is cut, which tokens count, and how they are stemmed where stems are asked for."""

    cut: Callable[[str], list[str]]
    counts: Callable[[str], bool] = bool
    ascii_only: bool = False  # whether all other letters are lost
    stem: Callable[[str], str] = rouge_stem

    def __call__(self, text: str) -> list[str]:
        return [token for token in self.cut(text) if self.counts(token)]


TOKENISERS: Mapping[str, Tokeniser] = MappingProxyType(
    {
        "rouge155": Tokeniser(rouge155, ascii_only=True),
        "google": Tokeniser(google, ascii_only=True, stem=google_stem),
        "unicode": Tokeniser(unicode_words),
        # tilse's rule drops what is a substring of the string of punctuation: `()` and `./`, but not `--`
        "whitespace": Tokeniser(str.split, lambda token: token not in string.punctuation),
    }
)


_REMEMBERED = 1 << 18  # a quarter of a million pieces (about 60 MB) outlasts any topic


@dataclass(frozen=True)
class TextSettings:
    """Tokeniser name, whether to stem, whether to drop stop words."""

    tokens: str = "rouge155"
    stem: bool = False
    stop: bool = False

    def __post_init__(self) -> None:
        """Refuse an unknown tokeniser at once rather than at the first text."""
        if self.tokens not in TOKENISERS:
            raise unknown("tokeniser", self.tokens, TOKENISERS)

    @property
    def is_google(self) -> bool:
        """Whether ROUGE is that of rouge-score: whole texts in L, the reference of the best F, nothing rounded."""
        return self.tokens == "google"

    def cut(self, text: str) -> list[str]:
        """Return the tokens of a text, countable or not."""
        return TOKENISERS[self.tokens].cut(text)

    def form(self, token: str) -> str | None:
        """Return what a token counts as, None where it is not counted."""
        tokeniser = TOKENISERS[self.tokens]
        if not tokeniser.counts(token) or (self.stop and token in stop_words()):
            return None
        return tokeniser.stem(token) if self.stem else token

    def words(self, text: str) -> list[str]:
        """Return the countable words of a text."""
        return list(chain.from_iterable(map(remembered(self).__getitem__, text.split())))


class WordMemory(dict[str, tuple[str, ...]]):
    """Piece of text -> its words. A piece holds no white space, which no tokeniser ever crosses."""

    def __init__(self, settings: TextSettings) -> None:
        self._settings = settings

    def __missing__(self, piece: str) -> tuple[str, ...]:
        if len(self) >= _REMEMBERED:
            self.clear()
        forms = map(self._settings.form, TOKENISERS[self._settings.tokens].cut(piece))
        words = self[piece] = tuple(form for form in forms if form is not None)
        return words


remembered = lru_cache(maxsize=16)(WordMemory)  # each distinct piece is tokenised and stemmed once


# Is there anything to count? Texts of which a tokeniser and a stop list leave nothing, or hardly anything.
# ROUGE-1.5.5 knows the letters a to z alone: of a Russian text it counts the numbers, of a French one it
# breaks every accented word. A score of that is no score of the text, so it is never given without a word.

HARDLY_ANY = 0.5  # of the letters lost: the text is in another script
SOME = 0.02  # of the letters lost: words are broken here and there


def complaint(sentences: Sequence[str], counted: int, settings: TextSettings) -> str | None:
    """Return what is wrong with a text of which so many words count, and the remedy; None where nothing is."""
    if counted and all(map(str.isascii, sentences)):
        return None  # most texts
    if not any(map(str.strip, sentences)):
        return None  # an empty text is an answer
    lost = lost_letters(sentences, settings)
    if counted and lost <= HARDLY_ANY:
        return None
    what = f"loses {lost:.0%} of its letters" if counted else "has no countable word"
    if lost > SOME:
        remedy = "for scripts other than Latin use --preset modern, or tokens=unicode"
    elif settings.stop:
        remedy = "are they all stop words? --preset modern, or stop=false, counts those"
    else:
        remedy = "it holds no letter and no digit: is this the right file?"
    stop = ", stop words removed" if settings.stop else ""
    return f"{what} under tokens={settings.tokens}{stop}; {remedy}"


def lost_letters(sentences: Sequence[str], settings: TextSettings) -> float:
    """Return the share of letters that the tokeniser takes for blanks."""
    foreign = [sentence for sentence in sentences if not sentence.isascii()]
    if not foreign or not TOKENISERS[settings.tokens].ascii_only:
        return 0.0
    strangers = sum(len(s) - len(s.encode("ascii", "ignore")) for s in foreign)
    if strangers <= SOME * sum(map(len, sentences)):  # most texts: quotes and a few names
        return 0.0
    letters = sum(c.isalpha() for s in sentences for c in s)
    return sum(c.isalpha() and not c.isascii() for s in foreign for c in s) / max(1, letters)


_CONTROLS = (*range(9), 11, 12, *range(14, 32), *range(127, 160))
_HALVES = range(0xD800, 0xE000)  # of characters beyond the first plane, which mean nothing alone
_FORBIDDEN: Mapping[int, str] = dict.fromkeys((*_CONTROLS, *_HALVES, 0xFFFE, 0xFFFF), "\ufffd")


def printable(text: str) -> str:
    """Return the text with the sign for a character that is none wherever it holds one.

    >>> printable("a\\x00b")
    'a\ufffdb'
    """
    return text.translate(_FORBIDDEN)
