"""A table of scores as it stands in files: metrics x systems x topics, whoever or whatever gave them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

Key = tuple[str, str, str]  # metric, system, topic


@dataclass(frozen=True)
class ScoreTable:
    """Scores by metric, system and topic; `gaps` holds the places of cells that stand there without one."""

    scores: Mapping[Key, float]
    gaps: Mapping[Key, str]
    source: str
    notes: Sequence[str] = ()

    @property
    def metrics(self) -> list[str]:
        """In the order of the files."""
        return list(dict.fromkeys(metric for metric, _, _ in (*self.scores, *self.gaps)))

    def systems(self, metrics: Iterable[str]) -> list[str]:
        """Those that one of the metrics knows, in the order of the files."""
        wanted = set(metrics)
        return list(dict.fromkeys(key[1] for key in (*self.scores, *self.gaps) if key[0] in wanted))

    def topics(self, metrics: Iterable[str]) -> list[str]:
        """Those that one of the metrics knows, in the order of the files."""
        wanted = set(metrics)
        return list(dict.fromkeys(key[2] for key in (*self.scores, *self.gaps) if key[0] in wanted))

    def noted(self, notes: Sequence[str]) -> ScoreTable:
        """The same scores with more notes before the others."""
        return replace(self, notes=(*notes, *self.notes))
