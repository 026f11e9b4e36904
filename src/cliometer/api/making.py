"""Convert files, count words, compute ROUGE, and list metrics."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict, TypeVar, Unpack

from cliometer.api.front import are_paths, only_path, paths_of, public
from cliometer.errors import InputError, UsageError, expected, unknown
from cliometer.io.frames import Records, TabularResult
from cliometer.io.timelines import labels
from cliometer.model.documents import WordForm
from cliometer.model.timeline import Duplicates, Timeline, timelines_of
from cliometer.settings import Location, Setting, group
from cliometer.settings.groups import Writing

if TYPE_CHECKING:
    from cliometer.io.backgrounds import Backgrounds
    from cliometer.metrics.rouge.api import Average
    from cliometer.metrics.rouge.rouge155 import RougeScore

Class = TypeVar("Class", bound=type[Any])
BACKGROUND = "background"


def _typed_path(text: str) -> str:
    """Return a path as it was typed: a slash at the end, which a Path would lose, means a folder."""
    if not text.strip():
        raise UsageError("path-empty")
    return text


@group("words")
class Counting(TypedDict, total=False):
    """Which words a background counts."""

    unit: Annotated[
        Literal["stem", "word", "bigram", "trigram"],
        Setting("stem", "what a background counts; bigrams and trigrams are of stems"),
    ]
    stop: Annotated[bool, Setting(True, "leave out stop words of a background")]
    tokens: Annotated[
        Literal["unicode", "rouge155", "simetrix", "posts"], Setting("unicode", "the tokeniser of a background")
    ]
    top: Annotated[int, Setting(10, "the number of most frequent words of a background that are shown", low=1)]


@group("files")
class ConvertSettings(Counting, Writing, total=False):
    """The settings of `convert`."""

    source_format: Annotated[
        str | None,
        Setting(None, "the format of the source, if it should not be recognised by content", "--from FORMAT"),
    ]
    duplicates: Annotated[Duplicates, Setting("append", "what to do if a file repeats a date")]


@public
def convert(
    source: Any,
    output: Annotated[
        Location | None,
        Setting(
            None,
            "the file to write, or a folder for one file per timeline; for a release a folder or a .zip",
            "-o --output OUT",
            read=_typed_path,
            usual="none, the text is the result",
            heading="output",
        ),
    ] = None,
    to: Annotated[
        str | None,
        Setting(
            None,
            "the format to write: tilse, newstls, json, csv, tsv, markdown or parquet; of a release label-studio, "
            "brat, xmi or csv; of nuggets nuggetizer or nuggetbank; background counts the words of a corpus",
            "--to FORMAT",
            usual="by the ending of the output",
            heading="output",
        ),
    ] = None,
    **settings: Unpack[ConvertSettings],
) -> "Conversion | Backgrounds":
    """Write timelines, or the judgements of a release, in another format; or count the words of a corpus.

    Parameters
    ----------
    source
        A file of timelines, whose format is recognised by content; or one timeline or several as values. For
        Parquet also a run folder, or a folder of them. Or a release of a study, a folder or its archive. For
        `to="background"` corpora (articles, posts or texts, as `score` reads sources), whose words are counted as a
        background for topic words; or backgrounds, which are shown.

    Returns
    -------
    Conversion
        The text, a string, which is empty where `output` was written; `notes` are those of reading. For
        `to="background"` `Backgrounds`, which describe what was counted.

    Examples
    --------
    >>> print(convert({"2010-05-27": ["Oil spills."]}, to="markdown"), end="")
    ## 2010-05-27
    <BLANKLINE>
    - Oil spills.
    """
    from cliometer.io import convert as convert_file
    from cliometer.io import write_timelines
    from cliometer.io.nugget_banks import NUGGET_FORMS, convert_nuggets
    from cliometer.io.text_files import write_whole
    from cliometer.study.releases import convert_release

    force = settings["force"]
    if to == BACKGROUND:
        return _convert_to_background(paths_of(source), output, settings)
    if not are_paths(source):
        timelines = timelines_of(source)
        text = write_timelines(output, timelines, to, force)
        return Conversion(text if output is None else "", timelines)
    path = only_path(source, "source")
    if to in NUGGET_FORMS:
        text, seen = convert_nuggets(path, to)
        if output is not None:
            write_whole(Path(output), text, force)
        return Conversion("" if output is not None else text, (), seen)
    notes = convert_release(path, output, to, force)
    if notes is not None:
        return Conversion("", (), notes)
    text, reading = convert_file(path, output, to, settings["source_format"], settings["duplicates"], force)
    return Conversion(text, reading.timelines, reading.notes)


def _convert_to_background(
    paths: Sequence[Path], output: Location | None, settings: Mapping[str, Any]
) -> "Backgrounds":
    """Count the words of corpora and write them; what is a background already is read and described."""
    from cliometer.engine.gold_files import build_background
    from cliometer.io.backgrounds import Backgrounds, BackgroundSummary, holds_counts, read_background, write_background

    if paths and all(map(holds_counts, paths)):
        if output is not None:
            raise UsageError("background-already", path=paths[0])
        backgrounds = [read_background(path) for path in paths]
        summaries = [BackgroundSummary.of(each, settings["top"]) for each in backgrounds]
        return Backgrounds(summaries, [each.remark for each in backgrounds if each.remark])
    form = WordForm(settings["unit"], settings["stop"], settings["tokens"])
    background, notes = build_background(paths, form)
    if output is not None:
        write_background(Path(output), background, settings["force"])
    hint = () if output is not None else ("nothing was written; name a file with -o FILE",)
    return Backgrounds([BackgroundSummary.of(background, settings["top"])], (*notes, *hint))


class Conversion(str, TabularResult):
    """The text of timelines in a format, and the timelines, by which it can be subscripted too."""

    timelines: tuple[Timeline, ...]
    notes: tuple[str, ...]

    def __new__(cls, text: str, timelines: Iterable[Timeline], notes: Iterable[str] = ()) -> "Conversion":
        conversion = super().__new__(cls, text)
        conversion.timelines, conversion.notes = tuple(timelines), tuple(notes)
        return conversion

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

    def __missing__(self, name: object) -> "RougeScore":
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


_TYPES = ("1", "2", "L", "W1.2", "S4", "SU4")


@group("words")
class RougeSettings(TypedDict, total=False):
    """What ROUGE counts, and how several references are combined."""

    stem: Annotated[bool, Setting(True, "whether stems are compared")]
    stop: Annotated[bool, Setting(False, "whether stop words are left out")]
    mode: Annotated[
        Literal["A", "B", "F"] | None,
        Setting(
            None,
            "A pools the references, B takes the one of the best recall, F that of the best F",
            usual="A, and F with tokens='google'",
        ),
    ]
    alpha: Annotated[float, Setting(0.5, "the weight of precision in F", low=0, high=1)]
    words: Annotated[
        int | None, Setting(None, "the number of words after which texts are cut, the references too", low=0)
    ]
    bytes: Annotated[
        int | None, Setting(None, "the number of bytes after which texts are cut, the references too", low=0)
    ]
    tokens: Annotated[
        Literal["rouge155", "google", "unicode", "whitespace"],
        Setting(
            "rouge155",
            "the tokeniser: rouge155; google, the words, stems and exact scores of rouge-score; unicode, which reads "
            "every script; or whitespace, as in tilse",
        ),
    ]
    jackknife: Annotated[bool, Setting(False, "whether one reference at a time is left out, and the scores averaged")]


Types = Annotated[
    Sequence[str | int],
    Setting(
        _TYPES,
        "the types of ROUGE; a number is an n. With tokens='google' 'L' aligns whole texts, as rouge-score's rougeL "
        "does, and 'Lsum' sentences",
    ),
]


@public
def rouge(
    peer: str | Sequence[str],
    references: str | Sequence[str | Sequence[str]],
    types: Types = _TYPES,
    **settings: Unpack[RougeSettings],
) -> RougeResult:
    """Score one summary against its references as ROUGE-1.5.5 does, or as rouge-score does (`tokens="google"`).

    Parameters
    ----------
    peer
        The summary: a text with a sentence a line, or a list of sentences.
    references
        One text as a string, or a list of texts: strings beside a string, lists of sentences beside a list.

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

    return RougeResult(scored(peer, references, types, **settings))


