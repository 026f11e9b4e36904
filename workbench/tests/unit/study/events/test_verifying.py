"""A last judge decides, disagreements first."""

from __future__ import annotations

from typing import Any

import pytest

from cliometer.errors import Refused
from cliometer_workbench.study.events.event_links import LinkCase, LinkDecision, SentenceFlag, VerificationSheet
from cliometer_workbench.study.steps import SHARED
from workbench.tests.unit.study.events.small import do, linked, merged, start, verifying


def test_disagreements_come_first_by_event_and_place() -> None:
    assert [(case.sentences, case.event, case.judges, case.others) for case in verifying().cases] == [
        (("n/s1",), "dam", ("bo",), ("ann",)),
        (("m/s3",), "mayor", ("ann",), ("bo",)),
        (("n/s2", "n/s3"), "mayor", ("bo",), ("ann",)),
        (("m/s1",), "dam", ("ann", "bo"), ()),
    ]


def test_what_all_linked_is_accepted_from_the_start() -> None:
    assert verifying().verified == {"dam": (("m/s1",),), "mayor": ()}
    assert [verifying().verdict(case) for case in verifying().cases] == ["undecided"] * 3 + ["agreed"]
    assert verifying().progress == (1, 4)
    assert [case.event for case in verifying().cases] == ["dam", "mayor", "mayor", "dam"]


def test_or_not_where_the_study_says_so() -> None:
    work = verifying(preaccept=False)
    assert work.verified == {"dam": (), "mayor": ()}
    assert len(work.undecided) == 4
    assert work.disputed == work.cases[:3]


def test_of_one_judge_nothing_is_accepted_unseen() -> None:
    work = start("verify", {"merge": {SHARED: merged()}, "link": {"ann": linked()["ann"]}})
    assert isinstance(work, VerificationSheet)
    assert len(work.undecided) == 2


def test_decisions_keep_reason_and_author() -> None:
    work = do(verifying(), "reject", by="vi", sentences=["n/s1"], event="dam", reason="other dam")
    case = work.cases[0]
    assert work.decision(case) == LinkDecision(False, "other dam", "vi")
    assert work.verdict(case) == "rejected"
    assert do(work, "clear", sentences=["n/s1"], event="dam") == verifying()


def test_a_group_is_named_by_its_sentences_in_any_order() -> None:
    work = do(verifying(), "accept", sentences=["n/s3", "n/s2"], event="mayor")
    assert work.verified["mayor"] == (("n/s2", "n/s3"),)


def test_what_was_agreed_can_be_rejected() -> None:
    assert do(verifying(), "reject", sentences=["m/s1"], event="dam").verified["dam"] == ()


def test_the_verifier_may_add_a_link_and_take_it_away() -> None:
    work = do(verifying(), "add", sentences=["m/s2"], event="dam")
    assert work.verified["dam"] == (("m/s1",), ("m/s2",))
    assert work.cases[-1] == LinkCase(("m/s2",), "dam")
    for verb in ("clear", "reject"):
        assert do(work, verb, sentences=["m/s2"], event="dam") == verifying()


def test_adding_what_a_judge_linked_accepts_it() -> None:
    details: dict[str, Any] = {"sentences": ["n/s1"], "event": "dam"}
    assert do(verifying(), "add", **details) == do(verifying(), "accept", **details)


def test_undecided_disagreements_are_unsettled() -> None:
    assert verifying().unsettled == (
        '"The dam broke at noon!" is undecided: linked to "The dam breaks" by bo, not by ann',
        '"The mayor resigned." is undecided: linked to "The mayor resigns" by ann, not by bo',
        '"The Navy says yes." and "The firm says no." is undecided: linked to "The mayor resigns" by bo, not by ann',
    )
    assert verifying().remarks == ('no sentence is left for "The mayor resigns": no system can find it',)


def test_flags_of_the_judges_are_shown() -> None:
    ann = do(linked()["ann"], "flag", sentence="m/s2", flag="contradiction", note="n says more")
    work = start("verify", {"merge": {SHARED: merged()}, "link": {"ann": ann}})
    assert isinstance(work, VerificationSheet)
    assert work.flagged == (SentenceFlag("m/s2", "contradiction", "n says more", "ann"),)


@pytest.mark.parametrize(
    ("verb", "details", "message"),
    [
        ("accept", {"sentences": ["m/s2"], "event": "dam"}, "nobody linked m/s2 to dam; add it"),
        ("reject", {"sentences": ["m/s2"], "event": "dam"}, "nobody linked m/s2 to dam"),
        ("add", {"sentences": [], "event": "dam"}, "name a sentence"),
        ("add", {"sentences": ["m/s2"], "event": "x"}, "unknown event 'x'"),
        ("clear", {"sentences": ["x"], "event": "dam"}, "unknown sentence 'x'"),
    ],
)
def test_what_cannot_be_done_is_refused(verb: str, details: dict[str, Any], message: str) -> None:
    with pytest.raises(Refused, match=message):
        do(verifying(), verb, **details)


def test_a_strange_setting_is_refused() -> None:
    with pytest.raises(Refused, match="the setting preaccept must be true or false"):
        verifying(preaccept="yes")


def test_a_verifier_who_also_linked_is_remarked() -> None:
    work = do(verifying(), "reject", by="ann", sentences=["n/s1"], event="dam")
    assert (work.self_verifiers, verifying().self_verifiers) == (("ann",), ())
    assert any("verified by ann, who also linked" in remark for remark in work.remarks)
