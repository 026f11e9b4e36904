"""Cliometer measures timelines and other summaries of events through time.

>>> import cliometer
>>> system = {"2010-05-27": ["Obama extends the drilling moratorium"]}
>>> reference = {"2010-05-27": ["Obama announces a drilling moratorium"]}
>>> cliometer.score(system, [reference], metrics=["agreement(rouge=1)"]).to_dict()
{'agreement(rouge=1)': {'precision': 0.75, 'recall': 0.75, 'f': 0.75}}

Names are loaded when they are first used, so that `import cliometer` costs next to nothing.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from cliometer.model.display import provide
from cliometer.version import __version__

if TYPE_CHECKING:
    from cliometer.engine.compare.system_comparison import compare
    from cliometer.engine.evaluation import evaluate, score
    from cliometer.engine.pair_explanation import explain
    from cliometer.errors import CliometerError
    from cliometer.io import read_timeline, read_timelines, write_timelines
    from cliometer.metrics.catalogue import parse as parse_metric
    from cliometer.metrics.rouge.api import rouge, rouge_average
    from cliometer.metrics.rouge.batch import rouge_batch
    from cliometer.model.timeline import ReferenceSet, Timeline
    from cliometer.model.when import When
    from cliometer.text.annotate import annotate

__all__ = [
    "CliometerError",
    "ReferenceSet",
    "Timeline",
    "When",
    "__version__",
    "annotate",
    "compare",
    "evaluate",
    "explain",
    "parse_metric",
    "read_timeline",
    "read_timelines",
    "rouge",
    "rouge_average",
    "rouge_batch",
    "score",
    "write_timelines",
]

_HOME = {
    "CliometerError": "cliometer.errors",
    "ReferenceSet": "cliometer.model.timeline",
    "Timeline": "cliometer.model.timeline",
    "When": "cliometer.model.when",
    "annotate": "cliometer.text.annotate",
    "compare": "cliometer.engine.compare.system_comparison",
    "evaluate": "cliometer.engine.evaluation",
    "explain": "cliometer.engine.pair_explanation",
    "parse_metric": "cliometer.metrics.catalogue",
    "read_timeline": "cliometer.io",
    "read_timelines": "cliometer.io",
    "rouge": "cliometer.metrics.rouge.api",
    "rouge_average": "cliometer.metrics.rouge.api",
    "rouge_batch": "cliometer.metrics.rouge.batch",
    "score": "cliometer.engine.evaluation",
    "write_timelines": "cliometer.io",
}


provide(lambda: importlib.import_module("cliometer.report.render.notebook"))


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'cliometer' has no attribute {name!r}")
    attribute = getattr(importlib.import_module(_HOME[name]), "parse" if name == "parse_metric" else name)
    globals()[name] = attribute
    return attribute
