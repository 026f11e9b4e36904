"""Gold in files other than timelines: units and judged events, nuggets, facts, sources, backgrounds of a corpus."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, cast

from cliometer.engine.evaluation import Evaluation
from cliometer.engine.file_evaluation import NUGGET_FILES, POOL, FileEvaluation, nugget_tables, run_names, topic_of
from cliometer.errors import InputError, UsageError
from cliometer.io.backgrounds import WORDFREQ, is_background, read_background
from cliometer.io.crisisfacts import read_fact_gold, read_fact_run
from cliometer.io.folders import each_run
from cliometer.io.manifests import data_label
from cliometer.io.nugget_banks import read_assignments, read_banks
from cliometer.io.run_folders import read_extract_run, read_summaries
from cliometer.io.text_files import files_of, unpacked
from cliometer.io.topic_folders import Documents, read_sources, read_topic_sources, read_unit_gold, texts_in
from cliometer.io.trec_ts import read_judgements, read_runs
from cliometer.metrics.catalogue import Preset, measurable, parse
from cliometer.metrics.facts import Facts, pool_notes
from cliometer.metrics.nuggets.stream import StreamUtility
from cliometer.metrics.nuggets.temporal import TemporalSummarization, trust_notes
from cliometer.metrics.sources.corpus import Corpus, pool_counts
from cliometer.model.documents import Background, SummaryText, WordForm
from cliometer.model.extracts import Extract
from cliometer.model.facts import ReportedFact, as_extract, as_updates, fact_events, fact_nuggets, runs_in_pool
from cliometer.model.notes import Note
from cliometer.model.nugget_banks import bank_notes
from cliometer.spelling import listed
from cliometer.text.source_words import count
from cliometer.text.time_tags import default_cache

Read = tuple[Evaluation, tuple[str, ...]]
_SHOWN = 5  # names of topics in a message
_WAYS = {"units": "content units (-m pyramid)", "events": "judged events (-m nu)"}


def read_gold_files(files: FileEvaluation, kind: str) -> Read:
    """Read gold of a kind and the runs that answer it, and return what was noticed; refuse settings of timelines."""
    if files.per_reference or files.duplicates:
        option = "--per-reference" if files.per_reference else "--duplicates"
        raise UsageError("option-needs-timelines", option=option, references=files.references[0], kind=kind)
    if files.preset is not None:
        named = Preset.parse(files.preset).name  # an unknown one is refused here
        raise UsageError("preset-needs-timelines", named=named, references=files.references[0], kind=kind)
    readers = {"units": _read_units, "nuggets": _read_nuggets, "facts": _read_facts, "sources": _read_sources}
    readers["banks"] = _read_banks
    return readers[kind](files)


def _evaluation(
    files: FileEvaluation, kind: str, runs: Mapping[str, Mapping[str, Any]], gold: Mapping[str, Any]
) -> Evaluation:
    metrics, aside = measurable(files.metrics, kind, gold)
    data = data_label(files.references)
    return Evaluation(runs, gold, metrics, kind, allow=files.allow, aside=aside, cache=files.cache, data=data)


def _read_units(files: FileEvaluation) -> Read:
    """Units or events: whichever the metrics read; where none is named, what the files hold."""
    gold_file = read_unit_gold(files.references)
    topics: dict[str, dict[str, Any]] = {
        "units": {topic.id: topic for topic in gold_file.units},
        "events": {topic.id: topic for topic in gold_file.events},
    }
    kind = _scored_kind(files, topics)
    gold, notes = topics[kind], gold_file.notes
    runs: dict[str, dict[str, Extract]] = {}
    for path in files.systems:
        answers, seen = read_extract_run(path, gold, "mentions" if kind == "units" else "sentences")
        notes += seen
        for system, extracts in answers.items():
            if system in runs:
                raise InputError("system-in-other-run", path, system=system)
            runs[system] = extracts
    evaluation = _evaluation(files, kind, runs, gold)
    other = "events" if kind == "units" else "units"
    answered = [t for run in runs.values() for t in run if t in topics[other] and t not in gold]
    if answered and files.allow.extra == "error":
        raise UsageError("answers-of-two-kinds", ways=_WAYS[kind], other_ways=_WAYS[other], answered=answered[0])
    if topics[other]:
        notes += (Note.of("topics-of-other-gold", ways=_WAYS[other], topics=", ".join(topics[other])),)
    return evaluation, notes


def _scored_kind(files: FileEvaluation, topics: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the kind that the metrics read; those of any other gold are refused when the metrics are chosen."""
    asked = {parse(metric).evidence for metric in files.metrics or ()} & topics.keys()
    if len(asked) > 1:
        raise UsageError("metrics-of-two-golds")
    kind = asked.pop() if asked else "units" if topics["units"] else "events"
    if not topics[kind]:
        held = "judged events" if kind == "units" else "content units"
        raise InputError("gold-unread-by-metrics", files.references[0], held=held)
    return kind


