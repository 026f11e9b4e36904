"""Judges' sheets: links of sentences to events, and entries of timelines that make content units."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import InputError
from cliometer.io.sheets import (
    Link,
    SheetEntry,
    read_entries,
    read_links,
    units_of,
    write_entries,
    write_links,
)
from cliometer.model.when import When

LINKS = "sentence,event,judge\nd/s1,1,anna\nd/s1,2,anna\nd/s2+d/s4,2,ben\n"
ENTRIES = 'unit,writer,entry,date,discarded\n7,anna,"The ship, it sank",2021-03,\n7,ben,It sank,,slowly\n'


def sheet(folder: Path, content: str) -> Path:
    path = folder / "sheet.csv"
    path.write_text(content, encoding="utf-8")
    return path


def test_a_link_says_which_judge_finds_which_event_in_which_sentence(tmp_path: Path) -> None:
    assert read_links(sheet(tmp_path, LINKS))[0] == Link(("d/s1",), "1", "anna")


def test_sentences_that_mention_an_event_only_together_share_a_cell(tmp_path: Path) -> None:
    assert read_links(sheet(tmp_path, LINKS))[2].sentences == ("d/s2", "d/s4")


def test_an_entry_has_a_date_and_a_discarded_rest_where_they_are_given(tmp_path: Path) -> None:
    assert read_entries(sheet(tmp_path, ENTRIES)) == (
        SheetEntry("7", "anna", "The ship, it sank", When.parse("2021-03")),
        SheetEntry("7", "ben", "It sank", None, "slowly"),
    )


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_columns_may_stand_in_any_order_under_any_delimiter(delimiter: str, tmp_path: Path) -> None:
    content = "\ufeffwriter,entry,unit\r\nanna,It sank,7\r\n".replace(",", delimiter)
    assert read_entries(sheet(tmp_path, content)) == (SheetEntry("7", "anna", "It sank"),)


def test_entries_make_units_whose_weight_is_the_number_of_writers(tmp_path: Path) -> None:
    (unit,) = units_of(read_entries(sheet(tmp_path, ENTRIES)))
    assert (unit.id, unit.weight) == ("7", 2)
    assert [(one.writer, str(one.date), one.discarded) for one in unit.contributors] == [
        ("anna", "2021-03", ""),
        ("ben", "None", "slowly"),
    ]


def test_sheets_that_are_written_read_back_equal(tmp_path: Path) -> None:
    links = read_links(sheet(tmp_path, LINKS))
    write_links(links, tmp_path / "links.csv")
    assert read_links(tmp_path / "links.csv") == links
    entries = (
        *read_entries(sheet(tmp_path, ENTRIES)),
        SheetEntry("8", 'a "b"', "two\nlines, \r three; four"),
    )
    write_entries(entries, tmp_path / "entries.csv")
    assert read_entries(tmp_path / "entries.csv") == entries
    assert [
        SheetEntry(unit.id, one.writer, one.text, one.date, one.discarded)
        for unit in units_of(entries)
        for one in unit.contributors
    ] == list(entries)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("sentence,event\ns1,1\n", r"sheet\.csv:1: expected a header such as sentence,event,judge"),
        ("sentence,event,judge,mood\ns1,1,a,b\n", r'sheet\.csv:1: unknown columns: "mood"'),
        ("sentence,event,judge\ns1,1\n", r"sheet\.csv:2: expected 3 cells"),
        ("sentence,event,judge\ns1,1,a\ns1,,a\n", r"sheet\.csv:3: the cell event is empty"),
        ("sentence,event,judge\ns1,1,a\ns1,1,a\n", r"sheet\.csv:3: is the same as line 2"),
        ("sentence,event,judge\ns1+,1,a\n", r"sheet\.csv:2: expected ids of sentences such as s1 or s1\+s4"),
        ("sentence,event,judge\ns1+s1,1,a\n", r"sheet\.csv:2: expected ids of sentences"),
        ("sentence,event,judge\n", r"sheet\.csv: has a header but no rows"),
        ("", r"sheet\.csv:1: expected a header"),
    ],
)
def test_a_bad_sheet_of_links_is_an_error_with_its_line(content: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        read_links(sheet(tmp_path, content))


def test_a_bad_date_is_an_error_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"sheet\.csv:2: .*2021-13"):
        read_entries(sheet(tmp_path, "unit,writer,entry,date\n7,anna,It sank,2021-13\n"))


def test_an_id_with_a_plus_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="must not hold"):
        write_links([Link(("s+1",), "1", "anna")], tmp_path / "x.csv")
