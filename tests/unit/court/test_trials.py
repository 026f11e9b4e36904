"""Trials: how variants, timelines and metrics come to rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import ClassVar

import pytest

from cliometer.court import trials
from cliometer.court.perturbation import Expectation, Perturbation, TrialCase, perturbations
from cliometer.court.trials import all_metrics, all_trials, try_metrics
from cliometer.errors import InputError
from cliometer.expressions import Registry
from cliometer.metrics.base import GOLD_KINDS, TimelineMetric, metrics
from cliometer.metrics.comparison import TopicComparison
from cliometer.model.score import Ratio, Score
from cliometer.model.timeline import Timeline

OIL = Timeline(
    {"2010-04-20": ["The rig explodes at sea"], "2010-04-22": ["It sinks"], "2010-07-15": ["A cap holds oil"]}
)
MINE = Timeline({"2010-08-05": ["The mine collapses"], "2010-10-13": ["All miners are rescued by capsule"]})
ONE_DAY = Timeline({"2010-01-01": ["One day"]})
GOLD = {"oil/bbc": OIL, "mine/ap": MINE}


def test_only_timelines_that_a_trial_changes_take_part() -> None:
    findings = try_metrics({**GOLD, "x": ONE_DAY}, ["date"], ["merge"])
    assert findings.rows[0].tasks == 2 and findings.tasks == 3
    assert findings.notes == ["merge: applies to 2 of 3 timelines"]


def test_a_trial_that_changes_nothing_at_all_is_refused() -> None:
    with pytest.raises(InputError, match="merge can change none of the timelines"):
        try_metrics({"x": ONE_DAY}, ["date"], ["merge"])


def test_a_trial_that_changes_nothing_beside_one_that_does_has_no_numbers() -> None:
    rows = try_metrics({"x": ONE_DAY}, ["date"], ["merge", "shift(days=1)"]).rows
    assert rows[0].delta_f is None
    assert str(rows[0].verdict).startswith("does not apply: ")
    assert rows[1].verdict.passes


def test_what_a_metric_cannot_count_is_left_out_and_noted() -> None:
    gold = {**GOLD, "x": Timeline({"2010-01-01": ["Rescue"], "2010-02-01": ["Rescued"]})}
    findings = try_metrics(gold, ["agreement(rouge=2)"], ["shift(days=1)"])
    assert findings.rows[0].tasks == 2
    assert findings.notes[0] == ("agreement(rouge=2): left out 1 of 3 timelines, which hold nothing that it counts")


def test_a_ladder_is_held_once_and_counts_the_timelines_that_rise() -> None:
    findings = try_metrics(GOLD, ["date"], ["shift(days=1)", "shift(days=5)"])
    (ladder,) = findings.ladders
    assert ladder.name == "shift(days=1..14)"
    assert (ladder.rises.recall, ladder.rises.of) == (1, 2)  # two days on, 04-20 falls on 04-22
    assert findings.faults("date") == {"not monotone": ["shift"]}


def test_all_metrics_and_trials_are_those_that_are_registered() -> None:
    tried = {metric.name for kind in GOLD_KINDS for metric in all_metrics(kind)}
    slow = {metric.name for kind in GOLD_KINDS for metric in all_metrics(kind, slow=True)}
    assert tried | slow == set(metrics.names)
    assert {trial.name for trial in all_trials()} == set(perturbations.names)
    assert {"shift(days=1)", "shift(days=5)", "shift(days=-1)", "shift(days=-5)"} <= set(map(str, all_trials()))


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Registries that hold one metric and one perturbation of a user's."""
    ours: Registry[Perturbation] = Registry("perturbation")
    ours.register(Halve)
    monkeypatch.setattr(trials, "perturbations", ours)
    monkeypatch.setattr(trials, "GOLD_KINDS", {"references": SimpleNamespace(metrics=[Days])})
    monkeypatch.setattr(trials, "MORE", ())
    yield


@dataclass(frozen=True, repr=False)
class Days(TimelineMetric):
    """Counts days."""

    name: ClassVar[str] = "days"

    def measure_in(self, comparison: TopicComparison) -> list[Score]:
        n = len(comparison.dates)
        return [Score(Ratio(min(len(s), n), len(s)), Ratio(min(len(s), n), n)) for s in comparison.systems]


@dataclass(frozen=True, repr=False)
class Halve(Perturbation):
    """The first half of the days."""

    name: ClassVar[str] = "halve"
    expectation: ClassVar[Expectation] = Expectation("holds", "falls")

    def variants(self, case: TrialCase) -> Sequence[Timeline]:
        return [Timeline(list(case.timeline.items())[: (len(case.timeline) + 1) // 2])]


def test_a_users_metric_and_perturbation_join_by_existing(own: None) -> None:
    (row,) = try_metrics({"mine": MINE}).rows
    assert (row.metric, row.trial, str(row.verdict)) == ("days", "halve", "passes")
    assert row.deltas["recall"] == -0.5
