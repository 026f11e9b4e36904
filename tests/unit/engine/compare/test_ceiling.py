"""The human level: writers against each other, and systems on the same tasks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import cliometer
from cliometer.engine.compare.human_level import HumanLevel, tasks_of, within
from cliometer.errors import InputError
from cliometer.model.timeline import ReferenceSet, Timeline
from tests.compared import benchmark, tasks
from tests.oracles.comparisons import ceiling as slow_ceiling

RUNS, GOLD = benchmark()
METRIC = "align+m1(rouge=1)"


def found(runs: Any, gold: Any, metric: str = METRIC, **settings: Any) -> HumanLevel:
    (ceiling,) = cliometer.compare(runs, gold, [metric], **{"resamples": 100, **settings}).ceilings
    return ceiling


@pytest.mark.parametrize("metric", [METRIC, "date", "agreement(rouge=2)"])
def test_each_writer_is_scored_against_the_others_and_systems_likewise(metric: str) -> None:
    ceiling = found(RUNS, GOLD, metric)
    scores = {"writers": ceiling.writers} | {one.system: one.score for one in ceiling.systems}
    assert scores == pytest.approx(slow_ceiling(RUNS, GOLD, metric))
    assert (ceiling.tasks, ceiling.topics) == (15, 6)


def test_where_each_reference_is_a_task_each_writer_meets_each_other() -> None:
    runs, gold = tasks()
    pairs = {f"{task}/{other}": [one] for task, one in gold.items() for other in _others(task, gold)}
    runs_again = {name: {pair: run[pair.partition("/")[0] + "/0"] for pair in pairs} for name, run in runs.items()}
    ceiling = found(runs, gold, weigh="tasks")
    assert ceiling.tasks == len(pairs) == 3 * 2 + 3 * 6
    for one in ceiling.systems:
        cut = {pair: within(runs_again[one.system][pair], ReferenceSet(pairs[pair])) for pair in pairs}
        (mean,) = cliometer.evaluate({"x": cut}, pairs, [METRIC]).means()
        assert one.score == pytest.approx(mean.f_of_means)
    writers = {pair: within(gold[pair.split("/", 2)[2]], ReferenceSet(pairs[pair])) for pair in pairs}
    (mean,) = cliometer.evaluate({"x": writers}, pairs, [METRIC]).means()
    assert ceiling.writers == pytest.approx(mean.f_of_means)


def _others(task: str, gold: dict[str, Timeline]) -> list[str]:
    topic = task.partition("/")[0]
    return [other for other in gold if other != task and other.partition("/")[0] == topic]


def test_a_topic_with_one_writer_has_no_task() -> None:
    gold = {
        "a": ReferenceSet(GOLD["alps"]),
        "b": ReferenceSet(GOLD["bay"][:1]),
        "c": ReferenceSet(GOLD["cape"][:1]),
    }
    assert [(task.name, task.answered) for task in tasks_of(gold)] == [("a/1", "a"), ("a/2", "a")]


def test_systems_answer_the_task_of_the_reference_and_the_other_writer_stands_beside() -> None:
    first, second = (ReferenceSet([writer]) for writer in GOLD["alps"])
    found = tasks_of({"alps/x": first, "alps/y": second, "bay/x": first})
    assert [(task.answered, task.writer, task.references) for task in found] == [
        ("alps/x", second[0], first),
        ("alps/y", first[0], second),
    ]


def test_without_two_writers_anywhere_there_is_no_ceiling() -> None:
    gold = {topic: writers[:1] for topic, writers in GOLD.items()}
    assert cliometer.compare(RUNS, gold, [METRIC], resamples=100).ceilings == []


def test_writers_of_one_name_are_kept_apart() -> None:
    twins = {topic: [Timeline(writer, "same") for writer in writers] for topic, writers in GOLD.items()}
    assert found(RUNS, twins) == found(RUNS, GOLD)


def test_the_span_rule_keeps_the_days_from_the_first_to_the_last_of_the_references() -> None:
    references = ReferenceSet([{"2010-05-03": ["x"], "2010-05-06": ["x"]}, {"2010-05-05/2010-05-08": ["x"]}])
    days = ["2010-05-02", "2010-05-03", "2010-05-07", "2010-05-08", "2010-05-09"]
    kept = within(Timeline({day: ["said"] for day in days}, "mine"), references)
    assert ([str(when) for when in kept], kept.name) == (days[1:4], "mine")


def test_a_month_that_touches_the_span_is_kept() -> None:
    references = ReferenceSet([{"2010-05-03": ["x"], "2010-05-06": ["x"]}])
    kept = within(Timeline({"2010-04": ["no"], "2010-05": ["yes"], "2010-06": ["no"]}), references)
    assert [str(when) for when in kept] == ["2010-05"]


def test_a_system_that_is_a_writer_scores_as_one_on_the_tasks_of_that_writer() -> None:
    """With two writers the task of the one asks for what the other wrote."""
    gold = {topic: writers[:2] for topic, writers in GOLD.items()}
    runs = {"first": {topic: writers[0] for topic, writers in gold.items()}, "bad": RUNS["bad"]}
    gold_twice = {topic: [writers[0], writers[0]] for topic, writers in gold.items()}
    ceiling = found(runs, gold_twice)
    assert (ceiling.writers, ceiling.systems[0].score, ceiling.systems[0].quotient) == (1, 1, 1)
    assert ceiling.systems[0].verdict == "indistinguishable from a writer"


def test_the_quotient_is_resampled_with_its_denominator() -> None:
    """Writers agree on some topics and half on others, the system finds half of that: there is no doubt."""

    def days(*numbers: int) -> Timeline:
        return Timeline({f"2010-05-0{number}": ["oil"] for number in numbers})

    agreed, split = [days(1, 2, 7, 8)] * 2, [days(1, 2, 7, 8), days(1, 3, 5, 8)]
    gold = {topic: agreed if topic < "d" else split for topic in GOLD}
    half = {topic: days(1, 2) if topic < "d" else days(1) for topic in GOLD}
    other = {topic: days(6) for topic in GOLD}
    ceiling = found({"half": half, "other": other}, gold, "date", side="recall")
    one = ceiling.systems[0]
    assert (one.quotient, one.low, one.high) == pytest.approx((0.5, 0.5, 0.5))
    assert one.verdict == "below the writers"
    assert ceiling.low is not None
    assert ceiling.low < 0.7 < ceiling.writers


def tasks_where(score: dict[str, str], topics: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two writers who half agree, and systems that say what a writer says, half of it, or nothing of it."""
    first, second = {"2010-05-01": ["oil rig"]}, {"2010-05-01": ["oil cap"]}
    said = {"both": "oil rig cap", "half": "oil mud", "none": "snow ice"}
    names = [f"t{number}" for number in range(topics)]
    runs = {name: {topic: {"2010-05-01": [said[what]]} for topic in names} for name, what in score.items()}
    runs["other"]["t0"] = {"2010-05-01": ["oil"]}  # or else two systems would differ by the same on every topic
    return runs, {topic: [first, second] for topic in names}


