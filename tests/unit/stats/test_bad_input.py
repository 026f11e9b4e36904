"""One topic, one system, all ties, NaN, unequal topics: every statistic refuses them in a sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cliometer.errors import InputError
from cliometer.stats.aggregates import group_means, means
from cliometer.stats.bootstrap import Bootstrap, all_pairs, bca, bootstrap, percentile, studentised_p_values
from cliometer.stats.correlation_tests import correlation_interval, perm_both
from cliometer.stats.effect_sizes import bounds
from cliometer.stats.multiple_comparisons import critical_difference
from cliometer.stats.paired_tests import sign_flip, topic_means, wilcoxon
from cliometer.stats.pairwise_accuracy import calibrated_pairwise_accuracy, pairwise_accuracy, soft_pairwise_accuracy

NAN = float("nan")
UNFIT = {"nan": [[0.1, NAN, 0.3], [0.2, 0.2, 0.4]], "unequal topics": [[0.1, 0.2, 0.3], [0.2]], "nothing": [[], []]}
ONE_TOPIC, ONE_SYSTEM, TIES = [[0.1], [0.2]], [[0.1, 0.2, 0.4]], [[0.1, 0.2, 0.3]] * 2
Scores = list[list[float]]


def differences(table: Scores) -> Bootstrap:
    return bootstrap(means(table), 20, seed=1).differences(all_pairs(len(table)))


OVER_TOPICS: dict[str, Callable[[Scores], object]] = {
    "percentile": lambda table: percentile(bootstrap(means(table), 20, seed=1)),
    "bca": lambda table: bca(bootstrap(means(table), 20, seed=1)),
    "sign_flip": lambda table: sign_flip(table, seed=1),
    "studentised_p_values": lambda table: studentised_p_values(table, 20, seed=1),
    "topic_means": topic_means,
}
OF_PAIRS: dict[str, Callable[[Scores], object]] = {
    "bounds": lambda table: bounds(differences(table), "lower"),
    "critical_difference": critical_difference,
    "soft_pairwise_accuracy": lambda table: soft_pairwise_accuracy(table, table, seed=1),
    "correlation_interval": lambda table: correlation_interval(table, table, "pearson", "system", over="both", seed=1),
}
OF_SYSTEMS: dict[str, Callable[[Scores], object]] = {
    "pairwise_accuracy": lambda table: pairwise_accuracy(table, table),
    "calibrated_pairwise_accuracy": lambda table: calibrated_pairwise_accuracy(table, table),
    "perm_both": lambda table: perm_both(table, table, table, "pearson", "system", seed=1),
}
OF_TWO: dict[str, Callable[[Scores], object]] = {"wilcoxon": lambda table: wilcoxon(table[0], table[-1])}
CASES = {
    "one topic": (ONE_TOPIC, OVER_TOPICS | OF_PAIRS | OF_TWO),
    "one system": (ONE_SYSTEM, OF_PAIRS | OF_SYSTEMS),
    "ties": ([[0.5] * 4, [0.5] * 4], OF_SYSTEMS | OF_TWO | {"critical_difference": critical_difference}),
} | {
    name: (
        table,
        OVER_TOPICS
        | OF_PAIRS
        | OF_SYSTEMS
        | OF_TWO
        | {"group_means": lambda table: group_means(table, ["a", "a", "b"])},
    )
    for name, table in UNFIT.items()
}


@pytest.mark.parametrize(
    ("table", "statistic"),
    [
        pytest.param(table, statistic, id=f"{name}-{case}")
        for case, (table, statistics) in CASES.items()
        for name, statistic in statistics.items()
    ],
)
def test_there_is_no_number_without_scores_to_stand_on(table: Scores, statistic: Callable[[Scores], object]) -> None:
    with pytest.raises(InputError):
        statistic(table)


def test_ties_on_every_topic_are_no_difference() -> None:
    assert studentised_p_values([[0.0, 0.0, 0.0]], 20, seed=1).tolist() == [1.0]
    assert bca(differences(TIES)).methods == ("percentile",)
