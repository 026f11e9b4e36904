"""Compare metrics with people or with each other, models that judge with people, and count people's votes."""

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict, Unpack

from cliometer.api.front import are_paths, paths_of, public, scores_of
from cliometer.api.scoring import score
from cliometer.errors import SettingName, UsageError, expected
from cliometer.settings import Location, Setting, group
from cliometer.settings.groups import (
    Bootstrap,
    Directions,
    Drawing,
    HumanScores,
    Level,
    Metrics,
    PresetName,
    Reading,
    Running,
    Seed,
)

if TYPE_CHECKING:
    from cliometer.court.meta_evaluation.human_scores import MetricAgreement
    from cliometer.court.meta_evaluation.human_votes import MetricVoteAgreement
    from cliometer.court.meta_evaluation.metric_matrix import MetricMatrix
    from cliometer.court.meta_evaluation.pool_agreement import PeopleAgreement
    from cliometer.court.votes.judge_comparison import JudgeComparison
    from cliometer.court.votes.tally import PollTallies
    from cliometer.engine.score_grid import ScoreColumn
    from cliometer.model.judgements import Poll, ScoreTable

Coefficient = Literal["pearson", "spearman", "kendall-b", "kendall-c", "tauap-b"]
CorrelationLevel = Literal["system", "text", "global"]
PoolBed = Literal["mixed", "same-length", "on-time", "runs"]
MetricTest = Literal["williams", "perm-both", "perm-sys"]
Rule = Literal["ranked-pairs", "copeland", "borda", "plurality", "modal", "bradley-terry"]
ScoreNames = Annotated[
    Sequence[str] | None,
    Setting(
        None,
        "metrics, or their .precision, .recall or .f",
        "-m --metric NAME",
        usual="all, by their F",
        heading="metrics",
    ),
]


@group("files")
class ScoresSettings(Reading, Directions, Running, total=False):
    """How tables of scores are read, and systems scored first."""

    missing: Annotated[
        Literal["error", "skip"], Setting("error", "what to do where a score is missing: skip leaves the topic out")
    ]
    system_columns: Annotated[
        bool,
        Setting(False, "read tables topic,a,b that have a column for each system; the metric is named after the file"),
    ]


@group("statistics")
class Resampling(TypedDict, total=False):
    """How intervals of agreement are drawn."""

    level: Level
    resamples: Annotated[
        int | None,
        Setting(None, "the number of resamples", low=100, high=10_000_000, usual="1000, down to 200 for large tables"),
    ]
    seed: Seed


@group("files")
class PairOfSystems(TypedDict, total=False):
    """How rows of votes name systems."""

    pair: Annotated[
        tuple[str, str] | None,
        Setting(
            None,
            "the two systems that every row compares, where only a column says which is preferred: A (or first, 1, "
            "true), B (or second, 2, false) or tie",
            "--pair A B",
        ),
    ]


@group("statistics")
class BestSystems(TypedDict, total=False):
    """Which systems are compared once more."""

    top: Annotated[
        int | None,
        Setting(None, "also compare the N best systems by the human scores, and their order", low=2),
    ]


@group("statistics")
class AgreeScoresSettings(ScoresSettings, BestSystems, Resampling, total=False):
    """The settings of `agree_scores`."""

    human_metric: Annotated[
        str | None,
        Setting(None, "the column of the scores that holds the human scores", "--human-metric NAME", heading="files"),
    ]
    coefficients: Annotated[
        Sequence[Coefficient],
        Setting((), "coefficients of the correlation", "--coefficient", usual="pearson and kendall-b"),
    ]
    levels: Annotated[Sequence[CorrelationLevel], Setting((), "levels of the correlation", "--at", usual="all three")]
    tests: Annotated[Sequence[MetricTest], Setting((), "tests of whether one metric is better than another", "--test")]
    over: Annotated[
        Literal["systems", "topics", "both"], Setting("both", "what the resamples of intervals are drawn from")
    ]


