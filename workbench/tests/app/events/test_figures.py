"""Uploads, figures, releases and feedback of a study of events: one set of numbers on the page and in the files."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from cliometer.cli.main import main
from cliometer.errors import CliometerError
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.kinds.events import EventSettingsForm, read
from cliometer_workbench.kinds.events.event_figures import part_of
from cliometer_workbench.kinds.study_kind import ImportBatch
from cliometer_workbench.models import Sheet, Stretch, Study
from cliometer_workbench.services.imports import create_demo, read_files
from cliometer_workbench.services.study_releases import freeze
from workbench.tests.app.events import stages
from workbench.tests.app.people import Town

KIND = KINDS["events"]


def spend(town: Town, sheet: Sheet, name: str, seconds: float) -> None:
    now = timezone.now()
    Stretch.objects.create(sheet=sheet, user=town.person(name), began=now, ended=now, seconds=seconds)


def told(files: dict[str, str], folder: Path) -> dict[str, Any]:
    """What `cliometer study agreement` says of a release."""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
    out = io.StringIO()
    assert main(["study", "agreement", str(folder), "--json"], out, io.StringIO()) == 0
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def test_the_release_gives_the_figures_of_the_page(town: Town, tmp_path: Path) -> None:
    study = stages.through(town)
    spend(town, town.sheet(study, "link", "ann"), "ann", 1800)
    spend(town, town.sheet(study, "verify"), "cy", 900)
    page = KIND.figures(study)["topics"][0]
    found = told(freeze(study, town.person("owner"))[0].files, tmp_path)
    (topic,), (judged,) = found["topics"], found["judges"]
    assert (topic["hours"], topic["agreement"]) == (page["statistics"].hours, page["statistics"].agreement)
    assert topic["hours"] == 0.75 and topic["agreement"] == 0.75
    assert {(row["event"], row["agreement"], row["union"], row["added"]) for row in judged["events"]} == {
        (row["event"], row["agreement"], row["linked"], row["added"]) for row in page["events"]
    }
    assert (judged["set_alpha"], judged["cell_alpha"]) == (page["judged"].set_alpha, page["judged"].cell_alpha)


def test_the_worst_event_stands_first_with_the_way_to_it(town: Town) -> None:
    study = stages.through(town)
    first, second = KIND.figures(study)["topics"][0]["events"]
    assert (first["event"], first["agreement"], second["agreement"]) == ("e2", 0.5, 1.0)
    assert first["places"] == (("its links", f"/sheets/{town.sheet(study, 'verify').pk}/#event-2"),)


def test_while_verifying_what_is_undecided_counts_as_not_accepted_and_a_note_says_so(town: Town) -> None:
    topic = KIND.figures(stages.verifying(town))["topics"][0]
    assert topic["statistics"].agreement == pytest.approx((2 / 3 + 1 / 2) / 2)
    assert topic["notes"] == ("undecided links: 2; the agreement counts them as not accepted so far",)


@pytest.mark.parametrize("step", [*stages.STAGES])
def test_the_page_has_something_to_say_at_every_step(step: str, town: Town) -> None:
    stages.STAGES[step](town)
    answer = town.client("owner").get("/studies/study/agreement")
    assert answer.status_code == 200 and "Table 1" in answer.content.decode()


def test_shares_of_sentences_are_those_of_table_3(town: Town) -> None:
    rows = dict(KIND.figures(stages.through(town))["parts"].rows)
    assert rows["sentences on no event"] == "17 %" and rows["sentences on one event"] == "83 %"


def test_hours_told_by_an_import_and_hours_measured_here_add_up(town: Town) -> None:
    study = stages.through(town)
    study.settings = {"hours of wall": 1.5}
    assert KIND.figures(study)["topics"][0]["statistics"].hours == 1.5
    spend(town, town.sheet(study, "verify"), "cy", 1800)
    assert KIND.figures(study)["topics"][0]["statistics"].hours == 2.0


def test_time_spent_on_a_reopened_step_is_counted_too(town: Town) -> None:
    study = stages.through(town)
    sheet = town.sheet(study, "verify")
    spend(town, sheet, "cy", 3600)
    Sheet.objects.filter(pk=sheet.pk).update(superseded=True)
    assert KIND.figures(study)["times"]["total"] == 3600


def test_feedback_comes_with_the_release(town: Town) -> None:
    study = stages.through(town)
    before = town.client("bo").get("/studies/study/").content.decode()
    freeze(study, town.person("owner"))
    after = town.client("bo").get("/studies/study/").content.decode()
    assert "of your links were kept" not in before and "of your links were kept" in after


def test_the_demo_is_ready_to_be_worked_on(town: Town) -> None:
    study: Study = create_demo("events", town.person("owner"))
    sheet = town.sheet(study, "split")
    assert town.client("owner").get(f"/sheets/{sheet.pk}/").status_code == 200


@pytest.mark.parametrize(("line", "part"), [("wall training", "training"), ("", ""), ("other test", "")])
def test_a_part_is_named_beside_its_topic(line: str, part: str) -> None:
    form = EventSettingsForm({"preaccept": "on", "parts": line})
    assert form.is_valid() and part_of(form.cleaned_data, "wall") == part


def test_a_line_without_a_part_is_refused() -> None:
    assert "line 1" in str(EventSettingsForm({"parts": "wall"}).errors)


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
