"""The builder of `cliometer study agreement`: how far judges and writers agree, and what their corpus holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cliometer.model.notes import Note
from cliometer.reporting.chapters import base
from cliometer.reporting.chapters.base import FigureNames, chapter, filled, text_of
from cliometer.reporting.charts.grammar import STRONG, Record, Spec
from cliometer.reporting.charts.heat_maps import Axes, grid, grid_cell, heat, heat_cell
from cliometer.reporting.charts.line_charts import NAMED, SystemLine, lines
from cliometer.reporting.charts.system_charts import score_bars
from cliometer.reporting.charts.unit_charts import kept
from cliometer.reporting.document import Block, Figure, Listing, Notes, Paragraph, Section
from cliometer.spelling import many
from cliometer.study.agreement_survey import AgreementSurvey, JudgedTopic
from cliometer.study.link_agreement import EventAgreementRow, PartStatistics, corpus_parts, topic_averages
from cliometer.study.split_analysis import GREY, SplitSummary, TeamSplit
from cliometer.text.tables import Cell, Table, shown_number, shown_share

MATCHED = {"agreement": "both nothing, or both something", "exact": "the same v", "alpha": "alpha on v"}
MEASURES = {"agreement": "links kept, A(e)", "set_alpha": "alpha of sets (MASI)", "cell_alpha": "alpha of cells"}
KINDS_OF_LINKS = [("kept", "credit-4"), ("not kept", "credit-0"), ("added by the verifier", "warn")]
_MOST_TOPICS = 20  # topics with a picture of their events, or of their teams
_PAIRS = 60  # rows of the picture of judges; the table holds all


@chapter(AgreementSurvey)
def annotator_agreement(result: AgreementSurvey, names: FigureNames) -> Section:
    """Show topics and judges where events were judged; units, teams and matchings where units were built."""
    parts = (
        ("Topics", _topic_blocks(result) if result.events else ()),
        ("Judges", _judge_blocks(result.judged, names) if result.judged else ()),
        ("Content units", _unit_blocks(result, names) if result.units else ()),
        ("Teams of writers", _split_blocks(result, names) if result.splits else ()),
        ("Links made twice", _matching_blocks(result, names) if result.matchings else ()),
    )
    return Section("Agreement", base.remark_notes(result.notes), base.filled_sections(parts))


def _topic_blocks(result: AgreementSurvey) -> Iterator[Block]:
    """Yield tables 1 and 3 of Khandelwal et al. (2001), for any corpus."""
    every, mean = corpus_parts(result.events)[-1], topic_averages(result.events).agreement
    phrases = [", ".join(f"{name}: {getattr(every, name)}" for name in ("topics", "stories", "events", "sentences"))]
    if (off := every.off_share) is not None:
        phrases.append(f"{shown_share(off, 0)} of the sentences mention no event")
    if mean is not None:
        phrases.append(f"the mean agreement of the topics is {shown_number(mean)}")
    yield Paragraph(f"{'; '.join(phrases)}.")
    yield Listing("Stories, events and agreement of every topic", topic_table(result))
    legend = []
    if any(topic.agreement is not None for topic in result.events):
        formula = "kept / linked; 1 where the verifier kept every link"
        if result.literal:
            formula = "(kept + added) / linked; above 1 where many were added"
        legend.append(f"agreement: the mean over events of {formula}")
    if any(topic.hours is None for topic in result.events):
        legend.append("hours: from a sheet topic,part,hours; - where it does not say")
    if legend:
        yield Notes(legend)
    yield Listing("The corpus by part", part_table(result))
    rows: list[list[Cell]] = [
        [of.topic, of.part or "-", of.sentences, of.off, of.single, of.multi] for of in result.events
    ]
    heading = ["topic", "part", "sentences", "with no event", "with one", "with several"]
    yield Listing("Sentences of every topic", Table(heading, rows), folded=True)


def _judge_blocks(judged: Sequence[JudgedTopic], names: FigureNames) -> Iterator[Block]:
    yield _measures_by_topic(judged, names)
    yield from _pair_blocks(judged, names)
    legend = ["linked: by any judge; kept: those of them that were verified; added: by the verifier alone"]
    if not all(topic.verified for topic in judged):
        legend.append("-: nobody verified these links")
    legend += [
        f"{topic.topic}: {shown_share(topic.addition_rate)} of the verified links were added by the verifier"
        for topic in judged
        if topic.addition_rate is not None
    ]
    for place, topic in enumerate(judged):
        title = f"{topic.topic}: what was kept of the judges' links to every event"
        table = _event_table(topic.events)
        yield _event_figure(topic, table, title, names) if place < _MOST_TOPICS else Listing(title, table)
    yield Notes(legend)


def _measures_by_topic(judged: Sequence[JudgedTopic], names: FigureNames) -> Figure:
    caption = text_of("annotator-agreement-measures-by-topic")
    rows: list[list[Cell]] = [
        [topic.topic, ", ".join(topic.judges), *(getattr(topic, key) for key in MEASURES), topic.addition_rate]
        for topic in judged
    ]
    table = Table(["topic", "judges", *MEASURES.values(), "share added by the verifier"], rows)
    return Figure(names.of("agreement"), caption, _measures(judged, MEASURES), table)


def _measures(topics: Sequence[Any], words: Mapping[str, str]) -> Spec:
    """Return a row for each topic, with the measures that are attributes of it."""
    records: list[Record] = []
    for topic in topics:
        values = {word: getattr(topic, key) for key, word in words.items()}
        known = [value for value in values.values() if value is not None]
        ends = {"low": min(known, default=None), "high": max(known, default=None)}
        records += [{"name": topic.topic, "side": word, "score": value, **ends} for word, value in values.items()]
    least = min([0.0, *(record["low"] for record in records if record["low"] is not None)])
    return score_bars(records, "1 is perfect", (least, 1.0))


def _pair_blocks(judged: Sequence[JudgedTopic], names: FigureNames) -> Iterator[Block]:
    pairs = [(topic.topic, pair) for topic in judged for pair in topic.pairs]
    if not pairs:
        return
    shown = pairs[:_PAIRS]
    cells = [
        grid_cell(row, column, value or 0.0, shown_number(value, 2))
        for row, (_, pair) in enumerate(shown)
        for column, value in enumerate((pair.dice, pair.jaccard))
    ]
    named = [f"{topic}: {pair.first} and {pair.second}" for topic, pair in shown]
    caption = "How far two judges link the same sentences to the same events: 1 means the same links, 0 none in common."
    spec = grid(cells, Axes(named, ["Dice", "Jaccard"], "judges", "overlap"), "value")
    table = judge_table(AgreementSurvey(judged=tuple(judged)))
    yield Figure(names.of("judges"), caption, spec, table, "Judges among themselves")
    yield Notes(["dice, jaccard: the overlap of two judges' links", text_of("annotator-agreement-alpha")])
    yield from base.cut_note(len(shown), len(pairs), "pairs of judges")


def _event_table(rows: Sequence[EventAgreementRow]) -> Table:
    columns = {"event": "event", "kept": "sentences", "linked": "union", "added": "added", "agreement": "agreement"}
    return base.attribute_table(rows, columns | ({"text": "text"} if any(row.text for row in rows) else {}))


def _event_figure(topic: JudgedTopic, table: Table, title: str, names: FigureNames) -> Figure:
    """Return what became of the judges' links, event by event; nothing is kept where nobody verified."""
    records = []
    for event in topic.events:
        label = f"{event.event}: {event.text}" if event.text else event.event
        stayed = event.sentences or 0
        counts = (stayed, event.union - stayed, event.added or 0)
        records += [
            {"event": label, "kind": kind, "links": count}
            for (kind, _), count in zip(KINDS_OF_LINKS, counts, strict=True)
        ]
    caption = "The links of each event by any judge; nobody verified them, so none counts as kept."
    if any(event.sentences is not None for event in topic.events):
        caption = text_of("annotator-agreement-event-figure")
    return Figure(names.of("links", topic.topic), caption, kept(records, KINDS_OF_LINKS), table, title)


