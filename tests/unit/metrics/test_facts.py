"""Facts by hand: the example of the track's scores, three redundancies, days, weights, and what is missing."""

from __future__ import annotations

import pytest

from cliometer import score
from cliometer.errors import UsageError
from cliometer.metrics.catalogue import parse
from cliometer.metrics.facts import NOT_IN_POOL, NOTHING_RELEVANT, Facts, pool_notes
from cliometer.model.facts import FactDay, FactTopic, PooledFact, ReportedFact, runs_in_pool

U, R, P = "USEFUL_FACT", "REDUNDANT_FACT", "POOR_FACT"


def day(request: str, *facts: tuple[str, tuple[str, ...]]) -> FactDay:
    """A pool of facts by falling importance, each spelled by its runs, such as `aab`, and its labels."""
    seen = dict.fromkeys("abcdefgh", 0)
    pooled, labels = [], {}
    for place, (runs, given) in enumerate(facts):
        members = []
        for run in runs:
            members.append(f"{request}-{run}-{seen[run]:04d}")
            seen[run] += 1
        id = f"{request}-collapsed-{place:04d}"
        pooled.append(PooledFact(id, f"fact {place}", tuple(members), 1 - place / 10))
        if given:
            labels[id] = given
    return FactDay(request, tuple(pooled), labels)


EXAMPLE = FactTopic("E", (day("E-r0", ("ab", (U,)), ("a", (R, P)), ("b", (P,)), ("aa", ()), ("b", (U,))),))


def numbers(expression: str, topic: FactTopic, run: str = "a") -> dict[str, float | None]:
    return dict(parse(expression).measure(runs_in_pool({"E": topic})[run]["E"], topic).numbers())


def test_the_example_of_the_track() -> None:
    a, b = (numbers("facts", EXAMPLE, run) for run in "ab")
    assert [a["precision"], a["recall"]] == pytest.approx([1 / 2, 2 / 3])
    assert [b["precision"], b["recall"]] == pytest.approx([2 / 3, 2 / 3])
    assert a["assessed"] == 0.5  # two of four facts of the run are in facts that have labels


@pytest.mark.parametrize(
    ("repeats", "expected"), [("graded", (1 + 0.5 + 0) / 3), ("ratio2022", 2 / 2), ("site2023", 2 / 4)]
)
def test_redundancy_has_three_meanings(repeats: str, expected: float) -> None:
    assert numbers(f"facts(of=redundancy, repeats={repeats})", EXAMPLE)["value"] == pytest.approx(expected)


def test_only_the_ratio_of_2022_sees_a_fact_that_is_told_twice() -> None:
    twice = FactTopic("E", (day("E-r0", ("aaa", (U,))),))
    found = {
        repeats: numbers(f"facts(repeats={repeats})", twice)["precision"]
        for repeats in ("graded", "ratio2022", "site2023")
    }
    assert found == {"graded": 1.0, "ratio2022": pytest.approx(1 / 3), "site2023": pytest.approx(1 / 3)}


@pytest.mark.parametrize(
    ("settings", "precision", "recall"),
    [
        ("labels=USEFUL:1", 1 / 3, 1 / 2),
        ("labels=USEFUL:1+REDUNDANT:1", 2 / 3, 2 / 3),
        ("unjudged=skip", (1 + 0.5) / 2, 2 / 3),
        ("pool=2", (1 + 0.5) / 2, 2 / 2),
        ("pool=all", 1.5 / 3, 2 / 3),
        ("weight=runs", (1 + 0.9 * 0.5) / (1 + 0.9 + 0.7), (2 + 1) / (2 + 1 + 1)),
        ("weight=importance", (1 + 0.9 * 0.5) / (1 + 0.9 + 0.7), (1 + 0.9) / (1 + 0.9 + 0.6)),
        ("top=1", 1, 1 / 3),
        ("top=gold", 0.5, 2 / 3),
    ],
)
def test_each_setting_changes_what_it_says(settings: str, precision: float, recall: float) -> None:
    found = numbers(f"facts({settings})", EXAMPLE)
    assert [found["precision"], found["recall"]] == pytest.approx([precision, recall])


TWO_DAYS = FactTopic("E", (day("E-r2", ("b", (U,)), ("c", (R,))), day("E-r1", ("a", (U,)), ("ab", (P,)))))


def test_a_day_without_facts_of_the_run_in_the_pool_has_no_value_and_counts_when_days_accumulate() -> None:
    alone, together = (Facts(day=rule).days(runs_in_pool({"E": TWO_DAYS})["a"]["E"], TWO_DAYS) for rule in
                       ("isolated", "accumulated"))  # fmt: skip
    assert [(one.request, one.redundancy, one.comprehensiveness) for one in alone] == [
        ("E-r1", 0.5, 1.0),
        ("E-r2", None, None),
    ]
    assert [(one.redundancy, one.comprehensiveness) for one in together] == [(0.5, 1.0), (0.5, pytest.approx(1 / 3))]


def test_a_run_on_one_of_two_days_is_told_of_the_other() -> None:
    results = score({"a": runs_in_pool({"E": TWO_DAYS})["a"]}, {"E": TWO_DAYS}, ["facts"])
    assert results["facts"]["a"]["E"]["recall"] == 1.0
    assert results.notes == (
        "facts: 1 day without a fact of the run in the pool left out of the mean of the event (a on E)",
    )


def test_accumulated_days_count_each_reported_fact_once_as_assessed() -> None:
    three = FactTopic("E", (day("E-r1", ("a", (U,)), ("aa", ())), day("E-r2", ("a", (U,)))))
    assert numbers("facts(day=accumulated)", three)["assessed"] == numbers("facts", three)["assessed"] == 0.5


def test_a_run_outside_the_pool_and_an_event_without_relevant_facts_are_undefined_for_a_reason() -> None:
    stranger = (ReportedFact("E-r1", "Two words", importance=1.0, run="z"),)
    assert Facts().measure(stranger, TWO_DAYS).undefined == NOT_IN_POOL
    nothing = FactTopic("E", (day("E-r1", ("a", (P,))),))
    assert Facts().measure(stranger, nothing).undefined == NOTHING_RELEVANT
    assert Facts(of="f1").measure((), nothing).numbers() == {"value": None, "assessed": None}
    notes = list(pool_notes([Facts(pool=1)], {"E": TWO_DAYS}, {"z": {"E": stranger}}))
    assert notes[0] == "the first 1 facts of a pool count, and 2 of 2 pools have more; pool=all counts all"
    assert notes[1].startswith("no fact of z is in the pool, so no label applies to it; add its facts")


def test_without_a_match_nothing_can_be_told_twice() -> None:
    poor = FactTopic("E", (day("E-r1", ("a", (P,)), ("b", (U,))),))
    assert numbers("facts(repeats=ratio2022)", poor) == {"precision": None, "recall": 0, "f": None, "assessed": 1}
    assert numbers("facts(of=redundancy, repeats=ratio2022)", poor)["value"] is None


@pytest.mark.parametrize(
    ("expression", "complaint"),
    [
        ("facts(labels=USEFUL)", "expected labels such as USEFUL:1"),
        ("facts(labels=USEFUL:1+USEFUL_FACT:0)", "each once"),
        ("facts(labels=USEFUL:2)", "from 0 to 1"),
        ("facts(pool=0)", "at least 1"),
        ("facts(top=few)", "a whole number"),
        ("facts(repeats=2022)", "unknown redundancy"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused(expression: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        parse(expression)
