"""The chapter of `cliometer court`: the map of verdicts, what each metric fails, and its response curves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cliometer.court.verdicts import LISTS
from cliometer.report.chapters.base import FigureNames, Result, chapter, leaders, remarks
from cliometer.report.charts.heat_maps import OUTCOMES, outcome_bars, shade, verdict_map
from cliometer.report.charts.line_charts import Climb, ladder_panels
from cliometer.report.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.report.metric_examination_text import headings
from cliometer.spelling import many
from cliometer.text.tables import Cell, Table, shown_share

_ALWAYS = 5e-4  # a change of F that would be shown as 0.0 %


def outcome(row: Mapping[str, Any]) -> str:
    """passes, fails, or does not apply."""
    return str(row["verdict"]).partition(":")[0]


def map_figure(document: Result, names: FigureNames) -> Figure:
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


def counts_figure(document: Result, names: FigureNames) -> Figure:
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


_SIDES = {"f": "F", "precision": "precision", "recall": "recall"}
Ladder = Mapping[str, Any]


def curves(document: Result, names: FigureNames) -> Iterator[Block]:
    """What stands under the heading: F, then each side, then what could not be drawn."""
    ladders = _by_name(document["ladders"])
    metrics = list(dict.fromkeys(row["metric"] for row in document["ladders"]))
    yield Paragraph(
        "Each perturbation from weak to strong. A sound metric falls, or holds, but never rises where the "
        "change grows; a line along the dashed zero is blind to it."
    )
    for side, word in _SIDES.items():
        climbs = [_climb(name, rows, side) for name, rows in ladders.items()]
        drawn = [climb for climb in climbs if climb.records]
        if drawn:
            caption = (
                f"Change of {word} as each perturbation grows: a line for each metric, weak at the left."
            )
            table = _table(document["ladders"], side)
            yield Figure(names.of("ladders", side), caption, ladder_panels(drawn, metrics, word), table)
    yield from _shaky(document["ladders"])


def _by_name(ladders: Sequence[Ladder]) -> dict[str, list[Ladder]]:
    """Rows of one perturbation in one direction; results of older versions do not name their ladders."""
    found: dict[str, list[Ladder]] = {}
    for row in ladders:
        found.setdefault(
            row.get("ladder") or f"{row['perturbation']}: {row['steps'][0]['trial']}", []
        ).append(row)
    return found


def _climb(title: str, rows: Sequence[Ladder], side: str) -> Climb:
    places = _places(rows[0])
    words = not all(isinstance(place, int | float) for place in places)
    records = [
        {
            "metric": row["metric"],
            "at": str(place) if words else place,
            "trial": step["trial"],
            "change": step[f"delta_{side}"],
        }
        for row in rows
        for place, step in zip(places, row["steps"], strict=True)
        if step[f"delta_{side}"] is not None
    ]
    grows = rows[0].get("grows", "step")
    return Climb(title, str(grows), places, records)


def _places(row: Ladder) -> list[float | str]:
    """Where each step stands: its intensity, or its number where it has none."""
    found = [step.get("intensity") for step in row["steps"]]
    return list(range(1, len(found) + 1)) if None in found else found


def _table(ladders: Sequence[Ladder], side: str) -> Table:
    rows = [[row["metric"], step["trial"], step[f"delta_{side}"]] for row in ladders for step in row["steps"]]
    return Table(["metric", "trial", f"change of {_SIDES[side]}"], rows)


def _shaky(ladders: Sequence[Ladder]) -> Iterator[Block]:
    """What rises on the way, and what could not be climbed."""
    keys = ("precision", "recall", "of")
    heading = ["perturbation", "metric", "precision rises in", "recall rises in", "of timelines", "verdict"]
    rows = [
        [
            row.get("ladder", row["perturbation"]),
            row["metric"],
            *(row["rises"][key] for key in keys),
            row["verdict"],
        ]
        for row in ladders
    ]
    yield Listing("Verdicts on perturbations that grow", Table(heading, rows), folded=True)
    lost = [row for row in ladders if any(step["delta_f"] is None for step in row["steps"])]
    if lost:
        named = dict.fromkeys(str(row.get("ladder", row["perturbation"])) for row in lost)
        yield Notes([f"not drawn, for not every step changes these timelines: {', '.join(named)}"])


@chapter("court", has=("rows", "ladders", "metrics"))
def court(document: Result, names: FigureNames) -> Section:
    """Verdicts first, then curves."""
    blocks: list[Block] = [
        Paragraph(" ".join(_said(document))),
        map_figure(document, names),
        counts_figure(document, names),
        faults_listing(document),
        *remarks(document),
    ]
    ladders = [Section("Response curves", list(curves(document, names)))] if document["ladders"] else []
    return Section("Metrics on trial", blocks, ladders)


def _said(document: Result) -> Iterator[str]:
    trials = len({row["trial"] for row in document["rows"]})
    tried = f"{many(trials, 'trial')} of {many(len(document['metrics']), 'metric')}"
    yield f"{tried} on {many(document['tasks'], 'timeline')}: each changes good timelines in a way"
    yield "whose effect on a sound metric is known beforehand."
    applied = [metric for metric in document["metrics"] if metric["passes"] + metric["fails"]]
    if len(applied) == 1:
        yield f"{applied[0]['metric']} passes {_of(applied[0])}."
    elif applied:
        yield f"{'; '.join(_extremes(applied))}."


def _extremes(metrics: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """By shares, since not every trial applies to every metric."""
    shares = {metric["metric"]: share_passed(metric) for metric in metrics}
    counts = {metric["metric"]: _of(metric) for metric in metrics}
    for least, word in ((False, "largest"), (True, "smallest")):
        lead = leaders(shares, least)
        share = f"the {word} share of trials"
        who = lead.said(
            f"passes {share}", f"pass {share}", "metrics pass the same share of trials", opens=True
        )
        own = {counts[name] for name in lead.names}
        yield f"{who}, {own.pop() if len(own) == 1 else shown_share(lead.value)}{lead.each}"
        if lead.alike:
            return


def _of(metric: Mapping[str, Any]) -> str:
    return f"{metric['passes']} of {metric['passes'] + metric['fails']}"
