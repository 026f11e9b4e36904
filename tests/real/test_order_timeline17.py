"""Order and neighbours of timeline17's references, with their texts moved over their own dates: docs/order.md."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from cliometer.io import read_references
from cliometer.metrics.order import Neighbours, Order
from cliometer.model.timeline import ReferenceSet, Timeline
from tests.shared import SHARED, needs

pytestmark = needs("data", "timeline17")
GOLD = SHARED / "data" / "timeline17" / "references"


def moved(timeline: Timeline, order: Sequence[int]) -> Timeline:
    texts = list(timeline.values())
    return Timeline(zip(timeline, [texts[place] for place in order], strict=True))


def test_reversed_is_minus_one_shuffled_about_zero_and_junk_and_other_topics_undefined() -> None:
    gold, _ = read_references(GOLD, "last")
    random, shuffled, neighbours = np.random.default_rng(0), list[float | None](), list[float | None]()
    for topic, references in gold.items():
        other = next(timelines[0] for name, timelines in gold.items() if name != topic)
        for reference in (each for each in references if 11 <= len(each) <= 40):
            alone, size = ReferenceSet([reference]), len(reference)
            junk = Timeline({when: ["Nothing whatever of note took place."] for when in reference})
            draws = [moved(reference, random.permutation(size).tolist()) for _ in range(72)]
            first, turned, *rest = Order().measure_all([reference, moved(reference, range(size)[::-1]), *draws], alone)
            assert [first.numbers(), turned.numbers()] == [{"value": 1.0}, {"value": -1.0}]
            assert all(score.undefined for score in Order().measure_all([other, junk], alone))
            shuffled += [score.numbers()["value"] for score in rest]
            neighbours += [score.numbers()["f"] for score in Neighbours().measure_all(draws, alone)]
    assert len(shuffled) == 1_008
    assert np.mean(shuffled) == pytest.approx(0, abs=0.02)  # type: ignore[arg-type]
    assert np.mean(neighbours) == pytest.approx(0.053, abs=0.005)  # type: ignore[arg-type]
