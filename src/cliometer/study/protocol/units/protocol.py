"""The steps of a study of content units, and how each sheet is laid out."""

from __future__ import annotations

from dataclasses import replace

from cliometer.errors import Refused
from cliometer.model.units import ContentUnit
from cliometer.study.protocol.steps import SHARED, Desk, Protocol, Step
from cliometer.study.protocol.topics import Topic
from cliometer.study.protocol.units.annotated import annotated
from cliometer.study.protocol.units.board import UnitBoard
from cliometer.study.protocol.units.board_units import BoardUnit, Part
from cliometer.study.protocol.units.lines import of_writers
from cliometer.study.protocol.units.match_view import MatchMaterial
from cliometer.study.protocol.units.matching import MatchSheet, RematchSheet
from cliometer.study.protocol.units.sampling import sampled
from cliometer.study.protocol.units.settings import UnitSettings
from cliometer.study.protocol.units.suggestions import BoardMaterial
from cliometer.study.protocol.units.writing import WriterSheet


def start_writing(desk: Desk) -> WriterSheet:
    """An empty timeline."""
    return WriterSheet(_topic(desk), desk.judge)


def start_building(desk: Desk) -> UnitBoard:
    """Each line is a candidate, a unit of its own; none is one yet where drafts are asked for."""
    settings = _settings(desk)
    sheets = desk.earlier.get(WriterSheet.step, {})
    lines = of_writers({by: sheet.lines for by, sheet in sheets.items() if isinstance(sheet, WriterSheet)})
    alone = [BoardUnit(f"c{number}", {line: Part()}) for number, line in enumerate(lines, start=1)]
    units = {} if settings.draft else {unit.id: unit for unit in alone}
    return UnitBoard(_topic(desk), BoardMaterial(lines), units, conflicts=settings.conflicts)


def start_matching(desk: Desk) -> MatchSheet:
    """All units, and nothing linked."""
    return MatchSheet(MatchMaterial(annotated(_topic(desk)), _built(desk)))


def start_rematching(desk: Desk) -> RematchSheet:
    """Some of the units, and nothing linked: what the first matcher did is not looked at."""
    settings = _settings(desk)
    units = sampled(_built(desk), settings.sample, settings.seed)
    return RematchSheet(MatchMaterial(annotated(_topic(desk)), units))


def _settings(desk: Desk) -> UnitSettings:
    return UnitSettings.of(desk.settings, desk.topics[0].id)


def _topic(desk: Desk) -> Topic:
    """With the length of the study where the topic has none of its own."""
    topic, length = desk.topics[0], _settings(desk).length
    return topic if topic.length is not None or length is None else replace(topic, length=length)


def _built(desk: Desk) -> dict[str, ContentUnit]:
    board = desk.earlier.get(UnitBoard.step, {}).get(SHARED)
    if not isinstance(board, UnitBoard):
        raise Refused("the units have not been built yet; hand in that step first")
    return {unit.id: unit for unit in board.content}


UNITS = Protocol(
    "units",
    "Content units",
    (
        Step("write", "Write timelines", "each", ("judge",), start_writing, blind=True),
        Step("build", "Build units", "shared", ("owner", "judge"), start_building),
        Step("match", "Match units", "each", ("judge",), start_matching, blind=True, crew="one"),
        Step(
            "rematch",
            "Match again",
            "each",
            ("judge",),
            start_rematching,
            blind=True,
            optional=True,
            crew="none",
            hides=("match",),
        ),
    ),
)
