"""A model takes a seat: it is asked what judges are asked, within its budget, and is counted nowhere among people."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.parse import unquote

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile

from cliometer.errors import InputError, Refused
from cliometer.judges.judge import Budget, parse_judge
from cliometer.judges.preferences import JudgedPreferences
from cliometer_workbench.config import ServerConfig
from cliometer_workbench.kinds.machine_work import machine_figures, machine_result, machine_work
from cliometer_workbench.kinds.preferences import vote_collection
from cliometer_workbench.kinds.preferences.vote_figures import figures
from cliometer_workbench.models import MachineSeat, Study
from cliometer_workbench.services import machine_seats
from cliometer_workbench.services.imports import import_files
from cliometer_workbench.services.machine_seats import give_seat, remove_seat, run_seat, stop_seat
from cliometer_workbench.services.seats import seat as sit
from cliometer_workbench.services.sheet_lifecycle import act, lay_out
from cliometer_workbench.services.study_lifecycle import change, create
from cliometer_workbench.services.study_releases import freeze, release_archive, release_commands
from cliometer_workbench.services.worksheets import desk
from cliometer_workbench.study.preferences.ballot import start_ballot
from cliometer_workbench.study.preferences.ballot_plan import ADVICE
from tests.endpoints import completion, endpoint, send
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


def test_a_run_goes_on_where_it_was(study: Study, town: Town, tmp_path: Path) -> None:
    seat = seated(study, town, function(tmp_path, "return 'A'"), calls=5)
    run_seat(seat.pk)
    MachineSeat.objects.filter(pk=seat.pk).update(calls_limit=None)
    done = run_seat(seat.pk)
    assert (done.state, done.calls, done.done) == ("done", QUESTIONS, QUESTIONS)


def test_what_fails_is_absent_and_named(study: Study, town: Town, tmp_path: Path) -> None:
    run_seat(seated(study, town, function(tmp_path, "return 'A' if 'Flood' in question.text else 'purple'")).pk)
    (row,) = machine_figures(study)
    absent = 'the answer is off the list: "purple" is not A or B'
    assert (row.seat.done, row.seat.asked, row.faults) == (6, QUESTIONS, ((absent, 6),))
    assert row.seat.fault == f"{absent} (6)"


def moody(folder: Path) -> tuple[str, Path]:
    """The expression of a judge that replies what a file says about every second pair, or with A without the file."""
    says = folder / "says.txt"
    body = f"import pathlib; p = pathlib.Path({str(says)!r}); lost = p.exists() and 'Flood' in question.text"
    return function(folder, f"{body}; return p.read_text() if lost else 'A'"), says


@pytest.mark.parametrize("reply", ["", "purple"])
@pytest.mark.parametrize("anew", [False, True])
def test_unusable_replies_are_asked_again(reply: str, anew: bool, study: Study, town: Town, tmp_path: Path) -> None:
    expression, says = moody(tmp_path)
    says.write_text(reply, encoding="utf-8")
    seat = run_seat(seated(study, town, expression).pk)
    assert (seat.state, seat.done, seat.calls) == ("incomplete", 6, QUESTIONS)
    says.unlink()
    if anew:
        remove_seat(seat, town.person("owner"))
        seat = seated(study, town, expression)
    again = run_seat(seat.pk)
    assert (again.state, again.done, again.fault) == ("done", QUESTIONS, "")
    assert again.calls == (6 if anew else QUESTIONS + 6)


def counts(town: Town, study: Study) -> list[str]:
    """The answers of the one model as the pages People and Votes show them."""
    pages = (town.client("owner").get(f"/studies/{study.slug}/{name}") for name in ("people", "agreement"))
    cell = re.compile(
        r'badge machine">model</span> [^<]+</th>(?:\s*<td>.*?</td>)?\s*<td class="number">([^<]*)</td>', re.S
    )
    return [found[1] for page in pages if (found := cell.search(page.content.decode()))]


def test_the_pages_of_people_and_votes_show_the_same_count(study: Study, town: Town, tmp_path: Path) -> None:
    seat = seated(study, town, function(tmp_path, "return 'purple'"))
    with pytest.raises(InputError):
        run_seat(seat.pk)
    assert counts(town, study) == [f"0 / {QUESTIONS}"] * 2
    remove_seat(MachineSeat.objects.get(pk=seat.pk), town.person("owner"))
    expression, says = moody(tmp_path)
    says.write_text("purple", encoding="utf-8")
    seat = seated(study, town, expression)
    run_seat(seat.pk)
    assert counts(town, study) == [f"6 / {QUESTIONS}"] * 2
    during: list[list[str]] = []
    says.unlink()
    run_seat(seat.pk, lambda done, of: during.append(counts(town, study)))
    assert all(people == votes for people, votes in during) and during[1][0] == f"7 / {QUESTIONS}"
    assert counts(town, study) == [f"{QUESTIONS} / {QUESTIONS}"] * 2


def test_the_refusal_of_a_service_is_shown(study: Study, town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_seats, "_budget", lambda seat: Budget())  # threads would wait for this transaction

    def decline(request: Any, number: int, body: Any) -> None:
        told = completion("A")
        if "Flood" in str(body):
            told["choices"][0]["message"] = {"content": None, "refusal": "I cannot compare floods."}
        send(request, told)

    with endpoint(decline) as stub:
        run_seat(seated(study, town, f"endpoint(url={stub.url}, model=m, retries=0)").pk)
    for name in ("people", "agreement"):
        assert "I cannot compare floods." in town.client("owner").get(f"/studies/{study.slug}/{name}").content.decode()


def test_a_model_without_any_answer_has_failed(study: Study, town: Town, tmp_path: Path) -> None:
    seat = seated(study, town, function(tmp_path, "raise ValueError"))
    with pytest.raises(InputError, match="no answer could be had to 12 questions"):
        run_seat(seat.pk)
    seat.refresh_from_db()
    assert (seat.state, seat.answers, seat.calls) == ("failed", None, QUESTIONS)
    assert "the function raised ValueError, at line 2 of" in seat.fault and "(12)" in seat.fault


def test_a_model_that_is_stopped_makes_no_further_call(study: Study, town: Town, tmp_path: Path) -> None:
    seat = seated(study, town, function(tmp_path, "return 'A'"))
    stopped = run_seat(seat.pk, lambda done, of: stop_seat(seat, town.person("owner")) if done == 3 else None)
    assert (stopped.state, stopped.calls, stopped.done) == ("stopped", 3, 3)


def test_a_model_is_asked_by_one_process_at_a_time(study: Study, town: Town) -> None:
    seat = seated(study, town)
    with machine_seats._claim(seat.pk), pytest.raises(Refused, match="at work already"):
        run_seat(seat.pk)
    assert run_seat(seat.pk).state == "done"  # the lock is free again


def test_a_key_is_in_no_record(study: Study, town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLANTED", "sk-planted-secret")
    seat = seated(study, town, "endpoint(url=http://127.0.0.1:9/v1, model=m, key=PLANTED, retries=0, timeout=0.2)")
    assert "sk-planted" not in json.dumps(list(MachineSeat.objects.filter(pk=seat.pk).values()), default=str)
    assert "sk-planted" not in json.dumps([one.details for one in study.audit.all()])


def test_the_owner_sees_cost_and_agreement_and_a_badge(study: Study, town: Town) -> None:
    run_seat(seated(study, town).pk)
    page = town.client("owner").get(f"/studies/{study.slug}/agreement").content.decode()
    assert "Models beside people" in page
    assert '<span class="badge machine">model</span> words' in page
    (row,) = machine_figures(study)
    (reading,) = row.readings
    assert reading.agreement is not None and reading.units == 6


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


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"what": "seat", "judge": "7"}, 422),
        ({"what": "seat", "judge": "function(file=/etc/passwd)"}, 422),
        ({"what": "seat", "judge": "0", "calls": "-1"}, 422),
        ({"what": "run", "number": "999999"}, 404),
        ({"what": "run", "number": "x"}, 409),
        ({}, 409),
    ],
)
def test_the_page_offers_only_models_of_the_server(study: Study, town: Town, sent: dict[str, str], status: int) -> None:
    found = town.client("owner").post(f"/studies/{study.slug}/people/model", sent)
    assert (found.status_code, study.machines.count()) == (status, 0)


def test_a_model_of_another_study_cannot_be_reached(study: Study, town: Town) -> None:
    other = voters.study_of(town, slug="other")
    seat = seated(study, town)
    found = town.client("owner").post(f"/studies/{other.slug}/people/model", {"what": "remove", "number": seat.pk})
    assert found.status_code == 404


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


def test_judges_see_a_models_answers_where_the_study_says_so(shown: Study, town: Town) -> None:
    sheet = town.sheet(shown, "vote", "ann")
    ballot = voters.ballot_of(sheet)
    first = next(item for item in ballot.plan.items if item.kind == "vote")
    result = machine_result(shown.machines.select_related("study").get())
    assert isinstance(result, JudgedPreferences)
    about = (first.topic, first.first, first.second)
    said = next(one.preferred for one in result.pairs if (one.topic, one.first, one.second) == about)
    (answer,) = ballot.shown(first.id).models
    chosen = {"left": first.first, "right": first.second}.get(answer.choice, "")
    assert (answer.model, chosen) == ("words", said)
    page = town.client("ann").get(f"/sheets/{sheet.pk}/?item={first.id}").content.decode()
    assert '<span class="badge machine">model</span> words: ' in page
    work = town.client("ann").get(f"/api/sheets/{sheet.pk}").json()["work"]
    (question,) = [one for one in work["questions"] if one["item"] == first.id]
    assert question["models"] == [{"model": "words", "criterion": "", "choice": answer.choice}]


def test_a_judgement_made_after_seeing_a_model_can_be_recognised(shown: Study, town: Town) -> None:
    sheet = town.sheet(shown, "vote", "ann")
    voters.vote(town, shown, "ann")
    items = {item.id: item for item in voters.ballot_of(sheet).plan.items}
    for entry in sheet.entries.filter(verb="answer"):
        decoy = items[entry.details["item"]].kind == "test"
        assert entry.details.get("models_seen", "") == ("" if decoy else "words")
    release, _ = freeze(shown, town.person("owner"), partial=True)
    header, *rows = release.files["votes.csv"].splitlines()
    assert header.endswith(",models_seen") and rows and all(row.endswith(",words") for row in rows)
    assert any("followed a look at what a model says" in note for note in release.notes)
    (row,) = machine_figures(shown)
    assert (row.sighted, [one.agreement for one in row.readings]) == (len(rows), [None])
    page = town.client("owner").get(f"/studies/{shown.slug}/agreement").content.decode()
    assert f"{len(rows)} votes of people who had seen what models answered are left out." in page
    again = create("preferences", "again", town.person("owner"), "", {})
    import_files(again, [SimpleUploadedFile("release.zip", release_archive(release))], town.person("owner"))
    reopened, _ = freeze(again, town.person("owner"), partial=True)
    assert reopened.files["votes.csv"] == release.files["votes.csv"].replace(",ann,", ",J1,")


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


def test_an_action_rests_on_the_sheet_as_it_is_and_not_as_its_reader_had_it(town: Town) -> None:
    made = voters.study_of(town, "ann", slug="late", models_shown=True, quiz=0)
    stale = town.sheet(made, "vote", "ann")
    item = next(item.id for item in voters.ballot_of(stale).questions if item.kind == "vote")
    run_seat(seated(made, town).pk)
    act(stale, town.person("ann"), "answer", {"item": item, "choice": "left"}, "read-before")
    assert stale.entries.get().details["models_seen"] == "words"


def test_answers_of_models_join_untouched_sheets_and_leave_with_the_seat(shown: Study, town: Town) -> None:
    sheet = town.sheet(shown, "vote", "ann")
    assert voters.ballot_of(sheet).advice
    machine_seats.remove_seat(shown.machines.get(), town.person("owner"))
    sheet.refresh_from_db()
    assert not voters.ballot_of(sheet).advice
    voters.vote(town, shown, "ann")
    run_seat(seated(shown, town).pk)
    sheet.refresh_from_db()
    assert not voters.ballot_of(sheet).advice  # ann had begun without them


@pytest.mark.parametrize("shown_first", [True, False])
def test_sheets_follow_the_settings_that_hold_when_a_run_ends(town: Town, tmp_path: Path, shown_first: bool) -> None:
    made = voters.study_of(town, "ann", slug="turned", models_shown=shown_first, quiz=0)

    def turn(done: int, of: int) -> None:
        if done == 1:
            now = Study.objects.get(pk=made.pk)
            change(now, town.person("owner"), now.title, "", now.settings | {"models_shown": not shown_first})

    run_seat(seated(made, town, function(tmp_path, "return 'A'")).pk, turn)
    sheet = town.sheet(made, "vote", "ann")
    assert (ADVICE in sheet.facts, bool(voters.ballot_of(sheet).advice)) == (not shown_first, not shown_first)


def test_a_sheet_shows_no_model_in_a_study_that_shows_none(shown: Study, town: Town) -> None:
    assert voters.ballot_of(town.sheet(shown, "vote", "ann")).advice
    Study.objects.filter(pk=shown.pk).update(settings=shown.settings | {"models_shown": False})
    assert not start_ballot(desk(town.sheet(shown, "vote", "ann"))).advice


def test_the_answers_of_models_are_read_once_for_all_sheets(
    shown: Study, town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown.settings |= {"votes": 4}
    shown.save()
    for name in ("bo", "cy"):
        sit(shown, town.person(name), "judge")
    lay_out(shown)
    votes = Mock(return_value=())
    monkeypatch.setattr(vote_collection, "model_votes", votes)
    vote_collection.renew_advice(shown)
    assert votes.call_count == 1 and not any(ADVICE in sheet.facts for sheet in shown.sheets.all())


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


@pytest.mark.parametrize(
    ("place", "sent", "status"),
    [
        ("", {"model": "function(file=/etc/passwd)"}, 422),
        ("", {"model": "endpoint(url=http://127.0.0.1:9/v1, model=m)"}, 422),
        ("", {"model": "words", "calls": 0}, 422),
        ("", {"model": "words", "key": "sk-planted"}, 422),
        ("/change", {"number": 10**9, "what": "run"}, 404),
        ("/change", {"number": 1, "what": "drop"}, 422),
    ],
)
def test_a_program_gets_only_models_of_the_server(
    study: Study, town: Town, place: str, sent: dict[str, object], status: int
) -> None:
    path = f"/api/studies/{study.slug}/models{place}"
    assert town.client("owner").post(path, sent, content_type="application/json").status_code == status
    assert not study.machines.exists()


def test_a_program_cannot_reach_a_model_of_another_study_or_without_owning_it(study: Study, town: Town) -> None:
    other, seat = voters.study_of(town, slug="other"), seated(study, town)
    sent = {"number": seat.pk, "what": "remove"}
    path, kind = "/api/studies/{}/models/change", "application/json"
    assert town.client("owner").post(path.format(other.slug), sent, content_type=kind).status_code == 404
    assert town.client("ann").post(path.format(study.slug), sent, content_type=kind).status_code in (403, 404)
    assert town.client("ann").get(f"/api/studies/{study.slug}/models").status_code in (403, 404)
    assert study.machines.exists()
