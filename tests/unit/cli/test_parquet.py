"""`--parquet` of `cliometer score` and `cliometer compare`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.unit.cli.cliometer_command import DEMO, cliometer

parquet = pytest.importorskip("pyarrow.parquet")
LEAD, MENTIONS, GOLD = DEMO / "runs" / "lead", DEMO / "runs" / "mentions", DEMO / "references"
COMPARED = ("compare", LEAD, MENTIONS, "-r", GOLD, "-m", "date", "--resamples", "100")


def rows(path: Path) -> list[dict[str, object]]:
    found: list[dict[str, object]] = parquet.read_table(path).to_pylist()
    return found


def test_score_writes_every_score_beside_what_it_prints(tmp_path: Path) -> None:
    words, path = ("score", LEAD, GOLD, "-m", "date"), tmp_path / "a.parquet"
    found = cliometer(*words, "--parquet", path)
    assert found.out == cliometer(*words).out
    assert f"wrote {path}\n" in found.err
    scores = json.loads(cliometer(*words, "--json").out)["scores"]
    kept = ("system", "topic", "metric", "precision", "recall", "f")
    assert [{key: row[key] for key in kept} for row in rows(path)] == scores


@pytest.mark.parametrize("command", ["score", "compare"])
def test_a_file_that_cannot_be_written_is_refused_before_any_work(command: str, tmp_path: Path) -> None:
    found = cliometer(command, "nowhere", "-r", GOLD, "--parquet", tmp_path / "none" / "a.parquet")
    assert found.err.endswith(f"the folder {tmp_path / 'none'} does not exist; make it first\n")


def test_the_table_of_runs_is_for_papers(tmp_path: Path) -> None:
    found = cliometer(*COMPARED, "-m", "rouge1", "--latex", "--table", "runs")
    assert " & system & date & rouge1 \\\\\n" in found.out
    for other in (("--csv",), ("--parquet", tmp_path / "a.parquet")):
        refused = cliometer(*COMPARED, *other, "--table", "runs")
        assert (refused.status, "--table runs is for --latex alone" in refused.err) == (2, True)


def test_of_many_systems_in_a_folder_of_scores_the_best_are_shown(tmp_path: Path) -> None:
    """Twenty-five systems on two topics: means of all are kept, twenty are printed."""
    pyarrow = pytest.importorskip("pyarrow")

    answers = [(f"s{n:02}", topic) for n in range(25) for topic in ("apollo-13", "berlin-wall")]
    columns = {"system": [system for system, _ in answers], "topic": [topic for _, topic in answers]}
    columns |= {"date": ["1970-04-11"] * 50, "sentence": ["A crew leaves."] * 50}
    parquet.write_table(pyarrow.table(columns), tmp_path / "systems.parquet")
    for topic in ("apollo-13", "berlin-wall"):
        (tmp_path / "gold" / topic).mkdir(parents=True)
        (tmp_path / "gold" / topic / "a.txt").write_text("1970-04-11\nA crew leaves.\n", encoding="utf-8")
    words = ("score", tmp_path / "systems.parquet", tmp_path / "gold", "-m", "date", "-o", tmp_path / "scores")
    printed = cliometer(*words)
    assert printed.status == 0
    assert len([line for line in printed.out.splitlines() if line.startswith("s") and " date " in line]) == 20
