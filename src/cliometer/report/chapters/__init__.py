"""What a report says of each kind of result; importing this registers all chapters."""

from __future__ import annotations

from cliometer.report.chapters import annotator_agreement as annotator_agreement
from cliometer.report.chapters import comparison as comparison
from cliometer.report.chapters import court as court
from cliometer.report.chapters import experiment as experiment
from cliometer.report.chapters import meta_evaluation as meta_evaluation
from cliometer.report.chapters import metric_preferences as metric_preferences
from cliometer.report.chapters import scores as scores
from cliometer.report.chapters import unit_scores as unit_scores
from cliometer.report.chapters import vote_judges as vote_judges
from cliometer.report.chapters import votes as votes
from cliometer.report.chapters.base import KINDS, FigureNames, Result, ResultKind


def kind_of(document: object) -> ResultKind | None:
    """The kind of a JSON document; None where it is no result of ours."""
    if not isinstance(document, dict) or "cliometer" not in document:
        return None
    return next((kind for kind in KINDS.values() if kind.fits(document)), None)


__all__ = ["KINDS", "FigureNames", "Result", "ResultKind", "kind_of"]
