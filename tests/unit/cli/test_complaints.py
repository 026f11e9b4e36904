"""Wrong options and files as a newcomer types them: one line with what was expected and found, and what helps."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.cli.main import ENCODED, READS, every_command, load, parser_of, split_command
from tests.unit.cli.cliometer_command import DEMO, cliometer


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("compare x --seed y", "--seed: expected a whole number of at least 0, found 'y'"),
        ("compare x --level y", "--level: expected a number, found 'y'"),
        ("compare x --seed 1_0", "--seed: expected a whole number of at least 0, found '1_0'"),
        ("compare x --seed ١", "--seed: expected a whole number of at least 0, found '١'"),
        ("report x --topics -1", "--topics: expected a whole number of at least 0, found '-1'"),
        ("convert x --top 0", "--top: expected a whole number of at least 1, found '0'"),
        ("compare x --test wilcox", "--test: unknown choice 'wilcox'; did you mean wilcoxon?"),
        ("compare x --test zz", "--test: unknown choice 'zz'; known: t, sign-flip"),
        ("score x --missing", "--missing: expected error, skip or zero after it"),
        ("vote x --pair a", "--pair: expected A B after it"),
        ("vote x --table", "--table: expected KEY after it"),
        ("vote", "missing: FILE (files of votes)"),
        ("score -r x", "-r takes all that follows, so put the systems before it"),
        ("tune", "or with --like as for timelines), -s/--system and --grid"),
        ("score x --json --csv", "--csv and --json exclude each other; give one"),
        ("demo x", "takes no more words, found x"),
        ("agree scores x", "missing: one of --human or --human-metric"),
        ("score x --prest=tilse", "unknown option --prest; did you mean --preset"),
        ("score x --json=yes", "--json takes no value"),
        ("score x --per-", "--per- may be --per-reference or --per-topic; write it out"),
        ("completion bsh", "unknown choice 'bsh'; did you mean bash"),
    ],
)
def test_a_wrong_call_is_told_in_our_words(line: str, said: str) -> None:
    found = cliometer(*line.split())
    name, _ = split_command(line.split())
    assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
    assert found.err.startswith(f"cliometer {name}: ") and found.err.lower().endswith(f" see cliometer {name} --help\n")
    assert said in found.err


@pytest.mark.parametrize("name", sorted(set(every_command()) - {"compat"}))
def test_every_command_that_reads_files_has_the_options(name: str) -> None:
    options = {option for action in parser_of(name, load(name)).arguments for option in action.option_strings}
    names = {name, name.partition(" ")[0]}
    assert ("--encoding" in options) == bool(names & {*READS, *ENCODED})
    assert ({"--columns", "--date-format"} <= options) == bool(names & {*READS})


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
        ("a.csv", "when,event\n1970-04-11,x\n", "--columns date=COLUMN,sentence=COLUMN"),
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
