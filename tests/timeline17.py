"""Two published runs on timeline17, laid out as run folders."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.shared import SHARED

GOLD = SHARED / "data" / "timeline17" / "references"
OUTPUTS = SHARED / "data" / "system_outputs"
RUNS = ("TL17_bestds", "TL17_bestsumm")
RENAMED = {"mj/bbc": "mj/bbc.co.uk"}

needs_timeline17 = pytest.mark.skipif(
    not (GOLD.exists() and OUTPUTS.exists()), reason=f"{GOLD} or {OUTPUTS} is not here"
)


def lay_out_runs(home: Path) -> list[Path]:
    """The folders of both runs; of bestds, one timeline has no reference and is left out."""
    left_out = [name for run in RUNS for name in _lay_out(run, home)]
    assert left_out == ["syria/tl2"]
    return [home / run for run in RUNS]


def _lay_out(run: str, home: Path) -> list[str]:
    """RUN/<topic>/<reference>.txt; returns the tasks that have no reference."""
    strangers = []
    for file in sorted((OUTPUTS / run).glob("*.txt")):
        task = file.stem.removeprefix(f"{run}_").replace("_", "/", 1)
        task = RENAMED.get(task, task)
        if not (GOLD / f"{task}.txt").exists():
            strangers.append(task)
            continue
        place = home / run / f"{task}.txt"
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, place)
    return strangers
