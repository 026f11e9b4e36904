"""Work that was done elsewhere, as sheets with journals; it must replay, or nothing of it is kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils import timezone

from cliometer.errors import CliometerError, InputError
from cliometer.study.protocol.steps import SHARED, Step
from cliometer.study.protocol.work import Action
from cliometer.workbench.kinds.base import Imported
from cliometer.workbench.models import Entry, Sheet, Study, StudyTopic
from cliometer.workbench.services.works import NUMBER, load

NOBODY = "import"  # the judge of a step that was settled elsewhere, nobody knows by whom
_LONGEST_NAME, _LONGEST_OP, _LONGEST_VERB = 150, 64, 30
_IS_NAME = UnicodeUsernameValidator()


def keep_work(study: Study, imported: Imported, by: User) -> tuple[str, ...]:
    """Write the sheets, step after step; returns what should be known of the people named."""
    if not imported.actions and not imported.settled:
        return ()
    judges = _judges(imported)
    people, made = _people(judges)
    topics = {topic.name: topic for topic in study.topics.all()}
    numbers = {name: number for number, name in enumerate(judges)}
    for step in study.protocol.steps:
        for topic, judge, actions in _sheets(step, imported, topics):
            sheet = Sheet.objects.create(
                study=study, topic=topic, step=step.name, judge=people[judge] if judge else None,
                facts={NUMBER: numbers[judge]} if judge else {},
            )  # fmt: skip
            _write(sheet, actions, people, by)
            _replay(sheet)
            if step.name in imported.settled:
                Sheet.objects.filter(pk=sheet.pk).update(submitted=timezone.now())
    return _notes(judges, made)


def _judges(imported: Imported) -> list[str]:
    """Who has a sheet, in the order of being named; one for all where nobody is."""
    named = dict.fromkeys(judge for _, _, judge in imported.actions if judge != SHARED)
    return [*named, NOBODY] if NOBODY not in named else [*named]


def _people(names: Sequence[str]) -> tuple[dict[str, User], list[str]]:
    """The accounts of the names; who has none gets one that nobody can sign in to."""
    found = {user.username: user for user in User.objects.filter(username__in=names)}
    made = []
    for name in names:
        if name not in found:
            _refuse_bad_name(name)
            user = User(username=name, is_active=False)
            user.set_unusable_password()
            user.save()
            found[name] = user
            made.append(name)
    return found, made


def _refuse_bad_name(name: str) -> None:
    try:
        _IS_NAME(name)
    except ValidationError:
        raise InputError(
            f"the judge {name!r} cannot have an account of that name: letters, digits and @ . + - _ only"
        ) from None
    if len(name) > _LONGEST_NAME:
        raise InputError(f"the name of the judge {name[:40]}... is too long")


def _sheets(
    step: Step, imported: Imported, topics: Mapping[str, StudyTopic]
) -> Iterator[tuple[StudyTopic | None, str, Sequence[Action]]]:
    """The sheets of a step: those with work, and where it is settled also those that brought none."""
    places = [""] if step.spans else [topic.id for topic in imported.topics]
    everywhere = dict.fromkeys(judge for _, name, judge in imported.actions if name == step.name)
    for place in places:
        mine = {
            judge: actions
            for (topic, name, judge), actions in imported.actions.items()
            if (topic, name) == (place, step.name)
        }
        if not mine and step.name in imported.settled:
            mine = dict.fromkeys(_silent(step, everywhere), ())
        for judge, actions in mine.items():
            if (judge == SHARED) != (step.scope == "shared"):
                raise InputError(
                    f"topic {place}: the step {step.name} has a judge where it should not, or none"
                )
            yield topics[place] if place else None, judge, actions


def _silent(step: Step, everywhere: Mapping[str, None]) -> list[str]:
    if step.scope == "shared":
        return [SHARED]
    return [] if step.optional else [*everywhere] or [NOBODY]


def _write(sheet: Sheet, actions: Sequence[Action], people: Mapping[str, User], by: User) -> None:
    now = timezone.now()
    rows = [
        Entry(
            sheet=sheet, seq=seq, by=people.get(action.by, by), name=action.by[:_LONGEST_NAME],
            verb=action.verb[:_LONGEST_VERB], details=dict(action.details), op=f"import-{seq}",
            at=_moment(action.at) or now,
        )
        for seq, action in enumerate(actions, start=1)
    ]  # fmt: skip
    Entry.objects.bulk_create(rows)


def _moment(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else timezone.make_aware(found)


def _replay(sheet: Sheet) -> None:
    """The work must stand on what comes before it."""
    fresh = Sheet.objects.select_related("study", "topic", "judge").get(pk=sheet.pk)
    try:
        load(fresh)
    except CliometerError as error:
        raise InputError(f"the work on {sheet.topic or 'the study'}, step {sheet.step}: {error}") from None


def _notes(judges: Sequence[str], made: Sequence[str]) -> tuple[str, ...]:
    there = [name for name in judges if name not in made and name != NOBODY]
    new = [name for name in made if name != NOBODY]
    notes = []
    if there:
        notes.append(
            f"work under the names of existing accounts, who have no seat by that: {', '.join(there)}"
        )
    if new:
        notes.append(f"names without an account were kept as accounts that nobody can use: {', '.join(new)}")
    return tuple(notes)
