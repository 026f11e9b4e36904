"""Laws of studies of events: whatever judges do can be undone, released, scored and read back."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from hypothesis import assume, given
from hypothesis import strategies as st

from cliometer.errors import Refused
from cliometer.metrics.units.nu import Nu
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.study.agreement_survey import SurveyOptions, survey_agreement
from cliometer.study.link_agreement import topic_statistics
from cliometer.study.topics import Topic
from cliometer_workbench.study.events import event_study
from cliometer_workbench.study.events.event_links import SENTENCE_FLAGS, LinkingSheet, VerificationSheet
from cliometer_workbench.study.events.event_listing import EventBoard, ListingSheet
from cliometer_workbench.study.events.story_sentences import (
    SplittingSheet,
    are_near_duplicates,
    find_near_duplicates,
    words_of,
)
from cliometer_workbench.study.journal import Action, Detail, Worksheet, attempt, verbs
from cliometer_workbench.study.steps import SHARED, Desk
from tests.strategies import examples
from tests.units import source

TOPIC = Topic("t", sources=(source("a", "One two.", "Three."), source("b", "One two!", "Four five six.")))
TEXTS = st.sampled_from(["Rain", "Snow falls", "", 'a, "b"', "Reñn\u0301"])


def ids_for(work: Worksheet, name: str) -> list[str]:
    """What an action could mean by a detail of some name, and one thing that is not there."""
    stories = work.stories  # type: ignore[attr-defined]
    if name in ("sentence", "sentences"):
        return [*stories.marks.sentences, "?"]
    if name in ("event", "into"):
        listed = work.candidates if isinstance(work, ListingSheet) else work.events  # type: ignore[attr-defined]
        return [*(one.id for one in listed), "?"]
    if name in ("candidate", "candidates"):
        return [*work.cards, "?"]  # type: ignore[attr-defined]
    if name == "group" and isinstance(work, LinkingSheet):
        return [*work.groups, "?"]
    return [*stories.ids, "?"] if name == "story" else [*SENTENCE_FLAGS, "?"]


def details_of(work: Worksheet, detail: Detail) -> st.SearchStrategy[object]:
    if detail.name in ("text", "note", "why", "reason", "id"):
        return TEXTS
    if detail.kind == "whole":
        return st.integers(-1, 9)
    ids = st.sampled_from(ids_for(work, detail.name))
    return st.lists(ids, max_size=3) if detail.kind == "texts" else ids


def act(draw: st.DrawFn, work: Worksheet, journal: list[Action], judge: str) -> Worksheet:
    """One action that may be refused; undo gives the state before."""
    known = verbs(type(work))
    name = draw(st.sampled_from(list(known)))
    details = {one.name: draw(details_of(work, one)) for one in known[name]}
    action = Action(len(journal) + 1, judge or "all", name, details)
    try:
        after = work.do(action)
    except Refused as reason:
        assert str(reason)
        return work
    journal.append(action)
    return after


@st.composite
def sheets(draw: st.DrawFn, most: int = 8) -> dict[str, Mapping[str, Worksheet]]:
    """All works of a study after some actions, each sheet checked for undo on the way."""
    works: dict[str, Mapping[str, Worksheet]] = {}
    for step in event_study.EVENTS.steps:
        done: dict[str, Worksheet] = {}
        for judge in [SHARED] if step.scope == "shared" else ["ann", "bo"]:
            start = work = step.start(Desk((TOPIC,), judge, earlier=works))
            journal: list[Action] = []
            for _ in range(draw(st.integers(0, most))):
                work, before, length = act(draw, work, journal, judge), work, len(journal)
                if len(journal) > length:
                    by = judge or "all"
                    assert attempt(start, journal, Action(len(journal) + 1, by, "undo")) == before
            if isinstance(work, EventBoard) and not work.events:  # else it could not be handed in
                work = work.do(Action(99, "all", "make", {"candidates": [], "text": "First"}))
            done[judge] = work
        works[step.name] = done
    return works


@examples(100)
@given(sheets(), st.none() | st.floats(0, 1e6), st.sampled_from(["", "test"]))
def test_whatever_was_done_reads_back_to_the_same_bytes_and_figures(
    works: Mapping[str, Mapping[str, Worksheet]], seconds: float | None, part: str
) -> None:
    merged = works["merge"][SHARED]
    assume(isinstance(merged, EventBoard) and not merged.doubles)  # a release refuses those
    one = event_study.release_events("t", works, seconds, part)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in event_study.event_release_files([one]).items():
            (Path(folder) / name).write_text(text, encoding="utf-8", newline="")
        (back,) = event_study.reopen_event_files([Path(folder)])
        told = survey_agreement(SurveyOptions([Path(folder)]))
    assert event_study.verified_topic("t", back.works) == one.topic
    assert event_study.link_rows(back.works) == one.links
    agreement = event_study.running_agreement("t", works).agreement if one.links else None
    assert told.events == (topic_statistics(one.topic, agreement, one.facts.hours, part),)
    if one.links:
        assert told.judged == (event_study.running_agreement("t", works),)
        assert event_study.running_agreement("t", back.works) == event_study.running_agreement("t", works)


@examples(30)
@given(sheets())
def test_who_selects_every_sentence_finds_every_event_that_has_one(
    works: Mapping[str, Mapping[str, Worksheet]],
) -> None:
    topic = event_study.verified_topic("t", works)
    every = Extract(tuple(map(ExtractItem, topic.marks.sentences)), of="sentences", ranked=True)
    found = sum(bool(event.parts) for event in topic.events)
    assert Nu().measure(every, topic).recall.value == found / len(topic.events)


@examples(30)
@given(sheets())
def test_sentences_never_overlap_nor_lose_a_word(works: Mapping[str, Mapping[str, Worksheet]]) -> None:
    work = works["split"][SHARED]
    assert isinstance(work, SplittingSheet)
    for old, new in zip(TOPIC.sources, work.sources, strict=True):
        assert new.text == old.text
        said = "".join(sentence.text for sentence in new.sentences.values())
        assert "".join(said.split()) == "".join(old.text.split())


@examples(30)
@given(sheets())
def test_only_what_is_undecided_waits(works: Mapping[str, Mapping[str, Worksheet]]) -> None:
    work = works["verify"][SHARED]
    assert isinstance(work, VerificationSheet)
    decided, of = work.progress
    assert of - decided == len(work.unsettled)
    assert all(len(parts) == len(set(parts)) for parts in work.verified.values())


@given(st.lists(st.lists(st.sampled_from("abcdef"), max_size=6).map(" ".join), max_size=12))
def test_twins_are_all_pairs_that_share_most_words(texts: list[str]) -> None:
    words = {str(place): words_of(text) for place, text in enumerate(texts)}
    slow = {one: tuple(o for o in words if o != one and are_near_duplicates(words[one], words[o])) for one in words}
    given = {str(place): text for place, text in enumerate(texts)}
    assert find_near_duplicates(given) == {one: others for one, others in slow.items() if others}
