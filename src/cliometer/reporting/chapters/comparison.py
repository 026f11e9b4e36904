"""A comparison of systems as a section for terminals and reports, and as tables for CSV and LaTeX."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from cliometer.engine.compare.figures import Design, score_word
from cliometer.engine.compare.gates import Ruling
from cliometer.engine.compare.human_level import WRITERS, HumanLevel, OracleBound
from cliometer.engine.compare.significance import least_topics
from cliometer.engine.compare.standings import Standings
from cliometer.engine.compare.system_comparison import SystemComparison
from cliometer.errors import InputError
from cliometer.reporting.chapters import base
from cliometer.reporting.chapters import comparison_figures as drawing
from cliometer.reporting.chapters.base import FigureNames, chapter, filled, leaders, text_of
from cliometer.reporting.document import Block, Listing, Notes, Paragraph, Section
from cliometer.spelling import listed, many, many_tasks
from cliometer.text.tables import BestNumber, Cell, Table, shown_interval, shown_level, shown_number, shown_p

_CORRECTIONS = {"holm": " after Holm", "bh": " after Benjamini-Hochberg", "none": ""}
_FEW = 4  # systems, all pairs of which can be read out
_OPEN = 60  # rows of a table that a reader meets without asking for it
_LISTED = 500
KEPT = "\N{CHECK MARK}\N{NO-BREAK SPACE}passed"
BROKEN = "\N{BALLOT X}\N{NO-BREAK SPACE}failed"


class MetricComparison:
    """One metric: where the systems stand, what writers score, and the words for both."""

    def __init__(self, standings: Standings, comparison: SystemComparison) -> None:
        design, tasks = comparison.design, standings.topics != standings.independent_topics
        self.standings, self.design, self.metric = standings, design, standings.metric
        self.human = next((level for level in comparison.human_levels if level.metric == standings.metric), None)
        self.bounds = [bound for bound in comparison.bounds if bound.metric == standings.metric]
        self.label = f"{standings.metric} (lower is better)" if standings.lower_is_better else standings.metric
        self.word = score_word(design, standings.side)  # what the compared number is called
        self.single = "task" if tasks else "topic"  # what one number belongs to
        self.topics = many_tasks(standings.topics, standings.independent_topics)  # such as `19 tasks of 9 topics`
        self.corrected = _CORRECTIONS[design.correction]
        kinds = " or ".join(dict.fromkeys(standing.interval for standing in standings.systems if standing.interval))
        self.ends = f", with {shown_level(design.level)} intervals ({kinds})" if kinds else ""
        self.alike = f", with equal weight for each {design.weigh[:-1]}" if tasks else ""
        # What the intervals of differences hold for, and that they agree with the test.
        level, agree = shown_level(design.level), "exclude 0 exactly where the corrected p is significant"
        kind = "simultaneous (Bonferroni; the end nearer to 0 is Holm's)"
        self.intervals = f"The {level} intervals are {kind}, and {agree}."
        if len(standings.differences) == 1 or design.correction == "none":
            agree = "exclude 0 exactly where p is significant"
            self.intervals = f"The {level} intervals are of each difference alone, and {agree}."
        elif design.correction == "bh":
            missed = f"{shown_level(design.significance)} at most are expected to miss the truth"
            self.intervals = f"Of the intervals that exclude 0, {missed}; they {agree}."


@chapter(SystemComparison)
def comparison_section(comparison: SystemComparison, names: FigureNames | None = None) -> Section:
    """Return verdicts, all metrics at a glance, and a section for each metric; figures only with names."""
    by_metric = [MetricComparison(table, comparison) for table in comparison.standings]
    blocks: list[Block] = []
    if len(by_metric) == 1:
        blocks.append(Paragraph(_verdict(by_metric[0])))
    else:
        blocks.append(Notes([f"{part.metric}: {_verdict(part)}" for part in by_metric]))
        blocks += _summary(by_metric, comparison.design)
    if names:
        blocks += drawing.overview_figure(by_metric, names)
    if comparison.protocol:
        from cliometer.reporting.chapters.protocols import account_listings

        blocks += account_listings(comparison.protocol)
    gates = [Section("Gates", list(_gates(comparison.rulings)), detail=True)] if comparison.rulings else []
    first = next((part for part in by_metric if part.standings.differences), None)
    sections = [Section(part.label, list(_metric(part, names, part is first))) for part in by_metric]
    return Section("Comparison", [*blocks, *base.remarks(comparison)], [*gates, *sections])


def _verdict(part: MetricComparison) -> str:
    """Return which system is best, and who differs from whom."""
    best = part.standings.systems[0]
    lead = leaders({row.system: row.score for row in part.standings.systems}, part.standings.lower_is_better)
    most = "lowest, which is best" if part.standings.lower_is_better else "highest"
    who = lead.said(f"scores {most}:", f"score {most}:", "systems score the same:")
    if lead.alone:
        who = f"{lead.names[0]} has"
    interval = ""
    if not lead.shared and best.low is not None:  # an interval is that of one system
        interval = f", {shown_level(part.design.level)} interval {shown_interval(best.low, best.high)}"
    sentences = [f"Over {part.topics}{part.alike and f'{part.alike},'} {who} {part.word} {lead.score}{interval}."]
    if not part.standings.differences:
        sentences.append("No difference was tested.")
    elif part.design.baseline is not None:
        sentences += _beside_baseline(part)
    elif len(part.standings.systems) > _FEW:
        sentences += _beside_best(part)
    else:
        for difference in part.standings.differences:
            pair = f"{difference.first} and {difference.second} do not differ significantly"
            if difference.differs(part.design):
                pair = f"{difference.first} beats {difference.second}"
                if not part.standings.better(difference):
                    pair = f"{difference.second} beats {difference.first}"
            sentences.append(f"{pair} ({shown_p(difference.corrected_p, named=True)}{part.corrected}).")
    return " ".join(sentences)


def _beside_baseline(part: MetricComparison) -> Iterator[str]:
    groups: dict[str, list[str]] = {"better than": [], "worse than": [], "not significantly different from": []}
    for pair in part.standings.differences:
        better, worse, same = groups.values()
        group = same if not pair.differs(part.design) else better if part.standings.better(pair) else worse
        group.append(pair.first)
    for verb, names in groups.items():
        if names:
            are = f"{listed(names)} {'is' if len(names) == 1 else 'are'}"
            limit = f"p {'>' if verb.startswith('not') else '<='} {part.design.significance:g}"
            yield f"{are} {verb} the baseline {part.design.baseline} ({limit}{part.corrected})."


def _beside_best(comparison: MetricComparison) -> Iterator[str]:
    best, second = comparison.standings.systems[:2]
    it = best.system if best.score == second.score else "It"
    differences = [difference for difference in comparison.standings.differences if difference.first == best.system]
    beaten = [difference.second for difference in differences if difference.differs(comparison.design)]
    equal = [difference.second for difference in differences if not difference.differs(comparison.design)]
    if beaten:
        limit = f"p <= {comparison.design.significance:g}{comparison.corrected}"
        yield f"{it} beats {len(beaten)} of the {len(differences)} other systems ({limit})."
    if equal:
        yield f"{it} does not differ significantly from {listed(equal)}."
    if comparison.design.groups == "letters":
        apart = sum(difference.differs(comparison.design) for difference in comparison.standings.differences)
        yield f"Of all {len(comparison.standings.differences)} pairs, {apart} differ."


def _summary(parts: Sequence[MetricComparison], design: Design) -> Iterator[Block]:
    """Yield a line for each metric: the best system, and the groups of systems or who differs from the baseline."""
    rows: list[list[Cell]] = []
    for part in parts:
        systems = part.standings.systems
        same = len(systems) > 1 and len({row.score for row in systems}) == 1
        groups = "not tested"
        if part.standings.differences and design.groups == "leaders":
            sizes = Counter(row.letters for row in systems)
            groups = listed([f"{letters} with {many(size, 'system')}" for letters, size in sizes.items()])
        elif part.standings.differences and design.baseline is None:
            letters = sorted({letter for row in systems for letter in row.letters or ""})
            members = ([row.system for row in systems if letter in (row.letters or "")] for letter in letters)
            groups = " | ".join(map(", ".join, members))
        elif part.standings.differences:
            apart = [pair for pair in part.standings.differences if pair.differs(design)]
            groups = ", ".join(f"{pair.first} {shown_number(pair.difference, signed=True)}" for pair in apart) or "none"
        rows.append([part.metric, "all the same" if same else systems[0].system, systems[0].score, groups])
    last = "groups without a significant difference" if design.groups == "letters" else "groups by their leaders"
    last = last if design.baseline is None else f"differ from {design.baseline}"
    yield Listing("", Table(["metric", "best", "score", last], rows))
    yield from base.direction_note(part.metric for part in parts if part.standings.lower_is_better)


def _gates(rulings: Sequence[Ruling]) -> Iterator[Block]:
    failed = sum(not ruling.passed for ruling in rulings)
    yield Paragraph(f"Gates: of {len(rulings)}, {f'{failed} failed' if failed else 'all passed'}.")
    heading = ["verdict", "system", "gate", "score", "required", "bound", "required of it"]
    rows: list[list[Cell]] = []
    for ruling in rulings:
        word = KEPT if ruling.passed else f"{BROKEN} by its {'bound' if ruling.score_passes else 'score'}"
        numbers = (ruling.score, ruling.required, ruling.confidence_bound, ruling.gate.margin)
        rows.append([word, ruling.system, str(ruling.gate), *numbers])
    yield Listing(text_of("comparison-gates"), Table(heading, filled(rows)))


def _metric(comparison: MetricComparison, names: FigureNames | None, legend: bool) -> Iterator[Block]:
    """Yield the parts of one metric: means, pairs, tests, ranks, topics, and writers."""
    standings = comparison.standings
    if names:
        yield from drawing.means_figure(comparison, standings_table(comparison, writers=True), names)
    systems = len(standings.systems)
    caption = f"On {comparison.topics}{comparison.alike}{comparison.ends}"
    yield from _listing(caption, standings_table(comparison), "systems", names, systems)
    if standings.differences:
        if names:
            yield from drawing.pairs_figures(comparison, names)
        yield from _differences(comparison, names, legend)
    if ranks := standings.critical_difference:
        means = ", ".join(f"{system} {shown_number(rank, 2)}" for system, rank in ranks.average_ranks.items())
        distance, p = shown_number(ranks.critical_difference, 2), shown_p(ranks.p_value, named=True)
        friedman = f"Friedman's test of all systems: {p}"
        yield Paragraph(f"Mean ranks: {means}; critical difference {distance} (Nemenyi); {friedman}.")
        if names:
            yield from drawing.ranks_figure(comparison, names)
    if names:
        yield from drawing.topics_figure(comparison, names)
    if comparison.human:
        caption, table = _human(comparison, comparison.human, legend)
        if names:
            yield from drawing.human_figure(comparison, table, names)
        yield from _listing(caption, table, "human-level", names, systems)
    if comparison.bounds:
        yield from _oracles(comparison)


_LOSSES = {"date_oracle": "lost by dates", "text_oracle": "lost by text"}


def _oracles(comparison: MetricComparison) -> Iterator[Block]:
    """Yield the share of each oracle that systems reach, and whether dates or text lose more; then what is no bound."""
    heading, columns = ["system", comparison.word], list[list[Cell]]()
    systems, sign = comparison.standings.systems, -1 if comparison.standings.lower_is_better else 1
    holding = [bound for bound in comparison.bounds if not bound.exceeded]
    for bound in holding:
        heading.append(f"of {bound.run}")
        columns.append([bound.shares.get(standing.system) for standing in systems])
    for bound in holding:
        if loss := _LOSSES.get(bound.oracle.partition("(")[0]):
            heading.append(loss)
            columns.append([sign * (bound.score - standing.score) for standing in systems])
    if holding:
        bounds = listed([f"{bound.run} {shown_number(bound.score)}" for bound in holding])
        caption = f"Bounds by runs that were made with the references in view, neither ranked nor tested: {bounds}."
        if any(name in heading for name in _LOSSES.values()):
            caption += text_of("comparison-oracles")
        rows = [[standing.system, standing.score, *cells] for standing, *cells in zip(systems, *columns, strict=True)]
        yield Listing(caption, Table(heading, filled(rows)))
    yield from map(Paragraph, exceeded_bounds(comparison.bounds))


def exceeded_bounds(bounds: Iterable[OracleBound]) -> Iterator[str]:
    """Yield for each oracle that systems exceed that it is no bound, and by which systems."""
    for bound in bounds:
        if bound.exceeded:
            names = [
                name if (share := bound.shares[name]) is None else f"{name} ({shown_number(share, 2)} times its score)"
                for name in bound.exceeded
            ]
            yield (
                f"No bound by {bound.metric}: {bound.run}, which {bound.oracle} made with the references in view, "
                f"reaches {shown_number(bound.score)} and is exceeded by {listed(names, 5)}."
            )


def _listing(caption: str, table: Table, which: str, names: FigureNames | None, rows: int) -> Iterator[Block]:
    """Yield a table, folded where it is long; a terminal, which has no figures, says that it is left out."""
    yield Listing(caption, table, rows > _OPEN)
    if rows > _OPEN and names is None:
        where = f"cliometer compare --csv --table {which} prints all"
        yield Paragraph(f"The table of {which} has {rows:,} rows and is left out here; {where}.")


def standings_table(comparison: MetricComparison, writers: bool = False) -> Table:
    """Return the systems, best first, with groups and ranks where there are any; writers stand last."""
    columns = [key for key in ("letters", "rank") if any(getattr(s, key) for s in comparison.standings.systems)]
    best = comparison.standings.systems[0].score if len(comparison.standings.systems) > 1 else None
    rows: list[list[Cell]] = [
        [
            standing.system,
            BestNumber(standing.score) if standing.score == best else standing.score,
            *(getattr(standing, key) for key in ("low", "high", *columns)),
        ]
        for standing in comparison.standings.systems
    ]
    if comparison.human and writers:
        ends = (comparison.human.low, comparison.human.high)
        rows.append(["human writers", comparison.human.writers, *ends, *(None for _ in columns)])
    last = ["group" if key == "letters" else key for key in columns]
    return Table(["system", comparison.word, "low", "high", *last], filled(rows))


def _differences(part: MetricComparison, names: FigureNames | None, legend: bool) -> Iterator[Block]:
    """Yield the pairs as they were tested; the columns are explained once in a document."""
    heading = ["difference", "by", "low", "high", "p", "corrected", "effect", "won-tied-lost"]
    rows: list[list[Cell]] = []
    for pair in part.standings.differences[:_LISTED]:
        numbers = (pair.difference, pair.low, pair.high, shown_p(pair.p), shown_p(pair.corrected_p))
        needs = None
        if pair.topics_needed_low is not None:
            high = "or more" if pair.topics_needed_high is None else f"to {pair.topics_needed_high:,}"
            point = "-" if pair.topics_needed is None else f"{pair.topics_needed:,}"
            needs = f"{point} ({pair.topics_needed_low:,} {high})"
        record = f"{pair.won}-{pair.tied}-{pair.lost}"
        rows.append([pair.names, *numbers, pair.effect, record, needs, pair.detectable_difference])
    caption = f"Differences; p: {part.standings.test}."
    if legend:
        least, largest = least_topics(part.design), part.design.significance
        floor = f"; with fewer than {least} no p is {largest:.2g} or less" if least > 2 else ""
        caption += text_of("comparison-differences", intervals=part.intervals, floor=floor)
        every = [letter for row in part.standings.systems for letter in row.letters or ""]
        shared = text_of(f"comparison-groups-{part.design.groups}")
        caption += f" {shared}." * (len(set(every)) < len(every))
    table = Table([*heading, "topics needed", "detectable"], filled(rows))
    pairs = len(part.standings.differences)
    yield from _listing(caption, table, "differences", names, pairs)
    if names and len(rows) < pairs:
        some = f"The table has the first {_LISTED} of {pairs:,} pairs"
        yield Notes([f"{some}; cliometer compare --csv prints all."])


def _human(comparison: MetricComparison, human: HumanLevel, legend: bool) -> tuple[str, Table]:
    """Return what writers reach, and the systems beside them, in the order of the standings."""
    again = " Systems are scored again on exactly these tasks, so their scores may differ from those above."
    interval = ""
    if human.low is not None:
        interval = f" ({shown_level(comparison.design.level)} interval {shown_interval(human.low, human.high)})"
    caption = (
        f"Human level: writers scored against each other reach {shown_number(human.writers)}{interval} on "
        f"{many(human.tasks, 'task')} of {many(human.topics, 'topic')}.{again if legend else ''}"
    )
    order = {standing.system: place for place, standing in enumerate(comparison.standings.systems)}
    rows: list[list[Cell]] = []
    for system in sorted(human.systems, key=lambda system: order.get(system.system, len(order))):
        p = None if system.p_holm is None else shown_p(system.p_holm)
        rows.append([system.system, system.score, system.quotient, system.low, system.high, p, system.verdict])
    heading = ["system", comparison.word, "of writers", "low", "high", "p (Holm)", "verdict"]
    return caption, Table(heading, filled(rows))


# Tables of all metrics for CSV, where a gap is empty and numbers have all digits, and for LaTeX.


def comparison_table(comparison: SystemComparison, which: str, gap: Cell = "-") -> Table:
    """Return one table of all metrics: `systems`, `differences`, `human-level` or `topics`."""
    if which in ("differences", "topics"):
        whole = base.records_table(comparison.frames()[which])
        return Table([name if gap is None else name.replace("_", " ") for name in whole.heading], whole.rows)
    kinds = {score_word(comparison.design, table.side) for table in comparison.standings}
    word = kinds.pop() if len(kinds) == 1 else "score"
    rows: list[list[Cell]] = []
    if which == "systems":
        heading = ["metric", "system", word, "low", "high", "group", "rank"]
        for table in comparison.standings:
            for row in table.systems:
                rows.append([table.metric, row.system, row.score, row.low, row.high, row.letters, row.rank])
        return Table(heading, filled(rows, gap))
    if not comparison.human_levels:
        raise InputError("human-level-missing")
    heading = ["metric", "who", word, "of writers", "low", "high", "p (Holm)", "verdict"]
    for level in comparison.human_levels:  # nothing is a share of writers who score 0
        share = 1.0 if level.writers else None
        rows.append([level.metric, WRITERS, level.writers, share, None, None, None, None])
        rows += [
            [level.metric, its.system, its.score, its.quotient, its.low, its.high, its.p_holm, its.verdict]
            for its in level.systems
        ]
    return Table(heading, filled(rows, gap))
