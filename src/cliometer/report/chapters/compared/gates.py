"""Gates: which conditions were kept, in words and signs."""

from __future__ import annotations

from collections.abc import Iterator

from cliometer.report.chapters.base import Result
from cliometer.report.chapters.compared.found import Entry
from cliometer.report.document import Block, Listing, Paragraph
from cliometer.report.tables import Cell, Table

KEPT = "\N{CHECK MARK}\N{NO-BREAK SPACE}passed"
BROKEN = "\N{BALLOT X}\N{NO-BREAK SPACE}failed"
_CAPTION = (
    "Gates: what every run had to keep. The bound is one-sided, of the score or of its distance to the other "
    "run; it decides only where the gates were confident."
)


def gates(document: Result) -> Iterator[Block]:
    """Nothing where there are no gates."""
    rulings = document.get("gates") or ()
    if not rulings:
        return
    failed = [one for one in rulings if not one["passed"]]
    said = "all passed" if not failed else f"{len(failed)} failed"
    yield Paragraph(f"Gates: of {len(rulings)}, {said}.")
    heading = ["verdict", "system", "gate", "score", "required", "bound", "required of it"]
    yield Listing(_CAPTION, Table(heading, [_row(one) for one in rulings]))


def _row(one: Entry) -> list[Cell]:
    bound = "-" if one["confidence_bound"] is None else one["confidence_bound"]
    numbers = (one["score"], one["required_score"], bound, one["required_bound"])
    return [_verdict(one), one["system"], one["gate"], *numbers]


def _verdict(one: Entry) -> str:
    if one["passed"]:
        return KEPT
    return f"{BROKEN} by its {'bound' if one['score_passes'] else 'score'}"
