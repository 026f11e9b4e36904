"""Operations of the API on the seats of models: list them with their costs, give one, ask, stop and remove a model."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.shortcuts import get_object_or_404
from ninja import Schema, Status
from pydantic import Field

from cliometer.errors import unknown
from cliometer_workbench.api.operations import InStudy, operation
from cliometer_workbench.api.shapes import Number, RequestBody
from cliometer_workbench.models import MachineSeat
from cliometer_workbench.services import machine_seats


class NewModelSeat(RequestBody):
    """A model that the server offers, and the most that it may spend over all its runs; null is no limit."""

    model: Annotated[str, Field(max_length=200)]
    calls: Annotated[int, Field(ge=1, le=10**9)] | None = None
    tokens: Annotated[int, Field(ge=1, le=10**12)] | None = None


class ModelSeatAction(RequestBody):
    """What is to become of a model's seat: `run` asks what has no answer yet, in the background."""

    number: Number
    what: Literal["run", "stop", "remove"]


class ModelSeatShape(Schema):
    """A model's seat: its state, how many of its questions have an answer, and what these cost."""

    number: int
    model: str
    state: str
    working: bool
    fault: str
    answered: int
    questions: int
    calls: int
    calls_limit: int | None
    tokens: int
    tokens_limit: int | None
    seconds: float


class ModelSeatList(Schema):
    """The models to which a seat may be given, and those that have one."""

    offered: list[str]
    seats: list[ModelSeatShape]


@operation("GET", "/studies/{slug:study}/models", "owner", ModelSeatList)
def list_model_seats(request: InStudy, study: str) -> dict[str, Any]:
    """List the models that the server offers, and those with a seat in the study, with their costs."""
    seats = [_shape(seat) for seat in request.seat.study.machines.all()]
    return {"offered": [judge.label for judge in machine_seats.offered_judges()], "seats": seats}


@operation("POST", "/studies/{slug:study}/models", "owner", ModelSeatShape, status=201)
def give_model_seat(request: InStudy, study: str, asked: NewModelSeat) -> Status[dict[str, Any]]:
    """Give a model that the server offers a seat with a budget; it is asked by a further request."""
    offered = {judge.label: judge for judge in machine_seats.offered_judges()}
    if asked.model not in offered:
        raise unknown("model", asked.model, offered)
    made = machine_seats.give_seat(request.seat.study, offered[asked.model], request.user, asked.calls, asked.tokens)
    return Status(201, _shape(made))


@operation("POST", "/studies/{slug:study}/models/change", "owner", ModelSeatList)
def change_model_seat(request: InStudy, study: str, asked: ModelSeatAction) -> dict[str, Any]:
    """Ask a model in the background, let it make no further call, or take its seat away with what it answered."""
    seat = get_object_or_404(request.seat.study.machines.select_related("study"), pk=asked.number)
    machine_seats.SEAT_ACTIONS[asked.what](seat, request.user)
    return list_model_seats(request, study)


def _shape(seat: MachineSeat) -> dict[str, Any]:
    same = ("state", "fault", "calls", "calls_limit", "tokens", "tokens_limit", "seconds")
    about = {"number": seat.pk, "model": seat.name, "answered": seat.done, "questions": seat.asked}
    return about | {"working": machine_seats.is_at_work(seat)} | {name: getattr(seat, name) for name in same}
