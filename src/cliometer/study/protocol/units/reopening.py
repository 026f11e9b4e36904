"""A frozen release opened again: as the journals that make works which release to the same bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count

from cliometer.model.timeline import Timeline
from cliometer.model.units import UnitTopic
from cliometer.study.protocol.journal import replay
from cliometer.study.protocol.steps import SHARED, Desk, Earlier
from cliometer.study.protocol.topics import Topic
from cliometer.study.protocol.units.anchors import without_anchors
from cliometer.study.protocol.units.board import UnitBoard
from cliometer.study.protocol.units.matching import MatchSheet, RematchSheet
from cliometer.study.protocol.units.protocol import UNITS
from cliometer.study.protocol.units.reopened_board import board_actions
from cliometer.study.protocol.units.reopened_lines import Manuscripts, line_actions
from cliometer.study.protocol.units.reopened_links import match_actions
from cliometer.study.protocol.units.reopened_words import Said
from cliometer.study.protocol.units.writing import WriterSheet
from cliometer.study.protocol.work import Action, Work

Journals = Mapping[str, Mapping[str, tuple[Action, ...]]]


@dataclass(frozen=True)
class Reopened:
    """A topic, the settings to lay its sheets out with, and journals and works by step and judge."""

    topic: Topic
    settings: Mapping[str, object]
    journals: Journals
    works: Earlier = field(repr=False)


def reopened(
    release: UnitTopic,
    timelines: Sequence[Timeline] = (),
    seconds: Mapping[str, UnitTopic] | None = None,
    matcher: str = "matcher",
) -> Reopened:
    """Open a release; `timelines` bring back lines that no unit has, `seconds` what others matched again.

    A release does not say who matched: `matcher` does, and the keys of `seconds` are judges. Groups without
    an id get one.
    """
    others = dict(seconds or {})
    topic = Topic(
        release.id,
        sources=tuple(without_anchors(source)[0] for source in release.sources),
        length=release.length,
    )
    written = Manuscripts(release.units, timelines)
    said: dict[str, dict[str, Sequence[Said]]] = {
        WriterSheet.step: {writer: line_actions(own) for writer, own in written.by_writer.items()},
        UnitBoard.step: {SHARED: board_actions(release, written)},
        MatchSheet.step: {matcher: match_actions(release)},
        RematchSheet.step: {judge: match_actions(second) for judge, second in others.items()},
    }
    again = {unit.id for second in others.values() for unit in second.units}
    settings: dict[str, object] = {"draft": True}
    if again:
        settings["sample"] = [unit.id for unit in release.units if unit.id in again]
    journals = {
        step: {by: _journal(by, rows) for by, rows in sheets.items()} for step, sheets in said.items()
    }
    return Reopened(topic, settings, journals, _works(topic, settings, journals))


def _journal(by: str, said: Sequence[Said]) -> tuple[Action, ...]:
    return tuple(Action(seq, by, verb, details) for seq, (verb, details) in zip(count(1), said, strict=False))


def _works(topic: Topic, settings: Mapping[str, object], journals: Journals) -> Earlier:
    works: dict[str, dict[str, Work]] = {}
    for step in UNITS.steps:
        works[step.name] = {
            judge: replay(step.start(Desk((topic,), judge, 0, settings, works)), journal)
            for judge, journal in journals[step.name].items()
        }
    return works
