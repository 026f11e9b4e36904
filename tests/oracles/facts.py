"""CrisisFACTS as its organisers describe it, for the eye: sets of facts for each day, then means."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.metrics.facts import Facts
from cliometer.model.facts import FactTopic, PooledFact, ReportedFact, run_of


def day_values(rules: Facts, run: Sequence[ReportedFact], topic: FactTopic) -> dict[str, tuple[float | None, ...]]:
    """Redundancy, comprehensiveness and the share assessed of every day that has a relevant fact."""
    found: dict[str, tuple[float | None, ...]] = {}
    for last, today in enumerate(topic.days):
        days = topic.days[: last + 1] if rules.day == "accumulated" else [today]
        labels = {fact.id: day.labels.get(fact.id, ()) for day in days for fact in day.facts}
        worth = {id: max([value(rules, label) for label in given], default=0) for id, given in labels.items()}
        S: list[ReportedFact] = []
        pool: list[PooledFact] = []
        for day in days:
            cut = day.facts if rules.pool == "all" else day.facts[: int(rules.pool)]
            own = [fact for fact in run if fact.request == day.request]
            own.sort(key=lambda fact: -importance(fact, day.facts))
            gold = sum(worth[fact.id] > 0 for fact in cut)
            S += own if rules.top == "all" else own[: gold if rules.top == "gold" else int(rules.top)]
            pool += cut
        G = [fact for fact in pool if worth[fact.id] > 0]
        w = {fact.id: weight(rules, fact) for fact in G}
        if not sum(w.values()):
            continue
        judged = [fact for fact in pool if labels[fact.id] or rules.unjudged == "zero"]
        N = [fact for fact in judged if any(said.id in fact.members for said in S)]
        assessed = [said for said in S if any(said.id in fact.members and labels[fact.id] for fact in pool)]
        share = len(assessed) / len(S) if S else None
        both = [fact for fact in N if fact in G]
        if not N:
            found[today.request] = (None, None, share)
            continue
        every = [fact for day in days for fact in day.facts]
        v = {
            fact.id: max(importance(said, every) for said in S if said.id in fact.members)
            if rules.weight != "none"
            else 1
            for fact in N
        }
        matches = [(said, fact) for said in S for fact in both if said.id in fact.members]
        redundancy = {
            "graded": over(sum(v[fact.id] * worth[fact.id] for fact in N), sum(v.values())),
            "ratio2022": over(len(both), len(matches)),
            "site2023": over(len(both), len(S)),
        }[rules.repeats]
        found[today.request] = (redundancy, sum(w[fact.id] for fact in both) / sum(w.values()), share)
    return found


def value(rules: Facts, label: str) -> float:
    """What a label is worth."""
    return dict(rules.labels.worth).get(label.replace("_FACT", ""), 0)


def weight(rules: Facts, fact: PooledFact) -> float:
    """What a relevant fact weighs."""
    request = fact.id.rpartition("-collapsed-")[0]
    runs = {run_of(member, request) for member in fact.members}
    return {"none": 1, "importance": fact.importance, "runs": len(runs)}[rules.weight]


def importance(said: ReportedFact, pool: Sequence[PooledFact]) -> float:
    """The run's own importance, or that of the pool where the run's is not known."""
    if said.importance is not None:
        return said.importance
    return max([fact.importance for fact in pool if said.id in fact.members], default=0)


def over(part: float, whole: float) -> float | None:
    """A quotient, if there is one."""
    return part / whole if whole else None
