"""Sheets of topics, and files of units read as one."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import FormatError, InputError
from cliometer.io.sheets import TopicFacts, kind_of_sheet, read_topic_sheet
from cliometer.io.topic_folders import read_unit_gold
from cliometer.io.units import write_units
from cliometer.model.units import ContentUnit, UnitTopic


def sheet(folder: Path, text: str) -> Path:
    path = folder / "sheet.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_sheet_of_topics_has_parts_and_hours(tmp_path: Path) -> None:
    path = sheet(tmp_path, "topic,part,hours\n20021,training,2.5\n20022,,\n")
    assert read_topic_sheet(path) == (TopicFacts("20021", "training", 2.5), TopicFacts("20022"))


@pytest.mark.parametrize(
    ("header", "kind"),
    [("sentence,event,judge", "links"), ("unit;writer;entry", "entries"), ("hours,topic", "topics")],
)
def test_a_sheet_is_recognised_by_its_header(header: str, kind: str, tmp_path: Path) -> None:
    assert kind_of_sheet(sheet(tmp_path, f"{header}\n")) == kind


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("topic,hours\na,long\n", r'sheet.csv:2: expected hours such as 2.5, found "long"'),
        ("topic,hours\na,-1\n", r"sheet.csv:2: expected hours"),
        ("topic,hours\na,nan\n", r"sheet.csv:2: expected hours"),
        ("topic,hours\na,1\na,2\n", r"sheet.csv:3: topic a has a row already"),
        ("topic,hours\n,1\n", r"sheet.csv:2: the cell topic is empty"),
        ("topic,time\na,1\n", r"sheet.csv:1: unknown columns"),
    ],
)
def test_what_is_wrong_in_a_sheet_of_topics_is_named_with_its_line(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        read_topic_sheet(sheet(tmp_path, text))


def test_a_table_of_something_else_is_an_error_that_names_the_sheets(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="sentence,event,judge or unit,writer,entry or topic,part,hours"):
        kind_of_sheet(sheet(tmp_path, "date,sentence\n"))


def test_a_folder_of_units_is_read_as_one_and_a_topic_stands_in_one_file_only(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write_units(tmp_path / f"{name}.json", [UnitTopic(name, (), (ContentUnit("u"),))])
    assert [topic.id for topic in read_unit_gold([tmp_path]).units] == ["a", "b"]
    write_units(tmp_path / "c.json", [UnitTopic("a", (), (ContentUnit("u"),))])
    with pytest.raises(InputError, match=r"c.json: topic a has units in .*a.json already"):
        read_unit_gold([tmp_path])


def test_a_folder_without_json_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"holds no \.json files"):
        read_unit_gold([tmp_path])
