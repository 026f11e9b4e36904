"""The command line: what `cliometer --version` and a small `cliometer score` cost beside `import numpy`."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.processes import cliometer, command_time, python
from benchmarks.registry import Effort, case
from benchmarks.rows import Row, costlier
from benchmarks.texts import SHARED, Days, timeline

PAIRS = 19
_DATES = 36  # timeline17's mean
_REPEATS = 7


@case
def startup(effort: Effort) -> Iterator[Row]:
    """Each command's CPU time over that of `python -c "import numpy"`."""
    times = effort.of(_REPEATS, 2)
    numpy = command_time(python("-c", "import numpy"), times)
    version = command_time(cliometer("--version"), times)
    yield costlier("startup: cliometer --version, import numpy", version, numpy, most=2)
    with tempfile.TemporaryDirectory() as folder:
        run, gold, origin = _files(Path(folder))
        command = cliometer("score", str(run), str(gold), "--per-reference", "--json")
        name = f"startup: cliometer score of {PAIRS} pairs, import numpy"
        yield costlier(name, command_time(command, times), numpy, most=8, note=f"pairs: {origin}")


def _files(folder: Path) -> tuple[Path, Path, str]:
    """A run folder, a benchmark folder, and where their texts come from."""
    gold = SHARED / "timeline17" / "references"
    outputs = SHARED / "system_outputs" / "TL17_bestds"
    if gold.exists() and outputs.exists():
        return _real_run(folder / "run", gold, outputs), gold, "timeline17 and TL17_bestds"
    for side in ("run", "gold"):
        for number in range(PAIRS):
            _write(folder / side / f"topic-{number:02}" / "writer.txt", timeline(f"{side}/{number}", _DATES))
    return folder / "run", folder / "gold", f"generated, {_DATES} dates"


def _real_run(run: Path, gold: Path, outputs: Path) -> Path:
    """The outputs under the names of the references they answer."""
    for reference in sorted(gold.glob("*/*.txt")):
        topic = reference.parent.name
        place = run / topic / reference.name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(_answer(outputs, topic, reference.stem))
    return run


def _answer(outputs: Path, topic: str, reference: str) -> Path:
    """The output whose name begins the reference's, the longest: `mj_bbc` answers mj/bbc.co.uk."""
    prefix = f"{outputs.name}_{topic}_"
    names = [path.stem.removeprefix(prefix) for path in outputs.glob(f"{prefix}*.txt")]
    return outputs / f"{prefix}{max((n for n in names if reference.startswith(n)), key=len)}.txt"


def _write(path: Path, days: Days) -> None:
    """tilse's text format."""
    path.parent.mkdir(parents=True, exist_ok=True)
    blocks = ["\n".join([date, *sentences, "-" * 32, ""]) for date, sentences in days.items()]
    path.write_text("".join(blocks), encoding="utf-8")
