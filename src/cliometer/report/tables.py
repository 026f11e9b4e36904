"""Tables: one value, printed for a terminal, as CSV or as LaTeX (booktabs)."""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

Cell = str | int | float | None

_LATEX = {"&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}"}
_LATEX |= {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"}  # others in the default encoding
_LATEX |= {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
_NO_WIDTH = ("Mn", "Me", "Cf")


@dataclass(frozen=True)
class Table:
    """Headings and rows; numbers are shown with three decimals unless a format wants them whole."""

    heading: Sequence[str]
    rows: Sequence[Sequence[Cell]]

    def text(self) -> str:
        """Aligned columns: words to the left, numbers to the right."""
        shown = [[_show(cell) for cell in row] for row in self.rows]
        widths = [max(map(_width, column)) for column in zip(self.heading, *shown, strict=True)]
        numeric = [_is_numeric(column) for column in zip(*self.rows, strict=True)] or [False] * len(widths)
        lines = [list(self.heading), ["-" * width for width in widths], *shown]
        return "\n".join(_line(line, widths, numeric) for line in lines) + "\n"

    def csv(self) -> str:
        """Numbers in full, missing values empty."""
        target = io.StringIO()
        writer = csv.writer(target, lineterminator="\n")
        writer.writerow(self.heading)
        writer.writerows(["" if cell is None else cell for cell in row] for row in self.rows)
        return target.getvalue()

    def latex(self) -> str:
        """A tabular for the booktabs package."""
        numeric = [_is_numeric(column) for column in zip(*self.rows, strict=True)]
        columns = "".join("r" if number else "l" for number in numeric or [False] * len(self.heading))
        body = [" & ".join(_escape(_show(cell)) for cell in row) + r" \\" for row in self.rows]
        heading = " & ".join(map(_escape, self.heading)) + r" \\"
        lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", heading, r"\midrule", *body]
        return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n"


def _show(cell: Cell) -> str:
    if cell is None:
        return "undefined"
    return f"{cell:.3f}" if isinstance(cell, float) else str(cell)


def _is_numeric(column: Sequence[Cell]) -> bool:
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


def _escape(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)
