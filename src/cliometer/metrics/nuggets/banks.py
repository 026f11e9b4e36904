"""The share of a bank's nuggets that an answer supports: the six scores of AutoNuggetizer, and the same by day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import fsum
from typing import ClassVar

from cliometer.expressions import choice, registered, setting, truth
from cliometer.grouping import by_key
from cliometer.metrics.base import Metric, PartsExplanation, Properties, metrics
from cliometer.metrics.comparison import TopicComparison
from cliometer.model.nugget_banks import IMPORTANCE, SUPPORT, BankNugget, BankTopic
from cliometer.model.score import Ratio, SingleScore
from cliometer.spelling import many

WEIGHTS: dict[str, Mapping[str, float]] = {"vital": {"vital": 1.0}, "weighted": IMPORTANCE, "all": {}}


@dataclass(frozen=True)
class AssignedNugget:
    """A nugget of the bank, its share of the score, how far the answer supports it, and what that adds."""

    nugget: str
    date: str | None
    told: str | None
    importance: str
    assignment: str | None
    weight: float
    credit: float
    contribution: float


@registered(metrics)
class Nuggets(Metric):
    """Share of the nuggets of a bank that an answer supports."""

    name: ClassVar[str] = "nuggets"
    formula: ClassVar[str] = (
        "sum w(n) s(n) / sum w(n) over the nuggets of the bank; s = 1 for support, 0.5 for partial support (0 if "
        "strict), else 0; w = [n is vital], 1, or 1 for vital and 0.5 for okay"
    )
    citation: ClassVar[str] = "Pradeep et al. (2024), Initial Nugget Evaluation Results for the TREC 2024 RAG Track"
    evidence: ClassVar[str] = "banks"

    weight: str = choice("weight", *WEIGHTS, doc="which nuggets count, and how much")
    strict: bool = setting(True, parse=truth, doc="whether partial support earns nothing")
    by: str = choice("part", "topic", "day", doc="over all nuggets, or the mean of days that have any")

    @property
    def properties(self) -> Properties:
        """What an answer says twice, or beyond the bank, changes nothing."""
        return Properties(True, True, True, True, True, uses_dates=self.by == "day")

    def weight_of(self, nugget: BankNugget) -> float:
        """Return w; a label of importance that is not known weighs 1 among all nuggets and nothing elsewhere."""
        return 1.0 if self.weight == "all" else WEIGHTS[self.weight].get(nugget.importance, 0.0)

    def credit(self, graded: BankNugget | None) -> float:
        """Return s; an assignment that is not known earns nothing."""
        s = SUPPORT.get(graded.assignment or "", 0.0) if graded else 0.0
        return float(s == 1) if self.strict else s

    def shares(self, topic: BankTopic) -> dict[int, float]:
        """Return what full support of each nugget that counts earns, by its place; those of a day sum to 1."""
        weights = {place: w for place, nugget in enumerate(topic.nuggets) if (w := self.weight_of(nugget))}
        if self.by == "topic":
            return weights
        days = {place: day for place in weights if (day := topic.nuggets[place].date)}
        of_day = by_key((day, weights[place]) for place, day in days.items())
        return {place: weights[place] / fsum(of_day[day]) for place, day in days.items()}

    def measure_in(self, comparison: TopicComparison) -> list[SingleScore]:
        """Score the answers; a topic without a nugget that counts has no score."""
        topic: BankTopic = comparison.gold
        shares = self.shares(topic)
        lack = "that counts has a date" if self.by == "day" and any(map(self.weight_of, topic.nuggets)) else "counts"
        scores = []
        for answer in comparison.systems:
            assigned = topic.assigned(answer)
            earned = fsum(share * self.credit(assigned[place]) for place, share in shares.items())
            scores.append(SingleScore(Ratio(earned, fsum(shares.values())), f"no nugget {lack}"))
        return scores

    def explain_in(self, comparison: TopicComparison, place: int = 0) -> PartsExplanation:
        """Show the nuggets that count, with their assignment and what each adds."""
        topic, answer = comparison.gold, comparison.systems[place]
        assigned, parts = topic.assigned(answer), list[AssignedNugget]()
        shares = self.shares(topic)
        for number, share in shares.items():
            nugget, graded, share = topic.nuggets[number], assigned[number], share / fsum(shares.values())
            date, told = (at and str(at) for at in (nugget.date, graded and graded.told))
            s, label = self.credit(graded), graded and graded.assignment
            parts.append(AssignedNugget(nugget.text, date, told, nugget.importance, label, share, s, share * s))
        missed = sum(not part.credit for part in parts)
        sentences = (f"the answer earns {len(parts) - missed} of {many(len(parts), 'nugget')}",)
        (score,) = self.measure_all([answer], topic)
        return PartsExplanation(str(self), score, "Nuggets of the bank", tuple(parts), sentences)
