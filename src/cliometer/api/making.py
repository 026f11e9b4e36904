"""Write reports, convert timelines, compute ROUGE, and list metrics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from cliometer.api.inputs import EvaluationSettings, are_paths, is_path, paths_of, spread, warn_of
from cliometer.errors import checked, expected, unknown
from cliometer.io.frames import Records, TabularResult
from cliometer.io.text_files import Location
from cliometer.io.timelines import labels
from cliometer.model.display import Progress
from cliometer.model.timeline import Timeline, timelines_of

if TYPE_CHECKING:
    from cliometer.metrics.base import Metric
    from cliometer.metrics.presets import Preset
    from cliometer.metrics.rouge.rouge155 import RougeScore

Class = TypeVar("Class", bound=type[Any])


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


@spread
@checked
def report(
    results: Any,
    output: Location | None = "report.html",
    references: Any = None,
    metrics: Sequence[str | Metric] | None = None,
    preset: str | Preset | None = None,
    *,
    missing: Literal["error", "skip", "zero"] = "error",
    extra: Literal["error", "skip"] = "error",
    per_reference: bool = False,
    duplicates: Literal["append", "last", "error"] | None = None,
    background: Sequence[Location] = (),
    title: str | None = None,
    topics: int = 40,
    baseline: Location | None = None,
    resamples: int = 10_000,
    seed: int = 0,
    figures: Location | None = None,
    figure_format: Literal["svg", "pdf", "png"] = "svg",
    force: bool = False,
    progress: Progress | None = None,
    jobs: int | Literal["auto"] = 1,
    backend: Any = None,
) -> ReportFiles:
    """Write a report: one web page with tables, charts and aligned timelines, or Markdown, or LaTeX.

    Parameters
    ----------
    results
        Results of the other functions, or paths of what commands printed with `--json`, one or several; with
        `references` the systems, as for `evaluate`, which are scored and compared first.
    output
        The file to write; its ending says the form: `.html`, `.md` or `.tex`. None writes figures alone.
    references
        The gold of the systems, as for `evaluate`.
    metrics, preset, missing, extra, per_reference, duplicates, background
        As for `evaluate`, with `references`.
    title
        The title of the report.
    topics
        The number of topics that are shown with their texts.
    baseline
        The system with which all others are compared; by default all pairs are compared.
    resamples, seed
        The number of resamples and the seed of tests and intervals.
    figures, figure_format
        A folder to which every figure is written as a file, and the format of these files.
    force
        Whether files that are no report of ours are replaced.
    progress
        A function that is called with two numbers: how much is done, and how much there is to do.
    jobs, backend
        As for `evaluate`.

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
    from cliometer.report.assembly import publish, refuse_place, write_pictures

    target = None if output is None else Path(output)
    if target is not None:
        refuse_place(target, force)
    if references is None:
        document = _results_document(results, title)
    else:
        from cliometer.engine.compare.figures import Design
        from cliometer.report.assembly import runs_document

        design = Design(resamples=resamples, seed=seed, baseline=None if baseline is None else str(baseline))
        asked = EvaluationSettings(metrics, preset, missing, extra, per_reference, duplicates, background)
        evaluation, notes = asked.evaluation(results, references)
        paths = paths_of(results) if are_paths(results) else []
        document = runs_document(evaluation, design, paths, notes, title, topics, progress)
    written = write_pictures(document, Path(figures), figure_format, force) if figures is not None else []
    written += publish(document, target, force) if target is not None else []
    return ReportFiles(written, document.notes)


def _results_document(results: Any, title: str | None) -> Any:
    """A document of results as values, or of files."""
    from cliometer.report.assembly import results_document
    from cliometer.report.document import Document
    from cliometer.report.render.notebook import document_of

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


