"""Small timelines, and the files that tests of folders lay out with them."""

from __future__ import annotations

from pathlib import Path

from cliometer.io import write_timelines
from cliometer.model.timeline import Timeline

OIL = Timeline({"2010-04-20": ["The rig explodes"], "2010-07-15": ["The leak is sealed"]})
LATE = Timeline({"2010-04-22": ["The rig sinks"], "2010-07-15": ["A cap holds"]})
MINE = Timeline({"2010-08-05": ["The mine collapses"]})


def put(path: Path, timeline: Timeline) -> Path:
    """Write a timeline, in a folder that may not be there yet."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_timelines(path, [timeline])
    return path
