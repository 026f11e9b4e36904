"""The state of a study: the owner's grid of topics and steps, and the open tasks of each person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Manager, Max, Q, QuerySet

from cliometer.errors import CliometerError
from cliometer.model.notes import Note
from cliometer.spelling import listed, many
from cliometer_workbench.access import Seat, SheetSeat
from cliometer_workbench.models import Entry, Member, Sheet, Study, StudyTopic, present_sheets
from cliometer_workbench.services.sheet_lifecycle import people
from cliometer_workbench.services.storage import active_seconds
from cliometer_workbench.services.study_lifecycle import spans_topics, unstaffed_steps
from cliometer_workbench.services.study_releases import readiness
from cliometer_workbench.services.worksheets import load, sheet_states
from cliometer_workbench.study.steps import SheetState, StudyStep, is_open, may_read, open_step


@dataclass(frozen=True)
class SheetLine:
    """A sheet in a cell of the grid; `state` is one of: handed in, at work, not begun, waiting."""

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
    """A step of a topic, with its sheets."""

    step: StudyStep
    lines: tuple[SheetLine, ...]
    is_open: bool
    reopens: tuple[str, ...]  # titles of the later steps with work, which would be reopened with it

    @property
    def complete(self) -> bool:
        return bool(self.lines) and all(line.sheet.submitted for line in self.lines)

    @property
    def reopenable(self) -> bool:
        return any(line.sheet.submitted for line in self.lines)


@dataclass(frozen=True)
class TopicRow:
    """A row of the grid: a topic, or the whole study where a sheet holds all topics."""

    topic: StudyTopic | None
    cells: tuple[StepCell, ...]

    @property
    def frozen(self) -> bool:
        """Whether all steps are handed in."""
        return not any(cell.is_open for cell in self.cells)


@dataclass(frozen=True)
class StepProgress:
    """How many sheets of a step, over all topics, are handed in or at work."""

    step: StudyStep
    handed_in: int
    at_work: int
    of: int
    done: float  # what is done on the sheets at work, in sheets; nothing where nobody knows how much there is to do

    @property
    def shares(self) -> tuple[int, int]:
        """The share that is handed in, and the one that is done on sheets at work, as whole percentages."""
        return (100 * self.handed_in // self.of, int(100 * self.done / self.of)) if self.of else (0, 0)


@dataclass(frozen=True)
class StudyGrid:
    """The steps of all topics, and warnings for the owner."""

    steps: tuple[StudyStep, ...]
    rows: tuple[TopicRow, ...]
    warnings: tuple[str, ...]
    seconds: float

    @property
    def missing(self) -> bool:
        """Whether a step has no sheet where it needs one."""
        return any(not cell.lines and not cell.step.optional for row in self.rows for cell in row.cells)

    @property
    def progress(self) -> list[StepProgress]:
        """The progress of each step that has sheets."""
        steps = []
        for step in self.steps:
            cells = [cell for row in self.rows for cell in row.cells if cell.step == step]
            lines = [line for cell in cells for line in cell.lines]
            at_work = [line for line in lines if line.state == "at work"]
            done = sum(line.done / line.of for line in at_work if line.of)
            handed_in = sum(line.state == "handed in" for line in lines)
            steps.append(StepProgress(step, handed_in, len(at_work), len(lines), done))
        return [step for step in steps if step.of]

    @property
    def sheets(self) -> tuple[int, int]:
        """The number of sheets that are handed in, of all sheets."""
        return sum(step.handed_in for step in self.progress), sum(step.of for step in self.progress)


def study_grid(seat: Seat) -> StudyGrid:
    """Return the grid of a study as the person may see it."""
    study = seat.study
    sheets = list(present_sheets(study.sheets))
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
            later[sheet.step] for sheet in sheets if sheet.step in later and (sheet.submitted or sheet.pk in used)
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


def judge_count(study: Study) -> int:
    """Return the number of judges: with a seat or with a sheet, without workers who were screened out."""
    judges = study.members.filter(role="judge").values("user")
    steps = [step.name for step in study.protocol.steps if "judge" in step.roles]
    sheets = study.sheets.filter(superseded=False, judge__isnull=False, step__in=steps).values("judge")
    screened = study.workers.exclude(screened="").values("user")
    return User.objects.filter(Q(pk__in=judges) | Q(pk__in=sheets)).exclude(pk__in=screened).count()


def progress(sheet: Sheet) -> tuple[int, int]:
    """Return how much of a sheet is done, of how much; (0, 0) where it cannot be laid out."""
    try:
        return load(sheet).work.progress
    except CliometerError:
        return (0, 0)


def _warnings(study: Study, rows: Sequence[TopicRow]) -> Iterator[str]:
    yield from unstaffed_steps(study)
    cells = [(row.topic or study.title, cell) for row in rows for cell in row.cells]
    for place, cell in cells:
        if not cell.lines and not cell.step.optional and study.sheets.exists():
            yield Note.of("step-unassigned", place=place, step=cell.step.title)
    seated = set(study.members.values_list("user_id", flat=True))
    for place, cell in cells:
        for sheet in (line.sheet for line in cell.lines if cell.is_open):
            if sheet.judge and not sheet.submitted and sheet.judge_id not in seated:
                yield (Note.of("step-waits-for-stranger", place=place, step=cell.step.title, judge=sheet.judge_name))


def hidden_sheets(seat: Seat) -> list[Sheet]:
    """Return the sheets that this person may not see: others' work in a blind step that is not handed in."""
    sheets = list(present_sheets(seat.study.sheets))
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


