"""A document as LaTeX: tables by booktabs and figures as PDF files, to be included in a paper.

The whole is an article of its own; each table and figure is a float that can be copied into another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cliometer.report.document import (
    MADE_BY,
    Block,
    Code,
    Document,
    Figure,
    Listing,
    Notes,
    Paragraph,
    Timelines,
)
from cliometer.report.render.pictures import stills
from cliometer.text.latex import latex_escaped as escaped
from cliometer.text.tables import Table

_NARROW = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%"  # to the line, if wider
_ROWS = 40  # of a table on one page
_LEVELS = ("section", "subsection", "subsubsection", "paragraph")
_PREAMBLE = r"""\documentclass{article}
\usepackage{booktabs}
\usepackage{float}
\usepackage{graphicx}
\usepackage[a4paper,margin=2.5cm]{geometry}
\usepackage{iftex}
\iftutex\usepackage{fontspec}\else\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\fi"""


def latex(document: Document, folder: str) -> str:
    """The whole text; figures are looked for in the folder, as PDF."""
    lines = [
        f"% {MADE_BY}",
        _PREAMBLE,
        rf"\title{{{escaped(document.title)}}}",
        r"\date{}",
        r"\begin{document}",
        r"\maketitle",
    ]
    for level, section in document.walk():
        lines.append(rf"\{_LEVELS[min(level, 3)]}{{{escaped(section.title)}}}")
        lines += [part for block in section.blocks for part in _block(block, folder)]
    return "\n".join([*lines, r"\end{document}", ""])


def _block(block: Block, folder: str) -> Iterator[str]:
    match block:
        case Paragraph(text):
            yield f"{escaped(text)}\n"
        case Notes(lines):
            items = [rf"\item {escaped(line)}" for line in lines]
            yield "\n".join([r"\begin{itemize}", *items, r"\end{itemize}"])
        case Code(text, label):
            yield f"{escaped(label)}:\\\\{{\\small\\ttfamily\\raggedright {_breakable(text)}\\par}}\n"
        case Listing(caption, table):
            yield from _tables(caption, table)
        case Figure(name, caption):
            yield _picture(name, caption, folder)
        case Timelines(views):
            yield from (_picture(still.name, still.caption, folder) for still in stills(views))


def _breakable(text: str) -> str:
    """A signature may be broken after each of its parts."""
    return re.sub(r"(,|:|=|\\textbar\{\})", r"\1\\allowbreak{}", escaped(text))


def _tables(caption: str, table: Table) -> Iterator[str]:
    """As many as pages need; wide ones shrink to the line."""
    for first in range(0, max(1, len(table.rows)), _ROWS):
        page = Table(table.heading, table.rows[first : first + _ROWS])
        title = f"{caption} (continued)" if first else caption
        yield _float("table", rf"\caption{{{escaped(title)}}}", _NARROW, page.latex().rstrip() + "}")


def _picture(name: str, caption: str, folder: str) -> str:
    """As large as it is, unless the page is smaller."""
    low = r"\resizebox{!}{\ifdim\height>.85\textheight .85\textheight\else\height\fi}{%"
    inner = rf"\includegraphics{{{folder}/{name}.pdf}}}}}}"
    return _float("figure", _NARROW, low, inner, rf"\caption{{{escaped(caption)}}}")


def _float(kind: str, *inside: str) -> str:
    """Where it stands: so many that float would fill the memory of LaTeX."""
    return "\n".join([rf"\begin{{{kind}}}[H]", r"\centering", *inside, rf"\end{{{kind}}}"])
