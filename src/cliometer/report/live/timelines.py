"""The section of a report that shows timelines beside their references."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.engine.evaluation import Evaluation
from cliometer.engine.results import Results
from cliometer.report.aligned import drawable, topic_view
from cliometer.report.aligned.views import View
from cliometer.report.document import Block, Notes, Paragraph, Section, Timelines

_MOST_METRICS = 2  # an alignment each; the first is shown, the other one can be chosen


def timeline_section(evaluation: Evaluation, results: Results, most: int) -> Section:
    """The first topics with all systems; topics beyond `most`, and further metrics, are named."""
    metrics = _explainable(evaluation)
    if not metrics:
        said = "No metric of this report pairs dates, so no alignment is shown."
        return Section("Timelines", [Paragraph(said)])
    views = [_view(evaluation, topic, metrics[:_MOST_METRICS]) for topic in results.topics[:most]]
    left = [
        *_left("topics", results.topics[most:], "--topics"),
        *_left("metrics", metrics[_MOST_METRICS:], "-m"),
    ]
    blocks: list[Block] = [Timelines(views)] if views else []
    return Section("Timelines", [*blocks, Notes(left)] if left else blocks)


def _view(evaluation: Evaluation, topic: str, metrics: Sequence[str]) -> View:
    systems = {name: runs[topic] for name, runs in evaluation.systems.items() if topic in runs}
    return topic_view(topic, evaluation.references[topic], systems, metrics, evaluation.preset)


def _left(what: str, names: Sequence[str], option: str) -> list[str]:
    return (
        [f"{what} that are scored but not aligned here: {', '.join(names)} ({option} chooses)"]
        if names
        else []
    )


def _explainable(evaluation: Evaluation) -> list[str]:
    """The field's own metric first, then those that pair dates, since their links say most."""
    known = [metric for metric in evaluation.metrics if drawable(metric)]
    known.sort(key=lambda metric: getattr(metric, "pairing", "folded") == "folded")
    known.sort(key=lambda metric: not str(metric).startswith("align+m1"))
    return [str(metric) for metric in known]
