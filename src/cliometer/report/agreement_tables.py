"""A survey of agreement as tables, each under a heading that says what it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cliometer.report.tables import Cell, Table
from cliometer.study.agreement.events import PartStatistics, averages, parts
from cliometer.study.agreement.overlap import PairOverlap
from cliometer.study.agreement.splits import SplitTable
from cliometer.study.agreement.survey import JudgedTopic, Survey


def topic_table(found: Survey) -> Table:
    """Table 1 of Khandelwal et al. (2001)."""
    rows: list[list[Cell]] = [
        [topic.topic, topic.stories, topic.events, _given(topic.hours), _given(topic.agreement)]
        for topic in found.events
    ]
    if len(found.events) > 1:
        mean = averages(found.events)
        rows.append(["average", mean.stories, mean.events, _given(mean.hours), _given(mean.agreement)])
    return Table(["topic", "stories", "events", "hours", "agreement"], rows)


def event_table(found: Survey) -> Table:
    """Table 2 of Khandelwal et al. (2001), with what the ratio is made of."""
    rows = [
        [
            topic.links.topic,
            row.event,
            _given(row.sentences),
            row.union,
            _given(row.added),
            _given(row.agreement),
        ]
        for topic in found.judged
        for row in topic.rows
    ]
    return Table(["topic", "event", "kept", "linked", "added", "agreement"], rows)


def part_table(found: Survey) -> Table:
    """Table 3 of Khandelwal et al. (2001): a column a part."""
    columns = parts(found.events) if found.events else ()
    lines: list[tuple[str, Callable[[PartStatistics], Cell]]] = [
        ("topics", lambda part: str(part.topics)),
        ("stories", lambda part: str(part.stories)),
        ("stories per topic", lambda part: f"{part.stories_per_topic:.1f}"),
        ("events", lambda part: str(part.events)),
        ("events per topic", lambda part: f"{part.events_per_topic:.1f}"),
        ("sentences", lambda part: str(part.sentences)),
        ("sentences per topic", lambda part: f"{part.sentences_per_topic:.1f}"),
        ("sentences per story", lambda part: _decimal(part.sentences_per_story)),
        ("sentences on no event", lambda part: _percent(part.share(part.off))),
        ("sentences on one event", lambda part: _percent(part.share(part.single))),
        ("sentences on several", lambda part: _percent(part.share(part.multi))),
    ]
    rows = [[name, *(show(part) for part in columns)] for name, show in lines] if columns else []
    return Table(["of the corpus", *(part.part for part in columns)], rows)


def part_numbers(found: Survey) -> Table:
    """The same with all digits: a row a part."""
    names = [
        "part", "topics", "stories", "events", "sentences", "off", "single", "multi",
        "stories_per_topic", "events_per_topic", "sentences_per_topic", "sentences_per_story",
    ]  # fmt: skip
    columns = parts(found.events) if found.events else ()
    return Table(names, [[getattr(part, name) for name in names] for part in columns])


def judge_table(found: Survey) -> Table:
    """Each two judges, and alpha over all judges of the topic."""
    rows = [_judge_row(topic, pair) for topic in found.judged for pair in topic.overlaps]
    heading = ["topic", "judges", "shared", "first", "second", "dice", "jaccard", "alpha MASI", "alpha cells"]
    return Table(heading, rows)


def _judge_row(topic: JudgedTopic, pair: PairOverlap) -> list[Cell]:
    counts: list[Cell] = [pair.shared, pair.of_first, pair.of_second]
    values = [_given(value) for value in (pair.dice, pair.jaccard, topic.set_alpha, topic.cell_alpha)]
    return [topic.links.topic, f"{pair.first} - {pair.second}", *counts, *values]


def unit_table(found: Survey) -> Table:
    """The corpus of Bauer & Teufel (2015, sections 3 and 5)."""
    rows: list[list[Cell]] = [
        [
            topic.topic,
            topic.documents,
            topic.sentences,
            topic.mentions,
            len(topic.writers),
            topic.units,
            topic.links if topic.documents else "-",
            topic.unlinked if topic.documents else "-",
            "/".join(map(str, topic.shape.levels)),
            "strictly" if topic.shape.strict else "yes" if topic.shape.pyramid else "no",
        ]
        for topic in found.units
    ]
    if len(rows) > 1:
        totals: list[Cell] = [
            sum(cell for cell in column if isinstance(cell, int)) for column in _counts(rows)
        ]
        pyramids = sum(topic.shape.pyramid for topic in found.units)
        rows.append(["all", *totals, "", f"{pyramids} of {len(found.units)}"])
    heading = ["topic", "documents", "sentences", "mentions", "writers", "units", "links", "unlinked"]
    return Table([*heading, "units of 1/2/... writers", "pyramid"], rows)


def _counts(rows: Sequence[Sequence[Cell]]) -> list[tuple[Cell, ...]]:
    """The columns that add up: all but the name, and the levels and the verdict at the end."""
    return list(zip(*rows, strict=True))[1:-2]


def split_table(found: Survey) -> Table:
    """The split analysis of Bauer & Teufel (2015, section 5)."""
    rows: list[list[Cell]] = []
    for topic, analysis in found.splits:
        for name, split in (("best", analysis.best), ("worst", analysis.worst)):
            teams = f"{', '.join(split.first)} | {', '.join(split.second)}"
            rows.append([topic, name, teams, _given(split.grey.value), _given(split.alpha_or_none())])
        pooled = _given(analysis.pooled_alpha_or_none(analysis.unseen))
        many = f"all {len(analysis.tables)} splits"
        rows.append([topic, "mean", f"over {many}", analysis.mean_grey, _given(analysis.mean_alpha)])
        rows.append([topic, "pooled", f"{many} as one table", analysis.mean_grey, pooled])
        rows.append([topic, "expected", "closed form", analysis.expected_grey, "-"])
    return Table(["topic", "split", "teams", "grey share", "alpha"], rows)


def unseen_table(found: Survey) -> Table:
    """How far alpha hangs on the number of units that nobody wrote down."""
    rows = [
        [topic, what, unseen, _given(alpha)]
        for topic, analysis in found.splits
        for what, unseen, alpha in analysis.sensitivity
    ]
    return Table(["topic", "assumed", "unseen units", "alpha of the pooled splits"], rows)


def matching_table(found: Survey) -> Table:
    """Two people linked the same units."""
    rows = [
        [m.topic, m.units, len(m.values), _given(m.agreement.value), _given(m.exact.value), _given(m.alpha)]
        for m in found.matchings
    ]
    return Table(["topic", "units", "decisions", "agreement", "same v", "alpha"], rows)


def team_table(split: SplitTable) -> Table:
    """Tables 1 and 2 of Bauer & Teufel (2015): units by the number of writers of either team."""
    heading = ["first team", *(f"#{j} of second" for j in range(len(split.counts)))]
    return Table(heading, [[f"#{i}", *row] for i, row in enumerate(split.counts)])


TABLES: dict[str, Callable[[Survey], Table]] = {
    "topics": topic_table,
    "events": event_table,
    "parts": part_table,
    "judges": judge_table,
    "units": unit_table,
    "splits": split_table,
    "unseen": unseen_table,
    "matching": matching_table,
}

NEEDS = {  # what each table is made of, for a message where it is empty
    "topics": "it needs judged events (JSON)",
    "events": "it needs a sheet sentence,event,judge",
    "parts": "it needs judged events (JSON)",
    "judges": "it needs a sheet sentence,event,judge of two judges or more",
    "units": "it needs content units (JSON, or a sheet unit,writer,entry)",
    "splits": "it needs content units of 4, 6, 8, ... writers",
    "unseen": "it needs content units of 4, 6, 8, ... writers",
    "matching": "it needs content units and those of a second person, --second",
}


def chosen_tables(found: Survey, name: str | None = None, digits: bool = False) -> Iterator[Table]:
    """The tables that have rows, or the one that was asked for; with `digits` nothing is rounded."""
    for own, make in (TABLES | {"parts": part_numbers} if digits else TABLES).items():
        table = make(found)
        if own == name or (name is None and table.rows):
            yield _bare(table) if digits else table


def _bare(table: Table) -> Table:
    """What has no value is left empty."""
    return Table(table.heading, [[None if cell == "-" else cell for cell in row] for row in table.rows])


def _given(value: float | None) -> Cell:
    return "-" if value is None else value


def _decimal(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.0f} %"
