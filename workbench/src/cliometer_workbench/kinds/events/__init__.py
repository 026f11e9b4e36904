"""Studies of events (Khandelwal et al. 2001): settings, uploads (stories as texts or articles, releases) and demo."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from django import forms
from django.utils.translation import gettext

from cliometer.errors import InputError, Refused
from cliometer.grouping import by_key
from cliometer.io.units import UnitFile
from cliometer.model.notes import Note
from cliometer.spelling import quoted
from cliometer.study.agreement_survey import read_corpus_material
from cliometer.study.topics import Topic
from cliometer_workbench.kinds import study_kind
from cliometer_workbench.kinds.described_fields import SettingsForm, described
from cliometer_workbench.kinds.events import event_figures, event_screens
from cliometer_workbench.study.events.event_links import PREACCEPT
from cliometer_workbench.study.events.event_study import EVENTS, reopen_event_files, reopen_events, verified_topic
from cliometer_workbench.study.events.story_sentences import start_splitting, with_sentences
from cliometer_workbench.study.exchange_reading import judged_events, marked_topics
from cliometer_workbench.study.steps import Desk, ReopenedTopic


@described("events")
class EventSettingsForm(SettingsForm):
    """The settings of a study of events."""

    def clean_parts(self) -> str:
        """Refuse a line that does not name both a topic and a part."""
        text: str = self.cleaned_data["parts"]
        for number, line in enumerate(text.splitlines(), start=1):
            if len(line.split()) == 1:
                raise forms.ValidationError(
                    gettext("line %(number)s: expected a topic and its part, found %(line)s")
                    % {"number": number, "line": quoted(line.strip())}
                )
        return text


def read(paths: Sequence[Path]) -> study_kind.ImportBatch:
    """Read the topics of uploaded files; a release, which must come by itself, also brings its work."""
    texts, articles, releases, others = study_kind.by_ending(
        paths, (".txt", ".text"), (".jsonl",), (".json", ".csv", ".tsv")
    )
    tasks = study_kind.label_studio_tasks(paths)
    if releases and (texts or articles):
        raise InputError("story-expected", releases[0])
    if tasks:
        batch = _read_tasks(tasks)
    elif releases:
        batch = _read_release(releases)
    else:
        notes: list[str] = []
        # a table of links names sentences only, so the ids of stories begin with their topic
        topics = [*_text_topics(texts, notes), *study_kind.article_topics(articles, notes, prefixed=True)]
        study_kind.refuse_endless(topics)
        batch = study_kind.ImportBatch(tuple(with_sentences(topic) for topic in topics), tuple(notes))
    study_kind.refuse_large(batch.topics)
    _check(batch.topics)
    left_out = [Note.of("file-not-story", file=path) for path in others]
    return replace(batch, notes=(*batch.notes, *left_out))


def _text_topics(files: Sequence[Path], notes: list[str]) -> Iterator[Topic]:
    """Read each folder as a topic; texts without a folder are one topic, named after the first."""
    for folder, texts in by_key((file.parent, file) for file in files).items():
        name = texts[0].stem if study_kind.is_upload_folder(folder) else folder.name
        if study_kind.is_upload_folder(folder) and len(texts) > 1:
            notes.append(Note.of("texts-as-topic", count=len(texts), topic=name))
        yield Topic(name, sources=tuple(study_kind.text_source(file, f"{name}/{file.stem}") for file in texts))


def _read_release(files: Sequence[Path]) -> study_kind.ImportBatch:
    """Read topics with judged events as finished, and documents with content units as stories to be judged."""
    material = read_corpus_material(files)
    units = [topic for topic in material.units if topic.sources]
    if units and material.events:
        raise InputError("upload-has-units", files[0], unit=units[0].id)
    if not units and not material.events:
        raise InputError("upload-without-events", files[0])
    if units:
        notes = [Note.of("documents-as-stories", topic=topic.id) for topic in units]
        stories = (with_sentences(Topic(topic.id, sources=topic.sources)) for topic in units)
        return study_kind.ImportBatch(tuple(stories), (*material.notes, *notes))
    opened = reopen_event_files(files)
    settings: dict[str, Any] = {}
    for id, facts in ((topic.topic.id, topic.facts) for topic in opened):
        settings |= {f"{event_figures.PART_OF} {id}": facts.part} if facts.part else {}
        settings |= {} if facts.hours is None else {f"{event_figures.HOURS_OF} {id}": facts.hours}
    return replace(_finished(opened, material.notes), settings=settings)


def _read_tasks(files: Sequence[Path]) -> study_kind.ImportBatch:
    """Read tasks of Label Studio as stories; their annotations are links of judges to events, named by the labels."""
    markup = study_kind.marked_documents(files)
    topics = marked_topics(markup, prefixed=True)
    study_kind.refuse_endless(topics)
    topics = tuple(with_sentences(topic) for topic in topics)
    judged = [judged_topic for topic in topics if (judged_topic := judged_events(markup, topic))]
    notes = (*markup.notes, *(note for judged_topic in judged for note in judged_topic.notes))
    if not judged:
        return study_kind.ImportBatch(topics, notes)
    if len(judged) < len(topics):
        raise InputError("upload-annotated-partly", files[0])
    verified = all(judged_topic.verified for judged_topic in judged)
    opened = [reopen_events(judged_topic.topic, judged_topic.links) for judged_topic in judged]
    return _finished(opened, notes, "" if verified else "verify")


def _finished(opened: Sequence[ReopenedTopic], notes: tuple[str, ...], without: str = "") -> study_kind.ImportBatch:
    """Return reopened topics with their work, but for that of one step."""
    actions = {
        (topic.topic.id, step, judge): journal
        for topic in opened
        for (step, judge), journal in topic.journals.items()
        if step != without
    }
    steps = frozenset(step.name for step in EVENTS.steps if step.name != without)
    return study_kind.ImportBatch(tuple(topic.topic for topic in opened), notes, actions, steps)


def _check(topics: Sequence[Topic]) -> None:
    """Refuse stories that a later step would refuse: those without words, or with ids that tables cannot hold."""
    seen: dict[str, str] = {}
    for topic in topics:
        try:
            unsettled = start_splitting(Desk((topic,))).unsettled
        except Refused as reason:
            raise InputError("topic-refused", topic=topic.id, reason=reason) from None
        if unsettled:
            raise InputError("topic-refused", topic=topic.id, reason=unsettled[0])
        for source in topic.sources:
            if source.id in seen:
                raise InputError("story-in-two-topics", other=seen[source.id], topic=topic.id, story=source.id)
            seen[source.id] = topic.id


def demo() -> study_kind.DemoStudy:
    """Return the demo study of one topic with fifteen short stories, for an owner who judges alone."""
    imported = read([study_kind.DEMO_FOLDER / "articles" / "berlin-wall.jsonl"])
    settings = {PREACCEPT: True, event_figures.PARTS: ""}
    return study_kind.DemoStudy(**study_kind.described_kinds()["events"]["demo"], imported=imported, settings=settings)


EVENT_STUDY = study_kind.StudyKind(
    **study_kind.kind_texts("events"),
    protocol=EVENTS,
    screens=study_kind.described_screens(
        "events",
        split=(event_screens.split_context, event_screens.split_pieces),
        list=(event_screens.list_context, event_screens.list_pieces),
        merge=event_screens.board_context,
        link=(event_screens.link_context, event_screens.link_pieces),
        verify=(event_screens.verify_context, event_screens.verify_pieces),
    ),
    read=read,
    release=event_figures.release_texts,
    figures=event_figures.figures,
    settings_form=EventSettingsForm,
    demo=demo,
    markup=event_figures.markup,
    feedback=event_figures.feedback,
    machine=study_kind.link_questions(
        ("link", "verify"),
        lambda topic, works: UnitFile(events=(verified_topic(topic, works, linked=False),)),
        "lists of events are merged",
    ),
)
