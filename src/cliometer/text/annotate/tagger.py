"""Parts of speech by an averaged perceptron (Collins 2002) over the words that can be more than one.

Most running words have one part of speech only: these are looked up. The others are decided from left to
right among the parts of speech that the word list allows. The tags are those that matter for events:

    N noun   P name   J adjective   R adverb   C number   M modal   T to
    V base or present verb   Z verb in -s   D past tense   E past participle   G -ing form
    I preposition or particle   A determiner   O pronoun   S possessive   K conjunction   X other   . mark
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

_MODEL = Path(__file__).parent.parent / "data" / "english-tagger.json.gz"
_OPEN = "NPJR"  # what a word may be that nobody has listed
EDGE = ""


class Model(NamedTuple):
    """What was learned: the tags each word may have, and the weight of each feature for each tag."""

    tags: Mapping[str, str]
    weights: Mapping[str, Mapping[str, float]]


@cache
def model() -> Model:
    """The weights that come with the package (tools/build_tagger.py, see NOTICE)."""
    return Model(**json.loads(gzip.decompress(_MODEL.read_bytes())))


def tag(words: Sequence[str], known: Model | None = None) -> list[str]:
    """The part of speech of each word of a sentence."""
    known = known or model()
    tags: list[str] = []
    options = [allowed(word, number == 0, known.tags) for number, word in enumerate(words)]
    for number in range(len(words)):
        choice = options[number]
        if len(choice) > 1:
            choice = _best(features(words, options, tags, number), choice, known.weights)
        tags.append(choice)
    return tags


def _best(names: Sequence[str], choice: str, weights: Mapping[str, Mapping[str, float]]) -> str:
    found = [weights[name] for name in names if name in weights]
    scores = {letter: sum([row[letter] for row in found if letter in row]) for letter in choice}
    return max(choice, key=scores.__getitem__)


def allowed(word: str, first: bool, tags: Mapping[str, str]) -> str:
    """The tags that a word may have, the most frequent first; a capital adds the name."""
    lower = word.lower()
    if lower == word:
        return tags.get(word) or _guess(word)
    listed = tags.get(word, "")
    if not first and listed:
        return listed
    return listed + "".join(t for t in tags.get(lower, "P") + "P" * (not listed) if t not in listed)


def _guess(word: str) -> str:
    if not word[0].isalpha():
        return ("CJN" if "-" in word else "C") if word[0].isdigit() else "."
    ending = {"ed": "EDJ", "ng": "GNJ", "ly": "RJ"}.get(word[-2:])
    return ending or ("NJ" if "-" in word else _OPEN)


def features(words: Sequence[str], options: Sequence[str], tags: Sequence[str], number: int) -> list[str]:
    """What the decision rests on: the word, its ending and shape, its neighbours and what they may be."""
    word = words[number]
    lower = word.lower()
    before = words[number - 1].lower() if number else EDGE
    after = words[number + 1].lower() if number + 1 < len(words) else EDGE
    left = tags[-1] if tags else EDGE
    further = tags[-2] if len(tags) > 1 else EDGE
    right = options[number + 1] if number + 1 < len(words) else EDGE
    beyond = options[number + 2] if number + 2 < len(words) else EDGE
    choice = options[number]
    return [
        "=",
        "w" + lower,
        "3" + lower[-3:],
        "2" + lower[-2:],
        "c"
        + ("1" if number == 0 else "")
        + ("A" if word[0].isupper() else "")
        + ("-" if "-" in word else ""),
        "o" + choice,
        "l" + left + "|" + choice,
        "f" + further + left + "|" + choice,
        "r" + right + "|" + choice,
        "b" + right + "|" + beyond,
        "lr" + left + "|" + right,
        "<" + before,
        ">" + after,
        "<o" + before + "|" + choice,
        ">o" + after + "|" + choice,
        "lw" + left + "|" + lower,
        "rw" + right + "|" + lower,
    ]
