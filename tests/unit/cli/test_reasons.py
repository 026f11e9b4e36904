"""`cliometer study reasons`: suggestions, a sheet, two coders."""

from __future__ import annotations

import csv
import json
from pathlib import Path

from tests.unit.cli.cliometer_command import DEMO, cliometer

CALL = ("study", "reasons", DEMO / "votes.csv", "--codebook", DEMO / "codebook.toml")


def coded(folder: Path, name: str, **instead: str) -> Path:
    """A sheet in which a coder took all suggestions but some."""
    cliometer(*CALL, "--sheet", folder / f"{name}.csv")
    path = folder / f"{name}.csv"
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["category"] = instead.get(row["reason"].split()[0], row["suggestion"])
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return path


def test_the_document_has_every_reason_with_its_codes(tmp_path: Path) -> None:
    document = json.loads(cliometer(*CALL, "--codes", coded(tmp_path, "anna"), "--json").out)
    assert document["votes_without_reason"] == 10
    assert sum(reason["times"] for reason in document["reasons"]) == 72
    assert (document["coders"][0]["name"], document["coders"][0]["codes"][0]) == ("anna", "informativeness")
    assert document["agreement"] is None


def test_table_9_goes_to_csv_and_latex() -> None:
    assert cliometer(*CALL, "--csv").out.startswith("category,weight,examples\ninformativeness,0.47826")
    assert r"\begin{tabular}{lrl}" in cliometer(*CALL, "--latex").out


def test_blind_without_a_sheet_is_refused() -> None:
    done = cliometer(*CALL, "--blind")
    assert (done.status, done.out) == (2, "") and "name its file with --sheet" in done.err


def test_coders_who_coded_no_reason_in_common_are_told_what_to_fill_in(tmp_path: Path) -> None:
    for name in ("anna", "ben"):
        assert cliometer(*CALL, "--sheet", tmp_path / f"{name}.csv").status == 0
    done = cliometer(*CALL, "--codes", tmp_path / "anna.csv", tmp_path / "ben.csv")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "no reason was coded by two coders" in done.err and "the column category" in done.err
