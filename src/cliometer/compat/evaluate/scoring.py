"""The means of a metric over pairs, with the signature that goes with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cliometer.compat.evaluate.pairs import Pair
from cliometer.engine.evaluation import evaluate
from cliometer.engine.means import Group, mean_of
from cliometer.errors import UsageError
from cliometer.metrics.catalogue import Metric
from cliometer.metrics.presets import preset_named
from cliometer.metrics.rouge.api import rouge
from cliometer.metrics.whole_text import WholeText
from cliometer.model.signature import Signature
from cliometer.version import __version__

Means = dict[str, float | str | None]


def means_of(pairs: Sequence[Pair], metric: Metric, preset: str | None) -> Means:
    """Precision, recall and both averages of F, and the signature; timelines and texts do not mix."""
    texts = sum(pair.is_text for pair in pairs)
    if texts not in (0, len(pairs)):
        raise UsageError(
            f"{texts} of {len(pairs)} predictions are texts, the others timelines; score them apart"
        )
    return _of_texts(pairs, metric, preset) if texts else _of_timelines(pairs, metric, preset)


def _of_timelines(pairs: Sequence[Pair], metric: Metric, preset: str | None) -> Means:
    topics = [str(number) for number in range(1, len(pairs) + 1)]
    run: dict[str, Any] = {topic: pair.prediction for topic, pair in zip(topics, pairs, strict=True)}
    gold: dict[str, Any] = {topic: pair.references for topic, pair in zip(topics, pairs, strict=True)}
    results = evaluate({"predictions": run}, gold, [metric], preset or "tilse")
    return {**results.means()[0].numbers(), "signature": str(results.signature)}


def _of_texts(pairs: Sequence[Pair], metric: Metric, preset: str | None) -> Means:
    """ROUGE-1.5.5 of texts, with stemming and stop words, unless the metric or a preset says otherwise."""
    if not isinstance(metric, WholeText):
        raise UsageError(f"{metric} compares timelines; for texts load rouge1, rouge2, rougeL, rougeSU4, ...")
    closed = metric if preset is None else metric.under(preset_named(preset))
    stem, stop = closed.stem is not False, bool(closed.stop)
    tokens, kind = closed.tokens or "rouge155", str(closed.rouge)
    alpha = 1 / (1 + closed.beta**2)
    numbers = []
    for pair in pairs:
        ours, *theirs = (str(text).splitlines() for text in (pair.prediction, *pair.references))
        found = rouge(ours, theirs, [kind], stem=stem, stop=stop, alpha=alpha, tokens=tokens)
        numbers.append(dict(zip(("recall", "precision", "f"), found[kind], strict=True)))
    mean = mean_of(Group("predictions", str(metric), len(pairs), 0), numbers, False, closed.beta)
    return {**mean.numbers(), "signature": str(_signature(metric, tokens, stem, stop, preset))}


def _signature(metric: WholeText, tokens: str, stem: bool, stop: bool, preset: str | None) -> Signature:
    switches = {"stem": str(stem).lower(), "stop": str(stop).lower()}
    named = [("preset", preset)] if preset else []
    metrics = [*named, ("metrics", str(metric)), ("texts", "rouge-1.5.5"), ("tokens", tokens)]
    return Signature.of([("cliometer", __version__), *metrics, *switches.items(), ("averaging", "macro")])
