"""Make summaries, tune summarisers, write reports, convert timelines, compute ROUGE, and list metrics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from cliometer.api.inputs import are_paths, evaluation_of, is_path, paths_of, texts_of, topics_of, warn_of
from cliometer.errors import UsageError, checked, expected, unknown
from cliometer.io.frames import Records, TabularResult
from cliometer.io.text_files import Location
from cliometer.io.timelines import labels
from cliometer.model.display import Progress
from cliometer.model.timeline import ReferenceSet, Timeline, timelines_of
from cliometer.model.when import When

if TYPE_CHECKING:
    from cliometer.experiments.tuning import Tuning
    from cliometer.metrics.base import Metric
    from cliometer.metrics.presets import Preset
    from cliometer.metrics.rouge.rouge155 import RougeScore
    from cliometer.model.documents import Article
    from cliometer.systems.summaries import Summaries
    from cliometer.systems.timelines.generation import GeneratedTimelines
    from cliometer.systems.timelines.generator import Rules

Class = TypeVar("Class", bound=type[Any])
FILTERS = ("same-user", "retweets", "near-duplicates")


@checked
def summarise(
    topics: Any,
    systems: Sequence[str] = ("centroid",),
    k: int = 5,
    *,
    filters: Sequence[str] = FILTERS,
    language: str = "",
    stop: bool = True,
    stem: bool = True,
    references: Any = None,
    output: Location | None = None,
    force: bool = False,
    progress: Progress | None = None,
) -> Summaries:
    """Choose posts, or sentences of articles, as summaries of topics.

    Parameters
    ----------
    topics
        A folder with `<topic>.jsonl` or `.csv` of posts, or `.jsonl` of articles; one such file; or
        `{topic: posts}`, each post a text, a dictionary such as `{"id": "7", "text": "..."}` or a `Post`.
    systems
        Summarisers such as `"hybrid(threshold=0.4)"`.
    k
        The number of posts that a summary has.
    filters
        Rules by which posts are left out: `"same-user"`, `"retweets"`, `"near-duplicates"`.
    language
        A code such as `"en"`: posts in other languages are left out.
    stop, stem
        Whether stop words are left out; whether stems are compared.
    references
        Texts that people wrote, which `rouge_oracle` needs: a folder with `<topic>.txt` or `<topic>/*.txt`, or
        `{topic: text}`.
    output
        A folder to which the summaries are written as runs, which `evaluate` reads.
    force
        Whether summaries that exist in `output` are replaced.
    progress
        A function that is called with two numbers: how much is done, and how much there is to do.

    Returns
    -------
    Summaries
        The posts that each system chose for each topic; the result can be subscripted by a system.

    Examples
    --------
    >>> posts = ["Oil spills.", "Oil spills into the sea.", "It is stopped."]
    >>> summarise({"oil": posts}, ["centroid"], k=1)["centroid"][0].texts
    ('Oil spills into the sea.',)
    """
    from cliometer.systems.summaries import SummaryPlan
    from cliometer.text.post_filters import Filters
    from cliometer.text.post_tokens import PostReading

    ways = Filters(tuple(filters), language), PostReading(stop=stop, stem=stem)
    summaries = SummaryPlan(topics_of(topics), systems, k, *ways, texts_of(references)).run(progress)
    return summaries if output is None else summaries.written(Path(output), force)


@checked
def timelines(
    articles: Any,
    systems: Sequence[str] = ("datewise",),
    like: Any = None,
    *,
    length: str = "newstls",
    dates: int | None = None,
    sentences: int = 1,
    first: str | None = None,
    last: str | None = None,
    keywords: Any = None,
    output: Location | None = None,
    force: bool = False,
    cache: Any = None,
    progress: Progress | None = None,
) -> GeneratedTimelines:
    """Make timelines from the dated articles of topics.

    Parameters
    ----------
    articles
        A folder of topics or one topic, in any layout that docs/formats.md names, or `{topic: articles}`, each an
        `Article`.
    systems
        Generators such as `"datewise(dates=supervised)"`.
    like
        References, each of which is a task: the timeline has as many dates and sentences, and the same span. A
        folder, a file, or `{topic: references}`.
    length
        Whose rules turn a reference into lengths: `"newstls"` or `"tilse"`.
    dates, sentences, first, last
        Lengths and span where there are no references: the number of dates, the sentences a date, two days.
    keywords
        Words of which a chosen sentence must hold one: `{topic: words}`, or a file with lines `topic: word, word`.
    output
        A folder to which the timelines are written as runs; what it holds already is not made again.
    force
        Whether timelines that exist in `output` are replaced.
    cache
        A folder for time tags, which are costly; `True` for the user's cache folder, `None` for none.
    progress
        A function that is called with two numbers: how much is done, and how much there is to do.

    Returns
    -------
    GeneratedTimelines
        The timelines, and what each was made with; the result can be subscripted by a system.

    Examples
    --------
    >>> from cliometer.model.documents import Article
    >>> texts = ["The well exploded on Tuesday.", "Eleven men died on Tuesday.", "Oil spills."]
    >>> articles = {"oil": [Article("a", "2010-04-22", texts)]}
    >>> timelines(articles, ["mentions"], dates=1, first="2010-04-01")["mentions"]["oil"].dates
    (When.parse('2010-04-20'),)
    """
    from cliometer.systems.timelines.generation import GenerationPlan, Lengths, read_keywords
    from cliometer.systems.timelines.tags import default_cache

    span = [None if day is None else When.of(day) for day in (first, last)]
    if like is not None and (dates is not None or sentences != 1 or any(span)):
        raise UsageError("references give the lengths and the span; leave out dates, sentences, first and last")
    lengths = None if dates is None else Lengths(dates, sentences, *span)
    words = read_keywords(Path(keywords)) if is_path(keywords) else _word_lists(keywords)
    plan = GenerationPlan(
        Path(articles) if is_path(articles) else _article_lists(articles),
        list(systems),
        Path(like) if is_path(like) else _reference_sets(like),
        lengths,
        words,
        cast("Rules", length),
        default_cache() if cache is True else _cache_folder(cache),
        None if output is None else Path(output),
        force,
    )
    return plan.run(progress)


def _cache_folder(cache: Any) -> Path | None:
    if cache is None or cache is False or is_path(cache):
        return Path(cache) if is_path(cache) else None
    raise expected("a folder, True or None for cache", cache)


def _article_lists(articles: Any) -> dict[str, list[Article]]:
    """Return the articles of each topic; what is not a dictionary of lists of articles is refused."""
    from cliometer.model.documents import Article

    if not isinstance(articles, Mapping):
        raise expected("a path or {topic: articles}", articles)
    for topic, own in articles.items():
        if not isinstance(topic, str) or not isinstance(own, list | tuple):
            raise expected("a list of articles for each topic", own if isinstance(topic, str) else topic)
        for article in own:
            if not isinstance(article, Article):
                raise expected(f"articles of topic {topic}, each an Article(id, date, sentences)", article)
    return {topic: list(own) for topic, own in articles.items()}


def _reference_sets(like: Any) -> dict[str, ReferenceSet] | None:
    if like is None:
        return None
    if not isinstance(like, Mapping) or not all(isinstance(topic, str) for topic in like):
        raise expected("a path or {topic: references} for like", like)
    return {topic: ReferenceSet(own) for topic, own in like.items()}


def _word_lists(keywords: Any) -> dict[str, Sequence[str]]:
    if keywords is None:
        return {}
    lists = keywords.items() if isinstance(keywords, Mapping) else [(None, None)]
    for topic, words in lists:
        is_list = isinstance(words, list | tuple) and all(isinstance(word, str) and word.strip() for word in words)
        if not isinstance(topic, str) or not is_list:
            raise expected("a path or {topic: words} for keywords", keywords)
    return dict(keywords)


@checked
def tune(
    topics: Any,
    system: str,
    grid: Sequence[str] | Mapping[str, Sequence[Any]],
    loss: str | None = None,
    *,
    background: Sequence[Location] = (),
    references: Any = None,
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
        Topics of posts, as for `summarise`.
    system
        The summariser, such as `"hybrid"`; the settings that it names stay fixed.
    grid
        Values to try: a list such as `["threshold=0:1:0.05", "variant=paper,sumy"]` (from, to, step; or words),
        or `{"threshold": [0, 0.5, 1]}`.
    loss
        A metric of sources or of references; `jsd(tokens=posts)` by default.
    background
        Files with word counts, for losses such as fotw; the other topics by default.
    references
        Texts that people wrote, as for `summarise`, for `rouge_oracle` or a loss such as `rouge1`.
    folds
        The number of folds into which the topics are divided.
    seed
        The seed of the folds.
    k, filters, language, stop, stem, progress
        As for `summarise`.

    Returns
    -------
    Tuning
        The setting chosen in each fold, its loss on the topics held out, and the best setting of all; the
        result can be subscripted by a setting.

    Examples
    --------
    >>> tuning = tune(demo() / "posts", "centroid", ["threshold=0:1:0.5"], folds=2, k=3)
    >>> len(tuning.folds)
    2
    """
    from cliometer.experiments.losses import USUAL
    from cliometer.experiments.tuning import TuningPlan
    from cliometer.expressions import spell_value
    from cliometer.text.post_filters import Filters
    from cliometer.text.post_tokens import PostReading

    values = grid.items() if isinstance(grid, Mapping) else ()
    if any(isinstance(own, str | bytes) or not isinstance(own, Iterable) for _, own in values):
        raise expected('a grid such as {"threshold": [0, 0.5, 1]} or ["threshold=0:1:0.05"]', grid)
    ranges = [f"{name}={','.join(map(spell_value, own))}" for name, own in values] if values else list(grid)
    ways = Filters(tuple(filters), language), PostReading(stop=stop, stem=stem), texts_of(references)
    words = [Path(path) for path in background]
    plan = TuningPlan(topics_of(topics), system, ranges, loss or USUAL, folds, seed, k, *ways, words)
    tuning, notes = plan.run(progress)
    return replace(tuning, notes=(*notes, *tuning.notes))


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
        evaluation, notes = evaluation_of(
            results, references, metrics, preset, missing, extra, per_reference, duplicates, background
        )
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
    """Write timelines in another format.

    Parameters
    ----------
    source
        A file of timelines, whose format is recognised by content; or one timeline or several as values.
    output
        The file to write, or a folder for one file a timeline; without it the text is returned.
    to
        `"tilse"`, `"newstls"`, `"json"`, `"csv"`, `"tsv"` or `"markdown"`; by default the ending of `output` says it.
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
    mode: Literal["A", "B"] = "A",
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
