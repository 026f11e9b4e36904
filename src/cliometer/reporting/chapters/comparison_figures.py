"""Figures of a comparison: means, pairs topic by topic, p values, average ranks, topics, human writers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cliometer.engine.compare.significance import SystemDifference
from cliometer.engine.compare.standings import SystemStanding
from cliometer.reporting.chapters.base import COLUMNS, FigureNames, crossed, cut_note, numbered, text_of
from cliometer.reporting.charts import system_charts as charts
from cliometer.reporting.charts.grammar import Record
from cliometer.reporting.charts.heat_maps import OverviewColumn, arrow_remark, heat, heat_cell, overview
from cliometer.reporting.document import Block, Figure, Notes
from cliometer.stats.samples import ROUNDING
from cliometer.text.tables import Cell, Table, show, shown_level, shown_number, shown_p

if TYPE_CHECKING:
    from cliometer.reporting.chapters.comparison import MetricComparison

_SHOWN = 60  # systems in a picture
Words = Sequence[tuple[int, str]]  # the column, and what stands there


def overview_figure(comparisons: Sequence[MetricComparison], names: FigureNames) -> Iterator[Block]:
    """Draw all systems by all metrics; nothing where there is one metric, or one system."""
    if len(comparisons) < 2 or len(comparisons[0].standings.systems) < 2:
        return
    systems = comparisons[0].standings.names
    columns = [
        OverviewColumn(
            comparison.metric,
            {standing.system: standing.score for standing in comparison.standings.systems},
            comparison.standings.lower_is_better,
        )
        for comparison in comparisons
    ]
    turned = arrow_remark(columns)
    caption = text_of("comparison-figures-overview-figure", metric=comparisons[0].metric, turned=turned)
    rows = [[system, *(column.values.get(system) for column in columns)] for system in systems]
    table = Table(["system", *(comparison.label for comparison in comparisons)], rows)
    yield Figure(names.of("overview"), caption, overview(columns, systems[:_SHOWN]), table)
    yield from cut_note(_SHOWN, len(systems), "systems")


def means_figure(comparison: MetricComparison, table: Table, names: FigureNames) -> Iterator[Block]:
    """Draw the scores with their intervals, and what writers score."""
    baseline, human = comparison.design.baseline, comparison.human
    beside = _beside_baseline(comparison) if baseline else _letters(comparison)
    records = [
        {key: getattr(row, key) for key in ("system", "score", "low", "high")}
        | {"beside": beside.get(row.system, ()), "role": "baseline" if row.system == baseline else "system"}
        for row in _shown(comparison)
    ]
    heading = "beside the baseline" if baseline else "group" if any(beside.values()) else ""
    line = None
    if human:
        line = charts.ReferenceLine(
            f"human writers {shown_number(human.writers)}", human.writers, human.low, human.high
        )
    spec = charts.standings(records, f"{comparison.word}, {comparison.label}", heading, line)
    yield Figure(names.of("means", comparison.metric), _means_caption(comparison, bool(heading)), spec, table)
    yield from cut_note(len(records), len(comparison.standings.systems), "systems")


def _shown(part: MetricComparison, most: int = _SHOWN) -> Sequence[SystemStanding]:
    """Return the best systems, and the baseline wherever it stands."""
    systems = part.standings.systems
    return [*systems[:most], *(row for row in systems[most:] if row.system == part.design.baseline)]


def _means_caption(comparison: MetricComparison, grouped: bool) -> str:
    parts = [f"{comparison.word[:1].upper()}{comparison.word[1:]} of each system, best first"]
    if comparison.ends:
        parts[0] += f"{comparison.alike}{comparison.ends}"
    if comparison.design.baseline:
        parts.append(
            f"The diamond is the baseline; beside the others is whether they differ from it (p{comparison.corrected})"
        )
    elif grouped:
        parts.append(text_of(f"comparison-groups-{comparison.design.groups}"))
    if comparison.human:
        band = ", the band its interval" if comparison.human.low is not None else ""
        parts.append(f"The dashed line is what human writers score against each other{band}")
    if comparison.standings.lower_is_better:
        parts.append("Lower is better")
    return ". ".join(parts) + "."


def _letters(comparison: MetricComparison) -> dict[str, Words]:
    """Return each letter in a column of its own; letters stay as they are where one is longer (after z comes aa)."""
    letters_of = {standing.system: standing.letters or "" for standing in comparison.standings.systems}
    used = sorted({letter for letters in letters_of.values() for letter in letters})
    long = any(len(set(letters)) < len(letters) for letters in letters_of.values())
    if long or comparison.design.groups == "leaders":
        return {system: [(0, letters)] for system, letters in letters_of.items()}
    return {system: [(used.index(letter), letter) for letter in letters] for system, letters in letters_of.items()}


def _beside_baseline(comparison: MetricComparison) -> dict[str, Words]:
    verdicts: dict[str, Words] = {str(comparison.design.baseline): [(0, "baseline")]}
    for difference in comparison.standings.differences:
        word = "better" if comparison.standings.better(difference) else "worse"
        word = word if difference.differs(comparison.design) else "no difference"
        verdicts[difference.first] = [(0, f"{word}, {shown_p(difference.corrected_p, named=True)}")]
    return verdicts


_PAIRS = 15  # of six systems; of more, each beside the best
_MOST_PAIRS = 40
_NAME, _ALONE = 18, 40  # characters of a system in the label of a pair, and of one that stands alone
_MATRIX = range(3, 41)  # systems


def pairs_figures(comparison: MetricComparison, names: FigureNames) -> Iterator[Block]:
    """Draw the differences topic by topic, and the p values of all pairs."""
    every = comparison.standings.differences
    best = comparison.standings.names[0]
    few = comparison.design.baseline or len(every) <= _PAIRS
    drawn = (every if few else [difference for difference in every if difference.first == best])[:_MOST_PAIRS]
    yield _differences_figure(comparison, drawn, names)
    lines = []
    if len(drawn) < len(every):
        which = "" if comparison.design.baseline else f", those with {best}, which comes first"
        lines.append(f"The figure shows {len(drawn)} of {len(every)} pairs{which}; the table of differences has all.")
    undefined = dict.fromkeys(
        topic for standing in comparison.standings.systems for topic, value in standing.topics.items() if value is None
    )
    if undefined:
        lines.append(f"Left out for all systems, because it is undefined for at least one: {', '.join(undefined)}.")
    if lines:
        yield Notes(lines)
    every_pair = comparison.design.baseline is None and comparison.design.groups == "letters"
    if every_pair and len(comparison.standings.systems) in _MATRIX:
        yield _matrix(comparison, names)


def _differences_figure(part: MetricComparison, drawn: Sequence[SystemDifference], names: FigureNames) -> Figure:
    ends = ("difference", "low", "high")
    records, dots, rows = [], list[Record](), list[list[Cell]]()
    labels, title = _pair_labels(drawn)
    for label, pair in zip(labels, drawn, strict=True):
        numbers = {key: pair.difference if getattr(pair, key) is None else getattr(pair, key) for key in ends}
        record = f"{pair.won}-{pair.tied}-{pair.lost}"
        words = {"systems": pair.names, "record": record, "p": shown_p(pair.corrected_p)}
        records.append({"pair": label, **words, **numbers})
        by_topic = _topic_differences(part, pair)
        dots += [{"pair": label, **dot} for dot in by_topic]
        rows.append([pair.names, f"all {part.single}s", *numbers.values()])
        rows += [[pair.names, dot["topic"], dot["by"], "-", "-"] for dot in by_topic]
    axis = f"{title}, {part.label}"
    spec = charts.differences(records, dots, axis, part.standings.lower_is_better, "won-tied-lost", part.single)
    caption = text_of(
        "comparison-figures-differences",
        single=part.single,
        alike=part.alike,
        intervals=part.intervals,
        units=part.design.weigh if part.alike else "topics",
    )
    return Figure(names.of("differences", part.metric), caption, spec, Table(["systems", part.single, *ends], rows))


def _pair_labels(drawn: Sequence[SystemDifference]) -> tuple[list[str], str]:
    """Return what tells the pairs apart, and a title with the system that is the same in all of several pairs."""
    firsts, seconds = ([getattr(difference, end) for difference in drawn] for end in ("first", "second"))
    minus, row = " \N{MINUS SIGN} ", "system of the row"
    if len(drawn) > 1 and len(set(firsts)) == 1:
        return numbered(_cut(name, _ALONE) for name in seconds), f"{_cut(firsts[0], _ALONE)}{minus}{row}"
    if len(drawn) > 1 and len(set(seconds)) == 1:
        return numbered(_cut(name, _ALONE) for name in firsts), f"{row}{minus}{_cut(seconds[0], _ALONE)}"
    pairs = (_cut(difference.first) + minus + _cut(difference.second) for difference in drawn)
    return numbered(pairs), f"first{minus}second"


def _cut(name: str, most: int = _NAME) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}\N{HORIZONTAL ELLIPSIS}"


def _topic_differences(comparison: MetricComparison, difference: SystemDifference) -> list[Record]:
    """Return the difference, first minus second system, on each topic that both have."""
    first, second = comparison.standings[difference.first].topics, comparison.standings[difference.second].topics
    dots: list[Record] = []
    for topic, a in first.items():
        b = second.get(topic)
        if a is None or b is None:
            continue
        gain = b - a if comparison.standings.lower_is_better else a - b
        outcome = charts.SAME if abs(gain) <= ROUNDING else charts.BETTER if gain > 0 else charts.WORSE
        dots.append({"topic": topic, "first": a, "second": b, "by": a - b, "outcome": outcome})
    return dots


def _matrix(comparison: MetricComparison, names: FigureNames) -> Figure:
    systems, differences_ = comparison.standings.names, comparison.standings.differences
    cells = [
        heat_cell(pair.first, pair.second, 0.8 if pair.differs(comparison.design) else None, shown_p(pair.corrected_p),
                  shown_p(pair.corrected_p, named=True) + comparison.corrected)
        for pair in differences_
    ]  # fmt: skip
    wide = 80 if len(systems) <= 8 else 0  # so many systems have room for their names
    spec = heat(cells, "better", "worse", orders=(systems[:-1], systems[1:]), wide=wide)
    caption = text_of(
        "comparison-figures-matrix", test=comparison.standings.test, significance=comparison.design.significance
    )
    p = {(difference.first, difference.second): shown_p(difference.corrected_p) for difference in differences_}
    if len(systems) > COLUMNS:
        table = Table(["system", "beside", "corrected p"], [[*pair, shown] for pair, shown in p.items()])
    else:
        rows = [[row, *(p.get((row, other), "-") for other in systems[1:])] for row in systems[:-1]]
        table = Table(["system", *systems[1:]], rows)
    return Figure(names.of("p-values", comparison.metric), caption, spec, table)


_RANKED = 40  # systems in a diagram of ranks


def ranks_figure(comparison: MetricComparison, names: FigureNames) -> Iterator[Block]:
    """Draw average ranks over topics as a critical-difference diagram (Demsar 2006)."""
    ranks = comparison.standings.critical_difference
    assert ranks is not None
    kept = {standing.system: ranks.average_ranks[standing.system] for standing in _shown(comparison, _RANKED)}
    cut = [[name for name in bar if name in kept] for bar in ranks.bars]
    bars = [  # none that another one covers
        bar
        for place, bar in enumerate(cut)
        if len(bar) > 1 and not any(set(bar) <= set(other) for other in cut[:place])
    ]
    spec = charts.critical(charts.AverageRanks(kept, ranks.critical_difference, bars))
    rows: list[list[Cell]] = [[name, rank] for name, rank in ranks.average_ranks.items()]
    caption = text_of(
        "comparison-figures-ranks",
        label=comparison.label,
        distance=shown_number(ranks.critical_difference, 2),
        weaker=text_of("comparison-figures-ranks-weaker") if comparison.standings.differences else "",
        p=shown_p(ranks.p_value, named=True),
        doubt=", so take the order as a hint" if ranks.p_value > comparison.design.significance else "",
    )
    yield Figure(names.of("ranks", comparison.metric), caption, spec, Table(["system", "average rank"], rows))
    yield from cut_note(len(kept), len(rows), "systems")


_SYSTEMS, _PANELS = 30, 60
_MARKS = 480  # in all panels together


def topics_figure(part: MetricComparison, names: FigureNames) -> Iterator[Block]:
    """Draw a panel for every topic; nothing where every value is undefined."""
    systems = [standing.system for standing in _shown(part, _SYSTEMS)]
    values = {standing.system: standing.topics for standing in part.standings.systems}
    every = list(dict.fromkeys(topic for scores_by_topic in values.values() for topic in scores_by_topic))
    panels = every[: min(_PANELS, max(8, _MARKS // len(systems)))]
    better = min if part.standings.lower_is_better else max
    records: list[Record] = []
    for topic in panels:
        scores_by_system = {system: values[system].get(topic) for system in systems}
        scores = [value for value in scores_by_system.values() if value is not None]
        best = better(scores) if len(set(scores)) > 1 else None
        records += [
            {"topic": topic, "system": system, "value": value, "shown": show(value)}
            | {"best": value is not None and value == best}
            for system, value in scores_by_system.items()
        ]
    known = [record["value"] for record in records if record["value"] is not None]
    if not known:
        return
    word = {"f": "F", "value": part.metric}.get(part.standings.side, part.standings.side)
    spec = charts.multiples(records, word, systems, (min(known), max(known)))
    caption = text_of("comparison-figures-topics-figure", label=part.label, single=part.single)
    rows = [([topic], [scores_by_topic.get(topic) for scores_by_topic in values.values()]) for topic in every]
    table = crossed([part.single], part.standings.names, rows, word)
    yield Figure(names.of("topics", part.metric), caption, spec, table)
    yield from cut_note(len(panels), len(every), f"{part.single}s")
    yield from cut_note(len(systems), len(values), "systems")


_SIGNS = {
    "above": "\N{BLACK UP-POINTING TRIANGLE}",
    "below": "\N{BLACK DOWN-POINTING TRIANGLE}",
    "as": "\N{ALMOST EQUAL TO}",  # as good as a writer
}


def human_figure(comparison: MetricComparison, table: Table, names: FigureNames) -> Iterator[Block]:
    """Draw each system as a share of what writers score; `table` holds the numbers in order."""
    assert comparison.human is not None
    by = {system.system: system for system in comparison.human.systems}
    records = []
    for row in table.rows[:_SHOWN]:
        system = by[str(row[0])]
        sign = _SIGNS.get(system.verdict.partition(" ")[0], "?")
        ends = {"value": system.quotient, "low": system.low, "high": system.high}
        records.append(
            {"name": system.system, **ends, "hollow": False, "beside": f"{sign} {system.verdict.partition(':')[0]}"}
        )
    line = charts.ThresholdLine(1.0, "human writers", "good")
    spec = charts.forest(charts.Forest(records, "share of what writers score", [line]))
    turned = " More than 1 is worse, since lower is better." if comparison.standings.lower_is_better else ""
    level = shown_level(comparison.design.level)
    caption = text_of("comparison-figures-writers", metric=comparison.metric, level=level) + turned
    yield Figure(names.of("writers", comparison.metric), caption, spec, table)
    yield from cut_note(len(records), len(table.rows), "systems")
