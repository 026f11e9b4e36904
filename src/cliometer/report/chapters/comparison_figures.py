"""Figures of a comparison: means, pairs topic by topic, p values, average ranks, topics, human writers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cliometer.engine.compare.significance import SystemDifference
from cliometer.engine.compare.standings import SystemStanding
from cliometer.report.chapters.base import COLUMNS, FigureNames, crossed, cut_note, numbered
from cliometer.report.charts.bar_charts import multiples
from cliometer.report.charts.grammar import Record
from cliometer.report.charts.heat_maps import OverviewColumn, heat, heat_cell, overview
from cliometer.report.charts.interval_charts import (
    BETTER,
    SAME,
    WORSE,
    Forest,
    ReferenceLine,
    ThresholdLine,
    differences,
    forest,
    standings,
)
from cliometer.report.charts.rank_charts import AverageRanks, critical
from cliometer.report.document import Block, Figure, Notes
from cliometer.stats.samples import ROUNDING
from cliometer.text.tables import Cell, Table, show, shown_level, shown_number, shown_p

if TYPE_CHECKING:
    from cliometer.report.chapters.comparison import MetricComparison

SHARED_LETTERS = (
    "Systems that share a letter do not differ significantly on these topics, which does not mean that they are equal"
)
LED_GROUPS = (
    "Groups have leaders: the best system that is in no group yet leads the next one, which holds all systems that "
    "are not significantly worse than it. All pairs were tested, so that choosing the leaders by their scores costs "
    "no more; systems of one group may differ from each other"
)
_SHOWN = 60  # systems in a picture
_LESS = "\N{DOWNWARDS ARROW}"
Words = Sequence[tuple[int, str]]  # the column, and what stands there


def overview_figure(found: Sequence[MetricComparison], names: FigureNames) -> Iterator[Block]:
    """Draw all systems by all metrics; nothing where there is one metric, or one system."""
    if len(found) < 2 or len(found[0].standings.systems) < 2:
        return
    systems = found[0].standings.names
    columns = [
        OverviewColumn(
            f"{one.metric} {_LESS}" if one.standings.lower_is_better else one.metric,
            {own.system: own.score for own in one.standings.systems},
            one.standings.lower_is_better,
        )
        for one in found
    ]
    lower = any(one.standings.lower_is_better for one in found)
    turned = " An arrow down marks metrics by which lower is better." if lower else ""
    caption = (
        f"Scores of all systems by all metrics, systems in the order of {found[0].metric}. A stronger colour is "
        f"nearer to the best of its column; # is the rank in it. Each column is shaded separately.{turned}"
    )
    rows = [[system, *(column.values.get(system) for column in columns)] for system in systems]
    table = Table(["system", *(one.label for one in found)], rows)
    yield Figure(names.of("overview"), caption, overview(columns, systems[:_SHOWN]), table)
    yield from cut_note(_SHOWN, len(systems), "systems")


def means_figure(found: MetricComparison, table: Table, names: FigureNames) -> Iterator[Block]:
    """Draw the scores with their intervals, and what writers score."""
    baseline, human = found.design.baseline, found.human
    beside = _beside_baseline(found) if baseline else _letters(found)
    records = [
        {
            **{key: getattr(one, key) for key in ("system", "score", "low", "high")},
            "beside": beside.get(one.system, ()),
            "role": "baseline" if one.system == baseline else "system",
        }
        for one in _shown(found)
    ]
    heading = "beside the baseline" if baseline else "group" if any(beside.values()) else ""
    line = None
    if human:
        line = ReferenceLine(f"human writers {shown_number(human.writers)}", human.writers, human.low, human.high)
    spec = standings(records, f"{found.word}, {found.label}", heading, line)
    yield Figure(names.of("means", found.metric), _means_caption(found, bool(heading)), spec, table)
    yield from cut_note(len(records), len(found.standings.systems), "systems")


def _shown(found: MetricComparison, most: int = _SHOWN) -> Sequence[SystemStanding]:
    """Return the best systems, and the baseline wherever it stands."""
    systems = found.standings.systems
    return [*systems[:most], *(one for one in systems[most:] if one.system == found.design.baseline)]


def _means_caption(found: MetricComparison, grouped: bool) -> str:
    parts = [f"{found.word[:1].upper()}{found.word[1:]} of each system, best first"]
    if found.ends:
        parts[0] += f"{found.alike}{found.ends}"
    if found.design.baseline:
        parts.append(
            f"The diamond is the baseline; beside the others is whether they differ from it (p{found.corrected})"
        )
    elif grouped:
        parts.append(LED_GROUPS if found.design.groups == "leaders" else SHARED_LETTERS)
    if found.human:
        band = ", the band its interval" if found.human.low is not None else ""
        parts.append(f"The dashed line is what human writers score against each other{band}")
    if found.standings.lower_is_better:
        parts.append("Lower is better")
    return ". ".join(parts) + "."


def _letters(found: MetricComparison) -> dict[str, Words]:
    """Return each letter in a column of its own; letters stay as they are where one is longer (after z comes aa)."""
    own = {one.system: one.letters or "" for one in found.standings.systems}
    if found.design.groups == "leaders":
        return {system: [(0, letters)] for system, letters in own.items()}
    used = sorted({letter for letters in own.values() for letter in letters})
    if any(len(set(letters)) < len(letters) for letters in own.values()):
        return {system: [(0, letters)] for system, letters in own.items()}
    return {system: [(used.index(letter), letter) for letter in letters] for system, letters in own.items()}


def _beside_baseline(found: MetricComparison) -> dict[str, Words]:
    verdicts: dict[str, Words] = {str(found.design.baseline): [(0, "baseline")]}
    for one in found.standings.differences:
        word = "better" if found.standings.better(one) else "worse"
        word = word if one.differs(found.design) else "not told apart"
        verdicts[one.first] = [(0, f"{word}, {shown_p(one.corrected_p, named=True)}")]
    return verdicts


_PAIRS = 15  # of six systems; of more, each beside the best
_MOST_PAIRS = 40
_NAME, _ALONE = 18, 40  # characters of a system in the label of a pair, and of one that stands alone
_MATRIX = range(3, 41)  # systems


def pairs_figures(found: MetricComparison, names: FigureNames) -> Iterator[Block]:
    """Draw the differences topic by topic, and the p values of all pairs."""
    every = found.standings.differences
    best = found.standings.names[0]
    few = found.design.baseline or len(every) <= _PAIRS
    drawn = (every if few else [one for one in every if one.first == best])[:_MOST_PAIRS]
    yield _differences_figure(found, drawn, names)
    lines = []
    if len(drawn) < len(every):
        which = "" if found.design.baseline else f", those with {best}, which comes first"
        lines.append(f"The figure shows {len(drawn)} of {len(every)} pairs{which}; the table of differences has all.")
    undefined = dict.fromkeys(
        topic for one in found.standings.systems for topic, value in one.topics.items() if value is None
    )
    if undefined:
        lines.append(f"Left out for all systems, because it is undefined for at least one: {', '.join(undefined)}.")
    if lines:
        yield Notes(lines)
    every_pair = found.design.baseline is None and found.design.groups == "letters"
    if every_pair and len(found.standings.systems) in _MATRIX:
        yield _matrix(found, names)


def _differences_figure(found: MetricComparison, drawn: Sequence[SystemDifference], names: FigureNames) -> Figure:
    ends = ("difference", "low", "high")
    records, dots, rows = [], list[Record](), list[list[Cell]]()
    labels, title = _pair_labels(drawn)
    for label, one in zip(labels, drawn, strict=True):
        numbers = {key: one.difference if getattr(one, key) is None else getattr(one, key) for key in ends}
        record = f"{one.won}-{one.tied}-{one.lost}"
        words = {"systems": one.names, "record": record, "p": shown_p(one.corrected_p)}
        records.append({"pair": label, **words, **numbers})
        by_topic = _topic_differences(found, one)
        dots += [{"pair": label, **dot} for dot in by_topic]
        rows.append([one.names, f"all {found.single}s", *numbers.values()])
        rows += [[one.names, dot["topic"], dot["by"], "-", "-"] for dot in by_topic]
    axis = f"{title}, {found.label}"
    spec = differences(records, dots, axis, found.standings.lower_is_better, "won-tied-lost", found.single)
    table = Table(["systems", found.single, *ends], rows)
    return Figure(names.of("differences", found.metric), _differences_caption(found), spec, table)


def _pair_labels(drawn: Sequence[SystemDifference]) -> tuple[list[str], str]:
    """Return what tells the pairs apart, and a title with the system that is the same in all of several pairs."""
    firsts, seconds = ([getattr(one, end) for one in drawn] for end in ("first", "second"))
    minus, row = " \N{MINUS SIGN} ", "system of the row"
    if len(drawn) > 1 and len(set(firsts)) == 1:
        return numbered(_cut(name, _ALONE) for name in seconds), f"{_cut(firsts[0], _ALONE)}{minus}{row}"
    if len(drawn) > 1 and len(set(seconds)) == 1:
        return numbered(_cut(name, _ALONE) for name in firsts), f"{row}{minus}{_cut(seconds[0], _ALONE)}"
    pairs = (_cut(one.first) + minus + _cut(one.second) for one in drawn)
    return numbered(pairs), f"first{minus}second"


def _cut(name: str, most: int = _NAME) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}\N{HORIZONTAL ELLIPSIS}"


def intervals_hold(found: MetricComparison) -> str:
    """Say what the intervals of differences hold for, and that they agree with the test."""
    level, agree = shown_level(found.design.level), "exclude 0 exactly where the corrected p is significant"
    if len(found.standings.differences) == 1 or found.design.correction == "none":
        return f"The {level} intervals are of each difference by itself, and exclude 0 exactly where p is significant."
    if found.design.correction == "bh":
        wrong = shown_level(found.design.significance)
        return f"Of the intervals that exclude 0, {wrong} at most are expected to miss the truth; they {agree}."
    return f"The {level} intervals are simultaneous (Bonferroni, with Holm's end towards 0), and {agree}."


def _differences_caption(found: MetricComparison) -> str:
    rounds = found.design.weigh if found.alike else "topics"
    return (
        f"Diamonds are differences over all {found.single}s{found.alike}; triangles and circles are single "
        f"{found.single}s. {intervals_hold(found)} At the right: on how many {rounds} "
        "the first system is better, the same and worse."
    )


def _topic_differences(found: MetricComparison, one: SystemDifference) -> list[Record]:
    """Return the difference, first minus second system, on each topic that both have."""
    first, second = found.standings[one.first].topics, found.standings[one.second].topics
    dots: list[Record] = []
    for topic, a in first.items():
        b = second.get(topic)
        if a is None or b is None:
            continue
        gain = b - a if found.standings.lower_is_better else a - b
        outcome = SAME if abs(gain) <= ROUNDING else BETTER if gain > 0 else WORSE
        dots.append({"topic": topic, "first": a, "second": b, "by": a - b, "outcome": outcome})
    return dots


def _matrix(found: MetricComparison, names: FigureNames) -> Figure:
    systems, differences_ = found.standings.names, found.standings.differences
    cells = [
        heat_cell(
            one.first,
            one.second,
            0.8 if one.differs(found.design) else None,
            shown_p(one.corrected_p),
            shown_p(one.corrected_p, named=True) + found.corrected,
        )
        for one in differences_
    ]
    wide = 80 if len(systems) <= 8 else 0  # so many systems have room for their names
    spec = heat(cells, "better", "worse", orders=(systems[:-1], systems[1:]), wide=wide)
    caption = (
        f"p of each pair of systems, best first ({found.standings.test}). Filled cells: the system of the "
        f"row is better than that of the column, p <= {found.design.significance:g}; the pairs of hollow "
        "ones cannot be told apart."
    )
    p = {(one.first, one.second): shown_p(one.corrected_p) for one in differences_}
    if len(systems) > COLUMNS:
        table = Table(["system", "beside", "corrected p"], [[*pair, shown] for pair, shown in p.items()])
    else:
        rows = [[row, *(p.get((row, other), "-") for other in systems[1:])] for row in systems[:-1]]
        table = Table(["system", *systems[1:]], rows)
    return Figure(names.of("p-values", found.metric), caption, spec, table)


_RANKED = 40  # systems in a diagram of ranks


def ranks_figure(found: MetricComparison, names: FigureNames) -> Iterator[Block]:
    """Draw average ranks over topics as a critical-difference diagram (Demsar 2006)."""
    ranks = found.standings.critical_difference
    assert ranks is not None
    kept = {one.system: ranks.average_ranks[one.system] for one in _shown(found, _RANKED)}
    cut = [[name for name in bar if name in kept] for bar in ranks.bars]
    bars = [  # none that another one covers
        bar
        for place, bar in enumerate(cut)
        if len(bar) > 1 and not any(set(bar) <= set(other) for other in cut[:place])
    ]
    spec = critical(AverageRanks(kept, ranks.critical_difference, bars))
    rows: list[list[Cell]] = [[name, rank] for name, rank in ranks.average_ranks.items()]
    doubt = "" if ranks.p_value <= found.design.significance else ", so take the order as a hint"
    weaker = " It is weaker than the paired tests above, so a bar may join systems that they tell apart."
    caption = (
        f"Average ranks over topics by {found.label}; 1 is the best. A thick bar joins systems whose ranks "
        f"lie closer than the critical difference of {shown_number(ranks.critical_difference, 2)} (Nemenyi's test), so "
        f"that they cannot be told apart by ranks.{weaker if found.standings.differences else ''} Friedman's "
        f"test of all systems: {shown_p(ranks.p_value, named=True)}{doubt}."
    )
    table = Table(["system", "average rank"], rows)
    yield Figure(names.of("ranks", found.metric), caption, spec, table)
    yield from cut_note(len(kept), len(rows), "systems")


_SYSTEMS, _PANELS = 30, 60
_MARKS = 480  # in all panels together


def topics_figure(found: MetricComparison, names: FigureNames) -> Iterator[Block]:
    """Draw a panel for every topic; nothing where every value is undefined."""
    systems = [one.system for one in _shown(found, _SYSTEMS)]
    values = {one.system: one.topics for one in found.standings.systems}
    every = list(dict.fromkeys(topic for own in values.values() for topic in own))
    panels = every[: min(_PANELS, max(8, _MARKS // len(systems)))]
    better = min if found.standings.lower_is_better else max
    records: list[Record] = []
    for topic in panels:
        own = {system: values[system].get(topic) for system in systems}
        scores = [value for value in own.values() if value is not None]
        best = better(scores) if len(set(scores)) > 1 else None
        records += [
            {
                "topic": topic,
                "system": system,
                "value": value,
                "shown": show(value),
                "best": value is not None and value == best,
            }
            for system, value in own.items()
        ]
    known = [record["value"] for record in records if record["value"] is not None]
    if not known:
        return
    word = {"f": "F", "value": found.metric}.get(found.standings.side, found.standings.side)
    spec = multiples(records, word, systems, (min(known), max(known)))
    caption = (
        f"{found.label} on each {found.single}: a panel for each, systems in the order of the means, all on one "
        f"axis. The diamond is the best of the {found.single}."
    )
    rows = [([topic], [own.get(topic) for own in values.values()]) for topic in every]
    table = crossed([found.single], found.standings.names, rows, word)
    yield Figure(names.of("topics", found.metric), caption, spec, table)
    yield from cut_note(len(panels), len(every), f"{found.single}s")
    yield from cut_note(len(systems), len(values), "systems")


_SIGNS = {
    "above": "\N{BLACK UP-POINTING TRIANGLE}",
    "below": "\N{BLACK DOWN-POINTING TRIANGLE}",
    "as": "\N{ALMOST EQUAL TO}",  # as good as a writer
}


def human_figure(found: MetricComparison, table: Table, names: FigureNames) -> Iterator[Block]:
    """Draw each system as a share of what writers score; `table` holds the numbers in order."""
    assert found.human is not None
    by = {one.system: one for one in found.human.systems}
    records = []
    for row in table.rows[:_SHOWN]:
        one = by[str(row[0])]
        sign = _SIGNS.get(one.verdict.partition(" ")[0], "?")
        ends = {"value": one.quotient, "low": one.low, "high": one.high}
        records.append(
            {"name": one.system, **ends, "hollow": False, "beside": f"{sign} {one.verdict.partition(':')[0]}"}
        )
    line = ThresholdLine(1.0, "human writers", "good")
    spec = forest(Forest(records, "share of what writers score", [line]))
    turned = " More than 1 is worse, since lower is better." if found.standings.lower_is_better else ""
    caption = (
        f"What each system scores as a share of what human writers score on the same tasks by "
        f"{found.metric}, with {shown_level(found.design.level)} intervals; 1 is as good as a writer. The "
        f"intervals are simultaneous, and exclude 1 exactly where the corrected p is significant.{turned}"
    )
    yield Figure(names.of("writers", found.metric), caption, spec, table)
    yield from cut_note(len(records), len(table.rows), "systems")
