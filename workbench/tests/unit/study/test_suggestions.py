"""Suggestions: where they come from, what is kept of a judge's answer, and agreement with and without them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from cliometer.errors import InputError
from cliometer.model.sources import Annotation, Sentence, Source
from cliometer.study.topics import SuggestionRow, Topic
from cliometer_workbench.study.events.event_links import LinkingSheet, start_linking
from cliometer_workbench.study.events.event_listing import CandidateSimilarity, EventBoard, MergedEvent
from cliometer_workbench.study.events.story_sentences import TopicStories
from cliometer_workbench.study.journal import SUGGESTION, Action, UnnumberedAction, Worksheet, number_actions, replay
from cliometer_workbench.study.steps import SHARED, Desk
from cliometer_workbench.study.suggestions import (
    is_offered,
    joined_use,
    suggestion_row,
    suggestion_use,
    tagged_proposals,
)
from cliometer_workbench.study.units.unit_matching import MatchSheet, annotate_topic
from cliometer_workbench.study.units.unit_study import UNITS, matching_by_suggestion, start_writing
from tests.units import source as unit_source
from workbench.tests.unit.study.units.unit_study import BUILT, board

LINES = ("The wall was opened at midnight.", "Bread was cheap.", "People crossed the opened wall.")


def source() -> Source:
    text, sentences = " ".join(LINES), []
    for number, line in enumerate(LINES, start=1):
        start = text.index(line)
        sentences.append(Sentence(f"s{number}", start, start + len(line), line))
    return Source("wall/a", Annotation(text, tuple(sentences)))


EVENTS = (MergedEvent("e1", "The wall is opened"), MergedEvent("e2", "The government resigns"))


def sheet(share: float = 1.0, rows: tuple[SuggestionRow, ...] = ()) -> LinkingSheet:
    board = EventBoard(TopicStories("wall", (source(),)), {}, CandidateSimilarity({}), events=EVENTS)
    topic = Topic("wall", sources=(source(),), suggestions=rows)
    return start_linking(Desk((topic,), "ann", settings={"suggest": share}, earlier={"merge": {SHARED: board}}))


def test_what_is_accepted_or_declined_is_gone_and_the_journal_says_which() -> None:
    start = sheet()
    (one,), (other,) = start.suggestions_of("wall/a/s1"), start.suggestions_of("wall/a/s3")
    ((verb, details),) = one.actions
    said: list[UnnumberedAction] = [(verb, {**details, SUGGESTION: one.id}), ("decline", {SUGGESTION: other.id})]
    journal = number_actions("ann", said)
    work = replay(start, journal)
    assert work.links == {"wall/a/s1": ("e1",)}
    assert work.suggestions_of("wall/a/s1") == work.suggestions_of("wall/a/s3") == ()
    use = suggestion_use(journal)
    assert (use.accepted, use.declined, use.share) == (frozenset({one.id}), frozenset({other.id}), 0.5)
    assert joined_use([use, use]) == {"similarity": (2, 2)}
    taken_back = (*journal, Action(3, "ann", "undo"))
    assert replay(start, taken_back).suggestions_of("wall/a/s3") == (other,)
    assert suggestion_use(taken_back).declined == frozenset()


def test_an_id_stays_the_same_when_the_sheet_is_laid_out_again() -> None:
    assert [one.id for one in sheet().suggestions_of("wall/a/s1")] == [
        one.id for one in sheet(rows=(SuggestionRow("list", {"text": "x"}),)).suggestions_of("wall/a/s1")
    ]


def test_a_file_suggests_links_by_the_id_or_the_words_of_an_event() -> None:
    rows = tuple(
        SuggestionRow("link", {"sentence": "wall/a/s2", "event": event}, "model", 0.9)
        for event in ("e2", "The government RESIGNS", "no such event")
    )
    (one,) = sheet(rows=rows).suggestions_of("wall/a/s2")
    assert (one.source, one.about, one.score) == ("model", ("wall/a/s2", "e2"), 0.9)


def test_a_share_is_drawn_alike_for_every_judge_and_grows_with_it() -> None:
    ids = [f"s{n}" for n in range(400)]
    half = {id for id in ids if is_offered(id, 0.5)}
    assert half == {id for id in ids if is_offered(id, 0.5)} and 160 < len(half) < 240
    assert {id for id in ids if is_offered(id, 0.2)} <= half
    assert not any(is_offered(id, 0) for id in ids) and all(is_offered(id, 1) for id in ids)


def test_the_tagger_suggests_dated_lines_to_writers_and_leads_to_listers() -> None:
    text = "The ship sank on 15 April 1912. It rained. An inquiry began on 2 May 1912."
    topic = annotate_topic(Topic("t", sources=(Source("d", Annotation(text)),)))
    lines = tagged_proposals("write", topic.sources, (), {"suggest": 1})
    assert [one.actions[0][1]["date"] for one in lines] == ["1912-04-15", "1912-05-02"]
    assert [one.actions[0][1]["text"] for one in tagged_proposals("list", topic.sources, (), {"suggest": 1})] == [
        "The ship sank on 15 April 1912."
    ]
    work = start_writing(Desk((topic,), "ann", settings={"suggest": 1.0}))
    (first, second) = work.suggestions
    taken = work.do(Action(1, "ann", "add", {**first.actions[0][1], SUGGESTION: first.id}))
    assert taken.suggestions == (second,)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"topic": "wall", "step": "link", "sentence": "s1"}, "event is missing"),
        ({"topic": "wall", "step": "fly"}, "unknown step 'fly'"),
        ({"topic": "w", "step": "list", "text": "x", "colour": "red"}, "unknown column 'colour'"),
        ({"topic": "w", "step": "list", "text": "x", "score": "high"}, "expected a number as score"),
        ({"topic": "w", "step": "list", "text": "x", "score": "nan"}, "finite number"),
        ({"topic": "w", "step": "list", "text": "x", "source": "m" * 99}, "longer than 60"),
        ({"topic": "w", "step": "match", "sentence": "s", "unit": "u", "v": "2"}, "a v above 0, and 1 at most"),
    ],
)
def test_a_row_that_no_step_can_use_is_refused_at_its_place(row: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        suggestion_row(row, "a.csv:3")
    assert str(error.value).startswith("a.csv:3: ")


def matching(share: float = 1.0, rows: tuple[SuggestionRow, ...] = (), step: str = "match") -> MatchSheet:
    story = unit_source("a", "War breaks out, they FOUGHT.", "It ENDED.", "An armistice ended the war.")
    topic = Topic("war", sources=(story,), suggestions=rows)
    desk = Desk((topic,), "mo", 0, {"suggest": share, "sample": 1, "seed": 0}, {"build": {SHARED: board(*BUILT)}})
    work = UNITS.step(step).start(desk)
    assert isinstance(work, MatchSheet)
    return work


def test_a_second_matcher_sees_the_same_suggestions_for_the_units_of_the_sample() -> None:
    again, first = matching(step="rematch"), matching()
    (unit,) = again.units
    assert again.suggestions_of(unit) == first.suggestions_of(unit)


def test_a_file_suggests_parts_of_units_by_id_or_by_any_words_of_theirs() -> None:
    rows = tuple(
        SuggestionRow("match", {"sentence": "a/s2", "unit": unit, "v": "0.5"}, "model", score)
        for unit, score in (("border", 0.1), ("WAR breaks out.", 0.9), ("peace", None))
    )
    work = matching(rows=rows)
    assert [work.suggestions_of(unit)[0].source for unit in ("border", "start")] == ["model", "model"]
    assert work.suggestions_of("border")[0].actions == (("link", {"unit": "border", "mark": "a/s2", "v": 0.5}),)
    assert work.hints.about(work.suggestions_of("border")[0].id) == ("a/s2", "border")


def test_matchers_are_compared_on_sentences_with_a_suggestion_and_on_those_where_it_was_held_back() -> None:
    shown, held = sorted(("a/s1", "a/s3"), key=lambda id: not is_offered(id, 0.5))
    assert is_offered(shown, 0.5) and not is_offered(held, 0.5), "the draw must tell the two sentences apart"
    (unit,) = matching(step="rematch").units
    rows = tuple(SuggestionRow("match", {"sentence": id, "unit": unit}) for id in (shown, held))
    first, second = matching(0.5, rows), matching(0.5, rows, "rematch")
    ann, bo = (work.link(unit, "a/e1" if shown == "a/s1" else shown).done(unit) for work in (first, second))
    works: dict[str, dict[str, Worksheet]] = {"match": {"ann": ann}, "rematch": {"bo": bo.link(unit, held)}}
    with_one, without = matching_by_suggestion("war", works)
    assert (with_one.shown, with_one.sentences, with_one.dice) == (True, 1, 1.0)
    assert (without.shown, without.sentences, without.dice) == (False, 1, 0.0)
    assert matching_by_suggestion("war", {"match": {"ann": ann}}) == (), "one person cannot agree"
    plain: dict[str, dict[str, Worksheet]] = {"match": {by: matching(0.0).done(unit) for by in ("ann", "bo")}}
    assert matching_by_suggestion("war", plain) == (), "no suggestion was shown"


def test_each_fact_of_a_line_has_a_unit_of_its_own_and_a_draft_without_lines_is_none() -> None:
    line = json.dumps([["ann", "1953", "The war ends."]])
    facts = tuple(SuggestionRow("build", {"lines": line, "label": label}, "smol") for label in ("Peace", "An end"))
    rows = (*facts, SuggestionRow("build", {"lines": "[]", "label": "Nothing"}, "smol"))
    start = board(draft=False)
    work = replace(start, material=replace(start.material, rows=rows))
    assert [one.about for one in work.suggestions if one.source == "smol"] == [("ann/l2",)] * 2
    for _ in facts:
        first = next(one for one in work.suggestions if one.source == "smol")
        work = replay(work, number_actions("ann", first.actions))
    assert not any(one.source == "smol" for one in work.suggestions)
    assert [work.units[id].label for id in work.units_of("ann/l2")] == ["Peace", "An end"]
