"""Laws of tallies: what must not matter, and shares against scipy."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import binomtest

from cliometer.court.votes.tally import Tally, tally
from cliometer.io.votes import parse_votes
from cliometer.model.judgements import Poll, Vote
from cliometer.stats.position_bias import proportion
from tests.strategies import examples

NEW_NAMES = {"a": "z", "b": "y", "c": "x"}


@st.composite
def votes(draw: st.DrawFn) -> Vote:
    left, right = draw(st.sampled_from([(x, y) for x in "abc" for y in "abc" if x != y]))
    winner = draw(st.sampled_from([left, right, None]))
    topic, judge = draw(st.sampled_from(["t", "u", "v"])), draw(st.sampled_from(["j", "k", "l"]))
    return Vote(left, right, winner, topic, judge, draw(st.sampled_from(["", "shorter"])))


POLLS = st.lists(votes(), min_size=1, max_size=25).map(lambda cast: Poll("p", tuple(cast)))


def count(poll: Poll) -> Tally:
    return tally(poll, resamples=2)


@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_share_is_that_of_scipy(counts: tuple[int, int]) -> None:
    theirs = binomtest(*counts)
    ends = theirs.proportion_ci(0.95, "exact")
    ours = proportion(*counts)
    assert (ours.p, ours.low, ours.high) == pytest.approx((theirs.pvalue, ends.low, ends.high), abs=1e-9)


def chain(*cells: str) -> Poll:
    """A poll of cells such as `abat`: first, second, who is preferred (`=` for a tie), topic."""
    split = [(cell[0], cell[1], None if cell[2] == "=" else cell[2], cell[3]) for cell in cells]
    return Poll("p", tuple(Vote(left, right, winner, topic, "j", "") for left, right, winner, topic in split))


@given(POLLS)
@example(chain("abat", "abau", "ab=t", "ab=t", "bcbt", "bccv"))  # sums over topics in another order
@examples(60)
def test_the_order_of_rows_does_not_matter(poll: Poll) -> None:
    assert count(replace(poll, votes=poll.votes[::-1])) == count(poll)


@given(POLLS)
@examples(60)
def test_mirrored_pairs_change_only_the_position(poll: Poll) -> None:
    mirrored = tuple(replace(vote, left=vote.right, right=vote.left) for vote in poll.votes)
    here, there = count(poll), count(replace(poll, votes=mirrored))
    assert replace(there, position=here.position, swaps=here.swaps) == here
    assert (there.swaps.first, there.swaps.second) == (here.swaps.second, here.swaps.first)
    if here.position and here.position.first and there.position and there.position.first:
        assert here.position.first.share == pytest.approx(1 - there.position.first.share)
        assert here.position.first.p == there.position.first.p


@given(POLLS)
@examples(60)
def test_names_do_not_matter_to_counts(poll: Poll) -> None:
    renamed = tuple(
        replace(
            vote, left=NEW_NAMES[vote.left], right=NEW_NAMES[vote.right], winner=vote.winner and NEW_NAMES[vote.winner]
        )
        for vote in poll.votes
    )
    here, there = count(poll), count(replace(poll, votes=renamed))
    assert [topic.outcome for topic in here.topics] == [topic.outcome for topic in there.topics]
    assert here.judges == there.judges
    assert here.agreement.pairwise == there.agreement.pairwise
    for rule, ranking in here.rankings.items():
        other = there.rankings[rule].order
        assert (ranking.order is None) == (other is None)
        if ranking.order and other:
            assert [{NEW_NAMES[name] for name in group} for group in ranking.order] == list(map(set, other))


@given(POLLS)
@examples(60)
def test_a_table_and_json_say_the_same(poll: Poll) -> None:
    rows = [
        {
            "topic": vote.topic,
            "judge": vote.judge,
            "first": vote.left,
            "second": vote.right,
            "preferred": vote.winner or "tie",
            "reason": vote.reason,
        }
        for vote in poll.votes
    ]
    table = "\n".join(",".join(row) for row in ([*rows[0]], *(row.values() for row in rows)))
    lines = "\n".join(map(json.dumps, rows))
    for text in (table, lines, json.dumps(rows)):
        assert parse_votes(text, Path("p.csv")) == (poll,)
