"""The chapter of `cliometer agreement`: how far judges and writers agree, and what their corpus holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.report.chapters.base import FigureNames, Result, chapter, remarks
from cliometer.report.charts.grammar import Record
from cliometer.report.charts.heat_maps import Axes, grid, grid_cell
from cliometer.report.charts.line_charts import NAMED, SystemLine, lines
from cliometer.report.charts.unit_charts import kept, measures, silhouettes, teams
from cliometer.report.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.text.tables import Cell, Table

_MATCHED = {"agreement": "both nothing, or both something", "exact": "the same v", "alpha": "alpha on v"}
_MOST_TEAM_TOPICS = 20  # topics with a picture of their teams
_GREY = 1  # writers by which the teams may differ in the grey area


def unit_sections(document: Result, names: FigureNames) -> Iterator[Section]:
    """Whatever the document holds."""
    if document["units"]:
        yield Section("Pyramids", [_shapes(document["units"], names)])
    if document["splits"]:
        yield Section("Teams of writers", list(_splits(document["splits"], names)))
    if document["matching"]:
        yield Section("Links made twice", [_matching(document["matching"], names)])


def _shapes(units: Sequence[Result], names: FigureNames) -> Figure:
    records = [
        {"topic": topic["topic"], "weight": weight, "units": many}
        for topic in units
        for weight, many in enumerate(topic["levels"], start=1)
    ]
    caption = (
        "Units by the number of writers who have them. A pyramid, with ever fewer units that ever more "
        "writers share, is what the method expects."
    )
    keys = ["topic", "documents", "sentences", "mentions", "units", "links", "unlinked"]
    rows: list[list[Cell]] = [
        [*(topic[key] for key in keys), len(topic["writers"]), topic["length"] or "-", _shape(topic)]
        for topic in units
    ]
    return Figure(
        names.of("pyramids"),
        caption,
        silhouettes(records),
        Table([*keys, "writers", "length", "pyramid"], rows),
    )


def _shape(topic: Result) -> str:
    return "strictly" if topic["strict_pyramid"] else "yes" if topic["pyramid"] else "no"


def _splits(splits: Sequence[Result], names: FigureNames) -> Iterator[Block]:
    for topic in splits:
        yield Paragraph(_summary(topic))
    yield _sensitivity(splits, names)
    if splits[NAMED:]:
        yield Notes([f"in grey: {', '.join(topic['topic'] for topic in splits[NAMED:])}"])
    for topic in splits[:_MOST_TEAM_TOPICS]:
        yield _tables(topic, names)
    if splits[_MOST_TEAM_TOPICS:]:
        yield Notes(
            [f"without a picture: {', '.join(topic['topic'] for topic in splits[_MOST_TEAM_TOPICS:])}"]
        )


def _summary(topic: Result) -> str:
    return (
        f"{topic['topic']}: {len(topic['writers'])} writers make two teams in {topic['splits']} ways; the "
        f"mean alpha is {_digits(topic['mean_alpha'])}, from {_digits(topic['worst']['alpha'])} to "
        f"{_digits(topic['best']['alpha'])}. {topic['mean_grey']:.1%} of the units lie in the grey area: "
        "both teams have them alike, or one writer apart."
    )


def _sensitivity(splits: Sequence[Result], names: FigureNames) -> Figure:
    """Alpha hangs on how many units nobody wrote down."""
    drawn = [
        SystemLine(topic["topic"], [(place, row["alpha"]) for place, row in enumerate(topic["pooled_alpha"])])
        for topic in splits
    ]
    x = {
        "title": "units that nobody wrote down",
        "scale": {"domain": [0, 2]},
        "axis": {"values": [0, 1, 2], "labelExpr": "['none', 'z, as estimated', '2z'][datum.value]"},
    }
    low = min([0.0, *(row["alpha"] for t in splits for row in t["pooled_alpha"] if row["alpha"] is not None)])
    y = {"title": "alpha of all splits together", "scale": {"domain": [low, 1], "nice": True}}
    caption = (
        "Alpha between teams, with no unseen unit, with as many (z) as the frequencies suggest, and with "
        "twice as many: a steep line says that alpha rests on the estimate."
    )
    heading = ["topic", "z", *(f"alpha with {row['assumed']}" for row in splits[0]["pooled_alpha"])]
    rows: list[list[Cell]] = [
        [topic["topic"], topic["unseen"], *(row["alpha"] for row in topic["pooled_alpha"])]
        for topic in splits
    ]
    spec = lines(drawn, [topic["topic"] for topic in splits], x, y)
    return Figure(names.of("unseen"), caption, spec, Table(heading, rows))


def _tables(topic: Result, names: FigureNames) -> Figure:
    records = [record for which in ("best", "worst") for record in _cells(which, topic[which])]
    caption = (
        f"{topic['topic']}: units by how many writers of either team have them, in the split with the "
        f"highest alpha ({_versus(topic['best'])}) and in that with the lowest ({_versus(topic['worst'])}). "
        "Shaded cells are the grey area; 0 and 0 are the unseen units, an estimate."
    )
    rows: list[list[Cell]] = [
        [record["split"], record["first"], record["second"], record["units"]] for record in records
    ]
    table = Table(["split", "of the first team", "of the second team", "units"], rows)
    return Figure(names.of("teams", topic["topic"]), caption, teams(records), table)


def _cells(word: str, split: Result) -> Iterator[Record]:
    label = f"{word}: alpha {_digits(split['alpha'])}"
    for i, row in enumerate(split["table"]):
        for j, units in enumerate(row):
            yield {"split": label, "first": i, "second": j, "units": units, "grey": abs(i - j) <= _GREY}


def _versus(split: Result) -> str:
    return f"{' and '.join(split['first'])} against {' and '.join(split['second'])}"


def _matching(matchings: Sequence[Result], names: FigureNames) -> Figure:
    records = [
        {"topic": one["topic"], "measure": word, "value": one[key]}
        for one in matchings
        for key, word in _MATCHED.items()
    ]
    caption = (
        "Two people linked the same units: the share of mentions to which both gave nothing or both "
        "something, the share with the same contribution v, and Krippendorff's alpha on v."
    )
    rows: list[list[Cell]] = [
        [one["topic"], one["units"], len(one["left_out"]), one["decisions"], *(one[key] for key in _MATCHED)]
        for one in matchings
    ]
    table = Table(["topic", "units", "left out", "decisions", *_MATCHED.values()], rows)
    return Figure(names.of("matching"), caption, measures(records, list(_MATCHED.values())), table)


def _digits(value: float | None) -> str:
    return "undefined" if value is None else f"{value:.3f}"


_MEASURES = {
    "agreement": "links kept, A(e)",
    "set_alpha": "alpha of sets (MASI)",
    "cell_alpha": "alpha of cells",
}
_KINDS = [("kept", "credit-4"), ("not kept", "credit-0"), ("added by the verifier", "warn")]
_MOST_EVENT_TOPICS = 20  # topics with a picture of their events
_PAIRS = 60  # rows of the picture of judges; the table holds all


@chapter("agreement", has=("judges", "units", "splits", "matching"))
def agreement(document: Result, names: FigureNames) -> Section:
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


def _judges(document: Result, names: FigureNames) -> Iterator[Section]:
    judged = document["judges"]
    if not judged:
        return
    blocks: list[Block] = [_by_topic(judged, names), *_pairs(judged, names)]
    if judged[_MOST_EVENT_TOPICS:]:
        rest = ", ".join(topic["topic"] for topic in judged[_MOST_EVENT_TOPICS:])
        blocks.append(Notes([f"topics without a picture of their events: {rest}"]))
    yield Section(
        "Judges",
        blocks,
        [Section(one["topic"], [_events(one, names)]) for one in judged[:_MOST_EVENT_TOPICS]],
    )


def _by_topic(judged: Sequence[Result], names: FigureNames) -> Figure:
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


def _pairs(judged: Sequence[Result], names: FigureNames) -> Iterator[Block]:
    pairs = [(topic["topic"], pair) for topic in judged for pair in topic["pairs"]]
    if not pairs:
        return
    shown = pairs[:_PAIRS]
    cells = [
        grid_cell(row, column, pair[key] or 0.0, "undefined" if pair[key] is None else f"{pair[key]:.2f}")
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


def _events(topic: Result, names: FigureNames) -> Figure:
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
