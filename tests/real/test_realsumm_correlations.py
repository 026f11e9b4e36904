"""ROUGE against the human pyramid scores of realsumm, 25 systems x 100 texts: equal to plain scipy."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from cliometer.stats.correlation import Coefficient, correlate_tables
from cliometer.stats.correlation_tests import correlation_interval, perm_both
from tests.shared import SHARED, needs

pytestmark = needs("data", "realsumm", "scores_dicts")
Table = NDArray[np.float64]
ORACLES: dict[Coefficient, Any] = {
    "pearson": stats.pearsonr,
    "spearman": stats.spearmanr,
    "kendall-b": stats.kendalltau,
    "kendall-c": lambda x, y: stats.kendalltau(x, y, variant="c"),
}


def table(metric: str) -> Table:
    """Systems x texts; a system is told apart by the kind of file it stands in."""
    columns: dict[str, dict[tuple[str, str], float]] = {}
    for kind in ("abs", "ext"):
        path = SHARED / "data" / "realsumm" / "scores_dicts" / f"{kind}.json"
        for text, entry in json.loads(path.read_text(encoding="utf-8")).items():
            for system, summary in entry["system_summaries"].items():
                columns.setdefault(text, {})[kind, system] = summary["scores"][metric]
    systems = sorted(next(iter(columns.values())))
    return np.array([[columns[text][system] for text in columns] for system in systems])


@pytest.fixture(scope="module")
def human() -> Table:
    return table("litepyramid_recall")


@pytest.fixture(scope="module")
def rouge_2() -> Table:
    return table("rouge_2_recall")


def test_every_system_has_a_score_on_every_text(human: Table) -> None:
    assert human.shape == (25, 100)


@pytest.mark.parametrize("coefficient", sorted(ORACLES))
def test_all_levels_are_those_of_scipy(human: Table, rouge_2: Table, coefficient: Coefficient) -> None:
    def direct(x: Table, y: Table) -> float:
        return float(ORACLES[coefficient](x, y)[0])

    expected = {
        "system": direct(rouge_2.mean(axis=1), human.mean(axis=1)),
        "global": direct(rouge_2.ravel(), human.ravel()),
        "text": np.nanmean([direct(x, y) for x, y in zip(rouge_2.T, human.T, strict=True)]),
    }
    found = {
        "system": correlate_tables(rouge_2, human, coefficient, "system").value,
        "global": correlate_tables(rouge_2, human, coefficient, "global").value,
        "text": correlate_tables(rouge_2, human, coefficient, "text").value,
    }
    assert found == pytest.approx(expected, abs=1e-9)


def test_intervals_and_perm_both_are_reproducible_from_a_seed(human: Table, rouge_2: Table) -> None:
    def answers() -> tuple[object, object]:
        return (
            correlation_interval(rouge_2, human, "kendall-b", "system", over="both", seed=1, resamples=200),
            perm_both(rouge_2, table("rouge_1_recall"), human, "pearson", "system", seed=1, resamples=200),
        )

    assert answers() == answers()
