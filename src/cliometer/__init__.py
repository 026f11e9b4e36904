"""Cliometer measures timelines and other summaries of events through time.

>>> import cliometer
>>> system = {"2010-05-27": ["Obama extends the drilling moratorium"]}
>>> reference = {"2010-05-27": ["Obama announces a drilling moratorium"]}
>>> cliometer.score(system, [reference], metrics=["agreement(rouge=1)"]).to_dict()
{'agreement(rouge=1)': {'precision': 0.75, 'recall': 0.75, 'f': 0.75}}

Names are loaded when they are first used, so that `import cliometer` costs next to nothing.
"""

# ruff: noqa: F405  # names in `__all__` come from the front door
from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from cliometer.model.display import provide
from cliometer.version import __version__

if TYPE_CHECKING:
    from cliometer.api import *  # noqa: F403  # all functions of the front door
    from cliometer.errors import CliometerError
    from cliometer.io.input_form import input_form
    from cliometer.io.timelines import read_timeline, read_timelines, write_timelines
    from cliometer.metrics.catalogue import parse as parse_metric
    from cliometer.metrics.rouge.batch import rouge_batch
    from cliometer.metrics.vectors import register_embedder
    from cliometer.model.timeline import ReferenceSet, Timeline
    from cliometer.model.when import When
    from cliometer.text.annotate import annotate

_HOMES = {  # of the names that are not in `cliometer.api`
    "cliometer.errors": "CliometerError",
    "cliometer.io.input_form": "input_form",
    "cliometer.io": "read_timeline read_timelines write_timelines",
    "cliometer.metrics.catalogue": "parse_metric",
    "cliometer.metrics.rouge.batch": "rouge_batch",
    "cliometer.metrics.vectors": "register_embedder",
    "cliometer.model.timeline": "ReferenceSet Timeline",
    "cliometer.model.when": "When",
    "cliometer.text.annotate": "annotate",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}

__all__ = [
    "CliometerError", "ReferenceSet", "Timeline", "When", "__version__", "agree_judges", "agree_metrics",
    "agree_people", "agree_scores", "agree_votes", "annotate", "check", "check_online", "check_submissions", "cite",
    "compare", "compare_protocols", "convert", "court_judge", "court_metrics", "curve", "data", "demo", "experiment",
    "explain", "input_form", "judge_coverage", "judge_links", "judge_preferences", "list_metrics", "list_protocols",
    "parse_metric", "read_references", "read_run", "read_sources", "read_timeline", "read_timelines", "read_units",
    "register", "register_embedder", "report", "rouge", "rouge_average", "rouge_batch", "score", "score_table",
    "show_protocol", "study_agreement", "study_draft", "study_plan", "study_power", "study_reasons", "submissions",
    "summarise", "timelines", "tune", "verify", "vote", "write_timelines",
]  # fmt: skip


provide(lambda: importlib.import_module("cliometer.reporting.render.notebook"))


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'cliometer' has no attribute {name!r}")
    home = importlib.import_module(_HOME.get(name, "cliometer.api"))
    attribute = getattr(home, "parse" if name == "parse_metric" else name)
    globals()[name] = attribute
    return attribute


def __dir__() -> list[str]:
    return sorted(__all__)  # not what this file imports for itself
