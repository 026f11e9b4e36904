"""How a text becomes words: tokenise, drop stop words, stem, in the order of ROUGE-1.5.5."""

from dataclasses import dataclass
from functools import lru_cache

from cliometer.errors import unknown
from cliometer.text.lexicon import stop_words
from cliometer.text.stemmer import stem
from cliometer.text.tokens import TOKENISERS

# Each distinct word is stemmed once; a quarter of a million words (about 40 MB at most) outlasts any topic.
_remembered_stem = lru_cache(maxsize=1 << 18)(stem)


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

    def words(self, text: str) -> list[str]:
        """The countable words of a text."""
        words = TOKENISERS[self.tokens](text)
        if self.stop:
            dropped = stop_words()
            words = [word for word in words if word not in dropped]
        return list(map(_remembered_stem, words)) if self.stem else words
