"""Compare metrics with people, count people's votes, and measure how far people agree with each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, cast

from cliometer.api.inputs import are_paths, is_path, paths_of, scores_of, spread, units_of
from cliometer.api.scoring import evaluate
from cliometer.errors import InputError, UsageError, checked, expected, unknown
from cliometer.io.text_files import Location
from cliometer.model.display import Progress

if TYPE_CHECKING:
    from cliometer.court.meta_evaluation.human_scores import MetricAgreement
    from cliometer.court.meta_evaluation.human_votes import MetricVoteAgreement
    from cliometer.court.meta_evaluation.metric_matrix import MetricMatrix
    from cliometer.court.meta_evaluation.plan import MetaEvaluationPlan
    from cliometer.court.votes.tally import PollTallies
    from cliometer.engine.score_grid import ScoreColumn
    from cliometer.io.input_form import Columns
    from cliometer.judges.judge import Judge
    from cliometer.judges.preferences import JudgedPreferences
    from cliometer.metrics.presets import Preset
    from cliometer.model.documents import SummaryText
    from cliometer.model.judgements import Poll
    from cliometer.study.agreement_survey import AgreementSurvey
    from cliometer.study.steps import Topic


@spread
@checked
def agree(
    scores: Any,
    human: Any = None,
    *,
    human_metric: str | None = None,
    votes: Any = None,
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
    missing: Literal["error", "skip"] = "error",
    columns: Columns = None,
    pair: tuple[str, str] | None = None,
    system_columns: bool = False,
    preset: str | Preset | None = None,
    duplicates: Literal["append", "last", "error"] | None = None,
    progress: Progress | None = None,
    jobs: int | Literal["auto"] = 1,
    backend: Any = None,
) -> MetricAgreement | MetricVoteAgreement | MetricMatrix:
    """Compare metrics with people, or with each other.

    Exactly one of `human`, `human_metric`, `votes` and `matrix` must be given.

    Parameters
    ----------
    scores
        Tables of scores (system, topic, metric, value) as paths, a `ScoreTable`, or `Results`; with
        `references` the systems, as for `evaluate`, which are scored first.
    human
        Human scores: a file, `FILE` or `FILE:COLUMN,...`, a `ScoreTable` or `Results`; several columns are
        judges and are averaged.
    human_metric
        The column of `scores` that holds the human scores.
    votes
        Votes between two systems on a topic: a file or several, or polls as values.
    matrix
        Whether metrics are compared with each other, without people.
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
    MetricAgreement | MetricVoteAgreement | MetricMatrix
        Correlations with intervals, accuracy on votes, or the matrix of the metrics; each can be subscripted by
        a metric.

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
    from cliometer.model.judgements import pooled

    asked = {"human": human, "human_metric": human_metric, "votes": votes, "matrix": matrix or None}
    if sum(value is not None for value in asked.values()) != 1:
        raise UsageError(f"agree takes exactly one of {', '.join(asked)}")
    if references is None:
        table = scores_of(scores, system_columns)
    else:
        named = list(dict.fromkeys(split_part(name)[0] for name in metrics or ())) or None
        results = evaluate(scores, references, named, preset, missing, progress=progress, duplicates=duplicates)
        table = score_table_of(results)
    found: Any
    if matrix:
        found = _matrix(score_columns(table, metrics), coefficients, holm, missing, lower, seed, resamples)
    else:
        plan = _plan(coefficients, levels, tests, over, level, resamples, seed)
        if votes is not None:
            chosen = score_columns(table, metrics)
            poll = pooled(_polls(votes, columns, pair))
            found = agree_with_votes(chosen, poll, plan, missing=missing, lower=_less(chosen, lower, known=True))
        else:
            if human_metric is not None:
                people = score_columns(table, [human_metric])
            else:
                people = human_columns_of(human, system_columns)
            chosen = metric_columns(people, table, metrics)
            less = _less(chosen, lower, known=True)
            found = agree_with_scores(chosen, people, plan, missing=missing, lower=less, progress=progress)
    return cast(
        "MetricAgreement | MetricVoteAgreement | MetricMatrix", replace(found, notes=(*table.notes, *found.notes))
    )


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
    polls = _polls(votes, columns, pair, table, fill)
    polls = (pooled(polls),) if pool else polls
    return PollTallies(tuple(tally(poll, rules, strength, seed=seed, resamples=resamples) for poll in polls))


