"""The demo study: the stories of the Berlin Wall, from the start."""

from __future__ import annotations

from pathlib import Path

import cliometer
from cliometer.workbench.kinds.base import Sample
from cliometer.workbench.kinds.events.reading import read
from cliometer.workbench.kinds.events.settings import defaults

_INSTRUCTIONS = """\
Read the stories in their order. List the events that somebody who followed the news should know: what \
happened, in a few words, one event a line. Leave out opinions and background.
Later you link every sentence that mentions an event of the common list, also where it says nothing new."""


def demo() -> Sample:
    """One topic of fifteen short stories; whoever begins it owns it and judges alone."""
    folder = Path(cliometer.__file__).parent / "demo" / "articles"
    return Sample(
        "Demo: the fall of the Berlin Wall", _INSTRUCTIONS, read([folder / "berlin-wall.jsonl"]), defaults()
    )
