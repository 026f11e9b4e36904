"""Summarisers: which posts or sentences of a topic to take, each with its settings in a registry."""

from cliometer.systems.summarisers import bounds, frequency, similarity
from cliometer.systems.summarisers.pool import Summariser, summarise, summarisers

__all__ = ["Summariser", "summarise", "summarisers"]
_LOADED = (similarity, frequency, bounds)  # importing them fills the registry
