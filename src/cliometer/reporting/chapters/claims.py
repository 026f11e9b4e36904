"""The claims of a paper: each figure as it is written, what was found, and whether it holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from cliometer.engine.claims import ClaimState, Verification
from cliometer.reporting.chapters.base import FigureNames, chapter, remark_notes
from cliometer.reporting.document import Listing, Paragraph, Section
from cliometer.spelling import many
from cliometer.text.tables import Table

_HEADING = ("label", "claim", "claimed", "found", "difference", "result")
_WORDS: Mapping[ClaimState, str] = {
    "off": "wrong",
    "unchecked": "not checked",
    "rounded": "as rounded",
    "exact": "exact",
}


@chapter(Verification)
def claims_section(result: Verification, _: FigureNames) -> Section:
    """Show the claims that do not hold or are not checked, then the others."""
    order = list(_WORDS)
    rows = [
        (
            *(each.label, each.claim, each.claimed),
            "-" if each.found is None else f"{each.found:.6g}",
            each.why or "-" if each.difference is None else f"{each.difference:+.2g}",
            _WORDS[each.state],
        )
        for each in sorted(result.claims, key=lambda each: order.index(each.state))
    ]
    counts = Counter(each.state for each in result.claims)
    shares = ", ".join(f"{counts[state]} {word}" for state, word in _WORDS.items() if counts[state])
    summary = Paragraph(f"{many(len(rows), 'claim')} of {result.title}: {shares}.")
    return Section("Claims", [summary, Listing("", Table(_HEADING, rows)), *remark_notes(result.notes)])
