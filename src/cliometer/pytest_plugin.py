"""A gate inside a test suite: the fixture `cliometer_gate` fails a test where a run falls behind.

    def test_timelines_are_no_worse(cliometer_gate):
        cliometer_gate(
            "align+m1(rouge=1).f >= baseline - 0.01", run="runs/new", baseline="runs/old", references="gold"
        )

pytest loads this file at its start, so nothing of Cliometer is imported before the fixture is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, cast

import pytest

if TYPE_CHECKING:
    from cliometer.engine.compare.system_comparison import SystemComparison
    from cliometer.engine.evaluation import Evaluation
    from cliometer.settings.groups import Comparing

Run = str | PathLike[str] | Mapping[str, Any]
_OWN = ("run", "references", "baseline", "preset", "per_reference", "confident")


@pytest.fixture
def cliometer_gate() -> Callable[..., SystemComparison]:
    """Hold a run to a condition, such as `align+m1(rouge=1).f >= baseline - 0.01`."""
    return check_gate


def check_gate(
    *gates: str,
    run: Run | None = None,
    references: Run | None = None,
    baseline: Run | None = None,
    preset: str = "tilse",
    per_reference: bool = False,
    confident: bool = False,
    **settings: Unpack[Comparing],
) -> SystemComparison:
    """Fail the test with the scores where a gate does; runs and references are paths or dictionaries.

    Settings are the fields of `Design`, such as `level=0.9` or `seed=1`.
    """
    __tracebackhide__ = True  # a failure or a wrong call is shown in the test that made it
    from cliometer.engine.compare.figures import Design
    from cliometer.engine.compare.system_comparison import compare_in
    from cliometer.errors import CliometerError

    try:
        _expect(gates, run, references, settings)
        evaluation, notes = _evaluation(run, baseline, references, preset, per_reference)
        design = Design.of(**settings, baseline=None if baseline is None else "baseline")
        comparison = compare_in(evaluation, design, gates, notes=notes, confident=confident)
    except CliometerError as error:
        raise error.with_traceback(None) from None  # without the frames between here and there
    if not comparison.passed():
        rulings = "\n".join(ruling.line() for ruling in comparison.rulings)
        pytest.fail(f"{rulings}\n\n{comparison}", pytrace=False)
    return comparison


def _expect(gates: Sequence[str], run: Run | None, references: Run | None, settings: Comparing) -> None:
    """Refuse a call that lacks an argument, or has one that is not known."""
    from cliometer.errors import UsageError, unknown
    from cliometer.settings.groups import Comparing as Known

    for name in settings:
        if name not in Known.__annotations__:
            raise unknown("keyword", name, [*_OWN, *Known.__annotations__])
    if not gates:
        raise UsageError("gates-missing")
    for name, given in (("run", run), ("references", references)):
        if given is None:
            raise UsageError("argument-missing", name=name)


def _evaluation(
    run: Run | None, baseline: Run | None, references: Run | None, preset: str, per_reference: bool
) -> tuple[Evaluation, Sequence[str]]:
    """Return the evaluation of runs named `run` and `baseline`, read where they are paths; gates add metrics."""
    from dataclasses import replace

    from cliometer.engine.value_evaluation import prepared
    from cliometer.errors import UsageError

    runs = {"run": run} | ({} if baseline is None else {"baseline": baseline})
    if len({isinstance(given, Mapping) for given in (*runs.values(), references)}) > 1:
        raise UsageError("arguments-unlike")
    if isinstance(references, Mapping):
        if per_reference:
            raise UsageError("per-reference-of-values")
        return replace(prepared(cast("Any", runs), references, None, preset), metrics=[]), ()
    paths = {name: Path(cast("str", given)) for name, given in runs.items()}
    return _read(paths, Path(cast("str", references)), preset, per_reference)


def _read(
    runs: Mapping[str, Path], references: Path, preset: str, per_reference: bool
) -> tuple[Evaluation, Sequence[str]]:
    """Read the runs that are paths; one that is its own baseline is read once."""
    from dataclasses import replace

    from cliometer.engine.file_evaluation import FileEvaluation
    from cliometer.errors import UsageError

    paths = list(dict.fromkeys(runs.values()))
    given = None if preset == "tilse" else preset  # the usual one has no meaning for gold of other kinds
    read, notes = FileEvaluation(paths, [references], None, given, per_reference).read()
    if len(read.systems) != len(paths):
        names = ", ".join(read.systems)
        raise UsageError("run-single-system", found=names)
    by_path = dict(zip(paths, read.systems.values(), strict=True))
    systems: Any = {name: by_path[path] for name, path in runs.items()}
    return replace(read, systems=systems, metrics=[]), notes
