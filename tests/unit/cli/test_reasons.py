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


def test_suggestions_are_marked_as_such_and_what_has_none_is_listed() -> None:
    done = cliometer(*CALL)
    assert (done.status, done.err) == (0, "")
    assert "nobody coded them" in done.out
    assert "\n- no phrase of the codebook is in 1 reason: no difference that matters (3)\n" in done.out


def test_two_coders_get_shares_agreement_and_alpha_with_interval(tmp_path: Path) -> None:
    sheets = coded(tmp_path, "anna"), coded(tmp_path, "ben", less="readability")
    done = cliometer(*CALL, "--codes", *sheets)
    assert done.status == 0
    assert done.err.count("1 of 9 reasons have no category") == 2
    assert "Agreement on 8 distinct reasons: 87.5 % (chance: 25.0 %" in done.out
    assert "Krippendorff's alpha (nominal) 0.8" in done.out and "95 % interval" in done.out
    assert "length  readability  less repetition" in done.out


def test_the_document_has_every_reason_with_its_codes(tmp_path: Path) -> None:
    document = json.loads(cliometer(*CALL, "--codes", coded(tmp_path, "anna"), "--json").out)
    assert document["votes_without_reason"] == 10
    assert sum(reason["times"] for reason in document["reasons"]) == 72
    assert (document["coders"][0]["name"], document["coders"][0]["codes"][0]) == ("anna", "informativeness")
    assert document["agreement"] is None


def test_table_9_goes_to_csv_and_latex() -> None:
    assert cliometer(*CALL, "--csv").out.startswith("category,weight,examples\ninformativeness,0.47826")
    assert r"\begin{tabular}{lrl}" in cliometer(*CALL, "--latex").out


def test_a_sheet_is_not_replaced_unasked(tmp_path: Path) -> None:
    words = (*CALL, "--sheet", tmp_path / "a.csv", "--blind")
    assert cliometer(*words).status == 0
    again = cliometer(*words)
    assert (again.status, again.out) == (2, "") and "exists already" in again.err
    assert cliometer(*words, "--force").status == 0


def test_votes_without_reasons_end_with_one_line(tmp_path: Path) -> None:
    (tmp_path / "v.csv").write_text("first,second,preferred\na,b,a\n")
    done = cliometer("study", "reasons", tmp_path / "v.csv", "--codebook", DEMO / "codebook.toml")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "no vote has a reason" in done.err


def test_blind_without_a_sheet_is_refused() -> None:
    done = cliometer(*CALL, "--blind")
    assert (done.status, done.out) == (2, "") and "name its file with --sheet" in done.err


def test_coders_who_coded_no_reason_in_common_are_told_what_to_fill_in(tmp_path: Path) -> None:
    for name in ("anna", "ben"):
        assert cliometer(*CALL, "--sheet", tmp_path / f"{name}.csv").status == 0
    done = cliometer(*CALL, "--codes", tmp_path / "anna.csv", tmp_path / "ben.csv")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "no reason was coded by two coders" in done.err and "the column category" in done.err
