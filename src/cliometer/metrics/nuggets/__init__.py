"""Gain, latency, verbosity and comprehensiveness of updates (TREC Temporal Summarization 2013 and 2014)."""

from cliometer.metrics.nuggets.gain import Sums
from cliometer.metrics.nuggets.temporal import TS2013, TS2014, TemporalSummarization

__all__ = ["TS2013", "TS2014", "Sums", "TemporalSummarization"]
