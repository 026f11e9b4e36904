"""The settings that several commands share, in groups."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict

from cliometer.model.display import Progress
from cliometer.model.timeline import Duplicates
from cliometer.settings import Location, Setting, group

if TYPE_CHECKING:
    from cliometer.engine.protocols.cards import Protocol
    from cliometer.engine.results import Results
    from cliometer.engine.score_cache import ScoreCache
    from cliometer.metrics.base import Metric
    from cliometer.metrics.catalogue import Preset
    from cliometer.model.judgements import ScoreTable

ScoreSide = Literal["f", "precision", "recall", "value"]
Average = Literal["f-of-means", "mean-of-f", "micro"]
Weighing = Literal["topics", "tasks"]
Test = Literal["t", "sign-flip", "randomisation", "bootstrap", "wilcoxon"]
Correction = Literal["holm", "bh", "none"]
Grouping = Literal["letters", "leaders"]
Interval = Literal["t", "bca", "percentile"]
Missing = Literal["error", "skip", "zero"]
Extra = Literal["error", "skip"]
Metrics = Annotated[
    Sequence["str | Metric"] | None,
    Setting(
        None,
        "metrics such as 'align+m1(rouge=2)'",
        "-m --metric EXPR",
        usual="the usual ones for this kind of gold; cliometer metrics lists all",
        heading="metrics",
    ),
]
MissingTopics = Annotated[
    Missing, Setting("error", "what to do with topics that a system lacks: zero scores them as an empty answer")
]
HumanScores = Annotated[
    "Location | ScoreTable | Results | None",
    Setting(
        None,
        "human scores, as FILE or FILE:COLUMN,...; several columns are judges and are averaged",
        "--human FILE[:COLUMN,...]",
        heading="files",
    ),
]
Level = Annotated[
    float,
    Setting(
        0.95, "the confidence level of intervals and tests", "--level X", low=0, high=1, open=True, heading="statistics"
    ),
]
Seed = Annotated[
    int,
    Setting(0, "the seed of random draws: the same seed gives the same numbers", low=0, heading="statistics"),
]
PresetName = Annotated[
    "str | Preset | None",
    Setting(
        None,
        "the settings that a metric does not name: tilse, paper2017, modern or robust; see cliometer metrics presets",
        "--preset NAME",
        usual="tilse",
        heading="metrics",
    ),
]


@group("files")
class Reading(TypedDict, total=False):
    """How repeated dates are read."""

    duplicates: Annotated[
        Duplicates | None,
        Setting(None, "what to do if a file repeats a date", usual="that of the preset; tilse keeps the last"),
    ]


@group("files")
class Background(TypedDict, total=False):
    """Word counts."""

    background: Annotated[
        Sequence[Location],
        Setting(
            (),
            "files of word counts for metrics that read sources, or wordfreq",
            "--background FILE",
            usual="the other topics",
        ),
    ]


@group("files")
class Covering(TypedDict, total=False):
    """What happens if systems and gold have different topics."""

    missing: MissingTopics
    extra: Annotated[Extra, Setting("error", "what to do with topics of a system that have no gold")]


@group("metrics")
class PerReference(TypedDict, total=False):
    """What a task is."""

    per_reference: Annotated[
        bool, Setting(False, "score against each reference alone, as a task topic/reference, as most papers do")
    ]


@group("metrics")
class Scoring(Reading, Background, Covering, PerReference, total=False):
    """How systems are scored against gold."""

    protocol: Annotated[
        "str | Protocol | None",
        Setting(
            None,
            "score exactly as released code does: news-tls, llm-tls, crest, chinese-tls, tilse, chronos, or a card of "
            "your own (FILE.toml); see cliometer protocols",
            "--protocol NAME",
        ),
    ]
    strict: Annotated[
        bool,
        Setting(False, "with a protocol: refuse runs on which its code stops, or drops a task or an entry"),
    ]


@group("speed")
class Caching(TypedDict, total=False):
    """Scores that are kept."""

    cache: Annotated[
        "Location | ScoreCache | None",
        Setting(
            None,
            "a folder that caches scores: one is computed only if its system, gold, metric or version is new",
            "--cache FOLDER",
        ),
    ]


class Watching(TypedDict, total=False):
    """How work that takes long reports to its caller."""

    progress: Annotated[
        Progress | None, Setting(None, "a function of two numbers: how much is done, and how much there is", None)
    ]


@group("speed")
class Running(Watching, total=False):
    """Where the work is done; no result depends on it."""

    jobs: Annotated[
        int | Literal["auto"],
        Setting(1, "the number of processes, or auto for all cores", "--jobs N", low=1, high=1000),
    ]
    cluster: Annotated[
        Any,
        Setting(
            None,
            "the Dask cluster to compute on: the address of its scheduler, such as tcp://host:8786; local, which "
            "starts one on this machine; or in Python a dask.distributed.Client",
            "--cluster ADDRESS",
        ),
    ]


@group("metrics")
class Directions(TypedDict, total=False):
    """Which way scores of other tools point."""

    lower: Annotated[
        Sequence[str], Setting((), "columns of tables of scores for which lower is better", "--lower NAME")
    ]


@group("questions")
class Asking(Watching, total=False):
    """How a judge is asked: prompt, store and budget."""

    prompt: Annotated[
        Location | None,
        Setting(
            None, "a file with your own prompt for the judge: a text with placeholders such as {first}", "--prompt FILE"
        ),
    ]
    store: Annotated[
        Location | bool | None,
        Setting(
            None,
            "the SQLite file that keeps the answers; in Python True is the default file of the commands",
            "--store FILE",
            usual="none in Python; in commands answers.sqlite in $CLIOMETER_CACHE or the user's cache folder",
        ),
    ]
    offline: Annotated[bool, Setting(False, "use stored answers only, and fail if one is missing")]
    calls: Annotated[int | None, Setting(None, "the maximum number of calls", low=0)]
    tokens: Annotated[int | None, Setting(None, "the maximum number of tokens", low=0)]


@group("statistics")
class PairDraw(TypedDict, total=False):
    """Which of all pairs of texts are judged."""

    most: Annotated[
        int | None,
        Setting(None, "the number of pairs to draw, evenly over topics and pairs of systems", low=1, usual="all"),
    ]
    seed: Seed


@group("statistics")
class Bootstrap(TypedDict, total=False):
    """How bootstrap intervals of what people said are drawn."""

    resamples: Annotated[int, Setting(1000, "the number of resamples of the bootstrap", low=100, high=10_000_000)]
    seed: Seed


@group("statistics")
class Drawing(TypedDict, total=False):
    """How samples are drawn."""

    resamples: Annotated[int, Setting(10_000, "the number of resamples of the topics", low=100, high=1_000_000)]
    seed: Seed


@group("statistics")
class Significance(TypedDict, total=False):
    """How sure intervals and tests are."""

    correction: Annotated[
        Correction, Setting("holm", "the correction for multiple comparisons: Holm, Benjamini-Hochberg, or none")
    ]
    level: Level


@group("statistics")
class Comparing(Drawing, Significance, total=False):
    """How systems are compared."""

    side: Annotated[
        ScoreSide, Setting("f", "the number to compare; value is the score of metrics that have one number")
    ]
    average: Annotated[
        Average | None,
        Setting(
            None,
            "how topics are averaged: F of the means, mean of each topic's F, or F of pooled counts",
            usual="f-of-means",
        ),
    ]
    weigh: Annotated[
        Weighing, Setting("topics", "whether topics or tasks have equal weight where a topic has several tasks")
    ]
    test: Annotated[Test, Setting("t", "the significance test; randomisation is another name of sign-flip")]
    groups: Annotated[
        Grouping,
        Setting(
            "letters",
            "how systems without a significant difference are grouped: by shared letters, or, for many systems, by the "
            "leader of each group",
        ),
    ]
    interval: Annotated[Interval, Setting("t", "the interval: t, or BCa or percentile bootstrap")]
    margin: Annotated[
        float,
        Setting(
            0.1,
            "the share of the human score by which a system may fall short and still count as equivalent",
            "--margin SHARE",
            low=0,
            high=1,
            open=True,
        ),
    ]


@group("summaries")
class Extent(TypedDict, total=False):
    """How far timelines reach, and how long they are."""

    first: Annotated[str | None, Setting(None, "the earliest day that a timeline may contain", "--first DATE")]
    last: Annotated[str | None, Setting(None, "the latest day that a timeline may contain", "--last DATE")]
    dates: Annotated[
        int | None, Setting(None, "the number of dates of a timeline; in a submission, the maximum", low=1)
    ]
    sentences: Annotated[
        int | None, Setting(None, "the number of sentences of each date; in a submission, the maximum", low=1)
    ]


def _tags_of(text: str) -> Location | bool:
    return False if text == "no" else Path(text)


@group("summaries")
class Tagging(TypedDict, total=False):
    """Where the time expressions of articles are kept."""

    tags: Annotated[
        Location | bool,
        Setting(
            True,
            "a folder that caches time tags, which are slow to compute; no (in Python False) computes them again",
            "--tags FOLDER",
            read=_tags_of,
            usual="$CLIOMETER_CACHE or the user's cache folder",
        ),
    ]


@group("output")
class Writing(TypedDict, total=False):
    """Files that are written."""

    force: Annotated[bool, Setting(False, "replace files that exist")]


@group("output")
class Labelling(TypedDict, total=False):
    """Names that readers see."""

    label: Annotated[
        Sequence[str],
        Setting((), "a label to print instead of the name of a system or metric", "--label NAME=TEXT", usual="none"),
    ]


@group("output")
class Printing(Labelling, total=False):
    """How a command prints its result."""

    json: Annotated[bool, Setting(False, "print the whole result as one JSON document")]
    csv: Annotated[bool, Setting(False, "print one table with all digits")]
    latex: Annotated[bool, Setting(False, "print the table for a paper (booktabs)")]
    digits: Annotated[
        int | None,
        Setting(
            None, "the number of decimals in tables", "--digits N", low=0, high=15, usual="3, and 1 with --percent"
        ),
    ]
    percent: Annotated[bool, Setting(False, "show scores in tables as percentages, but not in sentences")]
    parquet: Annotated[Location | None, Setting(None, "also write the table to a Parquet file", "--parquet FILE")]


@group("metrics")
class Importing(TypedDict, total=False):
    """Code of the user."""

    modules: Annotated[
        Sequence[str],
        Setting((), "a Python module or file that registers metrics, summarisers or others", "--import MODULE"),
    ]


@group("files")
class FileForm(TypedDict, total=False):
    """How files are written."""

    columns: Annotated[
        Mapping[str, str] | Sequence[str] | str | None,
        Setting(
            None,
            "the columns, or JSON keys, of each role, such as date=day,sentence=text; see docs/formats.md",
            "--columns ROLE=COLUMN,...",
        ),
    ]
    date_format: Annotated[
        str | None,
        Setting(
            None, "the format of dates, such as dd/mm/yyyy or %d/%m/%Y", "--date-format FORMAT", usual="as 2010-05-27"
        ),
    ]
    encoding: Annotated[
        str | None, Setting(None, "the encoding of files that are not UTF-8, such as cp1252", "--encoding NAME")
    ]
