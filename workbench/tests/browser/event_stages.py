"""Studies of events for the browser, made behind the stage."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from cliometer.model.sources import Annotation, Sentence, Source
from cliometer.study.topics import Topic
from cliometer_workbench.models import Entry, Sheet, Study
from cliometer_workbench.services.seats import seat
from workbench.tests.app.events import stages
from workbench.tests.app.people import Town


def take_seats(study: str, **seats: str) -> None:
    """Seat people in a study: name=role."""
    found = Study.objects.get(slug=study)
    for name, role in seats.items():
        seat(found, User.objects.get_or_create(username=name)[0], role)


def sheets(study: str) -> dict[str, int]:
    """The current sheets: `step` or `step judge`."""
    found = Sheet.objects.filter(study__slug=study, superseded=False).select_related("judge")
    return {f"{sheet.step} {sheet.judge_name}".strip(): sheet.pk for sheet in found}


def journal(sheet: int) -> list[list[Any]]:
    """Verb and details of each row."""
    return [[row.verb, row.details] for row in Entry.objects.filter(sheet=sheet).order_by("seq")]


def act(who: str, sheet: int, verb: str, **details: Any) -> int:
    """One action of somebody whose browser is elsewhere; the status of the answer."""
    return int(Town().act(who, Sheet.objects.get(pk=sheet), verb, **details).status_code)


def hand_in(who: str, sheet: int) -> int:
    """Hand a sheet in from elsewhere."""
    return int(Town().hand_in(who, Sheet.objects.get(pk=sheet)).status_code)


def at_step(step: str, slug: str) -> dict[str, int]:
    """A small study that has come to a step (or through all of them)."""
    study = (stages.through if step == "done" else stages.STAGES[step])(Town())
    Study.objects.filter(pk=study.pk).update(slug=slug)
    return sheets(slug)


def with_suggestions(step: str, slug: str) -> dict[str, int]:
    """A small study at a step that shows suggestions for every sentence."""
    found = at_step(step, slug)
    Study.objects.filter(slug=slug).update(settings={"suggest": 1.0})
    Sheet.objects.filter(study__slug=slug).update(created=timezone.now())  # laid out anew
    return found


def large(slug: str, sentences: int = 500, events: int = 60) -> dict[str, int]:
    """One story of many sentences and many events, at the step link."""
    town = Town()
    texts = [f"On day {n} the council of town {n % 37} voted on matter {n * 7919 % 1009}." for n in range(sentences)]
    starts = [sum(len(text) + 1 for text in texts[:n]) for n in range(sentences)]
    marks = tuple(
        Sentence(f"s{n + 1}", start, start + len(text), text)
        for n, (start, text) in enumerate(zip(starts, texts, strict=True))
    )
    story = Source("big/1", Annotation(" ".join(texts), marks), title="A long story")
    study = town.study("events", [Topic("big", sources=(story,))], slug=slug, ann="judge", cy="verifier")
    town.hand_in("owner", town.sheet(study, "split"))
    own = town.sheet(study, "list", "ann")
    town.act("ann", own, "add", text="Something was voted on")
    town.hand_in("ann", own)
    board = town.sheet(study, "merge")
    town.act("ann", board, "omit", candidate="ann/c1", why="not important")
    for number in range(events):
        town.act("ann", board, "make", candidates=[], text=f"The council decided on matter {number}")
    town.hand_in("ann", board)
    return sheets(slug)
