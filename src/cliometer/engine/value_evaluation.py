"""Evaluation of values: what a caller gives as dictionaries, texts and timelines, checked and scored."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from cliometer import errors
from cliometer.engine.evaluation import Allowance, Evaluation, refuse_empty_references
from cliometer.errors import UsageError, expected
from cliometer.metrics.base import Metric, is_metric
from cliometer.metrics.catalogue import Preset, measurable, parse
from cliometer.model.documents import SourceText, SummaryText
from cliometer.model.extracts import Extract
from cliometer.model.sources import GoldTopic
from cliometer.model.timeline import OracleRun, ReferenceSet, Timeline
from cliometer.settings.groups import Extra, Missing

T = TypeVar("T")
V = TypeVar("V")


def prepared(
    systems: Mapping[str, Mapping[str, Any]],
    gold: Mapping[str, Any],
    metrics: Sequence[str | Metric] | None = None,
    preset: str | Preset = "tilse",
    missing: Missing = "error",
    extra: Extra = "error",
) -> Evaluation:
    """Return what a caller gave, checked and in our own values."""
    topics = dict(_named(gold, "references", "{topic: [timeline, ...]}"))
    evidence = evidence_of(topics.values(), metrics)
    topics, read = _READERS[evidence](topics)
    runs = {
        name: {
            topic: _at(f"systems[{name!r}][{topic!r}]", read, answer)
            for topic, answer in _named(run, f"systems[{name!r}]", "{topic: timeline}")
        }
        for name, run in _named(systems, "systems", "{system: {topic: timeline}}")
    }
    oracles = {name: run.maker for name, run in systems.items() if isinstance(run, OracleRun)}
    rules, allow = Preset.parse(preset), Allowance(missing, extra)
    asked, aside = measurable(metrics, evidence, topics, rules)
    return Evaluation(runs, topics, asked, evidence, rules, allow, aside=aside, oracles=oracles)


def named_pair(system: Any, gold: Any, metrics: Sequence[str | Metric] | None) -> tuple[Any, Any]:
    """Return a system and a topic, each under a name; complaints about timelines do without these names."""
    if evidence_of([gold], metrics) == "references":
        system, gold = Timeline.of(system), ReferenceSet(gold)
    return {"system": {"topic": system}}, {"topic": gold}


def evidence_of(gold: Iterable[Any], metrics: Sequence[str | Metric] | None = None) -> str:
    """Return the kind of gold that values are; texts are sources where the metrics say so."""
    first = next(iter(gold), None)
    if isinstance(first, GoldTopic):
        return first.evidence
    parts = first if isinstance(first, Sequence) and not isinstance(first, str) else [first]
    if any(isinstance(part, SourceText) for part in parts):
        return "sources"
    if not any(isinstance(part, str) for part in parts):
        return "references"
    asked = metrics if isinstance(metrics, Sequence) and not isinstance(metrics, str) else []
    named = {parse(metric).evidence for metric in asked if isinstance(metric, str) or is_metric(metric)}
    return "sources" if named == {"sources"} else "references"


def _references(topics: Mapping[str, Any]) -> tuple[dict[str, Any], Callable[[Any], Any]]:
    gold = {topic: _at(f"references[{topic!r}]", ReferenceSet, given) for topic, given in topics.items()}
    refuse_empty_references(gold)
    return gold, Timeline.of


def _judged(answer: type, article: str) -> Callable[[Mapping[str, Any]], Any]:
    def read(given: Any) -> Any:
        if not isinstance(given, answer):
            raise expected(article, given)
        return given

    return lambda topics: (dict(topics), read)


def _sources(topics: Mapping[str, Any]) -> tuple[dict[str, Any], Callable[[Any], Any]]:
    """Return the sources of topics, one text or several each; the other topics are the background of each."""
    from cliometer.metrics.sources.corpus import Corpus, SourceTopic

    texts = {
        topic: [given] if isinstance(given, str | SourceText) else list(given)
        for topic, given in topics.items()
        if not isinstance(given, SourceTopic)
    }
    corpus = Corpus({topic: tuple(map(_source, several)) for topic, several in texts.items()})
    return {topic: corpus.topics().get(topic, topics[topic]) for topic in topics}, _summary


def _source(text: Any) -> SourceText:
    return text if isinstance(text, SourceText) else SourceText(tuple(str(text).splitlines()))


def _summary(given: Any) -> SummaryText:
    return SummaryText.of(Timeline.of(given) if isinstance(given, Mapping) else given)


_READERS: dict[str, Callable[[Mapping[str, Any]], tuple[dict[str, Any], Callable[[Any], Any]]]] = {
    "references": _references,
    "units": _judged(Extract, "an Extract of what the system selected"),
    "events": _judged(Extract, "an Extract of what the system selected"),
    "nuggets": _judged(Sequence, "a list of Updates"),
    "banks": _judged(Sequence, "a list of BankNuggets"),
    "facts": _judged(Sequence, "a list of ReportedFacts"),
    "sources": _sources,
}


def _named(given: Mapping[str, T], place: str, shape: str) -> ItemsView[str, T]:
    """Return what stands under each name; a timeline, which has dates for names, is refused here."""
    if isinstance(given, Mapping) and all(isinstance(name, str) for name in given):
        return given.items()
    raise UsageError("value-shape-expected", place=place, shape=shape, given=errors.shown(given))


def _at(place: str, read: Callable[[T], V], value: T) -> V:
    """Read a value; a complaint about it starts with its place."""
    try:
        return read(value)
    except errors.CliometerError as error:
        raise error.inside(place) from None
