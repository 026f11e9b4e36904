"""Summaries, documents and clear pairs: how they are uploaded, who may read them, and their release."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

import cliometer
from cliometer.errors import InputError
from cliometer.model.sources import Annotation, Source
from cliometer.study.topics import ClearPair, write_topic
from cliometer_workbench.kinds.preferences.summary_uploads import read
from cliometer_workbench.kinds.study_kind import ImportBatch
from cliometer_workbench.models import Sheet, Study
from cliometer_workbench.services.imports import import_files, read_files
from cliometer_workbench.services.row_imports import change_clear_pairs
from cliometer_workbench.services.seats import seat
from cliometer_workbench.services.sheet_lifecycle import lay_out
from cliometer_workbench.services.study_releases import freeze
from cliometer_workbench.services.worksheets import topic_of
from workbench.tests.app.people import Town
from workbench.tests.app.preferences.voters import SETTINGS, run, study_of, topics, uploads, vote

SUMMARIES = """system,topic,text
alpha,flood,The river rose.
beta,flood,Water came.
alpha,quake,It shook.
beta,quake,A quake.
"""
POSTS = '{"id": "1", "text": "shaking!"}\n{"id": "2", "text": "again"}\n'
ARTICLE = '{"id": "a", "date": "2020-01-02", "title": "T", "text": "It shook. Then not."}\n'
TABLE = "topic,text,date,title\nflood,It rained.,2020-01-02,Rain\nquake,It shook.,,\n"


def batch(**files: str) -> ImportBatch:
    """What an archive with these files holds, where __ stands for a slash and _ for a dot."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("summaries.csv", SUMMARIES)
        for name, text in files.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), text)
    return read_files("preferences", [SimpleUploadedFile("all.zip", packed.getvalue())])


def documents(found: ImportBatch) -> dict[str, list[str]]:
    return {topic.id: [source.text for source in topic.sources] for topic in found.topics if topic.sources}


@pytest.mark.parametrize(
    ("files", "texts"),
    [
        ({"sources__flood__1_txt": "Rain.", "sources__flood__2_txt": "Wind."}, {"flood": ["Rain.", "Wind."]}),
        ({"sources__quake_jsonl": POSTS}, {"quake": ["shaking!", "again"]}),
        ({"sources__flood_csv": "id,text,created_at\n1,wet,2020-01-02\n"}, {"flood": ["wet"]}),
        ({"sources__flood_txt": "Rain, and wind."}, {"flood": ["Rain, and wind."]}),
        ({"sources_csv": TABLE}, {"flood": ["It rained."], "quake": ["It shook."]}),
        ({"sources__quake_jsonl": ARTICLE}, {"quake": ["It shook. Then not."]}),
    ],
)
def test_documents_come_with_the_summaries(files: dict[str, str], texts: dict[str, list[str]]) -> None:
    assert documents(batch(**files)) == texts


def test_documents_of_an_unknown_topic_are_noted() -> None:
    assert any("1 document of storm left out" in note for note in batch(sources__storm_txt="Wind.").notes)


