"""Sentences, their words, and parts of speech by an averaged perceptron (Collins 2002)."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from cliometer.model.sources import Sentence
from cliometer.text.word_lists import words_of

ABBREVIATIONS = words_of("abbreviations")
MAY_END = words_of("abbreviations-that-may-end")
STARTERS = words_of("sentence-starters")


# Sentences by their places: a stop ends one unless it belongs to an abbreviation, an initial or a number.
# A blank line always ends a sentence; so does a line break behind a short line that reads as a headline.
# Stops of other scripts (。！？।۔) end sentences without a blank behind them.

_STOP = re.compile(r"([.!?…]+)([\"'’”»)\]]*(?: [\"”](?=\n))?)(?=\s)|[。！？।۔]+[”」』）]*|\n[ \t]*\n\s*|\n")
_OPENING = re.compile(r"\s*[\"'‘“«(\[`]*\s*(\S?)(\w*)")
_HEADLINE = 60


def split_sentences(text: str) -> tuple[Sentence, ...]:
    """Return the sentences of a text, numbered `s1`, `s2`, ...: text added at the end changes no earlier number."""
    sentences: list[Sentence] = []
    start = 0
    for end in (*_ends(text), len(text)):
        piece = text[start:end]
        first = start + len(piece) - len(piece.lstrip())
        last = start + len(piece.rstrip())
        if first < last:
            sentences.append(Sentence(f"s{len(sentences) + 1}", first, last, text[first:last]))
        start = end
    return tuple(sentences)


def _ends(text: str) -> Iterator[int]:
    end = line = 0
    for match in _STOP.finditer(text):
        is_break = match[0][0] == "\n"
        if match[0] == "\n":
            ends = not text[end:line].strip() and _is_headline(text, line, match)
        else:
            ends = is_break or match[1] is None or _ends_sentence(text, match)
        line = match.end() if is_break else line
        if ends:
            end = match.end()
            yield end


def _is_headline(text: str, start: int, match: re.Match[str]) -> bool:
    """Return whether a line is a heading: short, without a stop, beginning a sentence that does not go on."""
    line = text[start : match.start()].strip()
    return (
        0 < len(line) < _HEADLINE
        and line[-1] not in ".,;:-–—"
        and not line[0].islower()
        and _next_word(text, match.end())[:1].isupper()
    )


def _next_word(text: str, place: int) -> str:
    """Return the word behind blanks and opening quotes."""
    match = _OPENING.match(text, place)
    return match[1] + match[2] if match else ""


def _ends_sentence(text: str, match: re.Match[str]) -> bool:
    follows = _next_word(text, match.end())
    if not follows or follows[0].islower():
        return not follows
    if match[1] != ".":
        return True
    word = text[_word_start(text, match.start()) : match.start()]
    starts = follows.lower() in STARTERS or bool(match[2])
    if word.lower() in ABBREVIATIONS:
        return word.lower() in MAY_END and starts
    return starts or not _is_initials(word)


def _is_initials(word: str) -> bool:
    """Return whether a word is `J` or `J.F.`, whose stop is no end as a rule."""
    letters = word.replace(".", "")
    return (len(word) == 1 and word.isupper()) or ("." in word and letters.isalpha() and len(word) <= 7)


def _word_start(text: str, end: int) -> int:
    place = end
    while place > 0 and (text[place - 1].isalnum() or text[place - 1] == "."):
        place -= 1
    return place


# Words and marks of a text with their places: what the tagger reads.
# Contractions come apart (did|n't, she|'s). Compounds with hyphens and abbreviations with stops stay whole.

_WORD = re.compile(
    r"""
      (?:[A-Za-z]\.){2,}                                     # U.S.  p.m.
    | [^\W\d_]+(?=n['’]t\b)                                  # did|n't
    | n['’]t\b
    | ['’](?:s|re|ve|ll|d|m)\b
    | \d[\d,]*(?:[.:/]\d+)*(?:[-–]?[^\W\d_]+(?:-[^\W\d_]+)*)?  # 1,500  3.5  7:30  27-year-old
    | [^\W\d_][\w]*(?:(?:-|['’](?!(?:s|re|ve|ll|d|m)\b))\w+)*  # pro-monarchist  O'Neill
    | ``|''|\.\.\.+|--+
    | \S
    """,
    re.VERBOSE,
)


class TextWord(NamedTuple):
    """One word or mark: the characters from `start` up to `end`."""

    text: str
    start: int
    end: int


def words(text: str, start: int = 0, end: int | None = None) -> list[TextWord]:
    """Return the words and marks of a stretch of the text, in order."""
    stop = len(text) if end is None else end
    return [TextWord(match[0], *match.span()) for match in _WORD.finditer(text, start, stop)]


# Parts of speech by an averaged perceptron (Collins 2002) over the words that can be more than one.
# Most running words have one part of speech only: these are looked up. The others are decided from left to
# right among the parts of speech that the word list allows. The tags are those that matter for events:
# N noun P name J adjective R adverb C number M modal T to V base or present verb Z verb in -s D past tense
# E past participle G -ing form I preposition or particle A determiner O pronoun S possessive K conjunction
# X other . mark

_MODEL = Path(__file__).parent.parent / "data" / "english-tagger.json.gz"
_OPEN = "NPJR"  # what a word may be that nobody has listed
EDGE = ""


class TaggerModel(NamedTuple):
    """What was learned: the tags each word may have, and the weight of each feature for each tag."""

    tags: Mapping[str, str]
    weights: Mapping[str, Mapping[str, float]]


@cache
def tagger_model() -> TaggerModel:
    """Return the weights that come with the package (tools/build_tagger.py, see NOTICE)."""
    return TaggerModel(**json.loads(gzip.decompress(_MODEL.read_bytes())))


def tag(words: Sequence[str], known: TaggerModel | None = None) -> list[str]:
    """Return the part of speech of each word of a sentence."""
    return (Tagger(known) if known else _tagger()).tag(words)


_MOST_VOTES = 400_000  # about 60 MB; running text of any length must not fill the memory


class Tagger:
    """Decides from left to right; the votes of features that occur together are added up once and remembered."""

    def __init__(self, known: TaggerModel) -> None:
        self._known = known
        self._votes: dict[tuple[str, ...], list[float]] = {}
        self._options: dict[tuple[str, bool], str] = {}

    def tag(self, words: Sequence[str]) -> list[str]:
        """Return the part of speech of each word of a sentence."""
        if len(self._votes) + len(self._options) > _MOST_VOTES:
            self._votes.clear()
            self._options.clear()
        options = [self._allowed(word, number == 0) for number, word in enumerate(words)]
        tags: list[str] = []
        for number, choice in enumerate(options):
            tags.append(choice if len(choice) == 1 else self._best(words, options, tags, number))
        return tags

    def _allowed(self, word: str, first: bool) -> str:
        if (known := self._options.get((word, first))) is None:
            known = self._options[word, first] = allowed(word, first, self._known.tags)
        return known

    def _best(self, words: Sequence[str], options: Sequence[str], tags: Sequence[str], number: int) -> str:
        """Return the tag with most votes, the more frequent one where two have as many."""
        choice = options[number]
        groups = feature_groups(words, options, tags, number)
        totals = [sum(votes) for votes in zip(*[self._sums(choice, *group) for group in groups], strict=True)]
        return choice[totals.index(max(totals))]

    def _sums(self, choice: str, name: str, *parts: str) -> list[float]:
        key = (choice, name, *parts)
        if (sums := self._votes.get(key)) is None:
            rows = [self._known.weights.get(feature, {}) for feature in FEATURES[name](choice, *parts)]
            sums = self._votes[key] = [sum(row.get(letter, 0) for row in rows) for letter in choice]
        return sums


@cache
def _tagger() -> Tagger:
    return Tagger(tagger_model())


def allowed(word: str, first: bool, tags: Mapping[str, str]) -> str:
    """Return the tags that a word may have, the most frequent first; a capital adds the name."""
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


def _word_features(choice: str, word: str, place: str, left: str) -> tuple[str, ...]:
    lower = word.lower()
    shape = "c" + place + ("A" if word[0].isupper() else "") + ("-" if "-" in word else "")
    return "=", "w" + lower, "3" + lower[-3:], "2" + lower[-2:], shape, "o" + choice, "lw" + left + "|" + lower


FEATURES: Mapping[str, Callable[..., tuple[str, ...]]] = {
    "word": _word_features,
    "tags": lambda choice, left, further, right, beyond: (
        "l" + left + "|" + choice,
        "f" + further + left + "|" + choice,
        "r" + right + "|" + choice,
        "b" + right + "|" + beyond,
        "lr" + left + "|" + right,
    ),
    "before": lambda choice, before: ("<" + before, "<o" + before + "|" + choice),
    "after": lambda choice, after: (">" + after, ">o" + after + "|" + choice),
    "right": lambda choice, lower, right: ("rw" + right + "|" + lower,),
}


def feature_groups(
    words: Sequence[str], options: Sequence[str], tags: Sequence[str], number: int
) -> list[tuple[str, ...]]:
    """Return what the decision rests on: the word, its neighbours and what they may be, by the name in `FEATURES`."""
    word = words[number]
    left = tags[-1] if tags else EDGE
    further = tags[-2] if len(tags) > 1 else EDGE
    right = options[number + 1] if number + 1 < len(words) else EDGE
    beyond = options[number + 2] if number + 2 < len(words) else EDGE
    return [
        ("word", word, "" if number else "1", left),
        ("tags", left, further, right, beyond),
        ("before", words[number - 1].lower() if number else EDGE),
        ("after", words[number + 1].lower() if number + 1 < len(words) else EDGE),
        ("right", word.lower(), right),
    ]


def features(words: Sequence[str], options: Sequence[str], tags: Sequence[str], number: int) -> list[str]:
    """Return the names of all features of a decision, as the weights know them."""
    groups = feature_groups(words, options, tags, number)
    return [feature for name, *parts in groups for feature in FEATURES[name](options[number], *parts)]
