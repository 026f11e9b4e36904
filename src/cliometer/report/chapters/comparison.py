"""A comparison of systems as a section: verdicts, standings, differences, ranks and the human level.

The same section is printed on a terminal, where it has no figures, and in reports. The tables for CSV and
LaTeX stand at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cliometer.engine.compare.figures import Design, score_word
from cliometer.engine.compare.gates import Ruling
from cliometer.engine.compare.human_level import WRITERS, HumanLevel
from cliometer.engine.compare.significance import SystemDifference, least_topics
from cliometer.engine.compare.standings import Standings
from cliometer.engine.compare.system_comparison import SystemComparison
from cliometer.errors import InputError
from cliometer.io.frames import Records
from cliometer.report.chapters.base import FigureNames, chapter, leaders, less_is_better, remarks
from cliometer.report.chapters.comparison_figures import (
    human_figure,
    means_figure,
    overview_figure,
    pairs_figures,
    ranks_figure,
    topics_figure,
)
from cliometer.report.document import Block, Listing, Notes, Paragraph, Section
from cliometer.spelling import listed, many
from cliometer.text.tables import Cell, Table, shown_interval, shown_level, shown_p

_CORRECTIONS = {"holm": " after Holm", "bh": " after Benjamini-Hochberg", "none": ""}
_FEW = 4  # systems, all pairs of which can be read out
_OPEN = 60  # rows of a table that a reader meets without asking for it
_LISTED = 500
KEPT = "\N{CHECK MARK}\N{NO-BREAK SPACE}passed"
BROKEN = "\N{BALLOT X}\N{NO-BREAK SPACE}failed"


@dataclass(frozen=True)
class MetricComparison:
    """One metric: where the systems stand, the design of the comparison, and what writers score."""

    standings: Standings
    design: Design
    human: HumanLevel | None = None

    @property
    def metric(self) -> str:
        """Its name."""
        return self.standings.metric

    @property
    def label(self) -> str:
        """The metric, with a word where less of it is better."""
        return f"{self.metric} (less is better)" if self.standings.less_is_better else self.metric

    @property
    def word(self) -> str:
        """What the compared number is called."""
        return score_word(self.design, self.standings.side)

    @property
    def single(self) -> str:
        """What one number belongs to: a topic, or a task where a topic has several."""
        return "topic" if self.standings.topics == self.standings.independent_topics else "task"

    @property
    def topics(self) -> str:
        """How many there are, such as `8 topics` or `19 tasks of 9 topics`."""
        counted = many(self.standings.independent_topics, "topic")
        return counted if self.single == "topic" else f"{self.standings.topics} tasks of {counted}"

    @property
    def corrected(self) -> str:
        """How p was corrected, such as ` after Holm`."""
        return _CORRECTIONS[self.design.correction]

    @property
    def ends(self) -> str:
        """What kind of interval the scores have, such as `, with 95 % intervals (bca)`."""
        kinds = " or ".join(dict.fromkeys(one.interval for one in self.standings.systems if one.interval))
        return f", with {shown_level(self.design.level)} intervals ({kinds})" if kinds else ""

    def p(self, one: SystemDifference) -> str:
        """The corrected p of a difference, such as `p = 0.023 after Holm`."""
        return shown_p(one.corrected_p, named=True) + self.corrected


@chapter("comparison", has=("comparisons",), reads=SystemComparison)
def comparison_section(comparison: SystemComparison, names: FigureNames | None = None) -> Section:
    """Return verdicts, all metrics at a glance, and a section for each metric; figures only with names."""
    levels = {level.metric: level for level in comparison.ceilings}
    found = [MetricComparison(one, comparison.design, levels.get(one.metric)) for one in comparison.standings]
    blocks: list[Block] = [*_verdicts(found), *_summary(found, comparison.design)]
    if names:
        blocks += overview_figure(found, names)
    gates = [Section("Gates", list(_gates(comparison.rulings)), detail=True)] if comparison.rulings else []
    first = next((one for one in found if one.standings.differences), None)
    sections = [Section(one.label, list(_metric(one, names, one is first))) for one in found]
    return Section("Comparison", [*blocks, *remarks(comparison)], [*gates, *sections])


def _verdicts(found: Sequence[MetricComparison]) -> Iterator[Block]:
    if len(found) == 1:
        yield Paragraph(verdict(found[0]))
    else:
        yield Notes([f"{one.metric}: {verdict(one)}" for one in found])


def verdict(found: MetricComparison) -> str:
    """Return which system is best, and who differs from whom."""
    return " ".join([_best(found), *_tested(found)])


def _best(found: MetricComparison) -> str:
    best = found.standings.systems[0]
    lead = leaders({one.system: one.score for one in found.standings.systems}, found.standings.less_is_better)
    most = "lowest, which is best" if found.standings.less_is_better else "highest"
    who = lead.said(f"scores {most}:", f"score {most}:", "systems score the same:")
    if lead.alone:
        who = f"{lead.names[0]} has"
    interval = ""
    if not lead.shared and best.low is not None:  # an interval is that of one system
        interval = f", {shown_level(found.design.level)} interval {shown_interval(best.low, best.high)}"
    return f"Over {found.topics} {who} {found.word} {lead.value:.3f}{lead.each}{interval}."


def _tested(found: MetricComparison) -> Iterator[str]:
    if not found.standings.differences:
        yield "No difference was tested."
    elif found.design.baseline is not None:
        yield from _beside_baseline(found)
    elif len(found.standings.systems) <= _FEW:
        for one in found.standings.differences:
            first, second = (one.first, one.second)
            if not one.differs(found.design):
                yield f"{first} and {second} cannot be told apart ({found.p(one)})."
            elif found.standings.better(one):
                yield f"{first} beats {second} ({found.p(one)})."
            else:
                yield f"{second} beats {first} ({found.p(one)})."
    else:
        yield from _beside_best(found)


def _beside_baseline(found: MetricComparison) -> Iterator[str]:
    groups: dict[str, list[str]] = {"better than": [], "worse than": [], "not to be told apart from": []}
    for one in found.standings.differences:
        better, worse, same = groups.values()
        group = same if not one.differs(found.design) else better if found.standings.better(one) else worse
        group.append(one.first)
    for verb, names in groups.items():
        if names:
            are = f"{listed(names)} {'is' if len(names) == 1 else 'are'}"
            limit = f"p {'>' if verb.startswith('not') else '<='} {found.design.significance:g}"
            yield f"{are} {verb} the baseline {found.design.baseline} ({limit}{found.corrected})."


def _beside_best(found: MetricComparison) -> Iterator[str]:
    best, second = found.standings.systems[:2]
    it = best.system if best.score == second.score else "It"
    own = [one for one in found.standings.differences if one.first == best.system]
    beaten = [one.second for one in own if one.differs(found.design)]
    equal = [one.second for one in own if not one.differs(found.design)]
    if beaten:
        limit = f"p <= {found.design.significance:g}{found.corrected}"
        yield f"{it} beats {len(beaten)} of the {len(own)} other systems ({limit})."
    if equal:
        yield f"{it} cannot be told apart from {listed(equal)}."
    apart = sum(one.differs(found.design) for one in found.standings.differences)
    yield f"Of all {len(found.standings.differences)} pairs, {apart} differ."


def _summary(found: Sequence[MetricComparison], design: Design) -> Iterator[Block]:
    """A line a metric, where there are several, so that they do not drown the reader."""
    if len(found) == 1:
        return
    last = "groups: systems that no bar parts do not differ"
    if design.baseline is not None:
        last = f"differ from {design.baseline}"
    rows: list[list[Cell]] = []
    for one in found:
        systems = one.standings.systems
        same = len(systems) > 1 and len({own.score for own in systems}) == 1
        best = "all the same" if same else systems[0].system
        rows.append([one.metric, best, systems[0].score, _groups(one.standings, design)])
    yield Listing("", Table(["metric", "best", "score", last], rows))
    yield from less_is_better(one.metric for one in found if one.standings.less_is_better)


def _groups(standings: Standings, design: Design) -> str:
    """Groups of systems, best first, or which systems differ from the baseline and by how much."""
    if not standings.differences:
        return "not tested"
    if design.baseline is None:
        systems = standings.systems
        letters = sorted({letter for one in systems for letter in one.letters or ""})
        return " | ".join(
            ", ".join(one.system for one in systems if letter in (one.letters or "")) for letter in letters
        )
    apart = [one for one in standings.differences if one.differs(design)]
    return ", ".join(f"{one.first} {one.difference:+.3f}" for one in apart) or "none"


def _gates(rulings: Sequence[Ruling]) -> Iterator[Block]:
    failed = sum(not one.passed for one in rulings)
    yield Paragraph(f"Gates: of {len(rulings)}, {f'{failed} failed' if failed else 'all passed'}.")
    heading = ["verdict", "system", "gate", "score", "required", "bound", "required of it"]
    rows: list[list[Cell]] = []
    for one in rulings:
        word = KEPT if one.passed else f"{BROKEN} by its {'bound' if one.score_passes else 'score'}"
        numbers = (one.score, one.required, _or("-", one.confidence_bound), one.gate.margin)
        rows.append([word, one.system, str(one.gate), *numbers])
    caption = (
        "Gates: what every run had to keep. The bound is one-sided, of the score or of its distance to the "
        "other run; it decides only where the gates were confident."
    )
    yield Listing(caption, Table(heading, rows))


def _metric(found: MetricComparison, names: FigureNames | None, legend: bool) -> Iterator[Block]:
    """The parts of one metric: means, pairs, tests, ranks, topics, and writers."""
    standings = found.standings
    if names:
        yield from means_figure(found, standings_table(found, writers=True), names)
    folded = len(standings.systems) > _OPEN
    yield Listing(f"On {found.topics}{found.ends}", standings_table(found), folded)
    if standings.differences:
        if names:
            yield from pairs_figures(found, names)
        yield from _differences(found, legend)
    if standings.critical_difference:
        yield Paragraph(_ranks(standings))
        if names:
            yield from ranks_figure(found, names)
    if names:
        yield from topics_figure(found, names)
    if found.human:
        table = human_table(found)
        if names:
            yield from human_figure(found, table, names)
        yield Listing(_human_words(found, found.human, legend), table, len(table.rows) > _OPEN)


def standings_table(found: MetricComparison, writers: bool = False) -> Table:
    """Return the systems, best first, with groups and ranks where there are any; writers stand last."""
    more = [key for key in ("letters", "rank") if any(getattr(s, key) for s in found.standings.systems)]
    keys = ["low", "high", *more]
    rows: list[list[Cell]] = [
        [one.system, one.score, *(_or("-", getattr(one, key)) for key in keys)]
        for one in found.standings.systems
    ]
    if found.human and writers:
        ends = (_or("-", end) for end in (found.human.low, found.human.high))
        rows.append(["human writers", found.human.writers, *ends, *("-" for _ in more)])
    last = ["group" if key == "letters" else key for key in more]
    return Table(["system", found.word, "low", "high", *last], rows)


def _differences(found: MetricComparison, legend: bool) -> Iterator[Block]:
    """The pairs as they were tested; the columns are explained once in a document."""
    heading = ["difference", "by", "low", "high", "p", "corrected", "effect", "won-tied-lost"]
    rows: list[list[Cell]] = []
    for one in found.standings.differences[:_LISTED]:
        numbers = (one.difference, one.low, one.high, shown_p(one.p), shown_p(one.corrected_p))
        needs = "-" if one.topics_needed is None else f"{one.topics_needed:,}"
        last = (_or("-", one.effect), one.record, needs, _or("-", one.detectable_difference))
        rows.append([one.names, *numbers, *last])
    about = _legend(found.design) if legend else ""
    caption = f"Differences; p: {found.standings.test}.{about}"
    yield Listing(caption, Table([*heading, "topics needed", "detectable"], rows), len(rows) > _OPEN)
    if len(rows) < len(found.standings.differences):
        pairs = f"{len(found.standings.differences):,}"
        yield Notes(
            [f"The table has the first {_LISTED} of {pairs} pairs; cliometer compare --csv prints all."]
        )


def _legend(design: Design) -> str:
    least = least_topics(design)
    floor = f"; with fewer than {least} no p is {design.significance:.2g} or less" if least > 2 else ""
    return (
        " Effect: Hedges' g over topics. Topics needed: for this effect to show in 4 of 5 tries by a paired "
        f"t test{floor}. Detectable: the difference that these topics show as often."
    )


def _ranks(standings: Standings) -> str:
    ranks = standings.critical_difference
    assert ranks is not None
    means = ", ".join(f"{system} {rank:.2f}" for system, rank in ranks.average_ranks.items())
    return (
        f"Mean ranks: {means}; critical difference {ranks.critical_difference:.2f} (Nemenyi); "
        f"Friedman's test of all systems: {shown_p(ranks.p_value, named=True)}."
    )


def _human_words(found: MetricComparison, human: HumanLevel, legend: bool) -> str:
    again = " Systems are scored again on exactly these tasks, so their scores may differ from those above."
    interval = ""
    if human.low is not None:
        level = shown_level(found.design.level)
        interval = f" ({level} interval {shown_interval(human.low, human.high)})"
    return (
        f"Human level: writers scored against each other reach {human.writers:.3f}{interval} on "
        f"{many(human.tasks, 'task')} of {many(human.topics, 'topic')}.{again if legend else ''}"
    )


def human_table(found: MetricComparison) -> Table:
    """Return the systems beside the writers, in the order of the standings."""
    assert found.human is not None
    order = {name: place for place, name in enumerate(found.standings.names)}
    rows: list[list[Cell]] = [
        [
            one.system,
            one.score,
            *(_or("-", number) for number in (one.quotient, one.low, one.high)),
            "-" if one.p is None else shown_p(one.p),
            one.verdict,
        ]
        for one in sorted(found.human.systems, key=lambda one: order.get(one.system, len(order)))
    ]
    return Table(["system", found.word, "of writers", "low", "high", "p", "verdict"], rows)


def _or(gap: Cell, cell: Cell) -> Cell:
    return gap if cell is None else cell


# Tables of all metrics for CSV, where a gap is empty and numbers have all digits, and for LaTeX.


def comparison_table(comparison: SystemComparison, which: str, gap: Cell = "-") -> Table:
    """Return one table of all metrics: `systems`, `differences`, `ceiling` or `topics`."""
    if which in ("differences", "topics"):
        records: Records = comparison.frames()[which]
        return Table(list(records.columns), [[row[key] for key in records.columns] for row in records.rows])
    words = {score_word(comparison.design, found.side) for found in comparison.standings}
    word = words.pop() if len(words) == 1 else "score"
    if which == "systems":
        heading = ["metric", "system", word, "low", "high", "group", "rank"]
        return Table(heading, [row for found in comparison.standings for row in _standings(found, gap)])
    if not comparison.ceilings:
        raise InputError("no topic has two writers, so there is no human level to print")
    heading = ["metric", "who", word, "of writers", "low", "high", "p", "verdict"]
    return Table(heading, [row for level in comparison.ceilings for row in _beside_writers(level, gap)])


def _standings(found: Standings, gap: Cell) -> Iterator[list[Cell]]:
    for one in found.systems:
        cells = (_or(gap, cell) for cell in (one.low, one.high, one.letters, one.rank))
        yield [found.metric, one.system, one.score, *cells]


def _beside_writers(human: HumanLevel, gap: Cell) -> Iterator[list[Cell]]:
    """Writers first; nothing is a share of writers who score 0."""
    yield [human.metric, WRITERS, human.writers, 1.0 if human.writers else gap, gap, gap, gap, gap]
    for one in human.systems:
        cells = (_or(gap, cell) for cell in (one.quotient, one.low, one.high, one.p))
        yield [human.metric, one.system, one.score, *cells, one.verdict]
