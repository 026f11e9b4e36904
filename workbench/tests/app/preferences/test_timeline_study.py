"""Timelines of runs, from the plan of one command to the agreement of metrics with the votes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

import cliometer
from cliometer.study.contests import LEFT, RIGHT
from cliometer_workbench.kinds.preferences.summary_uploads import PreferenceSettingsForm
from cliometer_workbench.models import Audit, Sheet, Study
from cliometer_workbench.services.seats import seat
from cliometer_workbench.services.study_releases import freeze
from tests.unit.cli.cliometer_command import DEMO
from workbench.tests.app.people import Town
from workbench.tests.app.preferences.voters import ballot_of, later, run

RUNS = [str(DEMO / "runs" / name) for name in ("lead", "mentions", "random")]
GOLD = str(DEMO / "references")
DATE = re.compile(r"^\d{4}-\d\d-\d\d$", re.MULTILINE)  # alone on a line: shuffled words may open with a year


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


def quietly(study: Study) -> None:
    """Without quiz, tests and repeats, so that a test has less to answer."""
    study.settings |= {"quiz": 0, "tests": 0.0, "fewest": 0, "repeats": 0.0, "seconds": 0.0}
    study.save()


def cast(town: Town, sheet: Sheet, name: str, better: dict[tuple[str, str], float]) -> None:
    """Prefer the timeline of the better dates as a whole, and the left by the other criteria."""
    for item in ballot_of(sheet).questions:
        first, second = (better[system, item.topic] for system in (item.first, item.second))
        for criterion in ballot_of(sheet).asked(item.id):
            choice = LEFT if criterion != "overall" or first > second else RIGHT
            with later(9.0):
                done = town.act(name, sheet, "answer", item=item.id, choice=choice, criterion=criterion)
            assert done.status_code == 200, done.content
    assert town.hand_in(name, sheet).status_code == 302


def test_runs_are_planned_voted_on_released_and_set_against_metrics(town: Town, tmp_path: Path) -> None:
    study = planned(town, tmp_path, "--budget", "16", "--votes", "1", "--cap", "8", "--seed", "5")
    assert [one["name"] for one in study.settings["criteria"]] == ["overall", "complete", "readable"]
    assert (study.settings["votes"], study.settings["cap"]) == (1, 8) and study.settings["seed"] > 0
    quietly(study)
    for name in ("ann", "bo"):
        seat(study, town.person(name), "judge")
    assert town.client("owner").post(f"/studies/{study.slug}/start").status_code == 302
    scored: Any = cliometer.score(RUNS, GOLD, ["date"]).to_dict()
    better = {(row["system"], row["topic"]): row["f"] for row in scored["scores"]}
    for name in ("ann", "bo"):
        cast(town, town.sheet(study, "vote", name), name, better)
    release, _ = freeze(study, town.person("owner"))
    votes = tmp_path / "votes.csv"
    votes.write_bytes(release.files["votes.csv"].encode())
    asked = ("agree", "votes", *RUNS, "-r", GOLD, "-m", "date", "-m", "align+m1", "--votes", str(votes), "--json")
    found = json.loads(run(*asked, "--criterion", "overall"))
    shares = {row["metric"]: row["uncalibrated"] for row in found["accuracy"] if row["of"] == "votes"}
    assert found["votes"] == 16 and shares["date.f"] == 1.0 and set(shares) == {"date.f", "align+m1(rouge=1).f"}
    assert json.loads(run(*asked, "--criterion", "readable"))["votes"] == 16


def test_two_timelines_stand_on_one_axis_of_dates_and_a_test_is_not_known_by_it(town: Town, tmp_path: Path) -> None:
    study = planned(town, tmp_path, "--budget", "6", "--votes", "1", "--criterion", "overall")
    seat(study, town.person("ann"), "judge")
    town.client("owner").post(f"/studies/{study.slug}/start")
    sheet = town.sheet(study, "vote", "ann")
    ballot = ballot_of(sheet)
    for item in (*ballot.plan.items, *ballot.plan.quiz[0]):
        assert all(DATE.search(text) for text in item.texts)
    page = town.client("ann").get(f"/sheets/{sheet.pk}/").content.decode()
    item = ballot.questions[0]
    dates = {date for text in item.texts for date in DATE.findall(text)}
    assert page.count('scope="row"') == len(dates) and 'class="axis"' in page
    assert not any(system in page for system in ("mentions", "random"))
