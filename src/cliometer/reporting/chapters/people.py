"""The section of `cliometer agree people`: metrics against assessors, human score by human score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.court.meta_evaluation.pool_agreement import PeopleAgreement, PeopleDifference, PeopleRow, TestBed
from cliometer.reporting.chapters.base import FigureNames, chapter, leaders, remark_notes, text_of
from cliometer.reporting.charts.system_charts import Forest, ThresholdLine, forests
from cliometer.reporting.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.spelling import many
from cliometer.text.tables import Cell, Table, shown_interval, shown_level, shown_number, shown_p


@chapter(PeopleAgreement)
def people_agreement(result: PeopleAgreement, names: FigureNames) -> Section:
    """Show for each bed of each pool which metric agrees best with each human score, a picture, and the numbers."""
    sections = [Section(f"{bed.pool}, {bed.bed}", list(_bed(result, bed, names))) for bed in result.beds]
    legend = Notes([text_of("people-tau"), text_of("people-scores")])
    return Section("Metrics and assessors", [legend, *remark_notes(result.notes)], sections)


def _bed(result: PeopleAgreement, bed: TestBed, names: FigureNames) -> Iterator[Block]:
    rows = [row for row in result.agreement if (row.pool, row.bed) == (bed.pool, bed.bed)]
    scores = list(dict.fromkeys(row.human for row in rows))
    metrics = [row for row in rows if row.side == "f" and row.role == "metric"]
    best = {score: leaders({row.metric: row.tau for row in metrics if row.human == score}) for score in scores}
    words = [f"{many(bed.systems, 'system')} on {many(len(bed.topics), 'topic')}, preset {result.preset}."]
    for score, lead in best.items():
        words.append(f"{lead.said('agrees', 'agree', 'metrics agree', opens=True)} best with {score} ({lead.score}).")
    yield Paragraph(" ".join(words))
    intervals = f"{shown_level(result.level)} intervals over {bed.over}"
    panels = [_panel(score, [row for row in rows if row.human == score and row.side == "f"]) for score in scores]
    name, title = names.of("people", bed.pool, bed.bed), f"tau; {intervals}"
    yield Figure(name, text_of("people-bed", intervals=intervals), forests(panels), _table(rows, scores), title)
    heading = ["metric", "difference", "interval", "p", "p (Holm)"]
    for score, lead in best.items():
        pairs = [row for row in result.differences if (row.pool, row.bed, row.human) == (bed.pool, bed.bed, score)]
        if cells := [_difference(row, lead.names[0]) for row in pairs if lead.names[0] in (row.first, row.second)]:
            title = f"{score}: {lead.names[0]} less each other metric (tau of F, paired; Holm over all pairs)"
            yield Listing(title, Table(heading, cells))


def _panel(score: str, rows: Sequence[PeopleRow]) -> Forest:
    records = [
        {"name": row.metric, "value": row.tau, "low": row.low, "high": row.high, "hollow": row.role != "metric"}
        for row in rows
    ]
    ceilings, ends = [row.tau for row in rows if row.role == "ceiling"], [end for r in rows for end in (r.low, r.high)]
    lines = [ThresholdLine(max(ceilings), "ceiling")] if ceilings else []
    return Forest(records, "tau", lines, (min([0.0, *ends]) - 0.05, max(ends) + 0.05), heading=score)


def _table(rows: Sequence[PeopleRow], scores: Sequence[str]) -> Table:
    """Return P, R and F with the first human score, and F with the others."""
    heading = ["metric", f"{scores[0]} P", "R", "F", "interval"]
    heading += [word for score in scores[1:] for word in (f"{score} F", "interval")]
    lines: dict[str, list[Cell]] = {}
    for row in rows:
        cells = lines.setdefault(row.metric, [row.metric])
        if row.side == "f":
            cells += [row.tau, shown_interval(row.low, row.high, 2)]
        elif row.human == scores[0]:
            cells.append(row.tau)
    return Table(heading, list(lines.values()))


def _difference(row: PeopleDifference, best: str) -> list[Cell]:
    sign, other = (1, row.second) if row.first == best else (-1, row.first)
    low, high = sorted((sign * row.low, sign * row.high))
    difference = shown_number(sign * row.difference, signed=True)
    return [other, difference, shown_interval(low, high), shown_p(row.p), shown_p(row.p_holm)]
