"""Judges' sheets: links of sentences to events, entries that make content units, topics; files of units read as one."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import FormatError, InputError
from cliometer.io.sheets import Link, kind_of_sheet, read_entries, read_links, units_of, write_links
from cliometer.io.topic_folders import read_unit_gold
from cliometer.io.units import write_units
from cliometer.model.units import ContentUnit, UnitTopic

ENTRIES = 'unit,writer,entry,date,discarded\n7,anna,"The ship, it sank",2021-03,\n7,ben,It sank,,slowly\n'


def sheet(folder: Path, content: str) -> Path:
    path = folder / "sheet.csv"
    path.write_text(content, encoding="utf-8")
    return path


def test_entries_make_units_whose_weight_is_the_number_of_writers(tmp_path: Path) -> None:
    (unit,) = units_of(read_entries(sheet(tmp_path, ENTRIES)))
    assert (unit.id, unit.weight) == ("7", 2)
    assert [(one.writer, str(one.date), one.discarded) for one in unit.contributors] == [
        ("anna", "2021-03", ""),
        ("ben", "None", "slowly"),
    ]


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


def test_an_id_with_a_plus_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="must not hold"):
        write_links([Link(("s+1",), "1", "anna")], tmp_path / "x.csv")


def test_a_table_of_something_else_is_an_error_that_names_the_sheets(tmp_path: Path) -> None:
    (tmp_path / "sheet.csv").write_text("date,sentence\n", encoding="utf-8")
    with pytest.raises(FormatError, match="sentence,event,judge or unit,writer,entry or topic,part,hours"):
        kind_of_sheet(tmp_path / "sheet.csv")


def test_a_folder_of_units_is_read_as_one_and_a_topic_stands_in_one_file_only(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_units(tmp_path / f"{name}.json", [UnitTopic(name, (), (ContentUnit("u"),))])
    assert [topic.id for topic in read_unit_gold([tmp_path]).units] == ["a", "b"]
    write_units(tmp_path / "c.json", [UnitTopic("a", (), (ContentUnit("u"),))])
    with pytest.raises(InputError, match=r"c.json: topic a has units in .*a.json already"):
        read_unit_gold([tmp_path])
