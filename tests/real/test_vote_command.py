"""`cliometer vote` on Table 8 of Mackie and others (2014), and on the votes of Zhang and others (2023)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.shared import SHARED, needs, parity
from tests.unit.cli.cliometer_command import cliometer

TABLES = ("parity", "mackie_tables.json")
WRITERS = ("data", "preferences", "benchmark_llm_summarization", "pairwise_evaluation_results.json")
ORDERS = {
    "microblog-track": [["c"], ["h"], ["sb"]],
    "trending-topics-2014": [["c"], ["h"], ["sb"]],
    "trending-topics-2010 (50)": [["h"], ["c"], ["sb"]],
    "trending-topics-2010 (25)": [["c"], ["h", "sb"]],
}


def table_8(*words: str) -> Any:
    path = SHARED.joinpath(*TABLES)
    found = cliometer("vote", path, "--table", "table8_orderings", "--fill", "table8_filled", "--json", *words)
    assert found.status == 0, found.err
    return {one["name"]: one for one in json.loads(found.out)["datasets"]}


@needs(*TABLES)
@pytest.mark.parametrize("dataset", ORDERS)
def test_mackie_2014_table_8(dataset: str) -> None:
    found = table_8()[dataset]
    checks = parity("mackie_tables.json")["checks_table8"][dataset]
    rankings = found["rankings"]
    assert rankings["plurality"]["points"] == checks["first_places"]
    assert rankings["plurality"]["order"] == [["c"], ["h"], ["sb"]]  # the printed ranks
    assert rankings["ranked-pairs"]["order"] == ORDERS[dataset]
    assert rankings["ranked-pairs"]["tied"] == [group for group in ORDERS[dataset] if len(group) > 1]
    assert rankings["copeland"]["order"] == ORDERS[dataset]
    assert rankings["borda"]["points"] == checks["borda"]
    assert rankings["modal"]["order"] == [[name] for name in checks["modal_order_best_first"]]
    assert found["ballots"] == checks["total_orderings"]
    assert found["cycles"] == []
    pairs = {f"{pair['system']}>{pair['other']}": pair["wins"] for pair in found["pairs"]}
    assert pairs.items() <= checks["pairwise"].items()


@needs(*TABLES)
def test_the_cells_that_the_print_lost_are_named() -> None:
    notes = [note for one in table_8().values() for note in one["notes"] if "has no count" in note]
    assert [note.partition(": ")[2] for note in notes] == [
        "microblog-track: h<sb<c has no count; 7 was taken from table8_filled",
        "trending-topics-2010 (50): c<h<sb has no count; 6 was taken from table8_filled",
    ]


@needs(*TABLES)
def test_without_them_the_table_is_refused() -> None:
    found = cliometer("vote", SHARED.joinpath(*TABLES), "--table", "table8_orderings")
    assert (found.status, found.out) == (2, "")
    assert 'microblog-track: "h<sb<c" has no count (null)' in found.err


@needs(*TABLES)
def test_a_file_of_many_tables_says_which_can_be_chosen() -> None:
    found = cliometer("vote", SHARED.joinpath(*TABLES))
    assert found.status == 2
    assert "--table table8_orderings" in found.err


@needs(*WRITERS)
def test_the_votes_on_writers_are_read_as_they_are() -> None:
    words = ("--columns", "preferred=overall_writer_better", "--pair", "writer", "text-davinci-002")
    found = json.loads(cliometer("vote", SHARED.joinpath(*WRITERS), *words, "--json").out)
    (pair,) = found["pairs"]
    assert [pair[key] for key in ("system", "wins", "losses", "ties")] == ["writer", 243, 239, 117]
    assert len(found["judges"]) == 6 and found["position"] is None
    low, high = found["rankings"]["bradley-terry"]["intervals"]["writer"]
    assert low < 0.5 < high
