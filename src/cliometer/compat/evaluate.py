"""Metrics behind the interface of Hugging Face's `evaluate`: load, add, compute.

    from cliometer.compat import evaluate
    metric = evaluate.load("align+m1(rouge=2)")
    metric.compute(predictions=[{"2010-05-27": ["..."]}], references=[{"2010-05-27": ["..."]}])

Numbers are those of `cliometer.score`, or of `cliometer.rouge` where texts stand in place of timelines.
Neither `evaluate` nor `datasets` is needed, and nothing is downloaded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from inspect import getdoc
from typing import Any

from cliometer.engine.results import mean_numbers
from cliometer.engine.value_evaluation import prepared
from cliometer.errors import CliometerError, UsageError, expected
from cliometer.metrics.base import Metric
from cliometer.metrics.catalogue import Preset, chosen
from cliometer.metrics.rouge.api import rouge
from cliometer.metrics.timeline_rouge import WholeText
from cliometer.model.score import Signature, gold_digest
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When
from cliometer.version import __version__

_SHAPE = "a timeline such as {date: [sentence, ...]}, or a text"


@dataclass(frozen=True)
class PredictionPair:
    """A prediction with its references, either timelines or texts."""

    prediction: Timeline | str
    references: ReferenceSet | tuple[str, ...]


def pair_of(prediction: object, reference: object, place: str = "") -> PredictionPair:
    """Return a pair as callers write it; a reference may be one or a list of several."""
    try:
        if isinstance(prediction, str):
            return PredictionPair(prediction, _texts(reference))
        return PredictionPair(_timeline(prediction), _references(reference))
    except CliometerError as error:
        raise error.inside(place) from None


def pairs_of(predictions: object, references: object) -> list[PredictionPair]:
    """Return the pairs of predictions and references, of which there must be as many."""
    ours, theirs = _listed("predictions", predictions), _listed("references", references)
    if len(ours) != len(theirs):
        raise UsageError("predictions-references-unequal", count=len(ours), theirs_count=len(theirs))
    both = enumerate(zip(ours, theirs, strict=True))
    return [pair_of(ours, theirs, f"pair {number}") for number, (ours, theirs) in both]


def _listed(name: str, given: object) -> list[Any]:
    """Return a list or a column of a dataset as a list; a lone text or timeline is refused."""
    if isinstance(given, str | bytes | Mapping) or not isinstance(given, Iterable):
        raise expected(f"{name} to be a list, each {_SHAPE}", given)
    return list(given)


def _texts(reference: object) -> tuple[str, ...]:
    texts = [reference] if isinstance(reference, str) else reference
    if not isinstance(texts, Sequence) or not all(isinstance(text, str) for text in texts):
        raise expected("the reference of a text to be a text, or a list of texts", reference)
    if not texts:
        raise UsageError("references-empty")
    return tuple(texts)


def _timeline(value: Any) -> Timeline:
    if isinstance(value, Timeline | Mapping) or value == [] or _are_days(value):
        return Timeline.of(value)
    raise expected(_SHAPE, value)


def _references(reference: Any) -> ReferenceSet:
    if isinstance(reference, ReferenceSet | Timeline | Mapping):
        return ReferenceSet(reference)
    if isinstance(reference, str) or not isinstance(reference, Sequence):
        raise expected("the reference of a timeline to be a timeline, or a list of them", reference)
    return ReferenceSet([_timeline(timeline) for timeline in ([reference] if _are_days(reference) else reference)])


def _are_days(value: object) -> bool:
    """Return whether a list is one timeline, of pairs of a date and its sentences, as JSON has it."""
    days = value if isinstance(value, list | tuple) else ()
    pairs = [day for day in days if isinstance(day, list | tuple) and len(day) == 2]
    return bool(days) and len(pairs) == len(days) and all(isinstance(day[0], str | date | When) for day in pairs)


Means = dict[str, float | str | None]


def means_of(pairs: Sequence[PredictionPair], metric: Metric, preset: str | None) -> Means:
    """Return precision, recall and both averages of F, and the signature; timelines and texts do not mix."""
    texts = sum(isinstance(pair.prediction, str) for pair in pairs)
    if texts not in (0, len(pairs)):
        raise UsageError("predictions-mixed", texts=texts, count=len(pairs))
    return _of_texts(pairs, metric, preset) if texts else _of_timelines(pairs, metric, preset)


def _of_timelines(pairs: Sequence[PredictionPair], metric: Metric, preset: str | None) -> Means:
    topics = [str(number) for number in range(1, len(pairs) + 1)]
    run: dict[str, Any] = {topic: pair.prediction for topic, pair in zip(topics, pairs, strict=True)}
    gold: dict[str, Any] = {topic: pair.references for topic, pair in zip(topics, pairs, strict=True)}
    results = prepared({"predictions": run}, gold, [metric], preset or "tilse").run()
    return {**results.means()[0].numbers, "signature": str(results.signature)}


def _of_texts(pairs: Sequence[PredictionPair], metric: Metric, preset: str | None) -> Means:
    """Return ROUGE of texts: ROUGE-1.5.5 with stemming and stop words, or what the metric or a preset says."""
    if not isinstance(metric, WholeText):
        raise UsageError("metric-of-timelines", metric=metric)
    filled = preset is not None or metric.tokens == "google"  # whose open settings are its own
    closed = metric.under(Preset.parse(preset or "tilse")) if filled else metric
    stem, stop = closed.stem is not False, bool(closed.stop)
    tokens, kind = closed.tokens or "rouge155", str(closed.rouge)
    alpha = 1 / (1 + closed.beta**2)
    numbers = []
    for pair in pairs:
        ours, *theirs = (str(text).splitlines() for text in (pair.prediction, *pair.references))
        scores = rouge(ours, theirs, [kind], stem=stem, stop=stop, alpha=alpha, tokens=tokens)
        numbers.append(dict(zip(("recall", "precision", "f"), scores[kind], strict=True)))
    means = mean_numbers(numbers, closed.beta)
    return {**means, "signature": str(_signature(pairs, metric, tokens, stem, stop, preset))}


def _signature(
    pairs: Sequence[PredictionPair], metric: WholeText, tokens: str, stem: bool, stop: bool, preset: str | None
) -> Signature:
    switches = {"stem": str(stem).lower(), "stop": str(stop).lower()}
    switches["gold_digest"] = gold_digest({str(number): pair.references for number, pair in enumerate(pairs)})
    named = [("preset", preset)] if preset else []
    tool = "rouge-score" if tokens == "google" else "rouge-1.5.5"
    metrics = [*named, ("metrics", str(metric)), ("texts", tool), ("tokens", tokens)]
    return Signature.of([("cliometer", __version__), *metrics, *switches.items(), ("averaging", "macro")])


def load(path: str | Metric, preset: str | None = None) -> EvaluationModule:
    """Return the metric of an expression such as `align+m1(rouge=2)`; a preset fills the settings it leaves open.

    Without a preset timelines are scored as by tilse, texts as by ROUGE-1.5.5 with stemming.
    """
    (metric,) = chosen([path])
    return EvaluationModule(metric, None if preset is None else Preset.parse(preset).name)


@dataclass
class EvaluationModule:
    """A metric that collects pairs until `compute`, which empties it."""

    metric: Metric
    preset: str | None = None
    _pairs: list[PredictionPair] = field(default_factory=list, repr=False)

    @property
    def name(self) -> str:
        """The metric's full expression."""
        return str(self.metric)

    @property
    def description(self) -> str:
        """What the metric measures, and its formula."""
        return f"{getdoc(type(self.metric)) or self.name}\n\n{self.metric.formula}"

    @property
    def citation(self) -> str:
        """The works that the metric comes from."""
        return self.metric.citation

    def __len__(self) -> int:
        return len(self._pairs)

    def __bool__(self) -> bool:
        return True  # an empty one is a metric all the same

    def add(self, *, prediction: object, reference: object) -> None:
        """Add one prediction with its reference, or with a list of several references."""
        self._pairs.append(pair_of(prediction, reference))

    def add_batch(self, *, predictions: object, references: object) -> None:
        """Add several predictions with their references; where one is wrong, none of them."""
        self._pairs += pairs_of(predictions, references)

    def clear(self) -> None:
        """Forget what was added."""
        self._pairs = []

    def compute(self, *, predictions: object = None, references: object = None) -> Means:
        """Return the means over all that was added, with their signature; then nothing is left.

        A number is None where it is undefined, as after `cliometer.score`.
        """
        if (predictions is None) is not (references is None):
            lacking = "predictions" if predictions is None else "references"
            raise UsageError("predictions-missing", lacking=lacking)
        if predictions is not None:
            self.add_batch(predictions=predictions, references=references)
        if not self._pairs:
            raise UsageError("nothing-to-compute")
        pairs = self._pairs
        self.clear()
        return means_of(pairs, self.metric, self.preset)


__all__ = ["EvaluationModule", "load"]
