"""Agreement as tables: for each coefficient the levels side by side, then differences and pairs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

from cliometer.court.agree.agreement import AccuracyRow, Agreement
from cliometer.court.agree.correlations import CorrelationRow
from cliometer.court.agree.differences import DifferenceRow
from cliometer.court.agree.matrix import Matrix, MatrixCell
from cliometer.court.agree.plan import SIGNIFICANT
from cliometer.court.agree.preferences import PreferenceAgreement, PreferenceRow
from cliometer.report.probabilities import is_floor, shown_p
from cliometer.report.tables import Cell, Table
from cliometer.report.wrapping import WIDTH, blocks


@dataclass(frozen=True)
class Titled:
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


def agreement_tables(found: Agreement) -> Iterator[Titled]:
    """What a person reads, in order of use."""
    over = {"both": "systems and topics", "texts": "topics", "systems": "systems"}[found.plan.over]
    design = f"{len(found.systems)} systems, {len(found.topics)} topics"
    sure = f"{found.plan.confidence:.4g} intervals over {over}"
    for coefficient in found.plan.coefficients:
        title = f"{coefficient} with {found.human}: {design}; {sure}"
        rows = [row for row in found.correlations if row.coefficient == coefficient]
        last = coefficient == found.plan.coefficients[-1]
        yield Titled(title, _levels(rows, found.plan.levels, found.resamples), _legend(found) if last else ())
    if found.differences:
        title = "differences between metrics (two-sided p, Holm over the pairs of each test and level)"
        yield Titled(
            title, Table(_DIFFERENCES, [_difference(row, found.resamples) for row in found.differences])
        )
    title = "pairs of systems on the same topic that the metric orders, or ties, as people do"
    heading = ["metric", "accuracy", "tie within", "uncalibrated", "all ties", "pairs", "soft accuracy"]
    yield Titled(title, Table(heading, _plain(found.accuracy, AccuracyRow).rows), _ACCURACY)


def correlation_rows(found: Agreement) -> Table:
    """Every correlation on a line, for CSV."""
    return _plain(found.correlations, CorrelationRow)


def preference_tables(found: PreferenceAgreement) -> Iterator[Titled]:
    """Votes, then majorities."""
    design = f"{len(found.systems)} systems, {len(found.topics)} topics, {found.votes} votes"
    heading = ["metric", "accuracy", "interval", "tie within", "uncalibrated", "chance", "verdict"]
    for of in ("votes", "majorities"):
        rows = [row for row in found.accuracy if row.of == of]
        title = (
            f"{found.human}: {of} that the metric decides alike: {design}; "
            f"{found.plan.confidence:.4g} intervals over topics"
        )
        yield Titled(title, Table(heading, [_preference(row) for row in rows]), [_chance(rows[0])])


def preference_rows(found: PreferenceAgreement) -> Table:
    """Every accuracy on a line, for CSV."""
    return _plain(found.accuracy, PreferenceRow)


def matrix_table(found: Matrix) -> Titled:
    """The matrix with a star where p is at most .05."""
    rows = [[name, *(_matrix_cell(found, name, other) for other in found.metrics)] for name in found.metrics]
    sizes = sorted({cell.n for cell in found.cells})
    n = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    star = "" if found.coefficient.startswith("kendall") else f"; * p <= {SIGNIFICANT}"
    star += ", Holm corrected" if found.corrected and star else ""
    title = f"{found.coefficient} of metrics over topics x systems (n = {n}{star})"
    table = Table(["", *found.metrics], rows)
    return Titled(title, table, narrow=_numbered(table) if _is_wide(table) else ())


def _is_wide(table: Table) -> bool:
    return max(map(len, table.text().splitlines())) > WIDTH


def _numbered(table: Table) -> list[Table]:
    """Numbers in place of the names above the columns, in as many blocks as the width asks for."""
    rows = [[f"{number} {row[0]}", *row[1:]] for number, row in enumerate(table.rows, start=1)]
    return blocks(Table(["", *map(str, range(1, len(table.heading)))], rows))


def matrix_rows(found: Matrix) -> Table:
    """Every pair on a line, for CSV."""
    return _plain(found.cells, MatrixCell)


_ACCURACY = (
    "accuracy: scores no further apart than `tie within` are ties; `all ties` is what ties alone would get",
    "soft accuracy: how near both sides are in how sure they are that one system beats another",
)
_DIFFERENCES = ["test", "level", "coefficient", "metric A", "metric B", "A - B", "p", "p (Holm)"]


def _legend(found: Agreement) -> list[str]:
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


def _preference(row: PreferenceRow) -> list[Cell]:
    interval = _interval(row.low, row.high)
    return [row.metric, row.accuracy, interval, row.threshold, row.uncalibrated, row.chance, row.verdict]


def _chance(row: PreferenceRow) -> str:
    return f"chance: {row.chance:.3f}, {row.chance_is}; {row.ties:.1%} of the {row.choices} {row.of} are ties"


def _interval(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f"[{low:.3f}, {high:.3f}]"


def _matrix_cell(found: Matrix, one: str, other: str) -> str:
    if one == other:
        return "1"
    cell = found.cell(one, other)
    if cell.value is None:
        return "undefined"
    return f"{cell.value:.4f}{'*' if cell.significant else ''}"


def _plain(rows: Sequence[object], kind: type) -> Table:
    names = [field.name for field in fields(kind)]
    return Table(names, [[getattr(row, name) for name in names] for row in rows])
