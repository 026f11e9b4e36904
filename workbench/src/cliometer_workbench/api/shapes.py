"""The shapes of the JSON that the API reads and writes (see answers.toml), and the conversion of values to JSON."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from inspect import cleandoc
from numbers import Integral, Real
from pathlib import Path
from typing import Annotated, Any, Literal, get_type_hints

from django.db.models import Model
from ninja import Schema
from pydantic import ConfigDict, Field, JsonValue, create_model

from cliometer.io.units import write_source
from cliometer.model.sources import Source
from cliometer.study.contests import LEFT, RIGHT
from cliometer_workbench.models import Audit, MachineSeat, Release
from cliometer_workbench.services.machine_seats import is_at_work
from cliometer_workbench.study.decision_checks import CheckSheet
from cliometer_workbench.study.journal import DetailKind, Worksheet, verbs
from cliometer_workbench.study.persons import QuestionKind
from cliometer_workbench.study.preferences.ballot import PreferenceBallot
from cliometer_workbench.study.preferences.comparison_items import PAIRS
from cliometer_workbench.study.steps import StudyStep
from cliometer_workbench.study.suggestions import SuggestedSheet

Slug = Annotated[str, Field(max_length=60, pattern=r"^[-a-zA-Z0-9_]+$")]
KindName = Literal["events", "units", "preferences", "checks"]
RoleName = Literal["owner", "judge", "verifier", "reader"]


class RequestBody(Schema):
    """The body of a request; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class DetailShape(Schema):
    """A detail that a verb needs or accepts."""

    name: str
    kind: DetailKind
    needed: bool


class VerbShape(Schema):
    """A verb: an action that a judge can do on a sheet."""

    verb: str
    about: str
    details: list[DetailShape]


class StepShape(Schema):
    """A step of a kind of study."""

    step: Annotated[str, Field(alias="name")]
    title: str
    scope: Literal["each", "shared"]
    roles: list[RoleName]
    blind: bool
    verbs: list[VerbShape]

    @staticmethod
    def resolve_verbs(step: StudyStep) -> list[dict[str, Any]]:
        sheet: type[Worksheet] = get_type_hints(step.start)["return"]
        rows = [(name, cleandoc(getattr(sheet, name).__doc__ or ""), details) for name, details in verbs(sheet).items()]
        rows += [
            ("undo", "Take back your last action.", ()),
            ("redo", "Repeat the action that you took back last.", ()),
        ]
        return [{"verb": name, "about": about, "details": list(details)} for name, about, details in rows]


class NewStudy(RequestBody):
    """A new study; settings that are not given have the defaults of the kind."""

    kind: KindName
    title: Annotated[str, Field(min_length=1, max_length=200)]
    instructions: Annotated[str, Field(max_length=20_000)] = ""
    settings: Annotated[dict[str, JsonValue], Field(default_factory=dict)]


class NewTopics(RequestBody):
    """Topics as JSON: `id`, `title`, `sources` (documents in the format of units), `length`, `summaries`."""

    topics: Annotated[list[dict[str, JsonValue]], Field(min_length=1, max_length=1000)]


class NewAction(RequestBody):
    """An action; `op` is an id chosen by the client, and an action with the same id is never done twice.

    `seen` is `last` of the sheet as the client read it: where somebody else has changed since then what the action
    rests on, it is refused.
    """

    verb: Annotated[str, Field(max_length=30)]
    details: Annotated[dict[str, JsonValue], Field(default_factory=dict)]
    op: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
    seen: Annotated[int | None, Field(ge=0)] = None


class NewInvitation(RequestBody):
    """An invitation: the role, the number of people, and the number of days."""

    role: RoleName
    uses: Annotated[int, Field(ge=1, le=10_000)] = 1
    days: Annotated[int, Field(ge=1, le=365)] = 14
    label: Annotated[str, Field(max_length=100)] = ""


class StepOfTopic(RequestBody):
    """A step of a topic; `topic` is empty if the step spans the study."""

    step: Annotated[str, Field(max_length=20)]
    topic: Annotated[str, Field(max_length=200)] = ""


