"""Metric against people as a scatter: means of systems with intervals, over single texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Any

from cliometer.report.chapters.base import Names, Result
from cliometer.report.chapters.words import level, span
from cliometer.report.charts.scatter import Cloud, scatter
from cliometer.report.document import Block, Figure, Notes
from cliometer.report.tables import Cell, Table

_MOST_TEXTS = 1800  # points in a figure; more would blur, and a page should stay small
_KEYS = ("value", "low", "high", "human", "human_low", "human_high")


def cloud_blocks(document: Result, names: Names) -> Iterator[Block]:
    """The figure; older results do not have the points."""
    if not document.get("points"):
        yield Notes(["no scatter of metrics and people: the result is of an older version; run agree again"])
        return
    texts = document.get("texts")
    step = _step(texts) if texts else 1
    clouds = [_cloud(document, metric, texts, step) for metric in _metrics(document)]
    caption = (
        "Metric (across) against people (up), a mark for each system: its means over topics, with "
        f"{level(document['level'])} bootstrap intervals over topics both ways. The small dots are single "
        "texts, as far as they lie in the frame. The nearer the marks lie to a rising line, the better "
        f"the metric ranks systems as people do{_beneath(document)}."
    )
    heading = ["metric", "system", "metric mean", "low", "high", "human mean", "human low", "human high"]
    rows: list[list[Cell]] = [
        [row["metric"], row["system"], *(row[key] for key in _KEYS)] for row in document["points"]
    ]
    yield Figure(names.of("metric-human"), caption, scatter(clouds, document["human"]), Table(heading, rows))
    if step > 1:
        yield Notes([f"of the single texts only every {_nth(step)} is drawn; marks and numbers rest on all"])


def _beneath(document: Result) -> str:
    levels = [row["level"] for row in document["correlations"]]
    if not levels:
        return ""
    which = "system" if "system" in levels else levels[0]
    return f"; under each name stands its correlation at the {which} level with its interval"


def _metrics(document: Result) -> list[str]:
    return list(dict.fromkeys(row["metric"] for row in document["points"]))


def _nth(step: int) -> str:
    return (
        f"{step}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(step % 10 if step % 100 not in (11, 12, 13) else 0, 'th') }"
    )


def _step(texts: Mapping[str, Any]) -> int:
    """Each so-manyeth text is drawn, so that all metrics together keep to the limit."""
    return ceil(len(texts["systems"]) * len(texts["topics"]) * len(texts["metrics"]) / _MOST_TEXTS)


def _cloud(document: Result, metric: str, texts: Mapping[str, Any] | None, step: int) -> Cloud:
    systems = [_point(row) for row in document["points"] if row["metric"] == metric]
    return Cloud(
        metric,
        _said(document["correlations"], metric),
        systems,
        _texts(texts, metric)[::step] if texts else (),
    )


def _point(row: Mapping[str, Any]) -> dict[str, Any]:
    spans = {"span": span(row["low"], row["high"]), "human_span": span(row["human_low"], row["human_high"])}
    return {"system": row["system"], **{key: row[key] for key in _KEYS}, **spans}


def _texts(texts: Mapping[str, Any], metric: str) -> list[dict[str, Any]]:
    """Four digits are more than the eye can see."""
    return [
        {"system": system, "topic": topic, "value": _short(value), "human": _short(human)}
        for system, values, given in zip(
            texts["systems"], texts["metrics"][metric], texts["human"], strict=True
        )
        for topic, value, human in zip(texts["topics"], values, given, strict=True)
    ]


def _short(value: float) -> float:
    return float(f"{value:.4g}")


def _said(correlations: Sequence[Mapping[str, Any]], metric: str) -> str:
    """The coefficient that stands first: that of systems, where it was asked for."""
    own = [row for row in correlations if row["metric"] == metric]
    first = next((row for row in own if row["level"] == "system"), own[0] if own else None)
    if first is None:
        return ""
    if first["value"] is None:
        return f"{first['coefficient']}: undefined"
    ends = "" if first["low"] is None else f" [{first['low']:.2f}, {first['high']:.2f}]"
    shown = f"{first['value']:.2f}{ends}".replace("-", "−")
    return f"{first['coefficient']} {shown}"
