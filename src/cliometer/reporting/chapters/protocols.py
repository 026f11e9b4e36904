"""Protocols: cards side by side, what a protocol made of each system, and runs under several protocols."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.engine.protocols.cards import ProtocolCards
from cliometer.engine.protocols.comparison import METRICS, ProtocolComparison, ProtocolScore
from cliometer.metrics.catalogue import paper_label
from cliometer.model.protocols import ProtocolRecord
from cliometer.reporting.chapters.base import FigureNames, attribute_table, chapter, cut_note, filled, remarks
from cliometer.reporting.charts.vote_charts import bump
from cliometer.reporting.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.text.tables import BestNumber, Cell, Table, shown_number

_DRAWN = 12  # systems of a figure
_ENTRIES = {
    "system": "system", "asked": "asked", "scored": "scored", "dropped": "dropped", "zero": "zero",
    "refused": "refused", "entries": "entries", "unread": "entries_dropped", "overwritten": "entries_overwritten",
    "appended": "entries_appended", "months": "months_as_days", "cut": "sentences_cut", "uncountable": "uncountable",
}  # fmt: skip
_LENGTHS = {
    "system": "system", "dates": "dates_found", "asked for": "dates_given", "sentences a date": "sentences_found",
    "asked for ": "sentences_given", "dates outside the span": "dates_outside",
}  # fmt: skip


@chapter(ProtocolCards)
def cards_section(cards: ProtocolCards, names: FigureNames | None = None) -> Section:
    """Return one card with what its answers mean, or the answers of several side by side."""
    first, *others = cards.cards
    if others:
        rows: list[list[Cell]] = [
            [answer.rule, *(card.answers[place].answer for card in cards.cards)]
            for place, answer in enumerate(first.answers)
        ]
        table = Table(["question", *(card.name for card in cards.cards)], rows)
        explained = Notes(["cliometer protocols show NAME explains the answers."])
        return Section("Protocols", [Listing("", table), explained])
    sources = ", ".join(filter(None, (first.source, first.place)))
    about = [Paragraph(text) for text in (f"Source: {sources}." if sources else "", first.note) if text]
    lines = [f"{each.rule} = {each.answer}: {each.question}: {each.meaning}." for each in first.answers]
    return Section(first.name, [*about, Notes(lines)])


def account_listings(record: ProtocolRecord, folded: bool = False) -> Iterator[Listing]:
    """Yield what a protocol made of each system: its tasks and entries, then length and span."""
    table = attribute_table(record.accounts, _ENTRIES)
    rows = [["-" if cell == "" else cell for cell in row] for row in table.rows]  # not refused
    caption = f"What {record.protocol} makes of each system: tasks, then entries"
    yield Listing(caption, Table(table.heading, rows), folded)
    caption = "Length and span over all tasks, which no scorer checks"
    yield Listing(caption, attribute_table(record.accounts, _LENGTHS), folded)


@chapter(ProtocolComparison)
def comparison_section(comparison: ProtocolComparison, names: FigureNames | None = None) -> Section:
    """Return scores and ranks under each protocol, the pairs that change places, and the waterfalls."""
    start, *others = comparison.protocols
    blocks: list[Block] = []
    for metric in METRICS:
        blocks += _scores(comparison, metric, names)
    rows: list[list[Cell]] = [
        [each.protocol, paper_label(each.metric), each.first, each.second, f"{each.rule}={each.answer}"]
        for each in comparison.changes
    ]
    if rows:
        heading = ["protocol", "metric", f"better by {start}", "better by the protocol", "since"]
        blocks.append(Listing("Pairs that change places, and the answer with which they do", Table(heading, rows)))
    else:
        blocks.append(Paragraph(f"No two runs that {start} scores change places under another protocol."))
    waterfalls = [
        Listing(f"From {start} to {other}: AR-1 after each answer that moves it", table)
        for other in others
        if len((table := _steps(comparison, other)).rows) > 1
    ]
    sections = [Section("What moves the scores", waterfalls)] if waterfalls else []
    for record in comparison.records if names else ():
        sections.append(Section(record.protocol, list(account_listings(record, folded=True)), detail=True))
    return Section("Protocols", [*blocks, *remarks(comparison)], sections)


def _scores(comparison: ProtocolComparison, metric: str, names: FigureNames | None) -> Iterator[Block]:
    """Yield the scores of a metric with ranks, and with names their figure."""
    scores = {(each.system, each.protocol): each for each in comparison.scores if each.metric == metric}
    rows: list[list[Cell]] = [
        [system, *(cell for protocol in comparison.protocols for cell in _cells(scores[system, protocol]))]
        for system in comparison.systems
    ]
    table = Table(["system", *(name for protocol in comparison.protocols for name in (protocol, "rank"))], rows)
    drawn = comparison.systems[:_DRAWN]
    records = [
        {
            "rule": protocol,
            "system": system,
            "place": place,
            "shown": f"{place:g} ({shown_number(scores[system, protocol].f)})",
        }
        for protocol in comparison.protocols
        for system, place in _places(drawn, [scores[system, protocol] for system in drawn])
    ]
    caption = f"{paper_label(metric)}: F and rank of each run under each protocol."
    if names is None or not records:
        yield Listing(caption, table)
        return
    protocols = [protocol for protocol in comparison.protocols if any(each["rule"] == protocol for each in records)]
    name = names.of("protocols", metric)
    yield Figure(name, caption, bump(records, protocols, drawn), table, title=caption)
    yield from cut_note(len(drawn), len(comparison.systems), "runs")


def _cells(score: ProtocolScore) -> tuple[Cell, Cell]:
    if score.f is None:
        return "refused", "-"
    return BestNumber(score.f) if score.rank == 1 else score.f, score.rank


def _places(systems: Sequence[str], scores: Sequence[ProtocolScore]) -> Iterator[tuple[str, float]]:
    """Yield the place of each run that has a rank; those that tie share the mean of their places."""
    ranks = [score.rank for score in scores if score.rank is not None]
    for system, score in zip(systems, scores, strict=True):
        if score.rank is not None:
            yield system, sum(rank < score.rank for rank in ranks) + (ranks.count(score.rank) + 1) / 2


def _steps(comparison: ProtocolComparison, protocol: str) -> Table:
    """Return F of every run by the first metric after each answer that moves it on the way to a protocol."""
    start, metric = comparison.protocols[0], METRICS[0]
    first = {each.system: each.f for each in comparison.scores if (each.protocol, each.metric) == (start, metric)}
    mine = [each for each in comparison.steps if (each.protocol, each.metric) == (protocol, metric)]
    rows: list[list[Cell]] = [[start, *first.values()]] * bool(mine)
    before = first
    for number in dict.fromkeys(each.step for each in mine):
        several = [each for each in mine if each.step == number]
        values = {each.system: each.f for each in several}
        if values != before:
            rows.append([f"{several[0].rule}={several[0].answer}", *(values[name] for name in first)])
        before = values
    return Table(["answer", *first], filled(rows))
