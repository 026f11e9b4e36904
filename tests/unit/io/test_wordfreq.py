"""The package wordfreq itself as a background; skipped where it is not installed."""

from __future__ import annotations

import pytest

from cliometer.io.backgrounds import read_background
from cliometer.metrics.sources.corpus import Corpus
from cliometer.metrics.sources.formulas import topic_words
from cliometer.model.documents import SourceText, WordForm

pytest.importorskip("wordfreq", reason="wordfreq is not installed: pip install 'cliometer[wordfreq]'")


def test_everyday_words_are_no_topic_words_and_rare_ones_are() -> None:
    lines = ["The volcano erupts, people say", "People see ash of the volcano"]
    background = Corpus({}, [read_background("wordfreq")]).background("x", WordForm("word", stop=False), "counts")
    counts = Corpus({"x": (SourceText(tuple(lines)),)}).tally("x", WordForm("word", stop=False)).counts
    found = topic_words(counts, background)
    assert "volcano" in found and not found & {"the", "of", "say", "see"}
