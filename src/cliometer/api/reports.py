"""Write reports of results, or of systems that are scored and compared first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict, Unpack

from cliometer.api.front import are_paths, evaluation_of, paths_of, public
from cliometer.errors import SettingName, UsageError, expected
from cliometer.io.frames import Records, TabularResult
from cliometer.settings import Location, Setting, declared, group
from cliometer.settings.groups import Caching, Drawing, Labelling, Metrics, PresetName, Running, Scoring, Writing

if TYPE_CHECKING:
    from cliometer.reporting.citations import Citations


@dataclass(frozen=True)
class ReportFiles(TabularResult):
    """The files of a report, the report itself last, and notes on its numbers."""

    paths: Sequence[Path]
    notes: Sequence[str]

    def to_dict(self) -> dict[str, list[str]]:
        """Return the paths and the notes as texts."""
        return {"files": list(map(str, self.paths)), "notes": list(self.notes)}

    def frames(self) -> Mapping[str, Records]:
        """Return the table `files`, with a row for each path."""
        return {"files": Records({"file": str}, [{"file": str(path)} for path in self.paths])}

    def __str__(self) -> str:
        from cliometer.text.tables import Table

        return Table(["file"], [[str(path)] for path in self.paths]).text().rstrip("\n")


@group("output")
class FigureFiles(TypedDict, total=False):
    """Figures as files of their own."""

    figures: Annotated[
        Location | None, Setting(None, "a folder to which every figure is written as a file", "--figures FOLDER")
    ]
    figure_format: Annotated[Literal["svg", "pdf", "png"], Setting("svg", "the format of the files of figures")]


@group("output")
class ReportSettings(Scoring, Drawing, FigureFiles, Labelling, Caching, Running, Writing, total=False):
    """The settings of `report`."""

    title: Annotated[str | None, Setting(None, "the title of the report", "--title TEXT")]
    topics: Annotated[int, Setting(40, "the number of topics that are shown with their texts", low=0)]
    baseline: Annotated[
        Location | None,
        Setting(
            None,
            "the system with which all others are compared",
            "--baseline RUN",
            usual="all pairs",
            heading="statistics",
        ),
    ]


@public
def report(
    results: Any,
    output: Annotated[
        Location | None,
        Setting(
            "report.html",
            "the file to write: .html, .md or .tex; in Python None writes figures alone",
            "-o --output FILE",
            heading="output",
        ),
    ] = "report.html",
    references: Any = None,
    metrics: Metrics = None,
    preset: PresetName = None,
    **settings: Unpack[ReportSettings],
) -> ReportFiles:
    """Write a report: one web page with tables, charts and aligned timelines, or Markdown, or LaTeX.

    Parameters
    ----------
    results
        Results of the other functions, or paths of what commands printed with `--json`, one or several; with
        `references` the systems, as for `score`, which are scored and compared first.
    references
        The gold of the systems, as for `score`.

    Returns
    -------
    ReportFiles
        The paths of the files that were written, and notes.

    Examples
    --------
    >>> import tempfile
    >>> from cliometer import score
    >>> days = {"2010-05-27": ["Oil spills."]}
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     report(score(days, days, ["date"]), f"{folder}/report.md").paths[-1].name
    'report.md'
    """
    from cliometer.reporting.assembly import publish, refuse_place, write_pictures
    from cliometer.reporting.labels import Labels
    from cliometer.reporting.render.web import charts_or_tables

    force, figures = settings["force"], settings["figures"]
    labels = Labels(settings["label"], metrics) if settings["label"] or metrics else None
    target = None if output is None else Path(output)
    if target is not None:
        refuse_place(target, force)
    if references is None:
        document = _results_document(results, metrics, preset, settings)
    else:
        from cliometer.api.comparing import design_of
        from cliometer.reporting.assembly import runs_document

        evaluation, notes = evaluation_of(results, references, metrics, preset, settings)
        paths = paths_of(results) if are_paths(results) else []
        shown = settings["title"], settings["topics"], settings["progress"]
        document = runs_document(evaluation, design_of(settings), paths, notes, *shown)
    document = labels.of(document) if labels else document
    if target is not None and figures is None:
        document = charts_or_tables(document, target.suffix.lower() != ".tex")
    written = write_pictures(document, Path(figures), settings["figure_format"], force) if figures is not None else []
    written += publish(document, target, force) if target is not None else []
    return ReportFiles(written, [*document.notes, *(labels.idle() if labels else ())])


def _results_document(results: Any, metrics: Any, preset: Any, settings: ReportSettings) -> Any:
    """Return a document of results as values, or of files; refuse settings that would have changed their scores."""
    given = {"metrics": metrics, "preset": preset, **settings}
    known = declared(ReportSettings)
    for setting in map(known.__getitem__, (*declared(Scoring), *declared(Drawing), *declared(Caching), "topics")):
        if not setting.is_default(given[setting.name]):
            raise UsageError("setting-without-gold", setting=SettingName(setting.name))
    for name in ("metrics", "preset", "baseline"):
        if given[name] is not None:
            raise UsageError("setting-without-gold", setting=SettingName(name))
    title = settings["title"]
    from cliometer.reporting.assembly import results_document
    from cliometer.reporting.document import Document
    from cliometer.reporting.render.notebook import document_of

    if are_paths(results):
        return results_document(paths_of(results), title)
    several = list(results) if isinstance(results, list | tuple) else [results]
    for result in several or [results]:
        if not isinstance(result, TabularResult):
            raise expected("results of the other functions, or paths of results; for systems give references", result)
    documents = [document_of(result, title) for result in several]
    if len(documents) == 1:
        return documents[0]
    return Document(title or "Report", [part for document in documents for part in document.sections])


def cite(*results: Any) -> "Citations":
    """Return what to cite for results: BibTeX entries, signatures, and a sentence for the methods section of a paper.

    Parameters
    ----------
    *results
        Results of the other functions, paths of results, texts that hold signatures, or metrics; none for Cliometer
        itself.

    Returns
    -------
    Citations
        The works of each result; `bibtex` has their entries.

    Examples
    --------
    >>> cite("align+m1").bibtex.count("@")
    2
    """
    from cliometer.reporting.citations import CitableRun, Citations, runs_of
    from cliometer.version import __version__

    if not results:
        return Citations([CitableRun("", "program", __version__, None, ())])
    return Citations([run for result in results for run in runs_of(result)])
