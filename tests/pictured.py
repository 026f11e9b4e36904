"""Charts and chapters as tests look at them: the records behind a picture, and whether it can be drawn."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cliometer.engine.compare.figures import Design
from cliometer.engine.compare.score_comparison import compare_scores
from cliometer.model.judgements import ScoreTable
from cliometer.reporting.chapters import kind_of
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.charts.grammar import themed
from cliometer.reporting.document import Figure, Listing, Notes, Paragraph, Section
from cliometer.reporting.render.web import VEGA_LITE

HOSTILE = ("</script><script>alert(1)</script>", "a.b[c]\\'\"", "שלום \U0001f389", "x" * 300, "")


def shown(document: Any) -> Section:
    """The section of a JSON document, read back into its result."""
    kind = kind_of(document)
    assert kind is not None
    return kind.chapter(document, FigureNames())


def records(spec: Any, *keys: str) -> list[dict[str, Any]]:
    """All records of a chart, those of its layers included, that have these keys."""
    return [record for values in _data(spec) for record in values if all(key in record for key in keys)]


def _data(spec: Any) -> Iterator[Sequence[dict[str, Any]]]:
    if isinstance(spec, Mapping):
        if "values" in spec.get("data", {}):
            yield spec["data"]["values"]
        for key, inner in spec.items():
            if key != "data":
                yield from _data(inner)
    elif isinstance(spec, list):
        for inner in spec:
            yield from _data(inner)


def complaints(spec: Any, capfd: Any) -> str:
    """What the drawing library warns of."""
    import vl_convert

    capfd.readouterr()
    vl_convert.vegalite_to_vega(json.dumps(themed(spec)), vl_version=VEGA_LITE, show_warnings=True)
    seen = capfd.readouterr()
    return str(seen.out + seen.err)


def figures(section: Section) -> dict[str, Figure]:
    """By name."""
    return {block.name: block for _, part in section.walk() for block in part.blocks if isinstance(block, Figure)}


def listings(section: Section) -> list[Listing]:
    """Tables that are no figure's."""
    return [block for _, part in section.walk() for block in part.blocks if isinstance(block, Listing)]


def words(section: Section) -> str:
    """Everything that is said in sentences."""
    said = []
    for _, part in section.walk():
        for block in part.blocks:
            if isinstance(block, Paragraph):
                said.append(block.text)
            elif isinstance(block, Notes):
                said += block.lines
    return "\n".join(said)


def compared(values: Mapping[str, Sequence[float]], metric: str = "q", **given: Any) -> dict[str, Any]:
    """The document of `cliometer compare --scores --json`: systems with a score on each topic."""
    scores = {(metric, system, f"t{place}"): score for system, own in values.items() for place, score in enumerate(own)}
    design = Design.of(resamples=100, baseline=given.pop("baseline", None))
    found = compare_scores(ScoreTable(scores, {}, "made"), None, design, **given)
    document: dict[str, Any] = json.loads(json.dumps(found.to_dict()))
    return document
