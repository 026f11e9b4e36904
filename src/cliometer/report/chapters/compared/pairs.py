"""Differences between two systems, topic by topic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cliometer.report.chapters.base import Names
from cliometer.report.chapters.compared.found import Entry, Found, pair_of
from cliometer.report.charts.differences import BETTER, SAME, WORSE, differences
from cliometer.report.charts.grammar import Record
from cliometer.report.document import Block, Figure, Notes
from cliometer.report.probabilities import shown_p
from cliometer.report.tables import Cell, Table
from cliometer.stats.samples import ROUNDING

_PAIRS = 15  # of six systems; of more, each beside the best
_SHOWN = 40
_NAME, _ALONE = 18, 40  # characters of a system in the label of a pair, and of one that stands alone


def pairs(found: Found, names: Names) -> Iterator[Block]:
    """Nothing where nothing was tested."""
    if not found.differences:
        return
    drawn = _drawn(found)
    yield _by_topic(found, drawn, names)
    yield from _left_out(found, drawn)


def _drawn(found: Found) -> Sequence[Entry]:
    """All pairs, or those with the best system or the baseline where there are many."""
    if found.design.baseline or len(found.differences) <= _PAIRS:
        return found.differences[:_SHOWN]
    return [one for one in found.differences if one["first"] == found.names[0]][:_SHOWN]


def _left_out(found: Found, drawn: Sequence[Entry]) -> Iterator[Block]:
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


def _undefined(found: Found) -> list[str]:
    return list(
        dict.fromkeys(
            topic for values in found.values.values() for topic, value in values.items() if value is None
        )
    )


def _by_topic(found: Found, drawn: Sequence[Entry], names: Names) -> Figure:
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


def _title(found: Found, drawn: Sequence[Entry]) -> str:
    common, words = _common(drawn), {"first": "first", "second": "second"}
    if common:
        words = dict.fromkeys(words, "system of the row") | {common: _cut(drawn[0][common], _ALONE)}
    return f"{words['first']} \N{MINUS SIGN} {words['second']}, {found.label}"


def _caption(found: Found, dots: bool) -> str:
    mean = f"Diamonds are differences over all topics with {found.level} intervals"
    each = f"; triangles and circles are single {found.single}" if dots else ""
    return (
        f"{mean}{each}. {_whose(found)} At the right: on how many topics the first system is better, the "
        "same and worse."
    )


def _whose(found: Found) -> str:
    """An interval is of one pair by itself; the verdict is not read off it."""
    if len(found.differences) == 1 or not found.corrected:
        return "Whether two systems differ is the verdict of the test, not of the interval."
    return (
        "Intervals are not corrected for many comparisons: whether two systems differ is the verdict of the "
        f"test (p{found.corrected}), even where an interval keeps clear of the line at zero."
    )


def topic_differences(found: Found, one: Entry) -> list[Record]:
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
