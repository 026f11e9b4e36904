"""The report of twenty topics: three systems compared, all charts, every text aligned, as one page."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.registry import Effort, case
from benchmarks.rows import Bar, Quantity, Row, alone
from benchmarks.texts import timeline
from cliometer.engine.compare.figures import Design
from cliometer.engine.file_evaluation import FileEvaluation
from cliometer.io import write_timelines
from cliometer.model.timeline import Timeline
from cliometer.reporting.assembly import runs_document
from cliometer.reporting.render.web import web_page

_TOPICS, _DATES, _SYSTEMS = 20, 40, ("a", "b", "c")


@case
def report(effort: Effort) -> Iterator[Row]:
    """CPU time of a fresh report beyond reading and scoring, and the size of the page."""
    topics = effort.of(_TOPICS, 2)
    with tempfile.TemporaryDirectory() as folder:
        files = _laid_out(Path(folder), topics)
        start = time.process_time()
        files.run()
        scored = time.process_time()
        page = web_page(runs_document(files.read()[0], Design.of()))
        made = time.process_time()
    name = f"report: {topics} topics, {_DATES} dates, {len(_SYSTEMS)} systems, a reference each"
    beyond = (made - scored) - (scored - start)
    yield alone(f"{name}, after scoring", Quantity(beyond), Bar("<=", 5))
    yield alone(f"{name}, size", Quantity(len(page.encode()) / 1e6, "MB"), Bar("<=", 2))


def _laid_out(home: Path, topics: int) -> FileEvaluation:
    """Runs and references on disk."""
    for name in ("gold", *_SYSTEMS):
        (home / name).mkdir()
        for topic in range(topics):
            days = Timeline(timeline(f"{name} {topic}", _DATES))
            write_timelines(home / name / f"topic-{topic:02}.txt", [days])
    metrics = ["align+m1(rouge=1)", "align+m1(rouge=2)", "date"]
    return FileEvaluation([home / name for name in _SYSTEMS], [home / "gold"], metrics)
