"""The chapter of `cliometer agreement`: how far judges and writers agree, and what their corpus holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.report.chapters.agreement_units import unit_sections
from cliometer.report.chapters.base import Names, Result, chapter
from cliometer.report.chapters.common import remarks
from cliometer.report.charts.grid import Axes, cell, grid
from cliometer.report.charts.judges import kept, measures
from cliometer.report.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.report.tables import Cell, Table

_MEASURES = {
    "agreement": "links kept, A(e)",
    "set_alpha": "alpha of sets (MASI)",
    "cell_alpha": "alpha of cells",
}
_KINDS = [("kept", "credit-4"), ("not kept", "credit-0"), ("added by the verifier", "warn")]
_MOST = 20  # topics with a picture of their events
_PAIRS = 60  # rows of the picture of judges; the table holds all


@chapter("agreement", has=("judges", "units", "splits", "matching"))
def agreement(document: Result, names: Names) -> Section:
    """Topics and judges where events were judged; pyramids, teams and matchings where units were built."""
    sections = [*_topics(document), *_judges(document, names), *unit_sections(document, names)]
    return Section("Agreement", list(remarks(document)), sections)


def _topics(document: Result) -> Iterator[Section]:
    """Table 1 and table 3 of Khandelwal et al. (2001), for any corpus."""
    topics = document["topics"]
    if not topics:
        return
    keys = ["topic", "part", "stories", "events", "sentences", "off", "single", "multi", "hours", "agreement"]
    heading = [*keys[:5], "with no event", "with one", "with several", "hours", "agreement"]
    table = Table(heading, [[_shown(topic[key]) for key in keys] for topic in topics])
    blocks: list[Block] = [Paragraph(_corpus(document)), Listing("Topics", table)]
    if len(document["parts"]) > 1:
        blocks.append(Listing("The corpus by part", _parts(document["parts"])))
    yield Section("Topics", blocks)


def _corpus(document: Result) -> str:
    every = document["parts"][-1]
    said = [", ".join(f"{what}: {every[what]}" for what in ("topics", "stories", "events", "sentences"))]
    if every["off_share"] is not None:
        said.append(f"{every['off_share']:.0%} of the sentences mention no event")
    mean = document["averages"]["agreement"]
    if mean is not None:
        said.append(f"the mean agreement of the topics is {mean:.3f}")
    return f"{'; '.join(said)}."


def _parts(parts: Sequence[Result]) -> Table:
    keys = ["part", "topics", "stories", "events", "sentences", "off_share", "single_share", "multi_share"]
    heading = [*keys[:5], "with no event", "with one", "with several"]
    return Table(heading, [[_shown(part[key]) for key in keys] for part in parts])


def _judges(document: Result, names: Names) -> Iterator[Section]:
    judged = document["judges"]
    if not judged:
        return
    blocks: list[Block] = [_by_topic(judged, names), *_pairs(judged, names)]
    if judged[_MOST:]:
        rest = ", ".join(topic["topic"] for topic in judged[_MOST:])
        blocks.append(Notes([f"topics without a picture of their events: {rest}"]))
    yield Section("Judges", blocks, [Section(one["topic"], [_events(one, names)]) for one in judged[:_MOST]])


def _by_topic(judged: Sequence[Result], names: Names) -> Figure:
    records = [
        {"topic": topic["topic"], "measure": word, "value": topic[key]}
        for topic in judged
        for key, word in _MEASURES.items()
    ]
    caption = (
        "Agreement on each topic. A(e): the mean over events of the share of the judges' links that the "
        "verifier kept. Alpha (1 perfect, 0 chance) among the judges: of the sets of events that each "
        "sentence is linked to, and of whether each sentence is linked to each event."
    )
    rows: list[list[Cell]] = [
        [one["topic"], ", ".join(one["judges"]), *(one[key] for key in _MEASURES), one["addition_rate"]]
        for one in judged
    ]
    table = Table(["topic", "judges", *_MEASURES.values(), "share added by the verifier"], rows)
    return Figure(names.of("agreement"), caption, measures(records, list(_MEASURES.values())), table)


def _pairs(judged: Sequence[Result], names: Names) -> Iterator[Block]:
    pairs = [(topic["topic"], pair) for topic in judged for pair in topic["pairs"]]
    if not pairs:
        return
    shown = pairs[:_PAIRS]
    cells = [
        cell(row, column, pair[key] or 0.0, "undefined" if pair[key] is None else f"{pair[key]:.2f}")
        for row, (_, pair) in enumerate(shown)
        for column, key in enumerate(("dice", "jaccard"))
    ]
    named = [f"{topic}: {pair['first']} and {pair['second']}" for topic, pair in shown]
    caption = (
        "How far two judges link the same sentences to the same events: 1 is the same links, 0 none shared."
    )
    keys = ["first", "second", "shared", "of_first", "of_second", "dice", "jaccard"]
    rows = [[topic, *(pair[key] for key in keys)] for topic, pair in pairs]
    heading = [
        "topic",
        "judge",
        "other judge",
        "links shared",
        "links of one",
        "of the other",
        "dice",
        "jaccard",
    ]
    spec = grid(cells, Axes(named, ["Dice", "Jaccard"], "judges", "overlap"), "value")
    yield Figure(names.of("judges"), caption, spec, Table(heading, rows))
    if pairs[_PAIRS:]:
        yield Notes([f"{len(pairs) - _PAIRS} more pairs of judges are in the table alone"])


def _events(topic: Result, names: Names) -> Figure:
    """What became of the judges' links, event by event."""
    verified = any(event["sentences"] is not None for event in topic["events"])
    records = []
    for event in topic["events"]:
        label = f"{event['event']}: {event['text']}" if event["text"] else event["event"]
        for (kind, _), links in zip(_KINDS, _counts(event), strict=True):
            records.append({"event": label, "kind": kind, "links": links})
    if verified:
        caption = (
            "The links of each event: those of the judges that the verifier kept, those that were not kept, "
            "and those that the verifier added."
        )
    else:
        caption = "The links of each event by any judge; nobody verified them, so none counts as kept."
    heading = ["event", "text", "kept", "linked by judges", "added", "agreement"]
    keys = ["event", "text", "sentences", "union", "added", "agreement"]
    table = Table(heading, [[_shown(event[key]) for key in keys] for event in topic["events"]])
    return Figure(names.of("links", topic["topic"]), caption, kept(records, _KINDS), table)


def _counts(event: Result) -> tuple[int, int, int]:
    """Kept, not kept, added; nothing is kept where nobody verified."""
    stayed = event["sentences"] or 0
    return stayed, event["union"] - stayed, event["added"] or 0


def _shown(value: Cell) -> Cell:
    return "-" if value is None else value
