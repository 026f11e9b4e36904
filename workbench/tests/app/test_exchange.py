"""Studies to other tools and back: exports of releases and of running studies, tasks of Label Studio, office files."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import docx
import pypdf
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from cliometer.errors import InputError
from cliometer.io.units import read_units
from cliometer.model.units import ContentUnit
from cliometer_workbench.models import Release, Sheet, Study
from cliometer_workbench.services.imports import import_files, read_files
from cliometer_workbench.services.study_lifecycle import create
from cliometer_workbench.services.study_releases import freeze, readiness
from cliometer_workbench.services.worksheets import topic_of
from workbench.tests.app.owner.makings import finish, topic, upload
from workbench.tests.app.people import Town
from workbench.tests.app.units import stages


def unpacked(content: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


@pytest.fixture
def study(town: Town) -> Study:
    return town.study("events", [topic("wall")], ann="judge", bo="judge", cy="verifier", ed="reader")


def exported(town: Town, format: str, state: str = "export", name: str = "owner") -> dict[str, str]:
    answer = town.client(name).get(f"/studies/study/{state}/{format}.zip")
    assert answer.status_code == 200, answer.content
    return unpacked(answer.content)


@pytest.mark.parametrize("format", ["label-studio", "brat", "xmi", "csv"])
def test_a_release_is_offered_to_its_readers_in_every_format(town: Town, study: Study, format: str) -> None:
    finish(town, study)
    release = freeze(study, town.person("owner"))[0]
    Release.objects.filter(pk=release.pk).update(files={**release.files, "people/J1.json": "{}"})  # as consent adds
    page = town.client("ed").get("/studies/study/releases").content.decode()
    assert f"/studies/study/releases/{release.digest}/{format}.zip" in page
    files = exported(town, format, f"releases/{release.digest}", "ed")
    key = release.digest
    assert files == town.client("ed").get(f"/api/studies/study/releases/{key}/{format}").json()["files"]
    assert any("ann" in text and "wall" in text for text in files.values())


def test_where_judges_stand_as_codes_an_export_names_nobody(town: Town, study: Study) -> None:
    finish(town, study)
    Study.objects.filter(pk=study.pk).update(coded=True)
    texts = " ".join(exported(town, "label-studio").values()) + " ".join(exported(town, "brat").values())
    assert "J1" in texts and '"ann"' not in texts and "Judge T1 ann" not in texts


def test_an_owner_with_blind_work_to_do_exports_nothing(town: Town) -> None:
    town.study("events", [topic("wall")], owner="judge", ann="judge")
    assert town.client("owner").get("/studies/study/export/csv.zip").status_code == 403
    assert town.client("owner").get("/api/studies/study/export/csv").status_code == 403


def again(town: Town, kind: str, tasks: str, name: str = "wall.json") -> tuple[Study, tuple[str, ...]]:
    study = create(kind, "Again", town.person("owner"), coded=False)
    return study, import_files(study, [upload(name, tasks)], town.person("owner"))


def test_events_come_back_from_label_studio_with_the_links_of_every_judge(town: Town, study: Study) -> None:
    finish(town, study)
    before = freeze(study, town.person("owner"))[0]
    copy, _ = again(town, "events", exported(town, "label-studio")["wall.json"])
    after = freeze(copy, town.person("owner"))[0]
    assert after.files["links.csv"].replace("wall/", "") == before.files["links.csv"]
    events, old = (json.loads(one.files["events.json"])["topics"][0]["events"] for one in (after, before))
    assert json.loads(json.dumps(events).replace("wall/", "")) == old


def test_without_a_ground_truth_the_links_wait_for_a_verifier(town: Town, study: Study) -> None:
    finish(town, study)
    tasks = json.loads(exported(town, "label-studio")["wall.json"])
    tasks[0]["annotations"] = [one for one in tasks[0]["annotations"] if not one["ground_truth"]]
    copy, _ = again(town, "events", json.dumps(tasks))
    assert [step.name for _, step, _ in readiness(copy).waiting] == ["verify"]


def test_units_come_back_from_label_studio_with_lines_and_links(town: Town, tmp_path: Path) -> None:
    study, boss = stages.through(town), town.person("owner")
    old = units_of(freeze(study, boss)[0], tmp_path)
    copy, notes = again(town, "units", exported(town, "label-studio")["titanic.json"])
    new = units_of(freeze(copy, boss)[0], tmp_path)
    assert {id: {*unit.leaves} for id, unit in new.items()} == {id: {*unit.leaves} for id, unit in old.items()}
    assert {id: unit.writers for id, unit in new.items()} == {id: unit.writers for id, unit in old.items()}
    told = {id: [line.text for line in unit.contributors] for id, unit in new.items()}
    whole = "The ship sinks and 705 people are rescued."  # its trimmed words are not in the line
    assert told == {id: [line.text for line in unit.contributors] for id, unit in old.items()} | {
        "sink": [whole, *(line.text for line in old["sink"].contributors[1:])]
    }
    assert any("matching of bo was left out" in note for note in notes)


def units_of(release: Release, folder: Path) -> dict[str, ContentUnit]:
    file = folder / "units.json"
    file.write_text(release.files["units/titanic.json"], encoding="utf-8")
    return read_units(file).units[0].by_id


def test_pairs_of_label_studio_are_summaries_of_two_systems(town: Town) -> None:
    tasks = [{"data": {"topic": "oil", "system1": a, "system2": b, "text1": a * 9, "text2": b * 9}}
             for a, b in (("x", "y"), ("y", "z"))]  # fmt: skip
    study, _ = again(town, "preferences", json.dumps(tasks))
    assert topic_of(study.topics.get()).summaries == {"x": "x" * 9, "y": "y" * 9, "z": "z" * 9}


def test_stories_of_label_studio_without_annotations_are_a_new_study(town: Town) -> None:
    study, _ = again(town, "events", json.dumps([{"id": 3, "data": {"text": "It fell. They danced."}}]))
    (source,) = topic_of(study.topics.get()).sources
    assert (source.id, len(source.sentences)) == ("wall/task-3", 2)
    assert not Sheet.objects.filter(study=study).exists()


def pdf(words: str, password: str = "") -> bytes:
    """A page of one line, by hand: every reader finds its words."""
    stream = f"BT /F1 12 Tf 50 700 Td ({words}) Tj ET".encode() if words else b""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]  # fmt: skip
    content, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, start=1):
        places.append(len(content))
        content += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    content += b"xref\n0 6\n0000000000 65535 f \n%strailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (
        table,
        len(content),
    )
    if not password:
        return content
    writer, target = pypdf.PdfWriter(clone_from=io.BytesIO(content)), io.BytesIO()
    writer.encrypt(password, algorithm="RC4-128")
    writer.write(target)
    return target.getvalue()


def word(*paragraphs: str) -> bytes:
    document, target = docx.Document(), io.BytesIO()
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    document.add_table(1, 2).rows[0].cells[1].text = "in a table"
    document.save(target)
    return target.getvalue()


ARTICLE = (
    "The wall fell on Thursday evening, and thousands of people crossed the border on foot within a few hours.",
    "Guards had opened the gates after a spokesman said on television that the new rules held at once.",
    "People danced on the wall until the morning, and shops in the west stayed open for the whole night.",
)
PAGE = f"<html><body><nav>Menu</nav><article><p>{'</p><p>'.join(ARTICLE)}</p></article></body></html>".encode()


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("1989-11-09-wall.pdf", pdf("The wall fell. People danced."), "The wall fell. People danced."),
        ("wall.docx", word("The wall fell.", "الجدار"), "The wall fell.\n\nالجدار\n\nin a table"),
        ("wall.html", PAGE, "\n".join(ARTICLE)),
    ],
)
def test_office_files_are_stories(name: str, content: bytes, words: str) -> None:
    (source,) = read_files("events", [SimpleUploadedFile(name, content)]).topics[0].sources
    assert source.text.split() == words.split()  # with or without the extra that reads web pages
    assert (source.date is not None) == name.startswith("1989")


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.pdf", pdf("Secret", password="x"), "a.pdf: is encrypted; save it without a password"),
        ("a.pdf", pdf(""), "a.pdf: holds pictures of pages and no text (a scan)"),
        ("a.pdf", b"no pdf at all", "a.pdf: is not a readable PDF"),
        ("a.docx", b"\xd0\xcf\x11\xe0\xa1", "a.docx: is under a password, or an old .doc"),
        ("a.docx", b"no zip", "a.docx: is not a readable Word document"),
        ("a.html", b"\xff\xfe", "a.html: is not UTF-8"),
        ("a.html", b"<html></html>", "a.html: holds no text"),
    ],
)
def test_what_no_text_comes_out_of_is_refused_by_name(name: str, content: bytes, message: str) -> None:
    with pytest.raises(InputError) as error:
        read_files("units", [SimpleUploadedFile(name, content)])
    assert message in str(error.value)


def test_a_bomb_in_a_word_document_is_refused() -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * 9_000_000)
    with pytest.raises(InputError, match="unpacks to far more"):
        read_files("units", [SimpleUploadedFile("a.docx", target.getvalue())])
