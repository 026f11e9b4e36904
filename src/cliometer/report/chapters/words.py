"""Numbers and lists as sentences have them."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.report.probabilities import shown_p

_MOST = 8


def many(count: int, thing: str) -> str:
    """
    >>> many(1, "topic"), many(3, "topic")
    ('1 topic', '3 topics')
    """
    return f"{count} {thing}{'' if count == 1 else 's'}"


def p_is(value: float, draws: int | None = None) -> str:
    """
    >>> p_is(0.0301), p_is(1e-9), p_is(1 / 101, 100)
    ('p = 0.030', 'p <0.001', 'p <=0.010')
    """
    shown = shown_p(value, draws)
    return f"p {shown}" if shown.startswith("<") else f"p = {shown}"


def percent(share: float | None) -> str:
    """
    >>> percent(0.5), percent(None)
    ('50.0 %', 'undefined')
    """
    return "undefined" if share is None else f"{100 * share:.1f} %"


def level(confidence: float) -> str:
    """Of an interval.

    >>> level(0.95), level(0.995)
    ('95 %', '99.5 %')
    """
    return f"{100 * confidence:.10g} %"


def listed(words: Sequence[str], most: int = _MOST) -> str:
    """
    >>> listed(["a", "b", "c"]), listed(["a", "b", "c"], 2)
    ('a, b and c', 'a, b and 1 more')
    """
    shown = [*words[:most], *([f"{len(words) - most} more"] if len(words) > most else [])]
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown) or "none"


def span(low: float | None, high: float | None) -> str:
    """
    >>> span(0.25, 1.0), span(None, None)
    ('0.250 to 1.000', 'no interval')
    """
    return "no interval" if low is None or high is None else f"{low:.3f} to {high:.3f}"
