"""Boundaries of sentences are corrected before anybody relies on them."""

from __future__ import annotations

from typing import Any

import pytest

from cliometer.errors import Refused
from cliometer.model.sources import Annotation, Sentence, Source
from cliometer.study.topics import Topic
from cliometer_workbench.study.events.story_sentences import SplittingSheet, start_splitting
from cliometer_workbench.study.steps import Desk
from tests.units import source
from workbench.tests.unit.study.events.small import TOPIC, do, splitting


def texts(work: SplittingSheet, story: str = "m") -> dict[str, str]:
    found = next(source for source in work.sources if source.id == story)
    return {id: sentence.text for id, sentence in found.sentences.items()}


def test_joining_what_was_cut_gives_the_old_words_under_a_new_id() -> None:
    work = do(do(splitting(), "cut", 7, sentence="m/s1", offset=7), "join", sentence="m/s1.7a")
    assert texts(work)["m/s1.7a"] == "The dam broke at noon."


def test_a_new_id_never_meets_one_that_the_document_has() -> None:
    text = "One two."
    marks = (Sentence("s1", 0, 3, "One"), Sentence("s1.7a", 4, 8, "two."))
    topic = Topic("t", sources=(Source("m", Annotation(text, marks)),))
    work = do(start_splitting(Desk((topic,))), "cut", 7, sentence="m/s1", offset=1)
    assert list(texts(work)) == ["m/s1.7a.2", "m/s1.7b", "m/s1.7a"]


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
