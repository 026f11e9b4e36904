"""Tables as text, CSV and LaTeX."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.text.tables import Cell, Table, _width

cells = st.none() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters(exclude_categories=["Cs"]))


def test_words_stand_left_and_numbers_right() -> None:
    text = Table(["system", "F", "n"], [["a", 0.5, 7], ["longer name", 1.0, 12]]).text()
    assert text.splitlines() == [
        "system           F   n",
        "-----------  -----  --",
        "a            0.500   7",
        "longer name  1.000  12",
    ]


def test_a_missing_number_reads_undefined_and_keeps_the_column_numeric() -> None:
    assert Table(["F"], [[0.5], [None]]).text().splitlines()[2:] == ["    0.500", "undefined"]


@pytest.mark.parametrize(
    ("text", "columns"),
    [("abc", 3), ("日本", 4), ("e\u0301", 1), ("ที่", 1), ("ｱ", 1), ("Ａ", 2), ("a\u200db", 2)],
)
def test_the_width_is_that_of_a_terminal(text: str, columns: int) -> None:
    assert _width(text) == columns


def test_wide_characters_do_not_push_the_next_column() -> None:
    lines = Table(["system", "F"], [["日本語系統", 0.5], ["cafe\u0301", 0.25]]).text().splitlines()
    assert {_width(line) for line in lines} == {_width("日本語系統  0.500")}


def test_a_table_without_rows_has_its_heading() -> None:
    empty = Table(["system", "F"], [])
    assert empty.text() == "system  F\n------  -\n"
    assert empty.csv() == "system,F\n"
    assert r"\begin{tabular}{ll}" in empty.latex()


def test_no_line_ends_in_blanks() -> None:
    lines = Table(["a", "b"], [["long", "x"], ["y", ""]]).text().splitlines()
    assert lines == [line.rstrip() for line in lines]


@given(st.lists(st.tuples(cells, cells), max_size=5))
def test_csv_reads_back_with_every_digit(rows: list[tuple[Cell, Cell]]) -> None:
    text = Table(["one", "two"], rows).csv()
    expected = [["" if cell is None else str(cell) for cell in row] for row in rows]
    assert list(csv.reader(io.StringIO(text, newline=""))) == [["one", "two"], *expected]


def test_latex_is_a_booktabs_table() -> None:
    assert Table(["metric", "F"], [["align+", 0.25]]).latex().splitlines() == [
        r"\begin{tabular}{lr}",
        r"\toprule",
        r"metric & F \\",
        r"\midrule",
        r"align+ & 0.250 \\",
        r"\bottomrule",
        r"\end{tabular}",
    ]


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("a&b", r"a\&b"), ("50%", r"50\%"), ("$x", r"\$x"), ("#1", r"\#1"), ("my_run", r"my\_run"),
        ("{x}", r"\{x\}"), ("~", r"\textasciitilde{}"), ("^", r"\textasciicircum{}"),
        ("a\\b", r"a\textbackslash{}b"), ("<|>", r"\textless{}\textbar{}\textgreater{}"),
    ],
)  # fmt: skip
def test_latex_escapes_its_special_characters(text: str, escaped: str) -> None:
    table = Table([text], [[text]]).latex()
    assert table.count(escaped + r" \\") == 2
