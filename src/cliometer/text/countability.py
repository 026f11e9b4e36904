"""Is there anything to count? Texts of which a tokeniser and a stop list leave nothing, or hardly anything.

ROUGE-1.5.5 knows the letters a to z alone: of a Russian text it counts the numbers, of a French one it breaks
every accented word. A score of that is no score of the text, so it is never given without a word.
"""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.text.settings import TextSettings
from cliometer.text.tokens import TOKENISERS

HARDLY_ANY = 0.5  # of the letters lost: the text is in another script
SOME = 0.02  # of the letters lost: words are broken here and there


def complaint(sentences: Sequence[str], counted: int, settings: TextSettings) -> str | None:
    """What is wrong with a text of which so many words count, and the remedy; None where nothing is."""
    if not any(map(str.strip, sentences)):
        return None  # an empty text is an answer
    lost = lost_letters(sentences, settings)
    if counted and lost <= HARDLY_ANY:
        return None
    what = f"loses {lost:.0%} of its letters" if counted else "has no countable word"
    return f"{what} under {_spelled(settings)}; {_remedy(lost, settings)}"


def lost_letters(sentences: Sequence[str], settings: TextSettings) -> float:
    """The share of letters that the tokeniser takes for blanks."""
    foreign = [sentence for sentence in sentences if not sentence.isascii()]
    if not foreign or not TOKENISERS[settings.tokens].ascii_only:
        return 0.0
    strangers = sum(len(s) - len(s.encode("ascii", "ignore")) for s in foreign)
    if strangers <= SOME * sum(map(len, sentences)):  # most texts: quotes and a few names
        return 0.0
    letters = sum(c.isalpha() for s in sentences for c in s)
    return sum(c.isalpha() and not c.isascii() for s in foreign for c in s) / max(1, letters)


def _spelled(settings: TextSettings) -> str:
    return f"tokens={settings.tokens}" + (", stop words removed" if settings.stop else "")


def _remedy(lost: float, settings: TextSettings) -> str:
    if lost > SOME:
        return "for scripts other than Latin use --preset modern, or tokens=unicode"
    if settings.stop:
        return "are they all stop words? --preset modern, or stop=false, counts those"
    return "it holds no letter and no digit: is this the right file?"
