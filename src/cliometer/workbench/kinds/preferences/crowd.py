"""To a crowd platform and back, as CSV: pairs that lack votes go out, workers' answers come in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from django.contrib.auth.models import User
from django.db import transaction

from cliometer.errors import Refused
from cliometer.study.protocol.preferences.answers import Answer
from cliometer.study.protocol.preferences.crowd import crowd_csv, crowd_items
from cliometer.study.protocol.preferences.crowd_results import read_crowd
from cliometer.study.protocol.preferences.release import answers_jsonl
from cliometer.study.protocol.preferences.settings import read_settings
from cliometer.workbench.kinds.preferences.gathering import crowd_answers, gathered
from cliometer.workbench.models import Study
from cliometer.workbench.services.crowd import crowd_salt, keep_crowd
from cliometer.workbench.services.works import topic_of


def export_csv(study: Study) -> str:
    """Pairs that lack votes, one row an item, hidden tests among them."""
    found = gathered(study)
    if not any(found.lacking.values()):
        raise Refused("every pair has its votes, or a judge who is at it: there is nothing to ask a crowd")
    return crowd_csv(crowd_items(found.topics, found.settings, found.lacking))


def import_csv(study: Study, text: str, by: User) -> tuple[str, ...]:
    """Keep the answers in a platform's table; all of them, or none where one cannot be read."""
    with transaction.atomic():
        held = Study.objects.select_for_update().get(pk=study.pk)
        settings = read_settings(held.settings)
        topics = tuple(topic_of(row) for row in held.topics.all())
        items = crowd_items(topics, settings)
        salt = crowd_salt(held)
        results = read_crowd(text, Path("the table"), items, settings, salt)
        answers = results.release.answers
        _refuse_repeated(answers, crowd_answers(held, settings))
        keep_crowd(held, answers_jsonl(replace(answer, aside="") for answer in answers), by, salt)
        aside = {one.judge: one.aside for one in crowd_answers(held, settings) if one.aside}
    return (*results.notes, *_told(answers, aside))


def _told(answers: tuple[Answer, ...], aside: dict[str, str]) -> list[str]:
    workers = list(dict.fromkeys(answer.judge for answer in answers))
    said = f"{len(answers)} answers of {len(workers)} worker{'' if len(workers) == 1 else 's'} were kept"
    return [said, *(f"{name} is set aside: {aside[name]}" for name in workers if name in aside)]


def _refuse_repeated(answers: tuple[Answer, ...], known: tuple[Answer, ...]) -> None:
    there = {(answer.judge, answer.item) for answer in known}
    again = sum((answer.judge, answer.item) in there for answer in answers)
    if again:
        raise Refused(f"{again} of the {len(answers)} answers were imported before; give new ones only")
