"""What a new user types first: impossible days, other separators and headers, a text for a day, a spreadsheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.cli.cliometer_command import DEMO, cliometer

GOLD = DEMO / "references/apollo-13/almanac.txt"


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("a.csv", "date,text\n31.4.1970,x\n", '"31.4.1970" is no date: its month has days 01 to 30'),
        ("a.csv", "date,text\n29/2/1971,x\n", '"29/2/1971" is no date: its month has days 01 to 28'),
        ("a.csv", "date,text\n13-13-1970,x\n", "is no date: months run from 01 to 12"),
        ("a.json", '[{"date": "31.4.1970", "text": "x"}]', '"31.4.1970" is no date: its month has days 01 to 30'),
        ("a.csv", "date;text\n11.4.1970;x\n", "such as --date-format dd.mm.yyyy"),
        ("a.csv", "date,text\n4-13-1970,x\n", "such as --date-format mm-dd-yyyy"),
        ("a.csv", "Day;My story\n1970-04-11;x\n", "a header such as date;sentence, found Day;My story; if"),
        ("a.tsv", "Day\tStory\n1970-04-11\tx\n", r"a header such as date\tsentence, found Day\tStory; if"),
        ("a.csv", "1970-04-11,x\n", "if there is no header, write one as the first line"),
        ("a.xlsx", "PK\x03\x04\x14\x00\x06\x00xl/", "is a spreadsheet, not a text; save it as CSV"),
        ("a.csv", "PK\x03\x04\x14\x00\x06\x00xl/workbook.xml", "is a spreadsheet, not a text; save it as CSV"),
        ("a.csv", "PK\x03\x04\x14\x00\x06\x00b.txt", "is a binary file, not a text; if it is packed"),
        ("a.csv", "Date;Text;Wer Da\n1970-04-11;x;y\n", 'note: a.csv:1: columns left out: "Wer Da"'),
    ],
)
def test_input_is_refused_or_noted_in_its_own_words(
    name: str, text: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(text.encode())
    done = cliometer("score", name, "-r", GOLD, "-m", "date", "--verbose")
    assert complaint in done.err and done.status == (0 if complaint.startswith("note") else 2)
