"""`tilse.evaluation.dates`: precision, recall and F1 of the dates alone."""

from __future__ import annotations

from cliometer.compat.tilse.timelines import GroundTruthLike, TimelineLike, our_references, ours
from cliometer.metrics.dates import Dates


def evaluate_dates(pred: TimelineLike, groundtruth: GroundTruthLike) -> dict[str, float]:
    """tilse divides by zero for an empty timeline; here that scores 0."""
    numbers = Dates().measure(ours(pred), our_references(groundtruth)).numbers("zero")
    return {
        "precision": numbers["precision"] or 0.0,
        "recall": numbers["recall"] or 0.0,
        "f_score": numbers["f"] or 0,
    }
