"""A plain table for `print`: words to the left, numbers to the right."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.engine.means import Numbers

WORDS = {"f": "F", "f_of_means": "F of means", "mean_of_f": "mean of F"}


def aligned(heading: Sequence[str], lines: Sequence[tuple[Sequence[str], Numbers]]) -> str:
    """Each line has words and numbers by name; what a metric does not have is left blank."""
    names = list(dict.fromkeys(name for _, numbers in lines for name in numbers))
    cells = [[*heading, *(WORDS.get(name, name) for name in names)]]
    cells += [
        [*words, *(_shown(numbers[name]) if name in numbers else "" for name in names)]
        for words, numbers in lines
    ]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join(_line(line, widths, len(heading)) for line in cells)


def _line(cells: Sequence[str], widths: Sequence[int], words: int) -> str:
    return "  ".join(
        cell.ljust(width) if place < words else cell.rjust(width)
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
    )


def _shown(number: float | None) -> str:
    return "undefined" if number is None else f"{number:.3f}"
