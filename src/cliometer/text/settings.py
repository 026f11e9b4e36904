"""How a text becomes words: the tokeniser, stop words out, stems in (in that order, as ROUGE-1.5.5 does it)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from cliometer.errors import unknown
from cliometer.text.lexicon import stop_words
from cliometer.text.stemmer import stem
from cliometer.text.tokens import TOKENISERS

_REMEMBERED = 1 << 18  # a quarter of a million words (about 40 MB) outlasts any topic


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
        return [form for form in map(forms(self).__getitem__, self.cut(text)) if form is not None]


class Forms(dict[str, str | None]):
    """Token -> its form under some settings; each distinct token is worked out once."""

    def __init__(self, settings: TextSettings) -> None:
        self._settings = settings

    def __missing__(self, token: str) -> str | None:
        if len(self) >= _REMEMBERED:
            self.clear()
        form = self[token] = self._settings.form(token)
        return form


@lru_cache(maxsize=16)
def forms(settings: TextSettings) -> Forms:
    """The forms that were worked out so far."""
    return Forms(settings)
