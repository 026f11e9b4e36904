"""Reading a metric from its expression, presets that fill its open settings, and what the field calls our metrics."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from cliometer.errors import UsageError, expected, unknown
from cliometer.expressions import spell_value
from cliometer.metrics.alignment import TieRule
from cliometer.metrics.base import GOLD_KINDS, Metric, is_metric, metrics
from cliometer.metrics.rouge.variants import Variant
from cliometer.metrics.similarity import Kernel, Similarity, kernels, similarities
from cliometer.model.score import Signature, Undefined
from cliometer.model.timeline import Duplicates

DEFAULT = GOLD_KINDS["references"].usual


# Presets: what a metric's open settings mean. A setting that an expression spells out wins.


@dataclass(frozen=True)
class Preset:
    """A named set of settings; every field but the name and the note is part of the signature."""

    name: str
    note: str
    tokens: str
    stem: bool
    stop: bool
    references: str
    content: Similarity
    kernel: Kernel
    ties: TieRule
    undefined: Undefined
    duplicates: Duplicates  # alike in ours, and what readers do by default: files give commands and Python the same
    metrics: str = "usual"  # those that are measured against references where none is named, or the usual ones

    @classmethod
    def parse(cls, name: str | Preset) -> Preset:
        """Return a preset by its name; a preset passes through."""
        if isinstance(name, Preset):
            return name
        if not isinstance(name, str) or name not in PRESETS:
            raise unknown("preset", name, PRESETS)
        return PRESETS[name]

    def __str__(self) -> str:
        return self.name


def _read_presets() -> dict[str, Preset]:
    presets: dict[str, Preset] = {}
    for name, table in tomllib.loads(Path(__file__).with_name("presets.toml").read_text("utf-8")).items():
        usual = vars(presets[table.pop("like")]) if "like" in table else {}
        parsers = {"content": similarities.parse, "kernel": kernels.parse}
        own = {key: parsers[key](value) if key in parsers else value for key, value in table.items()}
        presets[name] = Preset(**{**usual, **own, "name": name})
    return presets


PRESETS = _read_presets()
TILSE, PAPER2017, MODERN, ROBUST = PRESETS.values()


def parse(expression: str | Metric) -> Metric:
    """Read a metric of any kind.

    Parameters
    ----------
    expression
        A name with settings, such as `"align+m1(rouge=2)"`; a metric passes through.

    Returns
    -------
    Metric
        The metric, whose `str` is its full expression.

    Raises
    ------
    UsageError
        Where no metric has the name, or the metric no such setting; the message has near misses.
    """
    if isinstance(expression, str):
        return metrics.parse(expression)
    if not is_metric(expression):
        raise expected('a metric such as "align+m1(rouge=1)"', expression)
    return expression


def lower_is_better(expression: str) -> bool:
    """Return whether a metric of ours is better where it is lower; False for columns of other tools."""
    try:
        return metrics.parse(expression).lower_is_better
    except UsageError:  # a column of another tool, which may start like one of ours
        name = expression.partition("(")[0].strip()
        return name in metrics and metrics[name]().lower_is_better


_PAPER_LABELS = {"align+m1(rouge=1)": "AR-1", "align+m1(rouge=2)": "AR-2"}
_ROUGE_INSIDE = re.compile(r"(concat|agreement|align\+?|align\+m1)\(rouge=(\w+(?:\.\d+)?)\)")


def paper_label(expression: str) -> str:
    """Return what the column of a metric is called in a paper; an expression with other settings stays as it is.

    >>> paper_label("align+m1(rouge=1)"), paper_label("concat(rouge=L)"), paper_label("jsd")
    ('AR-1', 'concat R-L', 'jsd')
    """
    inside = _ROUGE_INSIDE.fullmatch(expression)
    return _PAPER_LABELS.get(expression) or (f"{inside[1]} R-{inside[2]}" if inside else expression)


def usual_metrics(preset: Preset, evidence: str = "references") -> Sequence[str]:
    """Return the metrics that are measured where none is named: the preset's, or the usual ones of such gold."""
    is_listed = evidence == "references" and preset.metrics != "usual"
    return preset.metrics.split(", ") if is_listed else GOLD_KINDS[evidence].usual


