"""Differences in the chapter of a comparison: pairs topic by topic, their tests, and a panel for every
topic.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cliometer.report.chapters.base import COLUMNS, FigureNames, crossed
from cliometer.report.chapters.comparison_standings import Entry, MetricComparison, pair_of, shown_systems
from cliometer.report.charts.bar_charts import multiples
from cliometer.report.charts.grammar import Record, Spec
from cliometer.report.charts.heat_maps import heat, heat_cell
from cliometer.report.charts.interval_charts import BETTER, SAME, WORSE, differences
from cliometer.report.document import Block, Figure, Listing, Notes
from cliometer.stats.samples import ROUNDING
from cliometer.text.tables import Cell, Table, show, shown_p

_PAIRS = 15  # of six systems; of more, each beside the best
_SHOWN = 40
_NAME, _ALONE = 18, 40  # characters of a system in the label of a pair, and of one that stands alone


def pairs(found: MetricComparison, names: FigureNames) -> Iterator[Block]:
    """Nothing where nothing was tested."""
    if not found.differences:
        return
    drawn = _drawn(found)
    yield _by_topic(found, drawn, names)
    yield from _left_out(found, drawn)


def _drawn(found: MetricComparison) -> Sequence[Entry]:
    """All pairs, or those with the best system or the baseline where there are many."""
    if found.design.baseline or len(found.differences) <= _PAIRS:
        return found.differences[:_SHOWN]
    return [one for one in found.differences if one["first"] == found.names[0]][:_SHOWN]


def _left_out(found: MetricComparison, drawn: Sequence[Entry]) -> Iterator[Block]:
    lines = []
    if len(drawn) < len(found.differences):
        which = "" if found.design.baseline else f", those with {found.names[0]}, which stands first"
        all_ = len(found.differences)
        lines.append(
            f"The figure shows {len(drawn)} of {all_} pairs{which}; all stand in the table of differences."
        )
    if not found.values:
        lines.append("The result does not have the values of topics; compare again to see them one by one.")
    undefined = _undefined(found)
    if undefined:
        lines.append(f"Undefined for one system at least, so left out for all: {', '.join(undefined)}.")
    if lines:
        yield Notes(lines)


def _undefined(found: MetricComparison) -> list[str]:
    return list(
        dict.fromkeys(
            topic for values in found.values.values() for topic, value in values.items() if value is None
        )
    )


def _by_topic(found: MetricComparison, drawn: Sequence[Entry], names: FigureNames) -> Figure:
    labels = _labels(drawn)
    records = [
        {
            "pair": label,
            "systems": pair_of(one),
            "difference": one["difference"],
            "low": one["low"],
            "high": one["high"],
            "record": f"{one['won']}-{one['tied']}-{one['lost']}",
            "p": shown_p(one["corrected_p"]),
        }
        for label, one in zip(labels, drawn, strict=True)
    ]
    by = [topic_differences(found, one) for one in drawn]
    dots = [{"pair": label, **dot} for label, of_pair in zip(labels, by, strict=True) for dot in of_pair]
    spec = differences(records, dots, _title(found, drawn), found.less_is_better, "won-tied-lost")
    return Figure(names.of("differences", found.metric), _caption(found, bool(dots)), spec, _lines(drawn, by))


def _labels(drawn: Sequence[Entry]) -> list[str]:
    """What tells the pairs apart, cut where it is long; a number tells equal ones apart."""
    common, seen = _common(drawn), Counter[str]()
    labels = []
    for one in drawn:
        label = _label(one, common)
        seen[label] += 1
        labels.append(label if seen[label] == 1 else f"{label} ({seen[label]})")
    return labels


def _common(drawn: Sequence[Entry]) -> str | None:
    """`first` or `second`, where that system is the same in all of several pairs."""
    sides = ("first", "second") if len(drawn) > 1 else ()
    return next((side for side in sides if len({one[side] for one in drawn}) == 1), None)


def _label(one: Entry, common: str | None) -> str:
    if common:
        return _cut(one["second" if common == "first" else "first"], _ALONE)
    return f"{_cut(one['first'])} \N{MINUS SIGN} {_cut(one['second'])}"


def _cut(name: str, most: int = _NAME) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}\N{HORIZONTAL ELLIPSIS}"


def _lines(drawn: Sequence[Entry], by: Sequence[Sequence[Record]]) -> Table:
    """Pair by pair: over all topics with the interval, then topic by topic."""
    rows: list[list[Cell]] = []
    for one, topics in zip(drawn, by, strict=True):
        rows.append([pair_of(one), "all topics", one["difference"], one["low"], one["high"]])
        rows += [[pair_of(one), dot["topic"], dot["by"], "-", "-"] for dot in topics]
    return Table(["systems", "topic", "difference", "low", "high"], rows)


def _title(found: MetricComparison, drawn: Sequence[Entry]) -> str:
    common, words = _common(drawn), {"first": "first", "second": "second"}
    if common:
        words = dict.fromkeys(words, "system of the row") | {common: _cut(drawn[0][common], _ALONE)}
    return f"{words['first']} \N{MINUS SIGN} {words['second']}, {found.label}"


def _caption(found: MetricComparison, dots: bool) -> str:
    mean = f"Diamonds are differences over all topics with {found.level} intervals"
    each = f"; triangles and circles are single {found.single}" if dots else ""
    return (
        f"{mean}{each}. {_whose(found)} At the right: on how many topics the first system is better, the "
        "same and worse."
    )


def _whose(found: MetricComparison) -> str:
    """An interval is of one pair by itself; the verdict is not read off it."""
    if len(found.differences) == 1 or not found.corrected:
        return "Whether two systems differ is the verdict of the test, not of the interval."
    return (
        "Intervals are not corrected for many comparisons: whether two systems differ is the verdict of the "
        f"test (p{found.corrected}), even where an interval keeps clear of the line at zero."
    )


def topic_differences(found: MetricComparison, one: Entry) -> list[Record]:
    """First minus second system on each topic that both have."""
    values = found.values
    first, second = values.get(one["first"], {}), values.get(one["second"], {})
    return [
        {
            "topic": topic,
            "first": a,
            "second": b,
            "by": a - b,
            "outcome": _outcome(b - a if found.less_is_better else a - b),
        }
        for topic, a in first.items()
        if a is not None and (b := second.get(topic)) is not None
    ]


def _outcome(gain: float) -> str:
    if abs(gain) <= ROUNDING:
        return SAME
    return BETTER if gain > 0 else WORSE


_LISTED = 500
_OPEN = 15  # rows that a reader meets without asking for them
_MATRIX = range(3, 41)  # systems
_FEW, _WIDE = 8, 80  # so many systems have room for their names
_HEADING = (
    *("systems", "difference", "low", "high", "p", "corrected p", "effect g"),
    *("won-tied-lost", "topics needed", "detectable"),
)
_LEGEND = (
    "Effect g: Hedges' g over topics. Topics needed: for an effect of this size to show in 4 of 5 tries. "
    "Detectable: the smallest difference that these topics show as often."
)


def tests(found: MetricComparison, names: FigureNames) -> Iterator[Block]:
    """Nothing where nothing was tested."""
    if not found.differences:
        return
    if found.design.baseline is None and len(found.systems) in _MATRIX:
        yield _matrix(found, names)
    yield from _listing(found)


def _listing(found: MetricComparison) -> Iterator[Block]:
    caption = f"Differences by {found.label}; p: {_how(found)}. {_LEGEND}"
    listed = found.differences[:_LISTED]
    table = Table(_HEADING, [_row(one) for one in listed])
    yield Listing(caption, table, len(listed) > _OPEN)
    if len(listed) < len(found.differences):
        all_ = f"{len(found.differences):,}"
        yield Notes(
            [f"The table has the first {_LISTED} of {all_} pairs; cliometer compare --csv prints all."]
        )


def _matrix(found: MetricComparison, names: FigureNames) -> Figure:
    caption = (
        f"p of each pair of systems, best first ({_how(found)}). Filled cells: the system of the row is "
        f"better than that of the column, p <= {found.design.significance:g}; the pairs of hollow "
        "ones cannot be told apart."
    )
    return Figure(names.of("p-values", found.metric), caption, _cells(found), _square(found))


def _cells(found: MetricComparison) -> Spec:
    cells = []
    wide = _WIDE if len(found.systems) <= _FEW else 0
    for one in found.differences:
        differs = found.differs(one)
        text = shown_p(one["corrected_p"])
        cells.append(heat_cell(one["first"], one["second"], 0.8 if differs else None, text, found.p(one)))
    return heat(cells, "better", "worse", orders=(found.names[:-1], found.names[1:]), wide=wide)


def _square(found: MetricComparison) -> Table:
    if len(found.systems) > COLUMNS:
        lines = [[one["first"], one["second"], shown_p(one["corrected_p"])] for one in found.differences]
        return Table(["system", "beside", "corrected p"], lines)
    p = {(one["first"], one["second"]): shown_p(one["corrected_p"]) for one in found.differences}
    columns = found.names[1:]
    rows: list[list[Cell]] = [
        [row, *(p.get((row, column), "-") for column in columns)] for row in found.names[:-1]
    ]
    return Table(["system", *columns], rows)


def _how(found: MetricComparison) -> str:
    return str(found.entry["test"])


def _row(one: Entry) -> list[Cell]:
    numbers = (one["difference"], one["low"], one["high"], shown_p(one["p"]), shown_p(one["corrected_p"]))
    rest = ("-" if one[key] is None else one[key] for key in ("topics_needed", "detectable_difference"))
    effect = "-" if one["effect"] is None else one["effect"]
    return [pair_of(one), *numbers, effect, f"{one['won']}-{one['tied']}-{one['lost']}", *rest]


_SYSTEMS = 30
_MARKS = 480  # in all panels together
_PANELS = 60


def topics(found: MetricComparison, names: FigureNames) -> Iterator[Block]:
    """Nothing where the document does not have the values of topics."""
    if not found.values:
        return
    systems = [one["system"] for one in shown_systems(found, _SYSTEMS)]
    every = list(dict.fromkeys(topic for values in found.values.values() for topic in values))
    panels = every[: min(_PANELS, max(8, _MARKS // len(systems)))]
    records = [record for topic in panels for record in _panel(found, topic, systems)]
    known = [record["value"] for record in records if record["value"] is not None]
    if not known:
        return
    spec = multiples(records, found.side, systems, (min(known), max(known)))
    caption = (
        f"{found.label} on each topic: a panel a topic, systems in the order of the means, all on one axis. "
        "The diamond is the best of the topic."
    )
    yield Figure(names.of("topics", found.metric), caption, spec, _table(found, every))
    yield from _topics_left_out(len(panels), len(every), len(systems), len(found.systems))


def _panel(found: MetricComparison, topic: str, systems: Sequence[str]) -> list[Record]:
    values = {system: found.values.get(system, {}).get(topic) for system in systems}
    known = [value for value in values.values() if value is not None]
    best = (min if found.less_is_better else max)(known) if known else None
    return [
        {
            "topic": topic,
            "system": system,
            "value": value,
            "shown": show(value),
            "best": value is not None and value == best and len(set(known)) > 1,
        }
        for system, value in values.items()
    ]


def _topics_left_out(panels: int, topics: int, systems: int, all_systems: int) -> Iterator[Block]:
    lines = [f"The figure shows the first {panels} of {topics} topics; its table has all."] * (
        panels < topics
    )
    lines += [f"The panels show {systems} of {all_systems} systems; the table has all."] * (
        systems < all_systems
    )
    if lines:
        yield Notes(lines)


def _table(found: MetricComparison, every: Sequence[str]) -> Table:
    rows = [([topic], [found.values.get(system, {}).get(topic) for system in found.names]) for topic in every]
    return crossed(["topic"], found.names, rows, found.side)
