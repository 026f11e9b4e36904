"""The tools we are measured against, each behind a function that returns None where it is not installed."""

from __future__ import annotations

import datetime
import importlib
import shutil
import subprocess
from collections.abc import Callable
from types import ModuleType
from typing import Any, Literal

from benchmarks.texts import Days
from cliometer.io.scores import METRICS

Scores = dict[str, dict[str, float]]
Evaluate = Callable[[Days, Days], Scores]

OURS = [f"{name}(rouge={n})" for name in METRICS.values() for n in (1, 2)]


def load(module: str) -> ModuleType | None:
    """A peer's module."""
    try:
        return importlib.import_module(module)
    except ImportError:
        return None


def perl_is_ready() -> bool:
    """Whether the modules that ROUGE-1.5.5 needs are there; tilse does not ask for them."""
    if shutil.which("perl") is None:
        return False
    asked = subprocess.run(["perl", "-MXML::Parser", "-MDB_File", "-e", "1"], capture_output=True, check=False)
    return asked.returncode == 0


def tilse(mode: Literal["original", "reimpl"]) -> Evaluate | None:
    """tilse's five metrics, ROUGE-1 and 2, by its Perl (`original`) or its Python (`reimpl`)."""
    rouge, timelines = load("tilse.evaluation.rouge"), load("tilse.data.timelines")
    if rouge is None or timelines is None:
        return None
    evaluator = rouge.TimelineRougeEvaluator(measures=["rouge_1", "rouge_2"], rouge_computation=mode)

    def evaluate(system: Days, reference: Days) -> Scores:
        truth = timelines.GroundTruth([timelines.Timeline(_dated(reference))])
        return _renamed(evaluator.evaluate_all(timelines.Timeline(_dated(system)), truth))

    return evaluate


def _dated(days: Days) -> dict[datetime.date, list[str]]:
    return {datetime.date.fromisoformat(date): sentences for date, sentences in days.items()}


def _renamed(found: dict[str, dict[str, dict[str, Any]]]) -> Scores:
    return {
        f"{METRICS[metric]}(rouge={measure[-1]})": {
            "precision": numbers["precision"],
            "recall": numbers["recall"],
            "f": numbers["f_score"],
        }
        for metric, measures in found.items()
        for measure, numbers in measures.items()
    }
