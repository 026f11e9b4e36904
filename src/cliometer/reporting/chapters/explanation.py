"""The explanation of one score as a section: dates with their partners and words, or the parts of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.engine.pair_explanation import PairExplanation
from cliometer.metrics.base import PartsExplanation
from cliometer.metrics.explanation import DayExplanation, TimelineExplanation
from cliometer.model.score import RecordedScore
from cliometer.reporting.chapters.base import FigureNames, chapter, cut_note, numbered, remark_notes, text_of
from cliometer.reporting.charts.grammar import Record
from cliometer.reporting.charts.system_charts import EARNED, LOST, MISSED, credit
from cliometer.reporting.document import Block, Code, Figure, Listing, Notes, Paragraph, Section
from cliometer.spelling import many
from cliometer.text.tables import Cell, Table, shown_interval, shown_number

_SHOWN = 100  # dates in a figure
_TITLES = {
    "recall": "Recall: the credit of each reference date",
    "precision": "Precision: the credit of each system date",
}


@chapter(PairExplanation)
def explanation_section(
    explained: PairExplanation, names: FigureNames | None = None, dates: int | None = None
) -> Section:
    """Return the score and where it comes from; figures only with names.

    `dates` is how many reference dates are shown, without the system's side; by default all of both sides.
    """
    story, reason = explained.explanation, explained.explanation.score.undefined
    under = f" under the preset {explained.preset.name}" if explained.evidence == "references" else ""
    numbers = ", ".join(
        f"{'F' if key == 'f' else key} {shown_number(value, 4)}" for key, value in explained.numbers().items()
    )
    why = f" It is undefined: {reason}." if reason else ""
    blocks: list[Block] = [Paragraph(f"{explained.metric}{under}: {numbers}.{why}")]
    ties = RecordedScore.of(story.score).ties
    if ties and "f" in ties.range:
        low, high = ties.range["f"]
        choice, ends = many(ties.dates, "date"), shown_interval(low, high, 4)
        message = f"The best alignment is not unique: {choice} had a choice; over all of them F lies in {ends}."
        blocks.append(Paragraph(message))
    blocks += remark_notes(explained.notes)
    sections = []
    if isinstance(story, PartsExplanation):
        blocks.append(Notes([sentence for sentence in story.sentences if sentence != reason]))
        for table in story.tables():
            rows = [
                ["" if cell is None else f"{cell:.4g}" if isinstance(cell, float) else cell for cell in row]
                for row in table.rows
            ]
            blocks.append(Listing(table.title, Table(list(table.columns), rows)))
    elif isinstance(story, TimelineExplanation):
        shown = {"recall": story.recall[:dates], "precision": story.precision if dates is None else ()}
        sections = [
            Section(_TITLES[side], list(_side(days, side, names)))
            for side, days in shown.items()
            if side == "recall" or dates is None
        ]
    if names:
        blocks.append(Code(story.metric, "the metric with all its settings"))
    return Section("Explanation", blocks, sections)


def _side(days: Sequence[DayExplanation], side: str, names: FigureNames | None) -> Iterator[Block]:
    if not days:
        yield Paragraph("There is no date on this side.")
        return
    part, whole = sum(day.credit for day in days), sum(day.size for day in days)
    lost = sum(day.hits - day.credit for day in days)
    silent = sum(day.credit == 0 for day in days)
    yield Paragraph(
        f"{many(len(days), 'date')} earned {part:.4g} of {whole:.4g}; another {lost:.4g} was found but lost "
        f"because it is on another day. Dates that earned nothing: {silent}."
    )
    if names:
        yield _figure(days, side, names)
        yield from cut_note(min(_SHOWN, len(days)), len(days), "dates")
    rows: list[list[Cell]] = []
    for day in days:
        counts = {"earned": day.shared, "missed": day.missed}
        words = [
            f"{label} {', '.join(word if count == 1 else f'{word} x{count:g}' for word, count in tally.items())}"
            for label, tally in counts.items()
            if tally
        ]
        numbers = (f"{day.weight:.3g}", f"{day.hits:.4g} of {day.size:.4g}", f"{day.credit:.4g}")
        rows.append([_date(day), _partner(day), *numbers, "; ".join(words)])
    yield Listing("", Table(["date", "compared with", "weight", "found", "credit", "words"], rows))


def _date(day: DayExplanation) -> str:
    return "whole text" if day.date is None else str(day.date)


def _partner(day: DayExplanation) -> str:
    if day.date is None:
        return "whole text"
    if day.partner is None:
        return "no partner"
    if not day.distance and day.partner == day.date:
        return "same day"
    return f"{day.partner} ({many(day.distance or 0, 'day')})"


def _figure(days: Sequence[DayExplanation], side: str, names: FigureNames) -> Figure:
    """Earned, lost by distance and missed, one after the other; nothing of what is nothing."""
    records: list[Record] = []
    totals: list[Record] = []
    arrow = " \N{RIGHTWARDS ARROW} "
    labels = numbered(_date(day) if day.date is None else f"{day.date}{arrow}{_partner(day)}" for day in days)
    for label, day in list(zip(labels, days, strict=True))[:_SHOWN]:
        edges = [0.0, day.credit, day.hits, day.size]
        records += [
            {"day": label, "part": part, "from": start, "to": end, "amount": end - start}
            for part, start, end in zip((EARNED, LOST, MISSED), edges, edges[1:], strict=False)
            if end > start
        ]
        totals.append({"day": label, "size": day.size, "words": f"{day.credit:.3g} of {day.size:.3g}"})
    words = [word for day in days for word in (*day.shared, *day.missed)]
    counted = "counted word sequences" if any(" " in word for word in words) else "counted words"
    spec = credit(records, totals, counted if words else "what the metric counts")
    rows: list[list[Cell]] = [
        [
            _date(day),
            "-" if day.partner is None else str(day.partner),
            "-" if day.distance is None else day.distance,
            *(day.weight, day.hits, day.size, day.credit),
        ]
        for day in days
    ]
    table = Table(["date", "partner", "days apart", "weight", "found", "of", "credit"], rows)
    return Figure(names.of("credit", side), text_of("explanation-figure", side=side), spec, table)
