"""Where a sentence and its evidence say the same but for a number, a name, an antonym or a negation."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from cliometer.metrics.grounding.evidence import BITS, HAS_CAPITAL, IS_CONTENT, IS_NEGATION, IS_NUMBER, EvidenceIndex
from cliometer.text.stemmers import antonyms

_COPY = 0.75  # ratio from which on two sentences are near copies
_GAP = 3  # words of a side that may be replaced
_ALIKE = 0.6  # ratio of two spellings of one name
_SCOPE = 4  # tokens behind a negation in which its scope is looked for
_ALIGNED = 2  # words of a block that aligns scopes


class Conflicts(NamedTuple):
    """What contradicts: number, name, antonym, negation; and the words that do, of the sentence and of the evidence."""

    kinds: tuple[str, ...]
    words: frozenset[int]
    against: tuple[int, ...]


class _Side(NamedTuple):
    """The tokens of a sentence, and where its content words stand among them."""

    codes: Sequence[int]
    places: list[int]

    @classmethod
    def of(cls, codes: Sequence[int]) -> _Side:
        return cls(codes, [place for place, code in enumerate(codes) if code & IS_CONTENT])

    def content(self) -> list[int]:
        return [self.codes[place] >> BITS for place in self.places]

    def stretch(self, start: int, stop: int) -> list[int]:
        return [self.codes[place] for place in self.places[start:stop]]

    def negations(self, start: int, stop: int) -> int:
        """Return how many there are from one content word before a stretch of content words to its end."""
        first = self.places[start - 2] + 1 if start >= 2 else 0
        return sum(code & IS_NEGATION > 0 for code in self.codes[first : self.places[stop - 1] + 1])

    def scopes(self, true: int) -> list[int]:
        """Return for each negation the content word behind it, by its number among them; -1 where there is none."""
        number = {place: at for at, place in enumerate(self.places) if self.codes[place] >> BITS != true}
        negations = (place for place, code in enumerate(self.codes) if code & IS_NEGATION)
        return [
            next((number[at] for at in range(place + 1, place + 1 + _SCOPE) if at in number), -1) for place in negations
        ]


def conflicts(codes: Sequence[int], row: int, index: EvidenceIndex) -> Conflicts:
    """Return what contradicts between the tokens of a sentence and a sentence of the articles."""
    ours, theirs = _Side.of(codes), _Side.of(index.sentence(row)[0])
    matcher = SequenceMatcher(None, ours.content(), theirs.content(), autojunk=False)
    is_copy, known = matcher.ratio() >= _COPY, index.sentence(row)[1]
    kinds: dict[str, None] = {}
    words, against = set(), dict[int, None]()
    for tag, i, i_end, j, j_end in matcher.get_opcodes():
        if tag == "replace" and i_end - i <= _GAP and j_end - j <= _GAP:
            left, right = ours.stretch(i, i_end), theirs.stretch(j, j_end)
            strange = [code for code in left if code >> BITS not in known]
            for kind, (mine, yours) in {
                "number": _numbers(strange, right, is_copy, index),
                "name": _names(strange, left, right, is_copy, index),
                "antonym": _opposites(strange, right, ours.content(), index) if is_copy else ([], []),
            }.items():
                if mine and yours:
                    kinds[kind] = None
                    words |= {code >> BITS for code in mine}
                    against |= dict.fromkeys(code >> BITS for code in yours)
    if _negated(ours, theirs, matcher, is_copy, index):
        kinds["negation"] = None
    return Conflicts(tuple(kinds), frozenset(words), tuple(against))


def _numbers(
    strange: Sequence[int], right: Sequence[int], is_copy: bool, index: EvidenceIndex
) -> tuple[list[int], list[int]]:
    """Return the numbers of both sides; vague plurals such as thousands count in near copies alone."""

    def counts(code: int) -> bool:
        return bool(code & IS_NUMBER) and (is_copy or not index.lexicon.spelled[code >> BITS].endswith("s"))

    return [code for code in strange if counts(code)], [code for code in right if counts(code)]


def _names(
    strange: Sequence[int], left: Sequence[int], right: Sequence[int], is_copy: bool, index: EvidenceIndex
) -> tuple[list[int], list[int]]:
    """Return the names of both sides, without those that may be spellings of one name."""
    if is_copy:
        others = [code for code in right if code & HAS_CAPITAL]
    else:
        others = list(right) if all(map(index.is_name, (*left, *right))) else []
    spelled = index.lexicon.spelled
    forms = [spelled[code >> BITS] for code in others]
    return [
        code
        for code in strange
        if (code & HAS_CAPITAL and not code & IS_NUMBER if is_copy else index.is_name(code))
        and all(SequenceMatcher(None, spelled[code >> BITS], form).ratio() < _ALIKE for form in forms)
    ], others


def _opposites(
    strange: Sequence[int], right: Sequence[int], said: Sequence[int], index: EvidenceIndex
) -> tuple[list[int], list[int]]:
    """Return antonyms by WordNet, of which each side has one and the sentence not both."""
    spelled, opposites = index.lexicon.spelled, antonyms(stemmed=True)
    pairs = [
        (ours, theirs)
        for ours in strange
        for theirs in right
        if theirs >> BITS not in said and spelled[theirs >> BITS] in opposites.get(spelled[ours >> BITS], ())
    ]
    return [ours for ours, _ in pairs], [theirs for _, theirs in pairs]


def _negated(ours: _Side, theirs: _Side, matcher: SequenceMatcher[int], is_copy: bool, index: EvidenceIndex) -> bool:
    """Return whether one side is negated where the other is not."""
    *blocks, _ = matcher.get_matching_blocks()
    if not blocks:
        return False
    if is_copy:
        first, last = blocks[0], blocks[-1]
        count = ours.negations(first.a, last.a + last.size)
        return count != theirs.negations(first.b, last.b + last.size)
    true = index.lexicon.forms.get("true", -1)
    aligned = {b.a + n: b.b + n for b in blocks if b.size >= _ALIGNED for n in range(b.size)}
    left, right = ours.scopes(true), theirs.scopes(true)
    for place in list(left):
        if aligned.get(place, -2) in right:
            left.remove(place)
            right.remove(aligned[place])
    held = sum(place in aligned for place in left), sum(place in aligned.values() for place in right)
    return held[0] > len(right) or held[1] > len(left)
