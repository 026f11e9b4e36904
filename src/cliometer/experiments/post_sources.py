"""The posts of topics as the sources of summaries: one corpus for losses and for scores."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from os import PathLike

from cliometer.io.backgrounds import read_background
from cliometer.metrics.sources.base import SourceMetric
from cliometer.metrics.sources.corpus import Corpus
from cliometer.model.backgrounds import Background, Form
from cliometer.model.posts import PostTopic
from cliometer.model.source_texts import SourceText
from cliometer.text.posts.reading import PostReading

Given = tuple[Background, ...]
_PROBE = SourceText(("flood water reached old town bridge",))  # long enough for any unit


def corpus_of(topics: Iterable[PostTopic], given: Sequence[Background] = ()) -> Corpus:
    """Each post a document; without a given background the other topics are a topic's."""
    documents = {topic.id: tuple(SourceText((post.text,)) for post in topic.posts) for topic in topics}
    return Corpus(documents, given)


def read_given(paths: Iterable[str | PathLike[str]]) -> tuple[Given, tuple[str, ...]]:
    """The backgrounds that a user names, and what a reader of the numbers should know of them."""
    given = tuple(read_background(path) for path in paths)
    return given, tuple(background.remark for background in given if background.remark)


def expect_fitting(metrics: Iterable[SourceMetric], given: Given) -> None:
    """Posts and the given background hold what each metric reads; found out before any work."""
    topic = Corpus({"probe": (_PROBE,), "other": (_PROBE,)}, given).topics()["probe"]
    for metric in metrics:
        metric.measure(" ".join(_PROBE.lines), topic)


def spelled(given: Given) -> str:
    """What names the given backgrounds in a record: names and hashes; empty where there are none."""
    return Corpus({}, given).fingerprint if given else ""


def idle_notes(metrics: Iterable[SourceMetric], given: Given) -> tuple[str, ...]:
    """A note on backgrounds that were given for nothing."""
    if not given or any(metric.needs_background for metric in metrics):
        return ()
    return ("no metric that was asked for reads a background; those given were not used",)


def counting_notes(metrics: Iterable[SourceMetric], reading: PostReading) -> tuple[str, ...]:
    """A note on metrics that count other words than the summarisers read."""
    others = [str(metric) for metric in metrics if not counts_alike(metric.form, reading)]
    if not others:
        return ()
    verb = "counts" if len(others) == 1 else "count"
    return (
        f"{', '.join(others)} {verb} other words than the summarisers read; tokens=posts counts "
        "as the default reading does: stems, without stop words, URLs and mentions",
    )


def counts_alike(form: Form, reading: PostReading) -> bool:
    """Whether a metric counts the words that summarisers read, or runs of them."""
    usual = replace(reading, stop=True, stem=True) == PostReading()
    return usual and (form.tokens, form.stop, form.is_stemmed) == ("posts", reading.stop, reading.stem)