def _unit_blocks(result: AgreementSurvey, names: FigureNames) -> Iterator[Block]:
    most = max((len(topic.shape.levels) for topic in result.units), default=1)
    columns = [many(number, "writer") for number in range(most, 0, -1)]
    cells = [
        heat_cell(topic.topic, columns[-weight], count / (max(topic.shape.levels) or 1), str(count))
        for topic in result.units
        for weight, count in enumerate(topic.shape.levels, start=1)
    ]
    title = "Units, links and the shape of the pyramid"
    spec = heat(cells, "topic", "units of", ([topic.topic for topic in result.units], columns), wide=70)
    yield Figure(names.of("pyramids"), text_of("annotator-agreement-unit-blocks"), spec, unit_table(result), title)
    combinations = sum(len(topic.writers) for topic in result.units)
    legend = [
        "links: mentions and sentences that earn something; unlinked: units that no system can earn",
        "pyramid: whether no more units have k + 1 writers than have k; strictly: fewer",
        f"{many(len(result.units), 'topic')}, {many(combinations, 'combination')} of topic and writer",
    ]
    if limits := [f"{topic.topic} {topic.length}" for topic in result.units if topic.length]:
        legend.append(f"length of a summary: {', '.join(limits)}")
    yield Notes(legend)


def _split_blocks(result: AgreementSurvey, names: FigureNames) -> Iterator[Block]:
    splits = result.splits
    for topic in splits:
        yield Paragraph(
            f"{topic.topic}: {len(topic.writers)} writers make two teams in {topic.splits} ways; the mean "
            f"alpha is {shown_number(topic.mean_alpha)}, from {shown_number(topic.worst.alpha)} to "
            f"{shown_number(topic.best.alpha)}. {shown_share(topic.mean_grey)} of the units lie in the grey "
            f"area: both teams have them alike, or one writer apart. {many(topic.unseen, 'unseen unit')}, "
            "which no writer chose, are counted in."
        )
    yield Listing("Two teams of writers, and how far their units agree", split_table(result))
    yield Notes([text_of("annotator-agreement-grey-share"), text_of("annotator-agreement-mean-pooled")])
    yield _sensitivity(result, names)
    yield Notes(["unseen units are an estimate: with none, as many as assumed (z), and twice as many (2z)"])
    if splits[NAMED:]:
        yield Notes([f"in grey: {', '.join(topic.topic for topic in splits[NAMED:])}"], remarks=True)
    for place, topic in enumerate(splits):
        title = f"{topic.topic}: units by how many writers of either team have them, in the best and worst split"
        figure = _team_figure(topic, title, names)
        yield figure if place < _MOST_TOPICS else Listing(title, figure.table)


