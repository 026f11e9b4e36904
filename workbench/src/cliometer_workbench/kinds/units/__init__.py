"""Studies of content units (Bauer & Teufel 2015): their settings, uploads (documents, summaries of pyramid files,
releases) and demo.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.utils.translation import ngettext_lazy

from cliometer.errors import InputError
from cliometer.grouping import by_key
from cliometer.io.folders import read_references
from cliometer.io.units import UnitFile
from cliometer.io.xml import read_xml
from cliometer.model.notes import Note
from cliometer.model.pyramids import Pyramid
from cliometer.model.sources import Annotation, Source
from cliometer.study.topics import Topic
from cliometer_workbench.kinds import study_kind
from cliometer_workbench.kinds.described_fields import SettingsForm, described
from cliometer_workbench.kinds.units import unit_screens
from cliometer_workbench.kinds.units.unit_figures import figures, markup, release, reopened_release
from cliometer_workbench.study.exchange_reading import judged_units, marked_topics
from cliometer_workbench.study.journal import number_actions
from cliometer_workbench.study.units.unit_files import read_unit_release
from cliometer_workbench.study.units.unit_matching import annotate_topic
from cliometer_workbench.study.units.unit_study import UNITS, unmatched_units
from cliometer_workbench.study.units.unit_timelines import UnitSettings, WriterSheet


@described("units", usual=UnitSettings())
class UnitSettingsForm(SettingsForm):
    """The settings of `UnitSettings`, with its defaults."""


def default_unit_settings() -> dict[str, Any]:
    """Return the settings of a study whose owner chose nothing."""
    return {name: field.initial for name, field in UnitSettingsForm.base_fields.items()}


def read(paths: Sequence[Path]) -> study_kind.ImportBatch:
    """Read the topics of uploaded files with sentences, times and mentions; a release also brings its work."""
    texts, articles, pyramids, releases, others = study_kind.by_ending(
        paths, (".txt", ".text"), (".jsonl",), (".pyr",), (".json",)
    )
    notes: list[str] = [Note.of("file-unknown", file=path) for path in others]
    topics = [*_text_topics(texts), *study_kind.article_topics(articles, notes)]
    topics += [Topic(file.stem, sources=tuple(_summaries(file))) for file in pyramids]
    notes += [Note.of("summaries-as-documents", file=file) for file in pyramids]
    tasks = study_kind.label_studio_tasks(paths)
    done = study_kind.ImportBatch(())
    if releases:
        done = _read_tasks(tasks) if tasks else reopened_release(read_unit_release(releases))
    if done.actions and topics:
        raise InputError("upload-finished-apart", releases[0])
    study_kind.refuse_endless((*topics, *done.topics))
    annotated = tuple(_annotate(topic) for topic in (*topics, *done.topics))
    study_kind.refuse_large(annotated)
    for id, times in Counter(topic.id for topic in annotated).items():
        if times > 1:
            raise InputError("topic-uploaded-twice", topic=id)
    return replace(done, topics=annotated, notes=(*done.notes, *notes))


def _read_tasks(files: Sequence[Path]) -> study_kind.ImportBatch:
    """Read tasks of Label Studio as documents; timelines of writers with units, as exported here, are finished work."""
    markup = study_kind.marked_documents(files)
    topics = marked_topics(markup)
    read = judged_units(markup, topics)
    return reopened_release(read, [topic for topic in topics if topic.id not in read.timelines])


def _text_topics(files: Iterable[Path]) -> Iterator[Topic]:
    """Read each folder as a topic, and each text without a folder."""
    topics = by_key((file if study_kind.is_upload_folder(file.parent) else file.parent, file) for file in files)
    for place, texts in topics.items():
        name = place.stem if place in texts else place.name
        yield Topic(name, sources=tuple(study_kind.text_source(file, file.stem) for file in texts))


def _summaries(file: Path) -> Iterator[Source]:
    """Cut the text at the usual headers, since the file's own header patterns could be malicious."""
    root = read_xml(file).root
    pyramid = next((node for node in root.walk() if node.tag == "pyramid"), None)
    texts = pyramid.elements("text") if pyramid else ()
    whole = Pyramid(tuple(line.text for text in texts[:1] for line in text.elements("line")), ())
    starts = whole.headers or ((0, 0),)
    ends = [*(start for start, _ in starts[1:]), len(whole.text)]
    summaries = [
        (whole.text[a:b].strip("-\n\t "), whole.text[b:c].strip()) for (a, b), c in zip(starts, ends, strict=True)
    ]
    if not any(text for _, text in summaries):
        raise InputError("pyramid-without-summary", file)
    for number, (name, text) in enumerate(summaries, start=1):
        if text:
            yield Source(name or str(number), Annotation(text))


def _annotate(topic: Topic) -> Topic:
    """Annotate a topic, and refuse one that nobody could read or link to."""
    if not any(source.text.strip() for source in topic.sources):
        raise InputError("documents-without-text", topic=topic.id)
    whole = annotate_topic(topic)
    if not whole.marks.sentences:
        raise InputError("documents-without-sentences", topic=topic.id)
    return whole


TOPIC = "apollo-13"


def demo() -> study_kind.DemoStudy:
    """Return the demo study of one topic with finished timelines, for an owner who builds and matches alone."""
    documents = read([study_kind.DEMO_FOLDER / "articles" / f"{TOPIC}.jsonl"])
    written = read_references(study_kind.DEMO_FOLDER / "references")[0][TOPIC]
    actions = {}
    for timeline in written:
        lines = [{"date": str(date), "text": text} for date, texts in timeline.items() for text in texts]
        by = timeline.name
        actions[TOPIC, WriterSheet.step, by] = number_actions(by, [("add", line) for line in lines])
    work = replace(documents, actions=actions, settled_steps=frozenset({WriterSheet.step}))
    settings = {**default_unit_settings(), "length": 22, "sample": 5}
    return study_kind.DemoStudy(**study_kind.described_kinds()["units"]["demo"], imported=work, settings=settings)


_SCREENS = study_kind.described_screens(
    "units",
    write=(unit_screens.write_context, unit_screens.write_pieces),
    build=unit_screens.build_context,
    match=(unit_screens.match_context, unit_screens.match_pieces),
)

UNIT_STUDY = study_kind.StudyKind(
    **study_kind.kind_texts("units"),
    protocol=UNITS,
    screens={**_SCREENS, "rematch": _SCREENS["match"]},
    read=read,
    release=release,
    figures=figures,
    settings_form=UnitSettingsForm,
    demo=demo,
    markup=markup,
    machine=study_kind.link_questions(
        ("match", "rematch"), lambda topic, works: UnitFile((unmatched_units(topic, works),)), "units are built"
    ),
    has_lengths=True,
    counted_texts=ngettext_lazy(" with %(counter)s document", " with %(counter)s documents", "counter"),
)
