"""The check of submissions and the leaderboard as sections for terminals and reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cliometer.engine.compare.human_level import HumanLevel
from cliometer.engine.compare.standings import Standings, SystemStanding
from cliometer.engine.compare.system_comparison import SystemComparison
from cliometer.engine.leaderboard import Leaderboard, SubmissionCheck, SubmissionFault
from cliometer.reporting.chapters.base import FigureNames, chapter, direction_note, filled, remark_notes, text_of
from cliometer.reporting.chapters.comparison import comparison_section, exceeded_bounds
from cliometer.reporting.document import Block, Listing, Paragraph, Section
from cliometer.spelling import listed, many
from cliometer.text.tables import BestNumber, Cell, Table, shown_number

_MOST = 500  # faults in a table that people read
_SHOWN = 60  # systems on a terminal


@chapter(SubmissionCheck)
def check_section(check: SubmissionCheck, names: FigureNames | None = None) -> Section:
    """Return how many submissions are valid, and what is wrong with the others."""
    return Section("Submissions", [*_faults(check), *remark_notes(check.notes)])


def _faults(check: SubmissionCheck) -> Iterator[Block]:
    refused = len(check.submissions) - len(check.valid)
    rules = Counter(fault.rule for fault in check.faults if fault.severity == "error")
    why = f" Errors by rule: {listed([f'{rule} {count}' for rule, count in rules.most_common()], 20)}." * bool(rules)
    warned = sum(fault.severity == "warning" for fault in check.faults)
    extra = f" There {'is' if warned == 1 else 'are'} {many(warned, 'warning')}." * bool(warned)
    are = "is" if 1 in (len(check.valid), len(check.submissions)) else "are"
    valid = f"{len(check.valid):,} of {many(len(check.submissions), 'submission')} {are} valid"
    yield Paragraph(
        f"{valid}; {refused:,} {'is' if refused == 1 else 'are'} not.{why}{extra}" if refused else f"{valid}.{extra}"
    )
    shown = sorted(check.faults, key=lambda fault: fault.severity != "error")[:_MOST]
    if shown:
        yield Listing("", _shown(shown))
    if len(shown) < len(check.faults):
        rest = f"The table has the first {_MOST} of {len(check.faults):,} faults"
        yield Paragraph(f"{rest}; cliometer submissions check --csv prints all.")


def _shown(faults: Sequence[SubmissionFault]) -> Table:
    """Return a table for readers: the place, the rule, and what is wrong with what to do about it."""
    has_fields = any(fault.field for fault in faults)
    rows: list[list[Cell]] = [
        [fault.file if fault.line is None else f"{fault.file}:{fault.line}", *[fault.field or "-"] * has_fields,
         fault.rule, fault.severity, f"{fault.problem}; {fault.remedy}"]
        for fault in faults
    ]  # fmt: skip
    return Table(["file", *["field"] * has_fields, "rule", "severity", "what is wrong, and what to do"], rows)


@chapter(Leaderboard)
def leaderboard_section(board: Leaderboard, names: FigureNames | None = None) -> Section:
    """Return the systems by place and group, the parts of the comparison, and what is wrong with the others."""
    checked = Section("Submissions", list(_faults(board.check)))
    if board.comparison is None:
        return Section("Leaderboard", [Paragraph("No submission is valid, so nothing was scored.")], [checked])
    compared = comparison_section(board.comparison, names)
    table = leaderboard_table(board.comparison)
    shown = table.rows if names else table.rows[:_SHOWN]
    blocks: list[Block] = [Listing("", replace(table, rows=shown))]
    if len(shown) < len(table.rows):
        blocks.append(Paragraph(f"The table has the first {_SHOWN} of {len(table.rows):,} systems; --csv prints all."))
    blocks += direction_note(standings.metric for standings in board.comparison.standings if standings.lower_is_better)
    if tests := dict.fromkeys(standings.test for standings in board.comparison.standings if standings.test):
        level = f"p <= {board.comparison.design.significance:g}"
        blocks.append(
            Paragraph(f"{text_of('comparison-groups-leaders')}. The tests: {'; or '.join(map(str, tests))}; {level}.")
        )
        blocks += map(Paragraph, _crossings(board.comparison.standings[0]))
    blocks += map(Paragraph, _bounds(board.comparison))
    details = [_folded(compared)] if names else []
    notes = [] if names else remark_notes(board.notes)
    return Section("Leaderboard", [*blocks, *notes], [*details, checked])


def _crossings(standings: Standings) -> Iterator[str]:
    """Say why a lower place can be in a better group, where one is."""
    ranked = [(int(standing.rank or place), standing) for place, standing in enumerate(standings.systems, start=1)]
    for at, (place, standing) in enumerate(ranked):
        later = [other for other in ranked[at + 1 :] if _group(other[1]) < _group(standing)]
        if later:
            below, other = later[-1]
            above = f"{standing.system} (place {place}, group {standing.letters})"
            under = f"{other.system} (place {below}, group {other.letters})"
            yield f"Groups need not follow the places: {above} stands above {under}. {text_of('submissions-crossed')}"
            return


def _group(standing: SystemStanding) -> tuple[int, str]:
    """The place of a group among the groups: after z comes aa."""
    return len(standing.letters or ""), standing.letters or ""


def _folded(section: Section) -> Section:
    """Return a section whose tables the reader opens: its figures and the leaderboard show most of them."""
    blocks = [
        replace(block, folded=True, caption=block.caption or "The best systems by each metric")
        if isinstance(block, Listing)
        else block
        for block in section.blocks
    ]
    return replace(section, blocks=blocks, sections=list(map(_folded, section.sections)))


def leaderboard_table(comparison: SystemComparison) -> Table:
    """Return the systems in the order of the first metric, with their places, groups and scores by every metric."""
    first, *others = comparison.standings
    level = next((level for level in comparison.human_levels if level.metric == first.metric), None)
    human = {row.system: row for row in level.systems} if level else {}
    beside = {table.metric: {row.system: row.score for row in table.systems} for table in others}
    rows: list[list[Cell]] = []
    for place, row in enumerate(first.systems, start=1):
        best = BestNumber(row.score) if row.score == first.systems[0].score else row.score
        beside_human = human.get(row.system)
        share = [] if level is None else [beside_human.quotient if beside_human else None]
        scores = [scored[row.system] for scored in beside.values()]
        rows.append([int(row.rank or place), row.letters, row.system, best, row.low, row.high, *share, *scores])
    heading = ["place", "group", "system", first.metric, "low", "high", *["of writers"] * (level is not None), *beside]
    return Table(heading, filled(rows))


def _bounds(comparison: SystemComparison) -> Iterator[str]:
    """Say what human writers and oracles score by each metric."""
    first = next(iter(comparison.human_levels), None)
    for level in comparison.human_levels:
        on = f"{many(level.tasks, 'task')} of {many(level.topics, 'topic')}"
        reached = f"writers scored against each other reach {shown_number(level.writers)}"
        yield f"Human level by {level.metric}: {reached} on {on}.{_share(level) if level is first else ''}"
    yield from exceeded_bounds(comparison.bounds)
    for bound in (bound for bound in comparison.bounds if not bound.exceeded):
        yield (
            f"Bound by {bound.metric}: {bound.run}, which {bound.oracle} made with the references in view, reaches "
            f"{shown_number(bound.score)}; it is neither ranked nor tested."
        )


def _share(level: HumanLevel) -> str:
    """Say what the column of shares divides, with the numbers of a system: they are not those of the table."""
    sentence = text_of("submissions-share")
    best = next((system for system in level.systems if system.quotient is not None), None)
    if best is None:
        return f"{sentence}."
    divided = f"{shown_number(best.score, 4)} / {shown_number(level.writers, 4)} = {shown_number(best.quotient)}"
    return f"{sentence}: for {best.system}, {divided}."
