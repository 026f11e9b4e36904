"""Make summaries, tune their makers, write reports and timelines, compute ROUGE, and read files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

from cliometer.api.inputs import Location, Metrics, are_paths, evaluation_of, is_path, paths_of, warn_of
from cliometer.io.frames import Records, TabularResult
from cliometer.model.display import Progress
from cliometer.model.timeline import Duplicates

if TYPE_CHECKING:
    from cliometer.engine.evaluation import Extra, Missing
    from cliometer.experiments.tuning import Tuning
    from cliometer.metrics.presets import Preset
    from cliometer.metrics.rouge.rouge155 import Mode, RougeScore
    from cliometer.systems.summaries import Summaries

Class = TypeVar("Class", bound=type[Any])
FILTERS = ("same-user", "retweets", "near-duplicates")


def summarise(
    topics: Location,
    systems: Sequence[str] = ("centroid",),
    k: int = 5,
    *,
    filters: Sequence[str] = FILTERS,
    language: str = "",
    stop: bool = True,
    stem: bool = True,
    references: Location | None = None,
    output: Location | None = None,
    force: bool = False,
    progress: Progress | None = None,
) -> Summaries:
    """Choose posts, or sentences of articles, as summaries of topics.

    Parameters
    ----------
    topics
        A folder with `<topic>.jsonl` or `.csv` of posts, or `.jsonl` of articles; or one such file.
    systems
        Summarisers such as `"hybrid(threshold=0.4)"`.
    k
        The number of posts of a summary.
    filters
        Posts left out: `"same-user"`, `"retweets"`, `"near-duplicates"`.
    language
        A code such as `"en"`: posts in other languages are left out.
    stop, stem
        Whether stop words are left out; whether stems are compared.
    references
        Texts that people wrote, `<topic>.txt` or `<topic>/*.txt`, which `rouge_oracle` needs.
    output
        A folder in which the summaries are written as runs, which `evaluate` reads.
    force
        Whether summaries that stand there are replaced.
    progress
        A function of two numbers, what is done and what there is to do.

    Returns
    -------
    Summaries
        What each system chose for each topic.

    Examples
    --------
    >>> len(summarise(demo() / "posts", ["centroid"], k=3).summaries[0].texts)
    3
    """
    from cliometer.systems.summaries import SummaryPlan
    from cliometer.text.post_filters import Filters
    from cliometer.text.post_tokens import PostReading

    ways = Filters(tuple(filters), language), PostReading(stop=stop, stem=stem)
    plan = SummaryPlan(Path(topics), systems, k, *ways, None if references is None else Path(references))
    found = plan.run(progress)
    return found if output is None else found.written(Path(output), force)


def tune(
    topics: Location,
    system: str,
    grid: Sequence[str],
    loss: str | None = None,
    *,
    background: Sequence[Location] = (),
    references: Location | None = None,
    folds: int = 5,
    seed: int = 0,
    k: int = 5,
    filters: Sequence[str] = FILTERS,
    language: str = "",
    stop: bool = True,
    stem: bool = True,
    progress: Progress | None = None,
) -> Tuning:
    """Choose the settings of a summariser by cross-validation.

    Parameters
    ----------
    topics
        A folder of topics, as for `summarise`.
    system
        The summariser, such as `"hybrid"`; settings that it spells out stay.
    grid
        Values to try: `"threshold=0:1:0.05"` (from, to, step) or `"variant=paper,sumy"`.
    loss
        A metric against sources, or against references; `jsd(tokens=posts)` by default.
    background
        Files with word counts, for losses such as fotw; the other topics by default.
    references
        Texts that people wrote, for `rouge_oracle` or a loss such as `rouge1`.
    folds
        Parts of the topics.
    seed
        Of the folds.
    k, filters, language, stop, stem
        As for `summarise`.
    progress
        A function of two numbers, what is done and what there is to do.

    Returns
    -------
    Tuning
        What was chosen in each fold, how it did on the topics held out, and the best setting of all.

    Examples
    --------
    >>> found = tune(demo() / "posts", "centroid", ["threshold=0:1:0.5"], folds=2, k=3)
    >>> len(found.folds)
    2
    """
    from cliometer.experiments.losses import USUAL
    from cliometer.experiments.tuning import TuningFiles
    from cliometer.text.post_filters import Filters
    from cliometer.text.post_tokens import PostReading

    texts = None if references is None else Path(references)
    ways = Filters(tuple(filters), language), PostReading(stop=stop, stem=stem)
    words = [Path(path) for path in background]
    files = TuningFiles(Path(topics), system, grid, loss or USUAL, folds, seed, k, *ways, texts, words)
    found, notes = files.run(progress)
    return replace(found, notes=(*notes, *found.notes))


class _ReadEvaluation(NamedTuple):
    """An evaluation that was read already, from the paths of its systems where there are any."""

    evaluation: Any
    notes: tuple[str, ...]
    systems: Sequence[Path]

    def read(self) -> tuple[Any, tuple[str, ...]]:
        return self.evaluation, self.notes


class ReportFiles(NamedTuple):
    """The files that a report wrote, the report last, and what is worth knowing about its numbers."""

    paths: Sequence[Path]
    notes: Sequence[str]


def report(
    results: Any,
    output: Location | None = "report.html",
    references: Any = None,
    metrics: Metrics = None,
    preset: str | Preset | None = None,
    *,
    missing: Missing = "error",
    extra: Extra = "error",
    per_reference: bool = False,
    duplicates: Duplicates | None = None,
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
) -> ReportFiles:
    """Write a report: one web page with tables, charts and aligned timelines, or Markdown, or LaTeX.

    Parameters
    ----------
    results
        What the functions of this module return, or paths of what commands printed with `--json`, one or
        several; with `references` the systems, as for `evaluate`, which are scored and compared first.
    output
        The file to write; its ending says the form: `.html`, `.md` or `.tex`. None writes figures alone.
    references
        The gold of the systems, as for `evaluate`.
    metrics, preset, missing, extra, per_reference, duplicates, background
        As for `evaluate`, with `references`.
    title
        Of the report.
    topics
        How many topics are shown with their texts.
    baseline
        The system to which differences are tested; all pairs by default.
    resamples, seed
        Of tests and intervals.
    figures, figure_format
        A folder in which every figure is written as a file of its own, and the format of these files.
    force
        Whether files that are no report of ours are replaced.
    progress
        A function of two numbers, what is done and what there is to do.

    Returns
    -------
    ReportFiles
        The paths of what was written, and notes.

    Examples
    --------
    >>> days = {"2010-05-27": ["Oil spills."]}
    >>> report(score(days, days, ["date"]), "report.md").paths  # doctest: +SKIP
    [PosixPath('report.md')]
    """
    from cliometer.report.assembly import publish, refuse_place, write_pictures

    target = None if output is None else Path(output)
    if target is not None:
        refuse_place(target, force)
    if references is None:
        document = _results_document(results, title)
    else:
        from cliometer.engine.compare.figures import Design
        from cliometer.report.assembly import LiveReport

        design = Design(resamples=resamples, seed=seed, baseline=None if baseline is None else str(baseline))
        evaluation, notes = evaluation_of(
            results, references, metrics, preset, missing, extra, per_reference, duplicates, background
        )
        paths = paths_of(results) if are_paths(results) else []
        read: Any = _ReadEvaluation(evaluation, notes, paths)
        document = LiveReport(read, design, title, topics).document(progress)
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
    documents = [document_of(result, title) for result in several]
    if len(documents) == 1:
        return documents[0]
    return Document(title or "Report", [part for document in documents for part in document.sections])


def convert(
    source: Any,
    output: Location | None = None,
    to: str | None = None,
    source_format: str | None = None,
    duplicates: Duplicates = "append",
    force: bool = False,
) -> str:
    """Write timelines in another format.

    Parameters
    ----------
    source
        A file of timelines, whose format is recognised by content; or timelines as values.
    output
        The file to write, or a folder for one file a timeline; without it the text is returned.
    to
        `"tilse"`, `"newstls"`, `"json"`, `"csv"` or `"markdown"`; by default the ending of `output` says it.
    source_format
        The format of the source, where it is not to be recognised.
    duplicates
        What to do where a date stands twice: `"append"`, `"last"` or `"error"`.
    force
        Whether a file that exists is replaced.

    Returns
    -------
    str
        The text, or an empty one where it was written; notes go out as `ReadWarning`.

    Examples
    --------
    >>> print(convert({"2010-05-27": ["Oil spills."]}, to="markdown"), end="")
    ## 2010-05-27
    <BLANKLINE>
    - Oil spills.
    """
    from cliometer.io import convert as convert_file
    from cliometer.io import write_timelines

    if not is_path(source):
        text = write_timelines(output, source, to, force)
        return text if output is None else ""
    text, reading = convert_file(source, output, to, source_format, duplicates, force)
    warn_of(reading.notes)
    return text


class RougeResult(dict[str, "RougeScore"], TabularResult):
    """Recall, precision and F for each type of ROUGE, rounded to five decimals."""

    def to_dict(self) -> dict[str, dict[str, float]]:
        """`{"1": {"precision": p, "recall": r, "f": f}, ...}`."""
        return {name: {"precision": s.precision, "recall": s.recall, "f": s.f} for name, s in self.items()}

    def frames(self) -> Mapping[str, Records]:
        """`scores`: a row for each type."""
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
    mode: Mode = "A",
    alpha: float = 0.5,
    words: int | None = None,
    bytes: int | None = None,
    tokens: str = "rouge155",
    jackknife: bool = False,
) -> RougeResult:
    """Score one summary against its references as ROUGE-1.5.5 does.

    Parameters
    ----------
    peer
        The summary: a text with a sentence a line, or a list of sentences.
    references
        One text as a string, or a list of texts: strings beside a string, lists of sentences beside a list.
    types
        `"1"`, `"2"`, ..., `"L"`, `"W1.2"`, `"S4"`, `"SU4"`; a number is an n.
    stem, stop
        Whether stems are compared; whether stop words are left out.
    mode
        `"A"` pools the references, `"B"` takes the best of them.
    alpha
        The weight of precision in F.
    words, bytes
        The number of words, or of bytes, after which texts are cut, the references too.
    tokens
        The tokeniser: `"rouge155"`, or `"unicode"`, which reads every script.
    jackknife
        Whether one reference at a time is left out, and the scores averaged.

    Returns
    -------
    RougeResult
        For each type a score with `precision`, `recall` and `f`.

    Examples
    --------
    >>> found = rouge("The cat sat.", ["A cat sat down."], types=["1"])
    >>> found["1"].precision, found["1"].recall, found["1"].f
    (0.66667, 0.5, 0.57143)
    >>> print(found)
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
    """
    from cliometer.metrics.base import metrics as registry

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