class ReleaseShape(Schema):
    """A frozen state of a study, under the digest of its files."""

    digest: str
    created: datetime
    notes: list[str]
    names: list[str]

    @staticmethod
    def resolve_names(release: Release) -> list[str]:
        return sorted(release.files)


class NewRelease(RequestBody):
    """Whether unfinished topics may be left out of the release; its notes name them."""

    partial: bool = False


class NewSettings(RequestBody):
    """Changes of a study; fields that are not given stay."""

    title: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    instructions: Annotated[str, Field(max_length=20_000)] | None = None
    settings: dict[str, JsonValue] | None = None
    coded: bool | None = None


class Archiving(RequestBody):
    """Whether a study is to be archived."""

    archived: bool


class WhichTopic(RequestBody):
    """A topic of the study."""

    topic: Annotated[str, Field(max_length=200)]


class NewRoles(RequestBody):
    """The new roles of a person; an empty list removes the seat."""

    name: Annotated[str, Field(max_length=150)]
    roles: Annotated[list[RoleName], Field(max_length=4)]


Number = Annotated[int, Field(ge=1, le=2**53)]


class WhichInvitation(RequestBody):
    """An invitation of the study."""

    invitation: Number


class NewAssignment(StepOfTopic):
    """A judge for a step of a topic; an empty topic means all topics."""

    judge: Annotated[str, Field(max_length=150)]


class WhichSheet(RequestBody):
    """A sheet of the study."""

    sheet: Number


class AuditQuery(Schema):
    """A filter of the audit by kind of line and by person, and the number of a page."""

    what: Annotated[str, Field(max_length=40, pattern=r"^[^\x00]*$")] = ""
    by: Annotated[str, Field(max_length=150, pattern=r"^[^\x00]*$")] = ""
    page: Annotated[int, Field(ge=1, le=10**6)] = 1


class ItemQuery(Schema):
    """An item of a sheet."""

    item: Annotated[str, Field(max_length=40, pattern=r"^[^\x00]*$")] = ""


class AuditLine(Schema):
    """A line of the audit: who did what, and when."""

    at: datetime
    by: str
    what: str
    details: dict[str, Any]

    @staticmethod
    def resolve_by(line: Audit) -> str:
        return line.by.username if line.by else ""


class CrowdTable(RequestBody):
    """The text of a CSV file for a crowd platform, or from one."""

    csv: Annotated[str, Field(max_length=10 * 2**20)]


class NewCrowdLink(RequestBody):
    """A link for workers of a crowd service, with the fields of the page People; parameters are for another service."""

    service: Literal["prolific", "mturk", "cloudresearch", "any"]
    codes: Literal["fixed", "unique", "none"]
    code: Annotated[str, Field(max_length=100)] = ""
    address: Annotated[str, Field(max_length=500)] = ""
    screen_code: Annotated[str, Field(max_length=100)] = ""
    screen_address: Annotated[str, Field(max_length=500)] = ""
    worker: Annotated[str, Field(max_length=64)] = ""
    project: Annotated[str, Field(max_length=64)] = ""
    submission: Annotated[str, Field(max_length=64)] = ""
    places: Annotated[int, Field(ge=1, le=10_000)] = 20
    pairs: Annotated[int, Field(ge=0, le=1000)] = 0
    idle: Annotated[int, Field(ge=0, le=100_000)] = 60
    days: Annotated[int, Field(ge=1, le=365)] = 30
    label: Annotated[str, Field(max_length=100)] = ""


class WhichCrowdLink(RequestBody):
    """A crowd link of the study."""

    number: Number


class ModelSeatShape(Schema):
    """A model's seat: its state, how many of its questions have an answer, and what these cost."""

    number: Annotated[int, Field(alias="pk")]
    model: Annotated[str, Field(alias="name")]
    state: str
    working: bool
    fault: str
    answered: Annotated[int, Field(alias="done")]
    questions: Annotated[int, Field(alias="asked")]
    calls: int
    calls_limit: int | None
    tokens: int
    tokens_limit: int | None
    seconds: float

    @staticmethod
    def resolve_working(seat: MachineSeat) -> bool:
        return is_at_work(seat)


