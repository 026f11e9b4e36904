"""Which candidates may be the same event: suggestions by their letters, for people to confirm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cliometer.study.drafts import THRESHOLD
from cliometer.study.similarity import similarities


@dataclass(frozen=True)
class Alike:
    """Two candidates and the cosine of their letters, from 0 to 1."""

    one: str
    other: str
    cosine: float


@dataclass(frozen=True)
class Likeness:
    """The texts of candidates by id; compared once, when first asked."""

    texts: Mapping[str, str]

    @cached_property
    def _ids(self) -> tuple[str, ...]:
        return tuple(self.texts)

    @cached_property
    def _cosines(self) -> NDArray[np.float64]:
        return similarities(list(self.texts.values()))

    @cached_property
    def pairs(self) -> tuple[Alike, ...]:
        """Each two that are at all alike, most alike first, then in their order."""
        return tuple(sorted(self._pairs(), key=lambda pair: -pair.cosine))

    def _pairs(self) -> Iterator[Alike]:
        for (a, one), (b, other) in combinations(enumerate(self._ids), 2):
            if self._cosines[a, b] >= THRESHOLD:
                yield Alike(one, other, float(self._cosines[a, b]))
