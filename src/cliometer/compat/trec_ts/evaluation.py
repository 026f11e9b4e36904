"""All runs on all topics, in the order in which the track's script prints them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cliometer.errors import InputError
from cliometer.metrics.nuggets import TemporalSummarization
from cliometer.metrics.nuggets.trust import unimportant, unjudged
from cliometer.model.nuggets import NuggetTopic, UpdateRun


@dataclass(frozen=True)
class Row:
    """The measures of one run on one topic."""

    topic: str
    team: str
    run: str
    values: Mapping[str, float]


@dataclass(frozen=True)
class Evaluation:
    """Rows by topic, team and run, with what could not be scored or was taken as unjudged."""

    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def evaluate(
    rules: TemporalSummarization,
    topics: Mapping[str, NuggetTopic],
    runs: Sequence[UpdateRun],
    absent: str = "skip",
) -> Evaluation:
    """Score each run on the topics it answers, and with `absent="zero"` on the others too."""
    scored = sorted(id for id, topic in topics.items() if topic.updates)
    notes = [
        *unimportant(rules, topics),
        *_strange(runs, scored),
        *_missing(runs, scored, absent),
        *unjudged(rules, topics, {f"{run.team} {run.name}": run.topics for run in runs}),
    ]
    rows = tuple(
        Row(topic, run.team, run.name, _values(rules, topics[topic], run))
        for topic in scored
        for run in runs
        if topic in run.topics or absent == "zero"
    )
    if not rows:
        found = ", ".join(sorted({topic for run in runs for topic in run.topics})[:3])
        raise InputError(f"no run has a topic that is judged: found {found}; judged: {', '.join(scored[:3])}")
    return Evaluation(rows, tuple(notes))


def _values(rules: TemporalSummarization, topic: NuggetTopic, run: UpdateRun) -> dict[str, float]:
    sums = rules.sums(run.topics.get(topic.id, ()), topic)
    if sums.undefined:
        raise InputError(f"topic {topic.id}: {sums.undefined}; leave it out of the nuggets and updates files")
    return {name: value or 0.0 for name, value in rules.values(sums).items()}


def _strange(runs: Sequence[UpdateRun], scored: Sequence[str]) -> Iterator[str]:
    for run in runs:
        strange = {topic: updates for topic, updates in run.topics.items() if topic not in scored}
        if strange:
            count = sum(map(len, strange.values()))
            names = ", ".join(strange)
            yield f"{run.team} {run.name}: topics that are not judged, left out: {names} (updates: {count})"


def _missing(runs: Sequence[UpdateRun], scored: Sequence[str], absent: str) -> Iterator[str]:
    verdict = "it scores 0 there" if absent == "zero" else "its averages leave them out"
    for run in runs:
        missing = [topic for topic in scored if topic not in run.topics]
        if missing:
            yield f"{run.team} {run.name}: no updates for {', '.join(missing)}; {verdict}"
