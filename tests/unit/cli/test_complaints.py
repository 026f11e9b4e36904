"""Wrong options and words: the option, what was expected, what was found, in one line."""

from __future__ import annotations

import pytest

from cliometer.cli.main import split_command
from tests.unit.cli.cliometer_command import cliometer


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
