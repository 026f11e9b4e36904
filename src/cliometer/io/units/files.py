"""Content units and judged events in our own JSON, `{"format": "cliometer-units", "version": 1, ...}`.

The schema is docs/schema/units-1.json. A complaint names the file and the place in it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cliometer.io.atomic import write_whole
from cliometer.io.units.formats import UNITS
from cliometer.io.units.nodes import document
from cliometer.io.units.topics import read_topic, write_event_topic, write_unit_topic
from cliometer.model.judged_events import EventTopic
from cliometer.model.sources import refuse_repeats
from cliometer.model.units import UnitTopic


@dataclass(frozen=True)
class UnitFile:
    """What a file holds: topics with units, topics with events, and what is worth a look."""

    units: tuple[UnitTopic, ...] = ()
    events: tuple[EventTopic, ...] = ()
    notes: tuple[str, ...] = ()


def read_units(path: str | Path) -> UnitFile:
    """Read and check a file; what is legal but odd is in the notes."""
    found = document(Path(path), UNITS, ("format", "version", "topics"))
    topics = [read_topic(node) for node in found.items("topics")]
    if not topics:
        raise found.fail('"topics" is empty or missing; at least one topic is needed')
    units = tuple(topic for topic, _ in topics if topic)
    events = tuple(topic for _, topic in topics if topic)
    found.build(lambda: refuse_repeats([topic.id for topic in units], "topics with units", "topics"))
    found.build(lambda: refuse_repeats([topic.id for topic in events], "topics with events", "topics"))
    odd = [*(note for topic in units for note in topic.notes), *(n for topic in events for n in topic.notes)]
    return UnitFile(units, events, (*found.notebook.notes, *(f"{path}: {note}" for note in odd)))


def units_document(units: Sequence[UnitTopic] = (), events: Sequence[EventTopic] = ()) -> str:
    """The same topics give the same text."""
    topics = [*map(write_unit_topic, units), *map(write_event_topic, events)]
    written = {"format": UNITS, "version": 1, "topics": topics}
    return json.dumps(written, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def write_units(
    path: str | Path,
    units: Sequence[UnitTopic] = (),
    events: Sequence[EventTopic] = (),
    force: bool = False,
) -> None:
    """Write our JSON, whole or not at all."""
    write_whole(Path(path), units_document(units, events), force)
