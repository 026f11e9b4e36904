"""Timeline generators on timeline17: the figures of docs/timelines.md, CPU time and memory, the speed of the tagger."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple

import cliometer
from benchmarks.clock import best, once
from benchmarks.processes import child
from benchmarks.registry import Effort, case
from benchmarks.rows import Bar, Quantity, Row, alone, faster, without
from benchmarks.texts import ROOT, SHARED
from cliometer.io.articles import read_corpus
from cliometer.io.folders import read_references
from cliometer.io.timelines import labels
from cliometer.model.documents import Article
from cliometer.model.timeline import ReferenceSet
from cliometer.systems.timelines import generators
from cliometer.systems.timelines.generation import GeneratedTimelines
from cliometer.systems.timelines.store import tagged
from cliometer.text.time_tags import default_cache

HOME = SHARED / "timeline17"
QUICK = "mj"
FIVE = ("datewise(dates=supervised)", "clust", "chieu", "submodular", "regression")
LARGE = (
    "random", "lead", "pubcount", "mentions", "datewise", "datewise(dates=supervised)", "clust", "chieu", "submodular",
    "submodular(diversity=1, similarity=weighted)", "regression", "date_oracle", "text_oracle", "full_oracle",
)  # fmt: skip
METRICS = ("align+m1(rouge=1)", "align+m1(rouge=2)", "date")
KEYWORDS = {  # of tilse's configurations
    "egypt": ("egypt", "egyptian"),
    "finan": ("financial", "economic", "crisis"),
    "h1n1": ("h1n1", "swine", "flu"),
    "haiti": ("haiti", "quake", "earthquake"),
    "iraq": ("iraq", "iraqi"),
    "libya": ("libya", "libyan"),
    "mj": ("michael", "jackson"),
    "syria": ("syria", "syrian"),
}
_TOLERANCE = 0.003
_CHARACTERS = 200_000
_THREE = r" (\.\d{3}) (\.\d{3}) (\.\d{3}) \|"
_ROW = re.compile(r"\| ([^|]+) \| `([^`]+)`(?:, `--length (\w+)`)? \|" + 2 * _THREE)


class DocumentedRow(NamedTuple):
    """A row of the table "Against published numbers"."""

    name: str
    system: str
    rules: Literal["newstls", "tilse"]
    figures: tuple[float, ...]
    without_leaks: tuple[float, ...]


def documented() -> list[DocumentedRow]:
    """The rows of docs/timelines.md, so that the page cannot say what is not so."""
    text = (ROOT / "docs" / "timelines.md").read_text(encoding="utf-8")
    return [
        DocumentedRow(name.strip(), system, rules or "newstls", tuple(figures[:3]), tuple(figures[3:]))
        for name, system, rules, *cells in _ROW.findall(text)
        for figures in [list(map(float, cells))]
    ]


class Corpus(NamedTuple):
    """Articles and references of topics, with all time tags in the cache."""

    articles: Mapping[str, Sequence[Article]]
    gold: Mapping[str, ReferenceSet]

    @property
    def tasks(self) -> dict[str, object]:
        """Each reference under the name of its task."""
        pairs = [(topic, pair) for topic, own in self.gold.items() for pair in zip(labels(own), own, strict=True)]
        return {f"{topic}/{name}": reference for topic, (name, reference) in pairs}

    def run(
        self, systems: Sequence[str], rules: Literal["newstls", "tilse"] = "newstls", without_leaks: bool = False
    ) -> GeneratedTimelines:
        """Make all timelines of some systems."""
        words, leaks = {topic: KEYWORDS[topic] for topic in self.articles}, self.gold if without_leaks else None
        settings: dict[str, Any] = {"like": self.gold, "length": rules, "keywords": words, "without_leaks": leaks}
        return cliometer.timelines(self.articles, systems, **settings)


def tagged_corpus(topics: Sequence[str]) -> Corpus:
    """Read the topics, and tag what the cache does not hold."""
    articles, gold = read_corpus(HOME / "corpora")[0], read_references(HOME / "references")[0]
    for topic in topics:
        for _ in tagged(articles[topic], default_cache()):
            pass
    return Corpus({topic: articles[topic] for topic in topics}, {topic: gold[topic] for topic in topics})


@case
def timelines(effort: Effort) -> Iterator[Row]:
    """Quick: one topic, by generators that need no other; no figures, which are of all topics."""
    if not (HOME / "corpora").is_dir():
        yield without("timelines", "timeline17")
        return
    corpus = tagged_corpus([QUICK] if effort.quick else list(KEYWORDS))
    yield _tagger(corpus)
    if effort.quick:
        untrained = [system for system in FIVE if not generators.parse(system).is_trained]
        yield from _times(corpus, untrained, None)
        return
    yield from _times(corpus, FIVE, Bar("<=", 20))
    for row in documented():
        yield _figures(corpus, row, without_leaks=False)
        yield _figures(corpus, row, without_leaks=True)
    for system in LARGE:
        yield from _large(system)


def _tagger(corpus: Corpus) -> Row:
    """How much faster days alone are than days and events."""
    articles = corpus.articles[QUICK]
    text = "\n\n".join(sentence for article in articles for sentence in article.sentences)[:_CHARACTERS]
    whole = partial(cliometer.annotate, text, date=articles[0].date)
    seconds = best(partial(whole, events=False), 3)
    note = f"{len(text) / seconds:,.0f} characters/s"
    return faster("timelines: tagger without events", seconds, best(whole, 2), 1.5, note)


def _times(corpus: Corpus, systems: Sequence[str], bar: Bar | None) -> Iterator[Row]:
    for system in systems:
        yield alone(f"timelines: {system}, {len(corpus.tasks)} tasks", Quantity(once(partial(corpus.run, [system]))))
    seconds = once(partial(corpus.run, systems))
    yield alone(f"timelines: these {len(systems)}, {len(corpus.tasks)} tasks", Quantity(seconds), bar, "tags cached")


def _figures(corpus: Corpus, row: DocumentedRow, without_leaks: bool) -> Row:
    """The largest difference of the three figures from those of the page."""
    start = time.process_time()
    made = corpus.run([row.system], row.rules, without_leaks)
    results = cliometer.score({row.name: made[made.systems[0]]}, corpus.tasks, METRICS)
    found = [mean.f_of_means or 0.0 for mean in results.means()]
    documented = row.without_leaks if without_leaks else row.figures
    far = max(abs(ours - theirs) for ours, theirs in zip(found, documented, strict=True))
    figures = " ".join(f"{value:.3f}".removeprefix("0") for value in found)
    seconds = time.process_time() - start
    note = f"{figures}, {seconds:.1f} s with scoring"
    return alone(
        f"timelines: {row.name}{', without leaks' * without_leaks}, off the page by",
        Quantity(far, ""),
        Bar("<=", _TOLERANCE),
        note,
    )


def _large(system: str) -> Iterator[Row]:
    found = child("timelines", system)
    note = f"{found['sentences']:,} sentences, tags cached; {found['dates']} dates"
    yield alone(f"timelines: {system}, one topic", Quantity(found["seconds"]), Bar("<=", 4), note)
    yield alone(f"timelines: {system}, one topic", Quantity(found["megabytes"], "MB"), Bar("<=", 500), note)
