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
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from cliometer.model.display import provide
from cliometer.version import __version__

if TYPE_CHECKING:
    from cliometer.api import (
        agree,
        agreement,
        check_submissions,
        compare,
        convert,
        court,
        demo,
        evaluate,
        explain,
        judge,
        judge_card,
        metrics,
        plan,
        power,
        read_references,
        read_run,
        read_sources,
        register,
        report,
        rouge,
        score,
        score_table,
        submissions,
        summarise,
        timelines,
        tune,
        vote,
    )
    from cliometer.errors import CliometerError
    from cliometer.io.input_form import input_form
    from cliometer.io.timelines import read_timeline, read_timelines, write_timelines
    from cliometer.io.units import read_units
    from cliometer.metrics.catalogue import parse as parse_metric
    from cliometer.metrics.rouge.api import rouge_average
    from cliometer.metrics.rouge.batch import rouge_batch
    from cliometer.model.timeline import ReferenceSet, Timeline
    from cliometer.model.when import When
    from cliometer.text.annotate import annotate

_HOMES = {
    "cliometer.api": "agree agreement check_submissions compare convert court demo evaluate explain judge judge_card "
    "metrics plan power read_references read_run read_sources register report rouge score score_table submissions "
    "summarise timelines tune vote",
    "cliometer.errors": "CliometerError",
    "cliometer.io.input_form": "input_form",
    "cliometer.io": "read_timeline read_timelines write_timelines",
    "cliometer.io.units": "read_units",
    "cliometer.metrics.catalogue": "parse_metric",
    "cliometer.metrics.rouge.api": "rouge_average",
    "cliometer.metrics.rouge.batch": "rouge_batch",
    "cliometer.model.timeline": "ReferenceSet Timeline",
    "cliometer.model.when": "When",
    "cliometer.text.annotate": "annotate",
}
_HOME = {name: module for module, names in _HOMES.items() for name in names.split()}
_SHARED = ("court", "metrics", "report")  # names of functions and of subpackages

__all__ = [
    "CliometerError", "ReferenceSet", "Timeline", "When", "__version__", "agree", "agreement", "annotate",
    "check_submissions", "compare", "convert", "court", "demo", "evaluate", "explain", "input_form", "judge",
    "judge_card", "metrics",
    "parse_metric", "plan", "power", "read_references", "read_run", "read_sources", "read_timeline", "read_timelines",
    "read_units", "register", "report", "rouge", "rouge_average", "rouge_batch", "score", "score_table", "submissions",
    "summarise", "timelines", "tune", "vote", "write_timelines",
]  # fmt: skip


provide(lambda: importlib.import_module("cliometer.report.render.notebook"))


def __getattr__(name: str) -> Any:
    if name in _SHARED:
        return importlib.import_module(f"cliometer.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'cliometer' has no attribute {name!r}")
    attribute = getattr(importlib.import_module(_HOME[name]), "parse" if name == "parse_metric" else name)
    globals()[name] = attribute
    return attribute


def __dir__() -> list[str]:
    return sorted(__all__)  # not what this file imports for itself


class _SentByName(ModuleType):
    """A module that functions which name it take along to workers of Spark, Ray and Dask, as they do with any other."""

    def __reduce__(self) -> tuple[Any, ...]:
        return importlib.import_module, (self.__name__,)


class _CallablePackage(_SentByName):
    """A subpackage that shares its name with a function of the front door, and is called as that function."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return self.__wrapped__(*arguments, **options)

    @property
    def __wrapped__(self) -> Any:  # where `inspect.signature` looks
        return getattr(importlib.import_module("cliometer.api"), self.__name__.rpartition(".")[2])

    @property
    def __doc__(self) -> str:  # type: ignore[override]  # what `help` shows
        return str(self.__wrapped__.__doc__)


class _FrontDoor(_SentByName):
    """This package: a subpackage of a shared name becomes callable as soon as it is imported."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _SHARED and isinstance(value, ModuleType):
            value.__class__ = _CallablePackage
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _FrontDoor
