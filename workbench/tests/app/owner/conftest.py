"""A kind of study with the protocol of events and nothing else that these tests do not name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django import forms

from cliometer.errors import InputError
from cliometer.study.topics import Topic
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.kinds.described_fields import SettingsForm
from cliometer_workbench.kinds.study_kind import DemoStudy, ImportBatch, ReleaseTexts
from cliometer_workbench.models import Study
from cliometer_workbench.services.worksheets import topic_works
from cliometer_workbench.study.events.event_study import event_release_files, release_events, reopen_event_files
from workbench.tests.app.owner.makings import story


class LengthForm(SettingsForm):
    """One setting."""

    length = forms.IntegerField(initial=15, min_value=1)


def read(paths: Sequence[Path]) -> ImportBatch:
    """Texts are topics of one story each; anything else is a release."""
    texts = [path for path in paths if path.suffix == ".txt"]
    if len(texts) < len(paths):
        return _read_release(paths)
    for path in texts:
        if "bad" in path.read_text(encoding="utf-8"):
            raise InputError("the word is bad", path, 1)
    return ImportBatch(tuple(Topic(path.stem, sources=(story(path.stem),)) for path in texts), ("one note",))


def _read_release(paths: Sequence[Path]) -> ImportBatch:
    opened = reopen_event_files(paths)
    actions = {(one.topic.id, step, judge): rows for one in opened for (step, judge), rows in one.journals.items()}
    steps = frozenset(step.name for step in KINDS["events"].protocol.steps)
    return ImportBatch(tuple(one.topic for one in opened), (), actions, steps)


def release(study: Study, names: Mapping[str, str]) -> ReleaseTexts:
    """As `cliometer score` reads it."""
    topics = study.topics.all()
    found = [release_events(topic.name, topic_works(topic)).under(names) for topic in topics]
    return ReleaseTexts(event_release_files(found))


def figures(study: Study) -> dict[str, Any]:
    """One figure."""
    return {"reason": f"figures of {study.slug}"}


@pytest.fixture(autouse=True)
def plain_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the tests of the owner's pages take for a study of events."""
    kind = replace(
        KINDS["events"], title="Events", about="What happened.", uploads="Texts.", read=read, release=release,
        figures=figures, figures_template="workbench/agreement.html", settings_form=LengthForm,
        demo=lambda: DemoStudy("A demo", "Read first.", ImportBatch((Topic("demo", sources=(story("demo"),)),))),
        feedback=None,
    )  # fmt: skip
    monkeypatch.setitem(KINDS, "events", kind)
