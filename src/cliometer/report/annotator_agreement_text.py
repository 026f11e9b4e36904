"""Agreement between annotators as text and tables for a terminal, and drafted content units by number of
writers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cliometer.model.units import UnitTopic
from cliometer.spelling import many
from cliometer.study.agreement_survey import AgreementSurvey, JudgedTopic
from cliometer.study.link_agreement import PairOverlap, PartStatistics, corpus_parts, topic_averages
from cliometer.study.split_analysis import SplitTable
from cliometer.study.unit_agreement import unit_statistics
from cliometer.text.tables import Cell, Table, shown_share


def topic_table(found: AgreementSurvey) -> Table:
    """Table 1 of Khandelwal et al. (2001)."""
    rows: list[list[Cell]] = [
        [topic.topic, topic.stories, topic.events, _given(topic.hours), _given(topic.agreement)]
        for topic in found.events
    ]
    if len(found.events) > 1:
        mean = topic_averages(found.events)
        rows.append(["average", mean.stories, mean.events, _given(mean.hours), _given(mean.agreement)])
    return Table(["topic", "stories", "events", "hours", "agreement"], rows)


def event_table(found: AgreementSurvey) -> Table:
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


def part_table(found: AgreementSurvey) -> Table:
    """Table 3 of Khandelwal et al. (2001): a column a part."""
    columns = corpus_parts(found.events) if found.events else ()
    lines: list[tuple[str, Callable[[PartStatistics], Cell]]] = [
        ("topics", lambda part: str(part.topics)),
        ("stories", lambda part: str(part.stories)),
        ("stories per topic", lambda part: f"{part.stories_per_topic:.1f}"),
        ("events", lambda part: str(part.events)),
        ("events per topic", lambda part: f"{part.events_per_topic:.1f}"),
        ("sentences", lambda part: str(part.sentences)),
        ("sentences per topic", lambda part: f"{part.sentences_per_topic:.1f}"),
        ("sentences per story", lambda part: _decimal(part.sentences_per_story)),
        ("sentences on no event", lambda part: shown_share(part.share(part.off), 0, "-")),
        ("sentences on one event", lambda part: shown_share(part.share(part.single), 0, "-")),
        ("sentences on several", lambda part: shown_share(part.share(part.multi), 0, "-")),
    ]
    rows = [[name, *(show(part) for part in columns)] for name, show in lines] if columns else []
    return Table(["of the corpus", *(part.part for part in columns)], rows)


def part_numbers(found: AgreementSurvey) -> Table:
    """The same with all digits: a row a part."""
    names = [
        "part", "topics", "stories", "events", "sentences", "off", "single", "multi",
        "stories_per_topic", "events_per_topic", "sentences_per_topic", "sentences_per_story",
    ]  # fmt: skip
    columns = corpus_parts(found.events) if found.events else ()
    return Table(names, [[getattr(part, name) for name in names] for part in columns])


def judge_table(found: AgreementSurvey) -> Table:
    """Each two judges, and alpha over all judges of the topic."""
    rows = [_judge_row(topic, pair) for topic in found.judged for pair in topic.overlaps]
    heading = ["topic", "judges", "shared", "first", "second", "dice", "jaccard", "alpha MASI", "alpha cells"]
    return Table(heading, rows)


def _judge_row(topic: JudgedTopic, pair: PairOverlap) -> list[Cell]:
    counts: list[Cell] = [pair.shared, pair.of_first, pair.of_second]
    values = [_given(value) for value in (pair.dice, pair.jaccard, topic.set_alpha, topic.cell_alpha)]
    return [topic.links.topic, f"{pair.first} - {pair.second}", *counts, *values]


def unit_table(found: AgreementSurvey) -> Table:
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


def split_table(found: AgreementSurvey) -> Table:
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


def unseen_table(found: AgreementSurvey) -> Table:
    """How far alpha hangs on the number of units that nobody wrote down."""
    rows = [
        [topic, what, unseen, _given(alpha)]
        for topic, analysis in found.splits
        for what, unseen, alpha in analysis.sensitivity
    ]
    return Table(["topic", "assumed", "unseen units", "alpha of the pooled splits"], rows)


def matching_table(found: AgreementSurvey) -> Table:
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


TABLES: dict[str, Callable[[AgreementSurvey], Table]] = {
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


def chosen_tables(found: AgreementSurvey, name: str | None = None, digits: bool = False) -> Iterator[Table]:
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


_TITLES = {
    "topics": "Topics",
    "parts": "The corpus",
    "events": "Events: what was kept of the judges' links",
    "judges": "Judges among themselves",
    "units": "Content units",
    "splits": "Splits: two teams of writers, how alike are their units?",
    "unseen": "Alpha and the units that nobody wrote down",
    "matching": "Links of units, made twice",
}


def agreement_text(found: AgreementSurvey) -> str:
    """All tables that have something in them."""
    sections = []
    for name, title in _TITLES.items():
        table = TABLES[name](found)
        if table.rows:
            sections.append("\n".join([f"{title}\n", table.text().rstrip(), *_READINGS[name](found)]))
    return "\n\n".join(sections) + "\n"


def _topics(found: AgreementSurvey) -> Iterator[str]:
    if any(topic.agreement is not None for topic in found.events):
        if found.literal:
            yield "agreement: the mean over events of (kept + added) / linked; above 1 where many were added"
        else:
            yield "agreement: the mean over events of kept / linked; 1 where the verifier kept every link"
    if any(topic.hours is None for topic in found.events):
        yield "hours: from a sheet topic,part,hours; - where it does not say"


def _events(found: AgreementSurvey) -> Iterator[str]:
    yield "linked: by any judge; kept: those of them that were verified; added: by the verifier alone"
    if not all(topic.links.verified for topic in found.judged):
        yield "-: nobody verified these links"
    for topic in found.judged:
        rate = topic.links.additions.value
        if topic.links.verified and rate is not None:
            yield f"{topic.links.topic}: {100 * rate:.1f} % of the verified links were added by the verifier"


def _judges(found: AgreementSurvey) -> Iterator[str]:
    yield "dice, jaccard: the overlap of two judges' links"
    yield "alpha (1 perfect, 0 chance), over all judges of a topic: MASI compares the sets of events that"
    yield "each sentence is linked to, cells whether each sentence is linked to each event"


def _units(found: AgreementSurvey) -> Iterator[str]:
    yield "links: mentions and sentences that earn something; unlinked: units that no system can earn"
    yield "pyramid: whether no more units have k + 1 writers than have k; strictly: fewer"
    texts, combinations = len(found.units), sum(len(topic.writers) for topic in found.units)
    yield f"{many(texts, 'topic')}, {combinations} combinations of topic and writer"


def _splits(found: AgreementSurvey) -> Iterator[str]:
    yield "grey share: units that the two teams chose equally often, or one writer apart"
    yield "mean: of the splits' alphas; pooled: the alpha of all splits counted in one table"
    for topic, analysis in found.splits:
        yield f"{topic}: {analysis.unseen} unseen units, which no writer chose, are counted in; see below"
        for name, split in (("Best", analysis.best), ("Worst", analysis.worst)):
            yield f"\n{name} split of {topic}: units by how many writers of either team have them\n"
            yield team_table(split).text().rstrip()


def _unseen(found: AgreementSurvey) -> Iterator[str]:
    yield "The number of unseen units is an estimate: with none, as many as assumed, and twice as many"


def _matching(found: AgreementSurvey) -> Iterator[str]:
    yield "agreement: both gave a mention 0, or both more; same v: the same contribution; alpha: on v"


def _nothing(found: AgreementSurvey) -> Iterator[str]:
    return iter(())


_READINGS: dict[str, Callable[[AgreementSurvey], Iterator[str]]] = {
    "topics": _topics,
    "parts": _nothing,
    "events": _events,
    "judges": _judges,
    "units": _units,
    "splits": _splits,
    "unseen": _unseen,
    "matching": _matching,
}


def draft_table(topics: Sequence[UnitTopic]) -> Table:
    """A row a topic."""
    return Table(
        ["topic", "writers", "lines", "drafts", "of 1/2/... writers"], [_row(topic) for topic in topics]
    )


def _row(topic: UnitTopic) -> list[Cell]:
    found = unit_statistics(topic)
    lines = sum(len(unit.contributors) for unit in topic.units)
    levels = "/".join(map(str, found.shape.levels))
    return [topic.id, len(found.writers), lines, found.units, levels]
