"""Average ranks over topics as a critical-difference diagram (Demsar 2006)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from cliometer.report.chapters.base import Names
from cliometer.report.chapters.compared.found import Found, p_text
from cliometer.report.chapters.compared.means import shown
from cliometer.report.charts.critical import Ranking, critical
from cliometer.report.document import Block, Figure, Notes
from cliometer.report.tables import Table

_SHOWN = 40  # systems


def ranks(found: Found, names: Names) -> Iterator[Block]:
    """Nothing where there are fewer than three systems."""
    entry = found.entry.get("critical_difference")
    if not entry:
        return
    kept = {one["system"]: entry["average_ranks"][one["system"]] for one in shown(found, _SHOWN)}
    distance = entry["critical_difference"]
    spec = critical(Ranking(kept, distance, _within(entry["bars"], kept)))
    table = Table(["system", "average rank"], [[name, rank] for name, rank in entry["average_ranks"].items()])
    friedman = p_text(entry["p_value"])
    doubt = "" if entry["p_value"] <= found.design.significance else ", so take the order as a hint"
    caption = (
        f"Average ranks over topics by {found.label}; 1 is the best. A thick bar joins systems whose ranks "
        f"lie closer than the critical difference of {distance:.2f} (Nemenyi's test), so that they cannot be "
        f"told apart by ranks.{_weaker(found)} Friedman's test of all systems: {friedman}{doubt}."
    )
    yield Figure(names.of("ranks", found.metric), caption, spec, table)
    if len(kept) < len(entry["average_ranks"]):
        yield Notes(
            [f"The figure shows {len(kept)} of {len(entry['average_ranks'])} systems; its table has all."]
        )


def _weaker(found: Found) -> str:
    if not found.differences:
        return ""
    return " This test is weaker than the paired tests above, so a bar may join systems that they tell apart."


def _within(bars: Sequence[Sequence[str]], kept: Collection[str]) -> list[list[str]]:
    """What is left of the bars where not all systems are shown; none that another one covers."""
    cut = [[name for name in bar if name in kept] for bar in bars]
    longest = [
        bar for place, bar in enumerate(cut) if not any(set(bar) <= set(other) for other in cut[:place])
    ]
    return [bar for bar in longest if len(bar) > 1]