@pytest.mark.parametrize(
    ("what", "verdict"),
    [
        ("both", "above the writers"),
        ("half", "indistinguishable from a writer"),
        ("none", "below the writers"),
    ],
)
def test_the_verdict_is_that_of_the_paired_test(what: str, verdict: str) -> None:
    runs, gold = tasks_where({"mine": what, "other": "none" if what == "both" else "both"}, 6)
    mine = found(runs, gold, "agreement(rouge=1)").systems[0]
    assert mine.verdict == verdict
    assert mine.p is not None and (mine.p <= 0.05) == (what != "half")


def test_five_topics_are_too_few_for_a_verdict() -> None:
    runs, gold = tasks_where({"mine": "none", "other": "half"}, 5)
    mine = found(runs, gold, "agreement(rouge=1)").systems[0]
    assert (mine.verdict, mine.p) == ("too few topics to tell", 2**-4)


def test_p_is_that_of_swapping_a_system_with_the_writers() -> None:
    ceiling = found(RUNS, GOLD, METRIC)
    assert all(one.p is not None and 0 < one.p <= 1 for one in ceiling.systems)


def test_writers_who_score_nothing_leave_nothing_to_divide_by() -> None:
    gold = {topic: [{"2010-05-01": ["oil"]}, {"2010-05-01": ["mud"]}] for topic in GOLD}
    runs = {"one": {topic: {"2010-05-01": ["oil"]} for topic in GOLD}, "two": RUNS["bad"]}
    ceiling = found(runs, gold, "agreement(rouge=1)")
    assert ceiling.writers == 0
    assert {(one.quotient, one.verdict) for one in ceiling.systems} == {(None, "nothing to divide by")}


def test_with_one_topic_there_is_a_ceiling_but_no_interval() -> None:
    gold = {topic: writers if topic == "alps" else writers[:1] for topic, writers in GOLD.items()}
    comparison = cliometer.compare(RUNS, gold, [METRIC], resamples=100)
    (ceiling,) = comparison.ceilings
    assert (ceiling.topics, ceiling.tasks, ceiling.low, ceiling.high) == (1, 2, None, None)
    assert {one.verdict for one in ceiling.systems} == {"too few topics to tell"}
    assert "human level: only 1 topic with several writers, so it is a rough guide" in comparison.notes


def test_the_interval_of_the_writers_is_that_of_whole_topics() -> None:
    narrow = found(RUNS, GOLD, resamples=2000)
    assert narrow.low is not None
    assert narrow.high is not None
    assert narrow.low < narrow.writers < narrow.high
    scores = [slow_ceiling(RUNS, {topic: writers}, METRIC)["writers"] for topic, writers in GOLD.items()]
    assert min(scores) <= narrow.low
    assert narrow.high <= max(scores)
    assert np.ptp([narrow.low, narrow.high]) > 0


def test_a_run_may_not_be_called_writers() -> None:
    with pytest.raises(InputError, match="a run is named 'writers'"):
        found({"writers": RUNS["good"], "bad": RUNS["bad"]}, GOLD)


@pytest.mark.parametrize(("missing", "tasks"), [("skip", 12), ("zero", 15)])
def test_topics_that_a_run_lacks_are_left_out_or_score_nothing(missing: Any, tasks: int) -> None:
    runs = {**RUNS, "fair": {topic: one for topic, one in RUNS["fair"].items() if topic != "bay"}}
    assert found(runs, GOLD, missing=missing).tasks == tasks


def test_what_the_cut_leaves_may_hold_no_word_that_counts() -> None:
    """The first writer says nothing but stop words on the one day that the second wrote about."""
    gold: Any = {
        topic: [{"2010-05-01": ["oil and mud"], "2010-05-05": ["it is the"]}, {"2010-05-05": ["oil burns"]}]
        for topic in GOLD
    }
    ceiling = found(RUNS, gold, "agreement(rouge=1)")
    assert ceiling.writers == 0
