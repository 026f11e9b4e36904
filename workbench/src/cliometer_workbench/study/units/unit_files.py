"""The files of a release of units: they are written, read, and opened again as work."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from cliometer.errors import InputError, Refused
from cliometer.io.native import NativeJson
from cliometer.io.text_files import read_text
from cliometer.io.topic_folders import read_unit_gold
from cliometer.io.units import UnitFile, units_document
from cliometer.model.timeline import Timeline
from cliometer.model.units import ContentUnit, Contributor, EventGroup, UnitTopic
from cliometer.model.when import When
from cliometer.study.topics import Topic
from cliometer_workbench.formats.archives import file_name
from cliometer_workbench.study.journal import UnnumberedAction
from cliometer_workbench.study.steps import SHARED, EarlierWork, ReopenedTopic, begun_work, reopen_topic
from cliometer_workbench.study.units import unit_study
from cliometer_workbench.study.units.unit_board import TEXT_ROLES, BoardUnit, LinePart, UnitBoard
from cliometer_workbench.study.units.unit_matching import MatchSheet, RematchSheet, without_anchors
from cliometer_workbench.study.units.unit_timelines import DatedLine, WriterSheet

UNITS_FOLDER, SECOND_FOLDER, TIMELINES_FOLDER = "units", "second", "timelines"
_TIMELINE = re.compile(r'\s*\{\s*"cliometer"\s*:')


@dataclass(frozen=True)
class UnitReleaseFiles:
    """A release of units: its topics, and by topic the timelines and the second matchings, by name of file."""

    gold: UnitFile
    timelines: Mapping[str, Sequence[Timeline]]
    seconds: Mapping[str, Mapping[str, UnitTopic]]


def unit_release_files(topic_id: str, works: EarlierWork, names: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return the text of each file of a release by its name; the same works give the same texts, and no unit twice.

    `names` stand in place of those of the judges.
    """
    known, name = names or {}, file_name(topic_id)
    topic = unit_study.name_writers(unit_study.release_units(topic_id, works), known)
    board = begun_work(works, UnitBoard.step, UnitBoard)
    if board and board.doubles:
        raise Refused("units-unmerged", topic_id=topic_id, reason=board.doubles[0])
    if topic.length is None:
        topic = replace(topic, length=unit_study.mean_length(works))
    files = {f"{UNITS_FOLDER}/{name}.json": units_document([topic])}
    for judge, second in unit_study.rematched_units(topic_id, works, known).items():
        named = unit_study.name_writers(second, known)
        files[f"{SECOND_FOLDER}/{name}/{file_name(judge)}.json"] = units_document([named])
    for timeline in unit_study.written_timelines(works, known):
        files[f"{TIMELINES_FOLDER}/{name}/{file_name(timeline.name)}.json"] = NativeJson().write([timeline])
    return files


def read_unit_release(files: Iterable[Path]) -> UnitReleaseFiles:
    """Read the files of a release, or units alone: second matchings are named such as rematch-bo."""
    lists: dict[str, list[Path]] = {UNITS_FOLDER: [], SECOND_FOLDER: [], TIMELINES_FOLDER: []}
    for file in files:
        is_timeline = _TIMELINE.match(read_text(file).lstrip("\ufeff"))
        is_second = SECOND_FOLDER in file.parts[-3:-1]
        lists[TIMELINES_FOLDER if is_timeline else SECOND_FOLDER if is_second else UNITS_FOLDER].append(file)
    units, others, written = lists.values()
    if not units:
        raise InputError("release-units-missing", (others + written)[0])
    gold, matchings = read_unit_gold(units), dict[str, dict[str, UnitTopic]]()
    topics = [topic.id for topic in gold.units]
    for file in others:
        if not file.stem.startswith((f"{MatchSheet.step}-", f"{RematchSheet.step}-")):
            raise InputError("matcher-name-expected", file)
        for topic in read_unit_gold([file]).units:
            if topic.id not in topics:
                raise InputError("matching-without-units", file, topic=topic.id)
            matchings.setdefault(topic.id, {})[file.stem] = topic
    return UnitReleaseFiles(gold, _timelines(written, topics), matchings)


