"""The files of a release of units, read: units, what others matched again, and the timelines of the writers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.archives import file_name
from cliometer.io.native import NativeJson
from cliometer.io.text_files import read_text
from cliometer.io.topic_folders import read_unit_gold
from cliometer.io.units import UnitFile
from cliometer.model.timeline import Timeline
from cliometer.model.units import UnitTopic
from cliometer.study.units.unit_matching import MatchSheet, RematchSheet

UNITS_FOLDER, SECOND_FOLDER, TIMELINES_FOLDER = "units", "second", "timelines"
_TIMELINE = re.compile(r'\s*\{\s*"cliometer"\s*:')


@dataclass(frozen=True)
class UnitReleaseFiles:
    """A release of units: its topics, and by topic the timelines and the second matchings, by name of file."""

    gold: UnitFile
    timelines: Mapping[str, Sequence[Timeline]]
    seconds: Mapping[str, Mapping[str, UnitTopic]]


def read_unit_release(files: Iterable[Path]) -> UnitReleaseFiles:
    """Read the files of a release, or units alone."""
    units, others, written = _sort_files(files)
    gold = read_unit_gold(units)
    ids = [topic.id for topic in gold.units]
    return UnitReleaseFiles(gold, _timelines(written, ids), _seconds(others, ids))


def _sort_files(files: Iterable[Path]) -> tuple[list[Path], list[Path], list[Path]]:
    """Return the files of units, of second matchings and of timelines."""
    units, seconds, timelines = list[Path](), list[Path](), list[Path]()
    for file in files:
        if _TIMELINE.match(read_text(file).lstrip("\ufeff")):
            timelines.append(file)
        else:
            (seconds if SECOND_FOLDER in file.parts[-3:-1] else units).append(file)
    if not units:
        raise InputError("belongs to a release; upload its folder of units as well", (seconds + timelines)[0])
    return units, seconds, timelines


def _timelines(files: Iterable[Path], topics: Sequence[str]) -> dict[str, list[Timeline]]:
    """Return the writers' timelines by topic; where there are several topics, folders have their names."""
    names = {file_name(topic): topic for topic in topics}
    found: dict[str, list[Timeline]] = {}
    for file in files:
        topic = topics[0] if len(topics) == 1 else names.get(file.parent.name)
        if topic is None:
            raise InputError("is in a folder that has the name of no topic of the units", file)
        read = NativeJson().read(read_text(file), file).timelines
        found.setdefault(topic, []).extend(one if one.name else one.named(file.stem) for one in read)
    return found


def _seconds(files: Iterable[Path], topics: Sequence[str]) -> dict[str, dict[str, UnitTopic]]:
    """Return second matchings by topic and file name, such as rematch-bo."""
    found: dict[str, dict[str, UnitTopic]] = {}
    for file in files:
        if not file.stem.startswith((f"{MatchSheet.step}-", f"{RematchSheet.step}-")):
            raise InputError("expected a name such as rematch-bo.json, which names the matcher", file)
        for topic in read_unit_gold([file]).units:
            if topic.id not in topics:
                raise InputError(f"matches the topic {topic.id} again, but there are no units of it", file)
            found.setdefault(topic.id, {})[file.stem] = topic
    return found
