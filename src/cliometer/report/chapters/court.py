"""Findings of a court as a section: the changes of scores, what each metric fails, and its response curves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cliometer.court.findings import LISTS, Findings, LadderRow, MetricSummary, TrialRow
from cliometer.court.verdicts import Kind, Verdict
from cliometer.report.chapters.base import FigureNames, chapter, leaders, remarks
from cliometer.report.charts.heat_maps import OUTCOMES, outcome_bars, shade, verdict_map
from cliometer.report.charts.line_charts import Climb, ladder_panels
from cliometer.report.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.spelling import many
from cliometer.text.tables import Cell, Table, shown_share

_ALWAYS = 5e-4  # a change that would be shown as 0.0 %
_LETTERS = {"precision": "P", "recall": "R"}


@chapter("court", has=("rows", "ladders", "metrics"), reads=Findings)
def court_section(
    findings: Findings, names: FigureNames | None = None, verdicts: bool = False, ladders: bool = False
) -> Section:
    """Return the changes of F, or of the one value, and the faults of each metric; figures only with names.

    Parameters
    ----------
    findings : Findings
        What a court found.
    names : FigureNames, optional
        Gives figures their names; without it there are none.
    verdicts : bool
        Whether the table has a line with its verdict for every trial and metric, in place of the overview.
    ladders : bool
        Whether a terminal shows how each score falls as a perturbation grows.
    """
    score = measured(findings)["f"]
    tried = f"{many(len(findings.trials), 'trial')} of {many(len(findings.summaries()), 'metric')}"
    held = f"{tried} on {many(findings.tasks, findings.answer)}"
    blocks: list[Block] = [Paragraph(held if verdicts else f"{held}: {' '.join(_said(findings))}")]
    if verdicts:
        blocks.append(Listing("", verdict_table(findings)))
    else:
        loss = "" if score == "F" else " (a minus is a loss, also where lower is better)"
        caption = f"Change of {score}{loss}: ! fails the trial, - does not apply"
        blocks.append(Listing(caption, matrix(findings)))
    if names:
        blocks += [map_figure(findings, names), counts_figure(findings, names)]
    if names or not verdicts:
        blocks.append(faults_listing(findings))
    sections = []
    if findings.ladders and (names or ladders):
        rising = f"the {findings.answer}s in which {'it' if score == 'value' else 'a side'} rises"
        caption = f"Change of {score} at each step from weak to strong, and {rising}"
        curves = [] if names is None else list(_curves(findings, names))
        table = Listing(caption, ladder_table(findings), folded=not ladders)
        sections = [Section("Response curves", [*curves, table], detail=not ladders)]
    return Section("Metrics on trial", [*blocks, *remarks(findings)], sections)


def _said(findings: Findings) -> Iterator[str]:
    yield "each changes good answers in a way whose effect on a sound metric is known beforehand."
    applied = [metric for metric in findings.summaries() if metric.passes + metric.fails]
    if len(applied) == 1:
        yield f"{applied[0].metric} passes {_of(applied[0])}."
    elif applied:
        yield f"{'; '.join(_extremes(applied))}."


def _extremes(metrics: Sequence[MetricSummary]) -> Iterator[str]:
    """By shares, since not every trial applies to every metric."""
    shares = {metric.metric: share_passed(metric) for metric in metrics}
    counts = {metric.metric: _of(metric) for metric in metrics}
    for least, word in ((False, "largest"), (True, "smallest")):
        lead = leaders(shares, least)
        share = f"the {word} share of trials"
        who = lead.said(f"passes {share}", f"pass {share}", "metrics pass the same share of trials", opens=True)
        own = {counts[name] for name in lead.names}
        yield f"{who}, {own.pop() if len(own) == 1 else shown_share(lead.value)}{lead.each}"
        if lead.alike:
            return


def _of(metric: MetricSummary) -> str:
    return f"{metric.passes} of {metric.passes + metric.fails}"


def share_passed(metric: MetricSummary) -> float:
    """Return the share of the trials that apply to a metric; below all shares where none does."""
    applied = metric.passes + metric.fails
    return metric.passes / applied if applied else -1.0


def measured(findings: Findings) -> dict[str, str]:
    """Return the numbers whose changes are shown, by their keys: precision, recall and F, or the one value.

    A metric of one value has its change under `f`. Where there are metrics of both sorts, the name says so.
    """
    paired = {row.metric for row in findings.rows if row.deltas["precision"] is not None}
    single = {row.metric for row in findings.rows if row.deltas["f"] is not None} - paired
    if single and not paired:
        return {"f": "value"}
    return {"precision": "precision", "recall": "recall", "f": "F or value" if single else "F"}


def matrix(findings: Findings) -> Table:
    """Return the change of F, or of the one value, by trial and metric, with a mark on what fails."""
    cells = {}
    for row in findings.rows:
        mark = "" if row.verdict.passes else "!"
        cells[row.trial, row.metric] = _signed(row.deltas["f"]) + mark if row.verdict.applies else "    -"
    metrics = findings.metrics
    rows = [[trial, *(cells.get((trial, metric), "") for metric in metrics)] for trial in findings.trials]
    return Table([f"change of {measured(findings)['f']}", *headings(metrics)], rows)


def verdict_table(findings: Findings) -> Table:
    """Return a line for every trial and metric, with its sentence."""
    numbers = measured(findings)
    rows = [
        [row.trial, row.metric, *(_signed(row.deltas[key]) for key in numbers), shown_share(row.kept, 0, "-"),
         str(row.verdict)]
        for row in findings.rows
    ]  # fmt: skip
    changes = [f"Δ{_LETTERS.get(key, name)}" for key, name in numbers.items()]
    return Table(["trial", "metric", *changes, "kept", "verdict"], rows)


def change_table(findings: Findings) -> Table:
    """Return the changes as Table 2 of the paper has them, with whether the trial was passed."""
    numbers = measured(findings)
    rows = [
        [row.trial, row.metric, *(row.deltas[key] for key in numbers), outcome(row.verdict)] for row in findings.rows
    ]
    return Table(["trial", "metric", *numbers.values(), "verdict"], rows)


def full_table(findings: Findings) -> Table:
    """Return everything, for CSV."""
    documents = [row.to_dict() for row in findings.rows]
    rows: list[list[Cell]] = [list(document.values()) for document in documents]  # type: ignore[arg-type]
    return Table(list(documents[0]), rows)


def ladder_table(findings: Findings) -> Table:
    """Return the change at each step, and in how many answers precision and recall, or the one value, rise."""
    numbers = measured(findings)
    # Rises of a metric of one value stand under both sides.
    sides = {"P up": "precision", "R up": "recall"} if "precision" in numbers else {"value up": "precision"}
    rows: list[list[Cell]] = [
        [row.name, row.metric, " ".join(_signed(step.deltas["f"]) for step in row.steps),
         *(f"{getattr(row.rises, side)}/{row.rises.of}" for side in sides.values()),
         outcome(row.verdict).replace("does not apply", "-")]
        for row in findings.ladders
    ]  # fmt: skip
    return Table(["ladder", "metric", f"change of {numbers['f']}", *sides, "verdict"], rows)


def faults_listing(findings: Findings) -> Listing:
    """Return what each metric is blind to, gamed by, punishes and rewards, with the number that shows it."""
    rows: list[list[Cell]] = []
    for summary in findings.summaries():
        first = [summary.metric, _of(summary)]
        for kind, key in LISTS.items():
            under = summary.faults.get(kind, ())
            named = [f"{name}{_detail(findings, summary.metric, name, kind)}" for name in under]
            if named:
                rows.append([*first, key.replace("_", " "), ", ".join(named)])
                first = [summary.metric, ""]
        if first[1]:
            rows.append([*first, "no fault found", ""])
    caption = "What each metric does that a sound one does not"
    return Listing(caption, Table(["metric", "passes", "fault", "under"], rows))


def _detail(findings: Findings, metric: str, name: str, kind: Kind) -> str:
    """The number that makes the fault plain."""
    if kind == "not monotone":
        ladders = [row.rises for row in findings.ladders if (row.metric, row.perturbation) == (metric, name)]
        worst = max(ladders, key=lambda rises: max(rises.precision, rises.recall), default=None)
        return f" ({max(worst.precision, worst.recall)} of {worst.of} {findings.answer}s)" if worst else ""
    row = next((row for row in findings.rows if (row.metric, row.trial) == (metric, name)), None)
    if row is None or row.kept is None or row.kept == 1 or kind == "rewards":
        return ""
    keeps, loses = f"keeps {shown_share(row.kept, 0)}", f"loses {shown_share(1 - row.kept, 0)}"
    if kind == "half blind":
        sentence = next((fault.sentence for fault in row.verdict.faults if fault.kind == kind), "")
        return f" ({sentence.removeprefix('half blind, ')}; {keeps})"
    return f" ({keeps if kind in ('blind', 'gamed') else loses})"


def headings(metrics: Sequence[str]) -> list[str]:
    """Return names without settings where those are told apart already."""
    short = [metric.partition("(")[0] for metric in metrics]
    return [name if short.count(name) == 1 else metric for name, metric in zip(short, metrics, strict=True)]


def _signed(value: float | None) -> str:
    """-.045, as the field writes it; no sign where nothing moved."""
    if value is None:
        return "-"
    text = f"{value:+.3f}".replace("0.", ".", 1)
    return " .000" if text in ("+.000", "-.000") else text


def outcome(verdict: Verdict) -> str:
    """Return passes, fails, or does not apply."""
    return "passes" if verdict.passes else "fails" if verdict.applies else "does not apply"


def map_figure(findings: Findings, names: FigureNames) -> Figure:
    """Draw every trial of every metric."""
    faults: dict[tuple[str, str], list[str]] = {}
    for summary in findings.summaries():
        for kind, trials in summary.faults.items():
            for trial in trials if kind != "not monotone" else ():  # which is about a perturbation
                faults.setdefault((summary.metric, trial), []).append(kind)
    short = dict(zip(findings.metrics, headings(findings.metrics), strict=True))
    cells = [_cell(row, short[row.metric], faults.get((row.metric, row.trial), ())) for row in findings.rows]
    numbers, answers = measured(findings), f"{findings.answer}s"
    caption = (
        f"Every trial (rows) for every metric (columns), with the change of {numbers['f']} when good {answers} are "
        "changed. A stronger colour means a larger loss; a cell with a frame and a word fails the "
        "trial, for a sound metric would act otherwise; a dashed cell means that the trial does not apply."
    )
    rows: list[list[Cell]] = [
        [row.trial, row.metric, *(row.deltas[key] for key in numbers), row.kept, str(row.verdict)]
        for row in findings.rows
    ]
    changes = [f"change of {name}" for name in numbers.values()]
    table = Table(["trial", "metric", *changes, f"{numbers['f']} kept", "verdict"], rows)
    return Figure(names.of("verdicts"), caption, verdict_map(cells, numbers, answers), table)


def _cell(row: TrialRow, heading: str, kinds: Sequence[str]) -> dict[str, Any]:
    more = f" +{len(kinds) - 1}" if len(kinds) > 1 else ""
    text = change(row.kept) + (f" {kinds[0]}{more}" if kinds else "")
    told = {"trial": row.trial, "metric": row.metric, "kept": row.kept, "verdict": str(row.verdict)}
    shown = {"heading": heading, "text": text, "outcome": outcome(row.verdict), "tasks": row.tasks}
    return {**told, **row.deltas, **shade(row.kept), **shown}


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


def counts_figure(findings: Findings, names: FigureNames) -> Figure:
    """Draw how many trials each metric passes, the largest share first."""
    metrics = sorted(findings.summaries(), key=lambda metric: (-share_passed(metric), -metric.passes))
    counts = []
    for metric in metrics:
        left = 0
        for name, _ in OUTCOMES:  # segments from left to right; those of no length cannot be seen
            size = getattr(metric, name.replace(" ", "_"))
            ends = {"from": left, "to": left + size, "middle": left + size / 2}
            counts += [{"metric": metric.metric, "outcome": name, "trials": size, **ends}] if size else []
            left += size
    caption = (
        "The numbers of trials that each metric passes and fails, and that do not apply to it. Metrics that pass the "
        "largest share come first."
    )
    table = Table(
        ["metric", "passes", "fails", "does not apply"],
        [[m.metric, m.passes, m.fails, m.does_not_apply] for m in metrics],
    )
    spec = outcome_bars(counts, [metric.metric for metric in metrics])
    return Figure(names.of("verdict-counts"), caption, spec, table)


def _curves(findings: Findings, names: FigureNames) -> Iterator[Block]:
    """Yield the curves of F or of the one value, then of each side, then a note on what could not be drawn."""
    ladders: dict[str, list[LadderRow]] = {}
    for row in findings.ladders:
        ladders.setdefault(row.name, []).append(row)
    metrics = list(dict.fromkeys(row.metric for row in findings.ladders))
    yield Paragraph(
        "Each perturbation from weak to strong. A sound metric falls, or holds, but never rises where the "
        "change grows; a line along the dashed zero means that the metric does not notice the change."
    )
    for side, word in sorted(measured(findings).items(), key=lambda one: one[0] != "f"):
        climbs = [_climb(name, rows, side) for name, rows in ladders.items()]
        drawn = [climb for climb in climbs if climb.records]
        if drawn:
            caption = f"Change of {word} as each perturbation grows: a line for each metric, weak at the left."
            rows = [[row.metric, step.trial, step.deltas[side]] for row in findings.ladders for step in row.steps]
            table = Table(["metric", "trial", f"change of {word}"], rows)
            yield Figure(names.of("ladders", side), caption, ladder_panels(drawn, metrics, word), table)
    lost = [row.name for row in findings.ladders if any(step.deltas["f"] is None for step in row.steps)]
    if lost:
        ladders_lost = ", ".join(dict.fromkeys(lost))
        yield Notes([f"not drawn, for not every step changes these {findings.answer}s: {ladders_lost}"])


def _climb(title: str, rows: Sequence[LadderRow], side: str) -> Climb:
    """The steps stand at their intensities, or at their numbers where they have none."""
    known = [place for place in rows[0].intensities if place is not None]
    places = known if len(known) == len(rows[0].steps) else list(range(1, len(rows[0].steps) + 1))
    words = not all(isinstance(place, int | float) for place in places)
    records = [
        {"metric": row.metric, "at": str(place) if words else place, "trial": step.trial,
         "change": step.deltas[side]}
        for row in rows
        for place, step in zip(places, row.steps, strict=True)
        if step.deltas[side] is not None
    ]  # fmt: skip
    return Climb(title, rows[0].grows, places, records)
