"""Verdicts on the behaviour of a metric under a perturbation, or under a ladder of growing ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from cliometer.court.perturbation import Effect, Expectation
from cliometer.model.records import member

# A verdict reads as a sentence that starts with "passes" or "fails". It depends on nothing but what a sound metric
# does and what this one did: the means of precision, recall and F before and after a change, or, for a ladder, at
# each of its steps.

Kind = Literal["blind", "half blind", "gamed", "punishes", "wrong side", "rewards", "not monotone"]
Side = Literal["precision", "recall", "value"]
SIDES: tuple[Side, Side] = ("precision", "recall")
_NAMES = {"precision": "precision", "recall": "recall", "value": "the value"}

ROUNDING = 1e-9  # what sums in another order may differ by; a side that moves less has not moved
HOLDS = 0.01  # the share of its value that a side may lose or gain and still be said to hold, not to fall
NEARLY_ALL = 0.95  # who keeps this much of F where much should go is nearly blind


@dataclass(frozen=True)
class Means:
    """The means of precision and recall over answers, and the F of the two.

    A metric of one value has no precision and recall, and its value in place of F; where lower is better the
    value is turned negative, so that a fall is a loss for every metric.
    """

    precision: float | None
    recall: float | None
    f: float
    lower_is_better: bool = False

    @property
    def value(self) -> float:
        """The one value of a metric without precision and recall."""
        return self.f

    @property
    def sides(self) -> tuple[Side, ...]:
        """The names of the numbers that the metric has."""
        return ("value",) if self.precision is None else SIDES

    @property
    def what(self) -> str:
        """How a sentence calls the number of which a share is kept or lost."""
        return "its value" if self.precision is None else "F"

    def kept(self, after: Means) -> float | None:
        """Return the share that is left after a change; of a cost or a logarithm, how much smaller it was before."""
        if self.f > 0:
            return after.f / self.f
        return (self.f / after.f if after.f else 1.0) if self.f or self.lower_is_better else None


@dataclass(frozen=True)
class MetricFault:
    """Something that the metric did and a sound metric does not do."""

    kind: Kind
    sentence: str


@dataclass(frozen=True)
class Verdict:
    """The outcome of a trial: the metric passes without faults; an excuse says why there is no outcome."""

    faults: tuple[MetricFault, ...] = ()
    excuse: str = ""

    @property
    def applies(self) -> bool:
        """Whether the trial had an outcome at all."""
        return not self.excuse

    @property
    def passes(self) -> bool:
        """Whether the trial had an outcome and the metric no fault."""
        return self.applies and not self.faults

    @property
    @member
    def verdict(self) -> str:
        """The verdict as a sentence."""
        return str(self)

    def __str__(self) -> str:
        if self.excuse:
            return f"does not apply: {self.excuse}"
        return f"fails: {'; '.join(fault.sentence for fault in self.faults)}" if self.faults else "passes"


@dataclass(frozen=True)
class Rises:
    """In how many timelines precision or recall rises somewhere on the way from the weakest step to the strongest."""

    precision: int
    recall: int
    of: int
    value: int = 0  # of a metric of one value


def judge(expectation: Expectation, before: Means | None, after: Means | None) -> Verdict:
    """Return the verdict on one trial; the means are None where no timeline could be changed or scored."""
    if before is None or after is None:
        return Verdict(excuse="it changes none of these answers, or they have no score")
    if abs(before.f) <= ROUNDING and not before.lower_is_better:
        return Verdict(excuse="the answers score 0 before anything is done to them")
    if expectation.most is not None and expectation.value == "free" and abs(before.f - 1) <= ROUNDING:
        return Verdict(excuse="the answers score 1 before anything is done to them, and nothing raises that")
    rewarded = tuple(_rewards(expectation, before, after))
    if rewarded:
        return Verdict(rewarded)
    return Verdict((*_blindness(expectation, before, after), *_severity(expectation, before, after)))


def judge_ladder(
    expectation: Expectation,
    before: Means | None,
    steps: Sequence[Means],
    rises: Rises,
    grows: str,
    answer: str = "timeline",
) -> Verdict:
    """Return the verdict on a perturbation that grows stronger: what must fall may not rise, in any answer."""
    if before is None or len(steps) < 2 or not rises.of:
        return Verdict(excuse="not every step changes these answers")
    falling = _sides(expectation, "falls", before)
    if not falling:
        return Verdict(excuse="no side has to fall")
    if all(abs(_fall(before, step, side)) <= ROUNDING for step in steps for side in falling):
        return Verdict((MetricFault("blind", f"blind, {_unmoved(falling)} at any step"),))
    numbers = {side: int(getattr(rises, side)) for side in falling if getattr(rises, side)}
    if not numbers:
        return Verdict()
    means = ([getattr(step, side) for step in steps] for side in falling)
    mean = ", and in the mean" if any(map(rises_somewhere, means)) else ""
    where = " and ".join(f"{_NAMES[side]} rises in {number}" for side, number in numbers.items())
    return Verdict((MetricFault("not monotone", f"not monotone in {grows}, {where} of {rises.of} {answer}s{mean}"),))


def rises_somewhere(values: Sequence[float]) -> bool:
    """Return whether a value is higher than the one before it."""
    return any(later - earlier > ROUNDING for earlier, later in pairwise(values))


def _rewards(expectation: Expectation, before: Means, after: Means) -> Iterator[MetricFault]:
    """Yield the sides that must fall and rise, or that must hold and take F up with them."""
    for side in before.sides:
        rise = -_fall(before, after, side)
        wanted = getattr(expectation, side)
        gained = wanted == "falls" or (wanted == "holds" and after.f - before.f > ROUNDING)
        if gained and rise > _slack(before, side):
            yield MetricFault("rewards", f"rewards it, {_NAMES[side]} rises by {_points(rise)}")
    kept = before.kept(after)
    if expectation.most is not None and kept is not None and kept > expectation.most + ROUNDING:
        limit = f"{kept:.0%} of {before.what} where at most {expectation.most:.0%} may be left".replace("%", " %")
        yield MetricFault("rewards", f"rewards it, keeps {limit}")


def _blindness(expectation: Expectation, before: Means, after: Means) -> Iterator[MetricFault]:
    """Yield a fault where sides that must fall do not move, or where F loses less than the change is worth."""
    falling = _sides(expectation, "falls", before)
    holding = [side for side in falling if _fall(before, after, side) <= _slack(before, side)]
    unmoved = [side for side in holding if abs(_fall(before, after, side)) <= ROUNDING]
    kept = before.kept(after) or 0.0
    if falling and unmoved == falling:
        yield MetricFault("blind", f"blind, {_unmoved(falling)}")
    elif expectation.loss is not None and kept > 1 - expectation.loss + ROUNDING:
        nearly = kept >= NEARLY_ALL
        what = "nearly blind" if nearly else "can be gamed"
        due = f"keeps {kept:.0%} of {before.what} where at least {expectation.loss:.0%} should go"
        yield MetricFault("blind" if nearly else "gamed", f"{what}, {due}".replace("%", " %"))
    elif holding and holding == falling:
        yield MetricFault("blind", f"nearly blind, {_hardly(falling)}")
    elif holding:
        how = _unmoved(holding) if unmoved else _hardly(holding)
        yield MetricFault("half blind", f"half blind, {how}")


def _severity(expectation: Expectation, before: Means, after: Means) -> Iterator[MetricFault]:
    """Yield a fault for sides that must hold and fall, or that rise while F does not."""
    holding = _sides(expectation, "holds", before)
    lost = [side for side in holding if _fall(before, after, side) > _slack(before, side)]
    if lost and len(holding) == len(before.sides):
        share = f"{1 - (before.kept(after) or 0.0):.0%}".replace("%", " %")
        yield MetricFault("punishes", f"punishes what should not matter, loses {share} of {before.what}")
    elif lost:
        fall = _points(_fall(before, after, lost[0]))
        yield MetricFault("wrong side", f"punishes the wrong side, {lost[0]} should hold and falls by {fall}")
    for side in holding:
        rise = -_fall(before, after, side)
        if rise > _slack(before, side):
            yield MetricFault("wrong side", f"{_NAMES[side]} should hold and rises by {_points(rise)}")


def _sides(expectation: Expectation, effect: Effect, means: Means) -> list[Side]:
    return [side for side in means.sides if getattr(expectation, side) == effect]


def _unmoved(falling: Sequence[Side]) -> str:
    return "no side moves" if len(falling) > 1 else f"{_NAMES[falling[0]]} does not move"


def _hardly(falling: Sequence[Side]) -> str:
    return f"{_unmoved(falling)} by more than {HOLDS:.0%} of its value".replace("%", " %")


def _slack(before: Means, side: Side) -> float:
    """Return by how much a side may move and still be said to hold."""
    return max(ROUNDING, HOLDS * abs(float(getattr(before, side))))


def _fall(before: Means, after: Means, side: Side) -> float:
    return float(getattr(before, side)) - float(getattr(after, side))


def _points(value: float) -> str:
    """Spell a difference as .045; of one that would round to nothing the first digit is shown."""
    return f"{value:.3f}"[1:] if 0.0005 <= value < 0.9995 else f"{value:.1g}"
