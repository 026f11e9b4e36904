"""Tables, printed for a terminal (wrapped to its width), as CSV, as Markdown or as LaTeX (booktabs)."""

from __future__ import annotations

import csv
import io
import textwrap
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import isclose

from cliometer.text.tokenisation import printable

Cell = str | int | float | None


class BestNumber(float):
    """A number that none of its rivals in the table beats; a terminal shows it in bold and green."""


@dataclass(frozen=True)
class TableStyle:
    """How numbers are shown: by default with three decimals, and percentages with one."""

    digits: int | None = None
    percent: bool = False  # whether scores, which are columns of `SCORES`, are shown times 100
    colour: bool = False


PLAIN = TableStyle()
SCORES = frozenset([
    "precision", "recall", "f", "F", "F of means", "mean of F", "micro F", "chance", "assessed", "value", "score",
    "low", "high", "by", "difference", "detectable", "detectable_difference", "detectable difference", "of writers",
])  # fmt: skip
BOLD, WINNER, NORMAL = "\033[1m", "\033[1;32m", "\033[0m"

_MARKDOWN = "\\`*_[]|#~$!"
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
_NO_WIDTH = ("Mn", "Me", "Cf")
_LATEX = {"&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}"}
_LATEX |= {"<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"}  # others in the default encoding
_LATEX |= {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
_MATHS = {"✓": "surd", "✗": "times", "×": "times", "≈": "approx", "≤": "leq", "≥": "geq", "→": "rightarrow"}
_MATHS |= {"←": "leftarrow", "▼": "bigtriangledown", "▲": "bigtriangleup", "−": "-", "…": "ldots", "α": "alpha"}
_LATEX |= {
    sign: rf"\ensuremath{{{'' if name == '-' else chr(92)}{name}}}" for sign, name in _MATHS.items()
}  # what tables of ours hold and pdfLaTeX alone has no letter for


@dataclass(frozen=True)
class Table:
    """Headings and rows; numbers are shown with three decimals unless a format wants them whole."""

    heading: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    style: TableStyle = PLAIN

    def shown(self) -> list[list[str]]:
        """Return every cell as a reader sees it, in the style of the table."""
        scores = [self.style.percent and name in SCORES for name in self.heading]
        plain, percent = (usual if self.style.digits is None else self.style.digits for usual in (3, 1))
        forms = [(100.0, f"{{:.{percent}f}}") if score else (1.0, f"{{:.{plain}f}}") for score in scores]
        return [
            [
                form.format(factor * cell) if isinstance(cell, float) else "undefined" if cell is None else str(cell)
                for cell, (factor, form) in zip(row, forms, strict=True)
            ]
            for row in self.rows
        ]

    def text(self) -> str:
        """Return aligned columns: words to the left, numbers to the right."""
        shown = [[cell[:_LONGEST_CELL] for cell in row] for row in self.shown()]
        widths = [max(map(_width, column)) for column in zip(self.heading, *shown, strict=True)]
        lines = [list(self.heading), ["-" * width for width in widths], *shown]
        numeric, text = self.numeric(), ""
        for place, line in enumerate(lines, start=-2):
            blanks = [" " * (width - _width(cell)) for cell, width in zip(line, widths, strict=True)]
            if self.style.colour and place >= 0:
                marked = zip(line, self.rows[place], strict=True)
                line = [f"{WINNER}{cell}{NORMAL}" if isinstance(value, BestNumber) else cell for cell, value in marked]
            padded = zip(line, blanks, numeric, strict=True)
            cells = (blank + cell if number else cell + blank for cell, blank, number in padded)
            text += "  ".join(cells).rstrip() + "\n"
        return text

    def csv(self) -> str:
        """Return the table as CSV: numbers in full unless digits or percentages are asked for, gaps empty."""
        target = io.StringIO()
        writer = csv.writer(target, lineterminator="\n")
        writer.writerow(self.heading)
        if self.style.digits is None and not self.style.percent:
            writer.writerows(self.rows)  # None is an empty cell
        else:
            writer.writerows(
                ["" if value is None else cell for value, cell in zip(row, shown, strict=True)]
                for row, shown in zip(self.rows, self.shown(), strict=True)
            )
        return target.getvalue()

    def numeric(self) -> list[bool]:
        """Return which columns hold numbers, with dashes or nothing where there is none; dashes alone are words."""
        columns = [[cell for cell in column if cell not in ("-", "")] for column in zip(*self.rows, strict=True)]
        return [
            bool(column) and all(cell is None or isinstance(cell, int | float) for cell in column)
            for column in columns or [[]] * len(self.heading)
        ]

    def markdown(self) -> str:
        """Return a table as GitHub, GitLab and most others read it."""
        rules = ["--:" if number else ":--" for number in self.numeric()]
        rows = [[markdown_escaped(cell) for cell in row] for row in self.shown()]
        heading = [markdown_escaped(name) for name in self.heading]
        return "".join(f"| {' | '.join(row)} |\n" for row in (heading, rules, *rows))

    def latex(self) -> str:
        """Return a tabular for the booktabs package."""
        columns = "".join("r" if number else "l" for number in self.numeric())
        body = [" & ".join(map(latex_escaped, row)) + r" \\" for row in self.shown()]
        heading = " & ".join(map(latex_escaped, self.heading)) + r" \\"
        lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", heading, r"\midrule", *body]
        return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n"


def show(cell: Cell) -> str:
    """Return a cell as a reader sees it."""
    if cell is None:
        return "undefined"
    return f"{cell:.3f}" if isinstance(cell, float) else str(cell)


def _width(text: str) -> int:
    """Return the columns that a text takes on a terminal: wide characters take two, marks and joiners none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.category(c) in _NO_WIDTH else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def markdown_escaped(text: str) -> str:
    """Return a text that Markdown shows as it is, on one line, whatever signs it holds."""
    line = " ".join(printable(text).split())
    return "".join(f"\\{c}" if c in _MARKDOWN else _ENTITIES.get(c, c) for c in line)


def latex_escaped(text: str) -> str:
    """Return a text with every sign that LaTeX would read as a command spelled out."""
    return "".join(_LATEX.get(character, character) for character in printable(text))


WIDTH = 120
_LONGEST_CELL = 2000  # what nobody reads to its end is cut
_LEAST = 30  # columns that the last one gets, however wide the others are


def last_wrapped(
    heading: Sequence[str], rows: Sequence[Sequence[Cell]], width: int = WIDTH, style: TableStyle = PLAIN
) -> Table:
    """Return a table of words whose last column goes on below itself where the line would be too long."""
    others = Table(heading[:-1], [row[:-1] for row in rows], replace(style, colour=False)).text().splitlines()
    room = max(_LEAST, width - max(map(len, others)) - 2)
    return Table(heading, [line for row in rows for line in _lines(row, room)], style)


def _lines(row: Sequence[Cell], room: int) -> Iterator[list[Cell]]:
    lines = wrapped(str(row[-1]), room) or [""]
    if (excess := max(map(_width, lines)) - room) > 0:  # of characters that take two columns
        lines = wrapped(str(row[-1]), room - excess)
    first, *rest = lines
    yield [*row[:-1], first]
    for line in rest:
        yield [*[""] * (len(row) - 1), line]


def fitted(table: Table, width: int = WIDTH) -> list[Table]:
    """Return a table in parts that fit a line: the last column wrapped, texts below each other, or columns in blocks.

    The columns of a matrix, which are named as its rows are, are numbered. A single column is left as it is.
    """
    if not table.rows or len(table.heading) == 1 or _fits(table, width):
        return [table]
    if [row[0] for row in table.rows] == list(table.heading[1:]):
        rows = [[f"{number} {row[0]}", *row[1:]] for number, row in enumerate(table.rows, start=1)]
        return blocks(Table([table.heading[0], *map(str, range(1, len(table.heading)))], rows, table.style), width)
    words = all(isinstance(row[-1], str) for row in table.rows) and any(
        len(str(row[-1])) > _LEAST for row in table.rows
    )
    narrow = last_wrapped(table.heading, table.rows, width, table.style) if words and len(table.heading) > 1 else table
    if not _fits(narrow, width):
        narrow = _stacked(table, width)
    return [narrow] if _fits(narrow, width) else blocks(table, width)


def _stacked(table: Table, width: int) -> Table:
    """Return the table with its long texts below each other in one last column, all but the first under their names."""
    texts = [
        place
        for place, column in enumerate(zip(*table.rows, strict=True))
        if place and all(isinstance(cell, str) for cell in column) and max(map(len, map(str, column))) > _LEAST
    ]
    if len(texts) < 2:
        return table
    others = [place for place in range(len(table.heading)) if place not in texts]
    rows: list[list[Cell]] = []
    for row in table.rows:
        rows.append([*(row[place] for place in others), row[texts[0]]])
        named = [f"{table.heading[place]}: {row[place]}" for place in texts[1:] if row[place]]
        rows += [[*[""] * len(others), text] for text in named]
    return last_wrapped([table.heading[place] for place in (*others, texts[0])], rows, width, table.style)


def blocks(table: Table, width: int = WIDTH) -> list[Table]:
    """Return the first column beside as many of the others as fit, then beside the next."""
    tables, start = [], 1
    while start < len(table.heading):
        end = start + 1
        while end < len(table.heading) and _fits(_columns(table, start, end + 1), width):
            end += 1
        tables.append(_columns(table, start, end))
        start = end
    return tables


def _columns(table: Table, start: int, end: int) -> Table:
    rows = [[row[0], *row[start:end]] for row in table.rows]
    return Table([table.heading[0], *table.heading[start:end]], rows, table.style)


def _fits(table: Table, width: int) -> bool:
    return max(map(len, replace(table, style=replace(table.style, colour=False)).text().splitlines())) <= width


NARROWEST = 20  # letters, beside however long a word


def wrapped(text: str, width: int, lead: str = "", inner: str = "  ") -> list[str]:
    """Return the lines of a text; a number stays with its % and with the = before it."""
    joined = text.replace(" %", "\N{NO-BREAK SPACE}%").replace(" = ", "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}")
    lines = textwrap.wrap(
        joined,
        max(width, NARROWEST),
        initial_indent=lead,
        subsequent_indent=inner,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def shown_number(value: float | None, digits: int = 3, signed: bool = False) -> str:
    """Return a number with a fixed number of decimals; `signed` ones, such as differences, show a plus.

    >>> shown_number(0.25), shown_number(0.25, 2, signed=True), shown_number(None)
    ('0.250', '+0.25', 'undefined')
    """
    return "undefined" if value is None else f"{value:{'+' if signed else ''}.{digits}f}"


def shown_interval(low: float | None, high: float | None, digits: int = 3) -> str:
    """Return the two ends of an interval.

    >>> shown_interval(0.25, 1.0), shown_interval(None, None)
    ('0.250 to 1.000', 'no interval')
    """
    return "no interval" if low is None or high is None else f"{low:.{digits}f} to {high:.{digits}f}"


def shown_share(share: float | None, digits: int = 1, undefined: str = "undefined") -> str:
    """Return a share as a percentage.

    >>> shown_share(0.5), shown_share(0.5, 0), shown_share(None, undefined="-")
    ('50.0 %', '50 %', '-')
    """
    return undefined if share is None else f"{100 * share:.{digits}f} %"


def shown_level(confidence: float) -> str:
    """Return the level of an interval with as many digits as it has.

    >>> shown_level(0.95), shown_level(0.995)
    ('95 %', '99.5 %')
    """
    return f"{100 * confidence:.10g} %"


def shown_p(value: float | None, draws: int | None = None, named: bool = False) -> str:
    """Return a p value with three decimals; `named` ones open with the letter, for a sentence.

    With `draws`, the smallest p that so many draws can give is marked as a bound.

    >>> shown_p(0.0301), shown_p(1e-9), shown_p(1 / 101, 100)
    ('0.030', '<0.001', '<=0.010')
    >>> shown_p(0.0301, named=True), shown_p(1e-9, named=True)
    ('p = 0.030', 'p < 0.001')
    """
    if value is None:
        sign, number = "", "undefined"
    elif draws is not None and is_floor(value, draws):
        sign, number = "<=", f"{value:.3f}" if value >= 0.0005 else f"{value:.1g}"
    else:
        sign, number = ("<", "0.001") if value < 0.0005 else ("", f"{value:.3f}")
    return f"p {sign or '='} {number}" if named else sign + number


def is_floor(value: float, draws: int) -> bool:
    """Return whether p is the smallest value that so many draws can give, 1 / (B + 1)."""
    return isclose(value, 1 / (draws + 1), rel_tol=1e-9)
