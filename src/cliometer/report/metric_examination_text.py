"""The verdicts of the court as text and tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.court.verdicts import Findings, Kind, LadderRow, MetricSummary, TrialRow, Verdict
from cliometer.spelling import many
from cliometer.text.tables import Cell, Table, last_wrapped, wrapped

_WIDTH = 110
_LABELS: dict[Kind, str] = {
    "blind": "blind to",
    "half blind": "half blind to",
    "gamed": "gamed by",
    "punishes": "punishes",
    "wrong side": "moves the wrong side under",
    "rewards": "rewards",
    "not monotone": "not monotone under",
}
_KEYS = ("precision", "recall", "f")


def court_text(findings: Findings, verdicts: bool = False, ladders: bool = False) -> str:
    """The overview, or every verdict; with ladders, how each score falls as a perturbation grows."""
    held = f"{many(len(findings.trials), 'trial')} of {many(len(findings.metrics), 'metric')}"
    parts = [f"{held} on {many(findings.tasks, findings.answer)}\n"]
    parts += [verdict_table(findings).text()] if verdicts else [_matrix_text(findings), _pages(findings)]
    if ladders and findings.ladders:
        parts.append("F at each step from weak to strong, and the timelines in which a side rises:\n")
        parts.append(ladder_table(findings).text())
    return "\n".join(parts)


def matrix(findings: Findings) -> Table:
    """The change of F by trial and metric, with a mark on what fails."""
    cells = {(row.trial, row.metric): _marked(row) for row in findings.rows}
    rows = [[trial, *(cells[trial, metric] for metric in findings.metrics)] for trial in findings.trials]
    return Table(["change of F", *headings(findings.metrics)], rows)


def verdict_table(findings: Findings) -> Table:
    """A line for every trial and metric, with its sentence."""
    heading = ["trial", "metric", "ΔP", "ΔR", "ΔF", "kept", "verdict"]
    rows = [
        [row.trial, row.metric, *map(_signed, _deltas(row)), _percent(row.kept), str(row.verdict)]
        for row in findings.rows
    ]
    return last_wrapped(heading, rows)


def change_table(findings: Findings) -> Table:
    """As Table 2 of the paper has it, with whether the trial was passed."""
    heading = ["trial", "metric", "precision", "recall", "F", "verdict"]
    return Table(
        heading, [[row.trial, row.metric, *_deltas(row), _word(row.verdict)] for row in findings.rows]
    )


def full_table(findings: Findings) -> Table:
    """Everything, for CSV."""
    documents = [row.to_dict() for row in findings.rows]
    rows: list[list[Cell]] = [list(document.values()) for document in documents]  # type: ignore[arg-type]
    return Table(list(documents[0]), rows)


def ladder_table(findings: Findings) -> Table:
    """F at each step, and in how many timelines a side rises."""
    heading = ["ladder", "metric", "change of F", "P up", "R up", "verdict"]
    rows: list[list[Cell]] = [
        [
            row.name,
            row.metric,
            " ".join(_signed(step.delta("f")) for step in row.steps),
            _of(row, row.rises.precision),
            _of(row, row.rises.recall),
            _word(row.verdict).replace("does not apply", "-"),
        ]
        for row in findings.ladders
    ]
    return Table(heading, rows)


def _matrix_text(findings: Findings) -> str:
    marks = "! fails the trial   - does not apply\n"
    return matrix(findings).text() + marks


def _pages(findings: Findings) -> str:
    return "\n".join("\n".join(_page(findings, summary)) + "\n" for summary in findings.summaries())


def _page(findings: Findings, summary: MetricSummary) -> Iterator[str]:
    """What one metric passes and fails, a line for each kind of fault."""
    yield f"{summary.metric} passes {summary.passes} of {summary.passes + summary.fails} trials"
    for kind, label in _LABELS.items():
        named = [
            f"{name}{_detail(findings, summary.metric, name, kind)}" for name in summary.faults.get(kind, [])
        ]
        if named:
            lead = f"  {label} "
            yield from wrapped(", ".join(named), _WIDTH, lead, "    ")


def _detail(findings: Findings, metric: str, name: str, kind: Kind) -> str:
    """The number that makes the fault plain."""
    if kind == "not monotone":
        ladders = [row for row in findings.ladders if (row.metric, row.perturbation) == (metric, name)]
        worst = max(ladders, key=lambda row: max(row.rises.precision, row.rises.recall))
        return f" ({max(worst.rises.precision, worst.rises.recall)} of {worst.rises.of} timelines)"
    row = next(row for row in findings.rows if (row.metric, row.trial) == (metric, name))
    if row.kept is None or row.kept == 1:
        return ""
    if kind == "rewards":
        return ""
    if kind == "half blind":
        (fault,) = (fault for fault in row.verdict.faults if fault.kind == kind)
        return f" ({fault.sentence.removeprefix('half blind, ')}; keeps {_percent(row.kept)})"
    keeps = kind in ("blind", "gamed")
    return f" (keeps {_percent(row.kept)})" if keeps else f" (loses {_percent(1 - row.kept)})"


def headings(metrics: Sequence[str]) -> list[str]:
    """Names without settings where those are told apart already."""
    short = [metric.partition("(")[0] for metric in metrics]
    return [name if short.count(name) == 1 else metric for name, metric in zip(short, metrics, strict=True)]


def _marked(row: TrialRow) -> str:
    if not row.verdict.applies:
        return "    -"
    return _signed(row.delta("f")) + ("" if row.verdict.passes else "!")


def _deltas(row: TrialRow) -> list[float | None]:
    return [row.delta(key) for key in _KEYS]


def _signed(value: float | None) -> str:
    """-.045, as the field writes it; no sign where nothing moved."""
    if value is None:
        return "-"
    text = f"{value:+.3f}".replace("0.", ".", 1)
    return " .000" if text in ("+.000", "-.000") else text


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.0%}".replace("%", " %")


def _of(row: LadderRow, number: int) -> str:
    return f"{number}/{row.rises.of}"


def _word(verdict: Verdict) -> str:
    return "passes" if verdict.passes else "fails" if verdict.applies else "does not apply"
