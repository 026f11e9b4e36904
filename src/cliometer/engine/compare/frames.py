"""A comparison as flat tables: differences, systems, the human ceiling, and every topic."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.engine.compare.ceiling import Ceiling, Normalised
from cliometer.engine.compare.differences import Difference
from cliometer.engine.compare.standings import Standing, Standings
from cliometer.io.frames import Records, columns_of

_ABOUT = {"metric": str, "side": str, "less_is_better": bool}
_WRITERS = {"writers": float, "writers_low": float, "writers_high": float, "tasks": int, "topics": int}


def tables_of(standings: Sequence[Standings], ceilings: Sequence[Ceiling]) -> dict[str, Records]:
    """Each table has the metric in front; all numbers in full."""
    return {
        "differences": Records(
            {"metric": str, **columns_of(Difference)},
            [{"metric": found.metric, **vars(one)} for found in standings for one in found.differences],
        ),
        "systems": Records(
            {**_ABOUT, **columns_of(Standing)},
            [_about(found) | vars(one) for found in standings for one in found.systems],
        ),
        "ceiling": Records(
            {"metric": str, **columns_of(Normalised), **_WRITERS},
            [vars(one) | _writers(ceiling) for ceiling in ceilings for one in ceiling.systems],
        ),
        "topics": Records(
            {"metric": str, "system": str, "topic": str, "value": float},
            [row for found in standings for row in _topics(found)],
        ),
    }


def _about(found: Standings) -> dict[str, object]:
    return {name: getattr(found, name) for name in _ABOUT}


def _writers(ceiling: Ceiling) -> dict[str, object]:
    return {
        "metric": ceiling.metric,
        "writers": ceiling.writers,
        "writers_low": ceiling.low,
        "writers_high": ceiling.high,
        "tasks": ceiling.tasks,
        "topics": ceiling.topics,
    }


def _topics(found: Standings) -> list[dict[str, object]]:
    return [
        {"metric": found.metric, "system": one.system, "topic": topic, "value": value}
        for one in found.systems
        for topic, value in one.topics.items()
    ]
