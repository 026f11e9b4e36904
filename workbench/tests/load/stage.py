"""A study for many judges at once: one long topic, all steps before linking handed in.

Its functions run behind the stage of a served workbench (`Served.call`).
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from cliometer.model.sources import Annotation, Sentence, Source
from cliometer.study.topics import Topic, write_topic
from cliometer_workbench.models import Entry, Sheet, Study, StudyTopic
from cliometer_workbench.services.seats import first_owner, seat
from cliometer_workbench.services.sheet_lifecycle import lay_out
from workbench.tests.backstage import sign_in

_WORDS = (
    *("wall", "people", "city", "government", "border", "crowd", "night", "guard", "gate", "train"),
    *("minister", "radio", "speech", "party", "travel", "west", "east", "church", "march", "police"),
    *("prison", "letter", "flag", "bridge", "harbour", "winter", "market", "river", "council", "treaty"),
)


def study(judges: int, sentences: int = 500, events: int = 60, stories: int = 5) -> dict[str, object]:
    """Build it; gives each judge's sheet of the step `link` with a cookie, and what can be linked."""
    topic = _topic(sentences, stories)
    with transaction.atomic():
        found = Study.objects.create(
            slug=f"load-{Study.objects.count()}", kind="events", title="Load", created_by=first_owner()
        )
        StudyTopic.objects.create(study=found, name=topic.id, document=write_topic(topic))
        people = [_person(f"judge-{number:02}") for number in range(judges)]
        for person in people:
            seat(found, person, "judge")
        lay_out(found)
        _earlier_steps(found, people, events)
    sheets = Sheet.objects.filter(study=found, step="link").select_related("judge").order_by("pk")
    return {
        "study": found.slug,
        "judges": [[sheet.pk, sign_in(sheet.judge_name)] for sheet in sheets],
        "sentences": [*topic.marks.sentences],
        "events": [f"event-{number}" for number in range(events)],
    }


def journals(sheets: Sequence[int]) -> dict[str, list[tuple[int, str, str]]]:
    """The journal of each sheet: number, op and verb of every row."""
    rows = Entry.objects.filter(sheet__in=sheets).order_by("sheet", "seq")
    found: dict[str, list[tuple[int, str, str]]] = {str(sheet): [] for sheet in sheets}
    for sheet, seq, op, verb in rows.values_list("sheet", "seq", "op", "verb"):
        found[str(sheet)].append((seq, op, verb))
    return found


def integrity() -> str:
    """What SQLite says of its file."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        return str(cursor.fetchone()[0])


def _person(name: str) -> User:
    return User.objects.get_or_create(username=name)[0]


def _topic(sentences: int, stories: int) -> Topic:
    draw = random.Random(6)
    counts = [sentences // stories + (number < sentences % stories) for number in range(stories)]
    return Topic("wall", sources=tuple(_story(f"s{n}", count, draw) for n, count in enumerate(counts)))


def _story(name: str, count: int, draw: random.Random) -> Source:
    text, marks = "", []
    for number in range(1, count + 1):
        said = " ".join(draw.choices(_WORDS, k=draw.randint(12, 28))).capitalize() + "."
        start = len(text) + bool(text)
        text = f"{text} {said}".strip()
        marks.append(Sentence(f"s{number}", start, len(text), said))
    return Source(name, Annotation(text, tuple(marks)))


def _earlier_steps(study: Study, people: Sequence[User], events: int) -> None:
    """Every judge proposed some of the events, and all of them went onto the board."""
    shares = {person.pk: range(place, events, len(people)) for place, person in enumerate(people)}
    for sheet in Sheet.objects.filter(study=study, step="list").select_related("judge"):
        assert sheet.judge is not None
        _write(sheet, sheet.judge, [("add", {"text": _event(one)}) for one in shares[sheet.judge.pk]])
    cards = {
        one: f"{person.username}/c{place}" for person in people for place, one in enumerate(shares[person.pk], start=1)
    }
    made: list[tuple[str, dict[str, object]]] = [
        ("make", {"candidates": [cards[one]], "id": f"event-{one}"}) for one in range(events)
    ]
    _write(Sheet.objects.get(study=study, step="merge"), people[0], made)
    early = Sheet.objects.filter(study=study, step__in=["split", "list", "merge"])
    early.update(submitted=timezone.now())


def _event(number: int) -> str:
    return " ".join(random.Random(number).choices(_WORDS, k=4)).capitalize()


def _write(sheet: Sheet, by: User, actions: Sequence[tuple[str, dict[str, object]]]) -> None:
    now = timezone.now()
    Entry.objects.bulk_create(
        Entry(
            sheet=sheet, seq=seq, by=by, name=by.username, verb=verb, details=details,
            op=f"staged-{seq:04}", at=now,
        )
        for seq, (verb, details) in enumerate(actions, start=1)
    )  # fmt: skip
