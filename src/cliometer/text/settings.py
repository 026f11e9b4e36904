"""How a text becomes words: tokeniser, stop words out, stems in (in that order, as ROUGE-1.5.5 does it)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from cliometer.errors import unknown
from cliometer.text.lexicon import stop_words
from cliometer.text.stemmer import stem
from cliometer.text.tokens import TOKENISERS

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

    def cut(self, text: str) -> list[str]:
        """The tokens of a text, countable or not."""
        return TOKENISERS[self.tokens].cut(text)

    def form(self, token: str) -> str | None:
        """What a token counts as, None where it is not counted."""
        if not TOKENISERS[self.tokens].counts(token) or (self.stop and token in stop_words()):
            return None
        return stem(token) if self.stem else token

    def words(self, text: str) -> list[str]:
        """The countable words of a text."""
        return list(chain.from_iterable(map(remembered(self).__getitem__, text.split())))


class Remembered(dict[str, tuple[str, ...]]):
    """Piece of text -> its words. A piece holds no white space, which no tokeniser ever crosses."""

    def __init__(self, settings: TextSettings) -> None:
        self._settings = settings

    def __missing__(self, piece: str) -> tuple[str, ...]:
        if len(self) >= _REMEMBERED:
            self.clear()
        forms = map(self._settings.form, self._settings.cut(piece))
        words = self[piece] = tuple(form for form in forms if form is not None)
        return words


@lru_cache(maxsize=16)
def remembered(settings: TextSettings) -> Remembered:
    """What was worked out so far: each distinct piece is tokenised and stemmed once."""
    return Remembered(settings)