def _read_nuggets(files: FileEvaluation) -> Read:
    """A folder of nuggets, matches and updates; a file may hold several runs."""
    folder = files.references[0]
    tables = {name: nugget_tables(folder, name) for name in NUGGET_FILES}
    windows = sorted(folder.glob("*topics*.xml"))
    judged = read_judgements(*(first for first, *_ in tables.values()), *windows[:1])
    submitted = read_runs(files.systems, judged.topics)
    runs = {f"{run.team}/{run.name}": run.topics for run in submitted.runs}
    evaluation = _evaluation(files, "nuggets", runs, judged.topics)
    rules = [metric.rules for metric in evaluation.metrics if isinstance(metric, TemporalSummarization | StreamUtility)]
    trust = trust_notes(rules, judged.topics, runs)
    passed_over = (
        f"{folder}: {read.name} was read and {other.name} left out; a folder should hold one"
        for read, *others in (*tables.values(), *([windows] if windows else []))
        for other in others
    )
    return evaluation, (*passed_over, *judged.notes, *submitted.notes, *trust)


def _read_banks(files: FileEvaluation) -> Read:
    """Banks of nuggets and the assignments of answers; metrics of streams read those that are dated."""
    topics, notes = read_banks(files.references)
    runs, seen = read_assignments(files.systems)
    notes += (*seen, *bank_notes(topics, runs))
    if {parse(metric).evidence for metric in files.metrics or ()} != {"nuggets"}:
        return _evaluation(files, "banks", runs, topics), notes
    dated = {id: topic for id, topic in topics.items() if topic.dated}
    if not dated:
        raise InputError("bank-without-dates", files.references[0])
    updates = {
        run: {id: dated[id].updates(answer) for id, answer in answers.items() if id in dated}
        for run, answers in runs.items()
    }
    return _evaluation(files, "nuggets", updates, {id: topic.stream for id, topic in dated.items()}), notes


def _read_facts(files: FileEvaluation) -> Read:
    """Pools with labels; a system is a run file, a folder of them, or the pool itself with all its runs.

    Metrics of nuggets and of judged events read the same gold in their own form.
    """
    gold = read_fact_gold(files.references)
    runs: dict[str, Mapping[str, tuple[ReportedFact, ...]]] = {}
    notes = gold.notes
    for path in files.systems:
        if any(path.glob(POOL)) or any(path.glob(f"*/{POOL}")):
            events_by_run = runs_in_pool(gold.topics)
        else:
            read = [read_fact_run(file) for file in files_of(path, ("",), "run")]
            events_by_run = {run.tag: run.events for run in read}
            notes += tuple(note for run in read for note in run.notes)
        if twice := events_by_run.keys() & runs.keys():
            raise InputError("run-in-other-file", path, twice=min(twice))
        runs |= events_by_run
    kinds = {parse(metric).evidence for metric in files.metrics or ()}
    if kinds == {"nuggets"}:
        topics = {event: fact_nuggets(topic, gold.requests) for event, topic in gold.topics.items()}
        updates = {run: {event: as_updates(facts) for event, facts in events.items()} for run, events in runs.items()}
        return _evaluation(files, "nuggets", updates, topics), notes
    if kinds == {"events"}:
        events = {event: fact_events(topic) for event, topic in gold.topics.items()}
        extracts = {
            run: {event: as_extract(facts, events[event]) for event, facts in events_of_run.items() if event in events}
            for run, events_of_run in runs.items()
        }
        return _evaluation(files, "events", extracts, events), notes
    evaluation = _evaluation(files, "facts", runs, gold.topics)
    return evaluation, (*notes, *pool_notes(cast("Sequence[Facts]", evaluation.metrics), gold.topics, runs))


