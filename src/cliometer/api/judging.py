"""Ask models what people are asked: preferences between systems, and which content units texts express."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict, Unpack

from cliometer.api.front import are_paths, is_path, paths_of, public
from cliometer.api.people import polls_of
from cliometer.errors import InputError, UsageError, expected
from cliometer.settings import Location, Setting, group
from cliometer.settings.groups import Asking, PairDraw, Seed, Writing

if TYPE_CHECKING:
    from cliometer.judges.coverage import JudgedCoverage
    from cliometer.judges.preferences import JudgedPreferences
    from cliometer.judges.store import Inquiry
    from cliometer.model.documents import SummaryText
    from cliometer.model.nugget_banks import BankTopic
    from cliometer.study.topics import Topic


def criteria_setting(usual: str) -> Setting:
    """Return the declaration of the criteria by which texts are judged."""
    meaning = (
        "what to judge by: overall, faithful, complete, readable, dates, or your own such as 'coverage: Which tells "
        "more of what matters?'"
    )
    return Setting((), meaning, "--criterion TEXT", usual=usual, heading="questions")


JudgeModel = Annotated[
    Any,
    Setting(
        ...,
        "who answers: endpoint(url=..., model=...), gguf(file=...), function(file=..., call=...), or words, a rule "
        "that counts them; in Python also a function that takes a Question and returns an answer, or a pair of an "
        "answer and a reason",
        "-j --judge EXPR",
        heading="questions",
    ),
]
Units = Annotated[
    Location | Any,
    Setting(
        ...,
        "content units or events, as for score; for coverage also banks of nuggets, for links the pool and labels of "
        "CrisisFACTS",
        "--units UNITS",
        heading="questions",
    ),
]


@group("questions")
class JudgePreferencesSettings(Asking, PairDraw, Writing, total=False):
    """The settings of `judge_preferences`."""

    criteria: Annotated[Sequence[str], criteria_setting("the whole")]
    ties: Annotated[bool, Setting(False, "allow the answer that both are as good")]
    repeats: Annotated[int, Setting(1, "how often each question is asked", low=1, high=1000)]
    pairs: Annotated[
        Location | Any,
        Setting(None, "ask only about the pairs and topics of these votes of people, as for vote", "--pairs VOTES"),
    ]
    sources: Annotated[
        Location | Any, Setting(None, "documents that the judge reads, as for score", "--sources ARTICLES")
    ]
    source_words: Annotated[
        int, Setting(1500, "how many words of the documents of a topic the judge reads", low=1, high=1_000_000)
    ]
    output: Annotated[Location | None, Setting(None, "the CSV file to which the votes are written", "-o --output FILE")]


@public
def judge_preferences(
    runs: Any, judge: JudgeModel, **settings: Unpack[JudgePreferencesSettings]
) -> "JudgedPreferences":
    """Ask a model which of two texts is better, as people are asked.

    Parameters
    ----------
    runs
        Systems: paths of folders with `<topic>.txt`, timelines or texts, the `topics.jsonl` of a frozen preference
        study, or `{system: {topic: text or timeline}}`.

    Returns
    -------
    JudgedPreferences
        Every question with its answer, reason and cost; a question without an answer says why.

    Examples
    --------
    >>> runs = {"a": {"oil": "The well exploded and eleven men died."}, "b": {"oil": "Oil spills."}}
    >>> [pair.preferred for pair in judge_preferences(runs, "words").pairs]
    ['a', 'a']
    """
    from cliometer.io.text_files import write_whole
    from cliometer.judges.preferences import AS_A_WHOLE, PreferencePlan
    from cliometer.judges.preferences import judge_preferences as ask_preferences
    from cliometer.model.judgements import pooled
    from cliometer.study.criteria import Criterion

    output = _new_file(settings["output"], settings["force"])
    inquiry = inquiry_of(judge, settings)
    topics, notes = study_topics(runs, spell_summary)
    sources, noticed = _source_texts(settings["sources"], settings["source_words"])
    plan = PreferencePlan(
        topics,
        criteria=tuple(map(Criterion.parse, settings["criteria"])) or (AS_A_WHOLE,),
        ties=settings["ties"],
        repeats=settings["repeats"],
        pairs=None if settings["pairs"] is None else pooled(polls_of(settings["pairs"])),
        most=settings["most"],
        seed=settings["seed"],
        sources=sources,
    )
    result = ask_preferences(plan, inquiry)
    if output is not None:
        write_whole(output, result.votes_csv(), settings["force"])
    return replace(result, notes=(*notes, *noticed, *result.notes))


@group("questions")
class Partly(TypedDict, total=False):
    """What counts as expressed."""

    partly: Annotated[
        Literal["yes", "no"],
        Setting("no", "whether a unit that is partly expressed counts, in extracts and in links of events"),
    ]


@group("questions")
class JudgeCoverageSettings(Partly, Asking, Writing, total=False):
    """The settings of `judge_coverage`."""

    audit: Annotated[
        int | None, Setting(None, "how many decisions are drawn for people to check, into the sheet", low=1)
    ]
    sheet: Annotated[
        Location | None,
        Setting(
            None,
            "the CSV file of the decisions to check; people fill in its last column with yes, partly or no",
            heading="output",
        ),
    ]
    audited: Annotated[
        Location | None,
        Setting(None, "the sheet with the answers of people, by which the scores of the systems are corrected"),
    ]
    seed: Seed
    output: Annotated[
        Location | None,
        Setting(None, "the file to which the extracts, or the assignments of nuggets, are written", "-o --output FILE"),
    ]


@public
def judge_coverage(
    runs: Any, units: Units, judge: JudgeModel, **settings: Unpack[JudgeCoverageSettings]
) -> "JudgedCoverage":
    """Ask a model which content units each text expresses.

    Parameters
    ----------
    runs
        Systems: paths of folders with `<topic>.txt`, timelines or texts, files of answers of a RAG track, or
        `{system: {topic: text or timeline}}`.

    Returns
    -------
    JudgedCoverage
        Every question with its answer, reason and cost; a question without an answer says why.

    Examples
    --------
    >>> from cliometer import demo
    >>> judge_coverage(demo() / "runs" / "lead", demo() / "units", "words").failed
    0
    """
    from cliometer.io.extracts import write_extracts
    from cliometer.io.nugget_banks import spell_records
    from cliometer.io.text_files import write_whole
    from cliometer.io.units import UnitFile
    from cliometer.judges.coverage import CoveragePlan, audit_sheet, corrected_scores
    from cliometer.judges.coverage import judge_coverage as ask_coverage

    audit, audited = settings["audit"], settings["audited"]
    output, sheet = (_new_file(settings[name], settings["force"]) for name in ("output", "sheet"))
    if (audit is None) != (sheet is None):
        raise UsageError("audit-incomplete")
    if _are_facts(units):
        raise UsageError("coverage-of-facts")
    inquiry = inquiry_of(judge, settings)
    texts, notes = _texts_by_system(runs)
    spelled = {name: {topic: spell_summary(run[topic]) for topic in run} for name, run in texts.items()}
    bank, seen = _bank(units)
    plan = CoveragePlan(UnitFile(tuple(topic.units for topic in bank.values())) if bank else _unit_file(units), spelled)
    result = ask_coverage(plan, inquiry)
    extracts, left_out = ([], seen) if bank else result.extracts(settings["partly"])
    if output is not None and bank:
        write_whole(output, spell_records(result.assignments(bank, texts)), settings["force"])
    elif output is not None:
        if not extracts:
            raise InputError("extracts-without-system", output, absent=result.failed, total=len(result.answers))
        write_extracts(output, extracts, settings["force"])
    if audit is not None and sheet is not None:
        write_whole(sheet, audit_sheet(plan, result, audit, settings["seed"]), settings["force"])
    corrected, lacking = corrected_scores(result, Path(audited)) if audited is not None else ((), ())
    return replace(result, corrected=corrected, notes=(*notes, *left_out, *result.notes, *lacking))


@group("questions")
class JudgeLinksSettings(Partly, Asking, Writing, total=False):
    """The settings of `judge_links`."""

    candidates: Annotated[
        int, Setting(20, "how many sentences, those that share most words with it, are compared with a unit", low=1)
    ]
    output: Annotated[
        Location | None,
        Setting(
            None,
            "the JSON file to which the linked units are written; for facts, a folder for the pool",
            "-o --output FILE",
        ),
    ]


@public
def judge_links(
    units: Units, judge: JudgeModel, runs: Any = None, **settings: Unpack[JudgeLinksSettings]
) -> "JudgedCoverage":
    """Ask a model which sentences of the sources express each unit or event, or which facts of runs are in a pool.

    Parameters
    ----------
    runs
        Runs of CrisisFACTS, as paths: their facts are looked for in the pool of each day. None for units and events,
        which are linked to sentences of their sources.

    Returns
    -------
    JudgedCoverage
        Every question with its answer, reason and cost; a question without an answer says why.

    Examples
    --------
    >>> from cliometer import demo
    >>> judge_links(demo() / "events" / "berlin-wall.json", "words", candidates=1).failed
    0
    """
    from cliometer.io.units import write_units
    from cliometer.judges.coverage import CoveragePlan
    from cliometer.judges.coverage import judge_coverage as ask_coverage

    output = _new_file(settings["output"], settings["force"])
    inquiry, paths = inquiry_of(judge, settings), [] if runs is None else paths_of(runs)
    if _are_facts(units):
        return _link_facts(paths, paths_of(units), inquiry, settings)
    if paths:
        raise UsageError("links-of-runs")
    if _bank(units)[0]:
        raise UsageError("links-of-nuggets")
    gold = _unit_file(units)
    result = ask_coverage(CoveragePlan(gold, candidates=settings["candidates"]), inquiry)
    if output is not None:
        linked = result.linked(gold, settings["partly"])
        write_units(output, linked.units, linked.events, settings["force"])
    return result


def _new_file(path: Location | None, force: bool) -> Path | None:
    """Return the path of a file that is to be written, if it may be."""
    from cliometer.io.text_files import refuse_existing

    if path is not None and not (force and Path(path).is_dir()):  # a folder, for facts; others refuse it later
        refuse_existing(Path(path), force)
    return None if path is None else Path(path)


def _are_facts(units: Any) -> bool:
    from cliometer.engine.file_evaluation import kind_of_gold
    from cliometer.io.units import UnitFile

    return not isinstance(units, UnitFile) and kind_of_gold(paths_of(units)) == "facts"


def _bank(units: Any) -> "tuple[dict[str, BankTopic], tuple[str, ...]]":
    """Return the topics of banks of nuggets with notes; none where units are something else."""
    from cliometer.io.json_values import holds_bank
    from cliometer.io.nugget_banks import read_banks

    paths = paths_of(units) if are_paths(units) else []
    return read_banks(paths) if paths and all(map(holds_bank, paths)) else ({}, ())


def _unit_file(units: Any) -> Any:
    from cliometer.io.topic_folders import read_unit_gold
    from cliometer.io.units import UnitFile

    return units if isinstance(units, UnitFile) else read_unit_gold(paths_of(units))


def _link_facts(
    runs: Sequence[Path], gold: Sequence[Path], inquiry: "Inquiry", settings: JudgeLinksSettings
) -> "JudgedCoverage":
    """Ask which facts of runs the pool of each day has, and write the pool with them, a file a day."""
    from cliometer.io.crisisfacts import read_fact_gold, read_fact_run, spell_pool
    from cliometer.io.text_files import files_of, write_whole
    from cliometer.io.units import UnitFile
    from cliometer.judges.coverage import CoveragePlan
    from cliometer.judges.coverage import judge_coverage as ask_coverage
    from cliometer.model.facts import reported_events

    if not runs:
        raise UsageError("fact-runs-missing")
    read = [read_fact_run(file) for path in runs for file in files_of(path, ("",), "run")]
    pool = read_fact_gold(gold)
    reported = [fact for run in read for facts in run.days.values() for fact in facts]
    days = reported_events(pool.topics, reported)
    if not days:
        raise InputError("fact-runs-unrelated", runs[0])
    result = ask_coverage(CoveragePlan(UnitFile((), days), candidates=settings["candidates"]), inquiry)
    output = settings["output"]
    if output is not None:
        linked = list(result.linked_pool(pool.topics.values(), [run.tag for run in read], settings["partly"]))
        Path(output).mkdir(parents=True, exist_ok=True)
        for day in linked:
            write_whole(Path(output) / f"Collapsed-{day.request}.json", spell_pool(day.facts), settings["force"])
    return replace(result, notes=(*pool.notes, *(note for run in read for note in run.notes), *result.notes))


def inquiry_of(judge: Any, settings: Asking) -> "Inquiry":
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
    store, prompt = settings["store"], settings["prompt"]
    if store is True:
        from cliometer.text.time_tags import default_cache

        store = default_cache() / "answers.sqlite"
    return Inquiry(
        judge,
        Path(store) if store else None,
        None if prompt is None else Path(prompt),
        Budget(settings["calls"], settings["tokens"]),
        settings["offline"],
        settings["progress"],
    )


def study_topics(runs: Any, spelled: "Callable[[SummaryText], str]") -> "tuple[tuple[Topic, ...], tuple[str, ...]]":
    """Return the topics with the text of each system, spelled in this way, and what was noticed in reading them."""
    from cliometer.io.text_files import read_bare_text
    from cliometer.study.topics import Topic, read_topics

    paths = paths_of(runs) if are_paths(runs) else []
    if len(paths) == 1 and paths[0].suffix == ".jsonl" and paths[0].is_file():
        return read_topics(read_bare_text(paths[0]), str(paths[0])), ()
    texts, notes = _texts_by_system(runs)
    if len(texts) < 2:
        raise InputError("judged-systems-too-few", system=next(iter(texts), "none"))
    names = list(dict.fromkeys(topic for run in texts.values() for topic in run))
    summaries = {name: {system: spelled(run[name]) for system, run in texts.items() if name in run} for name in names}
    return tuple(Topic(name, summaries=summaries[name]) for name in names), notes


def _texts_by_system(runs: Any) -> "tuple[dict[str, Mapping[str, SummaryText]], tuple[str, ...]]":
    """Return what each system says of each topic; files named after their systems answer one topic."""
    from cliometer.engine.file_evaluation import run_names
    from cliometer.io.json_values import holds_answers
    from cliometer.io.nugget_banks import read_answers_of_runs
    from cliometer.io.run_folders import read_summaries
    from cliometer.model.documents import SummaryText

    if isinstance(runs, Mapping) and all(isinstance(run, Mapping) for run in runs.values()):
        return {str(name): {str(topic): _summary(run[topic]) for topic in run} for name, run in runs.items()}, ()
    if not are_paths(runs):
        raise expected("runs to be paths or {system: {topic: text}}", runs)
    paths, texts, notes = paths_of(runs), dict[str, Mapping[str, SummaryText]](), tuple[str, ...]()
    if paths and all(map(holds_answers, paths)):
        runs, notes = read_answers_of_runs(paths)
        return {run: {topic: SummaryText.of(a.text) for topic, a in runs[run].items()} for run in runs}, notes
    for name, path in zip(run_names(paths), paths, strict=True):
        texts[name], noticed = read_summaries(path)
        notes += noticed
    topics = {topic for run in texts.values() for topic in run}
    if not any(path.is_dir() for path in paths) and 1 < len(paths) == len(topics):
        texts = {name: {"topic": next(iter(run.values()))} for name, run in texts.items()}
    return texts, notes


def _summary(text: Any) -> "SummaryText":
    from cliometer.model.documents import SummaryText
    from cliometer.model.timeline import Timeline

    if isinstance(text, Mapping) and not isinstance(text, Timeline):
        text = Timeline.of(text)
    are_lines = isinstance(text, list | tuple) and all(isinstance(line, str) for line in text)
    if not are_lines and not isinstance(text, str | SummaryText | Timeline):
        raise expected("what a system says of a topic to be a text, a list of lines or a timeline", text)
    return SummaryText.of(text)


def spell_summary(text: "SummaryText") -> str:
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
    documents, notes = read_sources(sources)
    texts = {topic: " ".join(line for text in several for line in text.lines) for topic, several in documents.items()}
    return {topic: " ".join(text.split()[:words]) for topic, text in texts.items()}, notes
