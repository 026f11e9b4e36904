"""A plan draws topics, systems and pairs evenly and reproducibly, and its files open again."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import cliometer
from cliometer.errors import CliometerError
from cliometer.study.contests import contests
from cliometer.study.study_plan import DrawnDesign, PlanSettings, describe_plan, plan_files
from cliometer.study.topics import Topic, read_topic, read_topics, write_topic
from cliometer_workbench.formats.archives import read_archive
from cliometer_workbench.study.preferences.ballot_plan import (
    PreferenceStudySettings,
    deal,
    judges_needed,
    read_plan_settings,
)
from tests.unit.cli.cliometer_command import DEMO
from tests.unit.cli.cliometer_command import cliometer as command

RUNS = [DEMO / "runs" / name for name in ("lead", "mentions", "random")]
TOPICS = [Topic(f"t{n}", summaries={name: f"{name} {n}" for name in "abcd"}) for n in range(6)]


def test_a_budget_draws_as_many_pairs_as_get_their_votes_evenly() -> None:
    drawn = DrawnDesign(budget=40, seed=3).draw(TOPICS, 2)
    found = contests(drawn)
    assert len(found) == 20
    pairs = Counter((one.first, one.second) for one in found.values())
    assert len(pairs) == 6 and max(pairs.values()) - min(pairs.values()) <= 1
    topics = Counter(one.topic.id for one in found.values())
    assert len(topics) == 6 and max(topics.values()) - min(topics.values()) <= 1
    assert drawn == DrawnDesign(budget=40, seed=3).draw(TOPICS, 2) != DrawnDesign(budget=40, seed=4).draw(TOPICS, 2)


def test_what_is_drawn_is_all_that_judges_are_dealt() -> None:
    settings = PreferenceStudySettings(votes=2, cap=5)
    drawn = DrawnDesign(topics=3, systems=3, pairs=7).draw(TOPICS, 2)
    assert len(drawn) == 3 and len({name for topic in drawn for name in topic.summaries}) == 3
    hands = [deal(drawn, settings, number) for number in range(judges_needed(drawn, settings))]
    dealt = Counter(slot.partition(":")[0] for hand in hands for slot in hand)
    assert set(dealt) == set(contests(drawn)) and set(dealt.values()) == {2} and len(dealt) == 7


def test_drawn_pairs_are_written_with_their_topic() -> None:
    (topic, *_) = DrawnDesign(pairs=3).draw(TOPICS, 1)
    assert topic.pairs and read_topic(write_topic(topic)) == topic
    assert "pairs" not in write_topic(TOPICS[0])
    for wrong in ('[["a","z"]]', '[["a","a"]]', '["a"]'):
        with pytest.raises(CliometerError, match=r"pair|two systems"):
            read_topic(write_topic(TOPICS[0])[:-1] + f', "pairs": {wrong}}}')


def test_the_settings_of_a_plan_are_read_without_a_seed() -> None:
    settings = PlanSettings(votes=5, ties=True)
    files = plan_files(TOPICS, settings, describe_plan(TOPICS, settings, 1))
    found = read_plan_settings(files["plan.json"])
    assert (found["votes"], found["ties"]) == (5, True) and "seed" not in found
    assert read_topics(files["topics.jsonl"]) == tuple(TOPICS)
    for wrong in ('{"settings": {"votes": 0}}', '{"settings": {"seed": 1}}', "[]", '{"settings": 3}'):
        with pytest.raises(CliometerError, match=r"plan\.json"):
            read_plan_settings(wrong)


def test_references_take_part_where_they_are_asked_for(tmp_path: Path) -> None:
    plain = cliometer.study_plan(RUNS)
    assert plain.systems == ("lead", "mentions", "random") and plain.timelines == 8
    asked = cliometer.study_plan(RUNS, references=DEMO / "references", output=tmp_path / "study.zip")
    assert asked.systems == ("lead", "mentions", "random", "reference") and len(asked.pairs) == 8 * 6
    assert set(read_archive(tmp_path / "study.zip").files) == {"topics.jsonl", "plan.json"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--topics", 9), "the runs have 8 topics, and 9 are to be drawn; ask for fewer"),
        (("--budget", 2), "a budget of 2 does not give one pair its 3 votes"),
        (("--criterion", ": why?"), "expected a criterion such as"),
        (("-o", "study.txt"), "study.txt: a plan is a zip archive; name it FILE.zip"),
        (("-r", DEMO / "units"), "expected a date such as 2010-05-27"),
    ],
)
def test_a_plan_that_cannot_be_made_is_refused_in_one_line(words: tuple[object, ...], said: str) -> None:
    done = command("study", "plan", *RUNS, *words)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1) and said in done.err


def test_a_single_run_is_refused() -> None:
    assert "name two or more" in command("study", "plan", RUNS[0]).err
