"""A run that is one file of many timelines, an answer to each topic: `news-tls` writes such.

Where the timelines have names, these are the topics. Else they are taken in the order of the topics, which is
that of news-tls, and only if there is one for each; a note says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.base import Reading
from cliometer.model.timeline import ReferenceSet, Timeline

_SHOWN = 3


def spread(
    reading: Reading, path: Path, gold: Mapping[str, ReferenceSet]
) -> tuple[dict[str, Timeline], tuple[str, ...]]:
    """Which timeline answers which topic of the gold, and what was made of a file without names."""
    timelines = reading.timelines
    names = [timeline.name for timeline in timelines]
    if all(names) and len(set(names)) == len(names):
        return dict(zip(names, timelines, strict=True)), reading.notes
    whole = dict.fromkeys(task.partition("/")[0] for task in gold)
    topics = list(whole if len(timelines) == len(whole) else gold)  # of a task topic/reference, or itself
    if len(timelines) != len(topics):
        raise InputError(_mismatch(timelines, gold), path)
    run = {topic: timeline.named(topic) for topic, timeline in zip(topics, timelines, strict=True)}
    first = ", ".join(topics[:_SHOWN]) + (", ..." if len(topics) > _SHOWN else "")
    return run, (*reading.notes, f"{path}: its {len(run)} timelines have no names; in order they are {first}")


def _mismatch(timelines: Sequence[Timeline], gold: Mapping[str, ReferenceSet]) -> str:
    references = sum(map(len, gold.values()))
    found = f"holds {len(timelines)} timelines without names for {len(gold)} topics"
    if len(timelines) == references:
        return (
            f"{found} with {references} references, so there is one for each reference: add --per-reference"
        )
    remedy = "split it (cliometer convert FILE -o FOLDER --to json) and name the files after the topics"
    return f"{found}, so none can be told from another; {remedy}"
