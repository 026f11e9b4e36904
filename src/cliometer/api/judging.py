"""Ask models what people are asked: preferences between systems, and which content units texts express."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cliometer.api.inputs import are_paths, is_path, only_path, paths_of
from cliometer.errors import InputError, UsageError, checked, expected
from cliometer.io.text_files import Location
from cliometer.model.display import Progress

if TYPE_CHECKING:
    from cliometer.court.judged_trials import JudgeCard
    from cliometer.court.perturbation import Perturbation
    from cliometer.judges.coverage import JudgedCoverage
    from cliometer.judges.preferences import JudgedPreferences
    from cliometer.judges.store import Inquiry
    from cliometer.model.documents import SummaryText
    from cliometer.study.steps import Topic


@checked
def judge(
    runs: Any,
    judge: Any,
    *,
    units: Any = None,
    partly: Literal["yes", "no"] = "no",
    candidates: int = 20,
    audit: int | None = None,
    sheet: Location | None = None,
    audited: Location | None = None,
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
) -> JudgedPreferences | JudgedCoverage:
    """Ask a model what people are asked: which of two texts is better, or which units a text covers.

    Parameters
    ----------
    runs
        Systems: paths of folders with `<topic>.txt`, timelines or texts, the `topics.jsonl` of a frozen preference
        study, or `{system: {topic: text or timeline}}`; with `units`, None links the units to their sources.
    judge
        An expression such as `"endpoint(url=http://localhost:8080/v1, model=qwen)"`, `"gguf(file=model.gguf)"`,
        `"function(file=mine.py, call=judge)"` or `"words"`; or a function that takes a `Question` and returns an
        answer, or a pair of an answer and a reason.
    units
        Content units or events, as for `evaluate`: the judge says which of them each text expresses or, without
        runs, which sentences of the sources express each. With the pool and labels of CrisisFACTS, which facts of the
        runs each fact of the pool stands for; `output` is then a folder.
    partly
        Whether a unit that is partly covered counts as covered, in extracts and in links of events.
    candidates
        How many sentences of the sources, those that share most words with it, are compared with a unit.
    audit, sheet
        How many decisions are drawn for people to check, and the CSV file to which they are written.
    audited
        That file with the answers of people: the scores of the systems are corrected by them.
    criteria
        What to judge by: ready questions by name (`"overall"`, `"faithful"`, `"complete"`, `"readable"`, `"dates"`), or
        your own such as `"coverage: Which tells more of what matters?"`; the whole by default.
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
        The file to which the votes (CSV), the extracts or the linked units (JSON) are written, and whether files
        that exist are replaced.
    progress
        A function that is called with two numbers: how much is done, and how much there is to do.

    Returns
    -------
    JudgedPreferences | JudgedCoverage
        Every question with its answer, reason and cost; a question without an answer says why.

    Examples
    --------
    >>> runs = {"a": {"oil": "The well exploded and eleven men died."}, "b": {"oil": "Oil spills."}}
    >>> [pair.preferred for pair in judge(runs, "words").pairs]
    ['a', 'a']
    """
    from cliometer.api.people import polls_given
    from cliometer.io.text_files import refuse_existing, write_whole
    from cliometer.judges.preferences import AS_A_WHOLE, PreferencePlan, judge_preferences
    from cliometer.model.judgements import pooled
    from cliometer.study.preferences.criteria import Criterion

    for file in (output, sheet):
        if file is not None and not (force and Path(file).is_dir()):  # a folder, for facts; others refuse it later
            refuse_existing(Path(file), force)
    inquiry = inquiry_of(judge, store, prompt, calls, tokens, offline, progress)
    if units is not None:
        return _coverage(runs, units, inquiry, (partly, candidates, audit, sheet, audited, seed), output, force)
    topics, notes = study_topics(runs, _spelled)
    said, seen = _source_texts(sources, source_words)
    wanted = tuple(map(Criterion.parse, criteria)) or (AS_A_WHOLE,)
    polls = None if pairs is None else polls_given(pairs, None, None)
    plan = PreferencePlan(topics, wanted, ties, repeats, None if polls is None else pooled(polls), most, seed, said)
    result = judge_preferences(plan, inquiry)
    if output is not None:
        write_whole(Path(output), result.votes_csv(), force)
    return replace(result, notes=(*notes, *seen, *result.notes))


@checked
def judge_card(
    references: Location,
    judge: Any,
    trials: Sequence[str | Perturbation] | None = None,
    *,
    corpus: Location | None = None,
    most: int = 10,
    seed: int = 0,
    prompt: Location | None = None,
    store: Any = None,
    offline: bool = False,
    calls: int | None = None,
    tokens: int | None = None,
    progress: Progress | None = None,
) -> JudgeCard:
    """Put a judge on trial, as `cliometer court --judge` does: does it prefer timelines to the same ones changed?

    Parameters
    ----------
    references
        A benchmark folder `GOLD/<topic>/<reference>.txt`; the judge reads the other writers of a topic as sources.
    judge
        As for `judge`: an expression, or a function.
    trials
        Perturbations such as `"shift(days=5)"`; all that make timelines worse, or leave them as good, by default.
    corpus
        A folder of articles `<topic>.jsonl` for the trial `add`.
    most, seed
        How many pairs of a trial are asked about, and the seed by which they are drawn.
    prompt, store, offline, calls, tokens, progress
        As for `judge`.

    Returns
    -------
    JudgeCard
        A row for every trial: for how many pairs the judge prefers the original, or the change, in both orders.

    Examples
    --------
    >>> gold = Path(__file__).parents[1] / "demo" / "references"
    >>> judge_card(gold, "words", ["omit"], most=2).trials[0].original
    2
    """
    from cliometer.court.judged_trials import JudgeTrialPlan

    articles = None if corpus is None else Path(corpus)
    plan = JudgeTrialPlan(only_path(references, "references"), trials, articles, most, seed)
    return plan.run(inquiry_of(judge, store, prompt, calls, tokens, offline, progress))


def _coverage(
    runs: Any, units: Any, inquiry: Inquiry, asked: tuple[Any, ...], output: Location | None, force: bool
) -> JudgedCoverage:
    """Ask which units texts or sources express, write what was asked for, and correct scores by an audit."""
    from cliometer.engine.file_evaluation import kind_of_gold
    from cliometer.io.extracts import write_extracts
    from cliometer.io.text_files import write_whole
    from cliometer.io.topic_folders import read_unit_gold
    from cliometer.io.units import UnitFile, write_units
    from cliometer.judges.coverage import CoveragePlan, audit_sheet, corrected_scores, judge_coverage

    partly, candidates, audit, sheet, audited, seed = asked
    if (audit is None) != (sheet is None):
        raise UsageError("an audit takes a number of decisions and a file: give both audit and sheet")
    if not runs and (audit or audited):
        raise UsageError("an audit checks the scores of systems; name runs")
    if not isinstance(units, UnitFile) and kind_of_gold(paths_of(units)) == "facts":
        if audit or audited:
            raise UsageError("an audit checks units of systems; facts of a pool have none")
        return _fact_links(paths_of(runs) if runs else [], paths_of(units), inquiry, partly, candidates, output, force)
    gold = units if isinstance(units, UnitFile) else read_unit_gold(paths_of(units))
    texts, notes = _texts_by_system(runs) if runs else ({}, ())
    plan = CoveragePlan(gold, {name: {t: _spelled(own[t]) for t in own} for name, own in texts.items()}, candidates)
    result = judge_coverage(plan, inquiry)
    if runs:
        extracts, left_out = result.extracts(partly)
        notes += left_out
        if output is not None:
            write_extracts(Path(output), extracts, force)
    elif output is not None:
        linked = result.linked(gold, partly)
        write_units(Path(output), linked.units, linked.events, force)
    if sheet is not None:
        write_whole(Path(sheet), audit_sheet(plan, result, audit, seed), force)
    corrected, lacking = corrected_scores(result, Path(audited)) if audited is not None else ((), ())
    return replace(result, corrected=corrected, notes=(*notes, *result.notes, *lacking))


def _fact_links(
    runs: Sequence[Path],
    gold: Sequence[Path],
    inquiry: Inquiry,
    partly: Literal["yes", "no"],
    candidates: int,
    output: Location | None,
    force: bool,
) -> JudgedCoverage:
    """Ask which facts of runs the pool of each day has, and write the pool with them, a file a day."""
    from cliometer.io.crisisfacts import read_fact_gold, read_fact_run, spell_pool
    from cliometer.io.text_files import files_of, write_whole
    from cliometer.io.units import UnitFile
    from cliometer.judges.coverage import CoveragePlan, judge_coverage
    from cliometer.model.facts import reported_events

    if not runs:
        raise UsageError("facts are looked for in runs of CrisisFACTS; name the files of some")
    read = [read_fact_run(file) for path in runs for file in files_of(path, ("",), "run")]
    pool = read_fact_gold(gold)
    reported = [fact for run in read for facts in run.days.values() for fact in facts]
    days = reported_events(pool.topics, reported)
    if not days:
        raise InputError("reports no fact for a day of the pool; are the two of the same events?", runs[0])
    result = judge_coverage(CoveragePlan(UnitFile((), days), candidates=candidates), inquiry)
    if output is not None:
        linked = list(result.linked_pool(pool.topics.values(), [run.tag for run in read], partly))
        Path(output).mkdir(parents=True, exist_ok=True)
        for day in linked:
            write_whole(Path(output) / f"Collapsed-{day.request}.json", spell_pool(day.facts), force)
    return replace(result, notes=(*pool.notes, *(note for run in read for note in run.notes), *result.notes))


def inquiry_of(
    judge: Any,
    store: Any,
    prompt: Location | None,
    calls: int | None,
    tokens: int | None,
    offline: bool,
    progress: Progress | None,
) -> Inquiry:
    """Return the judge of an expression, a function or a value, and how it is asked."""
    from cliometer.judges.judge import Budget, judges, parse_judge
    from cliometer.judges.local import Function
    from cliometer.judges.store import Inquiry

    if isinstance(judge, str):
        judge = parse_judge(judge)
    elif type(judge) not in list(judges):
        if not callable(judge):
            raise expected("an expression such as 'words', a judge, or a function for judge", judge)
        judge = Function(judge)
    if store is True:
        from cliometer.systems.timelines.tags import default_cache

        store = default_cache() / "answers.sqlite"
    elif store is not None and store is not False and not is_path(store):
        raise expected("a file, True or None for store", store)
    kept, place = Path(store) if is_path(store) else None, None if prompt is None else Path(prompt)
    return Inquiry(judge, kept, place, Budget(calls, tokens), offline, progress)


def study_topics(runs: Any, spelled: Callable[[SummaryText], str]) -> tuple[tuple[Topic, ...], tuple[str, ...]]:
    """Return the topics with the text of each system, spelled in this way, and what was noticed in reading them."""
    from cliometer.io.text_files import read_bare_text
    from cliometer.study.preferences.preference_release import read_topics
    from cliometer.study.steps import Topic

    paths = paths_of(runs) if are_paths(runs) else []
    if len(paths) == 1 and paths[0].suffix == ".jsonl" and paths[0].is_file():
        return read_topics(read_bare_text(paths[0]), str(paths[0])), ()
    texts, notes = _texts_by_system(runs)
    if len(texts) < 2:
        raise InputError(f"there is one system, {next(iter(texts), 'none')}; name two or more to compare")
    names = list(dict.fromkeys(topic for own in texts.values() for topic in own))
    said = {name: {system: spelled(own[name]) for system, own in texts.items() if name in own} for name in names}
    return tuple(Topic(name, summaries=said[name]) for name in names), notes


def _texts_by_system(runs: Any) -> tuple[dict[str, Mapping[str, SummaryText]], tuple[str, ...]]:
    """Return what each system says of each topic; files named after their systems answer one topic."""
    from cliometer.engine.file_evaluation import run_names
    from cliometer.io.run_folders import read_summaries
    from cliometer.model.documents import SummaryText

    if isinstance(runs, Mapping) and all(isinstance(own, Mapping) for own in runs.values()):
        return {str(name): {str(topic): _summary(own[topic]) for topic in own} for name, own in runs.items()}, ()
    if not are_paths(runs):
        raise expected("runs to be paths or {system: {topic: text}}", runs)
    paths, texts, notes = paths_of(runs), dict[str, Mapping[str, SummaryText]](), tuple[str, ...]()
    for name, path in zip(run_names(paths), paths, strict=True):
        texts[name], seen = read_summaries(path)
        notes += seen
    topics = {topic for own in texts.values() for topic in own}
    if not any(path.is_dir() for path in paths) and 1 < len(paths) == len(topics):
        texts = {name: {"topic": next(iter(own.values()))} for name, own in texts.items()}
    return texts, notes


def _summary(said: Any) -> SummaryText:
    from cliometer.model.documents import SummaryText
    from cliometer.model.timeline import Timeline

    if isinstance(said, Mapping) and not isinstance(said, Timeline):
        said = Timeline.of(said)
    lines = isinstance(said, list | tuple) and all(isinstance(line, str) for line in said)
    if not lines and not isinstance(said, str | SummaryText | Timeline):
        raise expected("what a system says of a topic to be a text, a list of lines or a timeline", said)
    return SummaryText.of(said)


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
