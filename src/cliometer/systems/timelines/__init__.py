"""Timeline generators: from the dated articles of a topic to a timeline, each with its settings in a registry."""

from cliometer.systems.timelines import clusters, datewise, learned, submodular
from cliometer.systems.timelines.generator import Generator, generators

__all__ = ["Generator", "generators"]
_LOADED = (datewise, clusters, submodular, learned)  # importing them fills the registry
