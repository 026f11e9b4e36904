"""Runs may be called by their path as well as by their name, in gates and as the baseline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from os.path import abspath
from pathlib import Path

from cliometer.engine.compare.design import Design
from cliometer.engine.compare.gates import Gate


def paths_of(systems: Iterable[str], paths: Sequence[Path]) -> dict[str, str]:
    """Names of systems by their paths; empty where a file holds several systems."""
    names = list(systems)
    if len(names) != len(paths):
        return {}
    return {abspath(path): name for path, name in zip(paths, names, strict=True)}


def with_names(
    design: Design, gates: Iterable[Gate], systems: Iterable[str], paths: Sequence[Path]
) -> tuple[Design, list[Gate]]:
    """The design and the gates, with a run's name wherever its path was given."""
    known = list(systems)
    places = paths_of(known, paths)
    baseline = _name(design.baseline, known, places)
    return replace(design, baseline=baseline), [
        replace(gate, other=_name(gate.other, [*known, "baseline", "writers"], places)) for gate in gates
    ]


def _name(given: str | None, known: Sequence[str], places: Mapping[str, str]) -> str | None:
    return given if given is None or given in known else places.get(abspath(given), given)
