"""tilse's evaluator interface on our engine: existing scripts change one import.

    from cliometer.compat import tilse
    evaluator = tilse.TimelineRougeEvaluator(measures=["rouge_1", "rouge_2"])
    evaluator.evaluate_all(tilse.Timeline({...}), tilse.GroundTruth([...]))

Numbers equal tilse 0.2.1 with its Perl ROUGE and current scipy, to the last bit; where tilse crashes or loses
text we answer (docs/compat-tilse.md lists every case).
"""

from cliometer.compat.tilse.dates import evaluate_dates
from cliometer.compat.tilse.rouge import TimelineRougeEvaluator
from cliometer.compat.tilse.timelines import GroundTruth, Timeline

__all__ = ["GroundTruth", "Timeline", "TimelineRougeEvaluator", "evaluate_dates"]
