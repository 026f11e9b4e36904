"""The steps of judging events: splitting, listing, merging lists, linking and verifying; nothing is destroyed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cliometer.errors import Refused
from cliometer.model.sources import Annotation, Sentence, Source
from cliometer.study.topics import Topic
from cliometer_workbench.study.events.event_links import LinkCase
from cliometer_workbench.study.events.event_listing import CandidateCard, EventCandidate, ListingSheet
from cliometer_workbench.study.events.story_sentences import SplittingSheet, find_near_duplicates, start_splitting
from cliometer_workbench.study.steps import Desk
from tests.units import source
from workbench.tests.unit.study.events import small


def test_each_judge_has_a_column() -> None:
    assert small.board().columns == {
        "ann": (
            CandidateCard("ann/c1", "The dam breaks", judge="ann"),
            CandidateCard("ann/c2", "The mayor resigns", judge="ann"),
        ),
        "bo": (CandidateCard("bo/c1", "The dam is breaking", judge="bo"),),
    }


def test_a_candidate_may_be_in_several_events_and_twice_in_none() -> None:
    work = small.do(
        small.do(small.merged(), "put", candidate="ann/c1", event="mayor"), "put", candidate="ann/c1", event="mayor"
    )
    assert work.event("mayor").cards == ("ann/c2", "ann/c1")
    assert [event.id for event in work.events_of("ann/c1")] == ["dam", "mayor"]


def test_taking_out_what_is_not_in_changes_nothing() -> None:
    assert small.do(small.merged(), "take", candidate="ann/c2", event="dam") == small.merged()


@pytest.mark.parametrize("verb", ["drop", "join"])
def test_the_id_of_an_event_that_is_gone_is_never_used_again(verb: str) -> None:
    details: dict[str, Any] = {"event": "dam"} | ({"into": "mayor"} if verb == "join" else {})
    work = small.do(small.merged(), verb, **details)
    with pytest.raises(Refused, match="is or was another event's"):
        small.do(work, "make", 9, candidates=[], text="x", id="dam")


def test_likely_matches_of_different_judges_are_suggested_until_they_are_together() -> None:
    (pair,) = small.board().suggestions
    assert pair.about == ("ann/c1", "bo/c1")
    assert small.merged().suggestions == ()
    assert small.do(small.board(), "omit", candidate="bo/c1", why="no event").suggestions == ()


def test_two_events_of_one_judge_are_not_suggested_as_one() -> None:
    pairs = {pair.about for pair in small.board("The dams break").suggestions}
    assert pairs == {("ann/c1", "bo/c1"), ("ann/c3", "bo/c1")}


@pytest.mark.parametrize(
    ("stage", "verb", "details", "message"),
    [
        (small.merged, "make", {"candidates": ["ann/c9"]}, "unknown candidate 'ann/c9'; did you mean ann/c"),
        (small.merged, "make", {"candidates": []}, "an event without candidates needs a text"),
        (small.merged, "make", {"candidates": [], "text": "x", "id": "a\nb"}, "has blanks that a table would lose"),
        (small.merged, "put", {"candidate": "ann/c1", "event": "damm"}, "unknown event 'damm'; did you mean dam?"),
        (small.merged, "put", {"candidate": "x", "event": "dam"}, "unknown candidate 'x'"),
        (small.merged, "join", {"event": "dam", "into": "dam"}, "cannot be joined with itself"),
        (small.merged, "join", {"event": "dam", "into": "x"}, "unknown event 'x'"),
        (small.merged, "drop", {"event": "x"}, "unknown event 'x'"),
        (
            small.merged,
            "omit",
            {"candidate": "ann/c1", "why": "satire"},
            "is in the event dam; take it out of there first",
        ),
        (small.merged, "reword", {"event": "dam", "text": ""}, "an event needs a text"),
        (small.merged, "restore", {"candidate": "x"}, "unknown candidate"),
        (small.linking, "link", {"sentence": "m/s9", "event": "dam"}, "unknown sentence 'm/s9'; did you mean m/s"),
        (small.linking, "link", {"sentence": "m/s1", "event": "dum"}, "unknown event 'dum'; did you mean dam?"),
        (small.linking, "unlink", {"sentence": "m/s1", "event": "x"}, "unknown event"),
        (
            small.linking,
            "group",
            {"sentences": ["m/s1", "m/s1"], "event": "dam"},
            "a group needs two sentences or more",
        ),
        (small.linking, "ungroup", {"group": "g1"}, "there is no group g1; it may have been dissolved already"),
        (small.linking, "flag", {"sentence": "m/s1", "flag": "satyr"}, "unknown flag 'satyr'; did you mean satire?"),
        (small.linking, "read", {"story": "o"}, "unknown story 'o'"),
        (
            small.splitting,
            "join",
            {"sentence": "m/s3"},
            "m/s3 is the last sentence of its story; join the one before it",
        ),
        (
            small.splitting,
            "join",
            {"sentence": "m/s1", "following": "m/s3"},
            "m/s3 does not follow m/s1 any more; look at the story again",
        ),
        (small.splitting, "join", {"sentence": "m/s1", "following": ""}, "no sentence does not follow m/s1 any more"),
        (small.splitting, "join", {"sentence": "m/s9"}, 'there is no sentence "m/s9"; look at the story again'),
        (small.splitting, "cut", {"sentence": "m/s1", "offset": 0}, "cannot be cut at 0: both parts need words"),
        (small.splitting, "cut", {"sentence": "m/s1", "offset": -3}, "both parts need words"),
        (small.splitting, "cut", {"sentence": "m/s1", "offset": 22}, "both parts need words"),
        (small.verifying, "accept", {"sentences": ["m/s2"], "event": "dam"}, "nobody linked m/s2 to dam; add it"),
        (small.verifying, "reject", {"sentences": ["m/s2"], "event": "dam"}, "nobody linked m/s2 to dam"),
        (small.verifying, "add", {"sentences": [], "event": "dam"}, "name a sentence"),
        (small.verifying, "add", {"sentences": ["m/s2"], "event": "x"}, "unknown event 'x'"),
        (small.verifying, "clear", {"sentences": ["x"], "event": "dam"}, "unknown sentence 'x'"),
    ],
)
def test_what_cannot_be_done_is_refused(
    stage: Callable[[], Any], verb: str, details: dict[str, Any], message: str
) -> None:
    with pytest.raises(Refused, match=message):
        small.do(stage(), verb, 9, **details)


def texts(work: ListingSheet) -> list[str]:
    return [one.text for one in work.candidates]


def test_an_event_can_be_reworded_noted_and_removed() -> None:
    work = small.do(small.do(small.listing("a", "b"), "reword", event="c1", text="x"), "note", event="c1", note="why")
    assert work.candidates == (EventCandidate("c1", "x", "why"), EventCandidate("c2", "b"))
    assert texts(small.do(work, "remove", event="c1")) == ["b"]


@pytest.mark.parametrize(("to", "order"), [(1, "bac"), (2, "abc"), (3, "acb"), (-5, "bac"), (99, "acb")])
def test_an_event_moves_to_a_place_counted_from_one(to: int, order: str) -> None:
    assert "".join(texts(small.do(small.listing("a", "b", "c"), "move", event="c2", to=to))) == order


def test_an_unknown_event_is_refused_with_near_ones() -> None:
    with pytest.raises(Refused, match="unknown event of the list 'c3'; did you mean c1"):
        small.do(small.listing("a"), "remove", event="c3")


def test_doing_again_what_is_done_changes_nothing() -> None:
    bo = small.linked()["bo"]
    assert small.do(bo, "link", sentence="m/s1", event="dam") == bo
    assert small.do(bo, "group", 99, sentences=["n/s2", "n/s3"], event="mayor") == bo
    assert small.do(bo, "unlink", sentence="m/s2", event="dam") == bo
    assert small.do(bo, "unflag", sentence="m/s2", flag="satire") == bo
    assert small.do(bo, "unread", story="m") == bo


def test_a_twin_that_is_linked_otherwise_is_remarked() -> None:
    ann, bo = small.linked().values()
    assert ann.neglected == (("n/s1", "dam", "m/s1"),)
    assert ann.remarks == ("n/s1 says what m/s1 says, which is linked to dam",)
    assert bo.neglected == ()
    assert small.linking().remarks == (
        'no sentence is linked to "The dam breaks"',
        'no sentence is linked to "The mayor resigns"',
    )


def texts_of(work: SplittingSheet, story: str = "m") -> dict[str, str]:
    found = next(source for source in work.sources if source.id == story)
    return {id: sentence.text for id, sentence in found.sentences.items()}


def test_joining_what_was_cut_gives_the_old_words_under_a_new_id() -> None:
    work = small.do(small.do(small.splitting(), "cut", 7, sentence="m/s1", offset=7), "join", sentence="m/s1.7a")
    assert texts_of(work)["m/s1.7a"] == "The dam broke at noon."


def test_a_new_id_never_meets_one_that_the_document_has() -> None:
    text = "One two."
    marks = (Sentence("s1", 0, 3, "One"), Sentence("s1.7a", 4, 8, "two."))
    topic = Topic("t", sources=(Source("m", Annotation(text, marks)),))
    work = small.do(start_splitting(Desk((topic,))), "cut", 7, sentence="m/s1", offset=1)
    assert list(texts_of(work)) == ["m/s1.7a.2", "m/s1.7b", "m/s1.7a"]


def test_stories_that_nobody_touched_stay_the_same_objects() -> None:
    assert small.do(small.splitting(), "join", sentence="m/s1").sources[1] is small.TOPIC.sources[1]


def test_suspicious_boundaries_are_pointed_out() -> None:
    found = source("m", "Mr", "smith left.", "--", "A " + "long " * 80 + "one.", "A good one.")
    work = start_splitting(Desk((Topic("t", sources=(found,)),)))
    assert work.remarks == (
        "m/s1 is very short and has no full stop",
        "m/s2 starts with a small letter",
        "m/s3 has no letter in it",
        "m/s4 has 82 words",
    )


def twins(*texts: str) -> dict[str, tuple[str, ...]]:
    return find_near_duplicates({str(place): text for place, text in enumerate(texts)})


def test_case_and_punctuation_do_not_matter() -> None:
    assert twins("The dam broke.", "the DAM broke!", "It rained.") == {"0": ("1",), "1": ("0",)}


@pytest.mark.parametrize(("other", "alike"), [("a b c d f", False), ("a b c d", True), ("a b c d e f", True)])
def test_four_words_of_five_are_enough(other: str, alike: bool) -> None:
    assert bool(twins("a b c d e", other)) is alike


def test_twins_are_named_in_the_order_of_reading() -> None:
    assert twins("a b", "b a", "c", "A b.")["3"] == ("0", "1")


def test_what_was_agreed_can_be_rejected() -> None:
    assert small.do(small.verifying(), "reject", sentences=["m/s1"], event="dam").verified["dam"] == ()


def test_the_verifier_may_add_a_link_and_take_it_away() -> None:
    work = small.do(small.verifying(), "add", sentences=["m/s2"], event="dam")
    assert work.verified["dam"] == (("m/s1",), ("m/s2",))
    assert work.cases[-1] == LinkCase(("m/s2",), "dam")
    for verb in ("clear", "reject"):
        assert small.do(work, verb, sentences=["m/s2"], event="dam") == small.verifying()


def test_undecided_disagreements_are_unsettled() -> None:
    assert small.verifying().unsettled == (
        '"The dam broke at noon!" is undecided: linked to "The dam breaks" by bo, not by ann',
        '"The mayor resigned." is undecided: linked to "The mayor resigns" by ann, not by bo',
        '"The Navy says yes." and "The firm says no." is undecided: linked to "The mayor resigns" by bo, not by ann',
    )
    assert small.verifying().remarks == ('no sentence is left for "The mayor resigns": no system can find it',)


def test_a_strange_setting_is_refused() -> None:
    with pytest.raises(Refused, match="the setting preaccept must be true or false"):
        small.verifying(preaccept="yes")
