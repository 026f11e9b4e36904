"""Charts of the report on the pages of the workbench."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.safestring import SafeString

from cliometer.errors import CliometerError
from cliometer.report.document import Figure, Section
from cliometer.report.render.pictures import page_svg


@dataclass(frozen=True)
class PageChart:
    """A chart as SVG that stands in a page and follows its theme."""

    name: str
    caption: str
    svg: SafeString


def charts(section: Section, *names: str) -> Iterator[PageChart]:
    """Yield the charts of a report's section whose names begin with one of these; none where vl-convert is lacking."""
    figures = [block for _, part in section.walk() for block in part.blocks if isinstance(block, Figure)]
    for figure in figures:
        if figure.name.startswith(names):
            try:
                yield PageChart(figure.name, figure.caption, SafeString(page_svg(figure)))
            except CliometerError:  # the tables hold the same numbers
                return
