"""The perturbations that come with Cliometer, one idea a file; importing this registers them."""

from __future__ import annotations

from cliometer.court.perturbation import perturbations
from cliometer.court.perturbations import (  # noqa: F401  # puts them on the list
    add,
    coarsen,
    concatenate,
    deal,
    duplicate,
    lead,
    merge,
    names,
    negate,
    nonsense,
    numbers,
    pad,
    paraphrase,
    remove,
    repeat,
    reverse,
    shift,
    shuffle,
    split,
    swap,
    truncate,
    uniform,
)

__all__ = ["perturbations"]
