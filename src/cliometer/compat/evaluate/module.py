"""A metric as an object that collects predictions and references, then computes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from inspect import getdoc

from cliometer.compat.evaluate.pairs import Pair, pair_of, pairs_of
from cliometer.compat.evaluate.scoring import Means, means_of
from cliometer.engine.evaluation import chosen
from cliometer.errors import UsageError
from cliometer.metrics.catalogue import Metric
from cliometer.metrics.presets import preset_named
from cliometer.metrics.whole_text import WholeText

_TIMELINE = "a timeline: {date: [sentence, ...]}, or [[date, [sentence, ...]], ...]"
_TEXT = "a text, its sentences one a line"


@dataclass(frozen=True)
class EvaluationModuleInfo:
    """What can be known of a metric before it computes."""

    module_name: str
    description: str
    citation: str
    features: Mapping[str, str]
    inputs_description: str
    module_type: str = "metric"


def load(path: str | Metric, preset: str | None = None) -> EvaluationModule:
    """The metric of an expression such as `align+m1(rouge=2)`; a preset fills the settings it leaves open.

    Without a preset timelines are scored as by tilse, texts as by ROUGE-1.5.5 with stemming.
    """
    (metric,) = chosen([path])
    return EvaluationModule(metric, None if preset is None else preset_named(preset).name)


@dataclass
class EvaluationModule:
    """Collects pairs until `compute`, which empties it."""

    metric: Metric
    preset: str | None = None
    _pairs: list[Pair] = field(default_factory=list, repr=False)

    @property
    def name(self) -> str:
        """The metric's full expression."""
        return str(self.metric)

    @property
    def description(self) -> str:
        """What it measures, and its formula."""
        return f"{getdoc(type(self.metric)) or self.name}\n\n{self.metric.formula}"

    @property
    def citation(self) -> str:
        """Whose idea it is."""
        return self.metric.citation

    @property
    def features(self) -> dict[str, str]:
        """What a prediction and a reference are."""
        one = f"{_TEXT}; or {_TIMELINE}" if isinstance(self.metric, WholeText) else _TIMELINE
        return {"predictions": one, "references": f"{one}; or a list of several"}

    @property
    def inputs_description(self) -> str:
        """The same as a sentence."""
        return "\n".join(f"{name}: each is {what}" for name, what in self.features.items())

    @property
    def info(self) -> EvaluationModuleInfo:
        """All of it."""
        about = self.name, self.description, self.citation
        return EvaluationModuleInfo(*about, self.features, self.inputs_description)

    def __len__(self) -> int:
        return len(self._pairs)

    def __bool__(self) -> bool:
        return True  # an empty one is a metric all the same

    def add(self, *, prediction: object, reference: object) -> None:
        """One more prediction with its reference, or a list of several references."""
        self._pairs.append(pair_of(prediction, reference))

    def add_batch(self, *, predictions: object, references: object) -> None:
        """Several predictions with their references; all or, where one is wrong, none of them."""
        self._pairs += pairs_of(predictions, references)

    def clear(self) -> None:
        """Forget what was added."""
        self._pairs = []

    def compute(self, *, predictions: object = None, references: object = None) -> Means:
        """The means over all that was added, with their signature; then nothing is left.

        A number is None where it is undefined, as after `cliometer.evaluate`.
        """
        if (predictions is None) is not (references is None):
            lacking = "predictions" if predictions is None else "references"
            raise UsageError(f"{lacking} were not given; write compute(predictions=[...], references=[...])")
        if predictions is not None:
            self.add_batch(predictions=predictions, references=references)
        if not self._pairs:
            raise UsageError("there is nothing to compute: add predictions and references first")
        pairs = self._pairs
        self.clear()
        return means_of(pairs, self.metric, self.preset)
