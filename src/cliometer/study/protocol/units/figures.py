"""What `cliometer agreement` says of a release, from the works at hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cliometer.study.agreement.matching import Matching, compare_matchings
from cliometer.study.agreement.pyramids import UnitStatistics, topic_splits, unit_statistics
from cliometer.study.agreement.splits import SplitAnalysis, can_split
from cliometer.study.protocol.steps import SHARED, Earlier
from cliometer.study.protocol.units.board import UnitBoard
from cliometer.study.protocol.units.release import release, seconds


@dataclass(frozen=True)
class UnitFigures:
    """The size and shape of the pyramid, the split analysis, and how far each second matcher agrees.

    There is no split analysis unless the writers make two teams of one size with two or more in each.
    """

    statistics: UnitStatistics
    splits: SplitAnalysis | None
    matchings: Mapping[str, Matching]


def figures(topic_id: str, works: Earlier, unseen: int | None = None) -> UnitFigures | None:
    """None where there is no unit yet; `unseen` units are estimated unless given."""
    board = works.get(UnitBoard.step, {}).get(SHARED)
    if not isinstance(board, UnitBoard) or not board.units:
        return None
    topic = release(topic_id, works)
    found = unit_statistics(topic)
    return UnitFigures(
        found,
        topic_splits(topic, unseen) if can_split(len(found.writers)) else None,
        {name: compare_matchings(topic, second) for name, second in seconds(topic_id, works).items()},
    )
