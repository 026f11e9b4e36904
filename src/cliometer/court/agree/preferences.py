"""Does a metric prefer the summary that people prefer? Each vote, and each majority, is one question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cliometer.court.agree.choices import (
    choices_of,
    differences_of,
    majorities,
    scored_votes,
    votes_of,
    with_majority,
)
from cliometer.court.agree.plan import Plan
from cliometer.engine.score_grid import Column, Missing
from cliometer.errors import InputError
from cliometer.model.display import Displayed
from cliometer.model.judgements import Poll
from cliometer.stats.percentile import PercentileInterval
from cliometer.stats.preference_accuracy import Choices, accuracy, accuracy_interval, best_threshold
from cliometer.stats.samples import Floats
from cliometer.version import __version__

_LEAST_TOPICS = 5  # 1/2^5 is the first below .05


@dataclass(frozen=True)
class PreferenceRow:
    """The share of votes, or of majorities, that a metric decides as people did; intervals over topics.

    `accuracy` counts scores within the `threshold` as ties, `uncalibrated` only equal ones. `chance` is what
    `chance_is` gets without looking; `verdict` tells on which side of it the interval lies, if it can.
    """

    metric: str
    of: str
    accuracy: float
    low: float
    high: float
    threshold: float
    uncalibrated: float
    choices: int
    ties: float
    chance: float
    chance_is: str
    verdict: str


@dataclass(frozen=True, repr=False)
class PreferenceAgreement(Displayed):
    """What was found for every metric."""

    systems: Sequence[str]
    topics: Sequence[str]
    votes: int
    human: str
    plan: Plan
    resamples: int
    accuracy: Sequence[PreferenceRow]
    warnings: Sequence[str]
    notes: Sequence[str]
    ceiling: float = 1.0  # of votes; majorities can all be met

    def __repr__(self) -> str:
        return f"PreferenceAgreement({len(self.systems)} systems, {self.votes} votes)"

    def to_dict(self) -> dict[str, object]:
        """The document that `cliometer agree --votes --json` prints."""
        return {
            "cliometer": __version__,
            "systems": len(self.systems),
            "topics": len(self.topics),
            "votes": self.votes,
            "human": self.human,
            "level": self.plan.confidence,
            "resamples": self.resamples,
            "seed": self.plan.seed,
            "correlations": [],
            "differences": [],
            "accuracy": [dict(vars(row)) for row in self.accuracy],
            "ceiling": self.ceiling,
            "notes": [*self.warnings, *self.notes],
        }


def agree_with_votes(
    metrics: Sequence[Column],
    poll: Poll,
    plan: Plan,
    *,
    missing: Missing = "error",
    lower: Sequence[str] = (),
) -> PreferenceAgreement:
    """Each metric against the votes on systems and topics that it has scores for."""
    human, source, votes = poll.name, poll.source or poll.name, votes_of(poll)
    if not votes:
        raise InputError("holds no vote: there is nothing to agree with", source)
    kept, notes = scored_votes(metrics, votes, source, missing)
    notes = [*poll.notes, *notes]
    topics = list(dict.fromkeys(vote.topic for vote in kept))
    if len(topics) < 2:
        raise InputError(f"all votes are on one topic, {topics[0]}: agreement needs at least two", source)
    draws = plan.draws(len(kept))
    rows = []
    for of, asked in (("votes", kept), ("majorities", majorities(kept))):
        choices = choices_of(asked, topics)
        if choices.ties == 1:
            raise InputError(f"all {of} are ties: no metric can agree or disagree with them", source)
        for column in metrics:
            sign = -1.0 if column.label in lower else 1.0
            rows.append(_row(column.label, of, choices, sign * differences_of(column, asked), plan, draws))
    notes += [f"{name}: lower is better, so its sign is turned" for name in lower]
    notes.append("thresholds for ties are chosen on the same votes; `uncalibrated` shows what is without")
    systems = sorted({name for vote in kept for name in vote.pair})
    total = sum(vote.count for vote in kept)
    warnings = _too_few(len(topics))
    return PreferenceAgreement(
        systems, topics, total, human, plan, draws, rows, warnings, notes, with_majority(kept)
    )


def _row(name: str, of: str, choices: Choices, difference: Floats, plan: Plan, draws: int) -> PreferenceRow:
    threshold = best_threshold(choices, difference)
    found = accuracy_interval(
        choices, difference, threshold, seed=plan.seed, count=draws, confidence=plan.confidence
    )
    ties = choices.ties
    chance, chance_is = max(((1 - ties) / 2, "a coin"), (ties, "always a tie"))
    verdict = _verdict(found, chance, int(choices.topic.max()) + 1)
    plain = accuracy(choices, difference, 0.0)
    size = round(float(choices.weight.sum()))
    return PreferenceRow(
        name,
        of,
        found.estimate,
        found.low,
        found.high,
        threshold,
        plain,
        size,
        ties,
        chance,
        chance_is,
        verdict,
    )


def _verdict(found: PercentileInterval, chance: float, topics: int) -> str:
    if topics < _LEAST_TOPICS:
        return "too few topics"
    return "above chance" if found.low > chance else "below chance" if found.high < chance else "like chance"


def _too_few(topics: int) -> list[str]:
    if topics >= _LEAST_TOPICS:
        return []
    return [
        f"{topics} topics: no metric can be told from chance; the smallest possible p of a sign test is "
        f"{0.5**topics:.3f}; at least {_LEAST_TOPICS} topics are needed"
    ]
