"""A unit study as a whole: how the sheet of each step is laid out, its release, and its agreement figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from cliometer.errors import InputError, Refused
from cliometer.io.native import NativeJson
from cliometer.io.units import units_document
from cliometer.model.timeline import Timeline
from cliometer.model.units import ContentUnit, UnitTopic
from cliometer.stats.samples import random
from cliometer.study.split_analysis import SplitAnalysis, can_split
from cliometer.study.steps import SHARED, Desk, EarlierWork, StudyProtocol, StudyStep, Topic
from cliometer.study.unit_agreement import (
    MatchingAgreement,
    UnitStatistics,
    compare_matchings,
    topic_splits,
    unit_statistics,
)
from cliometer.study.units.unit_board import BoardMaterial, BoardUnit, LinePart, UnitBoard
from cliometer.study.units.unit_links import annotate_topic
from cliometer.study.units.unit_matching import MatchMaterial, MatchSheet, RematchSheet
from cliometer.study.units.unit_timelines import UnitSettings, WriterSheet, lines_of_writers

T = TypeVar("T")


def sample_units(units: Mapping[str, T], sample: int | tuple[str, ...], seed: int) -> dict[str, T]:
    """Draw so many units, or take those named, in the order of the units."""
    if isinstance(sample, int):
        ids = list(units)
        chosen = {ids[place] for place in random(seed).permutation(len(ids))[:sample].tolist()}
    else:
        chosen = set(sample)
        missing = [id for id in sample if id not in units]
        if missing:
            raise InputError(
                f"the setting sample: there is no unit {missing[0]!r}; name units that were built"
            )
    return {id: unit for id, unit in units.items() if id in chosen}


def start_writing(desk: Desk) -> WriterSheet:
    """Lay out an empty timeline."""
    return WriterSheet(_topic(desk), desk.judge)


def start_building(desk: Desk) -> UnitBoard:
    """Lay out each line as a unit of its own; without any unit where drafts are asked for."""
    settings = _settings(desk)
    sheets = desk.earlier.get(WriterSheet.step, {})
    lines = lines_of_writers(
        {by: sheet.lines for by, sheet in sheets.items() if isinstance(sheet, WriterSheet)}
    )
    alone = [BoardUnit(f"c{number}", {line: LinePart()}) for number, line in enumerate(lines, start=1)]
    units = {} if settings.draft else {unit.id: unit for unit in alone}
    return UnitBoard(_topic(desk), BoardMaterial(lines), units, conflicts=settings.conflicts)


def start_matching(desk: Desk) -> MatchSheet:
    """Lay out all units, nothing linked."""
    return MatchSheet(MatchMaterial(annotate_topic(_topic(desk)), _built_units(desk)))


def start_rematching(desk: Desk) -> RematchSheet:
    """Lay out some of the units with nothing linked: what the first matcher did is not used."""
    settings = _settings(desk)
    units = sample_units(_built_units(desk), settings.sample, settings.seed)
    return RematchSheet(MatchMaterial(annotate_topic(_topic(desk)), units))


def _settings(desk: Desk) -> UnitSettings:
    return UnitSettings.of(desk.settings, desk.topics[0].id)


def _topic(desk: Desk) -> Topic:
    """Return the topic, with the length of the study where it has none of its own."""
    topic, length = desk.topics[0], _settings(desk).length
    return topic if topic.length is not None or length is None else replace(topic, length=length)


def _built_units(desk: Desk) -> dict[str, ContentUnit]:
    board = desk.earlier.get(UnitBoard.step, {}).get(SHARED)
    if not isinstance(board, UnitBoard):
        raise Refused("the units have not been built yet; hand in that step first")
    return {unit.id: unit for unit in board.content}


UNITS = StudyProtocol(
    "units",
    "Content units",
    (
        StudyStep("write", "Write timelines", "each", ("judge",), start_writing, blind=True),
        StudyStep("build", "Build units", "shared", ("owner", "judge"), start_building),
        StudyStep("match", "Match units", "each", ("judge",), start_matching, blind=True, crew="one"),
        StudyStep(
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


@dataclass(frozen=True)
class UnitReleaseTexts:
    """A release as the texts of its files; `timelines` is empty where nobody wrote one."""

    units: str
    seconds: Mapping[str, str]
    timelines: str


def release_units(topic_id: str, works: EarlierWork) -> UnitTopic:
    """Return the units with the links of the first matcher; without links where nobody has matched yet."""
    matchers = _matchers(works, MatchSheet)
    if matchers:
        return matchers[0][1].release(topic_id)
    board = works.get(UnitBoard.step, {}).get(SHARED)
    if not isinstance(board, UnitBoard):
        raise InputError(f"topic {topic_id}: no units have been built yet")
    return UnitTopic(topic_id, board.topic.sources, board.content, board.topic.length)


def rematched_units(topic_id: str, works: EarlierWork) -> dict[str, UnitTopic]:
    """Return the units that others matched as well, `rematch-bo`, each with that person's links.

    Of work that goes on, only the units that are done count.
    """
    others = [*_matchers(works, MatchSheet)[1:], *_matchers(works, RematchSheet)]
    return {
        f"{sheet.step}-{judge}": sheet.release(topic_id, sheet.finished)
        for judge, sheet in others
        if sheet.finished
    }


def written_timelines(works: EarlierWork) -> tuple[Timeline, ...]:
    """Return what each writer wrote, as reference timelines by name."""
    sheets = [sheet for sheet in works.get(WriterSheet.step, {}).values() if isinstance(sheet, WriterSheet)]
    return tuple(sheet.timeline for sheet in sheets if sheet.lines)


def unit_release_texts(topic_id: str, works: EarlierWork) -> UnitReleaseTexts:
    """Return everything as it is written to files; the same works give the same texts."""
    written = written_timelines(works)
    return UnitReleaseTexts(
        units_document([release_units(topic_id, works)]),
        {name: units_document([topic]) for name, topic in rematched_units(topic_id, works).items()},
        NativeJson().write(written) if written else "",
    )


def _matchers(works: EarlierWork, kind: type[MatchSheet]) -> list[tuple[str, MatchSheet]]:
    sheets = works.get(kind.step, {}).items()
    return [(judge, sheet) for judge, sheet in sheets if isinstance(sheet, kind)]


@dataclass(frozen=True)
class UnitFigures:
    """The size and shape of the pyramid, the split analysis, and how far each second matcher agrees.

    There is no split analysis unless the writers make two teams of one size with two or more in each.
    """

    statistics: UnitStatistics
    splits: SplitAnalysis | None
    matchings: Mapping[str, MatchingAgreement]


def unit_figures(topic_id: str, works: EarlierWork, unseen: int | None = None) -> UnitFigures | None:
    """Return the figures, None where there is no unit yet; unseen units are estimated unless given."""
    board = works.get(UnitBoard.step, {}).get(SHARED)
    if not isinstance(board, UnitBoard) or not board.units:
        return None
    topic = release_units(topic_id, works)
    found = unit_statistics(topic)
    return UnitFigures(
        found,
        topic_splits(topic, unseen) if can_split(len(found.writers)) else None,
        {name: compare_matchings(topic, second) for name, second in rematched_units(topic_id, works).items()},
    )
