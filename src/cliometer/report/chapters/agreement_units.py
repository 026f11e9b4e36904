"""Content units in the chapter of agreement: the shape of pyramids, teams of writers, links made twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.report.chapters.base import Names, Result
from cliometer.report.charts.grammar import Record
from cliometer.report.charts.judges import measures, silhouettes, teams
from cliometer.report.charts.lines import NAMED, Line, lines
from cliometer.report.document import Block, Figure, Notes, Paragraph, Section
from cliometer.report.tables import Cell, Table

_MATCHED = {"agreement": "both nothing, or both something", "exact": "the same v", "alpha": "alpha on v"}
_MOST = 20  # topics with a picture of their teams
_GREY = 1  # writers by which the teams may differ in the grey area


def unit_sections(document: Result, names: Names) -> Iterator[Section]:
    """Whatever the document holds."""
    if document["units"]:
        yield Section("Pyramids", [_shapes(document["units"], names)])
    if document["splits"]:
        yield Section("Teams of writers", list(_splits(document["splits"], names)))
    if document["matching"]:
        yield Section("Links made twice", [_matching(document["matching"], names)])


def _shapes(units: Sequence[Result], names: Names) -> Figure:
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


def _splits(splits: Sequence[Result], names: Names) -> Iterator[Block]:
    for topic in splits:
        yield Paragraph(_summary(topic))
    yield _sensitivity(splits, names)
    if splits[NAMED:]:
        yield Notes([f"in grey: {', '.join(topic['topic'] for topic in splits[NAMED:])}"])
    for topic in splits[:_MOST]:
        yield _tables(topic, names)
    if splits[_MOST:]:
        yield Notes([f"without a picture: {', '.join(topic['topic'] for topic in splits[_MOST:])}"])


def _summary(topic: Result) -> str:
    return (
        f"{topic['topic']}: {len(topic['writers'])} writers make two teams in {topic['splits']} ways; the "
        f"mean alpha is {_digits(topic['mean_alpha'])}, from {_digits(topic['worst']['alpha'])} to "
        f"{_digits(topic['best']['alpha'])}. {topic['mean_grey']:.1%} of the units lie in the grey area: "
        "both teams have them alike, or one writer apart."
    )


def _sensitivity(splits: Sequence[Result], names: Names) -> Figure:
    """Alpha hangs on how many units nobody wrote down."""
    drawn = [
        Line(topic["topic"], [(place, row["alpha"]) for place, row in enumerate(topic["pooled_alpha"])])
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


def _tables(topic: Result, names: Names) -> Figure:
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


def _matching(matchings: Sequence[Result], names: Names) -> Figure:
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