@checked
def convert(
    source: Any,
    output: Location | None = None,
    to: str | None = None,
    source_format: str | None = None,
    duplicates: Literal["append", "last", "error"] = "append",
    force: bool = False,
) -> Conversion:
    """Write timelines, or the judgements of a release, in another format.

    Parameters
    ----------
    source
        A file of timelines, whose format is recognised by content; or one timeline or several as values. For
        Parquet also a run folder, or a folder of them. Or a release of a study, a folder or its archive.
    output
        The file to write, or a folder for one file a timeline; without it the text is returned. For a release a
        folder or an archive (.zip).
    to
        `"tilse"`, `"newstls"`, `"json"`, `"csv"`, `"tsv"`, `"markdown"` or `"parquet"`; by default the ending of
        `output` says it. Of a release `"label-studio"`, `"brat"`, `"xmi"` or `"csv"`.
    source_format
        The format of the source, where it should not be recognised by content.
    duplicates
        What to do if a file holds a date twice: `"append"`, `"last"` or `"error"`.
    force
        Whether a file that exists is replaced.

    Returns
    -------
    Conversion
        The text, a string, which is empty where `output` was written; the notes of reading are issued as
        `ReadWarning`.

    Examples
    --------
    >>> print(convert({"2010-05-27": ["Oil spills."]}, to="markdown"), end="")
    ## 2010-05-27
    <BLANKLINE>
    - Oil spills.
    """
    from cliometer.io import convert as convert_file
    from cliometer.io import write_timelines
    from cliometer.study.exchange import convert_judgements, is_exchange

    if is_exchange(source, to) and is_path(source) and to is not None:
        warn_of(convert_judgements(source, output, to, force))
        return Conversion("", ())
    if not is_path(source):
        timelines = timelines_of(source)
        text = write_timelines(output, timelines, to, force)
        return Conversion(text if output is None else "", timelines)
    text, reading = convert_file(source, output, to, source_format, duplicates, force)
    warn_of(reading.notes)
    return Conversion(text, reading.timelines)


class Conversion(str, TabularResult):
    """The text of timelines in a format, and the timelines, by which it can be subscripted too."""

    timelines: tuple[Timeline, ...]

    def __new__(cls, text: str, timelines: Iterable[Timeline]) -> Conversion:
        found = super().__new__(cls, text)
        found.timelines = tuple(timelines)
        return found

    def __getitem__(self, place: Any) -> Any:
        """Return a part of the text, or the rows of the table that a name stands for."""
        return TabularResult.__getitem__(self, place) if isinstance(place, str) else super().__getitem__(place)

    def to_dict(self) -> dict[str, dict[str, list[str]]]:
        """Return `{timeline: {date: [sentence, ...]}}`; timelines without a name are numbered."""
        names = labels(self.timelines)
        return {
            name: {str(date): list(sentences) for date, sentences in timeline.items()}
            for name, timeline in zip(names, self.timelines, strict=True)
        }

    def frames(self) -> Mapping[str, Records]:
        """Return the table `sentences`, with a row for each sentence of each day."""
        rows = [
            {"timeline": name, "date": date, "sentence": sentence}
            for name, days in self.to_dict().items()
            for date, sentences in days.items()
            for sentence in sentences
        ]
        return {"sentences": Records({"timeline": str, "date": str, "sentence": str}, rows)}


class RougeResult(dict[str, "RougeScore"], TabularResult):
    """Precision, recall and F for each type of ROUGE, rounded to five decimals."""

    def __missing__(self, name: object) -> RougeScore:
        raise unknown("type of this result", name, self)

    def to_dict(self) -> dict[str, dict[str, float]]:
        """Return `{"1": {"precision": p, "recall": r, "f": f}, ...}`."""
        return {name: {"precision": s.precision, "recall": s.recall, "f": s.f} for name, s in self.items()}

    def frames(self) -> Mapping[str, Records]:
        """Return the table `scores`, with a row for each type."""
        columns = {"type": str, "precision": float, "recall": float, "f": float}
        return {"scores": Records(columns, [{"type": t, **row} for t, row in self.to_dict().items()])}

    def __str__(self) -> str:
        from cliometer.text.tables import Table

        rows: list[list[str | float]] = [[f"rouge{t}", s.precision, s.recall, s.f] for t, s in self.items()]
        return Table(["metric", "precision", "recall", "F"], rows).text().rstrip("\n")


