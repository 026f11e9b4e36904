"""What leaves a study of units comes back, and commands say of it what the owner's page said."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

import cliometer
from cliometer.cli.main import main
from cliometer.errors import InputError
from cliometer.io.folders import read_references
from cliometer_workbench.formats.archives import file_name
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.kinds.units import UnitSettingsForm, default_unit_settings, read
from cliometer_workbench.kinds.units.unit_figures import figures
from cliometer_workbench.models import Study
from cliometer_workbench.services.imports import create_demo
from cliometer_workbench.services.study_lifecycle import create
from cliometer_workbench.services.study_releases import freeze, readiness, release_archive
from cliometer_workbench.study.units.unit_timelines import UnitSettings
from workbench.tests.app.people import Town
from workbench.tests.app.units import stages

DEMO = Path(cliometer.__file__).parent / "demo"


@pytest.fixture
def study(town: Town) -> Study:
    return stages.through(town)


def written(files: Mapping[str, str], folder: Path) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def said(*words: str) -> Any:
    out, err = io.StringIO(), io.StringIO()
    assert main([*words, "--json"], out, err) == 0, err.getvalue()
    return json.loads(out.getvalue())


def test_a_release_has_units_second_matchings_and_timelines(town: Town, study: Study) -> None:
    release, new = freeze(study, town.person("owner"))
    assert (new, sorted(release.files)) == (
        True,
        [
            "second/titanic/rematch-bo.json",
            *(f"timelines/titanic/{writer}.json" for writer in ("ann", "bo", "cy", "di")),
            "units/titanic.json",
        ],
    )


def test_the_command_says_what_the_page_says(town: Town, study: Study, tmp_path: Path) -> None:
    folder = written(freeze(study, town.person("owner"))[0].files, tmp_path)
    told = said("study", "agreement", str(folder / "units"), "--second", str(folder / "second/titanic/rematch-bo.json"))
    (one,) = figures(study)["topics"]
    splits, (matching,) = told["splits"][0], told["matching"]
    assert (one["splits"].mean_grey, one["splits"].mean_alpha) == (splits["mean_grey"], splits["mean_alpha"])
    assert [alpha for _, _, alpha in one["splits"].sensitivity] == [row["alpha"] for row in splits["pooled_alpha"]]
    assert [list(map(list, view["table"].counts)) for view in one["tables"]] == [
        splits["best"]["table"],
        splits["worst"]["table"],
    ]
    assert list(one["statistics"].shape.levels) == told["units"][0]["levels"]
    assert [[cell["grey"] for cell in cells] for _, cells in one["tables"][0]["rows"]] == [
        [True, True, False],
        [True, True, True],
        [False, True, True],
    ]
    ((name, own),) = one["matchings"]
    assert (name, own.agreement, own.alpha) == ("rematch-bo", matching["agreement"], matching["alpha"])


def test_timelines_are_references(town: Town, study: Study, tmp_path: Path) -> None:
    folder = written(freeze(study, town.person("owner"))[0].files, tmp_path)
    references, notes = read_references(folder / "timelines")
    assert ([one.name for one in references["titanic"]], notes) == (["ann", "bo", "cy", "di"], ())


def test_drafts_can_be_made_of_the_timelines(town: Town, study: Study, tmp_path: Path) -> None:
    folder = written(freeze(study, town.person("owner"))[0].files, tmp_path)
    assert (
        main(
            ["study", "draft", str(folder / "timelines"), "-o", str(tmp_path / "x.json")], io.StringIO(), io.StringIO()
        )
        == 0
    )
    with pytest.raises(InputError, match="topic titanic: its documents have no text"):
        read([tmp_path / "x.json"])


@pytest.mark.parametrize("coded", [False, True])
def test_a_release_comes_back_byte_for_byte(coded: bool, town: Town, study: Study) -> None:
    owner = town.person("owner")
    Study.objects.filter(pk=study.pk).update(coded=coded)
    study.refresh_from_db()
    release, _ = freeze(study, owner)
    packed = SimpleUploadedFile("release.zip", release_archive(release))
    again = create("units", "Again", owner, settings=default_unit_settings(), coded=coded)
    answer = town.client("owner").post("/studies/again/topics", {"files": [packed]})
    assert answer.status_code == 302, answer.content.decode()
    assert readiness(again).waiting == ()
    assert freeze(again, owner)[0].files == release.files


def test_two_releases_come_back_into_one_study(town: Town, study: Study) -> None:
    owner = town.person("owner")
    release, _ = freeze(study, owner)
    other = {
        name.replace("titanic", "other"): text.replace('"titanic"', '"other"').replace('"sail"', '"depart"')
        for name, text in release.files.items()
    }
    again = create("units", "Again", owner, settings=default_unit_settings(), coded=False)
    for files in (release.files, other):
        uploads = [SimpleUploadedFile("all.zip", packed(files))]
        assert town.client("owner").post("/studies/again/topics", {"files": uploads}).status_code == 302
    assert freeze(again, owner)[0].files == {**release.files, **other}


def packed(files: Mapping[str, str]) -> bytes:
    import zipfile

    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archived:
        for name, text in files.items():
            archived.writestr(name, text)
    return target.getvalue()


def test_the_units_of_the_demo_come_back_and_go_out_again(town: Town, tmp_path: Path) -> None:
    owner = town.person("owner")
    study = create("units", "Demo", owner, settings=default_unit_settings())
    given = SimpleUploadedFile("apollo-13.json", (DEMO / "units/apollo-13.json").read_bytes())
    assert town.client("owner").post("/studies/demo-2/topics", {"files": [given]}).status_code == 302
    folder = written(freeze(study, owner)[0].files, tmp_path)
    assert (
        said("study", "agreement", str(folder / "units"))["units"]
        == said("study", "agreement", str(DEMO / "units"))["units"]
    )


def texts(folder: Path, **files: str) -> list[Path]:
    paths = []
    for name, text in files.items():
        paths.append(folder / name.replace("__", "/").replace("_DOT_", "."))
        paths[-1].parent.mkdir(parents=True, exist_ok=True)
        paths[-1].write_text(text, encoding="utf-8")
    return paths


def test_each_text_is_a_topic_and_a_folder_is_one_of_several(tmp_path: Path) -> None:
    folder = tmp_path / "cliometer-upload-x"
    paths = texts(
        folder, a_DOT_txt="It fell.", b_DOT_txt="It rose.", war__one_DOT_txt="It began.", war__two_DOT_txt="It ended."
    )
    found = read(paths)
    assert {topic.id: [source.id for source in topic.sources] for topic in found.topics} == {
        "a": ["a"],
        "b": ["b"],
        "war": ["one", "two"],
    }
    assert all(topic.marks.mentions for topic in found.topics)


def test_articles_and_pyramids_are_documents(tmp_path: Path) -> None:
    found = read([DEMO / "articles/apollo-13.jsonl", DEMO / "pyramids/APOLLO.pyr"])
    first, second = found.topics
    assert (first.id, len(first.sources), second.id) == ("apollo-13", 15, "APOLLO")
    assert second.sources[0].id == "APOLLO.M.50.A.A"
    assert second.sources[0].text.startswith("Apollo 13 was launched")
    assert ["because they have no dates" in note for note in found.notes] == [True]


def test_judged_events_are_read_as_documents() -> None:
    found = read([DEMO / "events/berlin-wall.json"])
    assert (found.actions, "without its judged events" in found.notes[-1]) == ({}, True)


def test_units_without_dates_leave_their_documents_and_a_note(tmp_path: Path) -> None:
    whole = json.loads((DEMO / "units/apollo-13.json").read_text(encoding="utf-8"))
    for unit in whole["topics"][0]["units"]:
        for one in unit.get("contributors", []):
            one.pop("date", None)
    (tmp_path / "undated.json").write_text(json.dumps(whole), encoding="utf-8")
    found = read([tmp_path / "undated.json"])
    assert (found.actions, found.topics[0].length) == ({}, 12)
    assert "have no dates, so its documents were imported without its units" in found.notes[-1]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"a_DOT_txt": " \n "}, "is empty"),
        ({"a_DOT_json": "{}"}, "format"),
        ({"a_DOT_json": '{"cliometer": "timeline/1", "days": []}'}, "belongs to a release"),
        ({"a_DOT_pyr": "<pyramid><text></text></pyramid>"}, "holds no summary"),
    ],
)
def test_what_nobody_could_work_on_is_refused(files: dict[str, str], message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message):
        read(texts(tmp_path / "cliometer-upload-x", **files))


def test_two_files_of_one_topic_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="two of the files hold a topic war"):
        read(texts(tmp_path / "cliometer-upload-x", war_DOT_txt="It began.", war__a_DOT_txt="It ended."))


ODD = ("a/b", "../x", ".", "..", ".hidden", "a\\b", "C:", "%2F", "/", "späße 1", "x" * 300, "x" * 299)


@pytest.mark.parametrize("id", ODD)
def test_a_file_name_is_no_path(id: str) -> None:
    name = file_name(id)
    assert not set("/\\:") & set(name)
    assert (name.startswith("."), len(name.encode()) <= 120) == (False, True)


def test_no_two_topics_share_a_file_name() -> None:
    assert len({file_name(id) for id in ODD}) == len(ODD)


def test_the_form_offers_what_the_protocol_reads() -> None:
    form = UnitSettingsForm({"length": "", "draft": "on", "conflicts": "refuse", "sample": "7", "seed": "3"})
    assert form.is_valid()
    assert UnitSettings.of(form.cleaned_data) == UnitSettings(True, "refuse", 7, 3, None)
    assert UnitSettings.of(default_unit_settings()).draft is True


def test_the_length_of_the_study_holds_where_a_topic_has_none(town: Town) -> None:
    from dataclasses import replace

    from cliometer_workbench.services.worksheets import load

    study = town.study("units", [replace(stages.TOPIC, length=None)], ann="judge")
    Study.objects.update(settings={"length": 9})
    assert load(town.sheet(study, "write", "ann")).work.progress == (0, 9)


def test_the_demo_begins_with_lines_to_build_units_of(town: Town) -> None:
    study = create_demo("units", town.person("owner"))
    page = town.client("owner").get(f"/sheets/{town.sheet(study, 'build').pk}/").content.decode()
    assert all(f">{writer}</h2>" in page for writer in ("almanac", "chronicle", "gazette"))
    assert town.client("owner").get(f"/studies/{study.slug}/agreement").status_code == 200


def test_figures_come_as_soon_as_there_are_units(town: Town) -> None:
    study = stages.building(town)
    (before,) = figures(study)["topics"]
    assert (before["statistics"], before["state"]) == (None, "Build units")
    page = town.client("owner").get("/studies/study/agreement").content.decode()
    assert "No units have been built yet" in page
    town.act("ann", town.sheet(study, "build"), "make", lines=["ann/l1", "di/l1"])
    (after,), (chart,) = (figures(study)[name] for name in ("topics", "charts"))
    assert (after["statistics"].units, after["statistics"].shape.levels) == (1, (0, 1))
    assert chart.svg.startswith('<svg role="img" aria-label="Units by the number of writers')
    assert 'fill="light-dark(#1c2227, #e8e6e0)"' in chart.svg  # its words follow the theme of the page
    assert chart.svg in town.client("owner").get("/studies/study/agreement").content.decode()


def test_kinds_are_described(town: Town) -> None:
    kind = KINDS["units"]
    assert all((kind.title, kind.about, kind.uploads)) and set(kind.screens) == {"write", "build", "match", "rematch"}


def test_a_topic_that_no_sheet_could_show_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="topic big has 5,001 sentences; a topic may have 5,000 at most"):
        read(texts(tmp_path / "cliometer-upload-x", **{"big.txt": "It fell. " * 5001}))
