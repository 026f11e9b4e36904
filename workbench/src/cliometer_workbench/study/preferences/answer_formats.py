"""Ways of answering: a choice between two, marks on a scale, or best and worst of a set; and the votes they imply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Literal, TypeAlias

from cliometer.study.contests import CHOICES, LEFT, RIGHT
from cliometer.study.criteria import OVERALL, READY_QUESTIONS, Criterion
from cliometer_workbench.study.preferences.comparison_items import LETTERS

AnswerFormat: TypeAlias = Literal["pairs", "scales", "best-worst"]
PAIRS, SCALES, BEST_WORST = ANSWER_FORMATS = ("pairs", "scales", "best-worst")
SIZES: Mapping[str, tuple[int, int, int]] = {PAIRS: (2, 2, 2), SCALES: (1, 5, 1), BEST_WORST: (3, 5, 4)}
"""The fewest and the most summaries that are shown together, and the usual number, by format."""
ITEM_NOUNS = {1: "summary", 2: "pair"}  # of more: a set
BEST, WORST = "best", "worst"
ImpliedVote: TypeAlias = tuple[str, str, str]
"""Two systems in the order of showing, and the better of them; nothing in a tie."""


def item_noun(size: int) -> str:
    """Return what an item with so many summaries is called."""
    return ITEM_NOUNS.get(size, "set")


def answer_parts(format: str, size: int) -> tuple[str, ...]:
    """Return what is filled in by each criterion: one choice, a mark of each summary, or the best and the worst."""
    return {PAIRS: ("",), SCALES: tuple(LETTERS[:size]), BEST_WORST: (BEST, WORST)}[format]


def part_options(format: str, size: int, points: int, ties: bool) -> tuple[str, ...]:
    """Return what a part can be filled in with."""
    if format == SCALES:
        return tuple(str(point) for point in range(1, points + 1))
    if format == BEST_WORST:
        return tuple(LETTERS[:size])
    return CHOICES if ties else (LEFT, RIGHT)


def implied_votes(format: str, systems: Sequence[str], filled: Mapping[str, str]) -> list[ImpliedVote]:
    """Return the votes that follow from what was filled in by one criterion; parts may be lacking.

    >>> implied_votes("best-worst", ["x", "y", "z"], {"best": "b", "worst": "c"})
    [('x', 'y', 'y'), ('x', 'z', 'x'), ('y', 'z', 'y')]
    >>> implied_votes("scales", ["x", "y"], {"a": "4", "b": "4"})
    [('x', 'y', '')]
    """
    if format == PAIRS:
        better = {LEFT: systems[0], RIGHT: systems[1]}
        return [(systems[0], systems[1], better.get(choice, "")) for choice in filled.values()]
    place = dict(zip(systems, LETTERS, strict=False))
    if format == SCALES:
        marks = {name: int(filled[letter]) for name, letter in place.items() if letter in filled}
        return [(a, b, better_marked(a, b, marks)) for a, b in combinations(marks, 2)]
    if len(filled) < len((BEST, WORST)):
        return []
    worth = {name: (letter == filled[BEST]) - (letter == filled[WORST]) for name, letter in place.items()}
    distinct = [(a, b) for a, b in combinations(systems, 2) if worth[a] != worth[b]]
    return [(a, b, better_marked(a, b, worth)) for a, b in distinct]


def better_marked(a: str, b: str, marks: Mapping[str, int]) -> str:
    """Return the one of the higher mark; nothing where both have the same."""
    return "" if marks[a] == marks[b] else a if marks[a] > marks[b] else b


READY_MARKS: Mapping[str, str] = {
    OVERALL: "How good is it?",
    "faithful": "How true is it to what happened?",
    "complete": "How much does it tell of what matters?",
    "readable": "How well does it read?",
    "dates": "How right are its dates?",
}
"""Ready questions that a mark answers, in place of a choice."""


def fitting_criteria(criteria: Sequence[Criterion], marks: bool) -> tuple[Criterion, ...]:
    """Return criteria whose ready questions fit the answers: marks, or a choice.

    >>> from cliometer.study.criteria import parse_criteria
    >>> [one.text for one in fitting_criteria(parse_criteria("overall\\nown: How dull is it?"), True)]
    ['How good is it?', 'How dull is it?']
    """
    ready, other = (READY_MARKS, READY_QUESTIONS) if marks else (READY_QUESTIONS, READY_MARKS)
    return tuple(
        Criterion(criterion.name, ready[criterion.name])
        if criterion.name in ready and criterion.text == other[criterion.name]
        else criterion
        for criterion in criteria
    )


def spelled_criteria(criteria: Sequence[Criterion]) -> str:
    """Return criteria as `parse_criteria` reads them."""
    return "\n".join(f"{criterion.name}: {criterion.text}" for criterion in criteria)
