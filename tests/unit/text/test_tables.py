"""Tables as text, CSV and LaTeX, sentences that fit a terminal, and probabilities."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cliometer.text.tables import Cell, Table, _width, blocks, fitted, last_wrapped, shown_p, wrapped

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
    ("text", "columns"), [("abc", 3), ("日本", 4), ("e\u0301", 1), ("ที่", 1), ("ｱ", 1), ("Ａ", 2), ("a\u200db", 2)]
)
def test_the_width_is_that_of_a_terminal(text: str, columns: int) -> None:
    assert _width(text) == columns


def test_wide_characters_do_not_push_the_next_column() -> None:
    lines = Table(["system", "F"], [["日本語系統", 0.5], ["cafe\u0301", 0.25]]).text().splitlines()
    assert {_width(line) for line in lines} == {_width("日本語系統  0.500")}


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
    assert Table([text], [[text]]).latex().count(escaped + r" \\") == 2


def test_the_last_column_goes_on_below_itself() -> None:
    table = last_wrapped(["rule", "remark"], [["borda", "a " * 30], ["modal", ""]], 40)
    assert [row[0] for row in table.rows] == ["borda", "", "modal"]
    assert max(map(len, table.text().splitlines())) <= 40


def test_a_character_of_two_columns_does_not_make_a_line_too_long() -> None:
    (narrow,) = fitted(Table(["rule", "remark"], [["borda", "😱 " * 30 + "end"]]), 40)
    assert max(map(len, narrow.text().splitlines())) <= 40


def test_several_long_texts_stand_below_each_other_in_their_row() -> None:
    texts = ["The ship runs aground in the canal.", "A strong wind drives the ship into the bank."]
    rows: list[list[Cell]] = [["system", texts[0], 0.5, texts[1]], ["gold", texts[1], 0.0, ""]]
    (narrow,) = fitted(Table(["side", "text", "credit", "partner"], rows), 56)
    assert list(narrow.heading) == ["side", "credit", "text"]
    assert [row[0] for row in narrow.rows if row[0]] == ["system", "gold"]
    read = " ".join(str(row[-1]).strip() for row in narrow.rows)
    assert read == f"{texts[0]} partner: {texts[1]} {texts[1]}"
    assert max(map(len, narrow.text().splitlines())) <= 56


def test_a_single_column_is_never_cut() -> None:
    table = Table(["command"], [["cliometer score " + "x" * 200]])
    assert fitted(table, 40) == [table]


def test_blocks_hold_every_column_once_beside_the_first() -> None:
    found = blocks(Table(["", *"abcde"], [["x", *"12345"]]), 8)
    assert [block.heading for block in found] == [["", "a", "b"], ["", "c", "d"], ["", "e"]]
    assert [block.rows for block in found] == [[["x", "1", "2"]], [["x", "3", "4"]], [["x", "5"]]]


def test_a_long_sentence_is_set_in_from_its_second_line() -> None:
    lines = wrapped("word " * 40, 100)
    assert max(map(len, lines)) <= 100 and not lines[0].startswith(" ") and lines[1].startswith("  word")


def test_a_number_stays_with_its_sign() -> None:
    for blanks in range(12):
        lines = wrapped(f"{'x' * (88 + blanks)} 25.0 % and p = 0.207", 100)
        assert not any(line.strip().startswith(("%", "=", "0.207")) for line in lines)


@pytest.mark.parametrize(
    ("value", "draws", "shown"),
    [
        (None, 1000, "undefined"),
        (0.0, None, "<0.001"),
        (0.00049, None, "<0.001"),
        (0.0123, 1000, "0.012"),
        (1 / 1001, None, "0.001"),
        (1 / 1001, 1000, "<=0.001"),
        (2 / 1001, 1000, "0.002"),
        (1 / 100001, 100000, "<=1e-05"),
    ],
)
def test_p_is_never_shown_as_zero(value: float | None, draws: int | None, shown: str) -> None:
    assert shown_p(value, draws) == shown
