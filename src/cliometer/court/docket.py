"""What is tried by default: every perturbation and every metric that is registered, by anyone."""

from __future__ import annotations

from collections.abc import Sequence

from cliometer.court.perturbation import Perturbation, perturbations
from cliometer.errors import UsageError, expected
from cliometer.metrics.base import Metric
from cliometer.metrics.catalogue import metrics as registered_metrics

# Table 2 of Martschat & Markert (2017) shifts by one day and by five; shifts to the past should cost as much.
MORE = ("shift(days=1)", "shift(days=5)", "shift(days=-1)", "shift(days=-5)")


def all_metrics() -> list[Metric]:
    """Every registered metric with its default settings, but for those that must be asked for."""
    return [metric for metric in _registered() if not _is_slow(metric)]


def slow_metrics() -> list[Metric]:
    """Skip-bigrams and aligned sentences of whole texts take up to a second a variant, words a thousandth."""
    return [metric for metric in _registered() if _is_slow(metric)]


def _registered() -> list[Metric]:
    return [cls() for cls in registered_metrics]


def _is_slow(metric: Metric) -> bool:
    return getattr(getattr(metric, "rouge", None), "kind", "N") != "N"


def all_trials() -> list[Perturbation]:
    """Every registered perturbation with its default settings, and both shifts of the paper both ways."""
    _load()
    trials: list[Perturbation] = []
    for cls in perturbations:
        trials.append(_whole(cls()))
        trials += [trial for trial in map(perturbations.parse, MORE) if trial.name == cls.name]
    return list(dict.fromkeys(trials))


def chosen_trials(trials: Sequence[str | Perturbation] | None) -> list[Perturbation]:
    """The trials that were asked for, each once; without any, all."""
    if trials is None:
        return all_trials()
    if isinstance(trials, str) or not isinstance(trials, Sequence):
        raise expected('a list of trials such as ["merge", "shift(days=1)"]', trials)
    parsed = list(dict.fromkeys(map(parse_trial, trials)))
    if not parsed:
        raise UsageError("no trial was asked for; leave `trials` out for all of them")
    return parsed


def parse_trial(expression: str | Perturbation) -> Perturbation:
    """Read a perturbation; one that is parsed already passes through."""
    _load()
    if isinstance(expression, str):
        return _whole(perturbations.parse(expression))
    if not hasattr(expression, "variants") or isinstance(expression, type):
        raise expected('a perturbation such as "shift(days=1)"', expression)
    return _whole(expression)


def _whole(trial: Perturbation) -> Perturbation:
    """One that lacks nothing."""
    lacking = [name for name in ("expectation", "ladder", "variants") if not hasattr(trial, name)]
    if lacking:
        raise UsageError(f"the perturbation {trial.name} has no {lacking[0]}; derive it from Spelled")
    return trial


def _load() -> None:
    """Importing them registers them."""
    import cliometer.court.perturbations  # noqa: F401
