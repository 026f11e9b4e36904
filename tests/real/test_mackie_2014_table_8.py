"""Table 8 of Mackie, McCreadie, Macdonald & Ounis (2014): orderings of three summarisers by crowd votes."""

from __future__ import annotations

from typing import Any

import pytest

from cliometer.stats.preferences import preferences_from_rankings
from cliometer.stats.voting_rules import borda, copeland, modal_orderings, plurality, ranked_pairs
from tests.shared import needs, parity

DATASETS = ("microblog-track", "trending-topics-2014", "trending-topics-2010 (50)", "trending-topics-2010 (25)")
GROUPS = {
    "microblog-track": (("c",), ("h",), ("sb",)),
    "trending-topics-2014": (("c",), ("h",), ("sb",)),
    "trending-topics-2010 (50)": (("h",), ("c",), ("sb",)),
    "trending-topics-2010 (25)": (("c",), ("h", "sb")),
}
CENTROID, HYBRID, SUMBASIC = "Centroid", "Hybrid", "SumBasic"

pytestmark = [needs("parity", "mackie_tables.json"), pytest.mark.parametrize("dataset", DATASETS)]


def orderings(dataset: str) -> dict[tuple[str, ...], int]:
    """Best first, where the table has worst first; two cells that its print lost are filled as derived."""
    tables = parity("mackie_tables.json")
    printed = {**tables["table8_orderings"][dataset], **tables["table8_filled"].get(dataset, {})}
    return {tuple(order.split("<")[::-1]): count for order, count in printed.items() if isinstance(count, int)}


def checks(dataset: str) -> Any:
    return parity("mackie_tables.json")["checks_table8"][dataset]


def test_every_pair_is_counted_as_derived(dataset: str) -> None:
    table = preferences_from_rankings(orderings(dataset))
    for pair, count in checks(dataset)["pairwise"].items():
        winner, loser = map(table.index, pair.split(">"))
        assert table.wins[winner][loser] == count


def test_first_places_are_the_printed_ones(dataset: str) -> None:
    printed = parity("mackie_tables.json")["table8_first_places"][dataset]
    points = plurality(orderings(dataset)).points
    assert points == {"c": printed[CENTROID][0], "h": printed[HYBRID][0], "sb": printed[SUMBASIC][0]}
    assert points == checks(dataset)["first_places"]


def test_the_printed_ranks_are_those_of_first_places(dataset: str) -> None:
    assert plurality(orderings(dataset)).groups == (("c",), ("h",), ("sb",))


def test_ranked_pairs_gives_the_derived_order_and_tie(dataset: str) -> None:
    result = ranked_pairs(preferences_from_rankings(orderings(dataset)))
    assert result.groups == GROUPS[dataset]
    assert list(result.winners) == checks(dataset)["ranked_pairs_winner"]
    assert result.tied == ((("h", "sb"),) if dataset == "trending-topics-2010 (25)" else ())
    derived = [{tuple(pair) for pair in way} for way in checks(dataset)["ranked_pairs_defeats"]]
    assert result.before == set.intersection(*derived)
    assert result.cycles == ()


def test_borda_copeland_and_the_modal_ordering_are_as_derived(dataset: str) -> None:
    table = preferences_from_rankings(orderings(dataset))
    assert borda(table).points == checks(dataset)["borda"]
    assert copeland(table).groups == GROUPS[dataset]
    mode, times = modal_orderings(orderings(dataset))
    assert mode == (tuple(checks(dataset)["modal_order_best_first"]),)
    assert times == checks(dataset)["modal_freq"]
