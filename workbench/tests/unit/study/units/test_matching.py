"""Units are matched to sentences and mentions, with contributions and groups."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cliometer.errors import InputError, Refused
from cliometer.model.sources import MANUAL, Source
from cliometer.model.units import EventGroup, GroupMember
from cliometer.study.topics import Topic
from cliometer_workbench.study.steps import SHARED
from tests.units import source
from workbench.tests.unit.study.units.unit_study import BUILT, Row, board, matcher, played

FOUGHT: Row = ("link", {"unit": "start", "mark": "a/e1"})
LEFT: Row = ("link", {"unit": "start", "mark": "a/e2", "v": 0.5})
PAIR: Row = ("group", {"unit": "start", "members": ["a/e1", "a/e2"], "v": 0.5})
TREATY: Row = ("anchor", {"source": "a", "start": 34, "end": 40})


def test_linking_again_changes_nothing() -> None:
    assert matcher(LEFT, ("link", {"unit": "start", "mark": "a/e2"})) == matcher(LEFT)


def test_a_link_can_be_taken_away_and_taken_away_again() -> None:
    unlink: Row = ("unlink", {"unit": "start", "mark": "a/e1"})
    assert matcher(FOUGHT, unlink) == matcher(FOUGHT, unlink, unlink) == matcher()


def test_a_group_stands_in_the_unit_and_holds_its_members() -> None:
    expected = EventGroup((GroupMember(EventGroup((GroupMember("a/e1"), GroupMember("a/e2", 0.5)), "g3"), 0.5),))
    assert matcher(FOUGHT, LEFT, PAIR).matched("start").group == expected


def test_a_group_links_marks_that_were_not_linked() -> None:
    assert matcher(PAIR).matched("start").attainable == 0.5
    assert ("a/e2", 1) in [(one.id, one.v) for one in matcher(PAIR).tree_of("start").marks]


def test_grouping_the_same_again_changes_nothing() -> None:
    again: Row = ("group", {"unit": "start", "members": ["a/e2", "a/e1"]})
    assert matcher(PAIR, again) == matcher(PAIR)
    assert matcher(PAIR, ("group", {**again[1], "v": 1})).matched("start").attainable == 1


def test_a_group_cannot_be_grouped_with_its_own_member() -> None:
    with pytest.raises(Refused, match="g1 holds a/e1 already"):
        matcher(PAIR, ("group", {"unit": "start", "members": ["a/e1", "g1"]}))


def test_a_group_that_is_left_empty_is_gone_with_those_around_it() -> None:
    sheet = matcher(
        ("group", {"unit": "start", "members": ["a/e1"]}),
        ("group", {"unit": "start", "members": ["g1"]}),
        ("unlink", {"unit": "start", "mark": "a/e1"}),
    )
    assert sheet == matcher()


def test_an_ungrouped_member_earns_what_it_earned_in_the_group() -> None:
    grouped = matcher(FOUGHT, LEFT, PAIR)
    free = matcher(FOUGHT, LEFT, PAIR, ("ungroup", {"unit": "start", "group": "g3"}))
    for mark in ("a/e1", "a/e2"):
        assert free.matched("start").credit({mark}) == grouped.matched("start").credit({mark})
    assert not free.tree_of("start").groups


def test_an_anchor_is_a_mention_set_by_hand() -> None:
    sheet = matcher(TREATY, ("link", {"unit": "end", "mark": "a/m34-40"}))
    (story,) = sheet.sources
    assert story.mentions["a/m34-40"].text == "treaty"
    assert story.origin("a/m34-40") == MANUAL
    assert {id: anchor.sentence for id, anchor in sheet.anchors.items()} == {"a/m34-40": "a/s3"}
    assert sheet.text_of("a/m34-40") == "treaty"


def test_setting_an_anchor_again_changes_nothing() -> None:
    assert matcher(TREATY, TREATY) == matcher(TREATY)


def test_an_anchor_does_not_rename_mentions_without_an_id() -> None:
    marks = source("a", "It came and WENT.").annotation
    marks = replace(marks, events=tuple(replace(event, id="") for event in marks.events))
    nameless = Topic("war", sources=(Source("a", marks),))
    works = {"build": {SHARED: board(*BUILT)}}
    rows: list[Row] = [("anchor", {"source": "a", "start": 3, "end": 7})]
    sheet = played("match", rows, "mo", works, topic=nameless)
    (story,) = sheet.sources  # type: ignore[attr-defined]  # a match sheet
    assert story.mentions["a/e1"].text == "WENT"


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("link", {"unit": "x", "mark": "a/e1"}), "there is no unit 'x'"),
        (("link", {"unit": "start", "mark": "a/e9"}), "there is no sentence or mention 'a/e9'; did you mean"),
        (("link", {"unit": "start", "mark": "a/e1", "v": 1.5}), "from 0 to 1, found 1.5"),
        (("link", {"unit": "start", "mark": "a/e1", "group": "g9"}), "there is no group of start 'g9'"),
        (("unlink", {"unit": "start", "mark": "x"}), "there is no sentence or mention 'x'"),
        (("look", {"unit": "start", "mark": "x"}), "there is no sentence or mention 'x'"),
        (("weigh", {"unit": "start", "member": "a/e3", "v": 1}), "a/e3 is not linked to start"),
        (("weigh", {"unit": "start", "member": "a/e1", "v": -1}), "from 0 to 1, found -1"),
        (("group", {"unit": "start", "members": []}), "a group needs a member"),
        (("group", {"unit": "start", "members": ["x"]}), "there is no sentence or mention 'x'"),
        (("group", {"unit": "start", "members": ["a/e1"], "v": 2}), "from 0 to 1, found 2"),
        (("group", {"unit": "start", "members": ["a/e1"], "id": "a/b"}), "has a slash"),
        (("ungroup", {"unit": "start", "group": "a/e1"}), "there is no group of start 'a/e1'"),
        (("anchor", {"source": "b", "start": 0, "end": 1}), "there is no document 'b'"),
        (("anchor", {"source": "a", "start": 5, "end": 5}), "5-5 is no stretch of a"),
        (("anchor", {"source": "a", "start": 5, "end": 500}), "5-500 is no stretch of a"),
        (("anchor", {"source": "a", "start": 4, "end": 11}), "' FOUGHT' begins or ends with a blank"),
        (("anchor", {"source": "a", "start": 5, "end": 11}), "'FOUGHT' is marked already, as a/e1; link that"),
        (("anchor", {"source": "a", "start": 12, "end": 24}), "is not within one sentence"),
        (("lift", {"mention": "a/e1"}), "only anchors that were set here"),
        (("lift", {"mention": "x"}), "there is no sentence or mention 'x'"),
        (("done", {"unit": "x"}), "there is no unit 'x'"),
        (("undone", {"unit": "x"}), "there is no unit 'x'"),
    ],
)
def test_what_cannot_be_done_is_refused(row: Row, message: str) -> None:
    with pytest.raises(Refused, match=message):
        matcher(FOUGHT, row)


def test_groups_cannot_be_nested_without_end() -> None:
    rows: list[Row] = [("group", {"unit": "start", "members": [f"g{n}" if n else "a/e1"]}) for n in range(100)]
    with pytest.raises(Refused, match="larger than can be meant"):
        matcher(*rows)


def test_every_unit_must_be_called_done() -> None:
    sheet = matcher(FOUGHT, ("done", {"unit": "start"}), ("done", {"unit": "start"}))
    assert [unit for unit in sheet.units if unit not in sheet.finished] == ["end", "border"]
    assert sheet.unsettled[0] == 'the unit "the war ends" is not marked as done; look for all that says it'
    assert (sheet.progress, len(sheet.unsettled)) == ((1, 3), 2)
    assert matcher(("done", {"unit": "start"}), ("undone", {"unit": "start"})) == matcher()


def test_units_that_cannot_be_earned_are_remarked_on_once_they_are_done() -> None:
    done: Row = ("done", {"unit": "start"})
    assert matcher(LEFT).remarks == ()
    assert matcher(done).remarks == ("unit start has no link: no system can earn it",)
    assert matcher(LEFT, done).remarks == ("unit start can be earned to 0.5 only, with everything chosen",)
    assert matcher(FOUGHT, done).remarks == ()


def test_units_are_matched_after_they_are_built() -> None:
    with pytest.raises(Refused, match="the units have not been built yet"):
        played("match", (), "mo")


def test_a_sample_that_names_what_was_not_built_is_refused() -> None:
    with pytest.raises(InputError, match="setting sample: there is no unit 'x'"):
        played("rematch", (), "ny", {"build": {SHARED: board(*BUILT)}}, sample=["x"])