def _read_sources(files: FileEvaluation) -> Read:
    """The documents of topics, and summaries of them: timelines or plain texts."""
    documents, notes = _documents(files.systems, files.references)
    paths, seen = each_run(files.systems, documents)
    notes += seen
    runs: dict[str, Mapping[str, SummaryText]] = {}
    for name, path in zip(run_names(paths), paths, strict=True):
        run, seen = read_summaries(path)
        notes += seen
        if not path.is_dir() and len(documents) == 1 and list(run) == [unpacked(path).stem]:
            run = dict.fromkeys(documents, run[unpacked(path).stem])  # a single summary answers the single topic
        elif run and not any(topic in documents for topic in run):
            raise _strange(run, path, documents, files.references[0])
        runs[name] = run
    answered = list(dict.fromkeys(topic for run in runs.values() for topic in run))
    is_single = len(answered) == 1 and not any(path.is_dir() for path in paths)
    scored = answered if is_single else list(documents)
    if others := len(documents) - len(scored):
        notes += (Note.of("topic-scored-alone", scored=scored[0], others=others),)
    backgrounds = [read_background(path) for path in files.backgrounds]
    topics = Corpus(documents, backgrounds, default_cache()).topics()
    evaluation = _evaluation(files, "sources", runs, {topic: topics[topic] for topic in scored})
    return evaluation, (*notes, *(background.remark for background in backgrounds if background.remark))


def _documents(systems: Sequence[Path], sources: Sequence[Path]) -> tuple[dict[str, Documents], tuple[str, ...]]:
    """Several files are the documents of one topic; so are texts in a folder, for a single summary."""
    first, *others = sources
    folders = [path for path in sources if path.is_dir()]
    if others and folders:
        raise UsageError("sources-folder-among-files", folders=folders[0])
    if others:
        return read_topic_sources(sources, topic_of(sources))
    texts = texts_in(first) if folders and not any(map(Path.is_dir, systems)) else []
    if not texts or {unpacked(text).stem for text in texts} & {unpacked(system).stem for system in systems}:
        return read_sources(first)
    documents, notes = read_topic_sources(texts, first.resolve().name)
    return documents, (f"{first}: its texts ({len(texts)}) were read as the documents of one topic", *notes)


def _strange(
    run: Mapping[str, SummaryText], path: Path, documents: Mapping[str, Documents], sources: Path
) -> InputError:
    """Most likely the file is not named after its topic, or a folder of systems is taken for one."""
    topics = f"{sources} ({listed(documents, _SHOWN)})"
    if list(run) == [unpacked(path).stem]:
        return InputError("file-of-unknown-topic", path, topics=topics, suffix=path.suffix)
    each = f", or, if each file is a system, write {path}/* -r {sources}" if len(documents) == 1 else ""
    return InputError("run-without-known-topic", path, run=listed(run, _SHOWN), topics=topics, each=each)


def build_background(paths: Sequence[str | PathLike[str]], form: WordForm) -> tuple[Background, tuple[str, ...]]:
    """Count all documents of all topics; and notes on what was forgiven while reading."""
    documents = []
    names: list[str] = []
    notes: tuple[str, ...] = ()
    for path in _corpora(paths):
        topics, seen = read_sources(path)
        notes += seen
        names += topics
        documents += [text for texts in topics.values() for text in texts]
    background = pool_counts([count(text.lines, form) for text in documents], form, "corpus")
    if not background.counts:
        raise InputError("corpus-without-words", paths[0], form=form)
    if len(names) == 1:
        notes += (Note.of("corpus-single-topic", names=names[0]),)
    return background, notes


def _corpora(paths: Sequence[str | PathLike[str]]) -> Iterator[Path]:
    """Each path once; what is a background already is none."""
    known: set[Path] = set()
    for path in map(Path, paths):
        if path.resolve() in known:
            raise UsageError("corpus-given-twice", path=path)
        known.add(path.resolve())
        if path.is_file() and is_background(path):
            raise InputError("corpus-is-background", path)
        if str(path) == WORDFREQ and not path.exists():
            raise UsageError("wordfreq-not-built")
        yield path
