"""Charts of the report on the pages of the workbench."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.utils.safestring import SafeString

from cliometer.errors import CliometerError
from cliometer.reporting.document import Figure, Section
from cliometer.reporting.render.web import page_svg
from cliometer_workbench.languages import translated

_WORDED = ("title", "kind", "measure", "said")  # members of a specification that hold words of a chart, and no names


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
                spoken = replace(figure, caption=translated(figure.caption), spec=_spoken(figure.spec))
                yield PageChart(figure.name, spoken.caption, SafeString(page_svg(spoken)))
            except CliometerError:  # the tables hold the same numbers
                return


def _spoken(spec: Any, words: bool = False) -> Any:
    """Return the specification of a chart with its words in the language of the page."""
    if isinstance(spec, str):
        return translated(spec) if words else spec
    if isinstance(spec, list | tuple):
        return [_spoken(part, words) for part in spec]
    if not isinstance(spec, dict):
        return spec
    categories = spec.get("field") in _WORDED  # whose scale lists them
    return {
        key: _spoken(value, key in _WORDED or (key == "domain" and words) or (key == "scale" and categories))
        for key, value in spec.items()
    }
