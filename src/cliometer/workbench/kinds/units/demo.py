"""The demo study: Apollo 13, with the timelines of three writers, so that units can be built at once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path

import cliometer
from cliometer.io.folders import read_references
from cliometer.model.timeline import Timeline
from cliometer.study.protocol.units.writing import WriterSheet
from cliometer.study.protocol.work import Action
from cliometer.workbench.kinds.base import Imported, Sample
from cliometer.workbench.kinds.units.reading import read
from cliometer.workbench.kinds.units.settings import defaults

TOPIC = "apollo-13"
_INSTRUCTIONS = """\
Three writers have made timelines of the flight of Apollo 13. Build units of their lines: what several \
writers say alike is one unit, and counts for as many writers as have it. Keep to the main event of each line.
Then match each unit to the documents: find all that says it, and say how much of the unit each mention \
covers. Where several are needed together, give each its share; where any of them will do, make a group."""


def demo() -> Sample:
    """One topic; whoever begins it builds and matches alone."""
    folder = Path(cliometer.__file__).parent / "demo"
    documents = read([folder / "articles" / f"{TOPIC}.jsonl"])
    written = read_references(folder / "references")[0][TOPIC]
    actions = {(TOPIC, WriterSheet.step, one.name): _lines(one) for one in written}
    work = Imported(documents.topics, documents.notes, actions, frozenset({WriterSheet.step}))
    return Sample(
        "Demo: the units of Apollo 13", _INSTRUCTIONS, work, {**defaults(), "length": 22, "sample": 5}
    )


def _lines(timeline: Timeline) -> Sequence[Action]:
    said = [(str(date), text) for date, sentences in timeline.items() for text in sentences]
    return [
        Action(n, timeline.name, "add", {"date": date, "text": text})
        for n, (date, text) in zip(count(1), said, strict=False)
    ]
