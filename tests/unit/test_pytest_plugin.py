"""The fixture `cliometer_gate` inside somebody's test suite."""

from __future__ import annotations

from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest
import scipy.special  # noqa: F401

# What a gate loads is loaded here: an inner run forgets its own modules, and these cannot be loaded twice.
import cliometer.reporting.render.notebook  # noqa: F401
from cliometer.errors import UsageError
from cliometer.pytest_plugin import check_gate
from tests.compared import benchmark
from tests.laid_out import put

pytest_plugins = ["pytester"]

RUNS, GOLD = benchmark()
METRIC = "agreement(rouge=1)"


@pytest.fixture
def suite(pytester: pytest.Pytester) -> Path:
    """A folder with two runs and a benchmark."""
    for name in ("good", "bad"):
        for topic, timeline in RUNS[name].items():
            put(pytester.path / name / f"{topic}.txt", timeline)
    for topic, writers in GOLD.items():
        for at, writer in enumerate(writers):
            put(pytester.path / "gold" / topic / f"{at}.txt", writer)
    return pytester.path


def outcome(pytester: pytest.Pytester, body: str) -> pytest.RunResult:
    """The plugin is there by itself where the package is installed, and else is named."""
    pytester.makepyfile(f"def test_gate(cliometer_gate):\n    {body}\n")
    named = () if entry_points(group="pytest11", name="cliometer") else ("-p", "cliometer.pytest_plugin")
    return pytester.runpytest_inprocess(*named)


@pytest.mark.usefixtures("suite")
def test_a_run_that_keeps_the_gate_passes(pytester: pytest.Pytester) -> None:
    gate = f'"{METRIC}.f >= baseline - 0.01", run="good", baseline="bad", references="gold", resamples=100'
    outcome(pytester, f"cliometer_gate({gate})").assert_outcomes(passed=1)


@pytest.mark.usefixtures("suite")
def test_a_run_that_does_not_fails_with_the_scores(pytester: pytest.Pytester) -> None:
    gate = f'"{METRIC}.f >= baseline - 0.01", run="bad", baseline="good", references="gold", resamples=100'
    found = outcome(pytester, f"cliometer_gate({gate})")
    found.assert_outcomes(failed=1)
    found.stdout.fnmatch_lines(["gate failed: run: agreement(rouge=1).f >= baseline - 0.01 (*", "On 6 topics*"])
    found.stdout.no_fnmatch_line("*Traceback*")
    found.stdout.no_fnmatch_line("*pytest_plugin.py*")


def test_every_gate_must_hold() -> None:
    gates = ("date > 0.1", f"{METRIC} > 2")
    with pytest.raises(pytest.fail.Exception, match=r"gate passed: run: date\.f > 0\.1"):
        check_gate(*gates, run=RUNS["good"], references=GOLD, resamples=100)


def test_a_confident_gate_asks_more() -> None:
    wanted: Any = {"run": RUNS["fair"], "references": GOLD}
    score = check_gate("date > 0.1", **wanted, resamples=100)["date"]["run"].score
    gate = f"date > {score - 0.001!r}"
    check_gate(gate, **wanted, resamples=100)
    with pytest.raises(pytest.fail.Exception, match="not certain enough"):
        check_gate(gate, **wanted, resamples=100, confident=True)


def test_each_reference_may_be_a_task(suite: Path) -> None:
    found = check_gate("date > 0.01", run=suite / "good", references=suite / "gold", per_reference=True, resamples=100)
    assert (found["date"].topics, found["date"].independent_topics) == (15, 6)


def test_a_call_without_a_gate_is_refused() -> None:
    with pytest.raises(UsageError, match="no gate was set"):
        check_gate(run=RUNS["good"], references=GOLD)


def test_paths_and_dictionaries_are_not_mixed() -> None:
    with pytest.raises(UsageError, match="all paths or all dictionaries"):
        check_gate("date > 0.1", run=RUNS["good"], references="gold")
    with pytest.raises(UsageError, match="per_reference is for paths"):
        check_gate("date > 0.1", run=RUNS["good"], references=GOLD, per_reference=True)


def test_no_gate_rules_on_the_baseline() -> None:
    found = check_gate("date > 0.2", run=RUNS["good"], baseline=RUNS["bad"], references=GOLD, resamples=100)
    assert [ruling.system for ruling in found.rulings] == ["run"]


def test_a_file_of_several_systems_is_no_run() -> None:
    nuggets = Path(__file__).parents[2] / "src" / "cliometer" / "demo" / "nuggets"
    with pytest.raises(UsageError, match="must be one system each, found demo/brief, demo/chatty"):
        check_gate("ts > 0.1", run=nuggets / "runs.txt", references=nuggets)