@group("statistics")
class RougeAverageSettings(RougeSettings, total=False):
    """The settings of `rouge_average`."""

    confidence: Annotated[float, Setting(95, "the percentage of the resamples that an interval holds", low=0, high=100)]
    resamples: Annotated[int, Setting(1000, "how often the evaluations are drawn again", low=1)]
    average: Annotated[
        Literal["texts", "tokens", "counts"],
        Setting(
            "texts",
            "texts gives each text the same weight (-t 0), tokens each token (-t 1), counts adds up without "
            "resampling (-t 2)",
        ),
    ]


@public
def rouge_average(
    evaluations: Sequence[tuple[Any, Any]], types: Types = _TYPES, **settings: Unpack[RougeAverageSettings]
) -> dict[str, "Average"]:
    """Average ROUGE over many summaries, with bootstrap intervals, as ROUGE-1.5.5 does.

    The Perl script sorts evaluations by name before it resamples; here the order is yours.

    Parameters
    ----------
    evaluations
        Pairs of a summary and its references, both as for `rouge`.

    Returns
    -------
    dict of str to Average
        For each type recall, precision and F, each with its interval.

    Examples
    --------
    >>> rouge_average([("The cat sat.", "A cat sat down.")], types=["1"], average="counts")["1"].f.value
    0.57143
    """
    from cliometer.metrics.rouge.api import rouge_average as averaged

    return averaged(evaluations, types, **settings)


def list_metrics() -> list[str]:
    """List the metrics by name; `cliometer metrics NAME` describes one.

    Returns
    -------
    list of str
        The names, each of which is an expression that `score` takes.

    Examples
    --------
    >>> {"align+m1", "date", "jsd", "pyramid"} <= set(list_metrics())
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

    >>> from cliometer.metrics.timeline_rouge import Dates
    >>> register(Dates)
    Traceback (most recent call last):
    cliometer.errors.UsageError: there is a metric named 'date' already; choose another name
    """
    from cliometer.metrics.base import metrics as registry

    if not isinstance(metric, type) or not isinstance(getattr(metric, "name", None), str):
        raise expected("a metric class with a `name`", metric)
    return registry.register(metric)


def demo(output: Location | None = None) -> Path:
    """Return the folder of the bundled example, or write a copy of it.

    Parameters
    ----------
    output
        A new folder for a copy.

    Returns
    -------
    Path
        A folder with timelines, articles, posts, units, events, nuggets, votes and human scores.

    Examples
    --------
    >>> (demo() / "references").is_dir()
    True
    """
    folder = Path(__file__).parents[1] / "demo"
    if output is None:
        return folder
    import shutil

    copy = only_path(output, "output")
    try:
        shutil.copytree(folder, copy)
    except FileExistsError:
        raise InputError("demo-folder-exists", copy) from None
    except OSError as error:
        raise InputError("folder-not-made", copy, reason=error.strerror) from None
    return copy
