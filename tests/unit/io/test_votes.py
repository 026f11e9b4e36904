"""Votes in every layout that we read, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import CliometerError
from cliometer.io.input_form import parse_columns
from cliometer.io.vote_rows import Layout
from cliometer.io.votes import parse_votes, read_all_votes, read_votes
from cliometer.model.judgements import Ballot, Poll, Vote

HEADER = "topic,judge,first,second,preferred,reason\n"
PATH = Path("study.csv")


def poll(text: str, **layout: object) -> Poll:
    (found,) = parse_votes(text, PATH, Layout(**layout))  # type: ignore[arg-type]
    return found


def refused(text: str, **layout: object) -> str:
    with pytest.raises(CliometerError) as caught:
        parse_votes(text, PATH, Layout(**layout))  # type: ignore[arg-type]
    return str(caught.value)


def winner(first: str, second: str, said: str) -> str | None:
    return poll(f"first,second,preferred\n{first},{second},{said}\n").votes[0].winner


def test_a_row_is_a_vote() -> None:
    assert poll(f"{HEADER}t,j,a,b,a,shorter\n") == Poll("study", (Vote("a", "b", "a", "t", "j", "shorter"),))


def test_a_system_of_another_pair_is_never_taken_for_a_place() -> None:
    assert "study.csv:2: expected" in refused("first,second,preferred\n2,3,1\n1,2,1\n")
    assert 'found "A"' in refused("first,second,preferred\nb,c,A\na,b,a\n")


def test_a_column_of_places_is_no_ordering_where_rows_are_votes() -> None:
    assert poll("first,second,preferred,order\na,b,a,3\n").votes


def test_columns_can_be_named() -> None:
    text = "p,q,r\na,b,b\n"
    assert poll(text, columns=parse_columns("first=p, second=q,preferred=r")).votes[0].winner == "b"


def test_a_pair_can_be_the_same_in_every_row() -> None:
    text = '[{"item": 1, "ok": true}, {"item": 2, "ok": false}, {"item": 3, "ok": "Equally Good"}]'
    found = poll(text, columns={"preferred": "ok"}, pair=("w", "m"))
    assert [vote.winner for vote in found.votes] == ["w", "m", None]
    assert not any(vote.shown for vote in found.votes)


@pytest.mark.parametrize(
    "text",
    [
        "ordering,count\nc > h = sb,13\nh>c>sb,2\n",
        "ordering;count\nh = sb < c;13\nsb<c<h;02\n",
        "# best first\n13: c > h = sb\nh > c > sb\nh > c > sb\n",
        '{"c > h = sb": 13, "sb<c<h": 2}',
        '[{"ordering": "c > h = sb", "count": 13}, {"ordering": "h > c > sb", "count": 2}]',
    ],
)
def test_orderings_have_many_spellings(text: str) -> None:
    counts: dict[object, int] = {}
    for ballot in poll(text).ballots:
        counts[ballot.order] = counts.get(ballot.order, 0) + ballot.count
    assert counts == {(("c",), ("h", "sb")): 13, (("h",), ("c",), ("sb",)): 2}


def test_several_orderings_objects_are_several_polls() -> None:
    polls = parse_votes('{"x": {"a>b": 1}, "y": {"a<b": 2}}', PATH)
    assert polls == (Poll("x", ballots=(Ballot((("a",), ("b",))),)), Poll("y", ballots=(Ballot((("b",), ("a",)), 2),)))


def test_a_missing_count_is_filled_and_told() -> None:
    text = '{"t": {"x": {"a>b": null, "b>a": 3}}, "f": {"x": {"a>b": 7, "why": "derived"}}}'
    (found,) = parse_votes(text, PATH, Layout(table="t", fill="f"))
    assert [ballot.count for ballot in found.ballots] == [7, 3]
    assert found.notes == ("study.csv: x: a>b has no count; 7 was taken from f",)
    assert 'x: "a>b" has no count (null)' in refused(text, table="t")


def test_a_matrix_counts_how_often_the_row_beat_the_column() -> None:
    found = poll(",a,b\na,-,3\nb,2,\n")
    assert found.votes == (Vote("a", "b", "a", count=3, shown=False), Vote("b", "a", "b", count=2, shown=False))


def test_files_with_polls_of_one_name_are_told_apart(tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "v.txt").write_text("a > b\n")
    polls = read_all_votes([tmp_path / "one" / "v.txt", tmp_path / "two" / "v.txt"])
    assert [poll.name for poll in polls] == [f"{tmp_path}/one/v.txt: v", f"{tmp_path}/two/v.txt: v"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "study.csv: is empty: expected votes"),
        (" \n", "study.csv: is empty"),
        (HEADER, "study.csv: has a header but no votes"),
        (f"{HEADER}t,j,a,a,a,\n", 'study.csv:2: compares "a" with itself'),
        (f"{HEADER}t,j,a,,a,\n", "study.csv:2: expected the name of a system in 'second'"),
        (f"{HEADER}t,j,a,b,c,\n", 'study.csv:2: expected "a", "b", first, second or tie'),
        (f"{HEADER}t,j,a,b,,\n", "found nothing; take out rows without an answer"),
        (f"{HEADER}t,j,a,b\n", "study.csv:2: expected 6 cells as in the header, found 4"),
        ("first,first,second,preferred\na,a,b,a\n", 'two columns are called "first"'),
        ("topic,first,preferred\nt,a,a\n", "no column says second"),
        ("ordering,count\na > b,nan\n", "study.csv:2: expected a number of votes such as 0 or 12 in 'count'"),
        ("ordering,count\na > b,-1\n", 'found "-1"'),
        ("ordering,count\na > b,1.5\n", 'found "1.5"'),
        ("ordering,count\na > b,0\n", "no ordering has a vote"),
        ("ordering\na\n", "expected an ordering of two systems or more"),
        ("ordering\na > b > a\n", 'names "a" twice'),
        ("ordering\na > b < c\n", "has < or > but not both"),
        ("ordering\na > b > c\na > b\n", 'study.csv:3: the ordering a > b leaves out "c"'),
        ("x: a > b\n", "expected a count before the colon"),
        ('{"a>b": NaN}', "expected a number of votes"),
        ('{"a>b": true}', "expected a number of votes"),
        ('{"a>b": null}', "has no count (null)"),
        ('{"x": 1}', "neither a vote nor orderings"),
        ('{"x": {"y": {"a>b": 1}}, "z": 1}', 'choose a member: --table x'),
        ("[]", "is a list without votes"),
        ("[1]", "votes[0]: expected a vote as an object, found 1"),
        ('[{"first": "a", "second": "b", "preferred": "c"}]', "votes[0]: expected"),
        ('[{"first": "a", "second": NaN, "preferred": "c"}]', "votes[0]: expected words in 'second'"),
        (",a,b\na,0,nan\nb,1,0\n", "study.csv:2: expected a number of votes"),
        (",a,b\na,3,1\nb,1,0\n", '"a" cannot beat itself'),
        (",a,b\na,0,0\nb,0,0\n", "is a matrix without a vote"),
        ("Dear all,\n", 'study.csv:1: holds no votes: expected a header such as'),
    ],
)  # fmt: skip
def test_bad_input_is_told_in_a_sentence_with_its_place(text: str, sentence: str) -> None:
    assert sentence in refused(text)


def test_counts_that_are_all_zero_are_no_votes(tmp_path: Path) -> None:
    (tmp_path / "v.csv").write_text("first,second,preferred,count\na,b,a,0\n")
    with pytest.raises(CliometerError, match="every count is 0"):
        read_votes(tmp_path / "v.csv")


@pytest.mark.parametrize(
    ("layout", "sentence"),
    [({"table": "x"}, "is not JSON"), ({"columns": {"topic": "nowhere"}}, "unknown column of study.csv 'nowhere'")],
)
def test_a_layout_that_does_not_fit_is_refused(layout: dict[str, object], sentence: str) -> None:
    assert sentence in refused(f"{HEADER}t,j,a,b,a,\n", **layout)


@pytest.mark.parametrize("text", ["a > b\n", '{"a>b": 1}', ",a,b\na,0,1\nb,1,0\n"])
def test_a_pair_does_not_apply_to_orderings_and_matrices(text: str) -> None:
    assert "do not apply" in refused(text, pair=("a", "b"))


def test_a_count_that_is_there_is_not_filled() -> None:
    (found,) = parse_votes('{"t": {"x": {"a>b": 3}}, "f": {"x": {"a>b": 7}}}', PATH, Layout(table="t", fill="f"))
    assert (found.ballots[0].count, found.notes) == (3, ())


@pytest.mark.parametrize("header", ["winner,loser", "better,worse", "Preferred;Rejected"])
def test_a_row_may_name_the_better_and_the_worse(header: str) -> None:
    (vote,) = poll(f"{header}\na{';' if ';' in header else ','}b\n").votes
    assert (vote.left, vote.right, vote.winner, vote.shown) == ("a", "b", "a", False)


@pytest.mark.parametrize("header", ["rank1,rank2,rank3", "Rank 1,rank_2,RANK-3", "place1,place2,place3"])
def test_places_may_hold_systems(header: str) -> None:
    found = poll(f"topic,judge,{header}\nt,j,b,a,c\n")
    assert found.ballots == (Ballot((("b",), ("a",), ("c",)), 1, "t", "j"),)


def test_places_are_read_in_the_order_of_their_numbers() -> None:
    assert poll("rank2,rank1\na,b\n").ballots[0].order == (("b",), ("a",))


def test_systems_may_hold_ranks_with_ties() -> None:
    found = poll("topic;judge;A;B;C\nt;j;2;1;2\nt;k;1;1;1\n")
    assert [ballot.order for ballot in found.ballots] == [(("B",), ("A", "C")), (("A", "B", "C"),)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("topic,A,B,C\nt,1,2,3\nu,1,7,2\n", "study.csv:3: expected the rank of 'B', from 1 to 3, found \"7\""),
        ("topic,A,B,C\nt,1,2,3\nu,1,,2\n", "study.csv:3: expected the rank of 'B', from 1 to 3, found nothing"),
        ("topic,rank1,rank2\nt,a,\n", "study.csv:2: expected the name of a system in 'rank2', found nothing"),
        ("topic,A,B\nt,0.5,2\n", "no column says preferred"),
    ],
)
def test_ranks_that_are_none_are_refused(text: str, sentence: str) -> None:
    assert sentence in refused(text)


@pytest.mark.parametrize("cell", ["x", "-", "–"])
def test_a_cross_or_a_dash_fills_the_diagonal_of_a_matrix_only(cell: str) -> None:
    assert len(poll(f",a,b\na,{cell},2\nb,1,{cell}\n").votes) == 2
    assert f"study.csv:2: expected a number of votes such as 0 or 12 in 'b', found \"{cell}\"" in refused(
        f",a,b\na,,{cell}\nb,1,\n"
    )


def test_columns_given_twice_add_up() -> None:
    assert parse_columns(["topic=x,judge=y", "preferred=z"]) == {"topic": "x", "judge": "y", "preferred": "z"}
    with pytest.raises(CliometerError, match="gives topic two columns, x and y"):
        parse_columns(["topic=x", "topic=y"])


GAPS = '{"t8_orderings": {"x": {"a>b": null, "b>a": 1}}, "t8_filled": {"x": {"a>b": 7}}, "n": 1}'


def test_tables_are_offered_and_the_member_that_fills_their_gaps_is_never_guessed() -> None:
    assert refused(GAPS).endswith("choose a member: --table t8_orderings or --table t8_filled")
    assert refused(GAPS, table="t8_orderings").endswith("name the member that has it: --fill KEY")
