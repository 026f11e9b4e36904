"""Words that options take beyond their choices: metrics, presets, summarisers, rules, formats."""

from __future__ import annotations

from collections.abc import Callable

Words = tuple[str, ...]


def _metrics() -> Words:
    from cliometer.metrics.evidence import all_names

    return all_names()


def _presets() -> Words:
    from cliometer.metrics.presets import PRESETS

    return tuple(PRESETS)


def _summarisers() -> Words:
    from cliometer.systems.summarisers import summarisers

    return tuple(summarisers.names)


def _trials() -> Words:
    from cliometer.court import perturbations as _  # noqa: F401  # so that all of them are registered
    from cliometer.court.perturbation import perturbations

    return tuple(perturbations.names)


def _rules() -> Words:
    from cliometer.court.votes.rules import RULES

    return tuple(RULES)


def _formats() -> Words:
    from cliometer.io import formats

    return tuple(format.name for format in formats())


def _baselines() -> Words:
    from cliometer.systems.baselines import BASELINES

    return tuple(BASELINES)


def _tokenisers() -> Words:
    from cliometer.text.source_words import SOURCE_TOKENS

    return tuple(SOURCE_TOKENS)


def _tilse_metrics() -> Words:
    from cliometer.compat.tilse.rouge import METRICS

    return tuple(METRICS)


def _described() -> Words:
    from cliometer.metrics.kernels import kernels
    from cliometer.metrics.similarity import similarities

    lists = ("kernels", "similarities", "presets")
    return ("show", *_metrics(), *kernels.names, *similarities.names, *_presets(), *lists)


NAMED: dict[str, dict[str, Callable[[], Words]]] = {
    "any": {"--metric": _metrics, "--loss": _metrics, "--preset": _presets, "--system": _summarisers},
    "curve": {"--metric": lambda: ("nu",)},
    "court": {"--trial": _trials},
    "vote": {"--rule": _rules},
    "convert": {"--to": _formats, "--from": _formats},
    "baselines": {"--baseline": _baselines},
    "background": {"--tokens": _tokenisers},
    "tilse": {"-m": _tilse_metrics},
}
_FIRST: dict[str, tuple[Callable[[], Words], bool]] = {
    "metrics": (_described, False),
    "cite": (_metrics, True),
    "experiment": (lambda: ("microblog",), True),
}


def of_command(name: str) -> tuple[Words, bool] | None:
    """Words that may stand right after a command, and whether files may, too; None: as its parser says."""
    if name not in _FIRST:
        return None
    words, files = _FIRST[name]
    return words(), files
