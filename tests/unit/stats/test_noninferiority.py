"""One-sided bounds: their sides, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cliometer.errors import UsageError
from cliometer.stats.aggregates import means
from cliometer.stats.bootstrap import Method, bootstrap
from cliometer.stats.effect_sizes import METHODS, SIDES, bounds

SAMPLE = bootstrap(means(np.random.default_rng(5).random((3, 12))), 500, seed=1)


@pytest.mark.parametrize("method", ["bca", "percentile"])
def test_a_bound_at_95_percent_is_an_end_of_the_90_percent_interval(method: Method) -> None:
    ends = METHODS[method](SAMPLE, 2 * 0.95 - 1)
    lower, upper = (bounds(SAMPLE, side, 0.95, method) for side in SIDES)
    assert lower.values.tolist() == ends.low.tolist()
    assert upper.values.tolist() == ends.high.tolist()
    assert (lower.side, upper.side, lower.level, lower.methods) == ("lower", "upper", 0.95, ends.methods)


def test_a_score_that_no_topic_changes_has_a_percentile_bound_and_the_reason() -> None:
    found = bounds(bootstrap(means([[0.5, 0.5, 0.5], [0.1, 0.5, 0.3]]), 99, seed=0), "upper")
    assert (found.values[0], found.methods) == (0.5, ("percentile", "bca"))
    assert found.reasons == ("no topic changes the score", None)


@pytest.mark.parametrize(
    ("side", "level", "method", "message"),
    [
        ("left", 0.95, "bca", "unknown side of a bound 'left'"),
        ("lower", 0.5, "bca", "between 0.5 and 1, such as 0.95, found 0.5"),
        ("lower", 1.0, "bca", "between 0.5 and 1, such as 0.95, found 1.0"),
        ("lower", float("nan"), "bca", "found nan"),
        ("lower", 0.95, "normal", "unknown method 'normal'"),
    ],
)
def test_a_wrong_call_is_told_in_a_sentence(side: Any, level: float, method: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        bounds(SAMPLE, side, level, method)
