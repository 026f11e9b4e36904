"""Compare metrics with people, count people's votes, and measure how far people agree with each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cliometer.api.inputs import are_paths, is_path, paths_of, scores_of, spread, units_of
from cliometer.api.scoring import evaluate
from cliometer.errors import UsageError, checked, expected, unknown
from cliometer.model.display import Progress

if TYPE_CHECKING:
    from cliometer.court.meta_evaluation.human_scores import MetricAgreement
    from cliometer.court.meta_evaluation.human_votes import MetricVoteAgreement
    from cliometer.court.meta_evaluation.metric_matrix import MetricMatrix
    from cliometer.court.meta_evaluation.plan import MetaEvaluationPlan
    from cliometer.court.votes.judge_comparison import JudgeComparison
    from cliometer.court.votes.tally import PollTallies
    from cliometer.engine.score_grid import ScoreColumn
    from cliometer.io.input_form import Columns
    from cliometer.metrics.presets import Preset
    from cliometer.model.judgements import Poll
    from cliometer.study.agreement_survey import AgreementSurvey


@spread
@checked
def agree(
    scores: Any,
    human: Any = None,
    *,
    human_metric: str | None = None,
    votes: Any = None,
    matrix: bool = False,
    judges: bool = False,
    beside: Any = None,
    epsilon: float = 0.1,
    references: Any = None,
    metrics: Sequence[str] | None = None,
    coefficients: Sequence[str] = (),
    levels: Sequence[str] = ("system", "text", "global"),
    tests: Sequence[str] = (),
    holm: bool = False,
    over: Literal["systems", "topics", "both"] = "both",
    level: float = 0.95,
    resamples: int | None = None,
    seed: int = 0,
    lower: Sequence[str] = (),
    missing: Literal["error", "skip"] = "error",
    columns: Columns = None,
    pair: tuple[str, str] | None = None,
    criterion: str | None = None,
    system_columns: bool = False,
    preset: str | Preset | None = None,
    duplicates: Literal["append", "last", "error"] | None = None,
    progress: Progress | None = None,
    jobs: int | Literal["auto"] = 1,
    backend: Any = None,
) -> MetricAgreement | MetricVoteAgreement | MetricMatrix | JudgeComparison:
    """Compare metrics with people or with each other, or judges that are models with people.

    Exactly one of `human`, `human_metric`, `votes`, `matrix` and `judges` must be given.

    Parameters
    ----------
    scores
        Tables of scores (system, topic, metric, value) as paths, a `ScoreTable`, or `Results`; with
        `references` the systems, as for `evaluate`, which are scored first; with `judges` the votes of people and of
        models, as for `votes`.
    human
        Human scores: a file, `FILE` or `FILE:COLUMN,...`, a `ScoreTable` or `Results`; several columns are
        judges and are averaged.
    human_metric
        The column of `scores` that holds the human scores.
    votes
        Votes between two systems on a topic: a file or several, or polls as values.
    matrix
        Whether metrics are compared with each other, without people.
    judges
        Whether judges are compared with each other: those whose votes are marked as a model's with people.
    beside
        With `judges`, tables of scores whose metrics vote as well, for the system of the higher score.
    epsilon
        With `judges`, what the alternative annotator test grants a model for its low cost: 0.1 where the people are
        a crowd, 0.15 where they are trained, 0.2 where they are experts.
    references
        The gold of systems that are to be scored first, as for `evaluate`.
    metrics
        Metrics, or their `.precision`, `.recall` or `.f`; all by default, by their F.
    coefficients
        `"pearson"`, `"spearman"`, `"kendall-b"`, `"kendall-c"`; by default pearson and kendall-b, and
        spearman for a matrix.
    levels
        Levels of the correlation: `"system"`, `"text"` and `"global"`.
    tests
        Tests of whether one metric is better than another: `"williams"`, `"perm-both"`, `"perm-sys"`.
    holm
        Whether the stars of a matrix are corrected for many pairs.
    over
        What the resamples of the intervals are drawn from: `"systems"`, `"topics"` or `"both"`.
    level
        The confidence level of intervals.
    resamples
        The number of resamples, at least 100; by default 1000, and fewer for large tables.
    seed
        The seed of all resamples.
    lower
        Columns for which lower is better; metrics of this package say so themselves.
    missing
        What to do where a score is missing: `"error"`, or `"skip"`, which leaves the topic out.
    columns
        Columns of `votes` with their roles, such as `"judge=annotator"`.
    pair
        The two systems that every row of `votes` compares.
    criterion
        With `votes`, the criterion whose votes count; by default those of all criteria together, which a note says.
    system_columns
        Whether tables have a column for each system.
    preset, duplicates
        As for `evaluate`, with `references`.
    progress
        As for `evaluate`.
    jobs, backend
        As for `evaluate`.

    Returns
    -------
    MetricAgreement | MetricVoteAgreement | MetricMatrix | JudgeComparison
        Correlations with intervals, accuracy on votes, or the matrix of the metrics, each of which can be subscripted
        by a metric; or what is known about each judge, by its name.

    Examples
    --------
    >>> from cliometer import demo
    >>> agree(demo() / "scores.csv", demo() / "human.csv").correlations[0].coefficient
    'pearson'
    """
    from cliometer.court.meta_evaluation.human_scores import agree as agree_with_scores
    from cliometer.court.meta_evaluation.human_votes import agree_with_votes
    from cliometer.court.meta_evaluation.plan import metric_columns, score_table_of
    from cliometer.engine.score_grid import score_columns, split_part

    if sum(value is not None for value in (human, human_metric, votes, matrix or None, judges or None)) != 1:
        raise UsageError("agree takes exactly one of human, human_metric, votes, matrix, judges")
    if judges:
        return _judges(polls_given(scores, columns, pair), beside, metrics, lower, epsilon, level)
    if beside is not None:
        raise UsageError("beside has no meaning without judges; leave it out")
    if criterion is not None and votes is None:
        raise UsageError("criterion has no meaning without votes; leave it out")
    if references is None:
        table = scores_of(scores, system_columns)
    else:
        named = list(dict.fromkeys(split_part(name)[0] for name in metrics or ())) or None
        results = evaluate(scores, references, named, preset, missing, progress=progress, duplicates=duplicates)
        table = score_table_of(results)
    found: MetricAgreement | MetricVoteAgreement | MetricMatrix
    if matrix:
        found = _matrix(score_columns(table, metrics), coefficients, holm, missing, lower, seed, resamples)
        return replace(found, notes=(*table.notes, *found.notes))
    plan = _plan(coefficients, levels, tests, over, level, resamples, seed)
    if votes is not None:
        chosen, poll = score_columns(table, metrics), _poll_given(votes, columns, pair, criterion)
        found = agree_with_votes(chosen, poll, plan, missing=missing, lower=_less(chosen, lower, known=True))
    else:
        named = None if human_metric is None else [human_metric]
        people = score_columns(table, named) if named else human_columns_of(human, system_columns)
        chosen = metric_columns(people, table, metrics)
        less = _less(chosen, lower, known=True)
        found = agree_with_scores(chosen, people, plan, missing=missing, lower=less, progress=progress)
    return replace(found, notes=(*table.notes, *found.notes))


@checked
def vote(
    votes: Any,
    rules: Sequence[str] | None = None,
    strength: Literal["margin", "winning"] = "margin",
    *,
    pool: bool = False,
    columns: Columns = None,
    pair: tuple[str, str] | None = None,
    table: str | None = None,
    fill: str | None = None,
    seed: int = 0,
    resamples: int = 1000,
) -> PollTallies:
    """Rank systems by the votes of people, under every voting rule.

    Parameters
    ----------
    votes
        Files of votes, orderings or win counts, one or several; or polls as values.
    rules
        `"ranked-pairs"`, `"copeland"`, `"borda"`, `"plurality"`, `"modal"`, `"bradley-terry"`; or all.
    strength
        The order in which Ranked Pairs takes majorities: by their margin, or by the votes of the winner.
    pool
        Whether all files are counted together, as one data set.
    columns
        Columns with their roles, such as `"judge=annotator"`.
    pair
        The two systems that every row compares, where a column says only which is preferred.
    table
        The member of a JSON object that holds the votes.
    fill
        The member of the same object with the counts that are null in `table`.
    seed, resamples
        The seed and the number of resamples, at least 100, of the bootstrap intervals.

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
    from cliometer.stats.samples import FEWEST_RESAMPLES_TO_REPORT, checked_resamples

    checked_resamples(resamples, FEWEST_RESAMPLES_TO_REPORT)
    polls = polls_given(votes, columns, pair, table, fill)
    polls = tuple(poll.with_models_noted() for poll in ((pooled(polls),) if pool else polls))
    return PollTallies(tuple(tally(poll, rules, strength, seed=seed, resamples=resamples) for poll in polls))