def rouge(
    peer: str | Sequence[str],
    references: str | Sequence[str | Sequence[str]],
    types: Sequence[str | int] = ("1", "2", "L", "W1.2", "S4", "SU4"),
    stem: bool = True,
    stop: bool = False,
    mode: Literal["A", "B", "F"] | None = None,
    alpha: float = 0.5,
    words: int | None = None,
    bytes: int | None = None,
    tokens: str = "rouge155",
    jackknife: bool = False,
) -> RougeResult:
    """Score one summary against its references as ROUGE-1.5.5 does, or as rouge-score does (`tokens="google"`).

    Parameters
    ----------
    peer
        The summary: a text with a sentence a line, or a list of sentences.
    references
        One text as a string, or a list of texts: strings beside a string, lists of sentences beside a list.
    types
        `"1"`, `"2"`, ..., `"L"`, `"W1.2"`, `"S4"`, `"SU4"`; a number is an n. With `tokens="google"` `"L"` aligns whole
        texts, as rouge-score's rougeL does, and `"Lsum"` sentences.
    stem, stop
        Whether stems are compared; whether stop words are left out.
    mode
        `"A"` pools the references, `"B"` takes the one of the best recall, `"F"` that of the best F. By default
        it is A, and F with `tokens="google"`.
    alpha
        The weight of precision in F.
    words, bytes
        The number of words, or of bytes, after which texts are cut, the references too.
    tokens
        The tokeniser: `"rouge155"`; `"google"`, the words, stems and exact scores of rouge-score; or `"unicode"`,
        which reads every script.
    jackknife
        Whether one reference at a time is left out, and the scores averaged.

    Returns
    -------
    RougeResult
        For each type a score with `precision`, `recall` and `f`.

    Examples
    --------
    >>> result = rouge("The cat sat.", ["A cat sat down."], types=["1"])
    >>> result["1"].precision, result["1"].recall, result["1"].f
    (0.66667, 0.5, 0.57143)
    >>> print(result)
    metric  precision  recall      F
    ------  ---------  ------  -----
    rouge1      0.667   0.500  0.571
    """
    from cliometer.metrics.rouge.api import rouge as scored

    return RougeResult(scored(peer, references, types, stem, stop, mode, alpha, words, bytes, tokens, jackknife))


def metrics() -> list[str]:
    """List the metrics by name; `cliometer metrics NAME` describes one.

    Returns
    -------
    list of str
        The names, each of which is an expression that `score` takes.

    Examples
    --------
    >>> {"align+m1", "date", "jsd", "pyramid"} <= set(metrics())
    True
    """
    from cliometer.metrics.base import metrics as registry

    return registry.names


def register(metric: Class) -> Class:
    """Register a metric of your own under its name, so that expressions can name it; a decorator.

    Parameters
    ----------
    metric
        A frozen dataclass with the attributes of `cliometer.metrics.base.Metric`; its fields are settings.

    Returns
    -------
    type
        The class itself.

    Examples
    --------
    A name can be taken only once.

    >>> from cliometer.metrics.dates import Dates
    >>> register(Dates)
    Traceback (most recent call last):
    cliometer.errors.UsageError: there is a metric named 'date' already; choose another name
    """
    from cliometer.metrics.base import metrics as registry

    if not isinstance(metric, type) or not isinstance(getattr(metric, "name", None), str):
        raise expected("a metric class with a `name`", metric)
    return registry.register(metric)


def demo() -> Path:
    """Return the folder of the bundled example.

    Returns
    -------
    Path
        A folder with timelines, articles, posts, units, events, nuggets, votes and human scores.

    Examples
    --------
    >>> (demo() / "references").is_dir()
    True
    """
    return Path(__file__).parents[1] / "demo"
