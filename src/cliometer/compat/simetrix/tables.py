"""SIMetrix's two files: a line for each summary, and the mean of each system over the printed numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cliometer.compat.simetrix.java import decimal_format, hashtable_order


@dataclass(frozen=True)
class Scored:
    """The features of one summary."""

    input: str
    system: str
    features: Mapping[str, float]

    @property
    def printed(self) -> list[str]:
        """Its numbers as the files have them."""
        return [decimal_format(value) for value in self.features.values()]


def micro(scored: Sequence[Scored]) -> str:
    """`MAPPING.ieval.micro`: one line a summary, in the order of the mapping file."""
    head = ["inputId", "sysId", *scored[0].features]
    return _lines([head, *([row.input, row.system, *row.printed] for row in scored)])


def macro(scored: Sequence[Scored]) -> str:
    """`MAPPING.ieval.macro`: means of the numbers as printed, systems in the order of SIMetrix's table."""
    rows: dict[str, list[list[float]]] = {}
    for row in scored:
        rows.setdefault(row.system, []).append([float(spelled) for spelled in row.printed])
    head = ["sysId", *(f"Avg{name}" for name in scored[0].features)]
    return _lines([head, *([system, *_means(rows[system])] for system in hashtable_order(rows))])


def lacking(scored: Sequence[Scored]) -> list[str]:
    """Notes on systems that have fewer summaries than others."""
    numbers: dict[str, int] = {}
    for row in scored:
        numbers[row.system] = numbers.get(row.system, 0) + 1
    most = max(numbers.values())
    return [
        f"{system}: only {number} of {most} summaries; its means are over those"
        for system, number in numbers.items()
        if number < most
    ]


def _means(rows: Sequence[Sequence[float]]) -> list[str]:
    """One after the other, as Java adds, so that halves fall to the same side."""
    return [decimal_format(_sum(column) / len(rows)) for column in zip(*rows, strict=True)]


def _sum(numbers: Sequence[float]) -> float:
    total = 0.0
    for number in numbers:
        total += number
    return total


def _lines(rows: Sequence[Sequence[str]]) -> str:
    return "".join(" ".join(row) + "\n" for row in rows)
