"""The shapes of guidelines, pictures, and what people answer before they work."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import Field, JsonValue

from cliometer_workbench.api.shapes import RequestBody

MarkdownText = Annotated[str, Field(max_length=20_000)]
GateName = Literal["consent", "questions", "knowledge"]


class NewGuidelines(RequestBody):
    """Guidelines in Markdown by place: "" for the whole study, a step, or STEP/examples; others are refused."""

    texts: Annotated[dict[str, MarkdownText], Field(max_length=40)]


class GuidelinesShape(Schema):
    """The guidelines in force and the number of their version; 0 before there is one."""

    version: int
    texts: dict[str, str]


class VersionShape(GuidelinesShape):
    """A version of the guidelines, with its time and author."""

    at: datetime
    by: str


class PictureShape(Schema):
    """A picture that was added, and how Markdown refers to it."""

    name: str
    markdown: str


class WhichPicture(RequestBody):
    """A picture of the study."""

    name: Annotated[str, Field(max_length=100)]


class NewAdmission(RequestBody):
    """What people pass before they work; parts that are not given stay, and empty ones are asked no more.

    `questions` and `knowledge` have `questions` (id, text, kind, options, required, excluded, least, most, right), and
    `knowledge` has `needed`, the right answers that are needed.
    """

    consent: MarkdownText | None = None
    questions: dict[str, JsonValue] | None = None
    knowledge: dict[str, JsonValue] | None = None


class AdmissionShape(Schema):
    """What people pass before they work, and the numbers of the versions in force."""

    consent: str
    questions: dict[str, Any]
    knowledge: dict[str, Any]
    versions: dict[str, int]


class GateQuestion(Schema):
    """A question as people see it."""

    id: str
    text: str
    kind: Literal["text", "number", "choice", "choices"]
    options: list[str]
    required: bool


class GateShape(Schema):
    """The page that a person must pass next; `part` is empty where nothing is left."""

    part: str
    version: int
    text: str
    questions: list[GateQuestion]


class GateAnswer(RequestBody):
    """The answer to a page: `agreed` with the `version` that was read, or `answers` by question."""

    part: GateName
    version: Annotated[int, Field(ge=0, le=2**31)] = 0
    agreed: bool | None = None
    answers: Annotated[
        dict[str, Annotated[str, Field(max_length=2000)] | Annotated[list[str], Field(max_length=50)]],
        Field(default_factory=dict),
    ]


class AnsweredPart(Schema):
    """What somebody answered last to a part, and whether they passed it."""

    version: int
    passed: bool
    at: datetime
    details: dict[str, Any]


class PersonAnswersShape(Schema):
    """A person, the code of the releases, the part that is next, and the answers by part."""

    name: str
    code: str
    next: str
    answers: dict[str, AnsweredPart]


class NewAdmittance(RequestBody):
    """A person, and the part that kept them out."""

    name: Annotated[str, Field(max_length=150)]
    part: Literal["questions", "knowledge"]
