"""`cliometer compare`."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.cliometer_command import DEMO, cliometer

LEAD, MENTIONS = (DEMO / "runs" / name for name in ("lead", "mentions"))
GOLD = DEMO / "references"
AGAINST = ("-r", GOLD, "-m", "align+m1", "--resamples", "200")


def document(*words: object) -> Any:
    found = cliometer("compare", *words, "--json")
    assert (found.status, found.out[0]) == (0, "{"), found.err
    return json.loads(found.out)


def one_line(*words: object) -> str:
    """The complaint of a call that must end with 2 and print nothing."""
    found = cliometer("compare", *words)
    assert (found.status, found.out, found.err.count("\n")) == (2, "", 1), found.err
    return found.err


def test_the_document_agrees_with_the_exit_status() -> None:
    words = ("compare", LEAD, MENTIONS, *AGAINST, "--gate", "align+m1 >= mentions", "--json")
    for more, status in (((), 0), (("--confident",), 1)):
        found = cliometer(*words, *more)
        document = json.loads(found.out)
        (ruling,) = document["gates"]
        assert (found.status, document["passed"], ruling["passed"]) == (status, status == 0, status == 0)
        assert ruling["confidence_bound"] < ruling["required_bound"] == 0


def test_a_table_can_be_chosen() -> None:
    words = ("compare", LEAD, MENTIONS, *AGAINST)
    systems = list(csv.DictReader(io.StringIO(cliometer(*words, "--csv", "--table", "systems").out)))
    assert [row["system"] for row in systems] == ["lead", "mentions"]
    human_level = list(csv.DictReader(io.StringIO(cliometer(*words, "--csv", "--table", "human-level").out)))
    assert [row["who"] for row in human_level] == ["writers", "lead", "mentions"]
    assert "corrected" in cliometer(*words, "--latex", "--table", "differences").out
    assert "--table chooses what --csv, --latex or --parquet gives" in one_line(*words[1:], "--table", "systems")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ((LEAD, MENTIONS), "no references were given: every path is a system; write RUN... -r GOLD\n"),
        ((LEAD, GOLD), f"no references were given: every path is a system; write RUN... -r {GOLD}\n"),
        ((DEMO / "scores.csv",), "-r GOLD; or add --scores, if these are tables of scores"),
        ((GOLD, "-r", LEAD), "are runs and references swapped?"),
        ((GOLD, MENTIONS, "-r", LEAD), "are runs and references swapped?"),
    ],
)
def test_references_that_are_not_given_as_such_are_asked_for(words: Any, complaint: str) -> None:
    assert complaint in one_line(*words)


def test_topics_without_a_value_for_one_system_are_left_out_for_every_system(tmp_path: Path) -> None:
    bare = shutil.copytree(LEAD, tmp_path / "bare")
    (bare / "apollo-13.txt").write_text("")
    notes = cliometer("compare", bare, MENTIONS, "-r", DEMO / "articles", "-m", "unigram", "--resamples", "100").err
    assert "where others have one; left out for every system" in notes and "cannot be compared" not in notes


def test_copied_runs_get_their_means_and_the_bound(tmp_path: Path) -> None:
    copied = shutil.copytree(LEAD, tmp_path / "copy")
    bound = DEMO / "timelines" / "full_oracle"
    printed = cliometer("compare", LEAD, copied, bound, *AGAINST, "--per-reference")
    assert printed.status == 0 and "were the runs copied?" in printed.err
    assert re.search(r"^copy +0\.\d{3}  ", printed.out, re.M) and "full_oracle 0." in " ".join(printed.out.split())


def test_scores_may_be_held_to_a_gate() -> None:
    words = ("compare", "--scores", DEMO / "scores.csv", "-m", "date", "--baseline", "lead")
    passed = cliometer(*words, "--gate", "date >= baseline - 0.1")
    assert (passed.status, passed.err.count("gate passed")) == (0, 2)
    failed = cliometer(*words, "--gate", "date >= baseline", "--confident")
    assert (failed.status, failed.err.count("gate failed: random")) == (1, 1)
