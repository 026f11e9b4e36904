"""A study of events brought to any of its steps, by the same actions that pages send."""

from __future__ import annotations

from cliometer.model.sources import Annotation, Source
from cliometer.model.when import When
from cliometer.study.topics import Topic
from cliometer_workbench.models import Sheet, Study
from cliometer_workbench.study.events.story_sentences import with_sentences
from workbench.tests.app.people import Town

FIRST = "The wall was opened. Crowds danced on it. The chancellor broke off his visit."
SECOND = "The wall was opened. Shops ran out of bananas. A concert was held at the gate."
STORIES = (
    Source("wall/1", Annotation(FIRST), When.of("1989-11-10"), "The wall is open"),
    Source("wall/2", Annotation(SECOND), When.of("1989-11-11"), "The day after"),
)
TOPIC = with_sentences(Topic("wall", sources=STORIES))
JUDGES = ("ann", "bo")
LINKS: dict[str, dict[str, tuple[str, ...]]] = {
    "ann": {"e1": ("wall/1/s1", "wall/1/s2", "wall/2/s1"), "e2": ("wall/2/s3",)},
    "bo": {"e1": ("wall/1/s1", "wall/2/s1"), "e2": ("wall/2/s2", "wall/2/s3")},
}


def begun(town: Town) -> Study:
    """Nothing is done yet."""
    return town.study("events", [TOPIC], ann="judge", bo="judge", cy="verifier", ed="reader")


def listing(town: Town) -> Study:
    """Both judges have their lists to make."""
    study = begun(town)
    town.hand_in("owner", town.sheet(study, "split"))
    return study


def merging(town: Town) -> Study:
    """Both lists are handed in."""
    study = listing(town)
    lists = {"ann": ("The wall is opened", "A concert at the gate", "Joy"), "bo": ("The wall opened", "Concert")}
    for judge, texts in lists.items():
        sheet = town.sheet(study, "list", judge)
        for text in texts:
            assert town.act(judge, sheet, "add", text=text).status_code == 200
        town.hand_in(judge, sheet)
    return study


def linking(town: Town) -> Study:
    """The lists are merged into two events, e1 and e2."""
    study = merging(town)
    board = town.sheet(study, "merge")
    town.act("ann", board, "make", candidates=["ann/c1", "bo/c1"], id="e1")
    town.act("bo", board, "make", candidates=["ann/c2", "bo/c2"], id="e2")
    town.act("ann", board, "omit", candidate="ann/c3", why="abstract idea")
    assert town.hand_in("ann", board).status_code == 302
    return study


def verifying(town: Town) -> Study:
    """Both have linked."""
    study = linking(town)
    for judge in JUDGES:
        sheet = town.sheet(study, "link", judge)
        for event, sentences in LINKS[judge].items():
            town.act(judge, sheet, "link_all", sentences=list(sentences), event=event)
        for story in ("wall/1", "wall/2"):
            town.act(judge, sheet, "read", story=story)
        assert town.hand_in(judge, sheet).status_code == 302
    return study


def through(town: Town) -> Study:
    """The disagreements are decided: one link is kept, one is not, and one is added."""
    study = verifying(town)
    sheet = town.sheet(study, "verify")
    town.act("cy", sheet, "accept", sentences=["wall/1/s2"], event="e1")
    town.act("cy", sheet, "reject", sentences=["wall/2/s2"], event="e2", reason="only bananas")
    town.act("cy", sheet, "add", sentences=["wall/1/s3"], event="e1")
    assert town.hand_in("cy", sheet).status_code == 302
    return study


STAGES = {
    "split": begun, "list": listing, "merge": merging, "link": linking, "verify": verifying,
}  # fmt: skip


def sheet_of(town: Town, step: str) -> tuple[str, Sheet]:
    """A study that has come to a step: somebody who works on it, and the sheet."""
    study = STAGES[step](town)
    name = {"split": "ann", "list": "ann", "merge": "ann", "link": "ann", "verify": "cy"}[step]
    return name, town.sheet(study, step, name if step in ("list", "link") else "")
