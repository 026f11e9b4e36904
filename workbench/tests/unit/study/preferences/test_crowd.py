"""Out to a crowd platform, and back."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from cliometer.errors import CliometerError
from cliometer.study.contests import contests
from cliometer_workbench.study.preferences.ballot_plan import PreferenceStudySettings
from cliometer_workbench.study.preferences.crowdsourcing import CrowdItem, CrowdResults, crowd_items, read_crowd_results
from cliometer_workbench.study.preferences.preference_release import pseudonym
from workbench.tests.unit.study.preferences.studies import TOPICS, right, wrong

SETTINGS = PreferenceStudySettings(cap=5, tests=0.15)
ITEMS = crowd_items(TOPICS, SETTINGS)
TESTS = [one for one in ITEMS if one.item.kind == "test"]
VOTES = [one for one in ITEMS if one.item.kind == "vote"]
PATH = Path("batch.csv")
HEADER = "item,worker,choice,reason,seconds\n"


def read(text: str, settings: PreferenceStudySettings = SETTINGS, **columns: str) -> CrowdResults:
    return read_crowd_results(text, PATH, ITEMS, settings, "salt", columns)


def line(one: CrowdItem, worker: str = "A1", choice: str = "", reason: str = "", seconds: str = "") -> str:
    return f"{one.item.id},{worker},{choice or right(one.item)},{reason},{seconds}\n"


def test_every_pair_is_asked_as_often_as_wanted_and_both_ways_round() -> None:
    counts = Counter[str]()
    for one in VOTES:
        counts[one.item.slot.partition(":")[0]] += one.votes
    assert counts == dict.fromkeys(contests(TOPICS), 3)
    assert len(VOTES) == 2 * len(counts) and len(TESTS) == 6


def test_answers_come_back_as_votes_of_pseudonyms() -> None:
    one = VOTES[0]
    found = read(HEADER + line(one, "A1", "left", "shorter", "12.5"))
    (vote,) = found.release.votes
    assert (vote.left, vote.right, vote.winner) == (one.item.first, one.item.second, one.item.first)
    assert (vote.judge, vote.reason, vote.topic) == (pseudonym("A1", "salt"), "shorter", one.item.topic)
    assert found.release.answers[0].seconds == 12.5
    assert "A1" not in "".join(found.release.files().values())
    assert found.notes == ()


def test_a_column_can_be_named() -> None:
    text = f"item,who,choice\n{VOTES[0].item.id},A1,left\n"
    assert len(read(text, worker="who").release.votes) == 1


def test_a_worker_who_fails_the_tests_is_set_aside() -> None:
    text = HEADER + line(VOTES[0]) + line(TESTS[0], choice=wrong(TESTS[0].item)) + line(VOTES[0], "B2")
    found = read(text).release
    assert [vote.judge for vote in found.votes] == [pseudonym("B2", "salt")]
    assert [one.aside for one in found.aside] == ["0 of 1 hidden tests were answered right; 70 % are needed"]


def test_votes_beyond_the_cap_are_set_aside() -> None:
    found = read(HEADER + "".join(line(one) for one in VOTES[:7])).release
    assert len(found.votes) == 5
    assert {one.aside for one in found.aside} == {"beyond the 5 votes that one worker may cast"}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "batch.csv: is empty"),
        (HEADER, "has a header but no answers"),
        ("item,choice\nx,left\n", 'batch.csv:1: no column says worker; there are "item" and "choice"'),
        (HEADER + "zzz,A1,left,,\n", 'batch.csv:2: there is no item "zzz"'),
        (HEADER + line(VOTES[0]) + line(VOTES[0]), "batch.csv:3: this worker has answered this item already"),
        (HEADER + line(VOTES[0], choice="maybe"), 'batch.csv:2: expected left or right in "choice", found "maybe"'),
        (HEADER + line(VOTES[0], choice="tie"), 'expected left or right in "choice", found "tie"'),
        (HEADER + line(VOTES[0], choice=" "), "batch.csv:2: the cell choice is empty"),
        (HEADER + line(VOTES[0], " "), "batch.csv:2: the cell worker is empty"),
        (HEADER + line(VOTES[0], seconds="soon"), 'expected seconds such as 12.5 in "seconds", found "soon"'),
        (HEADER + line(VOTES[0], seconds="inf"), "expected seconds"),
        (HEADER + line(VOTES[0], reason="a\x07b"), "batch.csv:2: reason: the character U+0007 cannot be kept"),
        (HEADER + "x,y\n", "batch.csv:2: expected 5 cells"),
    ],
)
def test_what_cannot_be_read_names_its_line(text: str, complaint: str) -> None:
    with pytest.raises(CliometerError) as caught:
        read(text)
    assert complaint in str(caught.value)


def test_tests_are_asked_as_often_as_the_most_wanted_pairs() -> None:
    assert {one.votes for one in TESTS} == {2} == {max(one.votes for one in VOTES)}


def test_a_byte_order_mark_and_breaks_in_reasons_do_no_harm() -> None:
    found = read("\ufeff" + HEADER + line(VOTES[0], reason='"short\rand\r\nclear"'))
    assert found.release.votes[0].reason == "short\nand\nclear"


def test_where_no_reason_is_asked_none_is_kept() -> None:
    text = HEADER + line(VOTES[0], reason="call me on 555")
    assert read(text, PreferenceStudySettings(reasons="none")).release.votes[0].reason == ""


def test_ties_are_read_where_they_are_allowed() -> None:
    found = read(HEADER + line(VOTES[0], choice="No preference"), PreferenceStudySettings(ties=True))
    assert found.release.votes[0].winner is None


def test_a_salt_and_known_columns_are_needed() -> None:
    with pytest.raises(CliometerError, match="a salt is needed"):
        read_crowd_results(HEADER, PATH, ITEMS, SETTINGS, "")
    with pytest.raises(CliometerError, match=r"unknown column of batch\.csv 'wrker'; did you mean worker"):
        read(HEADER + line(VOTES[0]), worker="wrker")
    with pytest.raises(CliometerError, match="unknown role of a column 'wrker'"):
        read(HEADER + line(VOTES[0]), wrker="worker")
