"""Script in every text that people can write: pages show it, and none of it runs."""

from __future__ import annotations

from collections.abc import Iterator

from cliometer.model.sources import Annotation, Sentence, Source
from cliometer.study.topics import Topic
from cliometer_workbench.services.seats import invite, new_api_token
from workbench.tests.app.access.test_blindness import READABLE, Crawl
from workbench.tests.app.people import Town

SCRIPT = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)>{{7*7}}"
STORY = Source("a", Annotation(SCRIPT, (Sentence("s1", 0, len(SCRIPT), SCRIPT),)), title=SCRIPT)
JUDGES = ("ann", "bo", "odd")


class Reading(Crawl):
    """A study full of script, read by everybody."""

    def __init__(self, town: Town, kind: str, topic: Topic) -> None:
        super().__init__(town, kind, topic)
        self.study.title, self.study.instructions = SCRIPT[:200], SCRIPT
        self.study.save()
        invite(self.study, "judge", town.person("owner"), label=SCRIPT)
        new_api_token(town.person("owner"), SCRIPT)

    def check(self) -> None:
        """No page of the study has the script as script."""
        shown = 0
        for page in self._html():
            shown += "&lt;script&gt;" in page
            assert "<script>alert" not in page
            assert "<img src=x" not in page
            assert ">49" not in page
        assert shown

    def _html(self) -> Iterator[str]:
        for name in ("owner", "ann", "cy"):
            for answer in self.answers(name, [place for place in READABLE if not place.by_program]):
                if "html" in answer["Content-Type"]:
                    yield answer.content.decode()


def test_events_full_of_script(town: Town) -> None:
    study = Reading(town, "events", Topic("wall", SCRIPT, (STORY,)))
    study.check()
    study.hand_in("owner", "split")
    for judge in JUDGES:
        study.do(judge, "list", "add", text=SCRIPT, note=SCRIPT)
    study.check()
    for judge in JUDGES:
        study.hand_in(judge, "list")
    study.do("ann", "merge", "make", candidates=["ann/c1", "bo/c1"], text=SCRIPT, id="e1")
    study.do("ann", "merge", "omit", candidate="odd/c1", why=SCRIPT)
    study.check()
    study.hand_in("ann", "merge")
    for judge in JUDGES:
        study.do(judge, "link", "link", sentence="a/s1", event="e1")
        study.do(judge, "link", "flag", sentence="a/s1", flag="satire", note=SCRIPT)
        study.do(judge, "link", "read", story="a")
    study.check()
    for judge in JUDGES:
        study.hand_in(judge, "link")
    study.do("cy", "verify", "accept", sentences=["a/s1"], event="e1", reason=SCRIPT)
    study.check()
    study.hand_in("cy", "verify")
    study.town.client("owner").post("/studies/study/releases/freeze")
    study.check()


def test_units_full_of_script(town: Town) -> None:
    study = Reading(town, "units", Topic("wall", SCRIPT, (STORY,), length=1))
    for judge in JUDGES:
        study.do(judge, "write", "add", date="1989-11-09", text=SCRIPT)
    study.check()
    for judge in JUDGES:
        study.hand_in(judge, "write")
    study.do("ann", "build", "describe", unit="c1", label=SCRIPT)
    study.check()
    study.hand_in("ann", "build")
    study.check()


def test_preferences_full_of_script(town: Town) -> None:
    systems = {f"s{number}": f"{SCRIPT} {number}. It says {number}." for number in range(3)}
    study = Reading(town, "preferences", Topic("wall", SCRIPT, summaries=systems))
    for judge in JUDGES:
        sheet = study.sheet(judge, "vote")
        for question in town.client(judge).get(f"/api/sheets/{sheet.pk}").json()["work"]["questions"]:
            study.do(judge, "vote", "answer", item=question["item"], choice="left", reason=SCRIPT, seconds=9.0)
    study.check()