@dataclass(frozen=True)
class OpenSheet:
    """An open sheet, and how much of it is done."""

    sheet: Sheet
    done: int
    of: int
    begun: bool


def open_tasks(user: User, study: Study | None = None) -> list[OpenSheet]:
    """Return a person's open sheets, and shared ones for their roles; the sheet used last comes first."""
    seats = user.seats.filter(study__archived=False) if study is None else user.seats.filter(study=study)
    roles = roles_by_study(seats)
    rows = present_sheets(Sheet.objects).filter(study__in=roles)
    places: dict[tuple[int, int | None], list[Sheet]] = {}
    for sheet in rows:
        places.setdefault((sheet.study_id, sheet.topic_id), []).append(sheet)
    opened = [
        sheet
        for sheets in places.values()
        for sheet in sheets
        if not sheet.submitted
        and is_open(sheet.study.protocol, sheet.step, sheet_states(sheets))
        and (
            sheet.judge_id == user.pk or (sheet.judge_id is None and roles[sheet.study_id] & {*sheet.definition.roles})
        )
    ]
    last = dict(Entry.objects.filter(sheet__in=opened, by=user).values_list("sheet").annotate(last=Max("at")))
    opened.sort(key=lambda sheet: last[sheet.pk].timestamp() if sheet.pk in last else 0.0, reverse=True)
    return [OpenSheet(sheet, *progress(sheet), sheet.pk in last) for sheet in opened]


def finished_sheets(user: User, study: Study) -> list[Sheet]:
    """Return the sheets that a person has handed in, shared ones among them."""
    mine = Q(judge=user) | Q(judge=None, submitted_by=user)
    rows = present_sheets(study.sheets).filter(mine, submitted__isnull=False)
    return list(rows.order_by("submitted"))


def roles_by_study(seats: QuerySet[Member] | Manager[Member]) -> dict[int, set[str]]:
    """Return the roles of a person's seats by study."""
    roles: dict[int, set[str]] = {}
    for number, role in seats.values_list("study_id", "role"):
        roles.setdefault(number, set()).add(role)
    return roles


MOST = 5  # topics that are named
DUTIES = {
    "owner": "you run it",
    "judge": "you work on the sheets that are given to you",
    "verifier": "you settle what the judges leave open",
    "reader": "you can read every finished topic and the releases",
}


@dataclass(frozen=True)
class PersonStanding:
    """The state of a study in words, for one person: their roles, and what each open step waits for."""

    roles: tuple[tuple[str, str], ...]  # each with its meaning
    begun: bool
    waits: tuple[str, ...]
    finished: bool  # whether all steps of all topics are handed in
    works: bool  # whether the person has a role in some step

    @property
    def short(self) -> str:
        if not self.begun:
            return "not started yet"
        if self.finished:
            return "finished"
        return self.waits[0] if self.waits else ""