def _sensitivity(result: AgreementSurvey, names: FigureNames) -> Figure:
    splits = result.splits
    drawn = [SystemLine(topic.topic, [(x, row.alpha) for x, row in enumerate(topic.pooled_alpha)]) for topic in splits]
    x = {
        "title": "units that nobody wrote down",
        "scale": {"domain": [0, 2]},
        "axis": {"values": [0, 1, 2], "labelExpr": "['none', 'z, as estimated', '2z'][datum.value]"},
    }
    low = min([0.0, *(row.alpha for topic in splits for row in topic.pooled_alpha if row.alpha is not None)])
    y = {"title": "alpha of all splits together", "scale": {"domain": [low, 1], "nice": True}}
    spec = lines(drawn, [topic.topic for topic in splits], x, y)
    title = "Alpha and the units that nobody wrote down"
    return Figure(names.of("unseen"), text_of("annotator-agreement-sensitivity"), spec, unseen_table(result), title)


def _team_figure(topic: SplitSummary, title: str, names: FigureNames) -> Figure:
    columns = [f"#{j} of second" for j in range(len(topic.best.table))]
    cells, rows = [], list[list[Cell]]()
    for word, split in (("best", topic.best), ("worst", topic.worst)):
        for i, row in enumerate(split.table):
            rows.append([word, f"#{i}", *row])
            place = f"{word} (alpha {shown_number(split.alpha)}), #{i} of first"
            shades = [STRONG if abs(i - j) <= GREY else 0 for j in range(len(row))]
            cells += [heat_cell(place, *cell) for cell in zip(columns, shades, map(str, row), strict=True)]
    best, worst = _versus(topic.best), _versus(topic.worst)
    caption = Note.of("caption-teams", topic=topic.topic, best=best, worst=worst)
    orders = list(dict.fromkeys(cell["row"] for cell in cells)), columns
    table = Table(["split", "first team", *columns], rows)
    spec = heat(cells, "writers of a unit in the first team", "in the second", orders)
    return Figure(names.of("teams", topic.topic), caption, spec, table, title)


