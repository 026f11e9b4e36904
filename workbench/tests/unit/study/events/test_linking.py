"""One judge links sentences and groups of them to events."""

from __future__ import annotations

from typing import Any

import pytest

from cliometer.errors import Refused
from workbench.tests.unit.study.events.small import do, linked, linking


def test_doing_again_what_is_done_changes_nothing() -> None:
    bo = linked()["bo"]
    assert do(bo, "link", sentence="m/s1", event="dam") == bo
    assert do(bo, "group", 99, sentences=["n/s2", "n/s3"], event="mayor") == bo
    assert do(bo, "unlink", sentence="m/s2", event="dam") == bo
    assert do(bo, "unflag", sentence="m/s2", flag="satire") == bo
    assert do(bo, "unread", story="m") == bo


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
