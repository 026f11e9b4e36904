"""Every metric of every kind of gold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cliometer.metrics.catalogue import EVIDENCE, Evidence
from tools.reference.markdown import codes, document, escaped, summary, table
from tools.reference.named import section

OPENING = """Written from the registry: every metric with its formula, the gold it is measured against, its
settings and its citation. [Metrics](../metrics.md) explains expressions, presets, ties and averages;
kernels, similarities and presets are under [settings](settings.md). A setting is given in brackets:
`align+m1(rouge=2)`."""


def page() -> str:
    """The whole page, a list first."""
    kinds = [part for evidence in EVIDENCE.values() for part in _kind(evidence)]
    return document("Metrics", OPENING, [_overview(), *kinds])


def _overview() -> str:
    rows = [
        [f"[`{cls.name}`](#{anchor(cls.name)})", evidence.name, summary(cls.__doc__)]
        for evidence in EVIDENCE.values()
        for cls in evidence.registry
    ]
    return table(["metric", "gold", "meaning"], rows)


def anchor(name: str) -> str:
    """The anchor of a metric's heading: signs are dropped."""
    return "".join(sign for sign in name.lower() if sign.isalnum() or sign in "-_")


def _kind(evidence: Evidence) -> Iterator[str]:
    yield f"## Gold: {evidence.name}"
    yield f"{evidence.meaning.capitalize()}. Measured where no metric is named: {codes(evidence.usual)}."
    for cls in evidence.registry:
        yield section(cls, _facts(cls))


def _facts(cls: type[Any]) -> Iterator[str]:
    if getattr(cls, "lower_is_better", False) is True:
        yield "Less is better."
    if hasattr(cls, "citation"):
        yield f"Citation: {escaped(cls.citation)}"
