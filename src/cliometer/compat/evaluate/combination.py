"""Several metrics that are given the same predictions and references."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cliometer.compat.evaluate.module import EvaluationModule, load
from cliometer.compat.evaluate.scoring import Means
from cliometer.errors import UsageError, expected
from cliometer.metrics.catalogue import Metric

Evaluation = str | Metric | EvaluationModule


def combine(
    evaluations: Sequence[Evaluation] | Mapping[str, Evaluation],
    force_prefix: bool = False,
    preset: str | None = None,
) -> CombinedEvaluations:
    """Several metrics as one; the names of a dictionary, or the metrics' own, tell their numbers apart."""
    if isinstance(evaluations, str) or not isinstance(evaluations, Sequence | Mapping):
        raise expected('a list of metrics such as ["date", "align+m1"], or a dictionary of them', evaluations)
    named = evaluations.items() if isinstance(evaluations, Mapping) else [("", one) for one in evaluations]
    loaded = [(name, one if isinstance(one, EvaluationModule) else load(one, preset)) for name, one in named]
    modules = {name or module.name: module for name, module in loaded}
    if not modules or len(modules) < len(loaded):
        raise UsageError("combine needs metrics that differ, or a dictionary that names each")
    return CombinedEvaluations(modules, force_prefix)


@dataclass(frozen=True)
class CombinedEvaluations:
    """Metrics by name."""

    evaluation_modules: Mapping[str, EvaluationModule]
    force_prefix: bool = False

    def add(self, *, prediction: object, reference: object) -> None:
        """As for one metric."""
        for module in self.evaluation_modules.values():
            module.add(prediction=prediction, reference=reference)

    def add_batch(self, *, predictions: object, references: object) -> None:
        """As for one metric."""
        for module in self.evaluation_modules.values():
            module.add_batch(predictions=predictions, references=references)

    def clear(self) -> None:
        """Forget what was added."""
        for module in self.evaluation_modules.values():
            module.clear()

    def compute(self, *, predictions: object = None, references: object = None) -> Means:
        """All numbers in one dictionary; those that several metrics have get `<name>_` before them."""
        try:
            found = {
                name: module.compute(predictions=predictions, references=references)
                for name, module in self.evaluation_modules.items()
            }
        finally:
            self.clear()
        shared = Counter(key for means in found.values() for key in means)
        return {
            f"{name}_{key}" if self.force_prefix or shared[key] > 1 else key: value
            for name, means in found.items()
            for key, value in means.items()
        }
