"""The metrics of summaries against their sources, and which are shown without being asked."""

from __future__ import annotations

from cliometer.metrics.sources import divergence_metrics, topic_metrics, word_metrics
from cliometer.metrics.sources.base import source_metrics

__all__ = ["divergence_metrics", "registries", "topic_metrics", "usual", "word_metrics"]

registries = {"sources": source_metrics}
usual = {"sources": ("jsd", "jsd(smoothed=true)", "cosine", "fotw", "topic_tokens")}
