"""Do the judges agree? Units are pairs on topics; the labels are the better of the pair, the other, or a tie.

Names as labels would flatter: a pair of three systems leaves only two to name, so that even coins would agree
beyond chance. So the label says whether the overall winner of the pair was preferred. For two systems this
comes to the same as names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import TypeAlias

from cliometer.errors import CliometerError
from cliometer.model.judgements import Vote
from cliometer.model.notes import Note
from cliometer.model.records import member, renamed
from cliometer.stats.agreement import PercentageAgreement, alpha_interval, coded, majority_agreement, pairwise_agreement
from cliometer.stats.position_bias import Proportion, proportion
from cliometer.stats.preferences import Preferences

Unit: TypeAlias = tuple[str, tuple[str, str]]
Answers: TypeAlias = Mapping[Unit, Mapping[str, str | None]]
"""For each pair on a topic, the answer of each judge."""


@dataclass(frozen=True)
class JudgeAgreement:
    """`units` were answered by two judges or more, `single` by one; `contradicted` answers are left out.

    Alpha has an interval over units; `remark` says what could not be measured.
    """

    units: int = 0
    single: int = 0
    contradicted: int = 0
    pairwise: PercentageAgreement | None = None
    majority: PercentageAgreement | None = None
    alpha: float | None = None
    low: float | None = None
    high: float | None = None
    remark: str = ""


@dataclass(frozen=True)
class JudgeRecord:
    """The votes of a judge; `agreed` of `compared` answers were those of most of the other judges."""

    name: str = field(metadata=renamed("judge"))
    votes: int
    ties: int
    compared: int
    agreed: int

    @property
    def share(self) -> float | None:
        """The share that stands with the majority of the others."""
        return self.agreed / self.compared if self.compared else None

    @property
    @member
    def proportion(self) -> Proportion | None:
        """The same share with its exact interval at 95 %."""
        return proportion(self.agreed, self.compared) if self.compared else None


def answers(votes: Sequence[Vote]) -> tuple[Answers, int]:
    """Return the answers of judges who are named, on topics that are named, and how many contradict themselves."""
    given: dict[Unit, dict[str, set[str | None]]] = {}
    for vote in votes:
        if vote.judge and vote.topic and vote.count:
            given.setdefault((vote.topic, vote.pair), {}).setdefault(vote.judge, set()).add(vote.winner)
    clear = {
        unit: {judge: next(iter(answers)) for judge, answers in by_judge.items() if len(answers) == 1}
        for unit, by_judge in given.items()
    }
    contradicted = sum(len(answers) > 1 for by_judge in given.values() for answers in by_judge.values())
    return clear, contradicted


def agreement(votes: Sequence[Vote], table: Preferences, seed: int, resamples: int) -> JudgeAgreement:
    """Return the agreement of judges on units that two or more answered."""
    given, contradicted = answers(votes)
    if not given:
        return JudgeAgreement(remark="no vote names both its judge and its topic, so no two can be compared")
    shared = [_labels(unit, answers, table) for unit, answers in sorted(given.items()) if len(answers) > 1]
    single = sum(len(answers) == 1 for answers in given.values())
    if not shared:
        return JudgeAgreement(0, single, contradicted, remark="no two judges voted on the same pair and topic")
    ratings = coded(list(zip_longest(*shared)))
    labels = 3 if any("tie" in answers for answers in shared) else 2
    shares = pairwise_agreement(ratings, labels=labels), majority_agreement(ratings, labels=labels)
    measured = JudgeAgreement(len(shared), single, contradicted, *shares)
    if len(shared) < 2:
        return replace(measured, remark="alpha needs two pairs or more that two judges voted on")
    try:
        interval = alpha_interval(ratings, "nominal", seed=seed, resamples=resamples)
    except CliometerError as error:
        return replace(measured, remark=Note.of("alpha-refused", error=error))
    return replace(measured, alpha=interval.estimate, low=interval.low, high=interval.high)


def judges(votes: Sequence[Vote]) -> tuple[JudgeRecord, ...]:
    """Return a row for each judge who is named, those with most votes first."""
    cast, tied = Counter[str](), Counter[str]()
    for vote in votes:
        if vote.judge:
            cast[vote.judge] += vote.count
            tied[vote.judge] += vote.count * (vote.winner is None)
    compared, agreed = Counter[str](), Counter[str]()
    for given in answers(votes)[0].values():
        for judge, answer in given.items():
            counts = Counter(other for name, other in given.items() if name != judge)
            majority = [other for other, count in counts.items() if count == max(counts.values())]  # several if tied
            compared[judge] += len(majority) == 1
            agreed[judge] += majority == [answer]
    order = sorted(cast, key=lambda name: (-cast[name], name))
    return tuple(JudgeRecord(name, cast[name], tied[name], compared[name], agreed[name]) for name in order)


def _labels(unit: Unit, answers: Mapping[str, str | None], table: Preferences) -> list[str]:
    first, second = unit[1]
    a, b = table.index(first), table.index(second)
    better = second if table.wins[b][a] > table.wins[a][b] else first
    return ["tie" if answer is None else "better" if answer == better else "other" for answer in answers.values()]
