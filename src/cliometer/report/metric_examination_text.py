"""Metrics examined, as text and tables for a terminal: agreement with people, and the verdicts of the
court.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from cliometer.court.meta_evaluation.human_scores import (
    AccuracyRow,
    CorrelationRow,
    DifferenceRow,
    MetricAgreement,
)
from cliometer.court.meta_evaluation.human_votes import MetricVoteAgreement, VoteAccuracyRow
from cliometer.court.meta_evaluation.metric_matrix import MatrixCell, MetricMatrix
from cliometer.court.meta_evaluation.plan import SIGNIFICANT
from cliometer.court.verdicts import Findings, Kind, LadderRow, MetricSummary, TrialRow, Verdict
from cliometer.spelling import many
from cliometer.text.tables import WIDTH, Cell, Table, blocks, is_floor, last_wrapped, shown_p, wrapped


@dataclass(frozen=True)
class TitledTable:
    """A table under a line that says what it shows."""

    title: str
    table: Table
    legend: Sequence[str] = ()
    narrow: Sequence[Table] = ()  # what a terminal shows instead, where the table is too wide

    def text(self) -> str:
        """For a terminal."""
        tables = [table.text() for table in self.narrow or [self.table]]
        return "\n".join([self.title, "", *tables, *(f"  {line}" for line in self.legend)]).rstrip() + "\n"

    def latex(self) -> str:
        """With the title as a comment."""
        return f"% {self.title}\n{self.table.latex()}"


def agreement_tables(found: MetricAgreement) -> Iterator[TitledTable]:
    """What a person reads, in order of use."""
    over = {"both": "systems and topics", "texts": "topics", "systems": "systems"}[found.plan.over]
    design = f"{len(found.systems)} systems, {len(found.topics)} topics"
    sure = f"{found.plan.confidence:.4g} intervals over {over}"
    for coefficient in found.plan.coefficients:
        title = f"{coefficient} with {found.human}: {design}; {sure}"
        rows = [row for row in found.correlations if row.coefficient == coefficient]
        last = coefficient == found.plan.coefficients[-1]
        yield TitledTable(
            title, _levels(rows, found.plan.levels, found.resamples), _legend(found) if last else ()
        )
    if found.differences:
        title = "differences between metrics (two-sided p, Holm over the pairs of each test and level)"
        yield TitledTable(
            title, Table(_DIFFERENCES, [_difference(row, found.resamples) for row in found.differences])
        )
    title = "pairs of systems on the same topic that the metric orders, or ties, as people do"
    heading = ["metric", "accuracy", "tie within", "uncalibrated", "all ties", "pairs", "soft accuracy"]
    yield TitledTable(title, Table(heading, _plain(found.accuracy, AccuracyRow).rows), _ACCURACY)


def correlation_rows(found: MetricAgreement) -> Table:
    """Every correlation on a line, for CSV."""
    return _plain(found.correlations, CorrelationRow)


def preference_tables(found: MetricVoteAgreement) -> Iterator[TitledTable]:
    """Votes, then majorities."""
    design = f"{len(found.systems)} systems, {len(found.topics)} topics, {found.votes} votes"
    heading = ["metric", "accuracy", "interval", "tie within", "uncalibrated", "chance", "verdict"]
    for of in ("votes", "majorities"):
        rows = [row for row in found.accuracy if row.of == of]
        title = (
            f"{found.human}: {of} that the metric decides alike: {design}; "
            f"{found.plan.confidence:.4g} intervals over topics"
        )
        yield TitledTable(title, Table(heading, [_preference(row) for row in rows]), [_chance(rows[0])])


def preference_rows(found: MetricVoteAgreement) -> Table:
    """Every accuracy on a line, for CSV."""
    return _plain(found.accuracy, VoteAccuracyRow)


def matrix_table(found: MetricMatrix) -> TitledTable:
    """The matrix with a star where p is at most .05."""
    rows = [[name, *(_matrix_cell(found, name, other) for other in found.metrics)] for name in found.metrics]
    sizes = sorted({cell.n for cell in found.cells})
    n = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    star = "" if found.coefficient.startswith("kendall") else f"; * p <= {SIGNIFICANT}"
    star += ", Holm corrected" if found.corrected and star else ""
    title = f"{found.coefficient} of metrics over topics x systems (n = {n}{star})"
    table = Table(["", *found.metrics], rows)
    return TitledTable(title, table, narrow=_numbered(table) if _is_wide(table) else ())


def _is_wide(table: Table) -> bool:
    return max(map(len, table.text().splitlines())) > WIDTH


def _numbered(table: Table) -> list[Table]:
    """Numbers in place of the names above the columns, in as many blocks as the width asks for."""
    rows = [[f"{number} {row[0]}", *row[1:]] for number, row in enumerate(table.rows, start=1)]
    return blocks(Table(["", *map(str, range(1, len(table.heading)))], rows))


def matrix_rows(found: MetricMatrix) -> Table:
    """Every pair on a line, for CSV."""
    return _plain(found.cells, MatrixCell)


_ACCURACY = (
    "accuracy: scores no further apart than `tie within` are ties; `all ties` is what ties alone would get",
    "soft accuracy: how near both sides are in how sure they are that one system beats another",
)
_DIFFERENCES = ["test", "level", "coefficient", "metric A", "metric B", "A - B", "p", "p (Holm)"]


def _legend(found: MetricAgreement) -> list[str]:
    levels = found.plan.levels
    tested = ["p: share of shuffles of the systems that agree as well or better (one-sided)"]
    untested = ["global: no p, for the scores of one system or of one topic are not independent"]
    floor = [f"<=: not one of the {found.resamples} shuffles agrees as well, so p is as small as they allow"]
    at_floor = any(row.p is not None and is_floor(row.p, found.resamples) for row in found.correlations)
    return tested * (set(levels) != {"global"}) + floor * at_floor + untested * ("global" in levels)


def _levels(rows: Sequence[CorrelationRow], levels: Sequence[str], draws: int) -> Table:
    heading = ["metric"]
    for level in levels:
        heading += [level, "interval"] + ["p"] * (level != "global")
    by_metric: dict[str, list[Cell]] = {}
    for row in rows:
        cells = by_metric.setdefault(row.metric, [row.metric])
        cells += [row.value, _interval(row.low, row.high)]
        cells += [shown_p(row.p, draws)] * (row.level != "global")
    return Table(heading, list(by_metric.values()))


def _difference(row: DifferenceRow, draws: int) -> list[Cell]:
    names: list[Cell] = [row.test, row.level, row.coefficient, row.first, row.second]
    drawn = draws if row.test == "perm-both" else None
    return [*names, row.difference, shown_p(row.p, drawn), shown_p(row.p_holm)]


def _preference(row: VoteAccuracyRow) -> list[Cell]:
    interval = _interval(row.low, row.high)
    return [row.metric, row.accuracy, interval, row.threshold, row.uncalibrated, row.chance, row.verdict]


def _chance(row: VoteAccuracyRow) -> str:
    return f"chance: {row.chance:.3f}, {row.chance_is}; {row.ties:.1%} of the {row.choices} {row.of} are ties"


def _interval(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"[{low:.3f}, {high:.3f}]"


def _matrix_cell(found: MetricMatrix, one: str, other: str) -> str:
    if one == other:
        return "1"
    cell = found.cell(one, other)
    if cell.value is None:
        return "undefined"
    return f"{cell.value:.4f}{'*' if cell.significant else ''}"


def _plain(rows: Sequence[object], kind: type) -> Table:
    names = [field.name for field in fields(kind)]
    return Table(names, [[getattr(row, name) for name in names] for row in rows])


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
    parts = [f"{held} on {many(findings.tasks, 'timeline')}\n"]
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
