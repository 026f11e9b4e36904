"""Alpha where it may have no value: one coder, or one value for everything."""

from __future__ import annotations

from collections.abc import Callable

from cliometer.errors import InputError


def value_or_none(compute: Callable[[], float]) -> float | None:
    """The value, or None where the statistic says that there is none."""
    try:
        return compute()
    except InputError:
        return None
