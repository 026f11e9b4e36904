"""Tables: one value, printed for a terminal, as CSV, as Markdown or as LaTeX (booktabs)."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from cliometer.engine.latex import latex_escaped
from cliometer.text.printable import printable

Cell = str | int | float | None

_MARKDOWN = "\\`*_[]|#~$!"
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
_NO_WIDTH = ("Mn", "Me", "Cf")


@dataclass(frozen=True)
class Table:
    """Headings and rows; numbers are shown with three decimals unless a format wants them whole."""

    heading: Sequence[str]
    rows: Sequence[Sequence[Cell]]

    def text(self) -> str:
        """Aligned columns: words to the left, numbers to the right."""
        shown = [[show(cell) for cell in row] for row in self.rows]
        widths = [max(map(_width, column)) for column in zip(self.heading, *shown, strict=True)]
        lines = [list(self.heading), ["-" * width for width in widths], *shown]
        return "\n".join(_line(line, widths, self.numeric()) for line in lines) + "\n"

    def csv(self) -> str:
        """Numbers in full, missing values empty."""
        target = io.StringIO()
        writer = csv.writer(target, lineterminator="\n")
        writer.writerow(self.heading)
        writer.writerows(["" if cell is None else cell for cell in row] for row in self.rows)
        return target.getvalue()

    def numeric(self) -> list[bool]:
        """Which columns hold numbers."""
        return [is_numeric(column) for column in zip(*self.rows, strict=True)] or [False] * len(self.heading)

    def markdown(self) -> str:
        """A table as GitHub, GitLab and most others read it."""
        rules = ["--:" if number else ":--" for number in self.numeric()]
        rows = [[markdown_escaped(show(cell)) for cell in row] for row in self.rows]
        heading = [markdown_escaped(name) for name in self.heading]
        return "".join(f"| {' | '.join(row)} |\n" for row in (heading, rules, *rows))

    def latex(self) -> str:
        """A tabular for the booktabs package."""
        columns = "".join("r" if number else "l" for number in self.numeric())
        body = [" & ".join(latex_escaped(show(cell)) for cell in row) + r" \\" for row in self.rows]
        heading = " & ".join(map(latex_escaped, self.heading)) + r" \\"
        lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", heading, r"\midrule", *body]
        return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n"


def show(cell: Cell) -> str:
    """A cell as a reader sees it."""
    if cell is None:
        return "undefined"
    return f"{cell:.3f}" if isinstance(cell, float) else str(cell)


def is_numeric(column: Sequence[Cell]) -> bool:
    """Numbers, with dashes where there is none; dashes alone are words."""
    numbers = [cell for cell in column if cell != "-"]
    return bool(numbers) and all(cell is None or isinstance(cell, int | float) for cell in numbers)


def _width(text: str) -> int:
    """Columns on a terminal: wide characters take two, marks and joiners none."""
    return sum(
        0 if unicodedata.category(c) in _NO_WIDTH else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def _line(cells: Sequence[str], widths: Sequence[int], numeric: Sequence[bool]) -> str:
    padded = []
    for cell, width, number in zip(cells, widths, numeric, strict=True):
        blanks = " " * (width - _width(cell))
        padded.append(blanks + cell if number else cell + blanks)
    return "  ".join(padded).rstrip()


def markdown_escaped(text: str) -> str:
    """Text for Markdown: shown as it is, on one line, whatever signs it holds."""
    line = " ".join(printable(text).split())
    return "".join(f"\\{c}" if c in _MARKDOWN else _ENTITIES.get(c, c) for c in line)
