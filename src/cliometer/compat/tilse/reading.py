"""The timeline17 format for tilse's classes: our reader, tilse's rule for repeated dates."""

from __future__ import annotations

import datetime
import warnings
from pathlib import Path

from cliometer.errors import InputError, ReadWarning
from cliometer.io import parse_timelines
from cliometer.model.timeline import Timeline


def parse(text: str, name: str) -> dict[datetime.date, list[str]]:
    """Days of a timeline file, none where it is blank; a repeated date keeps its last block, as in tilse."""
    if is_blank(text):
        return {}
    reading = parse_timelines(text, Path(name), duplicates="last", format="tilse")
    for note in reading.notes:
        warnings.warn(note, ReadWarning, stacklevel=4)
    return dated(reading.timelines[0], name)


def is_blank(text: str) -> bool:
    """A file in which nothing stands; in tilse a timeline without days."""
    return not text.strip("\ufeff \t\r\n")


def dated(timeline: Timeline, name: str) -> dict[datetime.date, list[str]]:
    """Whole days within Python's calendar; tilse has no other dates."""
    for when in timeline:
        if when.precision != "day" or not 1 <= when.first <= datetime.date.max.toordinal():
            raise InputError(
                f"tilse knows only days of the years 1 to 9999, found {when}; use cliometer score", name
            )
    return {datetime.date.fromordinal(when.first): list(said) for when, said in timeline.items()}
