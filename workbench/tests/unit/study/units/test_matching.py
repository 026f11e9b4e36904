"""Units are matched to sentences and mentions, with contributions and groups."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cliometer.errors import InputError, Refused
from cliometer.model.sources import MANUAL, Annotation, Source
from cliometer.model.units import EventGroup, GroupMember
from cliometer.study.topics import Topic
from cliometer_workbench.study.journal import Worksheet
from cliometer_workbench.study.steps import SHARED
from cliometer_workbench.study.units.unit_matching import annotate_topic
from tests.units import source
from workbench.tests.unit.study.units.unit_study import BUILT, TOPIC, Row, board, matcher, played

FOUGHT: Row = ("link", {"unit": "start", "mark": "a/e1"})
LEFT: Row = ("link", {"unit": "start", "mark": "a/e2", "v": 0.5})
PAIR: Row = ("group", {"unit": "start", "members": ["a/e1", "a/e2"], "v": 0.5})
TREATY: Row = ("anchor", {"source": "a", "start": 34, "end": 40})


def test_a_link_counts_fully_unless_it_says_how_much() -> None:
    assert [(one.id, one.v) for one in matcher(FOUGHT, LEFT).links_of("start")] == [
        ("a/e1", 1),
        ("a/e2", 0.5),
    ]


def test_sentences_can_be_linked_too() -> None:
    sheet = matcher(("link", {"unit": "start", "mark": "a/s1"}), LEFT)
    assert [one.id for one in sheet.links_of("start")] == ["a/s1", "a/e2"]
    assert sheet.matched("start").credit({"a/s1"}) == 1


def test_linking_again_changes_nothing() -> None:
    assert matcher(LEFT, ("link", {"unit": "start", "mark": "a/e2"})) == matcher(LEFT)


def test_linking_again_with_another_contribution_changes_that_alone() -> None:
    sheet = matcher(FOUGHT, LEFT, PAIR, ("link", {"unit": "start", "mark": "a/e2", "v": 0}))
    assert sheet.tree_of("start").members["a/e2"].v == 0
    assert sheet.tree_of("start").members["a/e2"].group == "g3"


def test_a_link_can_be_taken_away_and_taken_away_again() -> None:
    unlink: Row = ("unlink", {"unit": "start", "mark": "a/e1"})
    assert matcher(FOUGHT, unlink) == matcher(FOUGHT, unlink, unlink) == matcher()


def test_a_group_stands_in_the_unit_and_holds_its_members() -> None:
    expected = EventGroup((GroupMember(EventGroup((GroupMember("a/e1"), GroupMember("a/e2", 0.5)), "g3"), 0.5),))
    assert matcher(FOUGHT, LEFT, PAIR).matched("start").group == expected


def test_a_group_links_marks_that_were_not_linked() -> None:
    assert matcher(PAIR).attainable("start") == 0.5
    assert ("a/e2", 1) in [(one.id, one.v) for one in matcher(PAIR).links_of("start")]


def test_groups_nest() -> None:
    sheet = matcher(PAIR, ("group", {"unit": "start", "members": ["g1", "a/e3"]}))
    assert [one.id for one in sheet.tree_of("start").inside("g2")] == ["g1", "a/e3"]
    assert [one.id for one in sheet.tree_of("start").inside("")] == ["g2"]


def test_a_group_inside_a_group_stays_there() -> None:
    sheet = matcher(
        ("group", {"unit": "start", "members": ["a/e1", "a/e2", "a/e3"]}),
        ("group", {"unit": "start", "members": ["a/e1", "a/e2"]}),
    )
    assert sheet.tree_of("start").members["g2"].group == "g1"


def test_grouping_the_same_again_changes_nothing() -> None:
    again: Row = ("group", {"unit": "start", "members": ["a/e2", "a/e1"]})
    assert matcher(PAIR, again) == matcher(PAIR)
    assert matcher(PAIR, ("group", {**again[1], "v": 1})).attainable("start") == 1


def test_a_group_cannot_be_grouped_with_its_own_member() -> None:
    with pytest.raises(Refused, match="g1 holds a/e1 already"):
        matcher(PAIR, ("group", {"unit": "start", "members": ["a/e1", "g1"]}))


def test_a_link_can_go_into_a_group_and_out_of_it() -> None:
    into: Row = ("link", {"unit": "start", "mark": "a/e3", "group": "g1"})
    assert matcher(PAIR, into).tree_of("start").members["a/e3"].group == "g1"
    out: Row = ("link", {"unit": "start", "mark": "a/e3", "group": ""})
    assert matcher(PAIR, into, out).tree_of("start").members["a/e3"].group == ""


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


def test_groups_and_marks_can_be_weighed() -> None:
    sheet = matcher(
        PAIR,
        ("weigh", {"unit": "start", "member": "g1", "v": 1}),
        ("weigh", {"unit": "start", "member": "a/e1", "v": 0}),
    )
    assert sheet.matched("start").credit({"a/e1"}) == 0
    assert sheet.matched("start").credit({"a/e2"}) == 1


def test_what_was_looked_at_is_no_link_and_a_link_no_longer_only_looked_at() -> None:
    look: Row = ("look", {"unit": "start", "mark": "a/e1"})
    seen = matcher(FOUGHT, look, look)
    assert (seen.matched("start").examined, seen.links_of("start")) == (("a/e1",), ())
    assert matcher(look, FOUGHT).matched("start").examined == ()
    assert matcher(look, PAIR).matched("start").examined == ()
    assert matcher(look, ("unlink", {"unit": "start", "mark": "a/e1"})) == matcher()


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
    bare = source("a", "It came and WENT.")
    nameless = Topic("war", sources=(Source("a", _without_ids(bare)),))
    works = {"build": {SHARED: board(*BUILT)}}
    rows: list[Row] = [("anchor", {"source": "a", "start": 3, "end": 7})]
    sheet = played("match", rows, "mo", works, topic=nameless)
    (story,) = sheet.sources  # type: ignore[attr-defined]  # a match sheet
    assert story.mentions["a/e1"].text == "WENT"


def _without_ids(story: Source) -> Annotation:
    events = tuple(replace(event, id="") for event in story.annotation.events)
    return replace(story.annotation, events=events)


def test_an_anchor_can_be_lifted_unless_something_is_linked_to_it() -> None:
    lift: Row = ("lift", {"mention": "a/m34-40"})
    assert matcher(TREATY, lift) == matcher()
    with pytest.raises(Refused, match="a/m34-40 is linked to end; unlink it first"):
        matcher(TREATY, ("link", {"unit": "end", "mark": "a/m34-40"}), lift)
    with pytest.raises(Refused, match="a/m34-40 is linked to end; unlink it first"):
        matcher(TREATY, ("look", {"unit": "end", "mark": "a/m34-40"}), lift)


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
        (
            ("anchor", {"source": "a", "start": 5, "end": 11}),
            "'FOUGHT' is marked already, as a/e1; link that",
        ),
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


def test_a_second_matcher_sees_a_sample_and_no_links() -> None:
    works: dict[str, dict[str, Worksheet]] = {
        "build": {SHARED: board(*BUILT)},
        "match": {"mo": matcher(FOUGHT)},
    }
    sheet = played("rematch", (), "ny", works, sample=2, seed=5)
    assert len(sheet.units) == 2  # type: ignore[attr-defined]  # a match sheet
    assert not sheet.trees  # type: ignore[attr-defined]
    assert sheet == played("rematch", (), "zoe", works, sample=2, seed=5)


def test_another_seed_draws_another_sample_and_a_large_one_is_all() -> None:
    works = {"build": {SHARED: board(*BUILT)}}
    drawn = {tuple(played("rematch", (), "ny", works, sample=1, seed=s).units) for s in range(20)}  # type: ignore[attr-defined]
    assert drawn == {("start",), ("end",), ("border",)}
    assert list(played("rematch", (), "ny", works).units) == ["start", "end", "border"]  # type: ignore[attr-defined]


def test_a_sample_that_names_what_was_not_built_is_refused() -> None:
    with pytest.raises(InputError, match="setting sample: there is no unit 'x'"):
        played("rematch", (), "ny", {"build": {SHARED: board(*BUILT)}}, sample=["x"])


def test_documents_without_marks_are_annotated() -> None:
    plain = Source("a", "He left on 5 May 1999. It ended.")  # type: ignore[arg-type]
    story = annotate_topic(Topic("war", sources=(plain,))).sources[0]
    assert [one.text for one in story.sentences.values()] == ["He left on 5 May 1999.", "It ended."]
    assert [one.text for one in story.mentions.values()] == ["left", "ended"]
    assert [one.value for one in story.times] == ["1999-05-05"]
    assert story.annotator.startswith("cliometer")


def test_documents_with_marks_stay_as_they_are() -> None:
    assert annotate_topic(TOPIC) is TOPIC


def test_sentences_that_were_reviewed_are_kept_where_mentions_are_found() -> None:
    reviewed = source("a", "He left. It ended.")
    story = annotate_topic(Topic("war", sources=(reviewed,))).sources[0]
    assert list(story.sentences) == ["a/s1"]
    assert story.mentions_of["a/s1"] == ("a/e1", "a/e2")
