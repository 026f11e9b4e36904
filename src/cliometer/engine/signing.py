"""The signature of an evaluation, read off its preset, its metrics and its references."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import version
from unicodedata import unidata_version

from cliometer.metrics.base import Metric
from cliometer.metrics.expression import spell_value
from cliometer.metrics.presets import Preset
from cliometer.metrics.settings import settings_of
from cliometer.model.signature import Signature
from cliometer.model.timeline import Duplicates, ReferenceSet
from cliometer.version import __version__


def sign(
    preset: Preset,
    metrics: Sequence[Metric],
    references: Mapping[str, ReferenceSet],
    duplicates: Duplicates | None,
    missing: str = "error",
) -> Signature:
    """Version, metrics, the preset with every setting that a metric leaves open, references, averaging.

    A setting that an expression spells out stands in the expression; the preset's value holds for the others.
    """
    open_settings = [
        field.name
        for metric in metrics
        for field in settings_of(metric)
        if getattr(metric, field.name) is None
    ]
    used = {*open_settings, "undefined"}
    settings = [
        (field.name, spell_value(getattr(preset, field.name)))
        for field in dataclasses.fields(preset)
        if field.name in used
    ]
    return Signature.of(
        [
            ("cliometer", __version__),
            ("preset", preset.name),
            ("metrics", ",".join(str(metric) for metric in metrics)),
            *settings,
            *_libraries(preset, metrics),
            *([("duplicates", duplicates)] if duplicates else []),
            *([("missing", missing)] if missing != "error" else []),
            ("nrefs", _reference_numbers(references)),
            ("averaging", "macro"),
        ]
    )


def _libraries(preset: Preset, metrics: Sequence[Metric]) -> list[tuple[str, str]]:
    """What else can move a number: scipy's choice between ties, and Unicode's idea of a letter."""
    closed = [metric.under(preset) for metric in metrics]
    libraries = []
    if any(getattr(m, "pairing", "") == "one to one" and getattr(m, "ties", "") == "solver" for m in closed):
        libraries.append(("scipy", _scipy_version()))
    if any(getattr(m, "tokens", "") == "unicode" for m in closed):
        libraries.append(("unicode", unidata_version))
    return libraries


@cache
def _scipy_version() -> str:
    return version("scipy")  # looked up on disk, which takes as long as scoring


def _reference_numbers(references: Mapping[str, ReferenceSet]) -> str:
    numbers = sorted({len(topic) for topic in references.values()})
    return "-".join(str(number) for number in dict.fromkeys((numbers[0], numbers[-1]))) if numbers else "0"
