"""Releases in which people stand as codes, with what they answered and the guidelines they worked under."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile

from cliometer.errors import InputError, Refused
from cliometer_workbench.kinds.study_kind import ImportBatch
from cliometer_workbench.models import Admission, Entry, Study
from cliometer_workbench.services.imports import import_files, keep
from cliometer_workbench.services.seats import seat
from cliometer_workbench.services.study_documents import add_picture, keep_document
from cliometer_workbench.services.study_lifecycle import create
from cliometer_workbench.services.study_releases import freeze, release_archive
from cliometer_workbench.study.journal import number_actions
from workbench.tests.app.access.places import PNG
from workbench.tests.app.events import stages as event_stages
from workbench.tests.app.people import Town
from workbench.tests.app.preferences import voters
from workbench.tests.app.stories import TOPIC
from workbench.tests.app.units import stages as unit_stages

SPELLED = base64.b64encode(PNG).decode()


def voted(town: Town) -> Study:
    study = voters.study_of(town, "ann", "bo")
    for name in ("ann", "bo"):
        voters.vote(town, study, name, voters.careful)
    return study


STUDIES: dict[str, Callable[[Town], Study]] = {
    "events": event_stages.through, "units": unit_stages.through, "preferences": voted,
}  # fmt: skip


VERSION = "part,version,at,by\n{},{},2026-01-01T00:00:00+00:00,owner\n"
ANSWER = '{"judge": "J2", "consent": {"version": %d, "at": "%s", "passed": true}}'
RELEASED = {
    "guidelines/versions.csv": VERSION.format("guidelines", 1),
    "guidelines/1/study.md": "Read.",
    "guidelines/judgements.csv": "topic,step,judge,guidelines,actions\nwall,list,ann,1,2\nwall,list,J2,1,2\n",
    "people/versions.csv": VERSION.format("consent", 1),
    "people/consent-1.md": "Agree?",
    "people/persons.jsonl": "".join(
        json.dumps({"judge": judge, "consent": {"version": 1, "at": "2026-01-02T00:00:00", "passed": True}}) + "\n"
        for judge in ("ann", "J2")
    ),
}


def opened(town: Town, study: Study, **changes: str) -> tuple[str, ...]:
    """What an import of these documents notes, with the work of ann, who can sign in, and of J2, who cannot."""
    files = {**RELEASED, **{name.replace("__", "/"): text for name, text in changes.items()}}
    work = {("wall", "list", judge): number_actions(judge, [("add", {"text": "It fell"})]) for judge in ("ann", "J2")}
    batch = ImportBatch((TOPIC,), actions=work, settled_steps=frozenset({"split"}), documents=files)
    return keep(study, batch, town.person("owner"))


def test_nobody_who_can_sign_in_is_said_to_have_agreed(town: Town) -> None:
    town.person("ann")
    study = create("events", "New", town.person("owner"))
    assert "answers of 1 person were left out, for whom the import made no account" in opened(town, study)
    (kept,) = study.admissions.all()
    assert kept.user.username.startswith("J2@") and (kept.user.is_active, kept.passed, kept.at.year) == (
        False,
        True,
        2026,
    )
    assert {*Entry.objects.filter(sheet__step="list").values_list("guidelines", flat=True)} == {1}
    other = create("events", "Other", town.person("owner"))
    assert "answers of 1 person were left out, for whom the import made no account" in opened(town, other)
    assert [one.user for one in other.admissions.all()] == [kept.user]  # of the same release
    with pytest.raises(Refused, match="J2 is somebody else in the imported work"):
        seat(study, town.person("J2"), "judge")


def test_people_of_two_coded_releases_stay_apart_and_keep_their_codes(town: Town) -> None:
    """J1 of one release, J1 of the other, and somebody whose account is called J1 are three people."""
    boss, digests = town.person("owner"), []
    seat(create("events", "Unrelated", boss), town.person("J1"), "judge")
    for kind, make in STUDIES.items():
        study = make(town)
        Study.objects.filter(pk=study.pk).update(coded=True, slug=kind)
        study.refresh_from_db()
        keep_document(study, "consent", {"": f"Do you agree to {kind}?"}, boss)
        for name in ("ann", "bo"):
            Admission.objects.create(study=study, user=town.person(name), part="consent", version=1, passed=True)
        release = freeze(study, boss)[0]
        again = create(kind, f"Again {kind}", boss, settings=study.settings)
        notes = import_files(again, [SimpleUploadedFile("release.zip", release_archive(release))], boss)
        assert not any("left out" in note or "existing accounts" in note for note in notes), notes
        again.refresh_from_db()
        made, there = dict(freeze(again, boss)[0].files), dict(release.files)
        times = [[json.loads(row) for row in files.pop("people/persons.jsonl").splitlines()] for files in (made, there)]
        assert times[0] == times[1] and len(times[0]) == 2
        assert made == there
        digests += [user.username.partition("@")[2] for user in User.objects.filter(first_name="J1")]
    assert len({*digests}) == 3 and all(digests)


def test_a_picture_that_the_study_has_already_is_no_obstacle(town: Town) -> None:
    study = create("events", "New", town.person("owner"))
    add_picture(study, SimpleUploadedFile("a.png", PNG), town.person("owner"))
    opened(town, study, **{"guidelines__pictures.jsonl": json.dumps({"name": "a.png", "base64": SPELLED})})
    assert [one.name for one in study.pictures.all()] == ["a.png"]


def test_documents_that_the_study_has_stay_and_a_study_under_way_takes_none(town: Town) -> None:
    study = create("events", "New", town.person("owner"), "Mine.")
    assert "the study has its own guidelines, so those of the release were left out" in opened(town, study)
    assert (study.instructions, study.versions) == ("Mine.", {"guidelines": 1, "consent": 1})
    older = create("events", "Older", town.person("owner"))
    keep(older, ImportBatch((replace(TOPIC, id="old"),)), town.person("owner"))
    assert "since the study had topics before" in opened(town, older)[-1] and not older.versions


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"guidelines__versions.csv": VERSION.format("guidelines", 2)}, "versions.csv:2: expected version 1"),
        ({"people__versions.csv": VERSION.format("guidelines", 1)}, "versions.csv:2: .*part"),
        ({"people__versions.csv": VERSION.format("knowledge", 1)}, "knowledge-1.json.* is missing"),
        ({"people__consent-1.md": ""}, "version 1 says the same"),
        ({"people__consent-1.md": "x" * 20_001}, "expected a text of up to"),
        ({"people__persons.jsonl": ANSWER % (7, "")}, "no version 7"),
        ({"people__persons.jsonl": ANSWER % (1, "x")}, "a time such"),
        ({"guidelines__pictures.jsonl": '{"name": "a.png", "base64": "%"}'}, "is not in base64"),
        ({"guidelines__pictures.jsonl": '{"name": "a.png", "base64": "PHN2Zz4="}'}, "SVG can hold scripts"),
        ({"guidelines__pictures.jsonl": json.dumps({"name": "../a.png", "base64": SPELLED})}, "no name of a picture"),
    ],
)  # fmt: skip
def test_documents_that_are_not_whole_are_refused_and_nothing_is_kept(
    town: Town, changes: dict[str, str], message: str
) -> None:
    study = create("events", "New", town.person("owner"))
    with pytest.raises(InputError, match=message):
        opened(town, study, **changes)
    study.refresh_from_db()
    assert not (study.topics.exists() or study.documents.exists() or study.pictures.exists() or study.versions)


def test_a_release_without_guidelines_and_questions_is_as_before(town: Town) -> None:
    study = event_stages.through(town)
    assert sorted(freeze(study, town.person("owner"))[0].files) == ["events.json", "links.csv"]


def test_of_those_who_declined_nothing_but_that_is_released(town: Town) -> None:
    study, boss = event_stages.through(town), town.person("owner")
    keep_document(study, "consent", {"": "We ask you."}, boss)
    keep_document(study, "questions", {"questions": [{"id": "age", "text": "Age?"}]}, boss)
    ann = town.person("ann")
    details = {"answers": {"age": "30"}}
    Admission.objects.create(study=study, user=ann, part="questions", version=1, passed=True, details=details)
    Admission.objects.create(study=study, user=ann, part="consent", version=1, passed=False)
    release = freeze(study, boss)[0]
    (line,) = map(json.loads, release.files["people/persons.jsonl"].splitlines())
    assert set(line) == {"judge", "consent"}
    assert (line["judge"], line["consent"]["passed"]) == ("J1", False)
    assert "J1 declined or withdrew the consent" in release.notes[-1]
    assert release.files["people/consent-1.md"] == "We ask you."
    assert json.loads(release.files["people/questions-1.json"])["questions"][0]["id"] == "age"
