"""`--jobs`: the output has the same bytes whatever the number of processes, and Ctrl-C ends all of them."""

import io
from pathlib import Path

import pytest

from cliometer.cli.main import main

DEMO = Path(__file__).parents[3] / "src" / "cliometer" / "demo"
COMMANDS = {
    "score": f"score {DEMO}/runs/lead {DEMO}/runs/random -r {DEMO}/references -m align+m1 -m date --chance --json",
    "submissions": f"submissions {DEMO}/runs -r {DEMO}/references -m date --dates 14 --json",
}


def _output(words: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    status = main(words.split(), out, err)
    return status, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_the_output_does_not_depend_on_the_number_of_jobs(words: str) -> None:
    alone = _output(words)
    assert alone[0] == 0
    assert [_output(f"{words} --jobs {jobs}") for jobs in (2, 3)] == [alone, alone]