def _timelines(files: Iterable[Path], topics: Sequence[str]) -> dict[str, list[Timeline]]:
    """Return the writers' timelines by topic; where there are several topics, folders have their names."""
    names = {file_name(topic): topic for topic in topics}
    timelines: dict[str, list[Timeline]] = {}
    for file in files:
        topic = topics[0] if len(topics) == 1 else names.get(file.parent.name)
        if topic is None:
            raise InputError("folder-not-topic", file)
        read = NativeJson().read(read_text(file), file).timelines
        named = (timeline if timeline.name else timeline.named(file.stem) for timeline in read)
        timelines.setdefault(topic, []).extend(named)
    return timelines


class WriterLines:
    """The lines of each writer, found or made up one after the other, and what each unit has of which."""

    def __init__(self, units: Iterable[ContentUnit], timelines: Iterable[Timeline]) -> None:
        self.lines: dict[str, DatedLine] = {}
        self.by_writer: dict[str, list[DatedLine]] = {}
        self._known: set[str] = set()
        for timeline in timelines:
            self._known.add(timeline.name)
            for date, sentences in timeline.items():
                for sentence in sentences:
                    self._add(timeline.name, date, sentence)
        self.parts = {unit.id: self._parts(unit) for unit in units}

    def _parts(self, unit: ContentUnit) -> dict[str, LinePart]:
        """Return what a unit has of which line; no line is meant twice."""
        parts: dict[str, LinePart] = {}
        for contributor in unit.contributors:
            line = self._line(contributor, unit.id, parts)
            parts[line.id] = LinePart(contributor.text, contributor.discarded)
        return parts

    def _line(self, part: Contributor, unit: str, taken: dict[str, LinePart]) -> DatedLine:
        """Return the line that a part comes from, or make it up where timelines are not known."""
        if part.date is None or not part.text:
            lacks = "date" if part.date is None else "text"
            raise InputError("unit-part-incomplete", unit=unit, writer=part.writer, lacks=lacks)
        dated = [line for line in self.by_writer.get(part.writer, ()) if line.date == part.date]
        free = [line for line in dated if line.id not in taken]
        if part.writer not in self._known:
            free = [line for line in free if _holds(line, part)]
        if free:  # the same words first, then a line that holds the part, then most words in common
            words = set(f"{part.text} {part.discarded}".casefold().split())
            return max(
                free,
                key=lambda line: (
                    line.text == part.text,
                    _holds(line, part),
                    len(words & set(line.text.casefold().split())),
                ),
            )
        return self._add(part.writer, part.date, f"{part.text} {part.discarded}".strip())

    def _add(self, writer: str, date: When, text: str) -> DatedLine:
        lines = self.by_writer.setdefault(writer, [])
        line = DatedLine(f"{writer}/l{len(lines) + 1}", date, text, len(lines) + 1, writer)
        lines.append(line)
        self.lines[line.id] = line
        return line


def _holds(line: DatedLine, part: Contributor) -> bool:
    """Return whether the line is the part, or has what was kept of it and what was discarded."""
    both = part.text in line.text and part.discarded in line.text
    return line.text == part.text or (bool(part.discarded) and both)


LEFT_OUT = "in no unit of the release"


def board_actions(release: UnitTopic, written: WriterLines) -> tuple[UnnumberedAction, ...]:
    """Make each unit, and leave out the lines that are in none."""
    made = [action for unit in release.units for action in _unit_actions(unit, written)]
    used = {line for parts in written.parts.values() for line in parts}
    left = [("omit", {"line": id, "why": LEFT_OUT}) for id in written.lines if id not in used]
    return (*made, *left)


