"""From the works of a topic to what is frozen: units with their links, second matchings, timelines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cliometer.errors import InputError
from cliometer.io.native import NativeJson
from cliometer.io.units.files import units_document
from cliometer.model.timeline import Timeline
from cliometer.model.units import UnitTopic
from cliometer.study.protocol.steps import SHARED, Earlier
from cliometer.study.protocol.units.board import UnitBoard
from cliometer.study.protocol.units.matching import MatchSheet, RematchSheet
from cliometer.study.protocol.units.writing import WriterSheet


@dataclass(frozen=True)
class ReleaseTexts:
    """A release as the texts of its files; `timelines` is empty where nobody wrote one."""

    units: str
    seconds: Mapping[str, str]
    timelines: str


def release(topic_id: str, works: Earlier) -> UnitTopic:
    """The units with the links of the first matcher; without links where nobody has matched yet."""
    first = next(iter(_matchers(works)), None)
    if first is not None:
        return first[1].release(topic_id)
    board = works.get(UnitBoard.step, {}).get(SHARED)
    if not isinstance(board, UnitBoard):
        raise InputError(f"topic {topic_id}: no units have been built yet")
    return UnitTopic(topic_id, board.topic.sources, board.content, board.topic.length)


def seconds(topic_id: str, works: Earlier) -> dict[str, UnitTopic]:
    """The units that others matched as well, `rematch-bo`, each with that person's links.

    Of work that goes on, only the units that are done count.
    """
    others = [*list(_matchers(works))[1:], *_rematchers(works)]
    return {
        f"{sheet.step}-{judge}": sheet.release(topic_id, sheet.finished)
        for judge, sheet in others
        if sheet.finished
    }


def timelines(works: Earlier) -> tuple[Timeline, ...]:
    """What each writer wrote, as reference timelines by name."""
    sheets = [sheet for sheet in works.get(WriterSheet.step, {}).values() if isinstance(sheet, WriterSheet)]
    return tuple(sheet.timeline for sheet in sheets if sheet.lines)


def release_texts(topic_id: str, works: Earlier) -> ReleaseTexts:
    """Everything as it is written to files; the same works give the same texts."""
    written = timelines(works)
    return ReleaseTexts(
        units_document([release(topic_id, works)]),
        {name: units_document([topic]) for name, topic in seconds(topic_id, works).items()},
        NativeJson().write(written) if written else "",
    )


def _matchers(works: Earlier) -> Iterator[tuple[str, MatchSheet]]:
    for judge, sheet in works.get(MatchSheet.step, {}).items():
        if isinstance(sheet, MatchSheet):
            yield judge, sheet


def _rematchers(works: Earlier) -> Iterator[tuple[str, MatchSheet]]:
    for judge, sheet in works.get(RematchSheet.step, {}).items():
        if isinstance(sheet, RematchSheet):
            yield judge, sheet
