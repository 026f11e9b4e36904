"""Results as notebooks show them: tables, and charts as pictures that need no script."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, get_args

from cliometer.court.votes.document import document as votes_document
from cliometer.court.votes.tally import Tally
from cliometer.engine.explanation import Explained
from cliometer.engine.results import PairResult
from cliometer.errors import UsageError
from cliometer.io.atomic import write_bytes_whole
from cliometer.report.aligned import topic_view
from cliometer.report.chapters import Names, kind_of
from cliometer.report.chapters.common import remarks
from cliometer.report.document import Document, Figure, Listing, Section, Spec, Timelines
from cliometer.report.publishing import publish
from cliometer.report.render.notebook import notebook_part, picture_of
from cliometer.report.render.vega import Form, drawn
from cliometer.report.tables import Table
from cliometer.report.theme import themed, vega_config


@dataclass(frozen=True, repr=False)
class Chart:
    """A chart that shows itself."""

    figure: Figure

    @property
    def spec(self) -> Spec:
        """Its specification in Vega-Lite."""
        return {**themed(self.figure.spec), "config": vega_config()}

    def save(self, path: str | PathLike[str], force: bool = False) -> None:
        """As .svg, .pdf or .png."""
        target = Path(path)
        form = target.suffix.lower().removeprefix(".")
        if form not in get_args(Form):
            raise UsageError(f"{target}: a chart ends in .svg, .pdf or .png; rename it")
        write_bytes_whole(target, drawn(self.figure, form), force)  # type: ignore[arg-type]  # just checked

    def to_altair(self) -> Any:
        """As a chart of Altair, where that is installed."""
        try:
            import altair
        except ModuleNotFoundError:
            raise UsageError("to_altair() needs Altair; install it with: pip install altair") from None
        return altair.Chart.from_dict(dict(self.spec))

    def __repr__(self) -> str:
        return f"Chart({self.figure.name!r})"

    def _repr_svg_(self) -> str:
        return picture_of(self.figure).decode()


def html(result: Any) -> str:
    """For a notebook; a pair is one table, since means over one topic say nothing."""
    if isinstance(result, PairResult):
        return notebook_part(Document("Scores", [_pair(result)]))
    return notebook_part(document_of(result))


def charts(result: Any) -> Sequence[Chart]:
    """All charts of a result."""
    return [Chart(figure) for figure in document_of(result).figures()]


def write(result: Any, path: str | PathLike[str], title: str | None = None, force: bool = False) -> None:
    """Write a report of one result."""
    publish(document_of(result, title), Path(path), force)


def document_of(result: Any, title: str | None = None) -> Document:
    """The chapter of a result; of an explanation also its timelines."""
    if isinstance(result, PairResult):
        return document_of(result.results, title)
    found = votes_document([result]) if isinstance(result, Tally) else result.to_dict()
    kind = kind_of(found)
    if kind is None:
        raise UsageError(f"there is no chapter for {type(result).__name__} yet; print its to_dict()")
    section = kind.chapter(found, Names())
    return Document(title or section.title, [section, *_timelines(result)])


def _timelines(result: Any) -> Iterator[Section]:
    if isinstance(result, Explained):
        systems = {"system": result.system}
        view = topic_view("topic", result.references, systems, [result.metric], result.preset)
        yield Section("Timelines", [Timelines([view])])


def _pair(result: PairResult) -> Section:
    scores = result.to_dict()
    numbers = list(dict.fromkeys(name for score in scores.values() for name in score))
    rows = [[metric, *(score.get(name, "-") for name in numbers)] for metric, score in scores.items()]
    table = Table(["metric", *("F" if name == "f" else name for name in numbers)], rows)
    return Section("Scores", [Listing("One system, one topic", table), *remarks(result.results.to_dict())])