def _versus(split: TeamSplit) -> str:
    return f"{' and '.join(split.first)} against {' and '.join(split.second)}"


def _matching_blocks(result: AgreementSurvey, names: FigureNames) -> Iterator[Block]:
    models = any(matching.model for matching in result.matchings)
    caption = Note.of("caption-matching", who="A person and a model, or two models," if models else "Two people")
    title = "Links of units, those of a model among them" if models else "Links of units, made by two people"
    yield Figure(names.of("matching"), caption, _measures(result.matchings, MATCHED), matching_table(result), title)
    yield Notes(["agreement: both gave a mention 0, or both more; same v: the same contribution; alpha: on v"])


def topic_table(result: AgreementSurvey) -> Table:
    """Return table 1 of Khandelwal et al. (2001)."""
    columns = ("stories", "events", "hours", "agreement")
    named = [(topic.topic, topic) for topic in result.events]
    mean = [("average", topic_averages(result.events))] if len(named) > 1 else []
    rows = [[name, *(getattr(numbers, key) for key in columns)] for name, numbers in [*named, *mean]]
    return Table(["topic", *columns], filled(rows))


def event_table(result: AgreementSurvey) -> Table:
    """Return table 2 of Khandelwal et al. (2001), with what the ratio is made of."""
    rows = [[topic.topic, *row[:5]] for topic in result.judged for row in _event_table(topic.events).rows]
    return Table(["topic", "event", "kept", "linked", "added", "agreement"], rows)


def part_table(result: AgreementSurvey) -> Table:
    """Return table 3 of Khandelwal et al. (2001): a column for each part."""
    columns = result.parts
    lines: list[tuple[str, Callable[[PartStatistics], Cell]]] = [
        ("topics", lambda part: str(part.topics)),
        ("stories", lambda part: str(part.stories)),
        ("stories per topic", lambda part: shown_number(part.stories_per_topic, 1)),
        ("events", lambda part: str(part.events)),
        ("events per topic", lambda part: shown_number(part.events_per_topic, 1)),
        ("sentences", lambda part: str(part.sentences)),
        ("sentences per topic", lambda part: shown_number(part.sentences_per_topic, 1)),
        ("sentences per story", lambda part: shown_number(part.sentences_per_story, 1).replace("undefined", "-")),
        ("sentences on no event", lambda part: shown_share(part.off_share, 0, "-")),
        ("sentences on one event", lambda part: shown_share(part.single_share, 0, "-")),
        ("sentences on several", lambda part: shown_share(part.multi_share, 0, "-")),
    ]
    rows = [[name, *(show(part) for part in columns)] for name, show in lines] if columns else []
    return Table(["of the corpus", *(part.part for part in columns)], rows)


def part_numbers(result: AgreementSurvey) -> Table:
    """Return the same with all digits: a row for each part."""
    names = ["part", "topics", "stories", "events", "sentences", "off", "single", "multi", "stories_per_topic",
             "events_per_topic", "sentences_per_topic", "sentences_per_story"]  # fmt: skip
    return Table(names, [[getattr(part, name) for name in names] for part in result.parts])


def judge_table(result: AgreementSurvey) -> Table:
    """Return the overlap of each pair of judges, and alpha over all judges of the topic."""
    rows: list[list[Cell]] = [
        [topic.topic, f"{pair.first} - {pair.second}", pair.shared, pair.of_first, pair.of_second,
         pair.dice, pair.jaccard, topic.set_alpha, topic.cell_alpha]
        for topic in result.judged
        for pair in topic.pairs
    ]  # fmt: skip
    heading = ["topic", "judges", "shared", "first", "second", "dice", "jaccard", "alpha MASI", "alpha cells"]
    return Table(heading, filled(rows))


