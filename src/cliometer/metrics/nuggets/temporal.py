"""The measures of the TREC Temporal Summarization track, and `ts`, the metric made of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from cliometer.expressions import registered, setting, word
from cliometer.metrics.base import Metric, PartsExplanation, Properties, metrics
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.nuggets.gain import Rules, Sums, Walk, discount, ideal, sum_gains
from cliometer.model.notes import Note
from cliometer.model.nuggets import NuggetTopic, Update
from cliometer.model.score import MetricResult, Ratio, SingleScore, Undefined, f_measure
from cliometer.spelling import listed, many

_WEIGHED = (  # each also weighted by confidence, as confident_...
    *("gain", "normalised_gain", "latency_gain", "normalised_latency_gain"),
    *("comprehensiveness", "latency_comprehensiveness", "f", "verbosity", "latency"),
)
NAMES = ("updates", *_WEIGHED, *(f"confident_{name}" for name in _WEIGHED))
COSTS = ("updates", "verbosity", "confident_verbosity")  # `latency` is none: it grows towards 2 if updates are early


def values(s: Sums, latency_over: str = "updates") -> dict[str, float | None]:
    """Return every measure by name; None where the topic has nothing to find, 0 where the run said nothing.

    Measures weighted by confidence are divided by its sum as well: longer runs get smaller values.
    """
    measures, ideal = [float(s.updates)], s.ideal.value or 0.0
    count = s.matches if latency_over == "matches" else s.updates
    for earned, in_time, length, delay, weight in (
        (s.gain, s.latency_gain, s.verbosity, s.latency, 1.0),
        (s.confident_gain, s.confident_latency_gain, s.confident_verbosity, s.confident_latency, s.confidence),
    ):
        gain, latency_gain = _over(earned, s.verbosity * weight), _over(in_time, s.verbosity * weight)
        late = _over(in_time, s.attainable * weight)
        measures += [gain, _over(gain, ideal), latency_gain, _over(latency_gain, ideal)]
        measures += [_over(earned, s.attainable * weight), late, f_measure(_over(latency_gain, ideal), late)]
        measures += [_over(length, weight * s.updates), _over(delay, weight * count)]
    return {name: None if s.undefined else value for name, value in zip(NAMES, measures, strict=True)}


def _over(part: float, whole: float) -> float:
    """Divide; the result is 0 where a run that said nothing leaves nothing to divide by."""
    return part / whole if whole > 0 else 0.0


@dataclass(frozen=True, slots=True)
class TemporalScore:
    """Normalised expected latency gain as precision, latency comprehensiveness as recall, and their F."""

    sums: Sums
    latency_over: str
    beta: ClassVar[float] = 1.0

    @property
    def undefined(self) -> str | None:
        """Why there is no value, None where there is one."""
        return self.sums.undefined

    def numbers(self, undefined: Undefined = "null") -> dict[str, float | None]:
        """Return precision, recall and F."""
        numbers = values(self.sums, self.latency_over)
        names = {"precision": "normalised_latency_gain", "recall": "latency_comprehensiveness", "f": "f"}
        missing = 0.0 if undefined == "zero" else None
        return {name: missing if self.undefined else numbers[of] for name, of in names.items()}


@dataclass(frozen=True)
class NuggetGain:
    """A nugget, the update that tells it first, if any, how late, and what that earns."""

    nugget: str
    worth: float
    update: str | None
    hours_late: float | None
    discount: float | None
    gain: float
    text: str


@registered(metrics)
class TemporalSummarization(Metric, Rules):
    """Gain, latency gain, comprehensiveness and their F of a run against nuggets."""

    name: ClassVar[str] = "ts"
    formula: ClassVar[str] = (
        "sum of R(n) L(n.t, M(n).t) over the nuggets told / sum of V(u) and / sum of R(n), "
        "where M(n) is the earliest update that tells n"
    )
    citation: ClassVar[str] = "Aslam et al. (2014), TREC 2014 Temporal Summarization Track Overview"
    evidence: ClassVar[str] = "nuggets"

    of: str | None = setting(None, parse=word("measure", NAMES), doc="one measure alone, such as gain")

    # early updates gain more than 1, and a short run is divided by less
    properties: ClassVar[Properties] = Properties(False, False, False, True, False, uses_dates=True)

    @property
    def lower_is_better(self) -> bool:  # type: ignore[override]  # it follows from the settings
        """Whether the measure is a cost to the reader: words, time or updates."""
        return self.of in COSTS

    @property
    def rules(self) -> TemporalSummarization:
        """The metric of all measures under the same rules."""
        return replace(self, of=None)

    def sums(self, updates: Sequence[Update], topic: NuggetTopic) -> Sums:
        """Add up what one run earns on one topic."""
        walk = Walk(self, topic)
        earned = list(walk.gains(updates))
        return sum_gains(earned, sum(walk.worth.values()), ideal(walk.worth.values(), len(earned)))

    def values(self, sums: Sums) -> dict[str, float | None]:
        """Return every measure by name."""
        return values(sums, self.latency_over)

    def score(self, updates: Sequence[Update], topic: NuggetTopic) -> dict[str, float | None]:
        """Return every measure of one run on one topic."""
        return self.values(self.sums(updates, topic))

    def explain_in(self, comparison: TopicComparison, place: int = 0) -> PartsExplanation:
        """Show which update earned which nugget, when and how late, then the nuggets that none told."""
        updates, topic = comparison.systems[place], comparison.gold
        walk = Walk(self, topic)
        earned = walk.first_updates(updates)
        missed = [id for id in walk.nuggets if id not in earned]
        parts = [self._gain(walk, id, earned.get(id)) for id in (*earned, *missed)]
        sentences = [f"{many(len(updates), 'update')} told {len(earned)} of {many(len(parts), 'nugget')}"]
        sentences += [f"missed: {listed(missed, 20)}"] if missed else []
        (score,) = self.measure_all([updates], topic)
        title = "Nuggets in the order in which they were told; gain is worth times discount"
        return PartsExplanation(str(self), score, title, tuple(parts), tuple(sentences))

    def _gain(self, walk: Walk, id: str, update: Update | None) -> NuggetGain:
        nugget, worth = walk.nuggets[id], walk.worth[id]
        if update is None:
            return NuggetGain(id, worth, None, None, None, 0.0, nugget.text)
        late, hours = discount(nugget.time, update.time, self.step), (update.time - nugget.time) / 3600
        return NuggetGain(id, worth, update.id, hours, late, worth * late, nugget.text)

    def measure_in(self, comparison: TopicComparison) -> list[MetricResult]:
        """Score the runs, sharing sums with metrics of the same rules."""
        topic: NuggetTopic = comparison.gold
        sums = comparison.memo(self.rules, lambda: [self.sums(run, topic) for run in comparison.systems])
        return [self._result(each) for each in sums]

    def _result(self, sums: Sums) -> MetricResult:
        if self.of is None:
            return TemporalScore(sums, self.latency_over)
        value = values(sums, self.latency_over)[self.of]
        return SingleScore(Ratio(value or 0.0, 0.0 if value is None else 1.0), sums.undefined or "")


TS2014 = TemporalSummarization()
TS2013 = TemporalSummarization(
    unimportant="keep", unsampled="skip", lengths="file", blanks="collapsed", confidence="given", latency_over="matches"
)


Runs = Mapping[str, Mapping[str, Sequence[Update]]]
_UNSAMPLED = {
    "word": "counted as one word without a nugget",
    "nugget": "counted as long as a nugget, but without one",
    "skip": "left out",
    "average": "counted as an update of average length without a nugget",
}


def trust_notes(rules: Iterable[Rules], topics: Mapping[str, NuggetTopic], runs: Runs) -> list[str]:
    """Return the notes on all rules that are in use, each once."""
    every = (note for rule in rules for note in (*unimportant_notes(rule, topics), *unjudged_notes(rule, topics, runs)))
    return list(dict.fromkeys(every))


def unimportant_notes(rules: Rules, topics: Mapping[str, NuggetTopic]) -> Iterator[str]:
    """Yield a note on the number of nuggets that are worth nothing."""
    dropped = [n.id for topic in topics.values() for n in topic.nuggets.values() if n.importance <= 0]
    if dropped and rules.unimportant == "drop":
        others = f" and {len(dropped) - 1} more" if len(dropped) > 1 else ""
        yield Note.of("nuggets-left-out", nuggets=many(len(dropped), "nugget"), dropped=dropped[0], others=others)


def unjudged_notes(rules: Rules, topics: Mapping[str, NuggetTopic], runs: Runs) -> Iterator[str]:
    """Yield a note on how much of each run nobody judged, which decides how far its numbers can be trusted."""
    for name, run in runs.items():
        known = [(topics[topic], updates) for topic, updates in run.items() if topic in topics]
        pushed = sum(len(updates) for _, updates in known)
        unseen = sum(update.id not in topic.updates for topic, updates in known for update in updates)
        if unseen:
            share = f"{unseen} of {pushed} updates {'was' if unseen == 1 else 'were'} not judged"
            yield Note.of("updates-unjudged", name=name, share=share, unsampled=_UNSAMPLED[rules.unsampled])
