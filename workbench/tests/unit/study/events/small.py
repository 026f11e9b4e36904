"""A small study of events of our own invention: two stories, judged by ann and bo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from cliometer.study.topics import Topic
from cliometer_workbench.study.events.event_links import LinkingSheet, VerificationSheet
from cliometer_workbench.study.events.event_listing import EventBoard, ListingSheet
from cliometer_workbench.study.events.event_study import EVENTS
from cliometer_workbench.study.events.story_sentences import SplittingSheet
from cliometer_workbench.study.journal import Action, Worksheet
from cliometer_workbench.study.steps import SHARED, Desk
from tests.units import source

W = TypeVar("W", bound=Worksheet)
TOPIC = Topic(
    "flood",
    "The flood",
    (
        source("m", "The dam broke at noon.", "Nobody was hurt.", "The mayor resigned."),
        source("n", "The dam broke at noon!", "The Navy says yes.", "The firm says no."),
    ),
)


def do(work: W, verb: str, seq: int = 1, by: str = "cy", **details: object) -> W:
    """The work after one action."""
    return work.do(Action(seq, by, verb, details))


def start(step: str, earlier: Mapping[str, Mapping[str, Worksheet]], **settings: object) -> Worksheet:
    """The empty sheet of a step."""
    return EVENTS.step(step).start(Desk((TOPIC,), settings=settings, earlier=earlier))


def splitting() -> SplittingSheet:
    work = start("split", {})
    assert isinstance(work, SplittingSheet)
    return work


def listing(*texts: str) -> ListingSheet:
    work = start("list", {"split": {SHARED: splitting()}})
    assert isinstance(work, ListingSheet)
    for seq, text in enumerate(texts, start=1):
        work = do(work, "add", seq, text=text)
    return work


def board(*more: str) -> EventBoard:
    """ann lists two events and perhaps more, bo one of them in other words."""
    ann = listing("The dam breaks", "The mayor resigns", *more)
    lists = {"bo": listing("The dam is breaking"), "ann": ann}
    work = start("merge", {"split": {SHARED: splitting()}, "list": lists})
    assert isinstance(work, EventBoard)
    return work


def merged() -> EventBoard:
    """Both candidates on the dam are the event dam, the other is the event mayor."""
    work = do(board(), "make", 1, candidates=["ann/c1", "bo/c1"], id="dam")
    return do(work, "make", 2, candidates=["ann/c2"], id="mayor")


def linking() -> LinkingSheet:
    work = start("link", {"merge": {SHARED: merged()}})
    assert isinstance(work, LinkingSheet)
    return work


def linked() -> dict[str, LinkingSheet]:
    """ann and bo agree on m/s1; n/s1 is bo's alone, m/s3 ann's alone, a group is bo's alone."""
    ann = do(linking(), "link", sentence="m/s1", event="dam")
    ann = do(ann, "link", sentence="m/s3", event="mayor")
    bo = do(linking(), "link_all", sentences=["m/s1", "n/s1"], event="dam")
    bo = do(bo, "group", 3, sentences=["n/s3", "n/s2"], event="mayor")
    return {"ann": ann, "bo": bo}


def works(**settings: object) -> dict[str, Mapping[str, Worksheet]]:
    """All steps; nothing verified yet."""
    found: dict[str, Mapping[str, Worksheet]] = {
        "split": {SHARED: splitting()},
        "merge": {SHARED: merged()},
        "link": linked(),
    }
    return found | {"verify": {SHARED: start("verify", found, **settings)}}


def verifying(**settings: object) -> VerificationSheet:
    work = works(**settings)["verify"][SHARED]
    assert isinstance(work, VerificationSheet)
    return work
