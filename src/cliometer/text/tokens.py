"""Tokenisers, by name: ROUGE-1.5.5's bytes, Unicode words in any script, tilse's white space."""

import re
import string
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

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
    """Lower-case runs of a-z and 0-9 on the UTF-8 bytes; every other byte separates (café -> caf)."""
    return text.encode("utf-8", "surrogatepass").translate(ROUGE155_BYTES).decode("ascii").split()


def unicode_words(text: str) -> list[str]:
    """NFKC, case folded: runs of letters, marks and digits; single characters where no spaces are written.

    A mark stays with its letter. Apostrophes and hyphens separate, as in ROUGE.
    """
    if text.isascii():
        return rouge155(text)  # the same rule, without a table lookup for each character
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return _words().findall(_INVISIBLE.sub("", folded))


def is_no_punctuation(token: str) -> bool:
    """tilse's rule: drop what is a substring of `string.punctuation`, so `()` and `./` but not `--`."""
    return token not in string.punctuation


@cache
def _words() -> re.Pattern[str]:
    marks = f"[{_ranges(_marks())}]"
    alone = rf"(?=[^\W\d_])[{_SPACELESS}]"
    running = rf"(?!{alone})[^\W_]"
    return re.compile(f"{alone}{marks}*|{running}(?:{running}|{marks})*")


def _marks() -> Iterable[int]:
    """Code points of combining marks, which `re` does not count as word characters."""
    return (i for plane in _MARK_PLANES for i in plane if unicodedata.category(chr(i))[0] == "M")


def _ranges(points: Iterable[int]) -> str:
    """Sorted code points as the inside of a character class."""
    spans: list[list[int]] = []
    for point in points:
        if spans and spans[-1][1] == point - 1:
            spans[-1][1] = point
        else:
            spans.append([point, point])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in spans)


class Tokeniser(NamedTuple):
    """How text is cut, and which tokens count."""

    cut: Callable[[str], list[str]]
    counts: Callable[[str], bool] = bool
    ascii_only: bool = False  # whether all other letters are lost

    def __call__(self, text: str) -> list[str]:
        return [token for token in self.cut(text) if self.counts(token)]


TOKENISERS: Mapping[str, Tokeniser] = MappingProxyType(
    {
        "rouge155": Tokeniser(rouge155, ascii_only=True),
        "unicode": Tokeniser(unicode_words),
        "whitespace": Tokeniser(str.split, is_no_punctuation),
    }
)
