"""From sums to the track's measures; dividing is the last step."""

from __future__ import annotations

from cliometer.metrics.nuggets.sums import Sums
from cliometer.model.score import f_measure

NAMES = (
    *("updates", "gain", "normalised_gain", "latency_gain", "normalised_latency_gain"),
    *("comprehensiveness", "latency_comprehensiveness", "f", "verbosity", "latency"),
    *("confident_gain", "confident_normalised_gain", "confident_latency_gain"),
    *("confident_normalised_latency_gain", "confident_comprehensiveness"),
    *("confident_latency_comprehensiveness", "confident_f", "confident_verbosity", "confident_latency"),
)
COSTS = (
    "updates",
    "verbosity",
    "confident_verbosity",
)  # `latency` is none: it grows towards 2 where updates are early


def values(sums: Sums, latency_over: str = "updates") -> dict[str, float | None]:
    """Every measure by name; None where the topic has nothing to find, 0 where the run said nothing."""
    if sums.undefined:
        return dict.fromkeys(_values(sums, latency_over))
    return dict(_values(sums, latency_over))


def _values(s: Sums, latency_over: str) -> dict[str, float]:
    confident = _confident(s)
    told = s.matches if latency_over == "matches" else s.updates
    gain, latency_gain = _over(s.gain, s.verbosity), _over(s.latency_gain, s.verbosity)
    late = _over(s.latency_gain, s.attainable)
    return {
        "updates": float(s.updates),
        "gain": gain,
        "normalised_gain": _of_ideal(gain, s),
        "latency_gain": latency_gain,
        "normalised_latency_gain": _of_ideal(latency_gain, s),
        "comprehensiveness": _over(s.gain, s.attainable),
        "latency_comprehensiveness": late,
        "f": f_measure(_of_ideal(latency_gain, s), late),
        "verbosity": _over(s.verbosity, s.updates),
        "latency": _over(s.latency, told),
        **confident,
        "confident_verbosity": _over(s.confident_verbosity, s.confidence * s.updates),
        "confident_latency": _over(s.confident_latency, s.confidence * told),
    }


def _confident(s: Sums) -> dict[str, float]:
    """Weighted by confidence and divided by its sum on top of the usual: longer runs get smaller values."""
    gain = _over(s.confident_gain, s.verbosity * s.confidence)
    latency_gain = _over(s.confident_latency_gain, s.verbosity * s.confidence)
    late = _over(s.confident_latency_gain, s.attainable * s.confidence)
    return {
        "confident_gain": gain,
        "confident_normalised_gain": _of_ideal(gain, s),
        "confident_latency_gain": latency_gain,
        "confident_normalised_latency_gain": _of_ideal(latency_gain, s),
        "confident_comprehensiveness": _over(s.confident_gain, s.attainable * s.confidence),
        "confident_latency_comprehensiveness": late,
        "confident_f": f_measure(_of_ideal(latency_gain, s), late),
    }


def _of_ideal(gain: float, s: Sums) -> float:
    return _over(gain, s.ideal.value or 0.0)


def _over(part: float, whole: float) -> float:
    """0 where a run that said nothing leaves nothing to divide by."""
    return part / whole if whole > 0 else 0.0
