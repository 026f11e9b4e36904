"""What the sheets of a preference study and its crowd batches hold together, and what is still lacking."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User

from cliometer.study.protocol.preferences.answers import Answer
from cliometer.study.protocol.preferences.ballot import Ballot
from cliometer.study.protocol.preferences.crowd import crowd_items
from cliometer.study.protocol.preferences.crowd_results import judged
from cliometer.study.protocol.preferences.dealing import Slot, Wanted, deal, wanted
from cliometer.study.protocol.preferences.release import Release, read_release, release
from cliometer.study.protocol.preferences.settings import HAND, Settings, read_settings
from cliometer.study.protocol.topics import Topic
from cliometer.workbench.models import Member, Sheet, Study
from cliometer.workbench.services.works import load, topic_of


@dataclass(frozen=True)
class Gathered:
    """Everything that was answered; a judge's last sheet counts, though it may have been taken back."""

    topics: tuple[Topic, ...]
    settings: Settings
    sheets: tuple[Sheet, ...]
    ballots: tuple[Ballot, ...]  # one a sheet
    crowd: tuple[Answer, ...]

    @cached_property
    def release(self) -> Release:
        """The answers of judges, then those of workers."""
        return Release((*release(self.ballots).answers, *self.crowd))

    @cached_property
    def lacking(self) -> Wanted:
        """Votes that nobody has cast or has before her."""
        had = [
            slot
            for sheet, ballot in zip(self.sheets, self.ballots, strict=True)
            for slot in (ballot.promised if _is_open(sheet) else ballot.cast)
        ]
        return wanted(self.topics, self.settings, [*had, *self.crowd_slots])

    @cached_property
    def crowd_slots(self) -> tuple[Slot, ...]:
        """What the crowd's votes that count are for."""
        return _slots(self.topics, self.settings, self.crowd)


def gathered(study: Study) -> Gathered:
    """All of a study."""
    topics = tuple(topic_of(row) for row in study.topics.all())
    settings = read_settings(study.settings)
    sheets = tuple(_sheets(study))
    ballots = tuple(_ballot(sheet) for sheet in sheets)
    return Gathered(topics, settings, sheets, ballots, crowd_answers(study, settings))


def facts(study: Study, judge: User) -> dict[str, Any] | None:
    """The hand of a judge who gets a sheet now: pairs that lack votes; None where no pair does.

    Called in the transaction that makes the sheet. The study is held, so that no two are dealt the same.
    """
    held = Study.objects.select_for_update(no_key=True).get(pk=study.pk)
    topics = tuple(topic_of(row) for row in held.topics.all())
    settings = read_settings(held.settings)
    had = [slot for sheet in _sheets(held) for slot in _expected(sheet)]
    had += _slots(topics, settings, crowd_answers(held, settings))
    member = Member.objects.filter(study=held, user=judge).order_by("number").first()
    hand = deal(topics, settings, member.number if member else 0, wanted(topics, settings, had))
    return {HAND: hand} if hand else None


def crowd_answers(study: Study, settings: Settings) -> tuple[Answer, ...]:
    """The answers of all batches; who is set aside is found anew, for a worker may be in several."""
    by_worker: dict[str, list[Answer]] = {}
    for batch in study.crowd.all():
        for answer in read_release(batch.answers, Path("answers of the crowd")).answers:
            by_worker.setdefault(answer.judge, []).append(replace(answer, aside=""))
    return tuple(answer for own in by_worker.values() for answer in judged(own, settings))


def _slots(topics: Sequence[Topic], settings: Settings, answers: Iterable[Answer]) -> tuple[Slot, ...]:
    counting = [answer for answer in answers if answer.kind == "vote" and not answer.aside]
    if not counting:
        return ()
    slots = {one.item.id: one.item.slot for one in crowd_items(topics, settings)}
    return tuple(slots[answer.item] for answer in counting if answer.item in slots)


def _sheets(study: Study) -> list[Sheet]:
    """The last sheet of every judge, in the order in which they first got one."""
    rows = study.sheets.filter(judge__isnull=False).select_related("study", "topic", "judge")
    found: dict[int | None, Sheet] = {}
    for sheet in rows.order_by("pk"):
        found[sheet.judge_id] = sheet
    return list(found.values())


def _expected(sheet: Sheet) -> Sequence[Slot]:
    """What a sheet brought, or will bring; one that nobody has touched need not be laid out for it."""
    if _is_open(sheet) and HAND in sheet.facts and not sheet.entries.exists():
        hand: list[Slot] = sheet.facts[HAND]
        return hand
    ballot = _ballot(sheet)
    return ballot.promised if _is_open(sheet) else ballot.cast


def _is_open(sheet: Sheet) -> bool:
    return sheet.submitted is None and not sheet.superseded


def _ballot(sheet: Sheet) -> Ballot:
    work = load(sheet).work
    assert isinstance(work, Ballot)
    return work