def unit_table(result: AgreementSurvey) -> Table:
    """Return the statistics of a corpus as in Bauer & Teufel (2015, sections 3 and 5)."""
    rows: list[list[Cell]] = [
        [topic.topic, topic.documents, topic.sentences, topic.mentions, len(topic.writers), topic.units,
         *((topic.links, topic.unlinked) if topic.documents else "--"), "/".join(map(str, topic.shape.levels)),
         "strictly" if topic.shape.strict else "yes" if topic.shape.pyramid else "no"]
        for topic in result.units
    ]  # fmt: skip
    if len(rows) > 1:
        counts = list(zip(*rows, strict=True))[1:-2]
        totals: list[Cell] = [sum(cell for cell in column if isinstance(cell, int)) for column in counts]
        pyramids = sum(topic.shape.pyramid for topic in result.units)
        rows.append(["all", *totals, "", f"{pyramids} of {len(result.units)}"])
    heading = ["topic", "documents", "sentences", "mentions", "writers", "units", "links", "unlinked"]
    return Table([*heading, "units of 1/2/... writers", "pyramid"], rows)


def split_table(result: AgreementSurvey) -> Table:
    """Return the split analysis of Bauer & Teufel (2015, section 5)."""
    rows: list[list[Cell]] = []
    for topic in result.splits:
        for name, split in (("best", topic.best), ("worst", topic.worst)):
            members = f"{', '.join(split.first)} | {', '.join(split.second)}"
            rows.append([topic.topic, name, members, split.grey, split.alpha])
        every = f"all {topic.splits} splits"
        pooled = next(row.alpha for row in topic.pooled_alpha if row.assumed == "z")
        rows.append([topic.topic, "mean", f"over {every}", topic.mean_grey, topic.mean_alpha])
        rows.append([topic.topic, "pooled", f"{every} as one table", topic.mean_grey, pooled])
        rows.append([topic.topic, "expected", "closed form", topic.expected_grey, "-"])
    return Table(["topic", "split", "teams", "grey share", "alpha"], filled(rows))


def unseen_table(result: AgreementSurvey) -> Table:
    """Return how far alpha depends on the number of units that nobody wrote down."""
    rows = [[of.topic, row.assumed, row.unseen, row.alpha] for of in result.splits for row in of.pooled_alpha]
    return Table(["topic", "assumed", "unseen units", "alpha of the pooled splits"], filled(rows))


def matching_table(result: AgreementSurvey) -> Table:
    """Return how far two people who linked the same units agree."""
    columns = {"topic": "topic", "units": "units", "decisions": "decisions", "agreement": "agreement"}
    return base.attribute_table(result.matchings, columns | {"same v": "exact", "alpha": "alpha"})


TABLES: dict[str, tuple[Callable[[AgreementSurvey], Table], str]] = {  # and what each is made of
    "topics": (topic_table, "it needs judged events (JSON)"),
    "events": (event_table, "it needs a sheet sentence,event,judge"),
    "parts": (part_table, "it needs judged events (JSON)"),
    "judges": (judge_table, "it needs a sheet sentence,event,judge of two judges or more"),
    "units": (unit_table, "it needs content units (JSON, or a sheet unit,writer,entry)"),
    "splits": (split_table, "it needs content units of 4, 6, 8, ... writers"),
    "unseen": (unseen_table, "it needs content units of 4, 6, 8, ... writers"),
    "matching": (matching_table, "it needs content units and those of a second person, --second"),
}


def chosen_tables(result: AgreementSurvey, name: str | None = None, digits: bool = False) -> Iterator[Table]:
    """Yield the tables that have rows, or the one that was asked for; with `digits` nothing is rounded."""
    for table_name, (make, _) in TABLES.items():
        table = part_numbers(result) if digits and table_name == "parts" else make(result)
        if digits:  # what has no value is left empty
            table = Table(table.heading, [[None if cell == "-" else cell for cell in row] for row in table.rows])
        if table_name == name or (name is None and table.rows):
            yield table
