"""Files that are written otherwise: other columns, other dates, other encodings, packed, or piped."""

from __future__ import annotations

import gzip
import io
import json
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

import cliometer
from cliometer.errors import CliometerError, FormatError, InputError, ReadWarning, UsageError
from cliometer.io.input_form import DateFormat, form_of, input_form, using
from cliometer.io.text_files import ALWAYS_FINE, MOST_RATIO, read_text
from cliometer.io.timelines import read_timeline, read_timelines
from cliometer.model.timeline import Timeline

TABLE = "when,event,source\n27/05/2010,Oil spills.,bbc\n01/06/2010,It is stopped.,bbc\n"
COLUMNS = {"date": "when", "sentence": "event"}
ROWS = [{"when": "27/05/2010", "event": "Oil spills."}, {"when": "01/06/2010", "event": ["It is stopped."]}]


def put(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def message_of(error: type[Exception], call: Any, *arguments: Any, **options: Any) -> str:
    with pytest.raises(error) as caught:
        call(*arguments, **options)
    return str(caught.value)


def test_keys_that_are_not_read_are_named(tmp_path: Path) -> None:
    file = put(tmp_path / "a.json", '[{"date": "2010", "text": "x", "source": "bbc"}]')
    assert read_timelines(file).notes == (f'{file}: keys left out: "source"',)


def test_an_unknown_column_a_missing_key_and_an_odd_date_name_the_option_that_helps(tmp_path: Path) -> None:
    table = put(tmp_path / "a.csv", TABLE)
    assert "a.csv:1: " in (said := message_of(FormatError, read_timeline, table)) and "--columns date=COLUMN" in said
    said = message_of(FormatError, read_timeline, table, columns=COLUMNS)
    assert 'a.csv:2: expected a date such as 2010-05-27, found "27/05/2010"' in said and "--date-format" in said
    said = message_of(FormatError, read_timeline, put(tmp_path / "a.json", json.dumps(ROWS)))
    assert 'rows[0]: expected a row such as {"date": ' in said and "--columns date=KEY" in said
    other = put(tmp_path / "a", "day|what;x\n")
    assert "--columns date=COLUMN" in message_of(FormatError, read_timeline, other)


def test_a_column_that_one_file_lacks_is_found_by_its_usual_name(tmp_path: Path) -> None:
    with input_form(COLUMNS, "dd/mm/yyyy"):
        assert read_timeline(put(tmp_path / "a.csv", "date,text\n2010-05-27,Oil spills.\n")) == Timeline(
            {"2010-05-27": ["Oil spills."]}
        )


def test_a_named_column_that_a_table_lacks_is_named_with_those_it_leaves_out(tmp_path: Path) -> None:
    file = put(tmp_path / "a.csv", "date,text,headline\n2010-05-27,Oil spills.,Oil!\n")
    with pytest.warns(ReadWarning, match='columns left out: "headline"; there is no column "headlin"'):
        read_timeline(file, columns="sentence=headlin")


def test_a_call_without_options_leaves_those_of_the_block_and_does_not_blame_them(tmp_path: Path) -> None:
    plain = put(tmp_path / "a.csv", "date,text\n2010-05-27,Oil spills.\n")
    other = put(tmp_path / "b.csv", "date,text\n27/05/2010,Oil spills.\n")
    with warnings.catch_warnings(), input_form(date_format="dd/mm/yyyy"):
        warnings.simplefilter("error")
        assert cliometer.read_run(plain) and read_timeline(plain) == read_timeline(other)


def test_iso_dates_are_read_beside_another_format_unless_the_two_could_be_confused(tmp_path: Path) -> None:
    file = put(tmp_path / "a.csv", "date,text\n2010-05-07,x\n")
    assert list(read_timeline(file, date_format="%Y-%d-%m")) == [cliometer.When.parse("2010-07-05")]
    late = put(tmp_path / "b.csv", "date,text\n2010-05-27,x\n")
    assert "in the format %Y-%d-%m" in message_of(FormatError, read_timeline, late, date_format="%Y-%d-%m")


@pytest.mark.parametrize(
    "spelling", ["", "x", "%Q", "dd/mm", "%d%", "%d %d %Y", "%" + "9" * 12 + "d", "y" * 500, "%Y\0"]
)
def test_a_format_that_spells_no_date_is_refused(spelling: str) -> None:
    assert message_of(UsageError, DateFormat, spelling).startswith("--date-format: expected a format of dates such as")


@pytest.mark.parametrize("encoding", ["klingon", "hex", "rot13", "", "a\0b", "undefined"])
def test_what_is_no_encoding_is_refused(encoding: str) -> None:
    assert message_of(UsageError, form_of, None, None, encoding).startswith("--encoding: expected an encoding such as")


@pytest.mark.parametrize("columns", [3, ["date"], "date=", {"date": 3}, [3], {"datum": "when"}, ["date=a", "date=b"]])
def test_what_names_no_columns_is_refused(columns: Any) -> None:
    assert message_of(UsageError, form_of, columns, None, None)


def test_bytes_that_are_not_utf8_are_read_in_the_encoding_and_utf8_stays(tmp_path: Path) -> None:
    file = put(tmp_path / "a.csv", b"date,text\n2010," + b"caf\xe9 \x93a\x94\n2011," + "café € \u201d\n".encode())
    said = message_of(FormatError, read_timeline, file)
    assert "a.csv:2: not UTF-8: byte 0xe9 at offset 18; if it is cp1252, add --encoding cp1252" in said
    assert "iconv" not in said  # would spoil the line that is UTF-8
    assert read_timeline(file, encoding="cp1252") == Timeline({"2010": ["café “a”"], "2011": ["café € \u201d"]})


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-16-le", "cp037", "iso2022_jp"])
def test_an_encoding_that_does_not_extend_ascii_is_used_for_the_whole_file(tmp_path: Path, encoding: str) -> None:
    file = put(tmp_path / "a.csv", "date,text\n2010,Oil.\n".encode(encoding))
    assert read_timeline(file, encoding=encoding) == Timeline({"2010": ["Oil."]})
    put(file, b"\xff" * 5)
    assert "try another --encoding" in message_of(InputError, read_timeline, file, encoding="utf-32")


def test_a_line_in_neither_encoding_is_named(tmp_path: Path) -> None:
    file = put(tmp_path / "a.csv", b"date,text\n2010,\x81\n")
    assert "if it is latin-1, add --encoding latin-1" in message_of(FormatError, read_text, file)
    with input_form(encoding="cp1252"):
        assert "a.csv:2: neither UTF-8 nor cp1252" in message_of(InputError, read_text, file)


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    line = b"2010-05-27 oil\n"
    dense = put(tmp_path / "a.txt.gz", gzip.compress(line * (ALWAYS_FINE // len(line) * 4)))
    assert dense.stat().st_size * MOST_RATIO < 4 * ALWAYS_FINE
    assert "unpacks to far more than any text would" in message_of(FormatError, read_text, dense)
    zeros = put(tmp_path / "b.txt.gz", gzip.compress(bytes(50_000_000)))
    assert "is a binary file" in message_of(FormatError, read_text, zeros)


def test_the_names_of_topics_and_references_leave_gz_out(tmp_path: Path) -> None:
    (tmp_path / "bp").mkdir()
    put(tmp_path / "bp" / "bbc.csv.gz", gzip.compress(b"date,text\n2010-05-27,Oil.\n"))
    (references,) = cliometer.read_references(tmp_path).values()
    assert [reference.name for reference in references] == ["bbc"]
    assert list(cliometer.read_run(tmp_path / "bp")) == ["bbc"]
    put(tmp_path / "bp" / "bbc.txt", "2010-05-27\nOil.\n")
    assert "holds bbc 2 times" in message_of(InputError, cliometer.read_run, tmp_path / "bp")


def test_standard_input_is_read_once_and_named_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(b"2010-05-27\nOil.\nMay 1st\n"))))
    with using(form_of(None, None, None)):
        assert read_text(Path("-")) == read_text(Path("-"))
    monkeypatch.setattr(sys, "stdin", io.StringIO("when\n1\n"))
    with using(form_of(None, None, None)):
        assert message_of(CliometerError, read_timeline, "-").startswith("standard input: is in no known format")
    monkeypatch.setattr(sys, "stdin", None)
    with using(form_of(None, None, None)):
        assert message_of(InputError, read_timeline, "-").startswith("standard input: is closed")
