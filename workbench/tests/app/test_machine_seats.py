"""A model takes a seat: it is asked what judges are asked, within its budget, and is counted nowhere among people."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile

from cliometer.errors import InputError, Refused
from cliometer.judges.judge import parse_judge
from cliometer.judges.preferences import JudgedPreferences
from cliometer_workbench.config import ServerConfig
from cliometer_workbench.kinds.machine_work import machine_figures, machine_result, machine_work
from cliometer_workbench.kinds.preferences.vote_figures import figures
from cliometer_workbench.models import MachineSeat, Study
from cliometer_workbench.services import machine_seats
from cliometer_workbench.services.imports import import_files
from cliometer_workbench.services.machine_seats import give_seat, run_seat, stop_seat
from cliometer_workbench.services.seats import seat as sit
from cliometer_workbench.services.sheet_lifecycle import lay_out
from cliometer_workbench.services.study_lifecycle import create
from cliometer_workbench.services.study_releases import freeze, release_archive, release_commands
from cliometer_workbench.services.worksheets import desk
from cliometer_workbench.study.preferences.ballot import start_ballot
from workbench.tests.app.held import undone
from workbench.tests.app.people import Town
from workbench.tests.app.preferences import voters
from workbench.tests.app.units import stages

QUESTIONS = 12  # six pairs, both ways round


@pytest.fixture(scope="module")
def voted(workbench: ServerConfig) -> Iterator[tuple[Town, Study]]:
    """Two judges have voted; made once, since each test leaves it as it was."""
    with undone():
        town = Town()
        made = voters.study_of(town, "ann", "bo")
        for name in ("ann", "bo"):
            voters.vote(town, made, name)
        for name in ("owner", "cy", "di"):
            town.client(name)  # signed in for all tests
        yield town, made


@pytest.fixture
def town(voted: tuple[Town, Study], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    """The people; answers of models are kept in a folder of the test."""
    monkeypatch.setattr(settings, "CONFIG", ServerConfig(str(tmp_path)))
    with undone():
        yield voted[0]


@pytest.fixture
def study(town: Town, voted: tuple[Town, Study]) -> Study:
    return Study.objects.get(pk=voted[1].pk)


def seated(study: Study, town: Town, expression: str = "words", calls: int | None = None) -> MachineSeat:
    return give_seat(study, parse_judge(expression), town.person("owner"), calls)


def function(folder: Path, body: str) -> str:
    """The expression of a judge whose function has this body."""
    file = folder / "mine.py"
    file.write_text(f"def judge(question):\n    {body}\n", encoding="utf-8")
    return f"function(file={file}, call=judge)"


def test_a_model_answers_every_pair_in_both_orders(study: Study, town: Town) -> None:
    seat = run_seat(seated(study, town).pk)
    assert (seat.state, seat.done, seat.asked, seat.calls) == ("done", QUESTIONS, QUESTIONS, QUESTIONS)
    result = machine_result(seat)
    assert result is not None
    orders = {(one.topic, one.first, one.second) for one in result.records}
    assert {(topic, b, a) for topic, a, b in orders} == orders


def test_nothing_of_people_counts_a_model(study: Study, town: Town) -> None:
    before, release = figures(study), freeze(study, town.person("owner"), partial=True)[0]
    run_seat(seated(study, town).pk)
    after, later = figures(study), freeze(study, town.person("owner"), partial=True)[0]
    assert after == before
    assert {name: later.files[name] for name in release.files} == release.files
    assert set(later.files) - set(release.files) == {"models/words/votes.csv", "models/words/judge.json"}


def test_the_files_of_a_model_say_that_it_is_one(study: Study, town: Town) -> None:
    run_seat(seated(study, town).pk)
    release, _ = freeze(study, town.person("owner"), partial=True)
    header, *rows = release.files["models/words/votes.csv"].splitlines()
    assert header.endswith("judge_model")
    assert all("words|model:words|whole:0.6|part:0.3|prompt:" in row for row in rows) and len(rows) == QUESTIONS
    card = json.loads(release.files["models/words/judge.json"])
    assert (card["is_person"], card["calls"], card["absent"]) == (False, QUESTIONS, {})
    assert any("of a model, not of a person" in note for note in release.notes)
    commands = [one.line for one in release_commands(release.files)]
    assert "cliometer agree judges gold/votes.csv gold/models/words/votes.csv" in commands


def test_a_release_opens_without_what_models_answered(study: Study, town: Town) -> None:
    run_seat(seated(study, town).pk)
    release, _ = freeze(study, town.person("owner"), partial=True)
    again = create("preferences", "again", town.person("owner"), "", {})
    archive = SimpleUploadedFile("release.zip", release_archive(release))
    notes = import_files(again, [archive], town.person("owner"))
    assert again.machines.count() == 0
    assert any("answers of models were left out (words)" in note for note in notes)


def test_a_model_sees_what_a_page_shows_and_no_names(study: Study, town: Town, tmp_path: Path) -> None:
    log = tmp_path / "asked.txt"
    body = f"open({str(log)!r}, 'a').write(question.text); return 'A'"
    run_seat(seated(study, town, function(tmp_path, body)).pk)
    asked = log.read_text(encoding="utf-8")
    assert "river town" in asked
    assert not any(name in asked for name in voters.SYSTEMS)


def test_a_model_is_asked_by_every_criterion_of_the_study(study: Study, town: Town) -> None:
    asked = {"overall": "Which do you prefer?", "dates": "Which has the right dates?"}
    study.settings |= {"criteria": [{"name": name, "text": text} for name, text in asked.items()]}
    study.save()
    result = machine_result(run_seat(seated(study, town).pk))
    assert isinstance(result, JudgedPreferences)
    assert [sum(vote.criterion == name for vote in result.votes) for name in asked] == [QUESTIONS, QUESTIONS]


def test_a_budget_holds_over_runs(study: Study, town: Town, tmp_path: Path) -> None:
    seat = seated(study, town, function(tmp_path, "return 'A'"), calls=5)
    first = run_seat(seat.pk)
    assert (first.state, first.calls, first.done) == ("incomplete", 5, 5)
    (row,) = machine_figures(study)
    assert row.faults == (("the budget of 5 calls is spent", 7),)
    second = run_seat(seat.pk)
    assert (second.calls, second.done) == (5, 5)


def counts(town: Town, study: Study) -> list[str]:
    """The answers of the one model as the pages People and Votes show them."""
    pages = (town.client("owner").get(f"/studies/{study.slug}/{name}") for name in ("people", "agreement"))
    cell = re.compile(
        r'badge machine">model</span> [^<]+</th>(?:\s*<td>.*?</td>)?\s*<td class="number">([^<]*)</td>', re.S
    )
    return [found[1] for page in pages if (found := cell.search(page.content.decode()))]


def test_a_model_without_any_answer_has_failed(study: Study, town: Town, tmp_path: Path) -> None:
    seat = seated(study, town, function(tmp_path, "raise ValueError"))
    with pytest.raises(InputError, match="none of 12 questions was answered"):
        run_seat(seat.pk)
    seat.refresh_from_db()
    assert (seat.state, seat.answers, seat.calls) == ("failed", None, QUESTIONS)
    assert "the function raised ValueError, at line 2 of" in seat.fault and "(12)" in seat.fault


def test_a_model_that_is_stopped_makes_no_further_call(study: Study, town: Town, tmp_path: Path) -> None:
    seat = seated(study, town, function(tmp_path, "return 'A'"))
    stopped = run_seat(seat.pk, lambda done, of: stop_seat(seat, town.person("owner")) if done == 3 else None)
    assert (stopped.state, stopped.calls, stopped.done) == ("stopped", 3, 3)


def test_a_key_is_in_no_record(study: Study, town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANTED", "sk-planted-secret")
    seat = seated(study, town, "endpoint(url=http://127.0.0.1:9/v1, model=m, key=PLANTED, retries=0, timeout=0.2)")
    assert "sk-planted" not in json.dumps(list(MachineSeat.objects.filter(pk=seat.pk).values()), default=str)
    assert "sk-planted" not in json.dumps([one.details for one in study.audit.all()])


def test_an_owner_with_blind_work_sees_no_figures_of_models(study: Study, town: Town) -> None:
    run_seat(seated(study, town).pk)
    sit(study, town.person("owner"), "judge")
    study.settings |= {"votes": 4}
    study.save()
    lay_out(study)
    page = town.client("owner").get(f"/studies/{study.slug}/agreement").content.decode()
    assert "Models beside people" not in page


def test_judges_never_see_a_model(study: Study, town: Town) -> None:
    run_seat(seated(study, town).pk)
    sheet = town.sheet(study, "vote", "ann")
    for path in (f"/studies/{study.slug}/", f"/sheets/{sheet.pk}/", "/"):
        assert (
            "words|model" not in (page := town.client("ann").get(path).content.decode()) and "badge machine" not in page
        )


def test_the_page_gives_a_seat_and_takes_it_away(study: Study, town: Town) -> None:
    client, path = town.client("owner"), f"/studies/{study.slug}/people/model"
    assert client.post(path, {"what": "seat", "judge": "0", "calls": "3"}).status_code == 302
    (seat,) = study.machines.all()
    assert (seat.name, seat.calls_limit) == ("words", 3)
    assert "badge machine" in client.get(f"/studies/{study.slug}/people").content.decode()
    assert client.post(path, {"what": "run", "number": seat.pk}).status_code == 302
    assert client.post(path, {"what": "remove", "number": seat.pk}).status_code == 302
    assert not study.machines.exists()
    assert {one.what for one in study.audit.all()} >= {"model seated", "model asked", "model removed"}


def test_a_model_links_units_and_is_compared_with_the_matcher(study: Study, town: Town) -> None:
    units = stages.through(town)
    run_seat(seated(units, town).pk)
    rows = {row.person: row for (one,) in [machine_figures(units)] for row in one.overlaps}
    assert set(rows) == {"ann", "bo"}
    ann = rows["ann"]
    assert ann.both + ann.person_alone > 0 and ann.kappa is not None
    release, _ = freeze(units, town.person("owner"))
    linked = json.loads(release.files["models/words/units/titanic.json"])
    assert all("linked_by" in unit["roles"] for unit in linked["topics"][0]["units"])
    assert "Models beside people" in town.client("owner").get(f"/studies/{units.slug}/agreement").content.decode()


def test_a_model_waits_until_units_are_built(study: Study, town: Town) -> None:
    begun = stages.begun(town)
    with pytest.raises(Refused, match="once the units are built"):
        machine_work(begun).plan(begun)


@pytest.fixture
def shown(town: Town) -> Study:
    """A study whose judges see answers of models, one of which has answered; nobody has begun."""
    made = voters.study_of(town, "ann", slug="shown", models_shown=True, quiz=0)
    run_seat(seated(made, town).pk)
    return made


def test_a_program_cannot_deny_or_claim_that_a_model_was_seen(shown: Study, study: Study, town: Town) -> None:
    for one, judge, seen in ((shown, "ann", "words"), (study, "cy", "")):
        if judge == "cy":
            one.settings |= {"votes": 4}
            one.save()
            sit(one, town.person(judge), "judge")
            lay_out(one)
        sheet = town.sheet(one, "vote", judge)
        ballot = voters.ballot_of(sheet)
        item = next(item.id for item in ballot.questions if item.kind in ("vote", "quiz"))
        path, details = f"/api/sheets/{sheet.pk}/actions", {"item": item, "choice": "left"}
        for claim, status in (({"models_seen": "none at all"}, 409), ({}, 200)):
            sent = {"verb": "answer", "op": f"denied-{judge}", "details": details | claim}
            assert town.client(judge).post(path, sent, content_type="application/json").status_code == status
        assert sheet.entries.get(op=f"denied-{judge}").details.get("models_seen", "") == seen


def test_an_answer_to_a_page_that_showed_other_models_is_refused_and_the_page_shown_anew(town: Town) -> None:
    made = voters.study_of(town, "ann", slug="late", models_shown=True, quiz=0)
    sheet, client = town.sheet(made, "vote", "ann"), town.client("ann")
    item = next(item.id for item in voters.ballot_of(sheet).questions if item.kind == "vote")
    assert 'data-models=""' in client.get(f"/sheets/{sheet.pk}/?item={item}").content.decode()
    run_seat(seated(made, town).pk)  # while ann looks at the pair
    sent = {"verb": "answer", "item": item, "choice": "left", "models_seen": "", "op": "looked-before"}
    late = client.post(f"/sheets/{sheet.pk}/do", sent, HTTP_HX_REQUEST="true")
    assert (late.status_code, sheet.entries.count()) == (410, 0)
    assert "what models answered to this pair was changed" in unquote(late["X-Refused"])
    assert 'data-models="words"' in late.content.decode()
    again = client.post(f"/sheets/{sheet.pk}/do", sent | {"models_seen": "words"}, HTTP_HX_REQUEST="true")
    assert again.status_code == 200 and sheet.entries.get().details["models_seen"] == "words"


def test_a_sheet_shows_no_model_in_a_study_that_shows_none(shown: Study, town: Town) -> None:
    assert voters.ballot_of(town.sheet(shown, "vote", "ann")).advice
    Study.objects.filter(pk=shown.pk).update(settings=shown.settings | {"models_shown": False})
    assert not start_ballot(desk(town.sheet(shown, "vote", "ann"))).advice


def test_models_are_counted_among_people_only_where_the_owner_says_so(study: Study, town: Town) -> None:
    run_seat(seated(study, town).pk)
    before, (people,) = figures(study), [one["tally"] for one in figures(study)["tallies"]]
    client, path = town.client("owner"), f"/studies/{study.slug}"
    assert "among people here" not in client.get(f"{path}/agreement").content.decode()
    sent = {"title": study.title, "settings-models_counted": "on", "settings-votes": "9"}
    assert client.post(f"{path}/settings", sent).status_code == 302  # though somebody has worked
    study.refresh_from_db()
    assert (study.settings["models_counted"], study.settings["votes"]) == (True, 2)
    after, (counted,) = figures(study), [one["tally"] for one in figures(study)["tallies"]]
    assert after["counted_models"] == ("words (model)",)
    row = next(one for one in after["judges"] if one.judge == "words (model)")
    assert row.state == "model" and row.quality is not None
    assert (row.quality.votes, row.quality.repeats.whole) == (6, 6)
    assert counted.agreement != people.agreement
    assert counted.rankings == people.rankings
    assert (after["pairs"], after["cast"], after["lacking"]) == (before["pairs"], before["cast"], before["lacking"])
    page = client.get(f"{path}/agreement").content.decode()
    assert page.count("Models are counted among people here, as the settings say: words (model).") == 2
    release, _ = freeze(study, town.person("owner"), partial=True)
    assert "words (model)" in [one["judge"] for one in json.loads(release.files["design.json"])["judges"]]
    assert any("counts models among people: words (model)" in note for note in release.notes)
    assert "model" not in release.files["votes.csv"]


def test_an_owner_counts_models_through_the_api_during_the_work(study: Study, town: Town) -> None:
    client, path = town.client("owner"), f"/api/studies/{study.slug}/settings"
    kind = "application/json"
    assert client.post(path, {"settings": {"models_counted": True}}, content_type=kind).status_code == 200
    assert client.post(path, {"settings": {"models_shown": True}}, content_type=kind).status_code == 409
    study.refresh_from_db()
    assert study.settings["models_counted"] and not study.settings.get("models_shown")


def test_a_program_gives_a_model_a_seat_reads_its_cost_and_takes_it_away(study: Study, town: Town) -> None:
    client, path, kind = town.client("owner"), f"/api/studies/{study.slug}/models", "application/json"
    made = client.post(path, {"model": "words", "calls": 3}, content_type=kind)
    number = made.json()["number"]
    assert (made.status_code, made.json()["calls_limit"], made.json()["state"]) == (201, 3, "waiting")
    assert client.post(path, {"model": "words"}, content_type=kind).status_code == 409
    asked = client.post(f"{path}/change", {"number": number, "what": "run"}, content_type=kind)
    assert asked.status_code == 200 and study.audit.filter(what="model asked").exists()
    run_seat(number)
    found = client.get(path).json()
    (seat,) = found["seats"]
    assert found["offered"] == ["words"]
    assert (seat["calls"], seat["answered"], seat["questions"], seat["working"]) == (3, 3, QUESTIONS, False)
    MachineSeat.objects.filter(pk=number).update(state="running")
    with machine_seats._claim(number):
        assert client.post(f"{path}/change", {"number": number, "what": "run"}, content_type=kind).status_code == 409
        assert client.post(f"{path}/change", {"number": number, "what": "remove"}, content_type=kind).status_code == 409
        stopped = client.post(f"{path}/change", {"number": number, "what": "stop"}, content_type=kind)
    assert stopped.json()["seats"][0]["state"] == "stopped"
    gone = client.post(f"{path}/change", {"number": number, "what": "remove"}, content_type=kind)
    assert gone.json()["seats"] == [] and not study.machines.exists()
