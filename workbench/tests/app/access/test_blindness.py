"""Blind work: whatever judges write carries a mark, and nobody finds another's mark anywhere before its time.

Every address that can be read is read by everybody in every state of a protocol, replaced sheets among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from cliometer.study.topics import Topic
from cliometer_workbench.models import Release, Sheet
from cliometer_workbench.services.seats import new_api_token, seat
from cliometer_workbench.services.sheet_lifecycle import assign, lay_out, reopen
from workbench.tests.app.access.places import PLACES, Place
from workbench.tests.app.people import Answer, Town
from workbench.tests.app.stories import STORY, TOPIC

JUDGES = ("ann", "bo", "odd")  # odd owns the study, too
READERS = ("", "zoe", "ed", "ann", "bo", "cy", "owner", "odd")
Seen: TypeAlias = dict[str, set[str]]  # marks by reader


def mark(judge: str, step: str) -> str:
    """What a judge writes in a step, and nobody else anywhere."""
    return f"qz{judge}x{step}zq"


class Crawl:
    """A study, and everything that can be read of it."""

    def __init__(self, town: Town, kind: str, topic: Topic) -> None:
        self.town = town
        self.study = town.study(kind, [topic], ann="judge", bo="judge", cy="verifier", ed="reader")
        for role in ("owner", "judge"):
            seat(self.study, town.person("odd"), role)
        lay_out(self.study)
        self.keys = {name: new_api_token(town.person(name), "crawl") for name in READERS if name}

    def do(self, judge: str, step: str, verb: str, **details: Any) -> None:
        """An action that must succeed."""
        answer = self.town.act(judge, self.sheet(judge, step), verb, **details)
        assert answer.status_code == 200, answer.content

    def hand_in(self, judge: str, step: str) -> None:
        """Hand in, which must succeed."""
        answer = self.town.hand_in(judge, self.sheet(judge, step))
        assert answer.status_code == 302, answer.content

    def sheet(self, judge: str, step: str) -> Sheet:
        """The judge's sheet of a step, or the one that all share."""
        shared = self.study.protocol.step(step).scope == "shared"
        return self.town.sheet(self.study, step, "" if shared else judge)

    def seen(self, *names: str) -> Seen:
        """The marks that these people find."""
        return {name: {mark for page in self._pages(name) for mark in _marks(page)} for name in names}

    def _pages(self, name: str) -> Iterator[str]:
        for answer in self.answers(name, [place for place in READABLE if place.access != "anyone"]):
            yield b"".join(answer).decode("utf-8", "replace")

    def answers(self, name: str, places: Sequence[Place]) -> Iterator[Answer]:
        """What somebody gets at these places; a sheet that is closed at its first place is so at all of its access.

        The matrix of access asks for each place by itself.
        """
        digest = Release.objects.filter(study=self.study).values_list("digest", flat=True).first() or "0" * 64
        sheets = list(Sheet.objects.filter(study=self.study))
        for path in dict.fromkeys(place.at(self.study, sheets[0], digest) for place in places if not _of_sheet(place)):
            yield self._get(name, path)
        for sheet in sheets:
            closed = set()
            for place in filter(_of_sheet, places):
                if place.access not in closed:
                    answer = self._get(name, place.at(self.study, sheet))
                    closed |= {place.access} if answer.status_code in (401, 403, 404) else set()
                    yield answer

    def _get(self, name: str, path: str) -> Answer:
        headers = {"Authorization": f"Bearer {self.keys[name]}"} if name and "/api/" in path else {}
        answer = self.town.client(name).get(path, headers=headers)
        assert answer.status_code < 500, (name, path)
        return answer


READABLE = [place for place in PLACES if "GET" in place.methods]


def _of_sheet(place: Place) -> bool:
    return "sheet" in place.parts


def _marks(page: str) -> set[str]:
    steps = ("list", "link", "write", "vote", "system")
    return {found for judge in (*JUDGES, "x") for step in steps if (found := mark(judge, step)) in page}


def others(seen: Seen, name: str, step: str) -> set[str]:
    """Whose marks of a step somebody found, but for their own."""
    return {judge for judge in JUDGES if judge != name and mark(judge, step) in seen[name]}


def _nobody(seen: Seen, step: str, names: tuple[str, ...] = ()) -> None:
    """Nobody of these, or of all who looked, found the marks of others."""
    looked = names or tuple(seen)
    assert {name: others(seen, name, step) for name in looked} == {name: set() for name in looked}


OUTSIDE = ("", "zoe", "ed")
BLIND = (*OUTSIDE, "ann", "bo", "cy", "odd")


