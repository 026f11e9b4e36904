"""Tables of many systems can be printed, and lose nothing by it."""

from __future__ import annotations

from cliometer.reporting.chapters.base import COLUMNS, Row, crossed, gathered

FEW, MANY = ([f"s{place}" for place in range(size)] for size in (COLUMNS, COLUMNS + 1))


def test_few_systems_have_a_column_each() -> None:
    row: Row = (["t"], [*range(COLUMNS)])
    for table in (crossed(["topic"], FEW, [row], "F"), gathered(["topic"], FEW, [row], "by")):
        assert (table.heading, table.rows) == (["topic", *FEW], [["t", *range(COLUMNS)]])


def test_many_systems_have_a_line_each() -> None:
    table = crossed(["topic"], MANY, [(["t"], [*range(COLUMNS + 1)])], "F")
    assert table.heading == ["topic", "system", "F"]
    assert table.rows == [["t", name, place] for place, name in enumerate(MANY)]


def test_nought_is_something_unless_it_is_said_to_be_nothing() -> None:
    rows: list[Row] = [(["n"], [0.0, 0.5, *["-"] * (COLUMNS - 1)])]
    assert gathered(["nugget"], MANY, rows, "told by").rows == [["n", "s0 0.000, s1 0.500"]]
    shares: list[Row] = [(["u"], [0.0, 0.5, *[0.0] * (COLUMNS - 1)])]
    assert gathered(["unit"], MANY, shares, "covered by", nothing=0.0).rows == [["u", "s1 0.500"]]