# The shapes of answers that are no more than their fields are in answers.toml.

_TYPES: dict[str, Any] = {
    "text": str, "whole": int, "number": float, "yes": bool, "time": datetime, "any": Any, "slug": Slug,
    "kind": KindName, "role": RoleName, "question-kind": QuestionKind,
    "StepShape": StepShape, "ReleaseShape": ReleaseShape, "AuditLine": AuditLine, "ModelSeatShape": ModelSeatShape,
}  # fmt: skip


def answer_type(kind: str) -> Any:
    """Return the type of a kind that answers.toml explains, such as [text]."""
    if kind.endswith("?"):
        return answer_type(kind[:-1]) | None
    if kind.startswith("["):
        return list[answer_type(kind[1:-1])]  # type: ignore[misc]
    return dict[str, answer_type(kind[1:-1])] if kind.startswith("{") else _TYPES[kind]  # type: ignore[misc]


def _shape(name: str, about: str, fields: Mapping[str, str], base: str = "") -> type[Schema]:
    members: dict[str, Any] = {}
    for field, kind in fields.items():
        wanted, _, attribute = kind.partition(" = ")
        members[field] = answer_type(wanted), Field(alias=attribute) if attribute else ...
    made: type[Schema] = create_model(
        name, __base__=_TYPES.get(base, Schema), __doc__=about, __module__=__name__, **members
    )
    return made


for _answer, _table in tomllib.loads(Path(__file__).with_name("answers.toml").read_text("utf-8")).items():
    _TYPES[_answer] = _shape(_answer, **_table)


def work_document(work: Worksheet) -> dict[str, Any]:
    """Return the work on a sheet as its reader may see it, without suggestions that are held back."""
    if isinstance(work, CheckSheet):
        shown = [{"item": row.id, "statement": row.statement, "text": row.text} for row in work.decisions]
        return {"step": work.step, "decisions": shown, "given": dict(work.given)}
    if not isinstance(work, PreferenceBallot):
        suggested = {"suggestions": json_value(work.suggestions)} if isinstance(work, SuggestedSheet) else {}
        return {**json_value(work), **suggested}
    return {  # without names of systems, and without a difference between tests, repeats and votes
        "phase": work.phase,
        "format": work.settings.format,
        "criteria": json_value(work.settings.criteria),
        "choices": list(work.choices),
        "attempts_left": work.attempts_left,
        "questions": [_question(work, item) for item in work.ids],
        "answers": {
            item: {"choice": given.choice, **json_value(given)} for item in work.ids if (given := work.given.get(item))
        },
        "next": work.next,
    }


def _question(ballot: PreferenceBallot, item: str) -> dict[str, Any]:
    """Return a question as its judge may see it; a pair has its texts as `left` and `right`."""
    shown: dict[str, Any] = json_value(ballot.shown(item))
    shown["blanks"] = list(ballot.blanks(item))
    return (
        shown | dict(zip((LEFT, RIGHT), shown.pop("texts"), strict=True)) if ballot.settings.format == PAIRS else shown
    )


def json_value(value: object) -> Any:
    """Return a value in the types of JSON, without fields that `repr` leaves out; NaN and infinity become null."""
    if value is None or isinstance(value, str | bool):
        return value
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Source):
        return write_source(value)
    if is_dataclass(value):
        return {field.name: json_value(getattr(value, field.name)) for field in fields(value) if field.repr}
    if isinstance(value, Mapping):
        return {_name(key): json_value(member) for key, member in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((json_value(member) for member in value), key=str)
    if isinstance(value, Model | Callable) or not isinstance(value, Iterable):
        return str(value)
    return [json_value(member) for member in value]


def _name(key: object) -> str:
    return " ".join(str(part) for part in key) if isinstance(key, tuple) else str(key)
