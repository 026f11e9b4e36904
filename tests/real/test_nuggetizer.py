"""AutoNuggetizer on the runs of TREC RAG 2024: its metrics, and its files written again."""

from __future__ import annotations

import gzip
import json

import pytest

from cliometer import score
from cliometer.compat.nuggetizer import SCORES
from tests.shared import SHARED, needs
from tests.unit.cli.cliometer_command import cliometer

DATA = SHARED / "data" / "nuggetizer"
RUNS = ("command-r-plus", "l31_70b_instruct")
pytestmark = needs("data", "nuggetizer")
each_run = pytest.mark.parametrize("run", RUNS)


def published(run: str) -> list[str]:
    return gzip.decompress((DATA / f"metrics.{run}.jsonl.gz").read_bytes()).decode().splitlines()


@each_run
def test_the_metrics_file_is_the_published_one_byte_for_byte(run: str) -> None:
    files = DATA / f"assignments.{run}.jsonl.gz", "--nuggets", DATA / "nuggets.jsonl.gz"
    done = cliometer("compat", "nuggetizer", *files)
    assert done.out.splitlines() == published(run)
    assert "records" not in done.err


@each_run
def test_score_has_the_same_numbers_where_the_assignments_are_the_bank(run: str) -> None:
    file = DATA / f"assignments.{run}.jsonl.gz"
    results = score(file, file, list(map(str, SCORES.values())))
    for row in map(json.loads, published(run)[:-1]):
        for name, metric in SCORES.items():
            found = results[str(metric)][results.systems[0]][str(row["qid"])]["value"]
            assert found == pytest.approx(row[name], rel=0, abs=1e-12)


@pytest.mark.parametrize(("run", "labels"), [("command-r-plus", 26), ("l31_70b_instruct", 18)])
def test_labels_outside_the_vocabulary_are_counted(run: str, labels: int) -> None:
    done = cliometer("score", DATA / f"assignments.{run}.jsonl.gz", DATA / "nuggets.jsonl.gz")
    assert f"not_support, which earn nothing ({labels}): " in done.err
    assert "neither vital nor okay, which count with weight=all only (40): " in done.err


@pytest.mark.parametrize("file", ["nuggets", *(f"{kind}.{run}" for kind in ("answers", "assignments") for run in RUNS)])
def test_a_file_is_written_again_byte_for_byte(file: str) -> None:
    path = DATA / f"{file}.jsonl.gz"
    done = cliometer("convert", path, "--to", "nuggetizer")
    assert done.out.strip() == gzip.decompress(path.read_bytes()).decode().strip()


def test_metrics_files_are_leaderboards() -> None:
    files = [DATA / f"metrics.{run}.jsonl.gz" for run in RUNS]
    done = cliometer("agree", "metrics", *files, "-m", "all_score", "-m", "vital_score", "--json")
    (row,) = json.loads(done.out)["matrix"]
    assert row["n"] == 602
