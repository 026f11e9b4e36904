"""Digits, percentages and colours of tables."""

from __future__ import annotations

import pytest

from tests.unit.cli.cliometer_command import DEMO, Finished, cliometer

RUNS = (DEMO / "runs" / "lead", DEMO / "runs" / "random")
GREEN = "\033[1;32m"


def scored(*more: object) -> Finished:
    return cliometer("score", *RUNS, "-r", DEMO / "references", "-m", "date", "-q", *more)


def compared(*more: object) -> Finished:
    return cliometer("compare", *RUNS, "-r", DEMO / "references", "-m", "AR-1", "--resamples", "100", "-q", *more)


def test_digits_are_those_asked_for_in_every_form() -> None:
    assert " 0.28653 " in scored("--digits", "5").out
    assert "& 0.29 &" in scored("--digits", "2", "--latex").out
    assert scored("--digits", "1", "--csv").out.splitlines()[1] == "lead,apollo-13,date,0.6,0.5,0.6"
    assert "lead,apollo-13,date,0.6,0.5294117647058824,0.5625" in scored("--csv").out


def test_a_table_for_a_paper_has_its_labels_digits_and_percentages() -> None:
    latex = compared("--latex", "--table", "runs", "--percent").out
    assert " & system & AR-1 \\\\" in latex and "% AR-1 is align+m1(rouge=1)\n" in latex
    assert "F of means times 100" in latex and r"\textbf{11.2}" in latex
    assert "& corrected p &" in compared("--latex", "--table", "differences").out
    assert "corrected_p" in compared("--csv").out


def test_json_has_all_digits_and_refuses_others() -> None:
    assert "--digits is for tables; --json has all digits" in scored("--json", "--digits", "2").err
    assert scored("--json", "--percent").status == 2


def test_a_chance_level_wins_nothing_and_is_a_percentage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("FORCE_COLOR", "1")
    words = ("-r", DEMO / "references", "-m", "AR-1", "--chance", "--percent", "-q")
    lead = cliometer("score", *RUNS, *words).out.splitlines()[2]
    assert lead.count(GREEN) == 4 and lead.endswith(" 3.4")
