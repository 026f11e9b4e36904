"""One judge links sentences and groups of them to events."""

from __future__ import annotations

from typing import Any

import pytest

from cliometer.errors import Refused
from cliometer_workbench.study.events.event_links import SentenceGroup
from workbench.tests.unit.study.events.small import do, linked, linking


def test_a_sentence_may_mention_several_events() -> None:
    work = do(do(linking(), "link", sentence="m/s1", event="dam"), "link", sentence="m/s1", event="mayor")
    assert work.links_of("m/s1") == ("dam", "mayor")
    assert do(work, "unlink", sentence="m/s1", event="dam").links_of("m/s1") == ("mayor",)


def test_doing_again_what_is_done_changes_nothing() -> None:
    bo = linked()["bo"]
    assert do(bo, "link", sentence="m/s1", event="dam") == bo
    assert do(bo, "group", 99, sentences=["n/s2", "n/s3"], event="mayor") == bo
    assert do(bo, "unlink", sentence="m/s2", event="dam") == bo
    assert do(bo, "unflag", sentence="m/s2", flag="satire") == bo
    assert do(bo, "unread", story="m") == bo


def test_unlinking_the_last_event_leaves_no_trace() -> None:
    work = do(linking(), "link", sentence="m/s1", event="dam")
    assert do(work, "unlink", sentence="m/s1", event="dam") == linking()


def test_a_group_stands_in_the_order_of_reading() -> None:
    bo = linked()["bo"]
    assert bo.groups_of("n/s3") == (SentenceGroup("g3", ("n/s2", "n/s3"), "mayor"),)
    assert do(bo, "ungroup", group="g3").groups == {}


def test_the_same_sentences_may_be_a_group_for_another_event_too() -> None:
    work = do(linked()["bo"], "group", 9, sentences=["n/s2", "n/s3"], event="dam")
    assert [group.event for group in work.groups_of("n/s2")] == ["mayor", "dam"]


def test_what_is_linked_is_told_in_the_order_of_reading() -> None:
    work = do(linked()["bo"], "link", sentence="m/s3", event="mayor")
    assert work.linked_to("mayor") == (("m/s3",), ("n/s2", "n/s3"))
    assert work.counts == {"dam": 2, "mayor": 2}


def test_flags_have_notes_and_come_off() -> None:
    work = do(linking(), "flag", sentence="m/s1", flag="satire", note="irony")
    assert work.flags_of("m/s1") == {"satire": "irony"}
    assert do(work, "unflag", sentence="m/s1", flag="satire") == linking()


def test_stories_not_yet_read_are_unsettled() -> None:
    work = do(linking(), "read", story="m")
    assert work.unsettled == ('the story "n" is not marked as read',)
    assert work.progress == (1, 2)
    assert work.next_story == "n"
    assert do(work, "read", story="n").next_story is None
    assert do(work, "unread", story="m") == linking()


def test_the_same_sentence_elsewhere_is_pointed_out() -> None:
    assert linking().twins("m/s1") == ("n/s1",)
    assert linking().twins("m/s2") == ()


def test_a_twin_that_is_linked_otherwise_is_remarked() -> None:
    ann, bo = linked().values()
    assert ann.neglected == (("n/s1", "dam", "m/s1"),)
    assert ann.remarks == ("n/s1 says what m/s1 says, which is linked to dam",)
    assert bo.neglected == ()
    assert linking().remarks == (
        'no sentence is linked to "The dam breaks"',
        'no sentence is linked to "The mayor resigns"',
    )


@pytest.mark.parametrize(
    ("verb", "details", "message"),
    [
        ("link", {"sentence": "m/s9", "event": "dam"}, "unknown sentence 'm/s9'; did you mean m/s"),
        ("link", {"sentence": "m/s1", "event": "dum"}, "unknown event 'dum'; did you mean dam?"),
        ("unlink", {"sentence": "m/s1", "event": "x"}, "unknown event"),
        ("group", {"sentences": ["m/s1", "m/s1"], "event": "dam"}, "a group needs two sentences or more"),
        ("ungroup", {"group": "g1"}, "there is no group g1; it may have been dissolved already"),
        ("flag", {"sentence": "m/s1", "flag": "satyr"}, "unknown flag 'satyr'; did you mean satire?"),
        ("read", {"story": "o"}, "unknown story 'o'"),
    ],
)
def test_what_cannot_be_done_is_refused(verb: str, details: dict[str, Any], message: str) -> None:
    with pytest.raises(Refused, match=message):
        do(linking(), verb, **details)
