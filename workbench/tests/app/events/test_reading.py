"""Uploads of a study of events: what is read, what is forgiven, and what is refused with its name."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from cliometer.errors import CliometerError
from cliometer_workbench.kinds.events import read
from cliometer_workbench.kinds.study_kind import ImportBatch
from cliometer_workbench.services.imports import read_files

DEMO = Path(__file__).parents[4] / "src/cliometer/demo"


def upload(**texts: str) -> ImportBatch:
    """Files as somebody uploads them; `_` stands for the dot of their names."""
    files = [SimpleUploadedFile(name.replace("_", "."), text.encode()) for name, text in texts.items()]
    return read_files("events", files)


def packed(name: str, **texts: str) -> ImportBatch:
    """A zip archive; `__` is a slash."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for place, text in texts.items():
            archive.writestr(place.replace("__", "/").replace("_", "."), text)
    return read_files("events", [SimpleUploadedFile(name, target.getvalue())])


def test_an_archive_names_the_topic_and_folders_in_one_are_topics() -> None:
    assert packed("wall.zip", a_txt="It fell.").topics[0].id == "wall"
    assert [t.id for t in packed("all.zip", x__a_txt="It fell.", y__a_txt="It rose.").topics] == ["x", "y"]


def test_a_date_in_front_of_the_name_is_the_day_of_the_story() -> None:
    files = [SimpleUploadedFile(name, b"It fell.") for name in ("1989-11-09-wall.txt", "1989-99-99.txt")]
    days = [source.date for source in read_files("events", files).topics[0].sources]
    assert [str(day) for day in days] == ["1989-11-09", "None"]


def test_articles_of_two_topics_never_share_ids() -> None:
    line = json.dumps({"id": "1", "date": "1989-11-09", "sentences": ["It fell."]})
    assert [t.sources[0].id for t in upload(x_jsonl=line, y_jsonl=line).topics] == ["x/1", "y/1"]


def test_a_release_comes_with_the_work_of_its_judges() -> None:
    found = read(sorted((DEMO / "events").iterdir()))
    assert found.settled_steps == {"split", "list", "merge", "link", "verify"}
    assert {judge for _, step, judge in found.actions if step == "link"} == {"anna", "ben"}
    assert found.settings == {"part of berlin-wall": "training", "hours of berlin-wall": 1.5}


def test_content_units_are_stories_yet_to_be_judged() -> None:
    found = read([DEMO / "units/apollo-13.json"])
    assert not found.settled_steps and not found.actions and "its units were left out" in found.notes[-1]


def test_a_topic_that_no_sheet_could_show_is_refused() -> None:
    with pytest.raises(CliometerError, match="topic big has 5,001 sentences; a topic may have 5,000 at most"):
        upload(big_txt="It fell. " * 5001)
    assert len(upload(big_txt="It fell. " * 5000).topics[0].marks.sentences) == 5000
    with pytest.raises(CliometerError, match="characters"):
        upload(big_txt="It fell and they danced. " * 180_000)
