"""Grids of settings: `threshold=0:1:0.05` from, to and step, both ends included; `variant=paper,original`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from cliometer.errors import UsageError
from cliometer.metrics.expression import spell_value, split
from cliometer.systems.summarisers import Summariser, summarisers

_MOST = 100_000


def grid_of(expression: str, ranges: Sequence[str]) -> tuple[Summariser, ...]:
    """Every setting of a summariser on the grid, the last range running fastest; each once.

    >>> grid_of("hybrid(minimum=3)", ["threshold=0:1:0.5"])
    (hybrid(threshold=0, minimum=3), hybrid(threshold=0.5, minimum=3), hybrid(threshold=1, minimum=3))
    """
    name, fixed = split(expression, "summariser")
    summarisers.parse(expression)
    axes = dict(_axis(text, name, fixed) for text in ranges)
    if len(axes) < len(ranges):
        raise UsageError("a setting stands in two grids; write its values in one")
    size = 1
    for values in axes.values():
        size *= len(values)
    if size > _MOST:
        raise UsageError(f"the grid has {size} settings, more than {_MOST}; take larger steps")
    points = (dict(zip(axes, point, strict=True)) for point in product(*axes.values()))
    return tuple(dict.fromkeys(summarisers.build(name, fixed | point) for point in points))


def _axis(text: str, name: str, fixed: dict[str, str]) -> tuple[str, list[str]]:
    setting, equals, values = (part.strip() for part in text.partition("="))
    if not equals or not setting or not values:
        raise UsageError(f"expected a grid such as threshold=0:1:0.05, found {text!r}")
    if setting in fixed:
        raise UsageError(f"{setting} is fixed in the summariser and stands in a grid of {name}; drop one")
    return setting, _values(values, text)


def _values(text: str, whole: str) -> list[str]:
    if ":" not in text:
        return [value.strip() for value in text.split(",")]
    try:
        low, high, step = map(float, text.split(":"))
    except ValueError:
        raise UsageError(f"expected from:to:step such as 0:1:0.05 in {whole!r}") from None
    if not (step > 0 and low <= high < float("inf")) or (high - low) / step > _MOST:
        raise UsageError(f"expected a rising range with a step above 0 in {whole!r}")
    steps = int((high - low) / step + 1e-9)
    return [spell_value(round(low + number * step, 10)) for number in range(steps + 1)]
