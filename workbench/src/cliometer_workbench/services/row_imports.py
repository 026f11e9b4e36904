"""Rows that are uploaded for the topics of a study: suggestions to its judges, and the journal of unfinished work."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from django.contrib.auth.models import User
from django.core.files import File
from django.db import transaction
from django.utils import timezone

from cliometer.errors import CliometerError, InputError, Refused
from cliometer.io.csv_tables import table_rows, widest_delimiter
from cliometer.io.json_values import UNITS, json_nodes
from cliometer.io.lines import Notebook
from cliometer.io.units import read_units
from cliometer.model.notes import Note
from cliometer.spelling import listed, many
from cliometer.study.topics import ClearPair, SuggestionRow, write_topic
from cliometer_workbench.formats.archives import MOST_BYTES
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.kinds.study_kind import UPLOAD_PREFIX, ImportBatch
from cliometer_workbench.models import Sheet, Study
from cliometer_workbench.services.imports import keep_work
from cliometer_workbench.services.sheet_lifecycle import lay_out
from cliometer_workbench.services.storage import record, refuse_unstorable
from cliometer_workbench.services.study_lifecycle import discard_layout, has_work, lock_sheets
from cliometer_workbench.services.worksheets import topic_of
from cliometer_workbench.study.journal import Action
from cliometer_workbench.study.steps import SHARED
from cliometer_workbench.study.suggestions import model_rows, shown_share, suggestion_row

MOST_ROWS = 50_000
_HEAD = 1000  # bytes in which a file of units names its format
_HIDDEN = "; the study shows none, unless its settings say for which share"


def keep_suggestions(study: Study, text: str, name: str, by: User) -> tuple[str, ...]:
    """Add the suggestions of a table or of JSON lines to the topics of a study, all or none; return notes."""
    suggestions: dict[str, list[SuggestionRow]] = {}
    for where, row in _rows(text, name):
        topic, suggestion = suggestion_row(row, where)
        if suggestion.step not in {step.name for step in study.protocol.steps}:
            raise InputError("suggestion-step-unknown", where=where, kind=study.kind, step=suggestion.step)
        suggestions.setdefault(topic, []).append(suggestion)
    return _keep_rows(study, suggestions, name, by)


def keep_model_suggestions(study: Study, upload: File[bytes], name: str, by: User) -> tuple[str, ...] | None:
    """Add what `cliometer judge` linked or `study draft` drafted as suggestions; None where a file is no such file.

    It is one if it has links or drafts of a machine on a topic of the study; a name that ends in `suggestions`
    says that it should be one.
    """
    content = upload.read(MOST_BYTES + 1)
    upload.seek(0)
    meant = Path(name).stem.casefold().endswith("suggestions")
    if len(content) > MOST_BYTES or not (meant or UNITS.encode() in content[:_HEAD]):
        return None
    with tempfile.TemporaryDirectory(prefix=UPLOAD_PREFIX) as folder:
        file = Path(folder) / name
        file.write_bytes(content)
        try:
            hints, notes = model_rows(read_units(file))
        except CliometerError as error:
            raise InputError.like(error).within(Path(folder)) from None
        except RecursionError:
            raise InputError("file-nested-too-deeply", name) from None
    names = {row.name for row in study.topics.all()}
    here = {topic: rows for topic, rows in hints.items() if topic in names}
    if not meant and not here:
        return None
    steps = {step.name for step in study.protocol.steps}
    strange = next((hint.step for rows in hints.values() for hint in rows if hint.step not in steps), "")
    if strange:
        raise InputError("suggestions-step-strange", name, step=strange, kind=study.kind)
    others = [topic for topic in hints if topic not in names] if here else []
    left_out = (Note.of("suggestions-topics-unknown", topics=listed(others)),) if others else ()
    return (*_keep_rows(study, here or hints, name, by), *notes, *left_out)


def _keep_rows(study: Study, hints: Mapping[str, Sequence[SuggestionRow]], name: str, by: User) -> tuple[str, ...]:
    count = sum(map(len, hints.values()))
    if count > MOST_ROWS:
        raise InputError("rows-too-many", name, most=MOST_ROWS)
    if not count:
        wanted = "a header and rows, JSON lines, or what cliometer judge or draft writes"
        raise InputError("suggestions-missing", name, wanted=wanted)
    with transaction.atomic():
        locked = Study.objects.select_for_update().get(pk=study.pk)
        lock_sheets(locked)
        topics = {row.name: row for row in locked.topics.all()}
        for topic, rows in hints.items():
            if topic not in topics:
                raise InputError("suggestion-topic-unknown", name, topic=topic)
            steps = {hint.step for hint in rows}
            sheets = Sheet.objects.filter(study=locked, topic=topics[topic], superseded=False)
            if sheets.filter(step__in=steps, entries__isnull=False).exists():
                raise Refused("suggestions-too-late", topic=topic)
            old = topic_of(topics[topic])
            kept = (*(hint for hint in old.suggestions if hint.step not in steps), *rows)
            document = write_topic(replace(old, suggestions=kept))
            refuse_unstorable([document])
            locked.topics.filter(name=topic).update(document=document)
            sheets.update(created=timezone.now())  # the cache may hold them without suggestions
        record(locked, by, "suggestions added", count=count, topics=sorted(hints)[:50])
    boards = {hint.step for rows in hints.values() for hint in rows} <= {"build"}  # which always show theirs
    hidden = "" if boards or shown_share(study.settings) else _HIDDEN
    where = f"for {many(len(hints), 'topic')} kept, in place of earlier ones of the same step"
    return (f"{many(count, 'suggestion')} {where}{hidden}",)


def _rows(text: str, name: str) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Yield the place of each row and its values by column."""
    if text.lstrip("\ufeff").lstrip().startswith("{"):
        for node in json_nodes(text.removeprefix("\ufeff"), Notebook(Path(name))):
            yield f"{name}:{node.line}", dict(node.as_object("a suggestion").members)
    elif text.strip():
        for row in table_rows(text.removeprefix("\ufeff"), Path(name), widest_delimiter(text)):
            yield f"{name}:{row.line}", row.cells