def _unit_actions(unit: ContentUnit, written: WriterLines) -> Iterator[UnnumberedAction]:
    parts, lines = written.parts[unit.id], written.lines
    yield "make", {"lines": list(parts), "label": unit.label, "id": unit.id}
    for line, part in parts.items():
        if part.discarded or part.text != lines[line].text:
            yield "trim", {"line": line, "unit": unit.id, "text": part.text, "discarded": part.discarded}
    roles: dict[str, object] = {name: getattr(unit, name) for name in TEXT_ROLES[1:] if getattr(unit, name)}
    if unit.time != BoardUnit(unit.id, parts).when(lines):
        roles["time"] = "" if unit.time is None else str(unit.time)
    if roles:
        yield "describe", {"unit": unit.id, **roles}
    for name, value in unit.roles:
        yield "role", {"unit": unit.id, "name": name, "value": value}


def match_actions(release: UnitTopic) -> tuple[UnnumberedAction, ...]:
    """Set the anchors, link what each unit has, and call it done."""
    actions: list[UnnumberedAction] = [
        ("anchor", {"source": source.id, "start": anchor.start, "end": anchor.end})
        for source in release.sources
        for anchor in without_anchors(source)[1]
    ]
    for unit in release.units:
        actions += _group_actions(unit.id, unit.group, set()) if unit.group else ()
        looked = [mark for mark in unit.examined if mark not in unit.leaves]
        actions += [("look", {"unit": unit.id, "mark": mark}) for mark in looked]
        actions.append(("done", {"unit": unit.id}))
    return tuple(actions)


def _group_actions(unit: str, group: EventGroup, seen: set[str]) -> Iterator[UnnumberedAction]:
    """Link from the inside out: members first, then the group of them, each as the last of its siblings."""
    for member in group.members:
        if isinstance(member.of, str):
            if member.of in seen:
                raise InputError("unit-mark-repeated", unit=unit, mark=member.of)
            seen.add(member.of)
            yield "link", {"unit": unit, "mark": member.of, "v": float(member.v)}
            continue
        ids = []
        for inner in member.of.members:
            made = list(_group_actions(unit, EventGroup((inner,)), seen))
            yield from made
            ids.append(made[-1][1].get("id", made[-1][1].get("mark")))
        given = member.of.id  # which the group keeps where it may
        kept = given if given and "/" not in given and given not in seen else ""
        id = kept or next(name for n in count(1) if (name := f"group-{n}") not in seen)
        seen.add(id)
        yield "group", {"unit": unit, "members": ids, "v": float(member.v), "id": id}


def reopen_units(
    release: UnitTopic,
    timelines: Sequence[Timeline] = (),
    seconds: Mapping[str, UnitTopic] | None = None,
    matcher: str = "matcher",
) -> ReopenedTopic:
    """Open a release; `timelines` bring back lines that no unit has, `seconds` what others matched again.

    A release does not say who matched: `matcher` does, and the keys of `seconds` are judges. Groups without
    an id get one.
    """
    others = dict(seconds or {})
    topic = Topic(
        release.id, sources=tuple(without_anchors(source)[0] for source in release.sources), length=release.length
    )
    written = WriterLines(release.units, timelines)
    actions: dict[tuple[str, str], Sequence[UnnumberedAction]] = {
        **{
            (WriterSheet.step, by): [("add", {"date": str(line.date), "text": line.text}) for line in lines]
            for by, lines in written.by_writer.items()
        },
        (UnitBoard.step, SHARED): board_actions(release, written),
        (MatchSheet.step, matcher): match_actions(release),
        **{(RematchSheet.step, judge): match_actions(second) for judge, second in others.items()},
    }
    again = {unit.id for second in others.values() for unit in second.units}
    settings: dict[str, object] = {"draft": True}
    if again:
        settings["sample"] = [unit.id for unit in release.units if unit.id in again]
    return reopen_topic(unit_study.UNITS, topic, actions, settings)
