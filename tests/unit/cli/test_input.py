"""Options that say how files are written, as a newcomer with a table and a JSON list types them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from cliometer.cli.main import ENCODED, READS, every_command, load, parser_of
from tests.unit.cli.cliometer_command import cliometer

TABLE = "when,event\n27/05/2010,Obama extends the moratorium.\n29/05/2010,BP gives up.\n"
ROWS = [{"date": "2010-05-27", "text": "Obama extends it."}, {"date": "2010-05-29", "text": ["BP gives up."]}]
OPTIONS = ("--columns", "date=when", "--date-format", "dd/mm/yyyy")


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.csv").write_text(TABLE)
    Path("mine.csv.gz").write_bytes(gzip.compress(TABLE.encode()))
    Path("reference.json").write_text(json.dumps(ROWS))


def test_each_refusal_names_the_next_option() -> None:
    refused = cliometer("score", "mine.csv", "reference.json")
    assert refused.status == 2 and "--columns date=COLUMN,sentence=COLUMN" in refused.err
    refused = cliometer("score", "mine.csv", "reference.json", "--columns", "date=wen")
    assert refused.status == 2 and 'it has no column "wen"' in refused.err
    refused = cliometer("score", "mine.csv", "reference.json", *OPTIONS[:2])
    assert refused.status == 2 and "mine.csv:2: " in refused.err and "--date-format dd/mm/yyyy" in refused.err
    Path("mine.csv").write_bytes(b"date,text\n2010-05-27,caf\xe9\n")
    refused = cliometer("score", "mine.csv", "reference.json")
    assert refused.status == 2 and "mine.csv:2: " in refused.err and "--encoding cp1252" in refused.err
    assert cliometer("score", "mine.csv", "reference.json", "--encoding", "cp1252").status == 0


@pytest.mark.parametrize("name", sorted(set(every_command()) - {"compat"}))
def test_every_command_that_reads_files_has_the_options(name: str) -> None:
    options = {option for action in parser_of(name, load(name)).arguments for option in action.option_strings}
    names = {name, name.partition(" ")[0]}
    assert ("--encoding" in options) == bool(names & {*READS, *ENCODED})
    assert ({"--columns", "--date-format"} <= options) == bool(names & {*READS})