def change_clear_pairs(study: Study, number: int, pair: ClearPair, by: User, *, drop: bool = False) -> None:
    """Add a clear pair to a topic or drop it, while nobody has worked; sheets that were given out are laid out anew."""
    with transaction.atomic():
        locked = Study.objects.select_for_update().get(pk=study.pk)
        lock_sheets(locked)
        if has_work(locked):
            raise Refused("tests-fixed")
        row = locked.topics.get(pk=number)
        old = topic_of(row)
        others = tuple(test for test in old.tests if test.systems != pair.systems)
        if drop and others == old.tests:
            raise Refused("clear-pair-gone", better=pair.better, worse=pair.worse)
        if not drop and others != old.tests:
            raise Refused("clear-pair-exists", better=pair.better, worse=pair.worse)
        kept = others if drop else (*old.tests, pair)
        document = write_topic(replace(old, tests=kept))
        refuse_unstorable([document])
        waiting = locked.sheets.exists()
        discard_layout(locked)
        locked.topics.filter(pk=number).update(document=document)
        record(locked, by, "clear pairs changed", topic=row.name, count=len(kept))
        if waiting:
            lay_out(locked, by)


def keep_journal(study: Study, text: str, name: str, by: User) -> tuple[str, ...]:
    """Lay out the sheets of a journal that the page Audit gave, as far as work had come; return notes.

    The topics must be there, under the same names and with the same documents.
    """
    if KINDS[study.kind].facts is not None:
        raise InputError("journal-of-hands", name)
    actions: dict[tuple[str, str, str], list[Action]] = {}
    handed_in: set[tuple[str, str, str]] = set()
    for node in json_nodes(text.removeprefix("\ufeff"), Notebook(Path(name))):
        row = node.as_object("a row of a journal")
        if row.has("left_out"):
            raise row.fail("journal-with-gaps")
        if row.truth("superseded"):
            continue
        place = row.maybe_text("topic") or "", row.text("step"), row.maybe_text("judge") or SHARED
        details = row.at("details").as_object("details").members if row.has("details") else {}
        journal = actions.setdefault(place, [])
        entry = row.text("by"), row.text("verb"), dict(details)
        journal.append(Action(len(journal) + 1, *entry, at=row.maybe_text("at") or ""))
        handed_in |= {place} if row.has("submitted") else set()
    if not actions:
        raise InputError("journal-without-work", name)
    with transaction.atomic():
        locked = Study.objects.select_for_update().get(pk=study.pk)
        if locked.sheets.exists():
            raise Refused("journal-too-late")
        topics = {row.name: topic_of(row) for row in locked.topics.all()}
        strange = next((topic for topic, _, _ in actions if topic not in topics), None)
        if strange is not None:
            raise InputError("journal-topic-unknown", name, topic=strange or "without a name")
        for topic in {topic for topic, _, _ in actions}:
            begun = [step for step in locked.protocol.steps if any((topic, step.name) == key[:2] for key in actions)]
            for step in locked.protocol.earlier(begun[-1].name):
                if step.scope == "shared":  # handed in without an action: it has no row
                    actions.setdefault((topic, step.name, SHARED), [])
                    handed_in.add((topic, step.name, SHARED))
        mine = {place: tuple(journal) for place, journal in actions.items()}
        batch = ImportBatch(tuple(topics.values()), actions=mine, handed_in=frozenset(handed_in))
        try:
            notes = keep_work(locked, batch, by)
        except InputError as error:
            raise InputError("journal-unfitting", error=error) from None
        record(locked, by, "journal imported", sheets=len(actions), actions=sum(map(len, actions.values())))
    goes_on = "start the study, and seat people under the names in it: they go on where they were"
    return (*notes, Note.of("journal-laid-out", sheets=many(len(actions), "sheet"), advice=goes_on))
