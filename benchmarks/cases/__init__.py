"""One case a file; importing this package registers them all, in the order in which they are run."""

from benchmarks.cases import pair, short, campaign, large, startup  # isort: skip

__all__ = ["campaign", "large", "pair", "short", "startup"]
