"""Judged pools in files: folders of TREC Temporal Summarization or of CrisisFACTS, and JSON of ours."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cliometer.court.meta_evaluation.judged_pools import LEAST_BAD, LEAST_GOOD, BedTopic, FactBedTopic, NuggetBedTopic
from cliometer.engine.file_evaluation import NUGGET_FILES, POOL, nugget_tables, run_names
from cliometer.errors import FormatError, InputError, unknown
from cliometer.io.crisisfacts import kind_of_file, read_event_facts, read_fact_gold, read_labels
from cliometer.io.json_values import json_document
from cliometer.io.lines import Notebook
from cliometer.io.text_files import existing, files_below, read_bare_text
from cliometer.io.trec_ts import Submissions, read_judgements, read_runs
from cliometer.model.notes import Note
from cliometer.model.nuggets import JudgedPool, NuggetTopic, PoolText, PoolTopic
from cliometer.model.when import When
from cliometer.spelling import many, quoted, whole_number

_PARTIAL = ("useful-only", "no-published-row")  # what recovered labels say of requests where some labels are unknown


@dataclass(frozen=True)
class TestPool:
    """The topics of a pool from which systems can be made, and what was noticed."""

    name: str
    topics: Sequence[BedTopic]
    notes: tuple[str, ...] = ()


def read_pools(paths: Sequence[Path], topics: Collection[str]) -> list[TestPool]:
    """Read pools, of which the named topics count, or all where none is named."""
    pools = [_read(name, existing(path)) for name, path in zip(run_names(paths), paths, strict=True)]
    known = [topic.id for pool in pools for topic in pool.topics]
    for name in topics:
        if name not in known:
            raise unknown("topic", name, known)
    if topics:
        pools = [replace(pool, topics=[topic for topic in pool.topics if topic.id in topics]) for pool in pools]
    return pools


def _read(name: str, path: Path) -> TestPool:
    if not path.is_dir():
        node = json_document(read_bare_text(path), Notebook(path), "a pool").as_object("a pool")
        if node.members.get("kind") != JudgedPool.kind:
            raise InputError("pool-not-recognised", path)
        topics, notes = _nuggets(node.read(JudgedPool).topics)
    elif any(path.glob(f"**/{POOL}")):
        topics, notes = _facts(path)
    else:
        topics, notes = _nuggets(*_track(path))
    kept = [topic for topic in topics if len(topic.good) >= LEAST_GOOD and len(topic.bad) >= LEAST_BAD]
    lacking = [(topic.id, len(topic.good), len(topic.bad)) for topic in topics if topic not in kept]
    left_out: list[str] = [
        Note.of("pool-topic-left-out", topic=id, good=good, bad=bad, least=LEAST_GOOD, most=LEAST_BAD)
        for id, good, bad in lacking
    ]
    if not kept:
        raise InputError("pool-topics-missing", path, good=LEAST_GOOD, bad=LEAST_BAD, why="; ".join(left_out[:3]))
    for topic in kept:
        if isinstance(topic, NuggetBedTopic):
            topic.draw_foreign([other for other in kept if isinstance(other, NuggetBedTopic)])
    return TestPool(name, kept, (*notes, *left_out))


def _nuggets(topics: Sequence[PoolTopic], notes: Sequence[str] = ()) -> tuple[list[BedTopic], list[str]]:
    """Return topics whose texts match nuggets, and notes on texts without words."""
    seen = list(notes)
    for topic in topics:
        if empty := [text.id for text in topic.texts if not text.text.strip()]:
            seen.append(Note.of("pool-texts-empty", topic=topic.id, texts=many(len(empty), "text"), first=empty[0]))
    return [NuggetBedTopic(topic) for topic in topics], seen


def _track(folder: Path) -> tuple[Sequence[PoolTopic], list[str]]:
    """Read a folder of nuggets, matches, updates and perhaps runs (`.ssv`) of TREC Temporal Summarization."""
    tables = {name: nugget_tables(folder, name) for name in NUGGET_FILES}
    judged = read_judgements(*(first for first, *_ in tables.values()))
    runs = read_runs(files_below(folder, ".ssv"), judged.topics)
    path = tables["updates"][0]
    try:
        topics = [
            PoolTopic(id, tuple(topic.nuggets.values()), tuple(_texts(topic, path)), _pushed(topic, runs))
            for id, topic in judged.topics.items()
            if topic.updates
        ]
    except InputError as error:
        raise FormatError.like(error).at(folder) from None
    return topics, [*judged.notes, *runs.notes]


def _pushed(topic: NuggetTopic, runs: Submissions) -> dict[str, tuple[tuple[str, int], ...]]:
    """Return what each run pushed of the pool of a topic."""
    pushed = {f"{run.team}/{run.name}": run.topics[topic.id] for run in runs.runs if topic.id in run.topics}
    return {
        run: tuple((update.id, update.time) for update in updates if update.id in topic.updates)
        for run, updates in pushed.items()
    }


def _texts(topic: NuggetTopic, path: Path) -> Iterator[PoolText]:
    """Yield the updates, whose ids start with their time; one that repeats another tells what that tells."""
    for update in topic.updates.values():
        time = whole_number(update.id.partition("-")[0])
        if time is None:
            raise InputError("pool-update-without-time", path, topic=topic.id, id=quoted(update.id))
        matches: dict[str, tuple[tuple[int, int], ...]] = {}
        original = update.duplicate if update.duplicate in topic.updates else update.id
        for match in topic.matches.get(original or update.id, ()):
            if match.nugget in topic.nuggets:
                matches[match.nugget] = (*matches.get(match.nugget, ()), (match.start, match.end))
        yield PoolText(update.id, time, update.text, matches, update.duplicate)


def _facts(folder: Path) -> tuple[list[BedTopic], list[str]]:
    """Read pools, labels and facts of CrisisFACTS."""
    gold, files = read_fact_gold([folder]), files_below(folder)
    events = [event for file in files if kind_of_file(file) == "facts" for event in read_event_facts(file)]
    labelled = [file for file in files if kind_of_file(file) == "labels" and "fact_list" in read_bare_text(file)]
    days = [day for file in labelled for day in read_labels(file)]
    partial = [day.request for day in days if day.others.get("status") in _PARTIAL]
    facts: dict[str, list[tuple[When, str]]] = {}
    for event in events:
        for id, some in event.by_request.items():
            facts.setdefault(event.id, []).extend((gold.requests[id].date, fact.text) for fact in some)
    if not facts:
        raise InputError("pool-reference-missing", folder)
    return [FactBedTopic(gold.topics[id], facts[id], partial) for id in gold.topics if facts.get(id)], list(gold.notes)
