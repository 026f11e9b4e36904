"""Verdicts of a court: the map of trials and metrics, counts, and what each metric is blind to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cliometer.court.findings import LISTS
from cliometer.report.chapters.base import Names, Result
from cliometer.report.charts.verdicts import OUTCOMES, outcome_bars, shade, verdict_map
from cliometer.report.court import headings
from cliometer.report.document import Figure, Listing
from cliometer.report.tables import Cell, Table

_ALWAYS = 5e-4  # a change of F that would be shown as 0.0 %


def outcome(row: Mapping[str, Any]) -> str:
    """passes, fails, or does not apply."""
    return str(row["verdict"]).partition(":")[0]


def map_figure(document: Result, names: Names) -> Figure:
    """Every trial of every metric."""
    faults = _faults(document["metrics"])
    metrics = list(dict.fromkeys(row["metric"] for row in document["rows"]))
    short = dict(zip(metrics, headings(metrics), strict=True))
    cells = [_cell(row, short[row["metric"]], faults) for row in document["rows"]]
    caption = (
        "Every trial (rows) of every metric (columns): by how much F changes when good timelines are "
        "changed. The stronger the colour, the more is lost; a cell with a frame and a word fails the "
        "trial, for a sound metric would act otherwise; a dashed cell could not be tried."
    )
    heading = [
        "trial",
        "metric",
        "change of precision",
        "change of recall",
        "change of F",
        "F kept",
        "verdict",
    ]
    keys = ("trial", "metric", "delta_precision", "delta_recall", "delta_f", "kept", "verdict")
    table = Table(heading, [[row[key] for key in keys] for row in document["rows"]])
    return Figure(names.of("verdicts"), caption, verdict_map(cells), table)


def _faults(metrics: Sequence[Mapping[str, Any]]) -> dict[tuple[str, str], list[str]]:
    """What is wrong with a metric under a trial, by both names."""
    found: dict[tuple[str, str], list[str]] = {}
    for metric in metrics:
        for kind, key in LISTS.items():
            for trial in metric.get(key, ()):
                if kind != "not monotone":  # which is about a perturbation, not about a trial
                    found.setdefault((metric["metric"], trial), []).append(kind)
    return found


def _cell(
    row: Mapping[str, Any], heading: str, faults: Mapping[tuple[str, str], Sequence[str]]
) -> dict[str, Any]:
    kinds = faults.get((row["metric"], row["trial"]), ())
    more = f" +{len(kinds) - 1}" if len(kinds) > 1 else ""
    word = f" {kinds[0]}{more}" if kinds else ""
    deltas = {side: row[f"delta_{side}"] for side in ("precision", "recall", "f")}
    told = {key: row[key] for key in ("trial", "metric", "kept", "verdict", "tasks")}
    text = change(row["kept"]) + word
    return {**told, **deltas, **shade(row["kept"]), "heading": heading, "text": text, "outcome": outcome(row)}


def change(kept: float | None) -> str:
    """
    >>> change(0.97), change(1.0), change(0.996), change(None)
    ('−3 %', '0 %', '−0.4 %', '–')
    """
    if kept is None:
        return "–"
    moved = kept - 1
    if abs(moved) < _ALWAYS:
        return "0 %"
    digits = 0 if abs(moved) >= 0.01 else 1
    return f"{100 * moved:+.{digits}f} %".replace("-", "−")


def share_passed(metric: Mapping[str, Any]) -> float:
    """Of the trials that apply to a metric; below all shares where none does."""
    applied = metric["passes"] + metric["fails"]
    return float(metric["passes"] / applied) if applied else -1.0


def counts_figure(document: Result, names: Names) -> Figure:
    """How many trials each metric passes, the largest share first."""
    metrics = sorted(document["metrics"], key=lambda metric: (-share_passed(metric), -metric["passes"]))
    order = [metric["metric"] for metric in metrics]
    counts = [count for metric in metrics for count in _counts(metric)]
    caption = (
        "How many trials each metric passes and fails, and how many do not apply to it; those that pass the "
        "largest share of what applies to them come first."
    )
    table = Table(
        ["metric", "passes", "fails", "does not apply"],
        [[m["metric"], m["passes"], m["fails"], m["does_not_apply"]] for m in metrics],
    )
    return Figure(names.of("verdict-counts"), caption, outcome_bars(counts, order), table)


def _counts(metric: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Segments from left to right; those of no length are left out, since they cannot be seen."""
    found, left = [], 0
    for name, _ in OUTCOMES:
        size = metric[name.replace(" ", "_")]
        ends = {"from": left, "to": left + size, "middle": left + size / 2}
        found.append({"metric": metric["metric"], "outcome": name, "trials": size, **ends})
        left += size
    return [count for count in found if count["trials"]]


def faults_listing(document: Result) -> Listing:
    """What each metric is blind to, gamed by, punishes and rewards."""
    rows: list[list[Cell]] = []
    for metric in document["metrics"]:
        found = [(key, metric[key]) for key in LISTS.values() if metric.get(key)]
        rows += [[metric["metric"], key.replace("_", " "), ", ".join(trials)] for key, trials in found]
        rows += [] if found else [[metric["metric"], "no fault found", ""]]
    return Listing(
        "What each metric does that a sound one does not", Table(["metric", "fault", "under"], rows)
    )
