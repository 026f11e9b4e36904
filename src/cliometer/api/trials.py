"""Put metrics, and models that judge, on trial."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict, Unpack

from cliometer.api.front import are_paths, folder_of, gold_of, only_path, public, run_of
from cliometer.api.judging import JudgeModel, inquiry_of
from cliometer.api.people import human_columns_of
from cliometer.errors import expected
from cliometer.settings import Location, Setting, fields_from, group
from cliometer.settings.groups import Asking, HumanScores, PresetName, Reading, Running, Seed

if TYPE_CHECKING:
    from cliometer.court.findings import Findings
    from cliometer.court.judged_trials import JudgeCard
    from cliometer.court.perturbation import Perturbation
    from cliometer.metrics.base import Metric

Trials = Annotated[
    Sequence["str | Perturbation"] | None,
    Setting(None, "perturbations such as 'shift(days=5)'", "-t --trial EXPR", usual="all", heading="metrics"),
]


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


@group("files")
class Trying(TypedDict, total=False):
    """What trials draw on."""

    corpus: Annotated[
        Location | None,
        Setting(
            None,
            "articles <topic>.jsonl[.gz] for the trial `add`; none leaves them out",
            "--corpus DIR",
            usual="corpora or articles beside the references",
        ),
    ]
    seed: Seed


@group("files")
class Choosing(TypedDict, total=False):
    """Which topics and references are tried."""

    development: Annotated[
        Sequence[str] | None,
        Setting(
            None,
            "topics on which a metric was developed, separated by commas; they get a card of their own",
            "--development TOPICS",
            read=_names,
        ),
    ]
    held_out: Annotated[
        Sequence[str] | None,
        Setting(
            None,
            "topics held out while a metric was developed, in the same form; topics of neither list are left out",
            "--held-out TOPICS",
            read=_names,
        ),
    ]
    without: Annotated[
        Sequence[str],
        Setting(
            (), "references to leave out, such as syria/tl2.3, for example because they copy another", "--without REF"
        ),
    ]
    missing: Annotated[
        Literal["error", "skip"], Setting("error", "what to do with references for which the run has no timeline")
    ]
    extra: Annotated[
        Literal["error", "skip"], Setting("error", "what to do with timelines of the run that have no reference")
    ]


@group("files")
class CourtMetricsSettings(Reading, Trying, Choosing, Running, total=False):
    """The settings of `court_metrics`."""

    human: HumanScores
    rivals: Annotated[
        Sequence[Location] | Any,
        Setting(
            (),
            "further runs that writers should outscore at equal length",
            "--rival RUN",
        ),
    ]
    draws: Annotated[
        int,
        Setting(
            1,
            "the number of consecutive seeds for trials that draw at random; results are means",
            low=1,
            high=1000,
            heading="statistics",
        ),
    ]
    timed: Annotated[
        bool,
        Setting(
            False, "measure the milliseconds that each metric takes for a pair of timelines", "--time", heading="output"
        ),
    ]


@public
def court_metrics(
    references: Any,
    metrics: Annotated[
        Sequence["str | Metric"] | None,
        Setting(None, "metrics on trial", "-m --metric EXPR", usual="all but the slowest", heading="metrics"),
    ] = None,
    trials: Trials = None,
    systems: Annotated[
        Location | Any,
        Setting(
            None,
            "a run whose timelines, extracts or updates are changed and scored against the gold; gold other than "
            "references needs one",
            "--systems RUN",
            heading="files",
        ),
    ] = None,
    preset: PresetName = None,
    **settings: Unpack[CourtMetricsSettings],
) -> "Findings":
    """Put metrics on trial: change good timelines in known ways, and see how each metric reacts.

    With human scores of the runs, all given as paths, each card has the correlations of its metric with them, as
    `agree_scores` computes them.

    Parameters
    ----------
    references
        A benchmark folder `GOLD/<topic>/<reference>.txt`, other gold as a path, or `{topic: gold}`.

    Returns
    -------
    Findings
        A row for every trial and metric, with its verdict, and a card for every metric: `findings.card("align+")`.
        The result can be subscripted by a metric.

    Examples
    --------
    >>> gold = {"oil": {"2010-05-27": ["Oil spills."], "2010-06-01": ["It is stopped."]}}
    >>> court_metrics(gold, ["date"], ["shift(days=1)"]).rows[0].after.f
    0.0
    """
    from cliometer.court.trial_files import CourtPlan

    reading, corpus, human = (settings["duplicates"], preset), settings["corpus"], settings["human"]
    if not isinstance(rivals := settings["rivals"], list | tuple):
        raise expected("a list of runs as rivals", rivals)
    gold = only_path(references, "references") if are_paths(references) else gold_of(references, *reading)
    read: Mapping[str, Any] = {
        "corpus": None if corpus is None else Path(corpus),
        "rivals": [only_path(run, "rivals") if are_paths(run) else run_of(run, *reading) for run in rivals],
        "human": [] if human is None else human_columns_of(human),
    }
    answers = only_path(systems, "systems") if are_paths(systems) else run_of(systems, *reading)
    plan = CourtPlan(gold, metrics, trials, answers, preset=preset, **fields_from(CourtPlan, {**settings, **read}))
    return plan.run(settings["progress"])


@group("questions")
class CourtJudgeSettings(Trying, Asking, total=False):
    """The settings of `court_judge`."""

    most: Annotated[int, Setting(10, "how many pairs of a trial are asked about, drawn at random", low=1)]


@public
def court_judge(
    references: Location, judge: JudgeModel, trials: Trials = None, **settings: Unpack[CourtJudgeSettings]
) -> "JudgeCard":
    """Put a judge on trial: does it prefer timelines to the same ones changed?

    By default the trials are those that make timelines worse, or leave them as good.

    Parameters
    ----------
    references
        A benchmark folder `GOLD/<topic>/<reference>.txt`; the judge reads the other writers of a topic as sources.

    Returns
    -------
    JudgeCard
        A row for every trial: for how many pairs the judge prefers the original, or the change, in both orders.

    Examples
    --------
    >>> gold = Path(__file__).parents[1] / "demo" / "references"
    >>> court_judge(gold, "words", ["omit"], most=2).trials[0].original
    2
    """
    from cliometer.court.judged_trials import JudgeTrialPlan

    corpus = None if settings["corpus"] is None else Path(settings["corpus"])
    gold = folder_of(references, "references")
    plan = JudgeTrialPlan(gold, trials, corpus, settings["most"], settings["seed"])
    return plan.run(inquiry_of(judge, settings))
