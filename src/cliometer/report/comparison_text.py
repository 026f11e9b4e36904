"""A comparison of systems as text and tables for a terminal: standings, differences, the human ceiling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from cliometer.engine.compare.figures import Design, ScoreSide, score_word
from cliometer.engine.compare.human_level import WRITERS, HumanLevel
from cliometer.engine.compare.significance import SystemDifference, least_topics
from cliometer.engine.compare.standings import Standings, SystemStanding
from cliometer.engine.compare.system_comparison import SystemComparison
from cliometer.errors import InputError
from cliometer.report.score_text import turned
from cliometer.spelling import many
from cliometer.text.tables import Cell, Table, shown_p


def standings_table(comparison: SystemComparison, gap: Cell = "-") -> Table:
    """A row for every metric and system, best first; `gap` stands for what is not there."""
    heading = ["metric", "system", _shared_word(comparison), "low", "high", "group", "rank"]
    rows = [[found.metric, *row] for found in comparison.standings for row in standings_rows(found, gap)]
    return Table(heading, rows)


def differences_table(comparison: SystemComparison) -> Table:
    """A row for every metric and pair of systems, all numbers in full."""
    heading = ["metric", *(field.name for field in fields(SystemDifference))]
    rows: list[list[Cell]] = [
        [found.metric, *vars(one).values()] for found in comparison.standings for one in found.differences
    ]
    return Table(heading, rows)


def topics_table(comparison: SystemComparison) -> Table:
    """A row for every metric, system and topic; none where a number is undefined."""
    records = comparison.frames()["topics"]
    return Table(list(records.columns), [list(row.values()) for row in records.rows])


def ceilings_table(comparison: SystemComparison, gap: Cell = "-") -> Table:
    """A row for every metric and writers or system; InputError where no topic has two writers."""
    if not comparison.ceilings:
        raise InputError("no topic has two writers, so there is no human ceiling to print")
    heading = ["metric", "who", _shared_word(comparison), "of writers", "low", "high", "p", "verdict"]
    rows = [[ceiling.metric, *row] for ceiling in comparison.ceilings for row in ceiling_rows(ceiling, gap)]
    return Table(heading, rows)


def standings_rows(found: Standings, gap: Cell = "-") -> list[list[Cell]]:
    """Name, score, interval, group and rank of each system; what is not there is a dash."""
    return [
        [one.system, one.score, *(_or(gap, cell) for cell in (one.low, one.high, one.letters, one.rank))]
        for one in found.systems
    ]


def ceiling_rows(ceiling: HumanLevel, gap: Cell = "-") -> list[list[Cell]]:
    """Writers first; nothing is a share of writers who score 0."""
    return [
        [WRITERS, ceiling.writers, 1.0 if ceiling.writers else gap, gap, gap, gap, gap],
        *(
            [
                one.system,
                one.score,
                *(_or(gap, cell) for cell in (one.quotient, one.low, one.high, one.p)),
                one.verdict,
            ]
            for one in ceiling.systems
        ),
    ]


def dash(value: float | None) -> Cell:
    """What is not there is a dash."""
    return _or("-", value)


def _or(gap: Cell, cell: Cell) -> Cell:
    return gap if cell is None else cell


def _shared_word(comparison: SystemComparison) -> str:
    words = {score_word(comparison.design, found.side) for found in comparison.standings}
    return words.pop() if len(words) == 1 else "score"


def comparison_page(comparison: SystemComparison) -> str:
    """Metric by metric: who stands where, who differs from whom, and how far writers get."""
    ceilings = {ceiling.metric: ceiling for ceiling in comparison.ceilings}
    parts = [_summary(comparison)] if len(comparison.standings) > 1 else []
    legend = _legend(comparison.design)
    for found in comparison.standings:
        parts.append(_block(found, comparison.design, legend))
        legend = "" if found.differences else legend  # once is enough
        if found.metric in ceilings:
            parts.append(_ceiling_block(ceilings[found.metric], found.side, comparison.design))
    return "\n".join([*parts, f"signature {comparison.signature}\n"])


def _summary(comparison: SystemComparison) -> str:
    """A line a metric, so that many metrics do not drown the reader."""
    baseline = comparison.design.baseline
    last = (
        "groups: systems that no bar parts do not differ" if baseline is None else f"differ from {baseline}"
    )
    rows: list[list[Cell]] = [
        [found.metric, _best(found), found.systems[0].score, _verdict(found, comparison.design)]
        for found in comparison.standings
    ]
    return Table(["metric", "best", "score", last], rows).text() + turned(comparison.standings)


def _best(found: Standings) -> str:
    same = len(found.systems) > 1 and len({one.score for one in found.systems}) == 1
    return "all the same" if same else found.systems[0].system


def _verdict(found: Standings, design: Design) -> str:
    """Groups, best first, or which systems differ from the baseline and by how much."""
    if not found.differences:
        return "not tested"
    if design.baseline is None:
        return _groups(found.systems)
    apart = [one for one in found.differences if one.corrected_p <= design.significance]
    return ", ".join(f"{one.first} {one.difference:+.3f}" for one in apart) or "none"


def _groups(systems: Sequence[SystemStanding]) -> str:
    """The systems that share each letter."""
    letters = sorted({letter for one in systems for letter in one.letters or ""})
    return " | ".join(
        ", ".join(one.system for one in systems if letter in (one.letters or "")) for letter in letters
    )


def _block(found: Standings, design: Design, legend: str) -> str:
    heading = ["system", score_word(design, found.side), "low", "high", "group", "rank"]
    text = f"{_title(found, design)}\n\n{Table(heading, standings_rows(found)).text()}"
    if not found.differences:
        return text
    pairs = Table(_PAIRS, [_pair(one) for one in found.differences]).text()
    return f"{text}\n{pairs}p: {found.test}\n{_ranks(found)}{legend}"


def _title(found: Standings, design: Design) -> str:
    topics = many(found.topics, "topic")
    if found.units != found.topics:
        topics = f"{found.topics} tasks of {many(found.units, 'topic')}"
    methods = " or ".join(dict.fromkeys(one.interval for one in found.systems if one.interval))
    intervals = f", with {100 * design.level:g} % intervals ({methods})" if methods else ""
    metric = f"{found.metric} (less is better)" if found.less_is_better else found.metric
    return f"{metric} on {topics}{intervals}"


_PAIRS = ["difference", "by", "low", "high", "p", "corrected", "effect", "won-tied-lost"]
_PAIRS += ["topics needed", "detectable"]


def _legend(design: Design) -> str:
    least = least_topics(design)
    floor = f"; with fewer than {least} no p is {design.significance:.2g} or less" if least > 2 else ""
    return (
        "effect: Hedges' g over topics\n"
        f"topics needed: for this effect to show in 4 of 5 tries by a paired t test{floor}\n"
        "detectable: the difference that these topics show as often\n"
    )


def _ranks(found: Standings) -> str:
    """Friedman's mean ranks in one line, where there are three systems or more."""
    if found.critical is None:
        return ""
    ranks = zip(found.systems, found.critical.average_ranks, strict=True)
    means = ", ".join(f"{one.system} {rank:.2f}" for one, rank in ranks)
    apart, p = found.critical.critical_difference, shown_p(found.critical.p_value)
    return f"mean ranks: {means}; critical difference {apart:.2f} (Nemenyi); Friedman test p {p}\n"


def _pair(one: SystemDifference) -> list[Cell]:
    """What is not there is a dash; the last two are explained below the table."""
    record = f"{one.won}-{one.tied}-{one.lost}"
    needs = "-" if one.topics_needed is None else f"{one.topics_needed:,}"
    numbers = (one.difference, one.low, one.high, shown_p(one.p), shown_p(one.corrected_p))
    return [one.names, *numbers, dash(one.effect), record, needs, dash(one.detectable_difference)]


def _ceiling_block(ceiling: HumanLevel, side: ScoreSide, design: Design) -> str:
    title = (
        f"Human ceiling: writers against each other, {ceiling.tasks} tasks of {many(ceiling.topics, 'topic')}"
    )
    if ceiling.low is not None and ceiling.high is not None:
        title += f"; {100 * design.level:g} % interval {ceiling.low:.3f} to {ceiling.high:.3f}"
    heading = ["who", score_word(design, side), "of writers", "low", "high", "p", "verdict"]
    return f"{title}\n\n{Table(heading, ceiling_rows(ceiling)).text()}"
