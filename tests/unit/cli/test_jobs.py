"""`--jobs`: the output has the same bytes whatever the number of processes."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from cliometer.cli.main import main
from cliometer.engine.backends import Processes
from cliometer.model.backend import _active

DEMO = Path(__file__).parents[3] / "src" / "cliometer" / "demo"
RUNS = f"{DEMO}/runs/lead {DEMO}/runs/random -r {DEMO}/references -m align+m1 -m date"
COMMANDS = {
    "score": f"score {RUNS} --chance --json",
    "compare": f"compare {RUNS} --test bootstrap --interval bca --resamples 200 --json",
    "court": f"court {DEMO}/references -m date -m concat -t shift -t shuffle --json",
    "agree": f"agree {DEMO}/scores.csv --human {DEMO}/human.csv --resamples 200 --json",
    "tune": f"tune {DEMO}/posts -s centroid --grid threshold=0:1:0.5 --folds 2 -k 3 --json",
    "tune timelines": f"tune {DEMO}/articles -s random --like {DEMO}/references --grid seed=1,2 --no-cache --json",
    "submissions": f"submissions {DEMO}/runs -r {DEMO}/references -m date --dates 14 --json",
    "timelines": f"timelines {DEMO}/articles -s mentions -s regression --like {DEMO}/references --no-cache --json",
    "annotate": f"annotate {DEMO}/articles/apollo-13.jsonl",
    "experiment": f"experiment microblog {DEMO}/posts --config {DEMO}/experiment.toml --json",
    "summarise": f"summarise {DEMO}/posts -s centroid -s random -k 3 --json",
}


@pytest.fixture(scope="module")
def pools() -> Iterator[list[Processes]]:
    found = [Processes(2), Processes(3)]
    yield found
    for pool in found:
        pool.close(abort=True)


def _output(words: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = main(words.split(), out, err)
    return status, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_the_output_does_not_depend_on_the_number_of_jobs(words: str, pools: list[Processes]) -> None:
    alone = _output(words)
    assert alone[0] == 0
    for pool in pools:
        token = _active.set(pool)  # as --jobs does, but the processes serve all commands
        try:
            assert _output(words) == alone
        finally:
            _active.reset(token)


def test_jobs_are_a_number_or_all_cores() -> None:
    words = f"score {RUNS} --json"
    assert _output(f"{words} --jobs 2") == _output(f"{words} --jobs auto") == _output(words)
    with pytest.raises(SystemExit):
        _output(f"{words} --jobs 0")
