"""Build a background from a corpus: how often its words are used, and in how many of its documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path

from cliometer.errors import InputError, UsageError
from cliometer.io.backgrounds import WORDFREQ, is_background
from cliometer.io.source_folders import read_sources
from cliometer.metrics.sources.corpus import tallied
from cliometer.model.backgrounds import Background, Form
from cliometer.text.source_words import count


def build_background(paths: Sequence[str | PathLike[str]], form: Form) -> tuple[Background, tuple[str, ...]]:
    """Count all documents of all topics; and notes on what was forgiven while reading."""
    documents = []
    names: list[str] = []
    notes: tuple[str, ...] = ()
    for path in _corpora(paths):
        topics, seen = read_sources(path)
        notes += seen
        names += topics
        documents += [text for texts in topics.values() for text in texts]
    background = tallied([count(text.lines, form) for text in documents], form, "corpus")
    if not background.counts:
        raise InputError(f"no word of it is counted as {form}; --tokens unicode reads every script", paths[0])
    if len(names) == 1:
        notes += (f"the corpus is one topic, {names[0]}, whose own words will not stand out against it",)
    return background, notes


def _corpora(paths: Sequence[str | PathLike[str]]) -> Iterator[Path]:
    """Each path once; what is a background already is none."""
    known: set[Path] = set()
    for path in map(Path, paths):
        if path.resolve() in known:
            raise UsageError(f"the corpus {path} was given twice; name it once")
        known.add(path.resolve())
        if path.is_file() and is_background(path):
            raise InputError("is a background already; name the corpus to count", path)
        if str(path) == WORDFREQ and not path.exists():
            raise UsageError("wordfreq needs no building; write --background wordfreq where one is wanted")
        yield path
