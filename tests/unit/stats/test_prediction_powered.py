"""Few labels correct many predictions: intervals cover, and are narrower than those of the labels alone."""

from __future__ import annotations

import numpy as np
import pytest

from cliometer.errors import InputError
from cliometer.stats.prediction_powered import CorrectedMean, corrected_mean
from cliometer.stats.samples import Floats


def audited(
    rng: np.random.Generator, decisions: int, checked: int, covered: float, right: float
) -> tuple[CorrectedMean, float]:
    """Check some decisions of a model that is right with this probability; return the estimate and the truth."""
    weights: Floats = rng.integers(1, 5, decisions).astype(float)
    truth: Floats = (rng.random(decisions) < covered).astype(float)
    predicted: Floats = np.where(rng.random(decisions) < right, truth, 1 - truth)
    places = rng.choice(decisions, checked, replace=False)
    mean = corrected_mean(predicted, weights, places, truth[places])
    return mean, float(np.average(truth, weights=weights))


@pytest.mark.parametrize(("covered", "right"), [(0.4, 0.9), (0.2, 0.8), (0.4, 0.5)])
def test_intervals_cover_the_truth_and_are_no_wider_than_those_of_labels_alone(covered: float, right: float) -> None:
    rng = np.random.default_rng(1)
    runs = [audited(rng, 400, 100, covered, right) for _ in range(600)]
    hits = np.mean([mean.low <= truth <= mean.high for mean, truth in runs])
    width = np.mean([mean.high - mean.low for mean, _ in runs])
    alone = np.mean([mean.labels_high - mean.labels_low for mean, _ in runs])
    assert 0.93 <= hits <= 0.98
    assert width < (1.02 if right == 0.5 else 0.9) * alone


def test_a_perfect_model_needs_no_correction_and_a_constant_one_gives_none() -> None:
    truth = np.array([0.0, 1.0] * 50)
    places, weights = np.arange(0, 30), np.ones(100)
    perfect = corrected_mean(truth, weights, places, truth[places])
    assert perfect.estimate == pytest.approx(0.5) and perfect.slope == 1 and perfect.high > perfect.low
    constant = corrected_mean(np.ones(100), weights, places, truth[places])
    assert constant.slope == 0 and constant.estimate == constant.labels == 0.5


def test_where_all_was_checked_the_score_is_that_of_people() -> None:
    truth, predicted, weights = np.array([0.0, 1, 1, 0, 1, 0]), np.ones(6), np.array([1.0, 2, 3, 1, 1, 2])
    mean = corrected_mean(predicted, weights, np.arange(6), truth)
    assert mean.estimate == mean.low == mean.high == pytest.approx(np.average(truth, weights=weights))


def test_too_few_labels_are_refused() -> None:
    with pytest.raises(InputError, match="4 checked decisions are too few"):
        corrected_mean(np.ones(9), np.ones(9), np.arange(4), np.ones(4))
