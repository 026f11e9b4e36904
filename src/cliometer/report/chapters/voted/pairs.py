"""Every pair of systems: who is preferred, how often, and whether it could be chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cliometer.court.agree.plan import SIGNIFICANT
from cliometer.report.chapters.base import Names
from cliometer.report.chapters.words import listed, many, p_is
from cliometer.report.charts.heat import cell, heat
from cliometer.report.document import Block, Figure, Notes, Paragraph
from cliometer.report.probabilities import shown_p
from cliometer.report.tables import Cell, Table

_MOST = 30  # systems in the matrix
_ROOMY = 6  # systems up to which a cell has room for the votes, too
Poll = Mapping[str, Any]


def pair_blocks(poll: Poll, systems: Sequence[str], names: Names) -> Iterator[Block]:
    """What was decided, and the matrix with the best systems first."""
    yield Paragraph(_decided(poll["pairs"]))
    shown = systems[:_MOST]
    caption = (
        "How often the system of the row was preferred to that of the column: share of the decided "
        f"votes{' (won : lost)' if len(shown) <= _ROOMY else ''}. A star marks pairs that are decided "
        "beyond chance (exact test of one half, p at most 0.05 after Holm's correction for all pairs). "
        "Best system first."
    )
    cells = [_cell(poll, row, column, len(shown)) for row in shown for column in shown if row != column]
    spec = heat(cells, "preferred", "to", (shown, shown), wide=104 if len(shown) <= _ROOMY else 52)
    yield Figure(names.of("pairs", poll["name"]), caption, spec, _table(poll["pairs"]))
    if len(systems) > _MOST:
        yield Notes(
            [f"the matrix shows the first {_MOST} of {len(systems)} systems; its table has all pairs"]
        )


def _decided(pairs: Sequence[Mapping[str, Any]]) -> str:
    clear = [pair for pair in pairs if pair["p_holm"] is not None and pair["p_holm"] <= SIGNIFICANT]
    unseen = [pair for pair in pairs if pair["share"] is None]
    said = (
        f"{len(clear)} of {many(len(pairs), 'pair')} of systems {'is' if len(clear) == 1 else 'are'} decided "
    )
    said += "beyond chance (p at most 0.05 after Holm)"
    said += f": {listed([_over(pair) for pair in clear])}." if clear else "."
    if unseen:
        both = [f"{pair['system']} and {pair['other']}" for pair in unseen]
        said += f" No decided vote on {listed(both)}."
    return said


def _over(pair: Mapping[str, Any]) -> str:
    return f"{pair['system']} over {pair['other']} ({p_is(pair['p_holm'])})"


def _cell(poll: Poll, row: str, column: str, systems: int) -> Mapping[str, Any]:
    pair, turned = next(
        (pair, pair["system"] != row)
        for pair in poll["pairs"]
        if {pair["system"], pair["other"]} == {row, column}
    )
    won, lost = (pair["losses"], pair["wins"]) if turned else (pair["wins"], pair["losses"])
    tip = f"{won} won, {lost} lost, {pair['ties']} ties"
    if pair["share"] is None:
        return cell(row, column, None, "none", tip)
    share = 1 - pair["share"] if turned else pair["share"]
    star = "*" if pair["p_holm"] <= SIGNIFICANT else ""
    votes = f" ({won}:{lost})" if systems <= _ROOMY else ""
    ends = (1 - pair["high"], 1 - pair["low"]) if turned else (pair["low"], pair["high"])
    tip += f"; {share:.1%}, 95 % interval {ends[0]:.1%} to {ends[1]:.1%}, p (Holm) {shown_p(pair['p_holm'])}"
    return cell(row, column, share, f"{share:.0%}{star}{votes}".replace("%", " %"), tip)


def _table(pairs: Sequence[Mapping[str, Any]]) -> Table:
    keys = ("system", "other", "wins", "losses", "ties", "share", "low", "high")
    rows: list[list[Cell]] = [
        [*(pair[key] for key in keys), shown_p(pair["p"]), shown_p(pair["p_holm"])] for pair in pairs
    ]
    return Table([*keys, "p", "p (Holm)"], rows)
