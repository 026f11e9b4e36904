"""Gates: conditions such as `rouge1.f >= baseline - 0.01` that a run must keep in CI, and their rulings."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from os.path import abspath
from pathlib import Path
from typing import cast, get_args

import numpy as np

from cliometer.engine.compare.figures import Design, ScoreFigures, figures_of
from cliometer.engine.compare.human_level import WRITERS
from cliometer.engine.results import Results
from cliometer.errors import InputError, UsageError, expected, unknown
from cliometer.expressions import spell_value
from cliometer.metrics.catalogue import parse
from cliometer.model.records import member, renamed
from cliometer.settings.groups import ScoreSide
from cliometer.stats.bootstrap import bootstrap
from cliometer.stats.effect_sizes import Side, bounds
from cliometer.stats.paired_tests import topic_means

# On the left stand a metric and a side; on the right a number, or a system (`baseline`, `writers` or the
# name of a run), plus or minus a number. Every run but the baseline and the one on the right must pass.

_SLACK = 1e-12  # 0.3 - 0.01 is a little more than 0.29, and a gate at the edge is open
OPERATORS: dict[str, Callable[[float, float], bool]] = {
    ">=": lambda score, bound: score >= bound - _SLACK,
    "<=": lambda score, bound: score <= bound + _SLACK,
    ">": lambda score, bound: score > bound + _SLACK,
    "<": lambda score, bound: score < bound - _SLACK,
    "=": lambda score, bound: abs(score - bound) <= _SLACK,
}
Left = Callable[[str], tuple[str, ScoreSide]]
_GATE = re.compile(r"\s*(?P<left>[^<>]*?[^<>=\s])\s*(?P<sign>>=|<=|>|<|=(?=[^()]*$))\s*(?P<right>[^<>=]+?)\s*")
_NUMBER = r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
# A run may be called run-2, so a sign counts as one only after a blank; our own two words need none.
_RIGHT = re.compile(
    rf"(?P<name>(?:baseline|writers)(?=\s*[+-]|$)|.+?)(?:(?:(?<=baseline)|(?<=writers)|\s)\s*(?P<plus>[+-])\s*(?P<margin>{_NUMBER}))?"
)
_EXAMPLE = '"align+m1(rouge=1).f >= baseline - 0.01"'
GRAMMAR = (
    "write METRIC[.f|.precision|.recall], then >=, >, <=, < or =, then a number such as 0.3, or a run, baseline "
    f"or writers, plus or minus a number: {_EXAMPLE}"
)


@dataclass(frozen=True)
class Gate:
    """One condition: `metric.side sign (other + margin)`; without `other` the margin is the number itself."""

    metric: str
    side: ScoreSide
    sign: str
    other: str | None
    margin: float

    @classmethod
    def parse(cls, text: str) -> Gate:
        """Read what `str` wrote, whatever the metric is called."""
        return parse_gate(text, _written)

    def __str__(self) -> str:
        side = "" if self.side == "value" else f".{self.side}"
        right = self.other or spell_value(self.margin)
        if self.other is not None and self.margin:
            right = f"{self.other} {'-' if self.margin < 0 else '+'} {spell_value(abs(self.margin))}"
        return f"{self.metric}{side} {self.sign} {right}"

    def holds(self, score: float, against: float) -> bool:
        """Whether a score keeps the condition, `against` being the score of the other, or 0."""
        return OPERATORS[self.sign](score, against + self.margin)


def gates_of(
    given: Sequence[str | Gate], confident: bool = False, left: Left | None = None, grammar: str = GRAMMAR
) -> list[Gate]:
    """Return gates as a caller gave them, parsed where they are texts; `left` parses what stands before the sign."""
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise expected(f"a list of gates such as [{_EXAMPLE}]", given)
    for gate in given:
        if not isinstance(gate, str | Gate):
            raise expected(f"a gate such as {_EXAMPLE}", gate)
    if confident and not given:
        raise UsageError("confident-without-gate", example=_EXAMPLE)
    return [parse_gate(gate, left, grammar) if isinstance(gate, str) else gate for gate in given]


def parse_gate(text: str, left: Left | None = None, grammar: str = GRAMMAR) -> Gate:
    """Read a gate; UsageError with the grammar and an example where it cannot be read."""
    match = _GATE.fullmatch(text)
    if match is None:
        raise UsageError("gate-malformed", text=text, grammar=grammar)
    metric, side = left(match["left"]) if left else _left(match["left"], text)
    other, margin = _right(match["right"])
    return Gate(metric, side, match["sign"], other, margin)


def _left(text: str, whole: str) -> tuple[str, ScoreSide]:
    """Parse `metric.side`; the metric alone means its F."""
    metric, dot, side = text.rpartition(".")
    if not dot or ")" in side or side.isdigit():
        return str(parse(text)), "f"
    if side not in get_args(ScoreSide):
        raise UsageError("gate-side-unknown", whole=whole, side=side)
    return str(parse(metric)), cast("ScoreSide", side)


def _right(text: str) -> tuple[str | None, float]:
    name, sign, number = None, "", text
    if not re.fullmatch(rf"[+-]?{_NUMBER}", text):
        match = _RIGHT.fullmatch(text)
        assert match is not None  # every text has a name
        name, sign, number = match["name"], match["plus"] or "", match["margin"] or "0"
    if math.isinf(float(number)):
        raise UsageError("gate-number-too-large", number=number)
    return name, float(sign + number)


def _written(text: str) -> tuple[str, ScoreSide]:
    """Parse the left side of a gate as `str` writes it, whatever the metric is called."""
    metric, dot, side = text.rpartition(".")
    return (metric, cast("ScoreSide", side)) if dot and side in get_args(ScoreSide) else (text, "value")


@dataclass(frozen=True)
class Ruling:
    """What a gate said of one system.

    `required` is what the score is held against. `confidence_bound` is the one-sided bound, at `level`, of
    the score, or of its distance to the other run, and is held against the gate's margin: whether the
    condition can be trusted to hold on other topics like these. It is None where there is nothing to
    resample. It decides only where the gate is `confident`.
    """

    gate: Gate
    system: str
    score: float
    required: float = field(metadata=renamed("required_score"))
    confidence_bound: float | None
    level: float = 0.95
    confident: bool = False

    @property
    @member
    def required_bound(self) -> float:
        """What the confidence bound is held against."""
        return self.gate.margin

    @property
    @member
    def score_passes(self) -> bool:
        """Whether the score itself keeps the condition."""
        return OPERATORS[self.gate.sign](self.score, self.required)

    @property
    @member
    def bound_passes(self) -> bool | None:
        """Whether the confidence bound does; None where there is none."""
        return None if self.confidence_bound is None else self.gate.holds(self.confidence_bound, 0.0)

    @property
    @member
    def passed(self) -> bool:
        """Whether the gate is open: by the score, and where it is confident also by the bound."""
        return self.score_passes and (bool(self.bound_passes) or not self.confident)

    def line(self) -> str:
        """Return the ruling as a line for a log."""
        numbers = f"{self.score:.4f} against {self.required:.4f}"
        if self.confident and self.confidence_bound is None:
            numbers += "; one topic has no confidence bound"
        elif self.confident:
            what = "" if self.gate.other is None else " of the difference"
            doubt = ": not certain enough" if self.score_passes and not self.bound_passes else ""
            bound = f"{100 * self.level:g} % bound{what} {self.confidence_bound:.4f}"
            numbers += f"; {bound} against {self.gate.margin:.4f}{doubt}"
        return f"gate {'passed' if self.passed else 'failed'}: {self.system}: {self.gate} ({numbers})"


def rule(
    gate: Gate, results: Results, writers: Results | None, design: Design, confident: bool = False
) -> list[Ruling]:
    """Return the rulings of a gate on results; a gate on the writers is held on the tasks of the human level."""
    design = replace(design, side=gate.side)
    if gate.other != WRITERS:
        return rule_figures(gate, figures_of(results, gate.metric, design), design, confident)
    if writers is None:
        raise UsageError("gate-without-writers", gate=gate)
    figures = figures_of(writers, gate.metric, design)
    if figures.aggregate.observed()[figures.systems.index(WRITERS)] == 0:
        raise InputError("gate-human-level-zero", gate=gate)
    return rule_figures(gate, figures, design, confident)


def rule_figures(gate: Gate, figures: ScoreFigures, design: Design, confident: bool = False) -> list[Ruling]:
    """Return the ruling on every system but the baseline and the one that the gate names."""
    gate = replace(gate, side=figures.side)
    other = _other(gate, figures, design)
    held = [at for at, name in enumerate(figures.systems) if at != other and name != design.baseline]
    if not held:
        raise UsageError("gate-without-run", gate=gate)
    scores = figures.aggregate.observed().tolist()
    required = gate.margin + (0.0 if other is None else scores[other])
    bounds = _bounds(figures, gate, other, design)
    for at in held:
        if confident and figures.units > 1 and bounds[at] is None:
            raise InputError(
                "gate-without-spread",
                gate=gate,
                systems=figures.systems[at],
                hint="score" if other is None else "distance",
            )
    return [Ruling(gate, figures.systems[at], scores[at], required, bounds[at], design.level, confident) for at in held]


def _other(gate: Gate, figures: ScoreFigures, design: Design) -> int | None:
    """Return the place of the system on the right; `baseline` is the design's, a run of that name, or the first."""
    if gate.other is None:
        return None
    name = gate.other
    if name == "baseline" and (design.baseline or name not in figures.systems):
        name = design.baseline or figures.systems[0]
    if name not in figures.systems:
        names = dict.fromkeys([*figures.systems, "baseline", WRITERS])
        raise UsageError("gate-name-unknown", unknown=unknown("system in the gate", name, names), grammar=GRAMMAR)
    if len(figures.systems) < 2:
        raise UsageError("gate-without-rival", gate=gate, name=name)
    return figures.systems.index(name)


