"""Summarisers: which posts or sentences of a topic to take, each with its settings in a registry."""

from cliometer.systems.summarisers import (
    centroid,
    hybrid,
    jsd_oracle,
    klsum,
    mmr,
    oracles,
    ranks,
    simple,
    submodular,
    sumbasic,
)
from cliometer.systems.summarisers.base import Summariser, summarise, summarisers

__all__ = ["Summariser", "summarise", "summarisers"]
_LOADED = (centroid, sumbasic, hybrid, simple, ranks, klsum, mmr, submodular, oracles, jsd_oracle)
