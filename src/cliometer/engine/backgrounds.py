"""Build a background from a corpus: how often its words are used, and in how many of its documents."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike

from cliometer.errors import InputError
from cliometer.io.source_folders import read_sources
from cliometer.metrics.sources.corpus import tallied
from cliometer.model.backgrounds import Background, Form
from cliometer.text.source_words import count


def build_background(paths: Sequence[str | PathLike[str]], form: Form) -> tuple[Background, tuple[str, ...]]:
    """Count all documents of all topics; and notes on what was forgiven while reading."""
    documents = []
    notes: tuple[str, ...] = ()
    for path in paths:
        topics, seen = read_sources(path)
        notes += seen
        documents += [text for texts in topics.values() for text in texts]
    background = tallied([count(text.lines, form) for text in documents], form, "corpus")
    if not background.counts:
        raise InputError(f"no word of it is counted as {form}; --tokens unicode reads every script", paths[0])
    return background, notes
