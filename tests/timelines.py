"""Hypothesis strategies for timelines: few words and close dates, so that overlaps and ties are frequent."""

from __future__ import annotations

from hypothesis import strategies as st

from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.model.when import When

START = When.parse("2010-01-01").first
WORDS = ["oil", "spill", "well", "gulf", "rig", "coast", "the", "sealed", "seals", "Oil", "crews"]

sentences = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
days = st.integers(0, 12).map(lambda day: When(START + day, START + day))
summaries = st.lists(sentences, min_size=1, max_size=2)


def timelines(min_size: int = 1, max_size: int = 4) -> st.SearchStrategy[Timeline]:
    """Timelines of a few days."""
    return st.dictionaries(days, summaries, min_size=min_size, max_size=max_size).map(Timeline)


def reference_sets(max_size: int = 4) -> st.SearchStrategy[ReferenceSet]:
    """One to three writers."""
    return st.lists(timelines(max_size=max_size), min_size=1, max_size=3).map(ReferenceSet)
