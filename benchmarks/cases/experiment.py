"""The experiment of Mackie et al. (2014) on the crises of CrisisLexT26: one command, five folds."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.posts import CRISES
from benchmarks.processes import cliometer, command_time
from benchmarks.registry import Effort, case
from benchmarks.rows import Bar, Quantity, Row, alone, without

_FEW = 5  # crises of a quick run


@case
def experiment(effort: Effort) -> Iterator[Row]:
    """CPU time of the command, once; it keeps what it found."""
    if not CRISES.exists():
        yield without("experiment: microblog", "CrisisLexT26")
        return
    crises = sorted(folder for folder in CRISES.iterdir() if folder.is_dir())
    crises = effort.of(crises, crises[:_FEW])
    with tempfile.TemporaryDirectory() as name:
        topics = Path(name) / "topics"
        topics.mkdir()
        for crisis in crises:
            (topics / crisis.name).symlink_to(crisis)
        command = cliometer("experiment", "microblog", str(topics), "-o", str(Path(name) / "kept"))
        seconds = command_time(command, 1)
    note = f"{len(crises)} topics, five folds, three systems"
    yield alone("experiment: microblog", Quantity(seconds), Bar("<=", 180), note)
