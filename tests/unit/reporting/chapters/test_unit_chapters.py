"""Sections of curves and of baselines on content units."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from cliometer.engine.curves import Curves, TopicCurve
from cliometer.metrics.units.curve import LEVELS, Point
from cliometer.model.records import head
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.chapters.unit_scores import baselines, corners, curve
from cliometer.reporting.document import Section
from cliometer.systems.baselines import Trial
from tests.pictured import figures, records, words

Walks = Mapping[str, Sequence[tuple[float, float | None]]]


def document(systems: Mapping[str, Walks]) -> dict[str, Any]:
    """What the command prints."""
    drawn = tuple(
        TopicCurve(tuple(Point(k, r, p) for k, (r, p) in enumerate(points, start=1)), system, topic)
        for system, own in systems.items()
        for topic, points in own.items()
    )
    found: dict[str, Any] = json.loads(json.dumps(Curves("nu", "document", drawn, ("a note",)).to_dict()))
    return found


def section(found: Mapping[str, Any]) -> Section:
    """The section of a document, read back."""
    return curve(Curves.from_dict(found), FigureNames())


GOOD = {"t": [(0.5, 1.0), (0.5, 0.5), (0.5, 0.33), (1.0, 0.5)]}
POOR = {"t": [(0.0, 0.0), (0.25, 0.5)]}
BOTH = document({"poor": POOR, "good": GOOD})


def test_topics_show_the_walk_without_points_that_change_nothing() -> None:
    drawn = figures(section(BOTH))["curve-topics"]
    (good,) = [one for one in records(drawn.spec, "x") if one["system"] == "good"]
    assert (good["x"], good["y"]) == ([0.5, 0.5, 1.0], [1.0, 0.33, 0.5])


def test_corners_keep_every_turn() -> None:
    points = [Point(1, r, p) for r, p in ((0.1, 1.0), (0.1, 0.5), (0.1, 0.8), (0.2, 0.9))]
    assert corners(points) == points
    assert corners([Point(1, 0.0, None)] * 3) == [Point(1, 0.0, None)] * 3


def test_long_walks_have_a_table_at_the_eleven_levels() -> None:
    walk = {f"t{n}": [(k / 600, 1 / k) for k in range(1, 600)] for n in range(2)}
    table = figures(section(document({"a": walk})))["curve-topics"].table
    assert len(table.rows) == 2 and len(table.heading) == 2 + len(LEVELS)
    assert table.rows[0][2] == 1.0 and table.rows[0][-1] == 0.0


def test_a_system_that_retrieved_nothing_is_named() -> None:
    assert "b retrieved nothing on t" in words(section(document({"a": GOOD, "b": {"t": []}})))


def pair(p: float | None) -> dict[str, Any]:
    tested = "permutation test" if p is not None else "not tested: found 1 topic"
    return {"first": "1", "second": "2", "topics": 2, "difference": 0.2, "p": p, "corrected": p, "method": tested}


def trial(p: float | None) -> dict[str, Any]:
    first = {"id": "1", "method": "first events", "mean": 0.2, "scores": {"a": 0.1, "b": 0.3}, "dropped": []}
    second = {"id": "2", "method": "last events", "mean": 0.4, "scores": {"a": 0.4}, "dropped": ["b"]}
    none: dict[str, Any] = {"id": "3", "method": "dated events", "mean": None, "scores": {}, "dropped": ["a", "b"]}
    about = {**head("baselines"), "metric": "pyramid", "runs": 5, "seed": 0, "notes": ["a note"]}
    return {**about, "baselines": [none, first, second], "pairs": [pair(p)]}


def trial_section(found: dict[str, Any]) -> Section:
    """The section of a document, read back."""
    return baselines(Trial.from_dict(found), FigureNames())


def test_the_best_and_what_was_left_out_are_said() -> None:
    said = words(trial_section(trial(0.01)))
    assert "The best baseline is 2 (last events), with a mean pyramid of 0.400; 1 of 1 pairs differ" in said
    assert "2 could not run on b" in said and "a note" in said


def test_baselines_with_the_same_mean_share_the_lead() -> None:
    equal = trial(0.01)
    equal["baselines"][1]["scores"] = {"a": 0.5, "b": 0.3}
    assert "Both baselines score the same, with a mean pyramid of 0.400 each; " in words(trial_section(equal))
    equal["baselines"][0]["scores"] = {"a": 0.1}
    assert "The best baselines are 1 (first events) and 2 (last events), with" in words(trial_section(equal))


def test_a_single_baseline_with_a_score_is_not_the_best() -> None:
    single = trial(None)
    single["baselines"] = single["baselines"][:2]
    assert "The only baseline with a score is 1 (first events), with" in words(trial_section(single))
