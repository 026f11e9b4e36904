"""Table 2 of Martschat & Markert (2017): all 45 cells of merge, shift 1 and shift 5, to three decimals."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

import cliometer
from cliometer.io import per_reference, read_references
from cliometer.model.timeline import Timeline
from tests.shared import SHARED, needs

METRICS = ("concat", "agreement", "align", "align+", "align+m1")

# Changes of precision, recall and F1, as printed.
TABLE_2 = {
    "merge": {
        "concat": (0.000, 0.000, 0.000),
        "agreement": (-0.045, -0.045, -0.045),
        "align": (-0.045, -0.045, -0.045),
        "align+": (-0.045, -0.045, -0.045),
        "align+m1": (-0.045, -0.023, -0.034),
    },
    "shift 1": {
        "concat": (0.000, 0.000, 0.000),
        "agreement": (-0.887, -0.887, -0.887),
        "align": (-0.679, -0.679, -0.679),
        "align+": (-0.500, -0.500, -0.500),
        "align+m1": (-0.500, -0.622, -0.569),
    },
    "shift 5": {
        "concat": (0.000, 0.000, 0.000),
        "agreement": (-0.927, -0.927, -0.927),
        "align": (-0.878, -0.878, -0.878),
        "align+": (-0.833, -0.833, -0.833),
        "align+m1": (-0.833, -0.817, -0.825),
    },
}


def shift(days: int) -> Callable[[Timeline], Timeline]:
    return lambda timeline: Timeline({when.shift(days): said for when, said in timeline.items()})


def merge(timeline: Timeline) -> Timeline:
    """The closest pair of dates becomes its earlier date."""
    dates = timeline.dates
    gap = min(later.first - earlier.first for earlier, later in pairwise(dates))
    at = next(i for i in range(len(dates) - 1) if dates[i + 1].first - dates[i].first == gap)
    moved = [(dates[at] if i == at + 1 else when, timeline[when]) for i, when in enumerate(dates)]
    return Timeline(moved)


OPERATIONS = {"merge": merge, "shift 1": shift(1), "shift 5": shift(5)}


@needs("data", "timeline17", "references")
@pytest.mark.parametrize("test", TABLE_2)
def test_martschat_2017_table_2(test: str) -> None:
    gold, _ = read_references(SHARED / "data" / "timeline17" / "references", "last")
    tasks = per_reference(gold)
    assert len(tasks) == 19
    changed = {topic: OPERATIONS[test](references[0]) for topic, references in tasks.items()}
    results = cliometer.score({"changed": changed}, tasks, METRICS, preset="paper2017")
    for mean in results.means():
        name = mean.metric.partition("(")[0]
        found = (mean.precision, mean.recall, mean.f_of_means)
        assert all(value is not None for value in found)
        assert [round((value or 0) - 1, 3) + 0.0 for value in found] == list(TABLE_2[test][name]), name
