"""A survey as one JSON document."""

from __future__ import annotations

import dataclasses
from typing import Any

from cliometer.study.agreement.events import PartStatistics, averages, parts
from cliometer.study.agreement.matching import Matching
from cliometer.study.agreement.overlap import PairOverlap
from cliometer.study.agreement.pyramids import UnitStatistics
from cliometer.study.agreement.splits import SplitAnalysis, SplitTable
from cliometer.study.agreement.survey import JudgedTopic, Survey
from cliometer.version import __version__

Document = dict[str, Any]


def document(found: Survey) -> Document:
    """Everything, with all digits; what was not there to look at is an empty list."""
    events = found.events
    return {
        "cliometer": __version__,
        "notes": list(found.notes),
        "topics": [dataclasses.asdict(topic) for topic in events],
        "averages": dataclasses.asdict(averages(events)) if events else None,
        "parts": [_part(part) for part in parts(events)] if events else [],
        "judges": [_judged(topic) for topic in found.judged],
        "units": [_units(topic) for topic in found.units],
        "splits": [{"topic": topic, **_analysis(analysis)} for topic, analysis in found.splits],
        "matching": [_matching(matching) for matching in found.matchings],
    }


def _part(part: PartStatistics) -> Document:
    shares = {f"{name}_share": part.share(getattr(part, name)) for name in ("off", "single", "multi")}
    names = ("stories_per_topic", "events_per_topic", "sentences_per_topic", "sentences_per_story")
    return dataclasses.asdict(part) | {name: getattr(part, name) for name in names} | shares


def _judged(topic: JudgedTopic) -> Document:
    return {
        "topic": topic.links.topic,
        "judges": list(topic.links.judges),
        "agreement": topic.agreement,
        "addition_rate": topic.links.additions.value if topic.links.verified else None,
        "excluded_events": list(topic.links.unlinked),
        "set_alpha": topic.set_alpha,
        "cell_alpha": topic.cell_alpha,
        "pairs": [_pair(pair) for pair in topic.overlaps],
        "events": [dataclasses.asdict(row) for row in topic.rows],
    }


def _pair(pair: PairOverlap) -> Document:
    return dataclasses.asdict(pair) | {"dice": pair.dice, "jaccard": pair.jaccard}


def _units(topic: UnitStatistics) -> Document:
    flat = dataclasses.asdict(topic)
    del flat["shape"]
    shape = topic.shape
    return flat | {"levels": list(shape.levels), "pyramid": shape.pyramid, "strict_pyramid": shape.strict}


def _analysis(found: SplitAnalysis) -> Document:
    return {
        "writers": list(found.writers),
        "unseen": found.unseen,
        "frequencies": list(found.frequencies),
        "splits": len(found.tables),
        "mean_grey": found.mean_grey,
        "expected_grey": found.expected_grey,
        "mean_alpha": found.mean_alpha,
        "best": _table(found.best),
        "worst": _table(found.worst),
        "pooled_alpha": [
            {"assumed": what, "unseen": z, "alpha": alpha} for what, z, alpha in found.sensitivity
        ],
    }


def _table(table: SplitTable) -> Document:
    grey = {"grey": table.grey.value, "alpha": table.alpha_or_none()}
    return {"first": list(table.first), "second": list(table.second), "table": table.counts} | grey


def _matching(matching: Matching) -> Document:
    return {
        "topic": matching.topic,
        "units": matching.units,
        "left_out": list(matching.left_out),
        "decisions": len(matching.values),
        "agreement": matching.agreement.value,
        "exact": matching.exact.value,
        "alpha": matching.alpha,
    }
