"""How many topics a test needs to reach its level at all."""

from __future__ import annotations

import pytest

from cliometer.errors import UsageError
from cliometer.stats.effect_sizes import topics_to_reach
from cliometer.stats.paired_tests import sign_flip


@pytest.mark.parametrize(("alpha", "topics"), [(0.05, 6), (0.0625, 5), (0.01, 8), (0.001, 11), (0.9, 2)])
def test_so_many_topics_reach_the_level(alpha: float, topics: int) -> None:
    assert topics_to_reach(alpha) == topics


@pytest.mark.parametrize("alpha", [0.05, 0.0625, 0.01])
def test_one_topic_fewer_does_not(alpha: float) -> None:
    """However different two systems are, a sign flip of all topics is as extreme."""
    least = topics_to_reach(alpha)
    reached = [float(sign_flip([[1.0] * topics], seed=0).p[0]) <= alpha for topics in (least - 1, least)]
    assert reached == [False, True]


def test_a_level_is_a_probability() -> None:
    with pytest.raises(UsageError, match="expected alpha between 0 and 1"):
        topics_to_reach(0)
