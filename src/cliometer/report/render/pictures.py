"""All pictures of a document as files: charts by Vega-Lite, timelines by our own hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cliometer.report.aligned import static_svg
from cliometer.report.chapters.base import Names
from cliometer.report.document import Document, Timelines
from cliometer.report.render.vega import Form, drawn, drawn_svg


@dataclass(frozen=True)
class Still:
    """The picture of one system's timeline beside the references of its topic, as a file shows it."""

    name: str
    caption: str
    view: Mapping[str, Any]
    system: int  # its place in the view

    def svg(self) -> str:
        """The picture by the first metric."""
        return static_svg(self.view, self.system, 0)


def stills(views: Sequence[Mapping[str, Any]]) -> Iterator[Still]:
    """One for every topic and system, by the first metric."""
    names = Names()
    for view in views:
        topic, metric = view["topic"], view["metrics"][0]["n"]
        for place, system in enumerate(view["systems"]):
            caption = f"{system['n']} beside the references of {topic}, paired by {metric}."
            yield Still(names.of("timelines", topic, system["n"]), caption, view, place)


def pictures(document: Document, form: Form) -> Iterator[tuple[str, bytes]]:
    """Every picture with the name of its file."""
    for figure in document.figures():
        yield f"{figure.name}.{form}", drawn(figure, form)
    for _, section in document.walk():
        for block in section.blocks:
            if isinstance(block, Timelines):
                for still in stills(block.views):
                    yield f"{still.name}.{form}", drawn_svg(still.svg(), form)
