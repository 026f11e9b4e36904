"""A document as Markdown or as LaTeX, with its figures as files beside it.

The LaTeX is an article of its own, with tables by booktabs; each table and figure is a float that can be
copied into another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import quote

from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.document import MADE_BY, Block, Code, Document, Figure, Listing, Notes, Paragraph, Timelines
from cliometer.reporting.render.web import Still, stills
from cliometer.text.tables import Table, markdown_escaped
from cliometer.text.tables import latex_escaped as tex
from cliometer.text.tokenisation import printable

Part = Block | Still


def _parts(
    document: Document, heading: Callable[[int, str], str], block: Callable[[Part], Iterator[str]]
) -> Iterator[str]:
    """Headings and blocks in reading order; timelines are one picture for each topic and system."""
    for level, section in document.walk():
        yield heading(level, section.title)
        for part in section.printed():
            for still in stills(part.views) if isinstance(part, Timelines) else (part,):
                yield from block(still)


def markdown(document: Document, folder: str) -> str:
    """Return a document as Markdown that refers to pictures in the folder, as SVG."""
    place = quote(folder)
    parts = _parts(
        document,
        lambda level, title: f"{'#' * min(level + 2, 6)} {markdown_escaped(title)}",
        lambda part: _markdown_block(part, place),
    )
    return "\n\n".join([f"<!-- {MADE_BY} -->", f"# {markdown_escaped(document.title)}", *parts]) + "\n"


def _markdown_block(block: Part, folder: str) -> Iterator[str]:
    match block:
        case Paragraph(text):
            yield markdown_escaped(text)
        case Notes(lines):
            yield "\n".join(f"- {markdown_escaped(line)}" for line in lines)
        case Code(text, label):
            yield f"{markdown_escaped(label)}:"
            yield "\n".join(f"    {line}" for line in printable(text).splitlines())
        case Listing(caption, table):
            yield f"*{markdown_escaped(caption)}*"
            yield table.markdown().rstrip("\n")
        case Figure(name, caption) | Still(name, caption):
            yield f"![{markdown_escaped(caption)}]({folder}/{name}.svg)"
            if isinstance(block, Figure):
                yield f"*{markdown_escaped(caption)}*"


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
    """Return a document as LaTeX that refers to figures in the folder, as PDF."""
    title, names = rf"\title{{{tex(document.title)}}}", FigureNames()
    parts = _parts(
        document,
        lambda level, title: rf"\{_LEVELS[min(level, 3)]}{{{tex(title)}}}",
        lambda part: _latex_block(part, folder, names),
    )
    head = [f"% {MADE_BY}", _PREAMBLE, title, r"\date{}", r"\begin{document}", r"\maketitle"]
    return "\n".join([*head, *parts, r"\end{document}", ""])


def _latex_block(block: Part, folder: str, names: FigureNames) -> Iterator[str]:
    match block:
        case Paragraph(text):
            yield f"{tex(text)}\n"
        case Notes(lines):
            items = [rf"\item {tex(line)}" for line in lines]
            yield "\n".join([r"\begin{itemize}", *items, r"\end{itemize}"])
        case Code(text, label):
            # A signature may be broken after each of its parts.
            breakable = re.sub(r"(,|:|=|\\textbar\{\})", r"\1\\allowbreak{}", tex(text))
            yield f"{tex(label)}:\\\\{{\\small\\ttfamily\\raggedright {breakable}\\par}}\n"
        case Listing(caption, table):  # as many as pages need; wide ones shrink to the line
            mark = rf"\label{{tab:{names.of(caption or 'table')}}}"
            for first in range(0, max(1, len(table.rows)), _ROWS):
                page = Table(table.heading, table.rows[first : first + _ROWS])
                title = f"{caption} (continued)" if first else caption
                yield _float(
                    "table", rf"\caption{{{tex(title)}}}" + mark * (not first), _NARROW, page.latex().rstrip() + "}"
                )
        case Figure(name, caption) | Still(name, caption):  # as large as it is, unless the page is smaller
            low = r"\resizebox{!}{\ifdim\height>.85\textheight .85\textheight\else\height\fi}{%"
            inner = rf"\includegraphics{{{folder}/{name}.pdf}}}}}}"
            yield _float("figure", _NARROW, low, inner, rf"\caption{{{tex(caption)}}}\label{{fig:{name}}}")


def _float(kind: str, *inside: str) -> str:
    """Return a float that stays where it stands, since many that may move would fill the memory of LaTeX."""
    return "\n".join([rf"\begin{{{kind}}}[H]", r"\centering", *inside, rf"\end{{{kind}}}"])
