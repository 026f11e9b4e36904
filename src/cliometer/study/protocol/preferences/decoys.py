"""Texts that nobody who reads can prefer: filler, the summary's own words shuffled, another topic's summary.

The paper's tests put a summary against *lorem ipsum*, which shows at a glance. The other two must be read.
"""

from __future__ import annotations

from cliometer.study.protocol.preferences.drawing import draw, shuffled

FILLER, MIXED, FOREIGN = DECOYS = ("(filler)", "(shuffled)", "(foreign)")
_LATIN = (  # noqa: SIM905  # a text is easier to read than a list
    "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et "
    "dolore magna aliqua enim ad minim veniam quis nostrud exercitation ullamco laboris nisi aliquip ex ea "
    "commodo consequat duis aute irure in reprehenderit voluptate velit esse cillum eu fugiat nulla pariatur"
).split()


def decoy(kind: str, text: str, foreign: str, *salt: object) -> tuple[str, str]:
    """A decoy of a kind, and the kind it is: filler, where another would be no worse than the text."""
    made = mixed(text, *salt) if kind == MIXED else foreign
    if kind == FILLER or not made.strip() or made.split() == text.split():
        return FILLER, filler(text, *salt)
    return kind, made


def filler(text: str, *salt: object) -> str:
    """As many lines as the text has, of as many words each."""
    lines = text.strip().splitlines()
    return "\n".join(_sentence(len(line.split()), *salt, place) for place, line in enumerate(lines))


def mixed(text: str, *salt: object) -> str:
    """The words of the text in another order, in lines as long as before; of a single word the letters."""
    lines = [line.split() for line in text.strip().splitlines()]
    words = [word for line in lines for word in line]
    if len(words) == 1:
        return "".join(letter for _, letter in _mixed(list(words[0]), *salt))
    rest = iter(_mixed(words, *salt))
    return "\n".join(" ".join(next(rest)[1] for _ in line) for line in lines)


def _mixed(parts: list[str], *salt: object) -> list[tuple[int, str]]:
    return shuffled(enumerate(parts), lambda part: part[0], "mixed", *salt)


def _sentence(words: int, *salt: object) -> str:
    if not words:
        return ""
    said = [_LATIN[draw(len(_LATIN), "filler", *salt, place)] for place in range(words)]
    return " ".join(said).capitalize() + "."