@checked
def judge(
    runs: Any,
    judge: Any,
    *,
    criteria: Sequence[str] = (),
    ties: bool = False,
    repeats: int = 1,
    pairs: Any = None,
    most: int | None = None,
    seed: int = 0,
    sources: Any = None,
    source_words: int = 1500,
    prompt: Location | None = None,
    store: Any = None,
    offline: bool = False,
    calls: int | None = None,
    tokens: int | None = None,
    output: Location | None = None,
    force: bool = False,
    progress: Progress | None = None,
) -> JudgedPreferences:
    """Ask a model what people are asked: which of two texts is better, each pair in both orders.

    Parameters
    ----------
    runs
        Systems: paths of folders with `<topic>.txt`, timelines or texts, the `topics.jsonl` of a frozen preference
        study, or `{system: {topic: text or timeline}}`.
    judge
        An expression such as `"endpoint(url=http://localhost:8080/v1, model=qwen)"`, `"gguf(file=model.gguf)"`,
        `"function(file=mine.py, call=judge)"` or `"words"`; or a function that takes a `Question` and returns an
        answer, or a pair of an answer and a reason.
    criteria
        What to judge by, such as `"coverage: Which tells more of what matters?"`; the whole by default.
    ties
        Whether the judge may say that both are as good.
    repeats
        How often each question is asked.
    pairs
        Votes of people, as for `vote`: only their pairs and topics are asked about.
    most, seed
        How many pairs are asked about, all by default, and the seed by which they are drawn.
    sources, source_words
        Documents of each topic that the judge reads, as for `evaluate`, and how many of their words.
    prompt
        A file with a prompt of your own: a text with places such as `{first}`.
    store
        The SQLite file in which answers are kept; `True` for `answers.sqlite` in the user's cache folder, `None` for
        none.
    offline
        Whether nobody is asked: what the store lacks is an error.
    calls, tokens
        The most calls and tokens that may be spent.
    output, force
        The file to which the votes are written, as CSV, and whether one that exists is replaced.
    progress
        A function that is called with two numbers: how much is done, and how much there is to do.

    Returns
    -------
    JudgedPreferences
        Every question with its answer, reason and cost; a question without an answer says why.

    Examples
    --------
    >>> runs = {"a": {"oil": "The well exploded and eleven men died."}, "b": {"oil": "Oil spills."}}
    >>> [pair.preferred for pair in judge(runs, "words").pairs]
    ['a', 'a']
    """
    from cliometer.io.text_files import refuse_existing, write_whole
    from cliometer.judges.judge import Budget, parse_judge
    from cliometer.judges.preferences import Criterion, PreferencePlan, judge_preferences

    if output is not None:
        refuse_existing(Path(output), force)
    topics, notes = _study_topics(runs)
    said, seen = _source_texts(sources, source_words)
    wanted = tuple(map(Criterion.parse, criteria)) or (Criterion(),)
    polls = None if pairs is None else _polls(pairs, None, None)
    from cliometer.model.judgements import pooled

    plan = PreferencePlan(topics, wanted, ties, repeats, None if polls is None else pooled(polls), most, seed, said)
    asked = parse_judge(judge) if isinstance(judge, str) else _function_judge(judge)
    spent = Budget(calls, tokens)
    place = None if prompt is None else Path(prompt)
    result = judge_preferences(plan, asked, _store(store), place, spent, offline, progress)
    if output is not None:
        write_whole(Path(output), result.votes_csv(), force)
    return replace(result, notes=(*notes, *seen, *result.notes))


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


def _polls(
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


def _function_judge(function: Any) -> Judge:
    """Return a function of the caller's as a judge, or a value that is a judge already."""
    from cliometer.judges.judge import judges
    from cliometer.judges.local import Function

    if type(function) in list(judges):
        return cast("Judge", function)
    if not callable(function):
        raise expected("an expression such as 'words', a judge, or a function for judge", function)
    return Function(function)


def _store(store: Any) -> Path | None:
    if store is True:
        from cliometer.systems.timelines.tags import default_cache

        return default_cache() / "answers.sqlite"
    if store is None or store is False or is_path(store):
        return Path(store) if is_path(store) else None
    raise expected("a file, True or None for store", store)


def _study_topics(runs: Any) -> tuple[tuple[Topic, ...], tuple[str, ...]]:
    """Return the topics with the text of each system, and what was noticed in reading them."""
    from cliometer.model.documents import SummaryText
    from cliometer.study.steps import Topic, read_topic

    if are_paths(runs):
        paths = paths_of(runs)
        if len(paths) == 1 and paths[0].suffix == ".jsonl" and paths[0].is_file():
            from cliometer.io.text_files import read_bare_text

            lines = enumerate(read_bare_text(paths[0]).splitlines(), start=1)
            return tuple(read_topic(line, f"{paths[0]} line {n}") for n, line in lines if line.strip()), ()
        texts, notes = _run_texts(paths)
    elif isinstance(runs, Mapping) and all(isinstance(own, Mapping) for own in runs.values()):
        texts, notes = (
            {system: {topic: SummaryText.of(said) for topic, said in own.items()} for system, own in runs.items()},
            (),
        )
    else:
        raise expected("runs to be paths or {system: {topic: text}}", runs)
    names = list(dict.fromkeys(topic for own in texts.values() for topic in own))
    said = {name: {system: _spelled(own[name]) for system, own in texts.items() if name in own} for name in names}
    return tuple(Topic(name, summaries=said[name]) for name in names), notes


def _run_texts(paths: Sequence[Path]) -> tuple[dict[str, Mapping[str, SummaryText]], tuple[str, ...]]:
    """Return what each run says of each topic; files that are all single answers are answers to one topic."""
    from cliometer.engine.file_evaluation import run_names
    from cliometer.io.run_folders import read_summaries

    texts: dict[str, Mapping[str, SummaryText]] = {}
    notes: tuple[str, ...] = ()
    for name, path in zip(run_names(paths), paths, strict=True):
        texts[name], seen = read_summaries(path)
        notes += seen
    if len(paths) < 2:
        raise InputError("is one run; name two systems or more", paths[0])
    topics = {topic for own in texts.values() for topic in own}
    if not any(path.is_dir() for path in paths) and len(topics) == len(paths):  # files of their systems' names
        texts = {name: {"topic": next(iter(own.values()))} for name, own in texts.items()}
    return texts, notes


def _spelled(text: SummaryText) -> str:
    """Return a summary as a judge reads it: a line for each day, or the lines of the text."""
    return "\n".join(
        f"{day.date}: {' '.join(day.lines)}" if day.date is not None else "\n".join(day.lines) for day in text.texts
    )


def _source_texts(sources: Any, words: int) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the first words of the documents of each topic."""
    if sources is None:
        return {}, ()
    from cliometer.io.topic_folders import read_sources

    if not is_path(sources):
        raise expected("a path for sources", sources)
    found, notes = read_sources(sources)
    lines = {topic: " ".join(line for text in texts for line in text.lines) for topic, texts in found.items()}
    return {topic: " ".join(said.split()[:words]) for topic, said in lines.items()}, notes
