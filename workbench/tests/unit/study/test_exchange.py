"""Releases as marked texts: every judgement at the words that it is about, and the command that writes them."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

import cliometer
from cliometer.cli.main import main
from cliometer.errors import InputError, UsageError
from cliometer.io.units import read_units
from cliometer.model.units import ContentUnit, Contributor, EventGroup, GroupMember, UnitTopic
from cliometer.model.when import When
from cliometer_workbench.formats.label_studio import read_label_studio
from cliometer_workbench.study.exchange import convert_judgements, read_markup, unit_markup

DEMO = Path(cliometer.__file__).parent / "demo"


def test_every_link_of_the_judged_events_is_a_span_of_its_sentence() -> None:
    markup = read_markup(DEMO / "events")
    topic = read_units(DEMO / "events" / "berlin-wall.json").events[0]
    words = {id: one.text for id, one in topic.marks.sentences.items()}
    verified = {(event.id, words[part[0]]) for event in topic.events for part in event.parts if len(part) == 1}
    found = {
        (mark.id, text.text[mark.start : mark.end])
        for text in markup.texts
        for mark in text.marks
        if text.topic == topic.id and mark.layer == "event" and not mark.judge and not mark.group
    }
    assert found == verified
    assert {"anna", "ben"} <= {judge for text in markup.texts for judge in text.judges}


UNIT = ContentUnit(
    "u1",
    label="The war ends",
    contributors=(
        Contributor("ann", "The war ends.", When.of("1953-07-27"), "Peace comes."),
        Contributor("bo", "It ends", When.of("1953")),
    ),
)


def test_lines_of_writers_are_texts_with_the_part_that_belongs_to_a_unit() -> None:
    ann, bo = unit_markup(UnitTopic("war", (), (UNIT,))).texts
    assert (ann.kind, ann.title, ann.text) == ("timeline", "ann", "1953-07-27 The war ends. Peace comes.\n")
    assert [ann.text[mark.start : mark.end] for mark in ann.marks] == ["The war ends."]
    assert (bo.text, [bo.text[mark.start : mark.end] for mark in bo.marks]) == ("1953 It ends\n", ["It ends"])


def test_weights_of_groups_that_no_format_holds_are_noted() -> None:
    source = read_units(DEMO / "units" / "apollo-13.json").units[0].sources[0]
    one, two, *_ = source.mentions
    inner = EventGroup((GroupMember(one), GroupMember(two)), "g1")
    unit = ContentUnit("u1", group=EventGroup((GroupMember(inner, 0.5),)))
    markup = unit_markup(UnitTopic("war", (source,), (unit,)))
    assert markup.notes == ("topic war: links of 1 unit (u1) are in groups, whose own weights are not exchanged",)
    assert {mark.group for text in markup.texts for mark in text.marks if mark.layer == "unit"} == {"g1"}


def test_the_command_writes_a_folder_or_an_archive_and_replaces_nothing(tmp_path: Path) -> None:
    words = ["convert", str(DEMO / "events"), "--to", "label-studio", "-o", str(tmp_path / "out")]
    assert main(words, io.StringIO(), io.StringIO()) == 0
    assert read_label_studio(tmp_path / "out" / "berlin-wall.json").texts[0].id == "berlin-wall/01"
    err = io.StringIO()
    assert main(words, io.StringIO(), err) == 2
    assert "--force" in err.getvalue()
    convert_judgements(DEMO / "events", tmp_path / "out.zip", "csv")
    with zipfile.ZipFile(tmp_path / "out.zip") as archive:
        assert sorted(archive.namelist()) == ["annotations.csv", "documents.csv"]


def test_without_a_place_for_its_files_a_format_is_refused() -> None:
    with pytest.raises(UsageError, match=r"-o FILE\.zip or -o FOLDER/"):
        cliometer.convert(DEMO / "events", to="brat")


def test_a_plan_is_named_and_a_format_that_is_missing_or_unknown(tmp_path: Path) -> None:
    cliometer.study_plan([DEMO / "runs" / "lead", DEMO / "runs" / "mentions"], output=tmp_path / "study.zip")
    for settings in ({}, {"to": "csv"}, {"to": "brat", "output": tmp_path / "out"}):
        with pytest.raises(InputError, match=r"is the plan of a study, .* the workbench opens it"):
            cliometer.convert(tmp_path / "study.zip", **settings)
    convert_judgements(DEMO / "events", tmp_path / "gold.zip", "csv")
    with pytest.raises(UsageError, match=r"add --to, for a release of a study one of .*brat"):
        cliometer.convert(tmp_path / "gold.zip")
    with pytest.raises(UsageError, match=r"unknown format 'prodigy'; known: .*label-studio"):
        cliometer.convert(DEMO / "units", to="prodigy")


def test_a_folder_without_judgements_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("words")
    with pytest.raises(InputError, match="holds nothing that could be exchanged"):
        convert_judgements(tmp_path, tmp_path / "out", "xmi")


def test_an_archive_is_read_like_its_folder(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "gold.zip", "w") as archive:
        for file in (DEMO / "events").iterdir():
            archive.write(file, file.name)
    assert read_markup(tmp_path / "gold.zip").texts == read_markup(DEMO / "events").texts


def test_what_is_wrong_in_an_archive_is_named_as_the_archive_names_it(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "gold.zip", "w") as archive:
        archive.writestr("events.json", json.dumps({"format": "x"}))
    with pytest.raises(InputError) as error:
        read_markup(tmp_path / "gold.zip")
    assert "gold.zip" in str(error.value)
    assert "cliometer-release" not in str(error.value)
