"""The section of `cliometer agree people`: metrics against assessors, human score by human score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.court.meta_evaluation.pool_agreement import PeopleAgreement, PeopleDifference, PeopleRow, TestBed
from cliometer.reporting.chapters.base import FigureNames, chapter, leaders, remark_notes
from cliometer.reporting.charts.system_charts import Forest, ThresholdLine, forests
from cliometer.reporting.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.spelling import many
from cliometer.text.tables import Cell, Table, shown_interval, shown_level, shown_number, shown_p

_SCORES = (
    "new, labels: what people give who ignore dates; gain: less where texts are long; latency: less where they are late",
    "tau: Kendall's tau-b over the systems of a topic, mean over topics; P, R and F of a metric with P, R and F by people",
)


@chapter(PeopleAgreement)
def people_agreement(result: PeopleAgreement, names: FigureNames) -> Section:
    """Show for each bed of each pool which metric agrees best with each human score, a picture, and the numbers."""
    sections = [Section(f"{bed.pool}, {bed.bed}", list(_bed(result, bed, names))) for bed in result.beds]
    return Section("Metrics and assessors", [Notes(_SCORES), *remark_notes(result.notes)], sections)


def _bed(result: PeopleAgreement, bed: TestBed, names: FigureNames) -> Iterator[Block]:
    rows = [row for row in result.agreement if (row.pool, row.bed) == (bed.pool, bed.bed)]
    scores = list(dict.fromkeys(row.human for row in rows))
    by_score = {score: [row for row in rows if row.human == score and row.side == "f"] for score in scores}
    lead = {
        score: leaders({row.metric: row.tau for row in some if row.role == "metric"})
        for score, some in by_score.items()
    }
    best = (
        f"{lead[score].said('agrees', 'agree', 'metrics agree', opens=True)} best with {score} ({lead[score].score})."
        for score in scores
    )
    design = f"{many(bed.systems, 'system')} on {many(len(bed.topics), 'topic')}, preset {result.preset}"
    yield Paragraph(" ".join([f"{design}.", *best]))
    intervals = f"{shown_level(result.level)} intervals over {bed.over}"
    caption = (
        f"Agreement (tau of F) of each metric with each human score, with {intervals}. The dashed line is the best ceiling: "
        "texts are matched with what people wanted without a mistake. Hollow marks are ceilings and floors."
    )
    panels = [_panel(score, some) for score, some in by_score.items()]
    yield Figure(
        names.of("people", bed.pool, bed.bed), caption, forests(panels), _table(rows, scores), f"tau; {intervals}"
    )
    pairs = [row for row in result.differences if (row.pool, row.bed) == (bed.pool, bed.bed)]
    if cells := [
        _difference(row, lead[row.human].names[0])
        for row in pairs
        if lead[row.human].names[0] in (row.first, row.second)
    ]:
        heading = ["human score", "best metric", "less", "difference", "interval", "p", "p (Holm)"]
        yield Listing(
            "The metric that agrees best less each other: tau of F, paired; Holm over all pairs", Table(heading, cells)
        )


def _panel(score: str, rows: Sequence[PeopleRow]) -> Forest:
    records = [
        {"name": row.metric, "value": row.tau, "low": row.low, "high": row.high, "hollow": row.role != "metric"}
        for row in rows
    ]
    ceiling = (
        [ThresholdLine(max(row.tau for row in rows if row.role == "ceiling"), "ceiling")]
        if any(row.role == "ceiling" for row in rows)
        else []
    )
    ends = [end for row in rows for end in (row.low, row.high)]
    return Forest(records, "tau", ceiling, (min([0.0, *ends]) - 0.05, max(ends) + 0.05), {}, score)


def _table(rows: Sequence[PeopleRow], scores: Sequence[str]) -> Table:
    """Return P, R and F with the first human score, and F with the others."""
    heading = ["metric", f"{scores[0]} P", "R", "F", "interval"]
    heading += [word for score in scores[1:] for word in (f"{score} F", "interval")]
    lines: dict[str, list[Cell]] = {}
    for row in rows:
        cells = lines.setdefault(row.metric, [row.metric])
        if row.human == scores[0] or row.side == "f":
            cells += [row.tau] if row.side != "f" else [row.tau, shown_interval(row.low, row.high)]
    return Table(heading, list(lines.values()))


def _difference(row: PeopleDifference, best: str) -> list[Cell]:
    sign, other = (1, row.second) if row.first == best else (-1, row.first)
    low, high = sorted((sign * row.low, sign * row.high))
    difference = shown_number(sign * row.difference, signed=True)
    return [row.human, best, other, difference, shown_interval(low, high), shown_p(row.p), shown_p(row.p_holm)]
