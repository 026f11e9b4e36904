"""Crowd workers by a link: seats, codes, caps, time-outs, and what they cannot reach."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from cliometer.io.sheets import csv_text
from cliometer.study.topics import ClearPair
from cliometer_workbench.kinds.preferences.vote_collection import collect_votes
from cliometer_workbench.models import CrowdLink, CrowdWorker, Entry, Sheet, Study
from cliometer_workbench.services import crowd_links
from cliometer_workbench.services.imports import import_files
from cliometer_workbench.services.sheet_lifecycle import act
from cliometer_workbench.services.study_documents import keep_document
from cliometer_workbench.services.study_lifecycle import create, delete_study
from cliometer_workbench.services.study_releases import freeze
from cliometer_workbench.services.worksheets import sheet_rows
from cliometer_workbench.study.preferences.comparison_items import ComparisonItem
from workbench.tests.app.hostile.test_requests import VALUES
from workbench.tests.app.people import Answer, Town
from workbench.tests.app.preferences import voters
from workbench.tests.app.preferences.voters import ballot_of, careful, hopeless, later, study_of, vote
from workbench.tests.app.stories import TOPIC

TERMS: dict[str, Any] = {
    "service": "prolific", "parameters": ["PROLIFIC_PID", "STUDY_ID", "SESSION_ID"], "codes": "fixed",
    "code": "DONE1", "address": "https://app.prolific.com/submissions/complete?cc={code}", "screen_code": "OUT1",
    "screen_address": "https://app.prolific.com/submissions/complete?cc={code}", "places": 50, "idle": 60,
    "label": "first batch",
}  # fmt: skip


def link_of(town: Town, study: Study, **changes: Any) -> str:
    """The path of a new link."""
    bare = {"address": "", "screen_address": ""} if changes.get("service") == "mturk" else {}
    terms = TERMS | bare | changes
    return f"/take-part/{crowd_links.make_link(study, town.person('owner'), 30, **terms)}"


class Worker:
    """A browser of somebody who comes by a link, from an address of their own."""

    def __init__(self, path: str, pid: str, session: str = "", query: str = "", address: str = "") -> None:
        self.pid, self.session = pid, session or f"session-{pid}"
        self.path = f"{path}?{query or f'PROLIFIC_PID={pid}&STUDY_ID=study1&SESSION_ID={self.session}'}"
        self.known = False  # whether this browser has acted on the sheet
        self.client = Client(HTTP_HOST="localhost", REMOTE_ADDR=address or f"10.0.0.{sum(map(ord, pid)) % 250}")

    def begin(self) -> Answer:
        return self.client.post(self.path)

    @property
    def row(self) -> CrowdWorker:
        return CrowdWorker.objects.get(worker=self.pid)

    @property
    def sheet(self) -> Sheet:
        return sheet_rows().filter(judge__crowd_worker__worker=self.pid).latest("pk")

    def answer(self, way: Callable[[ComparisonItem], str] = careful, seconds: float = 9.0, most: int = 999) -> None:
        """Answer what is asked, and hand in the quiz as often as it takes."""
        sheet = self.sheet
        while (ballot := ballot_of(sheet)).phase in ("quiz", "vote"):
            for item in [one for one in ballot.questions if one.id not in ballot.given][:most]:
                with later(seconds):
                    self.do(sheet, "answer", item=item.id, choice=way(item), seconds=seconds)
            if ballot.phase == "vote":
                return
            self.do(sheet, "grade")

    def do(self, sheet: Sheet, verb: str, **details: Any) -> None:
        """Do one action: the first, and the end of a quiz, as the page does, others straight through, for speed."""
        op = f"op-{random.getrandbits(64)}"
        if self.known and verb != "grade":
            assert sheet.judge is not None
            act(sheet, sheet.judge, verb, details, op)
            return
        self.known = True
        body = {"verb": verb, "details": details, "op": op}
        path, headers = f"/sheets/{sheet.pk}/do", {"Accept": "application/json"}
        done = self.client.post(path, body, content_type="application/json", headers=headers)
        assert done.status_code == 200, done.content

    def hand_in(self) -> Answer:
        return self.client.post(f"/sheets/{self.sheet.pk}/hand-in")

    def work(self, way: Callable[[ComparisonItem], str] = careful, seconds: float = 9.0) -> str:
        """Do all of it, and return what the last page says."""
        assert self.begin().status_code == 302
        self.answer(way, seconds)
        assert self.hand_in()["Location"] == "/take-part/done"
        return self.client.get("/take-part/done").content.decode()


def payments(town: Town, study: Study) -> dict[str, dict[str, str]]:
    """The payment list by worker."""
    answer = town.client("owner").get(f"/studies/{study.slug}/workers.csv")
    return {row["worker"]: row for row in csv.DictReader(io.StringIO(answer.content.decode()))}


# The bar: forty workers of four kinds, ten of each.


def test_the_record_of_a_deletion_counts_what_workers_gave(town: Town) -> None:
    study = study_of(town)
    keep_document(study, "consent", {"": "We ask for your votes."}, town.person("owner"))
    worker = Worker(link_of(town, study), "w1")
    worker.client.post(worker.begin()["Location"], {"agreed": "yes", "version": 1})
    worker.answer()
    study.archived = True
    study.save()
    kept = delete_study(study, town.person("owner"), study.slug)
    assert kept is not None and kept.record["crowd answers"] > 10
    assert [kept.record[name] for name in ("worker ids", "consents", "pictures")] == [1, 1, 0]


def test_the_consent_comes_before_the_sheet_and_declining_ends_it(town: Town) -> None:
    study = study_of(town)
    keep_document(study, "consent", {"": "We ask for your votes."}, town.person("owner"))
    path = link_of(town, study)
    willing, unwilling = Worker(path, "yes"), Worker(path, "no")
    gate = willing.begin()["Location"]
    assert gate == "/studies/votes/admission/consent" and willing.client.get(gate).status_code == 200
    assert willing.client.get(f"/sheets/{willing.sheet.pk}/")["Location"] == gate
    assert willing.client.post(gate, {"agreed": "yes", "version": 1})["Location"] == f"/sheets/{willing.sheet.pk}/"
    unwilling.begin()
    assert unwilling.client.post(gate, {"agreed": "no", "version": 1})["Location"] == "/take-part/done"
    assert "cc=OUT1" in unwilling.client.get("/take-part/done").content.decode()
    row = payments(town, study)["no"]
    assert (row["status"], row["why"], row["code"]) == ("screened out", "declined the consent", "OUT1")
    assert sum(map(len, collect_votes(study).lacking.values())) == 12  # nobody holds any before the quiz
    assert crowd_links.exit_address(study, town.person("owner"), "finished") is None


def test_somebody_who_is_set_aside_gets_the_code_and_is_not_told(town: Town) -> None:
    study = study_of(town)
    page = Worker(link_of(town, study), "w1").work(careful, seconds=0.5)
    assert "DONE1" in page and "counted" not in page
    assert payments(town, study)["w1"]["status"] == "set aside"


def test_a_code_is_issued_once(town: Town) -> None:
    study = study_of(town)
    worker = Worker(link_of(town, study, codes="unique", code="", address=""), "w1")
    worker.work()
    code = worker.row.code
    for _ in range(2):
        assert crowd_links.exit_address(study, worker.row.user, "finished") == "/take-part/done"
        assert worker.begin()["Location"] == "/take-part/done"
        assert worker.hand_in()["Location"] == "/take-part/done"
    assert worker.row.code == code and code in worker.client.get("/take-part/done").content.decode()


def test_nobody_begins_by_a_link_that_is_not_open(town: Town) -> None:
    study = study_of(town)
    path = link_of(town, study)
    early = Worker(path, "early")
    early.begin()
    link = CrowdLink.objects.get()
    for change in ({"closed": timezone.now()}, {"expires": timezone.now() - timedelta(days=1)}):
        CrowdLink.objects.filter(pk=link.pk).update(**{"closed": None, "expires": link.expires} | change)
        late = Worker(path, "late")
        assert (late.client.get(late.path).status_code, late.begin().status_code) == (410, 409)
        assert early.client.get(early.path)["Location"].startswith("/sheets/")  # who has begun can finish
    assert Worker(f"/take-part/{'x' * 43}", "w1").begin().status_code == 410
    Study.objects.filter(pk=study.pk).update(started=None)
    CrowdLink.objects.filter(pk=link.pk).update(expires=link.expires)
    assert Worker(path, "late").begin().status_code == 409


def test_places_are_held_and_screened_out_workers_take_none(town: Town) -> None:
    study = study_of(town, votes=20)
    path = link_of(town, study, places=2)
    Worker(path, "w1").work(hopeless)
    workers = [Worker(path, f"w{n}") for n in range(2, 5)]
    assert [worker.begin().status_code for worker in workers] == [302, 302, 409]
    assert b"All places are taken" in workers[2].begin().content
    assert b"All places are taken" in workers[2].client.get(workers[2].path).content  # before the button Begin
    assert CrowdWorker.objects.count() == 3 and study.members.filter(role="judge").count() == 3


def test_the_cap_of_a_link_holds(town: Town) -> None:
    worker = Worker(link_of(town, study_of(town, quiz=0), pairs=2), "w1")
    assert worker.client.get(worker.begin()["Location"]).status_code == 200
    assert len(ballot_of(worker.sheet).plan.slots) == 2


def test_one_address_cannot_take_seat_after_seat(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd_links, "SEATS_OF_ADDRESS", 2)
    path = link_of(town, study_of(town, votes=20))
    said = [Worker(path, f"w{n}", address="10.9.9.9").begin().status_code for n in range(3)]
    assert said == [302, 302, 409]
    assert Worker(path, "w7", address="10.9.9.8").begin().status_code == 302


def _let_pass(worker: Worker, minutes: int) -> None:
    """Make everything that a worker did so many minutes older."""
    ago = timezone.now() - timedelta(minutes=minutes)
    Sheet.objects.filter(judge=worker.row.user).update(created=ago)
    Entry.objects.filter(by=worker.row.user).update(at=ago)


def test_a_worker_whose_pairs_were_taken_back_is_dealt_others_on_the_open_page(town: Town) -> None:
    path = link_of(town, study_of(town, votes=1), pairs=3)
    slow, second = Worker(path, "slow"), Worker(path, "second")
    slow.begin()
    slow.answer(most=2)
    slow.client.get(f"/sheets/{slow.sheet.pk}/")
    Entry.objects.filter(by=slow.row.user, verb="answer", seq__gt=3).delete()
    gone = ballot_of(slow.sheet).questions
    _let_pass(slow, 6)
    second.begin()
    second.answer(most=2)
    form = {"verb": "answer", "op": "too-late-1", "item": gone[0].id, "choice": "left", "seconds": "9"}
    answer = slow.client.post(f"/sheets/{slow.sheet.pk}/do", form, headers={"HX-Request": "true"})
    ballot = ballot_of(slow.sheet)
    assert answer.status_code == 410 and "X-Refused" in answer
    assert ballot.questions and f'data-item="{ballot.questions[0].id}"' in answer.content.decode()
    assert not {one.slot for one in ballot.questions if one.slot} & {*ballot_of(second.sheet).plan.slots}


def test_no_worker_votes_on_a_pair_of_the_quiz_and_the_release_opens_again(town: Town) -> None:
    tests = tuple(ClearPair(*pair) for pair in (("alpha", "beta"), ("alpha", "gamma"), ("beta", "gamma")))
    study = town.study("preferences", [replace(one, tests=tests) for one in voters.topics()], slug="clear")
    study.settings, study.started = voters.SETTINGS | {"controls": "own", "attempts": 1}, timezone.now()
    study.coded = True
    study.save()
    path = link_of(town, study)
    for pid in ("w1", "w2", "w3"):
        worker = Worker(path, pid)
        worker.work()
        plan = ballot_of(worker.sheet).plan
        quiz = {(item.topic, frozenset(item.systems)) for turn in plan.quiz for item in turn}
        voted = {(item.topic, frozenset(item.systems)) for item in plan.items if item.kind == "vote"}
        assert len(quiz) == 2 and 3 <= len(voted) <= 4 and not quiz & voted
    release = freeze(study, town.person("owner"), partial=True)[0]
    again = create("preferences", "Again", town.person("owner"), settings=study.settings)
    import_files(again, voters.uploads(release), town.person("owner"))
    assert freeze(again, town.person("owner"), partial=True)[0].digest == release.digest


def test_the_pairs_of_an_idle_worker_go_to_others(town: Town) -> None:
    study = study_of(town, votes=1)
    path = link_of(town, study, idle=30)
    slow, other = Worker(path, "slow"), Worker(path, "other")
    slow.begin()
    slow.answer(most=2)
    assert other.begin().status_code == 409  # everything is promised
    _let_pass(slow, 31)
    other.work()
    assert b"Your time ran out" in slow.client.get(slow.begin()["Location"]).content
    listed = payments(town, study)
    assert [listed[pid]["status"] for pid in ("slow", "other")] == ["unfinished", "finished"]
    assert not listed["slow"]["code"]
    assert "time ran out" in listed["slow"]["why"]
    votes = collect_votes(study).release.votes
    assert len(votes) == 6 == len({(vote.topic, vote.pair) for vote in votes})  # of both, and none twice


def test_an_idle_worker_goes_on_while_nobody_needs_the_pairs(town: Town) -> None:
    study = study_of(town, votes=1)
    worker = Worker(link_of(town, study, idle=30), "w1")
    worker.begin()
    worker.answer(most=2)
    _let_pass(worker, 31)
    assert crowd_links.release_idle(study) == 1
    assert worker.client.get(worker.path).status_code == 200  # looking gives nothing back
    assert worker.begin()["Location"] == f"/sheets/{worker.sheet.pk}/"
    worker.answer()
    worker.hand_in()
    assert payments(town, study)["w1"]["status"] == "finished" and len(collect_votes(study).release.votes) == 6


@pytest.mark.parametrize("value", VALUES)
def test_hostile_ids_break_nothing_and_take_no_seat(value: str, town: Town) -> None:
    path = link_of(town, study_of(town))
    worker = Worker(path, "", query=f"PROLIFIC_PID={VALUES[value]}&STUDY_ID={VALUES[value]}&SESSION_ID={VALUES[value]}")
    worker.client.raise_request_exception = False
    for answer in (worker.client.get(worker.path), worker.begin()):
        assert answer.status_code in ((200, 302) if value == "nan" else (422,)), value
        assert b"<script>alert" not in answer.content


def test_after_the_end_a_worker_reads_no_other_sheet(town: Town) -> None:
    study = study_of(town, "ann", votes=3)
    worker = Worker(link_of(town, study), "w1")
    worker.work()
    vote(town, study, "ann")
    assert worker.client.get(f"/sheets/{town.sheet(study, 'vote', 'ann').pk}/").status_code == 403


def test_links_and_workers_through_the_api(town: Town) -> None:
    study_of(town)
    owner, base = town.client("owner"), "/api/studies/votes"
    asked = {"service": "any", "codes": "unique", "worker": "pid", "submission": "s", "label": "batch"}
    asked["address"] = "https://panel.example.org/done?pid={worker}&code={code}"
    made = owner.post(f"{base}/crowd-links", asked, content_type="application/json").json()
    worker = Worker(urlsplit(made["link"]).path, "p7", query="pid=p7&s=s1")
    code = worker.row.code if (page := worker.work()) else ""
    assert f"https://panel.example.org/done?pid=p7&amp;code={code}" in page
    (link,) = owner.get(f"{base}/crowd-links").json()
    assert (link["open"], link["workers"]) == (True, {"finished": 1, "aside": 0, "screened": 0, "unfinished": 0})
    (row,) = owner.get(f"{base}/workers").json()
    assert (row["worker"], row["submission"], row["code"], row["status"]) == ("p7", "s1", code, "finished")
    closed = owner.post(f"{base}/crowd-links/close", {"number": link["number"]}, content_type="application/json")
    assert closed.json()[0]["open"] is False


def test_other_kinds_of_study_take_no_crowd(town: Town) -> None:
    town.study("events", [TOPIC], slug="stories")
    form = {"service": "prolific", "codes": "fixed", "code": "C1", "places": 5, "pairs": 0, "idle": 60, "days": 3}
    assert town.client("owner").post("/studies/stories/people/crowd", form).status_code == 409
    assert b"Crowd workers" not in town.client("owner").get("/studies/stories/people").content


def _save_wording(town: Town, study: Study, language: str, *rows: tuple[str, str]) -> Answer:
    table = csv_text(("text", "translation"), rows)
    form = {"language": language} | ({"file": SimpleUploadedFile("texts.csv", table.encode())} if rows else {})
    return town.client("owner").post(f"/studies/{study.slug}/people/crowd/wording", form)


def test_the_owner_chooses_the_language_of_the_pages_for_workers_and_their_texts(town: Town) -> None:
    study = study_of(town, quiz=0)
    worker = Worker(link_of(town, study), "w1")
    assert _save_wording(town, study, "ar", ("Begin", "هيا بنا"), ("Next", "")).status_code == 302
    page = worker.client.get(worker.path).content.decode()
    assert '<html lang="ar" dir="rtl"' in page and "هيا بنا" in page and "تقرأ نصين" in page
    sheet = worker.client.get(worker.begin()["Location"]).content.decode()
    assert "أفضّل الأيسر" in sheet and "I prefer" not in sheet
    assert json.dumps("تم النسخ") in sheet  # of a script
    refused = worker.client.post(f"/sheets/{worker.sheet.pk}/hand-in", headers={"HX-Request": "true"}).content.decode()
    assert "دون إجابة" in refused
    town.client("owner").cookies["cliometer-language"] = "ar"
    assert "هيا بنا" not in town.client("owner").get("/studies/votes/people").content.decode()
    # a language that is not shipped: what has no text of the owner is English
    _save_wording(
        town,
        study,
        "fa",
        ("I prefer the left", "چپ"),
        ("{pairs} without an answer{criteria}", "{pairs} بی‌پاسخ{criteria}"),
    )
    sheet = worker.client.get(f"/sheets/{worker.sheet.pk}/").content.decode()
    assert '<html lang="fa" dir="rtl"' in sheet and "چپ" in sheet and "I prefer the right" in sheet
    table = town.client("owner").get("/studies/votes/people/crowd/wording").content.decode()
    assert "I prefer the left,I prefer the left,چپ" in table and study.documents.filter(part="wording").count() == 2