@checked
def agreement(
    corpus: Any, verifier: str | None = None, *, literal: bool = False, second: Any = None, unseen: int | None = None
) -> AgreementSurvey:
    """Measure how far the people who made a corpus agree with each other, and describe the corpus.

    Parameters
    ----------
    corpus
        Paths of units or events (JSON), of sheets of judges (CSV), or of folders of them; or topics of units or
        events as values, such as `read_units` returns; one or several.
    verifier
        The judge of the sheet who verified; by default the links of the events file are verified.
    literal
        Whether links that the verifier added count as agreed, too; the agreement may then exceed 1.
    second
        The same units with the links of a second person: a path, or topics as values.
    unseen
        The number of units that no writer chose; estimated by default.

    Returns
    -------
    AgreementSurvey
        Statistics of events, judges, units, and the splits of the writers; the result can be subscripted by a
        table.

    Examples
    --------
    >>> from cliometer import demo, read_units
    >>> agreement(read_units(demo() / "events" / "berlin-wall.json")).events[0].topic
    'berlin-wall'
    """
    from cliometer.study.agreement_survey import SurveyOptions, survey_agreement

    paths, topics = units_of(corpus, "corpus")
    other = None if second is None else Path(second) if is_path(second) else units_of(second, "second")[1]
    return survey_agreement(SurveyOptions(paths, verifier, other, unseen, literal, topics))