def standing(seat: Seat) -> PersonStanding:
    """Return the state of a study as far as the person may know it: who is at work, but not the work."""
    study = seat.study
    places = _places(study)
    opened = [(name, sheets, open_step(study.protocol, sheet_states(sheets))) for name, sheets in places]
    waits = []
    for name, sheets, step in opened:
        if step is not None:
            mine = [sheet for sheet in sheets if sheet.step == step.name and not sheet.submitted]
            state = Note.of(
                "step-state", step=step.title, state=_waits_for(seat, step, mine), turn=_your_turn(seat, sheets, step)
            )
            waits.append(Note.of("place-state", place=name, state=state) if name else state)
    begun = study.started is not None or any(sheets for _, sheets in places)
    held = [role for role in DUTIES if role in seat.roles]
    return PersonStanding(
        tuple((role, DUTIES[role]) for role in held),
        begun,
        (*waits[:MOST], *([Note.of("topics-more", count=len(waits) - MOST)] if waits[MOST:] else ())) if begun else (),
        bool(places) and not waits,
        any(seat.roles & {*step.roles} for step in study.protocol.steps),
    )


def _places(study: Study) -> list[tuple[str, list[Sheet]]]:
    """Return the topics with their sheets; one nameless place where a sheet holds all topics."""
    sheets = list(present_sheets(study.sheets).defer("topic__document").order_by("pk"))
    if spans_topics(study):
        return [("", sheets)]
    return [
        (str(topic), [sheet for sheet in sheets if sheet.topic_id == topic.pk])
        for topic in study.topics.defer("document")
    ]


def _waits_for(seat: Seat, step: StudyStep, mine: Sequence[Sheet]) -> str:
    if not mine:
        return "waits until the owner gives it to somebody"
    if step.scope == "shared":
        names = [user.username for user in people(seat.study, step.roles)]
        shared = "; one of them hands it in for all" if len(names) > 1 else ""
        return Note.of("step-open-to", names=listed(names, MOST) if names else "nobody yet", shared=shared)
    if step.spans:  # judges of such a study do not learn each other's names
        others = sum(sheet.judge_id != seat.user.pk for sheet in mine)
        return Note.of("step-waits-for", names=many(others, "judge"))
    return Note.of("step-waits-for", names=listed((sheet.judge_name for sheet in mine), MOST))


def _your_turn(seat: Seat, sheets: Sequence[Sheet], step: StudyStep) -> str:
    """Return a sentence on the person's next step after this one; empty where they have none."""
    steps = {sheet.step for sheet in sheets if sheet.judge_id == seat.user.pk}
    for later in seat.study.protocol.later(step.name):
        if seat.roles & {*later.roles} and (later.scope == "shared" or later.name in steps):
            return Note.of("next-step-after", step=later.title)
    return ""


def readable_sheets(seat: Seat) -> list[Sheet]:
    """Return others' sheets of finished topics, which everybody with a seat may read."""
    protocol, me, readable = seat.study.protocol, seat.user, list[Sheet]()
    for _, sheets in _places(seat.study):
        around = sheet_states(sheets)
        if sheets and open_step(protocol, around) is None:
            others = [sheet for sheet in sheets if sheet.judge_id != me.pk]
            readable += [sheet for sheet in others if may_read(protocol, sheet.state, around, me.username, seat.roles)]
    return readable


def handed_in_message(seat: SheetSeat, already: bool = False) -> str:
    """Return the message after handing in: what was handed in, and what is next."""
    rule = "handed-in-again" if already else "handed-in" if seat.sheet.judge_id else "handed-in-shared"
    return Note.of(rule, sheet=_sheet_name(seat.sheet), next=_next(seat))


def can_freeze(seat: SheetSeat) -> bool:
    """Return whether the person is an owner and can freeze a whole release now."""
    return seat.owner and readiness(seat.study).whole


def _next(seat: SheetSeat) -> str:
    tasks = open_tasks(seat.user, seat.study)
    if tasks:
        return _sheet_name(tasks[0].sheet)
    if can_freeze(seat):
        return "freeze a release, since every step is handed in"
    now = standing(seat)
    return "nothing, since every step is handed in" if now.finished else next(iter(now.waits), "nothing")


def _sheet_name(sheet: Sheet) -> str:
    return (
        Note.of("sheet-of-topic", step=sheet.definition.title, topic=sheet.topic)
        if sheet.topic
        else Note.of("sheet-of-all", step=sheet.definition.title)
    )
