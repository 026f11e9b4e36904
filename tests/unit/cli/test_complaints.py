"""Wrong options and words: the option, what was expected, what was found, in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.cli.main import load, parser_of, split_command
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


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("agree", "agree needs a subcommand: scores, votes, metrics, people, judges; see cliometer agree --help"),
        ("agree x", "unknown subcommand of agree 'x'; known: judges, metrics, people, scores, votes"),
        ("agree score x", "unknown subcommand of agree 'score'; did you mean scores?"),
    ],
)
def test_a_missing_or_unknown_subcommand_is_told_with_those_there_are(line: str, said: str) -> None:
    found = cliometer(*line.split())
    assert (found.status, found.out, found.err) == (2, "", f"cliometer: {said}\n")


def test_an_option_may_be_shortened_while_it_is_the_only_one() -> None:
    parser = parser_of("score", load("score"))
    values = parser.parse_args(["--pres=modern", "--", "--per"])
    assert (values.preset, values.paths) == ("modern", [Path("--per")])


def test_systems_are_not_spoken_of_where_no_references_were_given() -> None:
    assert "put the systems" not in cliometer("score").err


def test_an_option_before_the_command_is_told_its_place() -> None:
    found = cliometer("--json", "score")
    assert (found.status, found.err) == (
        2,
        "cliometer: --json comes before a command; write cliometer COMMAND --json, or cliometer --help\n",
    )


def test_a_long_list_of_known_names_is_cut() -> None:
    from cliometer.errors import unknown

    assert str(unknown("thing", "?", [f"name-{n:03}" for n in range(100)])).endswith("name-059 and 40 more")
