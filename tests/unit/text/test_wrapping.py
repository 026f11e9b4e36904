"""Tables and sentences that fit a terminal."""

from __future__ import annotations

from cliometer.text.tables import Cell, Table, blocks, fitted, last_wrapped, wrapped


def test_the_last_column_goes_on_below_itself() -> None:
    table = last_wrapped(["rule", "remark"], [["borda", "a " * 30], ["modal", ""]], 40)
    assert [row[0] for row in table.rows] == ["borda", "", "modal"]
    assert max(map(len, table.text().splitlines())) <= 40


def test_a_character_of_two_columns_does_not_make_a_line_too_long() -> None:
    table = Table(["rule", "remark"], [["borda", "😱 " * 30 + "end"]])
    (narrow,) = fitted(table, 40)
    assert max(map(len, narrow.text().splitlines())) <= 40


def test_what_fits_is_left_alone() -> None:
    rows = [["borda", "short"]]
    assert last_wrapped(["rule", "remark"], rows).rows == rows


def test_several_long_texts_stand_below_each_other_in_their_row() -> None:
    texts = ["The ship runs aground in the canal.", "A strong wind drives the ship into the bank."]
    rows: list[list[Cell]] = [["system", texts[0], 0.5, texts[1]], ["gold", texts[1], 0.0, ""]]
    (narrow,) = fitted(Table(["side", "text", "credit", "partner"], rows), 56)
    assert list(narrow.heading) == ["side", "credit", "text"]
    assert [row[0] for row in narrow.rows if row[0]] == ["system", "gold"]
    read = " ".join(str(row[-1]).strip() for row in narrow.rows)
    assert read == f"{texts[0]} partner: {texts[1]} {texts[1]}"
    assert max(map(len, narrow.text().splitlines())) <= 56


def test_blocks_hold_every_column_once_beside_the_first() -> None:
    table = Table(["", *"abcde"], [["x", *"12345"]])
    found = blocks(table, 8)
    assert [block.heading for block in found] == [["", "a", "b"], ["", "c", "d"], ["", "e"]]
    assert [block.rows for block in found] == [[["x", "1", "2"]], [["x", "3", "4"]], [["x", "5"]]]


def test_a_column_that_is_too_wide_stands_alone() -> None:
    assert len(blocks(Table(["", "a" * 20, "b"], [["x", "1", "2"]]), 8)) == 2


def test_a_long_sentence_is_set_in_from_its_second_line() -> None:
    lines = wrapped("word " * 40, 100)
    assert max(map(len, lines)) <= 100 and not lines[0].startswith(" ") and lines[1].startswith("  word")


def test_a_number_stays_with_its_sign() -> None:
    for blanks in range(12):
        lines = wrapped(f"{'x' * (88 + blanks)} 25.0 % and p = 0.207", 100)
        assert not any(line.strip().startswith(("%", "=", "0.207")) for line in lines)