@public
def agree_scores(
    scores: Any,
    human: HumanScores = None,
    references: Any = None,
    metrics: ScoreNames = None,
    preset: PresetName = None,
    **settings: Unpack[AgreeScoresSettings],
) -> "MetricAgreement":
    """Measure how far metrics agree with human scores.

    The human scores are `human`, or the column `human_metric` of the scores.

    Parameters
    ----------
    scores
        Tables of scores (system, topic, metric, value) as paths, a `ScoreTable`, or `Results`; with `references`
        the systems, as for `score`, which are scored first.
    references
        The gold of systems that are to be scored first, as for `score`.

    Returns
    -------
    MetricAgreement
        Correlations with intervals; the result can be subscripted by a metric.

    Examples
    --------
    >>> from cliometer import demo
    >>> agree_scores(demo() / "scores.csv", demo() / "human.csv").correlations[0].coefficient
    'pearson'
    """
    from cliometer.court.meta_evaluation.human_scores import agree
    from cliometer.court.meta_evaluation.plan import USUAL, MetaEvaluationPlan, metric_columns
    from cliometer.engine.score_grid import score_columns
    from cliometer.stats.correlation import LEVELS

    column = settings["human_metric"]
    if (human is None) == (column is None):
        raise UsageError("human-scores-doubled")
    table = _score_table(scores, references, metrics, preset, settings)
    people = human_columns_of(human, settings["system_columns"]) if column is None else score_columns(table, [column])
    columns = metric_columns(people, table, metrics)
    plan = MetaEvaluationPlan(
        coefficients=tuple(dict.fromkeys(settings["coefficients"])) or USUAL,
        levels=tuple(level for level in LEVELS if level in settings["levels"]) or LEVELS,
        tests=tuple(dict.fromkeys(settings["tests"])),
        over="texts" if settings["over"] == "topics" else settings["over"],
        top=settings["top"],
        **_drawn(settings),
    )
    lower = _lower_columns(columns, settings["lower"], known=True)
    result = agree(columns, people, plan, missing=settings["missing"], lower=lower, progress=settings["progress"])
    return replace(result, notes=(*table.notes, *result.notes))


@group("files")
class AgreeVotesSettings(ScoresSettings, Resampling, PairOfSystems, total=False):
    """The settings of `agree_votes`."""

    criterion: Annotated[
        str | None,
        Setting(None, "the criterion whose votes count", "--criterion NAME", usual="all together, which a note says"),
    ]


@public
def agree_votes(
    scores: Any,
    votes: Annotated[
        Location | Any, Setting(..., "votes between two systems on a topic", "--votes FILE", heading="files")
    ],
    references: Any = None,
    metrics: ScoreNames = None,
    preset: PresetName = None,
    **settings: Unpack[AgreeVotesSettings],
) -> "MetricVoteAgreement":
    """Measure how often metrics prefer the same systems as people.

    Parameters
    ----------
    scores, references
        As for `agree_scores`.

    Returns
    -------
    MetricVoteAgreement
        The accuracy of each metric on the votes; the result can be subscripted by a metric.

    Examples
    --------
    >>> from cliometer import demo
    >>> agree_votes(demo() / "scores.csv", demo() / "votes.csv").accuracy[0].metric
    'align+m1(rouge=1).f'
    """
    from cliometer.court.meta_evaluation.human_votes import agree_with_votes
    from cliometer.court.meta_evaluation.plan import MetaEvaluationPlan
    from cliometer.engine.score_grid import score_columns

    table = _score_table(scores, references, metrics, preset, settings)
    columns, poll = score_columns(table, metrics), _pooled_votes(votes, settings)
    lower = _lower_columns(columns, settings["lower"], known=True)
    plan = MetaEvaluationPlan(**_drawn(settings))
    result = agree_with_votes(columns, poll, plan, missing=settings["missing"], lower=lower)
    return replace(result, notes=(*table.notes, *result.notes))


@group("statistics")
class AgreeMetricsSettings(ScoresSettings, Bootstrap, total=False):
    """The settings of `agree_metrics`."""

    coefficient: Annotated[Coefficient, Setting("spearman", "the coefficient of the correlation")]
    holm: Annotated[bool, Setting(False, "correct the stars for many pairs")]


@public
def agree_metrics(
    scores: Any,
    references: Any = None,
    metrics: ScoreNames = None,
    preset: PresetName = None,
    **settings: Unpack[AgreeMetricsSettings],
) -> "MetricMatrix":
    """Compare metrics with each other, without people.

    Parameters
    ----------
    scores, references
        As for `agree_scores`.

    Returns
    -------
    MetricMatrix
        The correlation of every two metrics; the result can be subscripted by a metric.

    Examples
    --------
    >>> from cliometer import demo
    >>> agree_metrics(demo() / "scores.csv").coefficient
    'spearman'
    """
    from cliometer.court.meta_evaluation.metric_matrix import matrix
    from cliometer.engine.score_grid import score_columns

    table = _score_table(scores, references, metrics, preset, settings)
    columns = score_columns(table, metrics)
    result = matrix(
        columns,
        settings["coefficient"],
        corrected=settings["holm"],
        missing=settings["missing"],
        lower=_lower_columns(columns, settings["lower"]),
        seed=settings["seed"],
        resamples=settings["resamples"],
    )
    return replace(result, notes=(*table.notes, *result.notes))


