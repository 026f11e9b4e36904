"""What ROUGE-1.5.5.pl prints, to the byte."""

import re
from collections.abc import Iterator, Mapping
from functools import cmp_to_key
from typing import NamedTuple

from cliometer.metrics.rouge.bootstrap import Triple
from cliometer.metrics.rouge.rouge155 import Counts, Score

_NUMBER = re.compile("[0-9]+")
_RULE, _DOTS = "-" * 45, "." * 45


class Result(NamedTuple):
    """One system under one metric: an average or totals, and each evaluation under its printed name."""

    system: str
    label: str
    average: Triple | Counts
    rows: Mapping[str, Score | Counts]


def lines(result: Result, confidence: str, details: bool) -> Iterator[str]:
    """The block of one system and metric."""
    head = f"{result.system} {result.label}"
    yield _RULE
    if isinstance(result.average, Counts):
        yield _totals(head, result.average)
    else:
        yield from _averages(head, result.average, confidence)
    if details:
        yield _DOTS
        for name in sorted(sorted(result.rows), key=cmp_to_key(_by_number)):
            yield f"{head} Eval {name} {_row(result.rows[name])}"


def missing(system: str, evaluation: str) -> str:
    """The warning for a system that has no text in an evaluation."""
    return f"*ROUGE Warning: test instance for peer {system} does not exist for evaluation {evaluation}"


def empty(path: str) -> str:
    """The warning for a text of which a length limit leaves nothing."""
    return f"readText: {path} -> empty text"


def _totals(head: str, counts: Counts) -> str:
    return f"{head} M_count: {int(counts.model)} P_count: {int(counts.peer)} H_count: {int(counts.hits)}"


def _averages(head: str, average: Triple, confidence: str) -> Iterator[str]:
    for letter, (value, low, high) in zip("RPF", average, strict=True):
        yield f"{head} Average_{letter}: {value:7.5f} ({confidence}%-conf.int. {low:7.5f} - {high:7.5f})"


def _row(row: Score | Counts) -> str:
    if isinstance(row, Score):
        return f"R:{row.recall:7.5f} P:{row.precision:7.5f} F:{row.f:7.5f}"
    return f"R:{row.model:.15g} P:{row.peer:.15g} F:{row.hits:.15g}"  # Perl's way to print a number


def _by_number(one: str, other: str) -> int:
    """By leading number where both have one, else as text."""
    left, right = _NUMBER.match(one), _NUMBER.match(other)
    if left and right:
        return int(left[0]) - int(right[0])
    return (one > other) - (one < other)
