"""Laws of comparisons, whatever the timelines."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import cliometer
from cliometer.engine.compare.gates import OPERATORS, Gate, parse_gate
from cliometer.engine.compare.system_comparison import SystemComparison
from cliometer.errors import InputError
from cliometer.model.timeline import Timeline
from tests.oracles.comparisons import human_level as slow_level
from tests.strategies import examples

WORDS = st.sampled_from(["oil", "rig", "leak", "cap", "coast", "mud"])
SENTENCE = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
DAY = st.integers(1, 9).map(lambda day: f"2010-05-0{day}")
TIMELINE = st.dictionaries(DAY, SENTENCE.map(lambda said: [said]), min_size=1, max_size=3).map(Timeline)
METRIC = st.sampled_from(["date", "agreement(rouge=1)", "align+m1(rouge=1)", "concat(rouge=1)"])
TOPICS = ("a", "b", "c", "d")

Run = dict[str, Timeline]
RUN = st.fixed_dictionaries(dict.fromkeys(TOPICS, TIMELINE))
GOLD = st.fixed_dictionaries({topic: st.lists(TIMELINE, min_size=1, max_size=3) for topic in TOPICS})
SEVERAL = st.fixed_dictionaries({topic: st.lists(TIMELINE, min_size=2, max_size=3) for topic in TOPICS})


def compared(runs: dict[str, Run], gold: Any, metric: str, **settings: Any) -> SystemComparison:
    """A quick comparison; runs that never differ, or always by the same, are not of interest."""
    try:
        comparison = cliometer.compare(runs, gold, [metric], **{"resamples": 100, **settings})
    except InputError as error:
        assume(error.rule != "difference-constant")
        raise
    assume(comparison.standings[0].differences)
    return comparison


@examples(20)
@given(RUN, RUN, GOLD, METRIC, st.sampled_from(["f-of-means", "mean-of-f"]))
def test_scores_are_the_means_of_the_results(first: Run, second: Run, gold: Any, metric: str, average: Any) -> None:
    runs = {"first": first, "second": second}
    found = compared(runs, gold, metric, average=average)[metric]
    for mean in cliometer.score(runs, gold, [metric]).means():
        assert found[mean.system].score == pytest.approx(getattr(mean, average.replace("-", "_")))


@examples(20)
@given(RUN, RUN, GOLD, METRIC, st.sampled_from(["randomisation", "bootstrap", "sign-flip"]))
def test_the_order_of_two_systems_is_that_of_their_scores(
    first: Run, second: Run, gold: Any, metric: str, test: Any
) -> None:
    options: Any = {"test": test, "interval": "percentile"}
    (here,) = compared({"x": first, "y": second}, gold, metric, **options)[metric].differences
    (there,) = compared({"y": second, "x": first}, gold, metric, **options)[metric].differences
    assert (here.p, here.corrected_p) == (there.p, there.corrected_p)
    assert here.difference == pytest.approx(there.difference) and here.difference >= 0
    if here.difference:
        assert (here.first, here.second) == (there.first, there.second)
        assert (here.low, here.high) == pytest.approx((there.low, there.high))
        assert (here.won, here.tied, here.lost) == (there.won, there.tied, there.lost)


@examples(20)
@given(RUN, RUN, GOLD, TIMELINE)
def test_a_topic_on_which_both_are_the_same_moves_no_sign_flip(
    first: Run, second: Run, gold: Any, same: Timeline
) -> None:
    """A zero difference has no sign to flip."""
    options: Any = {"test": "sign-flip", "average": "mean-of-f"}
    (before,) = compared({"x": first, "y": second}, gold, "date", **options)["date"].differences
    runs = {"x": {**first, "e": same}, "y": {**second, "e": same}}
    (after,) = compared(runs, {**gold, "e": [same]}, "date", **options)["date"].differences
    assert after.p == pytest.approx(before.p)
    assert after.tied == before.tied + 1


@examples(20)
@given(st.lists(RUN, min_size=3, max_size=4), GOLD, METRIC)
def test_systems_share_a_letter_if_and_only_if_they_do_not_differ(runs: list[Run], gold: Any, metric: str) -> None:
    named = {f"s{at}": run for at, run in enumerate(runs)}
    found = compared(named, gold, metric, correction="none", level=0.7)[metric]
    for one in found.differences:
        letters = set(found[one.first].letters or ()) & set(found[one.second].letters or ())
        assert bool(letters) == (one.corrected_p > 1 - 0.7)


@examples(20)
@given(st.lists(RUN, min_size=2, max_size=3), GOLD, METRIC)
def test_the_document_is_strict_json(runs: list[Run], gold: Any, metric: str) -> None:
    named = {f"s{at}": run for at, run in enumerate(runs)}
    document = compared(named, gold, metric, gates=[f"{metric} > baseline - 0.1"]).to_dict()
    assert json.loads(json.dumps(document, allow_nan=False)) == document


@examples(15)
@given(RUN, RUN, SEVERAL, METRIC)
def test_the_ceiling_is_that_of_the_slow_twin(first: Run, second: Run, gold: Any, metric: str) -> None:
    runs = {"first": first, "second": second}
    (found,) = compared(runs, gold, metric).human_levels
    scores = {"writers": found.writers} | {one.system: one.score for one in found.systems}
    assert scores == pytest.approx(slow_level(runs, gold, metric))


@examples(15)
@given(RUN, st.fixed_dictionaries(dict.fromkeys(TOPICS, TIMELINE)), METRIC)
def test_writers_who_agree_score_one_and_so_does_who_copies_them(other: Run, wrote: Run, metric: str) -> None:
    gold = {topic: [one, one, one] for topic, one in wrote.items()}
    (found,) = compared({"copy": wrote, "other": other}, gold, metric).human_levels
    assert found.writers == pytest.approx(1)
    assert found.systems[0].quotient == pytest.approx(1)


@examples(15)
@given(RUN, SEVERAL, METRIC)
def test_a_system_that_copies_the_first_of_two_writers_is_at_least_as_good(other: Run, gold: Any, metric: str) -> None:
    """It answers the second writer's task with the reference itself, and the first's as the first does."""
    pairs = {topic: writers[:2] for topic, writers in gold.items()}
    copied = {topic: writers[0] for topic, writers in pairs.items()}
    (found,) = compared({"copy": copied, "other": other}, pairs, metric).human_levels
    assert found.systems[0].score >= found.writers - 1e-9


NAMES = st.from_regex(r"[a-z][a-z0-9_]*(-[a-z0-9]+)*", fullmatch=True)
SIDES: Any = st.sampled_from(["f", "precision", "recall"])
NUMBERS = st.floats(allow_nan=False, allow_infinity=False).map(lambda x: x + 0.0)  # no minus nought


@given(METRIC, SIDES, st.sampled_from(list(OPERATORS)), st.none() | NAMES, NUMBERS)
def test_a_gate_is_read_as_it_is_printed(metric: str, side: Any, sign: str, other: str | None, margin: float) -> None:
    assume(not (other or "").startswith(("baseline-", "writers-")))
    gate = Gate(metric, side, sign, other, margin)
    assert parse_gate(str(gate)) == gate
