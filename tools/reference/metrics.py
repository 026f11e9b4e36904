"""Every metric of every kind of gold."""

from __future__ import annotations

from collections.abc import Iterator

from cliometer.metrics.base import GOLD_KINDS, GoldKind, Metric, metrics
from tools.reference.markdown import codes, document, escaped, summary, table
from tools.reference.named import section

OPENING = """Written from the registry: every metric with its formula, the gold it is measured against, its
settings and its citation. [Metrics](../metrics.md) explains expressions, presets, ties and averages;
kernels, similarities and presets are under [settings](settings.md). A setting is given in brackets:
`align+m1(rouge=2)`."""


def page() -> str:
    """The whole page, a list first."""
    kinds = [part for kind in GOLD_KINDS.values() for part in _kind(kind)]
    return document("Metrics", OPENING, [_overview(), *kinds])


def _overview() -> str:
    rows = [[f"[`{cls.name}`](#{anchor(cls.name)})", cls.evidence, summary(cls.__doc__)] for cls in metrics]
    return table(["metric", "gold", "meaning"], rows)


def anchor(name: str) -> str:
    """The anchor of a metric's heading: signs are dropped."""
    return "".join(sign for sign in name.lower() if sign.isalnum() or sign in "-_")


def _kind(kind: GoldKind) -> Iterator[str]:
    yield f"## Gold: {kind.name}"
    yield f"{kind.meaning.capitalize()}. Measured where no metric is named: {codes(kind.usual)}."
    for cls in kind.metrics:
        yield section(cls, _facts(cls))


def _facts(cls: type[Metric]) -> Iterator[str]:
    if cls().lower_is_better:
        yield "Lower is better."
    yield f"Citation: {escaped(cls.citation)}"
