"""What a report says of each kind of result; importing this registers all chapters."""

from __future__ import annotations

from cliometer.report.chapters import agree as agree
from cliometer.report.chapters import agree_matrix as agree_matrix
from cliometer.report.chapters import agree_votes as agree_votes
from cliometer.report.chapters import agreement as agreement
from cliometer.report.chapters import baselines as baselines
from cliometer.report.chapters import comparison as comparison
from cliometer.report.chapters import court as court
from cliometer.report.chapters import curve as curve
from cliometer.report.chapters import experiment as experiment
from cliometer.report.chapters import explain as explain
from cliometer.report.chapters import reasons as reasons
from cliometer.report.chapters import scores as scores
from cliometer.report.chapters import votes as votes
from cliometer.report.chapters.base import KINDS, Kind, Names, Result


def kind_of(document: object) -> Kind | None:
    """The kind of a JSON document; None where it is no result of ours."""
    if not isinstance(document, dict) or "cliometer" not in document:
        return None
    return next((kind for kind in KINDS.values() if kind.fits(document)), None)


__all__ = ["KINDS", "Kind", "Names", "Result", "kind_of"]