def chosen(
    metrics: Sequence[str | Metric] | None, evidence: str = "references", preset: Preset = TILSE
) -> list[Metric]:
    """Return the metrics that were asked for, each once; without any, the usual ones of the preset or the gold."""
    if isinstance(metrics, str | Metric):
        raise UsageError("metrics-list-expected", metrics=metrics)
    if metrics is not None and not isinstance(metrics, Sequence):
        raise expected('a list of metrics such as ["date", "align+m1(rouge=1)"]', metrics)
    parsed = [parse(metric) for metric in (usual_metrics(preset, evidence) if metrics is None else metrics)]
    if not parsed:
        raise UsageError("metrics-empty")
    for metric in parsed:
        if metric.evidence != evidence:
            meaning, gold = (GOLD_KINDS[kind].meaning for kind in (metric.evidence, evidence))
            raise UsageError("metric-of-other-gold", metric=metric, meaning=meaning, gold=gold)
    return list(dict.fromkeys(parsed))


def measurable(
    asked: Sequence[str | Metric] | None, evidence: str, gold: Mapping[str, Any], preset: Preset = TILSE
) -> tuple[list[Metric], tuple[str, ...]]:
    """Return the chosen metrics, less the usual ones that want a background that is not there, and a note."""
    metrics = chosen(asked, evidence, preset)
    if asked is not None or evidence != "sources":
        return metrics, ()
    from cliometer.metrics.sources.catalogue import with_background

    return with_background(metrics, gold)


def short_signature(signature: Signature) -> str:
    """Return a signature without the settings that are the preset's own; `Signature.parse` reads it.

    `usual` stands for the metrics that are measured where none is named, AR-1 and AR-2 for what papers mean by them.
    Without a preset of ours the signature stays as it is.
    """
    given = dict(signature.fields)
    preset, named = PRESETS.get(given.pop("preset", "")), given.pop("metrics", "")
    if preset is None or not named or ":" in named or "|" in named:
        return str(signature)
    usual = {field.name: spell_value(getattr(preset, field.name)) for field in fields(preset)} | {"averaging": "macro"}
    is_usual = named == ",".join(usual_metrics(preset))
    for expression, label in _PAPER_LABELS.items():
        named = named.replace(expression, label)
    head = [f"cliometer:{given.pop('cliometer')}", preset.name, "usual" if is_usual else named]
    rest = [(key, value) for key, value in given.items() if usual.get(key) != value]
    return "|".join([*head, *(f"{'gold' if key == 'gold_digest' else key}:{value}" for key, value in rest)])


# What the field calls our metrics, for near misses only: ROUGE-L, R2, date-F1, align+ m:1, AR-L.
# They are not accepted as names, so that every result has one spelling.

_SEPARATORS = re.compile(r"[\s:_-]+")
_MEASURE = r"(?:f|f1|fscore|fmeasure)?"
_ALIGNED = re.compile(rf"ar(.+?){_MEASURE}")
_WHOLE = re.compile(rf"r(?:ouge)?(.+?){_MEASURE}")
_DATE = re.compile(rf"dates?(?:selection)?{_MEASURE}")


def expression_for(text: str) -> str | None:
    """Return our expression for a name of the field, None where it is none."""
    name = _SEPARATORS.sub("", text.partition("(")[0]).lower()
    if name in metrics:
        return name
    if _DATE.fullmatch(name):
        return "date"
    if aligned := _variant(_ALIGNED, name):
        return f"align+m1(rouge={aligned})"
    if whole := _variant(_WHOLE, name):
        return f"rouge{whole}" if f"rouge{whole}" in metrics else f"concat(rouge={whole})"
    return None


def _variant(pattern: re.Pattern[str], name: str) -> Variant | None:
    match = pattern.fullmatch(name)
    try:
        return Variant.parse(match[1].upper()) if match else None
    except (UsageError, ValueError):  # the latter for a number of thousands of digits
        return None


metrics.translate = expression_for
