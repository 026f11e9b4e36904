"""Metrics behind the interface of Hugging Face's `evaluate`: load, add, compute.

    from cliometer.compat import evaluate
    metric = evaluate.load("align+m1(rouge=2)")
    metric.compute(predictions=[{"2010-05-27": ["..."]}], references=[{"2010-05-27": ["..."]}])

Numbers are those of `cliometer.evaluate`, or of `cliometer.rouge` where texts stand in place of timelines.
Neither `evaluate` nor `datasets` is needed, and nothing is downloaded.
"""

from cliometer.compat.evaluate.combination import CombinedEvaluations, combine
from cliometer.compat.evaluate.module import EvaluationModule, EvaluationModuleInfo, load

__all__ = ["CombinedEvaluations", "EvaluationModule", "EvaluationModuleInfo", "combine", "load"]
