"""Timelines of runs, from the plan of one command to the agreement of metrics with the votes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from cliometer_workbench.kinds.preferences.summary_uploads import PreferenceSettingsForm
from cliometer_workbench.models import Audit, Study
from cliometer_workbench.services.seats import seat
from tests.unit.cli.cliometer_command import DEMO
from workbench.tests.app.people import Town
from workbench.tests.app.preferences.voters import ballot_of, run

RUNS = [str(DEMO / "runs" / name) for name in ("lead", "mentions", "random")]


def planned(town: Town, tmp_path: Path, *words: str, **chosen: object) -> Study:
    """A study that the owner begins with the file of a plan, in one step."""
    file = tmp_path / "study.zip"
    run("study", "plan", *RUNS, *words, "-o", str(file))
    form = PreferenceSettingsForm(prefix="settings")
    values = {name: form[name].value() for name in form.fields} | chosen
    given: dict[str, Any] = {f"settings-{name}": value for name, value in values.items() if value is not None}
    given |= {"title": "Timelines", "files": SimpleUploadedFile("study.zip", file.read_bytes())}
    answer = town.client("owner").post("/studies/new?kind=preferences", given)
    assert answer.status_code == 302, answer.content.decode()
    return Study.objects.get(title="Timelines")


def test_a_plan_gives_way_to_what_the_owner_chose_and_says_so(town: Town, tmp_path: Path) -> None:
    study = planned(town, tmp_path, "--votes", "5", "--cap", "30", "--budget", "20", votes=7, quiz=2)
    assert [study.settings[name] for name in ("votes", "cap", "quiz")] == [7, 30, 2]
    notes = Audit.objects.get(study=study, what="topics added").details["notes"]
    assert notes[0] == "the plan has other values for these settings, and yours stay: votes"
    assert notes[1].startswith("these settings are those of the plan: cap") and len(notes) == 2


def test_two_timelines_stand_on_one_axis_of_dates_and_a_test_is_not_known_by_it(town: Town, tmp_path: Path) -> None:
    study = planned(town, tmp_path, "--budget", "6", "--votes", "1", "--criterion", "overall")
    seat(study, town.person("ann"), "judge")
    town.client("owner").post(f"/studies/{study.slug}/start")
    sheet = town.sheet(study, "vote", "ann")
    ballot = ballot_of(sheet)
    for item in (*ballot.plan.items, *ballot.plan.quiz[0]):
        left, right = ({line for line in text.splitlines() if line[:4].isdigit()} for text in item.texts)
        assert left and right
    page = town.client("ann").get(f"/sheets/{sheet.pk}/").content.decode()
    item = ballot.questions[0]
    dates = {line for text in item.texts for line in text.splitlines() if line[:4].isdigit()}
    assert page.count('scope="row"') == len(dates) and 'class="axis"' in page
    assert not any(system in page for system in ("mentions", "random"))