def _bounds(figures: ScoreFigures, gate: Gate, other: int | None, design: Design) -> Sequence[float | None]:
    """Return the one-sided bound of each score, or of its distance to the other; None for a single unit."""
    systems = len(figures.systems)
    if figures.units < 2:
        return [None] * systems
    side: Side = "lower" if gate.sign.startswith(">") else "upper"
    if design.interval == "t":
        means = topic_means(figures.contributions, 0.0 if other is None else figures.contributions[[other] * systems])
        same = np.isnan(means.error) & (means.mean == 0)  # the same runs: their distance is 0, whatever the topics
        margin = np.where(same, 0.0, means.margin(1 - design.level))
        ends = means.mean - margin if side == "lower" else means.mean + margin
    else:
        sample = bootstrap(figures.aggregate, design.resamples, seed=design.seed)
        if other is not None:
            sample = sample.differences(np.array([(at, other) for at in range(systems)]))
        ends = bounds(sample, side, design.level, design.interval).values
    return [None if np.isnan(end) else float(end) for end in ends]


def with_names(
    design: Design, gates: Sequence[Gate], systems: Iterable[str], paths: Sequence[Path]
) -> tuple[Design, list[Gate]]:
    """Return the design and the gates, with a run's name wherever its path was given.

    No path names a run where a file holds several systems.
    """
    known = list(systems)
    single = len(known) == len(paths)
    names = {abspath(path): name for path, name in zip(paths, known, strict=True)} if single else {}
    given = design.baseline
    if given is not None and given not in known:
        design = replace(design, baseline=names.get(abspath(given), given))
    words = {*known, "baseline", WRITERS}
    others = [gate.other for gate in gates if gate.other is not None]
    runs = {other: names.get(abspath(other), other) for other in others if other not in words}
    return design, [replace(gate, other=gate.other and runs.get(gate.other, gate.other)) for gate in gates]
