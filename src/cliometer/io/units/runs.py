"""Runs of extracts: one file with all topics, or a folder with a file a topic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from os.path import abspath
from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.listing import files_ending
from cliometer.io.text_file import missing
from cliometer.io.units.extracts import Placed, read_placed
from cliometer.model.extracts import Extract, Of
from cliometer.model.judged_events import EventTopic
from cliometer.model.units import UnitTopic

Answers = dict[str, dict[str, Extract]]  # by system, then by topic
Topic = UnitTopic | EventTopic
_ENDINGS = (".json", ".jsonl", ".txt")


def read_extract_run(path: Path, topics: Mapping[str, Topic], of: Of) -> tuple[Answers, tuple[str, ...]]:
    """The extracts of each system in a run; what a file does not say, its name or the gold does.

    Extracts without a system are the run's own; those without a topic answer the topic that their file is
    named after, or the only one there is.
    """
    if not path.exists():
        raise missing(path)
    run = Path(abspath(path)).stem if path.is_file() else Path(abspath(path)).name
    answers: Answers = {}
    notes: tuple[str, ...] = ()
    for file in _files(path):
        found, seen = read_placed(file, {"of": of})
        notes += seen
        for placed in found:
            topic = placed.extract.topic or _topic(file, path, list(topics))
            system = placed.extract.system or run
            known = answers.setdefault(system, {})
            if topic in known:
                raise InputError(f"topic {topic} is answered twice by {system}", file)
            known[topic] = replace(
                _fitted(placed, topics[topic]) if topic in topics else placed.extract, system=system
            )
            if known[topic].of != placed.extract.of:
                notes += (f"{file}: its ids are those of {known[topic].of} of {topic}, and were read so",)
    return answers, notes


def _fitted(placed: Placed, topic: Topic) -> Extract:
    """An extract of ids that the topic has; where it does not say of what kind they are, the ids do."""
    extract, known = placed.extract, _known(topic)
    if not placed.says_of:
        extract = replace(extract, of=_kind(extract, known))
    for node, id in zip(placed.places, extract.ids, strict=True):
        if extract.of in known and id not in known[extract.of]:
            kind = extract.of.removesuffix("s")
            name = f"extract of {extract.system}" if extract.system else "extract"
            raise node.fail(str(topic.marks.missing(kind, id, known[extract.of], name)))
    return extract


def _kind(extract: Extract, known: Mapping[Of, Mapping[str, object]]) -> Of:
    """The kind that all ids are of; as usual where there is none, or there are no ids."""
    fit: list[Of] = [of for of, ids in known.items() if all(id in ids for id in extract.ids)]
    return extract.of if not fit or extract.of in fit else fit[0]


def _known(topic: Topic) -> dict[Of, Mapping[str, object]]:
    """What may be selected; events know sentences only, and their metrics refuse the rest."""
    if isinstance(topic, EventTopic):
        return {"sentences": topic.marks.sentences}
    return {"mentions": topic.marks.mentions, "sentences": topic.marks.sentences, "units": topic.by_id}


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    files = files_ending(path, *_ENDINGS)
    if not files:
        raise InputError("holds no extracts; expected files <topic>.json, .jsonl or .txt", path)
    return files


def _topic(file: Path, path: Path, topics: Sequence[str]) -> str:
    if path.is_dir():
        return file.stem
    if len(topics) == 1:
        return topics[0]
    if file.stem in topics:
        return file.stem
    raise InputError(
        f'an extract does not say for which of {len(topics)} topics it is; add "topic", or name a folder '
        "with a file <topic>.json for each",
        file,
    )
