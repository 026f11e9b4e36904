"""A comparison of systems as a section for terminals and reports, and as tables for CSV and LaTeX."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cliometer.engine.compare.figures import Design, score_word
from cliometer.engine.compare.gates import Ruling
from cliometer.engine.compare.human_level import WRITERS, HumanLevel, OracleBound
from cliometer.engine.compare.significance import least_topics
from cliometer.engine.compare.standings import Standings
from cliometer.engine.compare.system_comparison import SystemComparison
from cliometer.errors import InputError
from cliometer.io.frames import Records
from cliometer.report.chapters.base import FigureNames, chapter, direction_note, leaders, remarks
from cliometer.report.chapters.comparison_figures import (
    LED_GROUPS,
    SHARED_LETTERS,
    human_figure,
    intervals_hold,
    means_figure,
    overview_figure,
    pairs_figures,
    ranks_figure,
    topics_figure,
)
from cliometer.report.document import Block, Listing, Notes, Paragraph, Section
from cliometer.spelling import listed, many, many_tasks
from cliometer.text.tables import BestNumber, Cell, Table, shown_interval, shown_level, shown_number, shown_p

_CORRECTIONS = {"holm": " after Holm", "bh": " after Benjamini-Hochberg", "none": ""}
_FEW = 4  # systems, all pairs of which can be read out
_OPEN = 60  # rows of a table that a reader meets without asking for it
_LISTED = 500
KEPT = "\N{CHECK MARK}\N{NO-BREAK SPACE}passed"
BROKEN = "\N{BALLOT X}\N{NO-BREAK SPACE}failed"


@dataclass(frozen=True)
class MetricComparison:
    """One metric: where the systems stand, what writers score, and the words for both."""

    standings: Standings
    design: Design
    human: HumanLevel | None
    bounds: Sequence[OracleBound]
    metric: str
    label: str  # the metric, with a word where lower is better
    word: str  # what the compared number is called
    single: str  # what one number belongs to: a topic, or a task where a topic has several
    topics: str  # how many there are, such as `8 topics` or `19 tasks of 9 topics`
    corrected: str  # how p was corrected, such as ` after Holm`
    ends: str  # the kind of interval of the scores, such as `, with 95 % intervals (t)`
    alike: str  # what weighs alike where topics have several tasks, such as `, each topic weighing alike`


def _described(
    standings: Standings, design: Design, human: HumanLevel | None, bounds: Sequence[OracleBound]
) -> MetricComparison:
    kinds = " or ".join(dict.fromkeys(one.interval for one in standings.systems if one.interval))
    return MetricComparison(
        standings,
        design,
        human,
        [bound for bound in bounds if bound.metric == standings.metric],
        metric=standings.metric,
        label=f"{standings.metric} (lower is better)" if standings.lower_is_better else standings.metric,
        word=score_word(design, standings.side),
        single="topic" if standings.topics == standings.independent_topics else "task",
        topics=many_tasks(standings.topics, standings.independent_topics),
        corrected=_CORRECTIONS[design.correction],
        ends=f", with {shown_level(design.level)} intervals ({kinds})" if kinds else "",
        alike="" if standings.topics == standings.independent_topics else f", each {design.weigh[:-1]} weighing alike",
    )


@chapter("comparison", has=("comparisons",), reads=SystemComparison)
def comparison_section(comparison: SystemComparison, names: FigureNames | None = None) -> Section:
    """Return verdicts, all metrics at a glance, and a section for each metric; figures only with names."""
    levels = {level.metric: level for level in comparison.human_levels}
    found = [
        _described(one, comparison.design, levels.get(one.metric), comparison.bounds) for one in comparison.standings
    ]
    blocks: list[Block] = []
    if len(found) == 1:
        blocks.append(Paragraph(_verdict(found[0])))
    else:
        blocks.append(Notes([f"{one.metric}: {_verdict(one)}" for one in found]))
        blocks += _summary(found, comparison.design)
    if names:
        blocks += overview_figure(found, names)
    gates = [Section("Gates", list(_gates(comparison.rulings)), detail=True)] if comparison.rulings else []
    first = next((one for one in found if one.standings.differences), None)
    sections = [Section(one.label, list(_metric(one, names, one is first))) for one in found]
    return Section("Comparison", [*blocks, *remarks(comparison)], [*gates, *sections])


def _verdict(found: MetricComparison) -> str:
    """Return which system is best, and who differs from whom."""
    best = found.standings.systems[0]
    lead = leaders({one.system: one.score for one in found.standings.systems}, found.standings.lower_is_better)
    most = "lowest, which is best" if found.standings.lower_is_better else "highest"
    who = lead.said(f"scores {most}:", f"score {most}:", "systems score the same:")
    if lead.alone:
        who = f"{lead.names[0]} has"
    interval = ""
    if not lead.shared and best.low is not None:  # an interval is that of one system
        interval = f", {shown_level(found.design.level)} interval {shown_interval(best.low, best.high)}"
    sentences = [f"Over {found.topics}{found.alike and f'{found.alike},'} {who} {found.word} {lead.score}{interval}."]
    if not found.standings.differences:
        sentences.append("No difference was tested.")
    elif found.design.baseline is not None:
        sentences += _beside_baseline(found)
    elif len(found.standings.systems) > _FEW:
        sentences += _beside_best(found)
    else:
        for one in found.standings.differences:
            first, second = (one.first, one.second) if found.standings.better(one) else (one.second, one.first)
            is_apart = one.differs(found.design)
            pair = f"{first} beats {second}" if is_apart else f"{one.first} and {one.second} cannot be told apart"
            sentences.append(f"{pair} ({shown_p(one.corrected_p, named=True)}{found.corrected}).")
    return " ".join(sentences)


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
    if found.design.groups == "letters":
        apart = sum(one.differs(found.design) for one in found.standings.differences)
        yield f"Of all {len(found.standings.differences)} pairs, {apart} differ."


def _summary(found: Sequence[MetricComparison], design: Design) -> Iterator[Block]:
    """Yield a line for each metric: the best system, and the groups of systems or who differs from the baseline."""
    rows: list[list[Cell]] = []
    for one in found:
        systems = one.standings.systems
        same = len(systems) > 1 and len({own.score for own in systems}) == 1
        groups = "not tested"
        if one.standings.differences and design.groups == "leaders":
            sizes = Counter(own.letters for own in systems)
            groups = listed([f"{letters} with {many(size, 'system')}" for letters, size in sizes.items()])
        elif one.standings.differences and design.baseline is None:
            letters = sorted({letter for own in systems for letter in own.letters or ""})
            members = ([own.system for own in systems if letter in (own.letters or "")] for letter in letters)
            groups = " | ".join(map(", ".join, members))
        elif one.standings.differences:
            apart = [pair for pair in one.standings.differences if pair.differs(design)]
            groups = ", ".join(f"{pair.first} {shown_number(pair.difference, signed=True)}" for pair in apart) or "none"
        rows.append([one.metric, "all the same" if same else systems[0].system, systems[0].score, groups])
    last = "groups without a significant difference" if design.groups == "letters" else "groups by their leaders"
    last = last if design.baseline is None else f"differ from {design.baseline}"
    yield Listing("", Table(["metric", "best", "score", last], rows))
    yield from direction_note(one.metric for one in found if one.standings.lower_is_better)


def _gates(rulings: Sequence[Ruling]) -> Iterator[Block]:
    failed = sum(not one.passed for one in rulings)
    yield Paragraph(f"Gates: of {len(rulings)}, {f'{failed} failed' if failed else 'all passed'}.")
    heading = ["verdict", "system", "gate", "score", "required", "bound", "required of it"]
    rows: list[list[Cell]] = []
    for one in rulings:
        word = KEPT if one.passed else f"{BROKEN} by its {'bound' if one.score_passes else 'score'}"
        numbers = (one.score, one.required, one.confidence_bound, one.gate.margin)
        rows.append([word, one.system, str(one.gate), *numbers])
    caption = (
        "Gates: what every run had to keep. The bound is one-sided, of the score or of its distance to the "
        "other run; it decides only where the gates were confident."
    )
    yield Listing(caption, Table(heading, _filled(rows)))


def _metric(found: MetricComparison, names: FigureNames | None, legend: bool) -> Iterator[Block]:
    """Yield the parts of one metric: means, pairs, tests, ranks, topics, and writers."""
    standings = found.standings
    if names:
        yield from means_figure(found, standings_table(found, writers=True), names)
    systems = len(standings.systems)
    caption = f"On {found.topics}{found.alike}{found.ends}"
    yield from _listing(caption, standings_table(found), "systems", names, systems)
    if standings.differences:
        if names:
            yield from pairs_figures(found, names)
        yield from _differences(found, names, legend)
    if standings.critical_difference:
        yield Paragraph(_ranks(standings))
        if names:
            yield from ranks_figure(found, names)
    if names:
        yield from topics_figure(found, names)
    if found.human:
        caption, table = _human(found, found.human, legend)
        if names:
            yield from human_figure(found, table, names)
        yield from _listing(caption, table, "human-level", names, systems)
    if found.bounds:
        yield from _oracles(found)


_LOSSES = {"date_oracle": "lost by dates", "text_oracle": "lost by text"}


def _oracles(found: MetricComparison) -> Iterator[Block]:
    """Yield the share of each oracle that systems reach, and whether dates or text lose more."""
    said = listed([f"{bound.run} {shown_number(bound.score)}" for bound in found.bounds])
    caption = f"Bounds of runs that were made with the references in view, which are neither ranked nor tested: {said}."
    heading, columns = ["system", found.word], list[list[Cell]]()
    systems = found.standings.systems
    for bound in found.bounds:
        heading.append(f"of {bound.run}")
        columns.append([bound.shares.get(one.system) for one in systems])
    for bound in found.bounds:
        if loss := _LOSSES.get(bound.oracle.partition("(")[0]):
            heading.append(loss)
            shares = [bound.shares.get(one.system) for one in systems]
            columns.append([None if share is None else bound.score * (1 - share) for share in shares])
    rows = [[one.system, one.score, *cells] for one, *cells in zip(systems, *columns, strict=True)]
    if any(name in heading for name in _LOSSES.values()):
        caption += " Lost by dates is what the date oracle scores more, lost by text what the text oracle scores more."
    yield Listing(caption, Table(heading, _filled(rows)))


def _listing(caption: str, table: Table, which: str, names: FigureNames | None, rows: int) -> Iterator[Block]:
    """Yield a table, folded where it is long; a terminal, which has no figures, says that it is left out."""
    yield Listing(caption, table, rows > _OPEN)
    if rows > _OPEN and names is None:
        where = f"cliometer compare --csv --table {which} prints all"
        yield Paragraph(f"The table of {which} has {rows:,} rows and is left out here; {where}.")


def standings_table(found: MetricComparison, writers: bool = False) -> Table:
    """Return the systems, best first, with groups and ranks where there are any; writers stand last."""
    more = [key for key in ("letters", "rank") if any(getattr(s, key) for s in found.standings.systems)]
    best = found.standings.systems[0].score if len(found.standings.systems) > 1 else None
    rows: list[list[Cell]] = [
        [
            one.system,
            BestNumber(one.score) if one.score == best else one.score,
            *(getattr(one, key) for key in ("low", "high", *more)),
        ]
        for one in found.standings.systems
    ]
    if found.human and writers:
        ends = (found.human.low, found.human.high)
        rows.append(["human writers", found.human.writers, *ends, *(None for _ in more)])
    last = ["group" if key == "letters" else key for key in more]
    return Table(["system", found.word, "low", "high", *last], _filled(rows))


def _filled(rows: Iterable[Sequence[Cell]], gap: Cell = "-") -> list[list[Cell]]:
    return [[gap if cell is None else cell for cell in row] for row in rows]


def _differences(found: MetricComparison, names: FigureNames | None, legend: bool) -> Iterator[Block]:
    """Yield the pairs as they were tested; the columns are explained once in a document."""
    heading = ["difference", "by", "low", "high", "p", "corrected", "effect", "won-tied-lost"]
    rows: list[list[Cell]] = []
    for one in found.standings.differences[:_LISTED]:
        numbers = (one.difference, one.low, one.high, shown_p(one.p), shown_p(one.corrected_p))
        needs = None
        if one.topics_needed_low is not None:
            high = "or more" if one.topics_needed_high is None else f"to {one.topics_needed_high:,}"
            point = "-" if one.topics_needed is None else f"{one.topics_needed:,}"
            needs = f"{point} ({one.topics_needed_low:,} {high})"
        record = f"{one.won}-{one.tied}-{one.lost}"
        rows.append([one.names, *numbers, one.effect, record, needs, one.detectable_difference])
    caption = f"Differences; p: {found.standings.test}."
    if legend:
        least, largest = least_topics(found.design), found.design.significance
        floor = f"; with fewer than {least} no p is {largest:.2g} or less" if least > 2 else ""
        caption += (
            f" {intervals_hold(found)} The effect is Hedges' g over topics. A paired t test shows this effect in "
            f"4 of 5 tries if it has the topics needed (in brackets: their interval){floor}. Detectable is what "
            "these topics would show as often."
        )
        every = [letter for one in found.standings.systems for letter in one.letters or ""]
        shared = LED_GROUPS if found.design.groups == "leaders" else SHARED_LETTERS
        caption += f" {shared}." * (len(set(every)) < len(every))
    table = Table([*heading, "topics needed", "detectable"], _filled(rows))
    pairs = len(found.standings.differences)
    yield from _listing(caption, table, "differences", names, pairs)
    if names and len(rows) < pairs:
        some = f"The table has the first {_LISTED} of {pairs:,} pairs"
        yield Notes([f"{some}; cliometer compare --csv prints all."])


def _ranks(standings: Standings) -> str:
    ranks = standings.critical_difference
    assert ranks is not None
    means = ", ".join(f"{system} {shown_number(rank, 2)}" for system, rank in ranks.average_ranks.items())
    return (
        f"Mean ranks: {means}; critical difference {shown_number(ranks.critical_difference, 2)} (Nemenyi); "
        f"Friedman's test of all systems: {shown_p(ranks.p_value, named=True)}."
    )


def _human(found: MetricComparison, human: HumanLevel, legend: bool) -> tuple[str, Table]:
    """Return what writers reach, and the systems beside them, in the order of the standings."""
    again = " Systems are scored again on exactly these tasks, so their scores may differ from those above."
    interval = ""
    if human.low is not None:
        level = shown_level(found.design.level)
        interval = f" ({level} interval {shown_interval(human.low, human.high)})"
    caption = (
        f"Human level: writers scored against each other reach {shown_number(human.writers)}{interval} on "
        f"{many(human.tasks, 'task')} of {many(human.topics, 'topic')}.{again if legend else ''}"
    )
    order = {one.system: place for place, one in enumerate(found.standings.systems)}
    rows: list[list[Cell]] = []
    for one in sorted(human.systems, key=lambda one: order.get(one.system, len(order))):
        p = None if one.p_holm is None else shown_p(one.p_holm)
        rows.append([one.system, one.score, one.quotient, one.low, one.high, p, one.verdict])
    heading = ["system", found.word, "of writers", "low", "high", "p (Holm)", "verdict"]
    return caption, Table(heading, _filled(rows))


# Tables of all metrics for CSV, where a gap is empty and numbers have all digits, and for LaTeX.


def comparison_table(comparison: SystemComparison, which: str, gap: Cell = "-") -> Table:
    """Return one table of all metrics: `systems`, `differences`, `human-level` or `topics`."""
    if which in ("differences", "topics"):
        records: Records = comparison.frames()[which]
        words = [name if gap is None else name.replace("_", " ") for name in records.columns]
        return Table(words, [[row[key] for key in records.columns] for row in records.rows])
    kinds = {score_word(comparison.design, found.side) for found in comparison.standings}
    word = kinds.pop() if len(kinds) == 1 else "score"
    rows: list[list[Cell]] = []
    if which == "systems":
        heading = ["metric", "system", word, "low", "high", "group", "rank"]
        for found in comparison.standings:
            for one in found.systems:
                rows.append([found.metric, one.system, one.score, one.low, one.high, one.letters, one.rank])
        return Table(heading, _filled(rows, gap))
    if not comparison.human_levels:
        raise InputError("no topic has two writers, so there is no human level to print")
    heading = ["metric", "who", word, "of writers", "low", "high", "p (Holm)", "verdict"]
    for level in comparison.human_levels:  # nothing is a share of writers who score 0
        share = 1.0 if level.writers else None
        rows.append([level.metric, WRITERS, level.writers, share, None, None, None, None])
        rows += [
            [level.metric, its.system, its.score, its.quotient, its.low, its.high, its.p_holm, its.verdict]
            for its in level.systems
        ]
    return Table(heading, _filled(rows, gap))
