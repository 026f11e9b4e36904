"""`--label`: names of a paper in place of those of folders and expressions."""

from __future__ import annotations

import json

import pytest

from tests.unit.cli.cliometer_command import DEMO, cliometer

RUNS = (DEMO / "runs/lead", DEMO / "runs/mentions", "-r", DEMO / "references", "-m", "AR-1")
LABELS = ("--label", "lead=Our_s", "--label", "AR-1=AR-1")


@pytest.mark.parametrize("form", [(), ("--csv",), ("--latex",), ("--latex", "--table", "runs")])
@pytest.mark.parametrize("command", ["score", "compare"])
def test_every_table_and_sentence_has_the_labels(command: str, form: tuple[str, ...]) -> None:
    if command == "score" and "--table" in form:
        return
    plain, labelled = (cliometer(command, *RUNS, *form, *labels).out for labels in ((), LABELS))
    assert "lead" in plain and "lead" not in labelled and "mentions" in labelled
    assert ("Our\\_s" if form[:1] == ("--latex",) else "Our_s") in labelled
    lines = [line for line in labelled.split("signature")[0].splitlines() if not line.startswith("%")]
    assert "align+m1" not in "".join(lines)


def test_documents_keep_the_names_and_a_label_needs_both_sides() -> None:
    assert json.loads(cliometer("score", *RUNS, *LABELS, "--json").out)["scores"][0]["system"] == "lead"
    done = cliometer("score", *RUNS, "--label", "lead")
    assert done.status == 2 and "write --label our_v2=Ours" in done.err
