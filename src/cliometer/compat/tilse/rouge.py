"""`tilse.evaluation.rouge`: the evaluator with tilse's method names and result dictionaries."""

from __future__ import annotations

import re
import warnings
from collections import OrderedDict
from collections.abc import Iterable

from cliometer.compat.tilse.timelines import GroundTruthLike, TimelineLike, our_references, ours
from cliometer.engine.countability import uncountable
from cliometer.errors import UncountableTextWarning, UsageError, expected
from cliometer.io.scores.tilse import METRICS as METRICS
from cliometer.metrics.catalogue import parse
from cliometer.metrics.comparison import Comparison
from cliometer.metrics.presets import TILSE
from cliometer.metrics.rouge.arguments import number
from cliometer.model.score import Score

Numbers = dict[str, float]
Scores = dict[str, Numbers]


class TimelineRougeEvaluator:
    """As tilse's; measures may be any `rouge_N`, and `rouge_L`, `rouge_S4`, `rouge_SU4` besides."""

    def __init__(
        self, measures: Iterable[str] = ("rouge_1",), rouge_computation: str = "original", beta: float = 1
    ) -> None:
        if not isinstance(measures, Iterable) or isinstance(measures, bytes):
            raise expected('a list of measures such as ["rouge_1", "rouge_2"]', measures)
        self.measures = [measures] if isinstance(measures, str) else list(measures)
        self.beta = number("beta", beta)
        if rouge_computation not in ("original", "reimpl", "reimplementation"):
            raise UsageError(f"rouge_computation is 'original' or 'reimpl', not {rouge_computation!r}")
        if rouge_computation != "original":
            warnings.warn(
                "tilse's approximate ROUGE is not offered: the exact one is faster and is used", stacklevel=2
            )

    def evaluate_concat(
        self, predicted_timeline: TimelineLike, reference_timelines: GroundTruthLike
    ) -> Scores:
        """ROUGE of the whole texts."""
        return self._evaluate("concat", _comparison(predicted_timeline, reference_timelines))

    def evaluate_agreement(
        self, predicted_timeline: TimelineLike, reference_timelines: GroundTruthLike
    ) -> Scores:
        """ROUGE where both have the date."""
        return self._evaluate("agreement", _comparison(predicted_timeline, reference_timelines))

    def evaluate_align_date_costs(
        self, predicted_timeline: TimelineLike, reference_timelines: GroundTruthLike
    ) -> Scores:
        """`align` of the paper."""
        return self._evaluate("align_date_costs", _comparison(predicted_timeline, reference_timelines))

    def evaluate_align_date_content_costs(
        self, predicted_timeline: TimelineLike, reference_timelines: GroundTruthLike
    ) -> Scores:
        """`align+` of the paper."""
        return self._evaluate(
            "align_date_content_costs", _comparison(predicted_timeline, reference_timelines)
        )

    def evaluate_align_date_content_costs_many_to_one(
        self, predicted_timeline: TimelineLike, reference_timelines: GroundTruthLike
    ) -> Scores:
        """`align+ m:1` of the paper."""
        comparison = _comparison(predicted_timeline, reference_timelines)
        return self._evaluate("align_date_content_costs_many_to_one", comparison)

    def evaluate_all(
        self, predicted_timeline: TimelineLike, reference_timelines: GroundTruthLike
    ) -> OrderedDict[str, Scores]:
        """All five, by tilse's names."""
        comparison = _comparison(predicted_timeline, reference_timelines)
        return OrderedDict((name, self._evaluate(name, comparison)) for name in METRICS)

    def _evaluate(self, name: str, comparison: Comparison) -> Scores:
        return {measure: self._measure(METRICS[name], measure, comparison) for measure in self.measures}

    def _measure(self, metric: str, measure: str, comparison: Comparison) -> Numbers:
        variant = re.fullmatch(r"rouge_(\w+\*?)", str(measure))
        if variant is None:
            raise UsageError(f"a measure is rouge_1, rouge_2, ..., rouge_L or rouge_SU4, not {measure!r}")
        asked = parse(f"{metric}(rouge={variant[1]}, beta={float(self.beta)!r})").under(TILSE)
        return _as_tilse(asked.measure_in(comparison)[0])


def _comparison(predicted: TimelineLike, references: GroundTruthLike) -> Comparison:
    """The pair; tilse scores scripts other than Latin 0, or crashes, without a word: here it is said."""
    comparison = Comparison([ours(predicted)], our_references(references))
    for remark in uncountable([parse("agreement").under(TILSE)], ["predicted"], "the topic", comparison):
        warnings.warn(remark, UncountableTextWarning, stacklevel=3)
    return comparison


def _as_tilse(score: Score) -> Numbers:
    """tilse's keys, and its integer 0 where there was nothing to divide by."""
    numbers = score.numbers("zero")
    precision = (numbers["precision"] or 0.0) if score.precision.whole else 0
    recall = (numbers["recall"] or 0.0) if score.recall.whole else 0
    f_score = (numbers["f"] or 0.0) if precision + recall else 0
    return {"precision": precision, "recall": recall, "f_score": f_score}
