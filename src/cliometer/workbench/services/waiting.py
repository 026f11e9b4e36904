"""Where somebody stands in a study who has nothing to do just now: what is open, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cliometer.study.protocol.steps import Step, may_read, open_step
from cliometer.workbench.access import Seat
from cliometer.workbench.models import Sheet, Study
from cliometer.workbench.services.audit import started
from cliometer.workbench.services.sheets import people
from cliometer.workbench.services.studies import spans
from cliometer.workbench.services.works import states

MOST = 5  # topics that are named
_DOES = {
    "owner": "you run it",
    "judge": "you work on the sheets that are given to you",
    "verifier": "you settle what the judges leave open",
    "reader": "you look on: you can read every topic that is through all steps, and the releases",
}


@dataclass(frozen=True)
class Standing:
    """In words: what one is here, whether it has begun, and what one waits for."""

    roles: tuple[tuple[str, str], ...]  # each with what it means
    begun: bool
    waits: tuple[str, ...]
    through: bool  # all steps of all topics
    works: bool  # has a role in some step

    @property
    def short(self) -> str:
        """One line of it."""
        if not self.begun:
            return "not started yet"
        if self.through:
            return "through all steps"
        return self.waits[0] if self.waits else ""


def standing(seat: Seat) -> Standing:
    """As far as the person may know: who is at work, never on what."""
    study = seat.study
    places = _places(study)
    opened = [(name, sheets, open_step(study.protocol, states(sheets))) for name, sheets in places]
    waits = [_wait(seat, name, sheets, step) for name, sheets, step in opened if step is not None]
    begun = started(study) or any(sheets for _, sheets in places)
    held = [role for role in _DOES if role in seat.roles]
    return Standing(
        tuple((role, _DOES[role]) for role in held),
        begun,
        tuple(_few(waits)) if begun else (),
        bool(places) and not waits,
        any(seat.roles & {*step.roles} for step in study.protocol.steps),
    )


def _places(study: Study) -> list[tuple[str, list[Sheet]]]:
    """Topics (the study, where a sheet holds them all) with their sheets."""
    sheets = list(study.sheets.filter(superseded=False).select_related("study", "judge").order_by("pk"))
    if spans(study):
        return [("", sheets)]
    return [
        (str(topic), [sheet for sheet in sheets if sheet.topic_id == topic.pk])
        for topic in study.topics.defer("document")
    ]


def _wait(seat: Seat, name: str, sheets: Sequence[Sheet], step: Step) -> str:
    mine = [sheet for sheet in sheets if sheet.step == step.name and not sheet.submitted]
    told = f"“{step.title}” {_waits_for(seat, step, mine)}{_your_turn(seat, sheets, step)}"
    return f"{name}: {told}" if name else told


def _waits_for(seat: Seat, step: Step, mine: Sequence[Sheet]) -> str:
    if not mine:
        return "waits until the owner gives it to somebody"
    if step.scope == "shared":
        names = [user.username for user in people(seat.study, step.roles)]
        return f"is open to {_listed(names)}{'; one of them hands it in for all' if len(names) > 1 else ''}"
    if step.spans:  # judges of such a study never meet: how many must do
        others = sum(sheet.judge_id != seat.user.pk for sheet in mine)
        return f"waits for {others} {'judge' if others == 1 else 'judges'}"
    return f"waits for {_listed([sheet.judge_name for sheet in mine])}"


def _your_turn(seat: Seat, sheets: Sequence[Sheet], step: Step) -> str:
    """What comes for this person afterwards."""
    own = {sheet.step for sheet in sheets if sheet.judge_id == seat.user.pk}
    for later in seat.study.protocol.later(step.name):
        if seat.roles & {*later.roles} and (later.scope == "shared" or later.name in own):
            return f". Your next step after it: “{later.title}”"
    return ""


def _listed(names: Sequence[str]) -> str:
    if len(names) > MOST:
        return f"{', '.join(names[:MOST])} and {len(names) - MOST} more"
    return ", ".join(names) or "nobody yet"


def _few(waits: Sequence[str]) -> Iterator[str]:
    yield from waits[:MOST]
    if len(waits) > MOST:
        yield f"and {len(waits) - MOST} more topics"


def readable(seat: Seat) -> list[Sheet]:
    """Others' sheets of topics that are through, which everybody with a seat may read."""
    study = seat.study
    found = []
    for _, sheets in _places(study):
        around = states(sheets)
        if sheets and open_step(study.protocol, around) is None:
            found += [
                sheet
                for sheet in sheets
                if sheet.judge_id != seat.user.pk
                and may_read(study.protocol, sheet.state, around, seat.user.username, seat.roles)
            ]
    return found