class AgreePeopleSettings(Running, Drawing, total=False):
    """The settings of `agree_people`."""

    beds: Annotated[
        Sequence[PoolBed],
        Setting(
            (),
            "how systems are made of the texts of a pool: mixed, all of the same length, all on time; or the real runs",
            "--bed",
            usual="mixed, and runs where there are any",
            heading="files",
        ),
    ]
    topics: Annotated[Sequence[str], Setting((), "the topics that count", "--topic NAME", usual="all", heading="files")]
    level: Level


@public
def agree_people(
    pools: Any, metrics: Metrics = None, preset: PresetName = None, **settings: Unpack[AgreePeopleSettings]
) -> "PeopleAgreement":
    """Compare metrics of timelines with assessors who judged a pool of texts.

    Systems are simulated from the judged texts, so that what people give them is known; real runs stand beside them.

    Parameters
    ----------
    pools
        Folders of TREC Temporal Summarization (nuggets, matches, updates) or of CrisisFACTS, or JSON files of kind
        `pool`; each is a pool of its own.

    Returns
    -------
    PeopleAgreement
        Kendall's tau-b of each metric with each human score, beside ceilings and floors; the result can be
        subscripted by a metric.

    Examples
    --------
    >>> from cliometer import demo
    >>> agree_people(demo() / "pool.json", ["ledger"], beds=["on-time"], resamples=100)["ledger"][0].human
    'new'
    """
    from cliometer.court.meta_evaluation.pool_agreement import RUNS, Sampling, agree_with_people
    from cliometer.court.meta_evaluation.pool_files import read_pools
    from cliometer.engine.evaluation import Evaluation
    from cliometer.metrics.catalogue import Preset, chosen

    rules, beds = Preset.parse("tilse" if preset is None else preset), list(dict.fromkeys(settings["beds"]))
    evaluation = Evaluation({}, {}, chosen(metrics, "references", rules), preset=rules)
    sampling = Sampling(settings["level"], settings["resamples"], settings["seed"])
    read = read_pools(paths_of(pools), settings["topics"])
    return agree_with_people(read, evaluation, beds or ["mixed", RUNS], sampling, settings["progress"])


@group("statistics")
class AgreeJudgesSettings(PairOfSystems, Directions, total=False):
    """The settings of `agree_judges`."""

    epsilon: Annotated[
        float,
        Setting(
            0.1,
            "what the alternative annotator test grants a model for its low cost: 0.1 where the people are a crowd, "
            "0.15 where they are trained, 0.2 where they are experts",
        ),
    ]
    level: Level


@public
def agree_judges(
    votes: Any,
    beside: Annotated[
        Sequence[Location] | Any,
        Setting(
            None,
            "tables of scores whose metrics vote as well, for the system of the higher score",
            "--beside SCORES",
            heading="files",
        ),
    ] = None,
    metrics: ScoreNames = None,
    **settings: Unpack[AgreeJudgesSettings],
) -> "JudgeComparison":
    """Compare judges that are models, or metrics, with people.

    Parameters
    ----------
    votes
        Votes of people and of models, as for `vote`; those of a model are marked as such.

    Returns
    -------
    JudgeComparison
        What is known about each judge, by its name.

    Examples
    --------
    >>> from cliometer import demo
    >>> agree_judges(demo() / "votes.csv", demo() / "scores.csv", ["date"]).judges
    ['date.f']
    """
    from cliometer.court.votes.judge_comparison import compare_judges
    from cliometer.engine.score_grid import score_columns

    columns = [] if beside is None else score_columns(scores_of(beside, name="beside"), metrics)
    lower = _lower_columns(columns, settings["lower"], known=True)
    return compare_judges(polls_of(votes, settings["pair"]), columns, lower, settings["epsilon"], settings["level"])


@group("files")
class VoteSettings(PairOfSystems, Bootstrap, total=False):
    """The settings of `vote`."""

    strength: Annotated[
        Literal["margin", "winning"],
        Setting(
            "margin",
            "the order in which Ranked Pairs takes majorities: by their margin, or by the votes of the winner",
            heading="statistics",
        ),
    ]
    pool: Annotated[bool, Setting(False, "count all files together, as one data set")]
    table: Annotated[str | None, Setting(None, "the member of a JSON object that holds the votes", "--table KEY")]
    fill: Annotated[
        str | None,
        Setting(None, "the member of the same object with the counts that are null in the table", "--fill KEY"),
    ]