def test_lists_and_links_of_events_stay_hidden(town: Town) -> None:
    crawl = Crawl(town, "events", TOPIC)
    crawl.hand_in("owner", "split")
    for judge in JUDGES:
        crawl.do(judge, "list", "add", text=mark(judge, "list"), note=mark(judge, "list"))
    seen = crawl.seen(*READERS)
    _nobody(seen, "list", BLIND)
    assert all(mark(judge, "list") in seen[judge] for judge in JUDGES)  # the crawl does find marks
    assert others(seen, "owner", "list") == set(JUDGES)

    crawl.hand_in("ann", "list")
    _nobody(crawl.seen(*BLIND), "list")

    for judge in ("bo", "odd"):
        crawl.hand_in(judge, "list")
    seen = crawl.seen(*OUTSIDE, "ann")
    _nobody(seen, "list", OUTSIDE)
    assert others(seen, "ann", "list") == {"bo", "odd"}  # on the board, which is for all judges

    cards = [f"{judge}/c1" for judge in JUDGES]
    crawl.do("ann", "merge", "make", candidates=cards, text="The wall falls", id="e1")
    crawl.hand_in("ann", "merge")
    for judge in JUDGES:
        crawl.do(judge, "link", "flag", sentence="a/s1", flag="satire", note=mark(judge, "link"))
        crawl.do(judge, "link", "link", sentence="a/s1", event="e1")
        crawl.do(judge, "link", "read", story="a")
    crawl.hand_in("bo", "link")
    _nobody(crawl.seen(*BLIND), "link")

    for judge in ("ann", "odd"):
        crawl.hand_in(judge, "link")
    _nobody(crawl.seen(*OUTSIDE, "ann", "bo"), "link")

    crawl.do("cy", "verify", "accept", sentences=["a/s1"], event="e1")
    crawl.hand_in("cy", "verify")
    assert town.client("owner").post("/studies/study/releases/freeze").status_code == 302
    _nobody(crawl.seen("", "zoe"), "link")

    reopen(crawl.study, crawl.study.topics.get(), "link", town.person("owner"))
    _nobody(crawl.seen(*BLIND), "link")
    reopen(crawl.study, crawl.study.topics.get(), "list", town.person("owner"))
    _nobody(crawl.seen("", "zoe", "ann", "bo", "odd"), "list")


def test_timelines_of_units_stay_hidden(town: Town) -> None:
    crawl = Crawl(town, "units", Topic("wall", sources=(STORY,), length=1))
    for judge in JUDGES:
        crawl.do(judge, "write", "add", date="1989-11-09", text=mark(judge, "write"))
    seen = crawl.seen(*READERS)
    _nobody(seen, "write", BLIND)
    assert others(seen, "owner", "write") == set(JUDGES)
    crawl.hand_in("ann", "write")
    _nobody(crawl.seen(*BLIND), "write")


def test_a_second_matcher_never_sees_the_first(town: Town) -> None:
    """Not even as the owner of the study."""
    crawl = Crawl(town, "units", Topic("wall", sources=(STORY,), length=1))
    for judge in JUDGES:
        crawl.do(judge, "write", "add", date="1989-11-09", text="The wall fell")
        crawl.hand_in(judge, "write")
    topic, owner = crawl.study.topics.get(), town.person("owner")
    first = assign(crawl.study, topic, "match", town.person("ann"), owner)
    assign(crawl.study, topic, "rematch", town.person("odd"), owner)
    assert town.client("odd").get(f"/api/sheets/{first.pk}").status_code == 403
    assert town.client("odd").get(f"/sheets/{first.pk}/").status_code == 403


SYSTEMS = {mark("x", "system") + str(number): f"Summary number {number}. It says {number}." for number in range(3)}


def test_votes_and_systems_stay_hidden(town: Town) -> None:
    crawl = Crawl(town, "preferences", Topic("wall", summaries=SYSTEMS))
    for judge in JUDGES:
        _vote(crawl, judge)
    seen = crawl.seen(*READERS)
    _nobody(seen, "vote", BLIND)
    assert {name for name in READERS if mark("x", "system") in seen[name]} <= {"owner", "odd"}
    crawl.hand_in("ann", "vote")
    seen = crawl.seen(*READERS)
    _nobody(seen, "vote", BLIND)
    assert {name for name in READERS if mark("x", "system") in seen[name]} <= {"owner", "odd"}


def _vote(crawl: Crawl, judge: str) -> None:
    """Answer everything that is asked, quiz first, rightly or not."""
    client, sheet = crawl.town.client(judge), crawl.sheet(judge, "vote")
    for _ in range(3):
        work = client.get(f"/api/sheets/{sheet.pk}").json()["work"]
        for question in work["questions"]:
            choice = "right" if len(question["left"]) < len(question["right"]) else "left"
            crawl.do(
                judge, "vote", "answer",
                item=question["item"], choice=choice, reason=mark(judge, "vote"), seconds=9.0,
            )  # fmt: skip
        if work["phase"] != "quiz":
            return
        crawl.do(judge, "vote", "grade")


def test_a_judge_who_comes_late_gets_no_release(town: Town) -> None:
    """It would tell which questions are tests."""
    crawl = Crawl(town, "preferences", Topic("wall", summaries=SYSTEMS))
    Release.objects.create(study=crawl.study, digest="d" * 64, files={"a": "b"}, created_by=town.person("owner"))
    for path in (f"/studies/study/releases/{'d' * 64}.zip", f"/api/studies/study/releases/{'d' * 64}"):
        statuses = {name: town.client(name).get(path).status_code for name in ("ann", "odd", "owner", "ed")}
        assert statuses == {"ann": 403, "odd": 403, "owner": 200, "ed": 200}