def _plan(
    coefficients: Sequence[str],
    levels: Sequence[str],
    tests: Sequence[str],
    over: str,
    confidence: float,
    resamples: int | None,
    seed: int,
) -> MetaEvaluationPlan:
    """Return the plan of an agreement with people, each coefficient, level and test once."""
    from cliometer.court.meta_evaluation.plan import USUAL, MetaEvaluationPlan
    from cliometer.stats.correlation import LEVELS

    for name in levels:
        if name not in LEVELS:
            raise unknown("level of the correlation", name, LEVELS)
    chosen: Any = tuple(dict.fromkeys(coefficients)) or USUAL
    asked: Any = tuple(dict.fromkeys(tests))
    drawn: Any = "texts" if over == "topics" else over
    kept = tuple(level for level in LEVELS if level in levels) or LEVELS
    return MetaEvaluationPlan(chosen, kept, asked, drawn, confidence, resamples, seed)


def _matrix(
    columns: Sequence[Any],
    coefficients: Sequence[str],
    holm: bool,
    missing: Any,
    lower: Sequence[str],
    seed: int,
    resamples: int | None,
) -> MetricMatrix:
    from cliometer.court.meta_evaluation.metric_matrix import matrix
    from cliometer.stats.samples import checked_resamples

    if len(coefficients) > 1:
        raise UsageError(f"a matrix takes one coefficient, found {len(coefficients)}")
    coefficient: Any = next(iter(coefficients), "spearman")
    drawn = {"seed": seed, "resamples": 1000 if resamples is None else checked_resamples(resamples)}
    return matrix(columns, coefficient, corrected=holm, missing=missing, lower=_less(columns, lower), **drawn)


def _judges(
    polls: Sequence[Poll],
    beside: Any,
    metrics: Sequence[str] | None,
    lower: Sequence[str],
    epsilon: float,
    level: float,
) -> JudgeComparison:
    from cliometer.court.votes.judge_comparison import compare_judges
    from cliometer.engine.score_grid import score_columns

    chosen = [] if beside is None else score_columns(scores_of(beside), metrics)
    return compare_judges(polls, chosen, _less(chosen, lower, known=True), epsilon, level)


def human_columns_of(human: Any, system_columns: bool = False) -> list[ScoreColumn]:
    """Return the columns of human scores, which are a file or a value."""
    from cliometer.court.meta_evaluation.plan import human_columns
    from cliometer.engine.score_grid import score_columns

    if isinstance(human, str | PathLike):
        return human_columns(str(human), system_columns)
    return score_columns(scores_of(human, name="human"), None)


def _less(chosen: Sequence[Any], lower: Sequence[str], known: bool = False) -> list[str]:
    """Return the columns for which lower is better: those named and, where `known`, metrics that say so."""
    from cliometer.engine.score_grid import column_name
    from cliometer.metrics.catalogue import lower_is_better

    labels = [column.label for column in chosen]
    ours = [label for label in labels if lower_is_better(label)] if known else []
    return list(dict.fromkeys([*(column_name(name, labels) for name in lower), *ours]))


def _poll_given(votes: Any, columns: Columns, pair: Sequence[str] | None, criterion: str | None) -> Poll:
    """Return the votes of all polls together, of one criterion where one is asked for."""
    from cliometer.model.judgements import pooled

    polls = polls_given(votes, columns, pair)
    own = [poll for poll in polls if any(vote.criterion == criterion for vote in poll.votes)]
    return pooled(own or polls).by_criterion(criterion).with_models_noted()


def polls_given(
    votes: Any, columns: Columns, pair: Sequence[str] | None, table: str | None = None, fill: str | None = None
) -> tuple[Poll, ...]:
    """Return polls that are values, or read them from files."""
    from cliometer.io.input_form import input_form
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
    with input_form(columns):
        layout = Layout(pair=(pair[0], pair[1]) if pair else None, table=table, fill=fill)
        return read_all_votes(paths_of(votes), layout)
