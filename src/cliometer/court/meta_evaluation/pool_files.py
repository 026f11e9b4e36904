"""Judged pools in files: folders of TREC Temporal Summarization or of CrisisFACTS, and JSON of ours."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cliometer.court.meta_evaluation.judged_pools import (
    LEAST_BAD,
    LEAST_GOOD,
    BedTopic,
    FactBedTopic,
    NuggetBedTopic,
)
from cliometer.engine.file_evaluation import NUGGET_FILES, POOL, nugget_tables, run_names
from cliometer.errors import InputError, unknown
from cliometer.io.crisisfacts import kind_of_file, read_event_facts, read_fact_gold, read_labels
from cliometer.io.json_values import json_document
from cliometer.io.lines import Notebook
from cliometer.io.text_files import existing, files_below, read_bare_text
from cliometer.io.trec_ts import read_judgements, read_runs
from cliometer.model.notes import Note
from cliometer.model.nuggets import JudgedPool, NuggetTopic, PoolText, PoolTopic
from cliometer.model.when import When
from cliometer.spelling import many, quoted, whole_number

_FIRST, _LAST = -62_135_596_800, 253_000_000_000  # seconds of the years 1 to 9987, which leaves room for delays
_MOST_IMPORTANT = 100.0  # as in files of the track
_PARTIAL = ("useful-only", "no-published-row")  # what recovered labels say of requests where some labels are unknown


@dataclass(frozen=True)
class TestPool:
    """The topics of a pool from which systems can be made, and what was noticed."""

    name: str
    topics: Sequence[BedTopic]
    notes: tuple[str, ...] = ()


def read_pools(paths: Sequence[Path], topics: Collection[str]) -> list[TestPool]:
    """Read pools, of which the named topics count, or all where none is named."""
    pools = [_read(name, existing(path), topics) for name, path in zip(run_names(paths), paths, strict=True)]
    known = [topic.id for pool in pools for topic in pool.topics]
    for name in topics:
        if name not in known:
            raise unknown("topic", name, known)
    return pools


def _read(name: str, path: Path, named: Collection[str]) -> TestPool:
    if not path.is_dir():
        topics, notes = _nuggets(path, *_document(path))
    elif any(path.glob(f"**/{POOL}")):
        topics, notes = _facts(path)
    else:
        topics, notes = _nuggets(path, *_track(path))
    kept, left_out = list[BedTopic](), list[str]()
    for topic in topics:
        if len(topic.good) >= LEAST_GOOD and len(topic.bad) >= LEAST_BAD:
            kept.append(topic)
        else:
            good, bad = len(topic.good), len(topic.bad)
            note = Note.of("pool-topic-left-out", topic=topic.id, good=good, bad=bad, least=LEAST_GOOD, most=LEAST_BAD)
            left_out.append(note)
    if not kept:
        raise InputError("pool-topics-missing", path, good=LEAST_GOOD, bad=LEAST_BAD, why="; ".join(left_out[:3]))
    for topic in kept:
        if isinstance(topic, NuggetBedTopic):
            topic.draw_foreign([other for other in kept if isinstance(other, NuggetBedTopic)])
    return TestPool(name, [topic for topic in kept if not named or topic.id in named], (*notes, *left_out))


def _nuggets(path: Path, topics: Sequence[PoolTopic], notes: Sequence[str]) -> tuple[list[BedTopic], list[str]]:
    """Check topics whose texts match nuggets; those without any nugget or text are left out."""
    seen = list(notes)
    for topic in topics:
        times = [*((n.id, n.time) for n in topic.nuggets), *((text.id, text.time) for text in topic.texts)]
        for id, time in [*times, *(line for run in topic.runs.values() for line in run)]:
            if not _FIRST <= time <= _LAST:
                raise InputError("pool-time-out-of-range", path, topic=topic.id, id=quoted(id), time=time)
        for nugget in topic.nuggets:
            if not abs(nugget.importance) <= _MOST_IMPORTANT:
                error = InputError("importance-out-of-range", path, importance=nugget.importance)
                raise error.inside(f"{topic.id}/{nugget.id}")
        if empty := [text.id for text in topic.texts if not text.text.strip()]:
            seen.append(Note.of("pool-texts-empty", topic=topic.id, texts=many(len(empty), "text"), first=empty[0]))
    return [NuggetBedTopic(topic) for topic in topics], seen


def _document(path: Path) -> tuple[Sequence[PoolTopic], list[str]]:
    """Read JSON of ours, in which every id must lead somewhere."""
    node = json_document(read_bare_text(path), Notebook(path), "a pool").as_object("a pool")
    if node.members.get("kind") != JudgedPool.kind:
        raise InputError("pool-not-recognised", path)
    for topic in (pool := node.read(JudgedPool)).topics:
        nuggets, texts = [nugget.id for nugget in topic.nuggets], [text.id for text in topic.texts]
        for what, ids in (("nugget", nuggets), ("text", texts)):
            if len(set(ids)) < len(ids):
                raise InputError("pool-id-repeated", path, topic=topic.id, what=what, id=quoted(_twice(ids)))
        matched = ((text.id, "nugget", id, nuggets) for text in topic.texts for id in text.matches)
        pushed = ((run, "text", id, texts) for run, lines in topic.runs.items() for id, _ in lines)
        for owner, what, id, known in (*matched, *pushed):
            if id not in known:
                raise InputError("pool-id-unknown", path, topic=topic.id, owner=quoted(owner), what=what, id=quoted(id))
    return pool.topics, []


def _twice(ids: Sequence[str]) -> str:
    return next(id for place, id in enumerate(ids) if id in ids[:place])


def _track(folder: Path) -> tuple[Sequence[PoolTopic], list[str]]:
    """Read a folder of nuggets, matches, updates and perhaps runs (`.ssv`) of TREC Temporal Summarization."""
    tables = {name: nugget_tables(folder, name) for name in NUGGET_FILES}
    judged = read_judgements(*(first for first, *_ in tables.values()))
    runs = read_runs(files_below(folder, ".ssv"), judged.topics)
    pushed: dict[str, dict[str, tuple[tuple[str, int], ...]]] = {}
    for run in runs.runs:
        for topic, updates in run.topics.items():
            pool = judged.topics[topic].updates if topic in judged.topics else {}
            lines = tuple((update.id, update.time) for update in updates if update.id in pool)
            pushed.setdefault(topic, {})[f"{run.team}/{run.name}"] = lines
    topics = [
        PoolTopic(id, tuple(topic.nuggets.values()), tuple(_texts(topic, tables["updates"][0])), pushed.get(id, {}))
        for id, topic in judged.topics.items()
        if topic.updates
    ]
    return topics, [*judged.notes, *runs.notes]


def _texts(topic: NuggetTopic, path: Path) -> Iterator[PoolText]:
    """Yield the updates, whose ids start with their time; one that repeats another tells what that tells."""
    for update in topic.updates.values():
        time = whole_number(update.id.partition("-")[0])
        if time is None:
            raise InputError("pool-update-without-time", path, topic=topic.id, id=quoted(update.id))
        matches: dict[str, tuple[tuple[int, int], ...]] = {}
        original = update.duplicate if update.duplicate in topic.updates else update.id
        for match in topic.matches.get(original or update.id, ()):
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
