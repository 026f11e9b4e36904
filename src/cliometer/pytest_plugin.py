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
    from cliometer.engine.compare.comparison import Comparison
    from cliometer.engine.compare.design import Settings
    from cliometer.engine.evaluation import Evaluation

Run = str | PathLike[str] | Mapping[str, Any]


@pytest.fixture
def cliometer_gate() -> Callable[..., Comparison]:
    """Hold a run to a condition, such as `align+m1(rouge=1).f >= baseline - 0.01`."""
    return check_gate


def check_gate(
    *gates: str,
    run: Run,
    references: Run,
    baseline: Run | None = None,
    preset: str = "tilse",
    per_reference: bool = False,
    confident: bool = False,
    **settings: Unpack[Settings],
) -> Comparison:
    """Fail the test with the scores where a gate does; runs and references are paths or dictionaries.

    Settings are the fields of `Design`, such as `level=0.9` or `seed=1`.
    """
    from cliometer.engine.compare.comparison import compare_in
    from cliometer.engine.compare.design import designed
    from cliometer.errors import UsageError
    from cliometer.report.comparison import page

    if not gates:
        raise UsageError('no gate was set; write a condition such as "align+m1(rouge=1).f >= 0.1"')
    evaluation, notes = _evaluation(run, baseline, references, preset, per_reference)
    design = designed(settings, None if baseline is None else "baseline")
    comparison = compare_in(evaluation, design, gates, notes=notes)
    if not comparison.passed(confident):
        rulings = "\n".join(ruling.line(confident) for ruling in comparison.rulings)
        pytest.fail(f"{rulings}\n\n{page(comparison)}", pytrace=False)
    return comparison


def _evaluation(
    run: Run, baseline: Run | None, references: Run, preset: str, per_reference: bool
) -> tuple[Evaluation, Sequence[str]]:
    """Runs named `run` and `baseline`, read where they are paths; the gates bring the metrics."""
    from dataclasses import replace

    from cliometer.engine.evaluation import prepared
    from cliometer.engine.files import FileEvaluation
    from cliometer.errors import UsageError

    runs = {"run": run} | ({} if baseline is None else {"baseline": baseline})
    if len({isinstance(given, Mapping) for given in (*runs.values(), references)}) > 1:
        raise UsageError("runs and references must be all paths or all dictionaries; give them alike")
    if isinstance(references, Mapping):
        if per_reference:
            raise UsageError("per_reference is for paths; name the topics of a dictionary topic/reference")
        return replace(prepared(cast("Any", runs), references, None, preset), metrics=[]), ()
    paths = [Path(cast("str", given)) for given in runs.values()]
    read, notes = FileEvaluation(paths, [Path(references)], None, preset, per_reference).read()
    return replace(read, systems=dict(zip(runs, read.systems.values(), strict=True)), metrics=[]), notes
