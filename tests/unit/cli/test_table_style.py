"""Digits, percentages and colours of tables."""

from __future__ import annotations

import io

import pytest

from cliometer.cli.main import main
from cliometer.text.tables import BestNumber, Table, TableStyle
from tests.unit.cli.cliometer_command import DEMO, Finished, cliometer

RUNS = (DEMO / "runs" / "lead", DEMO / "runs" / "random")
GREEN = "\033[1;32m"


def scored(*more: object) -> Finished:
    return cliometer("score", *RUNS, "-r", DEMO / "references", "-m", "date", "-q", *more)


def compared(*more: object) -> Finished:
    return cliometer("compare", *RUNS, "-r", DEMO / "references", "-m", "AR-1", "--resamples", "100", "-q", *more)


def printed_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> str:
    out = io.StringIO()
    monkeypatch.setattr(out, "isatty", lambda: True)
    words = ["score", *map(str, RUNS), "-r", str(DEMO / "references"), "-m", "date", "-q"]
    assert main(words, out, io.StringIO()) == 0
    return out.getvalue()


def test_digits_are_those_asked_for_in_every_form() -> None:
    assert " 0.28653 " in scored("--digits", "5").out
    assert "& 0.29 &" in scored("--digits", "2", "--latex").out
    assert scored("--digits", "1", "--csv").out.splitlines()[1] == "lead,apollo-13,date,0.6,0.5,0.6"
    assert "lead,apollo-13,date,0.6,0.5294117647058824,0.5625" in scored("--csv").out


def test_percentages_are_scores_times_100_with_one_digit() -> None:
    assert scored("--percent").out.splitlines()[2].split() == ["lead", "date", "8", "0", "32.8", "25.4", "28.7", "28.6"]
    assert " 28.65 " in scored("--percent", "--digits", "2").out


def test_what_is_no_score_is_no_percentage() -> None:
    table = Table(["F", "effect"], [[0.5, 1.5], [None, "-"]], TableStyle(percent=True))
    assert table.shown() == [["50.0", "1.500"], ["undefined", "-"]]
    assert table.csv() == "F,effect\n50.0,1.500\n,-\n"


def test_a_table_for_a_paper_has_its_labels_digits_and_percentages() -> None:
    latex = compared("--latex", "--table", "runs", "--percent").out
    assert " & system & AR-1 \\\\" in latex and "% AR-1 is align+m1(rouge=1)\n" in latex
    assert "F of means times 100" in latex and r"\textbf{11.2}" in latex
    assert "& corrected p &" in compared("--latex", "--table", "differences").out
    assert "corrected_p" in compared("--csv").out


def test_json_has_all_digits_and_refuses_others() -> None:
    assert "--digits is for tables; --json has all digits" in scored("--json", "--digits", "2").err
    assert scored("--json", "--percent").status == 2


def test_a_score_above_1_is_no_percentage() -> None:
    found = cliometer("score", RUNS[0], DEMO / "articles", "-m", "multinomial", "--percent")
    assert (found.status, found.out) == (2, "")
    assert "--percent is for scores up to 1, but multinomial" in found.err


def test_a_terminal_shows_winners_in_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    lines = printed_on_a_terminal(monkeypatch).splitlines()
    assert [line.count(GREEN) for line in lines[2:4]] == [3, 1]  # random has the higher precision
    assert GREEN not in scored().out


def test_colours_obey_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert GREEN in scored().out
    assert "\033" not in scored("--latex").out + scored("--csv").out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\033" not in scored().out + printed_on_a_terminal(monkeypatch)


def test_colour_moves_no_column() -> None:
    table = Table(["name", "F"], [["a", BestNumber(0.5)], ["b", 0.25]], TableStyle(colour=True))
    plain = Table(table.heading, table.rows).text()
    assert table.text().replace(GREEN, "").replace("\033[0m", "") == plain


def test_a_chance_level_wins_nothing_and_is_a_percentage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    words = ("-r", DEMO / "references", "-m", "AR-1", "--chance", "--percent", "-q")
    lead = cliometer("score", *RUNS, *words).out.splitlines()[2]
    assert lead.count(GREEN) == 4 and lead.endswith(" 3.4")