def test_clear_pairs_come_from_a_table() -> None:
    found = batch(tests_csv="topic,better,worse,use\nflood,alpha,beta,\nquake,beta,alpha,Quiz\n")
    assert [(one.better, one.worse, one.use) for topic in found.topics for one in topic.tests] == [
        ("alpha", "beta", ""),
        ("beta", "alpha", "quiz"),
    ]


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ("topic,better\nflood,alpha\n", "tests.csv:1: has no column worse"),
        ("topic,better,worse\nstorm,alpha,beta\n", 'tests.csv:2: there is no topic "storm"'),
        ("topic,better,worse\nflood,alpha,gamma\n", '"gamma" has no summary of "flood"'),
        ("topic,better,worse\nflood,alpha,alpha\n", "expected two systems"),
        ("topic,better,worse,use\nflood,alpha,beta,exam\n", "tests.csv:2: expected quiz, test or nothing"),
        ("topic,better,worse\nflood,,beta\n", "the cell better is empty"),
    ],
)
def test_a_table_of_clear_pairs_that_means_nothing_is_refused(table: str, complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        batch(tests_csv=table)
    assert complaint in str(caught.value)


def reading(town: Town, shows: str = "beside") -> tuple[Study, Sheet]:
    """A study of two topics with a document each, and the sheet of Ann."""
    own = [replace(one, sources=(Source("d", Annotation(f"<b>On the {one.id}</b>")),)) for one in topics()]
    study = town.study("preferences", own, slug="votes")
    study.settings = SETTINGS | {"sources": shows, "votes": 1, "quiz": 0}
    study.started = timezone.now()
    study.save()
    for name in ("ann", "bo"):
        seat(study, town.person(name), "judge")
    lay_out(study)
    return study, town.sheet(study, "vote", "ann")


def test_a_release_with_documents_opens_again(town: Town) -> None:
    study, _ = reading(town)
    vote(town, study, "ann")
    owner = town.person("owner")
    first, _ = freeze(study, owner, partial=True)
    again = Study.objects.create(slug="again", kind="preferences", title="Again", created_by=owner)
    import_files(again, uploads(first), owner)
    second, _ = freeze(again, owner, partial=True)
    with pytest.raises(InputError, match=r"tests\.csv: comes with a release"):
        read_files("preferences", [*uploads(first), SimpleUploadedFile("tests.csv", b"topic,better,worse\n")])
    assert second.digest == first.digest and "On the flood" in first.files["topics.jsonl"]


def test_a_clear_pair_is_added_to_those_that_are_there_even_if_one_is_there_twice(town: Town) -> None:
    study, owner = study_of(town, "ann", controls="own"), town.person("owner")
    row = study.topics.all()[0]
    a, b, *more = topic_of(row).summaries
    there = (ClearPair(a, b, "quiz"), ClearPair(a, b, "test"))
    document = write_topic(replace(topic_of(row), tests=there))
    study.topics.filter(pk=row.pk).update(document=document)  # `row` is what another owner's page read before
    change_clear_pairs(study, row.pk, ClearPair(more[0], b), owner)
    row.refresh_from_db()
    assert topic_of(row).tests == (*there, ClearPair(more[0], b))


def laid(folder: Path, **files: str) -> list[Path]:
    """Files below a folder; `a__b_txt` is a/b.txt."""
    paths = []
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    return sorted(paths)


def test_folders_are_systems_and_files_are_topics(tmp_path: Path) -> None:
    paths = laid(tmp_path, one__flood_txt="Water rose.", two__flood_txt="It rained.\nA lot.")
    (topic,) = read(paths).topics
    assert (topic.id, dict(topic.summaries)) == ("flood", {"one": "Water rose.", "two": "It rained.\nA lot."})


def test_a_table_has_systems_topics_and_texts(tmp_path: Path) -> None:
    table = 'system,topic,text,title\none,a,"x, y",The A\ntwo,a,z,\n'
    (topic,) = read(laid(tmp_path, table_csv=table)).topics
    assert (topic.name, dict(topic.summaries)) == ("The A", {"one": "x, y", "two": "z"})


def test_what_summarise_writes_is_read_once(tmp_path: Path) -> None:
    posts = Path(cliometer.__file__).parent / "demo" / "posts"
    run("summarise", str(posts), "-s", "centroid", "-s", "sumbasic", "-k", "2", "-o", str(tmp_path / "r"))
    found = read(sorted(path for path in tmp_path.rglob("*") if path.is_file()))
    assert [(topic.id, list(topic.summaries)) for topic in found.topics] == [
        ("ever-given", ["centroid", "sumbasic"]),
        ("notre-dame", ["centroid", "sumbasic"]),
    ]


def test_extracts_with_texts_are_summaries(tmp_path: Path) -> None:
    def extracts(system: str, text: str) -> str:
        one = {"topic": "a", "system": system, "of": "sentences", "items": [{"id": "1", "text": text}]}
        return json.dumps({"format": "cliometer-extracts", "version": 1, "extracts": [one]})

    paths = laid(tmp_path, one_json=extracts("one", "x"), two_json=extracts("two", "y"))
    assert dict(read(paths).topics[0].summaries) == {"one": "x", "two": "y"}


def test_several_topics_that_lack_summaries_are_one_note(tmp_path: Path) -> None:
    table = "system,topic,text\none,a,x\ntwo,a,y\nsix,a,q\none,b,z\ntwo,b,w\none,c,z\ntwo,c,w\n"
    assert read(laid(tmp_path, t_csv=table)).notes == ("2 topics lack summaries: b (six) and c (six)",)
