"""Set metrics beside people, count people's votes, and tell how far people agree with each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from cliometer.api.inputs import Location, are_paths, paths_of, scores_of
from cliometer.api.scoring import evaluate
from cliometer.errors import UsageError, expected
from cliometer.model.display import Progress
from cliometer.model.timeline import Duplicates

if TYPE_CHECKING:
    from cliometer.court.meta_evaluation.human_scores import MetricAgreement
    from cliometer.court.meta_evaluation.human_votes import MetricVoteAgreement
    from cliometer.court.meta_evaluation.metric_matrix import MetricMatrix
    from cliometer.court.votes.tally import PollTallies
    from cliometer.engine.evaluation import Extra
    from cliometer.metrics.presets import Preset
    from cliometer.study.agreement_survey import AgreementSurvey


def agree(
    scores: Any,
    human: Location | None = None,
    *,
    human_metric: str | None = None,
    votes: Location | None = None,
    matrix: bool = False,
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
    missing: Extra = "error",
    columns: Sequence[str] = (),
    pair: tuple[str, str] | None = None,
    system_columns: bool = False,
    preset: str | Preset | None = None,
    duplicates: Duplicates | None = None,
    progress: Progress | None = None,
) -> MetricAgreement | MetricVoteAgreement | MetricMatrix:
    """Set metrics beside people, or beside each other; exactly one of the four ways must be asked for.

    Parameters
    ----------
    scores
        Tables of scores (system, topic, metric, value) as paths, a `ScoreTable`, or `Results`; with
        `references` the systems, as for `evaluate`, which are scored first.
    human
        A file of human scores, `FILE` or `FILE:COLUMN,...`; several columns are judges and are averaged.
    human_metric
        The column of `scores` that people gave.
    votes
        A file of votes between two systems on a topic.
    matrix
        Whether metrics are set beside each other, without people.
    references
        The gold of systems that are to be scored first, as for `evaluate`.
    metrics
        Metrics, or their `.precision`, `.recall` or `.f`; all by default, by their F.
    coefficients
        `"pearson"`, `"spearman"`, `"kendall-b"`, `"kendall-c"`; by default pearson and kendall-b, and
        spearman for a matrix.
    levels
        Levels of the correlation.
    tests
        Whether one metric is better than another: `"williams"`, `"perm-both"`.
    holm
        Whether the stars of a matrix are corrected for many pairs.
    over
        What intervals draw again.
    level
        How much of the draws an interval holds.
    resamples
        How often to draw, at least 100; by default 1000, and fewer for large tables.
    seed
        Of all that is drawn.
    lower
        Columns for which lower is better; our own metrics say so themselves.
    missing
        Scores that are missing: `"error"`, or `"skip"`, which leaves their topics out.
    columns
        Columns of `votes` by role, such as `"judge=annotator"`.
    pair
        The two systems that every row of `votes` compares.
    system_columns
        Whether tables have a column for each system.
    preset, duplicates
        As for `evaluate`, with `references`.
    progress
        A function of two numbers, what is done and what there is to do.

    Returns
    -------
    MetricAgreement | MetricVoteAgreement | MetricMatrix
        Correlations with intervals, accuracy on votes, or the matrix of the metrics.

    Examples
    --------
    >>> from cliometer import demo
    >>> agree(demo() / "scores.csv", demo() / "human.csv").correlations[0].coefficient
    'pearson'
    """
    from cliometer.court.meta_evaluation.human_scores import agree as agree_with_scores
    from cliometer.court.meta_evaluation.human_votes import agree_with_votes
    from cliometer.court.meta_evaluation.metric_matrix import matrix as metric_matrix
    from cliometer.court.meta_evaluation.plan import (
        USUAL,
        MetaEvaluationPlan,
        human_columns,
        metric_columns,
        score_table_of,
    )
    from cliometer.engine.score_grid import score_columns, split_part
    from cliometer.io.votes import read_votes
    from cliometer.model.judgements import pooled
    from cliometer.stats.correlation import LEVELS

    asked = {"human": human, "human_metric": human_metric, "votes": votes, "matrix": matrix or None}
    if sum(value is not None for value in asked.values()) != 1:
        raise UsageError(f"agree takes exactly one of {', '.join(asked)}")
    if references is None:
        table = scores_of(scores, system_columns)
    else:
        named = list(dict.fromkeys(split_part(name)[0] for name in metrics or ())) or None
        table = score_table_of(
            evaluate(scores, references, named, preset, missing, progress=progress, duplicates=duplicates)
        )
    found: Any
    if matrix:
        if len(coefficients) > 1:
            raise UsageError(f"a matrix takes one coefficient, found {len(coefficients)}")
        chosen = score_columns(table, metrics)
        one: Any = next(iter(coefficients), "spearman")
        found = metric_matrix(chosen, one, corrected=holm, missing=missing, lower=_less(chosen, lower))
        return cast("MetricMatrix", replace(found, notes=(*table.notes, *found.notes)))
    ways: Any = {
        "coefficients": tuple(dict.fromkeys(coefficients)) or USUAL,
        "levels": tuple(kind for kind in LEVELS if kind in levels),
        "tests": tuple(dict.fromkeys(tests)),
        "over": "texts" if over == "topics" else over,
    }
    plan = MetaEvaluationPlan(**ways, confidence=level, resamples=resamples, seed=seed)
    if votes is not None:
        chosen = score_columns(table, metrics)
        poll = pooled(read_votes(votes, _layout(columns, pair)))
        less = _less(chosen, lower, known=True)
        found = agree_with_votes(chosen, poll, plan, missing=missing, lower=less)
    else:
        people = human_columns(None if human is None else str(human), human_metric, table, system_columns)
        chosen = metric_columns(people, table, metrics)
        less = _less(chosen, lower, known=True)
        found = agree_with_scores(chosen, people, plan, missing=missing, lower=less, progress=progress)
    return cast("MetricAgreement | MetricVoteAgreement", replace(found, notes=(*table.notes, *found.notes)))


def vote(
    votes: Any,
    rules: Sequence[str] | None = None,
    strength: Literal["margin", "winning"] = "margin",
    *,
    pool: bool = False,
    columns: Sequence[str] = (),
    pair: tuple[str, str] | None = None,
    table: str | None = None,
    fill: str | None = None,
    seed: int = 0,
    resamples: int = 1000,
) -> PollTallies:
    """Rank systems by what people prefer, by every voting rule.

    Parameters
    ----------
    votes
        Files of votes, orderings or win counts, one or several; or polls as values.
    rules
        `"ranked-pairs"`, `"copeland"`, `"borda"`, `"plurality"`, `"modal"`, `"bradley-terry"`; or all.
    strength
        What Ranked Pairs sorts majorities by: their margin, or the votes of the winner.
    pool
        Whether all files are counted together, as one data set.
    columns
        Which column has which role, such as `"judge=annotator"`.
    pair
        The two systems that every row compares, where a column says only which is preferred.
    table
        The member of a JSON object that holds the votes.
    fill
        The member that has the counts which are null in `table`.
    seed, resamples
        Of the bootstrap intervals; at least 100 resamples.

    Returns
    -------
    PollTallies
        A tally for each data set; subscript it by the name of one, or by its place.

    Examples
    --------
    >>> from cliometer import demo
    >>> vote(demo() / "votes.csv", ["borda"])[0].rankings["borda"].order[0]
    ('mentions',)
    """
    from cliometer.court.votes.tally import PollTallies, tally
    from cliometer.io.votes import read_all_votes
    from cliometer.model.judgements import Poll, pooled
    from cliometer.stats.samples import FEWEST_RESAMPLES_TO_REPORT, checked_resamples

    checked_resamples(resamples, FEWEST_RESAMPLES_TO_REPORT)
    if are_paths(votes):
        polls = read_all_votes(paths_of(votes), _layout(columns, pair, table, fill))
    else:
        polls = (votes,) if isinstance(votes, Poll) else tuple(votes)
    polls = (pooled(polls),) if pool else polls
    return PollTallies(tuple(tally(poll, rules, strength, seed=seed, resamples=resamples) for poll in polls))


def agreement(
    paths: Location | Sequence[Location],
    verifier: str | None = None,
    *,
    literal: bool = False,
    second: Location | None = None,
    unseen: int | None = None,
) -> AgreementSurvey:
    """Tell how far the people who made a corpus agree with each other, and what the corpus holds.

    Parameters
    ----------
    paths
        Units or events (JSON), sheets of judges (CSV), or folders of them.
    verifier
        The judge of the sheet who verified; by default the links of the events file are verified.
    literal
        Whether links that the verifier added count as agreed, too; the agreement may then exceed 1.
    second
        The same units linked by a second person (JSON).
    unseen
        The number of units that no writer chose; estimated by default.

    Returns
    -------
    AgreementSurvey
        Statistics of events, judges, units, and the splits of the writers.

    Examples
    --------
    >>> from cliometer import demo
    >>> len(agreement(demo() / "events").events) > 0
    True
    """
    from cliometer.study.agreement_survey import SurveyOptions, survey_agreement

    other = None if second is None else Path(second)
    return survey_agreement(SurveyOptions(paths_of(paths), verifier, other, unseen, literal))


def _less(chosen: Sequence[Any], lower: Sequence[str], known: bool = False) -> list[str]:
    """The columns for which less is better: those named and, where `known`, metrics that say so."""
    from cliometer.engine.score_grid import column_name
    from cliometer.metrics.catalogue import lower_is_better

    labels = [column.label for column in chosen]
    ours = [label for label in labels if lower_is_better(label)] if known else []
    return list(dict.fromkeys([*(column_name(name, labels) for name in lower), *ours]))


def _layout(columns: Sequence[str], pair: Sequence[str] | None, *members: str | None) -> Any:
    from cliometer.io.vote_rows import Layout, given_columns

    if pair and (pair[0] == pair[1] or not all(name.strip() for name in pair)):
        raise expected("two different systems as a pair", " ".join(pair))
    return Layout(given_columns(*columns), (pair[0], pair[1]) if pair else None, *members)
