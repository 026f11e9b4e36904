"""A ruling: what a gate said of one system, by its score and, where asked, by its confidence bound."""

from __future__ import annotations

from dataclasses import dataclass

from cliometer.engine.compare.gates import OPERATORS, Gate


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
    required: float
    confidence_bound: float | None
    level: float = 0.95
    confident: bool = False

    @property
    def score_passes(self) -> bool:
        """Whether the score itself keeps the condition."""
        return OPERATORS[self.gate.sign](self.score, self.required)

    @property
    def bound_passes(self) -> bool | None:
        """Whether the confidence bound does; None where there is none."""
        return None if self.confidence_bound is None else self.gate.holds(self.confidence_bound, 0.0)

    @property
    def passed(self) -> bool:
        """Whether the gate is open: by the score, and where it is confident also by the bound."""
        return self.score_passes and (bool(self.bound_passes) or not self.confident)

    def line(self) -> str:
        """For a person who looks at a log."""
        word = "passed" if self.passed else "failed"
        doubt = f"; {self._certainty()}" if self.confident else ""
        numbers = f"{self.score:.4f} against {self.required:.4f}{doubt}"
        return f"gate {word}: {self.system}: {self.gate} ({numbers})"

    def _certainty(self) -> str:
        if self.confidence_bound is None:
            return "one topic has no confidence bound"
        what = "" if self.gate.other is None else " of the difference"
        bound = f"{100 * self.level:g} % bound{what} {self.confidence_bound:.4f}"
        doubt = ": not certain enough" if self.score_passes and not self.bound_passes else ""
        return f"{bound} against {self.gate.margin:.4f}{doubt}"

    def to_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "gate": str(self.gate),
            "system": self.system,
            "passed": self.passed,
            "score": self.score,
            "required_score": self.required,
            "score_passes": self.score_passes,
            "confident": self.confident,
            "confidence_bound": self.confidence_bound,
            "required_bound": self.gate.margin,
            "bound_passes": self.bound_passes,
        }
