"""The public interface: `cliometer.__all__`, and the values that its functions return."""

from __future__ import annotations

import dataclasses
import importlib
import inspect
import re
from collections.abc import Iterator
from typing import Any

import cliometer
from cliometer import api
from tools.reference.markdown import code, document, fenced, prose, summary
from tools.reference.signatures import spelled

OPENING = """Written from the docstrings. `import cliometer` loads nothing else until a name is used. A
timeline may be given as the path of a file, as a plain dictionary, `{"2010-05-27": ["sentence", ...]}`, or as
a `Timeline`; a metric as an expression ([metrics](metrics.md)). Gold, runs, posts, scores and votes may be paths
or values as well. Arguments are checked against the types of the signature before any work; whatever is wrong
with one is a single sentence. What can be raised is under [errors](errors.md)."""
_COMMENT = re.compile(r"^    (\w+): .*?  # (.+)$", re.MULTILINE)
RESULTS = (
    "cliometer.engine.results.PairResult",
    "cliometer.engine.results.Results",
    "cliometer.engine.results.ScoreRow",
    "cliometer.engine.results.Mean",
    "cliometer.model.score.Score",
    "cliometer.model.score.SingleScore",
    "cliometer.model.score.Ratio",
    "cliometer.model.score.Signature",
    "cliometer.engine.pair_explanation.PairExplanation",
    "cliometer.engine.compare.system_comparison.SystemComparison",
    "cliometer.engine.compare.standings.Standings",
    "cliometer.court.findings.Findings",
    "cliometer.court.meta_evaluation.human_scores.MetricAgreement",
    "cliometer.court.meta_evaluation.human_votes.MetricVoteAgreement",
    "cliometer.court.meta_evaluation.metric_matrix.MetricMatrix",
    "cliometer.court.votes.tally.PollTallies",
    "cliometer.court.votes.tally.Tally",
    "cliometer.study.agreement_survey.AgreementSurvey",
    "cliometer.systems.summaries.Summaries",
    "cliometer.experiments.tuning.Tuning",
    "cliometer.api.reports.ReportFiles",
    "cliometer.api.making.RougeResult",
    "cliometer.engine.curves.Curves",
    "cliometer.engine.curves.OnlineCheck",
    "cliometer.experiments.experiment.MicroblogResults",
    "cliometer.io.backgrounds.Backgrounds",
    "cliometer.reporting.citations.Citations",
    "cliometer.io.timelines.Reading",
    "cliometer.model.sources.Annotation",
)


def page() -> str:
    """The whole page: functions, values, results."""
    public = [name for name in cliometer.__all__ if not name.startswith("_")]
    functions = [name for name in public if not isinstance(getattr(cliometer, name), type)]
    values = [getattr(cliometer, name) for name in public if name not in functions]
    return document(
        "Python",
        OPENING,
        [
            "## Functions",
            *(part for name in functions for part in _function(name)),
            "## Values",
            *(part for cls in values for part in _class(cls)),
            "## Results",
            *(part for path in RESULTS for part in _class(_found(path))),
        ],
    )


def _found(path: str) -> type[Any]:
    module, _, name = path.rpartition(".")
    found: type[Any] = getattr(importlib.import_module(module), name)
    return found


def _function(name: str) -> Iterator[str]:
    function = getattr(api, name, None) or getattr(cliometer, name)
    yield f"### `{name}`"
    yield fenced(spelled(function, f"cliometer.{name}"), "python")
    opening, *sections = re.split(r"\n\n(\w+)\n-+\n", inspect.cleandoc(function.__doc__ or ""))
    yield prose(opening)
    for title, body in zip(sections[::2], sections[1::2], strict=True):
        yield f"**{title}**"
        yield prose(body) if title == "Examples" else "\n".join(_entries(body))


def _entries(body: str) -> Iterator[str]:
    """The entries of a section in numpy's style: a name, and its description below it."""
    for name, description in re.findall(r"^(\S.*)\n((?:(?:    .*)?(?:\n|$))*)", body, re.MULTILINE):
        yield f"- {code(name)}: {' '.join(description.split())}"


def _class(cls: type[Any]) -> Iterator[str]:
    yield f"### `{cls.__name__}`"
    if inspect.isfunction(vars(cls).get("__init__")) and not dataclasses.is_dataclass(cls):
        yield fenced(spelled(cls.__init__, cls.__name__).replace(" -> None", ""), "python")
    yield prose(cls.__doc__)
    fields, members = list(_fields(cls)), list(_members(cls))
    if fields:
        yield fenced("\n".join(fields), "python")
    if members:
        yield "\n".join(members)


def _fields(cls: type[Any]) -> Iterator[str]:
    """Fields with the comments that stand behind them."""
    if dataclasses.is_dataclass(cls):
        comments = dict(_COMMENT.findall(inspect.getsource(cls)))
        for field in dataclasses.fields(cls):
            if not field.name.startswith("_"):
                comment = f"  # {comments[field.name]}" if field.name in comments else ""
                yield f"{field.name}: {_type(field.type)}{comment}"


def _type(spelled: Any) -> str:
    return spelled if isinstance(spelled, str) else str(getattr(spelled, "__name__", spelled))


def _members(cls: type[Any]) -> Iterator[str]:
    """Public methods and properties that the class itself, or one of ours above it, declares."""
    seen = {name for one in cls.__mro__ if one.__module__.startswith("cliometer") for name in vars(one)}
    for name in sorted(seen):
        value = inspect.getattr_static(cls, name)
        if not name.startswith("_") and _is_member(value):
            yield f"- {code(_call(name, value))}: {summary(inspect.getdoc(value))}"


def _is_member(value: object) -> bool:
    return inspect.isfunction(value) or isinstance(value, (property, classmethod, staticmethod)) or _cached(value)


def _cached(value: object) -> bool:
    return type(value).__name__ == "cached_property"


def _call(name: str, value: Any) -> str:
    if isinstance(value, property) or _cached(value):
        return name
    line = spelled(getattr(value, "__func__", value))
    return " ".join(line.split()).replace("( ", "(").replace(", )", ")")
