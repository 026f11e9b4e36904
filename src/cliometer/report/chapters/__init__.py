"""The sections that show results of each kind; importing this registers all builders."""

from __future__ import annotations

from cliometer.errors import UsageError
from cliometer.report.chapters import annotator_agreement as annotator_agreement
from cliometer.report.chapters import comparison as comparison
from cliometer.report.chapters import court as court
from cliometer.report.chapters import experiment as experiment
from cliometer.report.chapters import meta_evaluation as meta_evaluation
from cliometer.report.chapters import scores as scores
from cliometer.report.chapters import unit_scores as unit_scores
from cliometer.report.chapters import vote_judges as vote_judges
from cliometer.report.chapters import votes as votes
from cliometer.report.chapters.base import KINDS, FigureNames, Result, ResultKind
from cliometer.report.document import Section


def kind_of(document: object) -> ResultKind | None:
    """The kind of a JSON document; None where it is no result of ours."""
    if not isinstance(document, dict) or "cliometer" not in document:
        return None
    return next((kind for kind in KINDS.values() if kind.fits(document)), None)


def kind_of_result(result: object) -> ResultKind | None:
    """The kind of a typed result; None where no builder takes its class."""
    return next((kind for kind in KINDS.values() if kind.reads is type(result)), None)


def result_section(result: object) -> Section:
    """Return the section that shows a typed result."""
    kind = kind_of_result(result)
    if kind is None:
        raise UsageError(f"no section shows a {type(result).__name__} yet; print its to_dict()")
    return kind.build(result, FigureNames())


__all__ = ["KINDS", "FigureNames", "Result", "ResultKind", "kind_of", "kind_of_result", "result_section"]
