"""Names that tell several timelines apart."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.model.timeline import Timeline


def labels(timelines: Sequence[Timeline], prefix: str = "") -> tuple[str, ...]:
    """Their own names where all have one and no two are the same, else the prefix and a number from 1."""
    own = tuple(timeline.name.strip() for timeline in timelines)
    if all(own) and len(set(own)) == len(own):
        return own
    return tuple(f"{prefix}{number}" for number in range(1, len(timelines) + 1))
