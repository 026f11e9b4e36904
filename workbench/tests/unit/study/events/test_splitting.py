"""Boundaries of sentences are corrected before anybody relies on them."""

from __future__ import annotations

from typing import Any

import pytest

from cliometer.errors import Refused
from cliometer.model.sources import Annotation, Sentence, Source
from cliometer.study.topics import Topic, read_topic, write_topic
from cliometer_workbench.study.events.story_sentences import SplittingSheet, start_splitting, with_sentences
from cliometer_workbench.study.steps import Desk
from tests.units import source
from workbench.tests.unit.study.events.small import TOPIC, do, splitting


def texts(work: SplittingSheet, story: str = "m") -> dict[str, str]:
    found = next(source for source in work.sources if source.id == story)
    return {id: sentence.text for id, sentence in found.sentences.items()}


def test_a_joined_sentence_keeps_the_first_id() -> None:
    assert texts(do(splitting(), "join", sentence="m/s1")) == {
        "m/s1": "The dam broke at noon. Nobody was hurt.",
        "m/s3": "The mayor resigned.",
    }


def test_a_cut_sentence_gives_two_new_ids_and_loses_the_blank_between() -> None:
    assert texts(do(splitting(), "cut", 7, sentence="m/s1", offset=7)) == {
        "m/s1.7a": "The dam",
        "m/s1.7b": "broke at noon.",
        "m/s2": "Nobody was hurt.",
        "m/s3": "The mayor resigned.",
    }


def test_a_cut_may_be_made_on_either_side_of_the_blank() -> None:
    one, other = (do(splitting(), "cut", 7, sentence="m/s1", offset=offset) for offset in (7, 8))
    assert texts(one) == texts(other)


def test_joining_what_was_cut_gives_the_old_words_under_a_new_id() -> None:
    work = do(do(splitting(), "cut", 7, sentence="m/s1", offset=7), "join", sentence="m/s1.7a")
    assert texts(work)["m/s1.7a"] == "The dam broke at noon."


def test_an_id_that_is_gone_is_not_found_any_more_and_never_given_again() -> None:
    work = do(do(splitting(), "cut", 7, sentence="m/s1", offset=7), "join", sentence="m/s1.7a")
    again = do(do(work, "cut", 7, sentence="m/s1.7a", offset=3), "join", sentence="m/s1.7a.7a")
    for gone in ("m/s1", "m/s1.7b"):
        assert gone not in texts(again)
        with pytest.raises(Refused, match="any more; it was joined or cut"):
            do(again, "join", sentence=gone)


def test_a_new_id_never_meets_one_that_the_document_has() -> None:
    text = "One two."
    marks = (Sentence("s1", 0, 3, "One"), Sentence("s1.7a", 4, 8, "two."))
    topic = Topic("t", sources=(Source("m", Annotation(text, marks)),))
    work = do(start_splitting(Desk((topic,))), "cut", 7, sentence="m/s1", offset=1)
    assert list(texts(work)) == ["m/s1.7a.2", "m/s1.7b", "m/s1.7a"]


def test_sentences_that_had_only_a_place_keep_their_number() -> None:
    text = "A b. C d. E f."
    marks = tuple(Sentence("", at, at + 4, text[at : at + 4]) for at in (0, 5, 10))
    work = start_splitting(Desk((Topic("t", sources=(Source("m", Annotation(text, marks)),)),)))
    assert texts(do(work, "join", sentence="m/s1")) == {"m/s1": "A b. C d.", "m/s3": "E f."}


def test_stories_that_nobody_touched_stay_the_same_objects() -> None:
    assert do(splitting(), "join", sentence="m/s1").sources[1] is TOPIC.sources[1]


@pytest.mark.parametrize(
    ("verb", "details", "message"),
    [
        ("join", {"sentence": "m/s3"}, "m/s3 is the last sentence of its story; join the one before it"),
        (
            "join",
            {"sentence": "m/s1", "following": "m/s3"},
            "m/s3 does not follow m/s1 any more; look at the story again",
        ),
        ("join", {"sentence": "m/s1", "following": ""}, "no sentence does not follow m/s1 any more"),
        ("join", {"sentence": "m/s9"}, 'there is no sentence "m/s9"; look at the story again'),
        ("cut", {"sentence": "m/s1", "offset": 0}, "cannot be cut at 0: both parts need words"),
        ("cut", {"sentence": "m/s1", "offset": -3}, "both parts need words"),
        ("cut", {"sentence": "m/s1", "offset": 22}, "both parts need words"),
    ],
)
def test_what_cannot_be_done_is_refused(verb: str, details: dict[str, Any], message: str) -> None:
    with pytest.raises(Refused, match=message):
        do(splitting(), verb, **details)


def test_suspicious_boundaries_are_pointed_out() -> None:
    found = source("m", "Mr", "smith left.", "--", "A " + "long " * 80 + "one.", "A good one.")
    work = start_splitting(Desk((Topic("t", sources=(found,)),)))
    assert work.remarks == (
        "m/s1 is very short and has no full stop",
        "m/s2 starts with a small letter",
        "m/s3 has no letter in it",
        "m/s4 has 82 words",
    )


def test_a_story_without_sentences_must_be_settled() -> None:
    work = start_splitting(Desk((Topic("t", sources=(Source("m", Annotation("One.")),)),)))
    assert work.unsettled == ("the story m has no sentences; leave it out or import it again",)
    assert splitting().unsettled == ()
    assert start_splitting(Desk((Topic("t"),))).unsettled == ("the topic has no stories; import some",)


def test_documents_without_sentences_are_split_at_import_and_others_left_alone() -> None:
    plain = Source("p", Annotation("It rained. It snowed."))
    found = with_sentences(Topic("t", sources=(plain, TOPIC.sources[0])))
    assert [one.text for one in found.sources[0].annotation.sentences] == ["It rained.", "It snowed."]
    assert found.sources[1] is TOPIC.sources[0]
    assert read_topic(write_topic(found)) == found


def test_ids_that_a_sheet_of_links_could_not_hold_are_refused_at_once() -> None:
    with pytest.raises(Refused, match="rename the document"):
        start_splitting(Desk((Topic("t", sources=(source("a+b", "One."),)),)))
