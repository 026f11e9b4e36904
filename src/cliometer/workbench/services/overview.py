"""The owner's overview of a study: topics by steps, who is at work, and what holds it up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cliometer.errors import CliometerError
from cliometer.study.steps import SheetState, StudyStep, may_read, open_step
from cliometer.workbench.access import Seat
from cliometer.workbench.models import Entry, Sheet, Study, StudyTopic
from cliometer.workbench.services.storage import active_seconds
from cliometer.workbench.services.studies import spans_topics, unstaffed
from cliometer.workbench.services.worksheets import load, sheet_states


@dataclass(frozen=True)
class SheetLine:
    """A sheet in a cell; `state` is one of: handed in, at work, not begun, waiting."""

    sheet: Sheet
    state: str
    seconds: float
    done: int
    of: int
    readable: bool
    begun: bool

    @property
    def who(self) -> str:
        return self.sheet.judge_name or "all together"


@dataclass(frozen=True)
class StepCell:
    """A step of a topic."""

    step: StudyStep
    lines: tuple[SheetLine, ...]
    is_open: bool
    reopens: tuple[str, ...]  # titles of the later steps that reopening it reopens; with work in them

    @property
    def complete(self) -> bool:
        return bool(self.lines) and all(line.sheet.submitted for line in self.lines)

    @property
    def reopenable(self) -> bool:
        return any(line.sheet.submitted for line in self.lines)


@dataclass(frozen=True)
class TopicRow:
    """A topic, or the study where a sheet holds all topics."""

    topic: StudyTopic | None
    cells: tuple[StepCell, ...]

    @property
    def frozen(self) -> bool:
        """Whether it is through all steps."""
        return not any(cell.is_open for cell in self.cells)


@dataclass(frozen=True)
class StudyGrid:
    """All of it, and what the owner should do something about."""

    steps: tuple[StudyStep, ...]
    rows: tuple[TopicRow, ...]
    warnings: tuple[str, ...]
    seconds: float

    @property
    def missing(self) -> bool:
        """Whether a step has no sheet where it needs one."""
        return any(not cell.lines and not cell.step.optional for row in self.rows for cell in row.cells)


def study_grid(seat: Seat) -> StudyGrid:
    """Return the overview as the person may see it."""
    study = seat.study
    sheets = list(study.sheets.filter(superseded=False).select_related("study", "topic", "judge"))
    time = active_seconds(sheets)
    used = _with_entries(sheets)
    topics: list[StudyTopic | None] = [None] if spans_topics(study) else [*study.topics.all()]
    rows = []
    for topic in topics:
        mine = [sheet for sheet in sheets if sheet.topic_id == (topic.pk if topic else None)]
        rows.append(TopicRow(topic, tuple(_cells(seat, mine, time, used))))
    return StudyGrid(study.protocol.steps, tuple(rows), tuple(_warnings(study, rows)), sum(time.values()))


def _with_entries(sheets: Sequence[Sheet]) -> set[int]:
    rows = Entry.objects.filter(sheet__in=sheets).order_by()
    return set(rows.values_list("sheet_id", flat=True).distinct())


def _cells(seat: Seat, sheets: Sequence[Sheet], time: dict[int, float], used: set[int]) -> Iterator[StepCell]:
    protocol, around = seat.study.protocol, sheet_states(sheets)
    current = open_step(protocol, around)
    for step in protocol.steps:
        is_open = current is not None and step.name == current.name
        lines = tuple(
            _line(seat, sheet, around, is_open, time.get(sheet.pk, 0.0), sheet.pk in used)
            for sheet in sheets
            if sheet.step == step.name
        )
        later = {later.name: later.title for later in protocol.later(step.name)}
        touched = dict.fromkeys(
            later[sheet.step]
            for sheet in sheets
            if sheet.step in later and (sheet.submitted or sheet.pk in used)
        )
        yield StepCell(step, lines, is_open, tuple(touched))


def _line(
    seat: Seat, sheet: Sheet, around: Sequence[SheetState], is_open: bool, seconds: float, begun: bool
) -> SheetLine:
    done, of = progress(sheet) if is_open and begun and not sheet.submitted else (0, 0)
    readable = may_read(seat.study.protocol, sheet.state, around, seat.user.username, seat.roles)
    reached = is_open or sheet.submitted is not None
    opened = ("at work" if begun else "not begun") if is_open else "waiting"
    state = "handed in" if sheet.submitted else opened
    return SheetLine(sheet, state, seconds, done, of, readable and reached, begun)


def progress(sheet: Sheet) -> tuple[int, int]:
    """Return how far a sheet is; none where it cannot be laid out."""
    try:
        return load(sheet).work.progress
    except CliometerError:
        return (0, 0)


def _warnings(study: Study, rows: Sequence[TopicRow]) -> Iterator[str]:
    yield from unstaffed(study)
    cells = [(row.topic or study.title, cell) for row in rows for cell in row.cells]
    for place, cell in cells:
        if not cell.lines and not cell.step.optional and study.sheets.exists():
            yield f"{place}: nobody is assigned to {cell.step.title!r}"
    seated = set(study.members.values_list("user_id", flat=True))
    for place, cell in cells:
        for sheet in (line.sheet for line in cell.lines if cell.is_open):
            if sheet.judge and not sheet.submitted and sheet.judge_id not in seated:
                yield (
                    f"{place}: {cell.step.title!r} waits for {sheet.judge.username}, "
                    "who has no seat; withdraw the sheet or invite them"
                )


def hidden_sheets(seat: Seat) -> list[Sheet]:
    """Return work that this person may not see: others', in a blind step that is not handed in."""
    sheets = list(seat.study.sheets.filter(superseded=False).select_related("study", "topic", "judge"))
    around: dict[int | None, list[SheetState]] = {}
    for sheet in sheets:
        around.setdefault(sheet.topic_id, []).append(sheet.state)
    used = _with_entries(sheets)
    protocol, name = seat.study.protocol, seat.user.username
    return [
        sheet
        for sheet in sheets
        if (sheet.pk in used or sheet.submitted)
        and not may_read(protocol, sheet.state, around[sheet.topic_id], name, seat.roles)
    ]