@public
def vote(
    votes: Any,
    rules: Annotated[
        Sequence[Rule] | None, Setting(None, "voting rules", "--rule", usual="all", heading="statistics")
    ] = None,
    **settings: Unpack[VoteSettings],
) -> "PollTallies":
    """Rank systems by the votes of people, under every voting rule.

    Parameters
    ----------
    votes
        Files of votes, orderings or win counts, one or several; or polls as values.

    Returns
    -------
    PollTallies
        A tally for each data set; the result can be subscripted by the name of a data set, or by its place.

    Examples
    --------
    >>> from cliometer import demo
    >>> vote(demo() / "votes.csv", ["borda"])[0].rankings["borda"].order[0]
    ('mentions',)
    """
    from cliometer.court.votes.tally import PollTallies, tally
    from cliometer.model.judgements import pooled

    polls = polls_of(votes, settings["pair"], settings["table"], settings["fill"])
    polls = tuple(poll.with_models_noted() for poll in ((pooled(polls),) if settings["pool"] else polls))
    drawn = {"seed": settings["seed"], "resamples": settings["resamples"]}
    return PollTallies(tuple(tally(poll, rules, settings["strength"], **drawn) for poll in polls))


def _score_table(
    scores: Any, references: Any, metrics: Sequence[str] | None, preset: Any, settings: ScoresSettings
) -> "ScoreTable":
    """Return the table of scores that are given, or of the systems when they have been scored."""
    from cliometer.court.meta_evaluation.plan import score_table_of
    from cliometer.engine.score_grid import split_part

    if references is None:
        for name, value in (("preset", preset), ("duplicates", settings["duplicates"])):
            if value is not None:
                raise UsageError("setting-idle-without-references", setting=SettingName(name))
        for path in paths_of(scores) if are_paths(scores) else ():
            if path.is_dir():
                raise UsageError("scores-expected-found-folder", path=path)
        return scores_of(scores, settings["system_columns"])
    named = list(dict.fromkeys(split_part(name)[0] for name in metrics or ())) or None
    given: Any = {name: value for name, value in settings.items() if name in ("missing", "duplicates", "progress")}
    results = score(scores, references, named, preset, **given)
    return score_table_of(getattr(results, "results", results))


def _drawn(settings: Resampling) -> dict[str, Any]:
    return {"confidence": settings["level"], "resamples": settings["resamples"], "seed": settings["seed"]}


def human_columns_of(human: Any, system_columns: bool = False) -> "list[ScoreColumn]":
    """Return the columns of human scores, which are a file or a value."""
    from cliometer.court.meta_evaluation.plan import human_columns
    from cliometer.engine.score_grid import score_columns

    if isinstance(human, str | PathLike):
        return human_columns(str(human), system_columns)
    return score_columns(scores_of(human, name="human"), None)


def _lower_columns(chosen: Sequence[Any], lower: Sequence[str], known: bool = False) -> list[str]:
    """Return the columns for which lower is better: those named and, where `known`, metrics that say so."""
    from cliometer.engine.score_grid import column_name
    from cliometer.metrics.catalogue import lower_is_better

    labels = [column.label for column in chosen]
    ours = [label for label in labels if lower_is_better(label)] if known else []
    return list(dict.fromkeys([*(column_name(name, labels) for name in lower), *ours]))


def _pooled_votes(votes: Any, settings: AgreeVotesSettings) -> "Poll":
    """Return the votes of all polls together, of one criterion where one is asked for."""
    from cliometer.model.judgements import pooled

    polls, criterion = polls_of(votes, settings["pair"]), settings["criterion"]
    matching = [poll for poll in polls if any(vote.criterion == criterion for vote in poll.votes)]
    return pooled(matching or polls).by_criterion(criterion).with_models_noted()


def polls_of(
    votes: Any, pair: Sequence[str] | None = None, table: str | None = None, fill: str | None = None
) -> "tuple[Poll, ...]":
    """Return polls that are values, or read them from files."""
    from cliometer.io.vote_rows import Layout
    from cliometer.io.votes import read_all_votes
    from cliometer.model.judgements import Poll

    polls = (votes,) if isinstance(votes, Poll) else votes
    if isinstance(polls, list | tuple) and polls and all(isinstance(poll, Poll) for poll in polls):
        return tuple(polls)
    if not are_paths(votes):
        raise expected("votes to be paths, a Poll or a list of Polls", votes)
    if pair and (pair[0] == pair[1] or not all(name.strip() for name in pair)):
        raise expected("two different systems as a pair", " ".join(pair))
    layout = Layout(pair=(pair[0], pair[1]) if pair else None, table=table, fill=fill)
    return read_all_votes(paths_of(votes), layout)
