"""Dated grounding: each damage on the demo and on topics of timeline17, false alarms on what is unharmed, the cost."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import cliometer
from benchmarks.cases.timelines import HOME, Corpus
from benchmarks.damages import HARMLESS, Extract, damages, extracts, verdict_shares
from benchmarks.processes import child
from benchmarks.registry import Effort, case
from benchmarks.rows import Bar, Quantity, Row, alone, without
from benchmarks.texts import ROOT
from cliometer.io.articles import read_corpus
from cliometer.io.folders import read_references, read_run
from cliometer.metrics.grounding.evidence import EvidenceIndex
from cliometer.metrics.grounding.verdicts import VERDICTS
from cliometer.model.timeline import Timeline
from cliometer.text.time_tags import default_cache, tagged_times

SYSTEMS = ("datewise", "mentions", "lead", "pubcount", "submodular", "clust")
TOPICS: Mapping[str, tuple[str, ...]] = {
    "dev": ("egypt", "libya", "haiti", "mj"),
    "test": ("finan", "h1n1", "iraq", "syria"),
}
_NEAR = 2.0  # percentage points
_ROW = re.compile(r"^\| ([^|]+?) \| ([\d./]+) \| ([\d./]+) \|", re.M)


def documented() -> dict[str, dict[str, list[float]]]:
    """The table of docs/grounding.md: of each damage the percentages of the five verdicts, dev and test."""
    text = (ROOT / "docs" / "grounding.md").read_text(encoding="utf-8")
    rows = {name: cells for name, *cells in _ROW.findall(text)}
    return {
        part: {name: [float(each) for each in cells[at].split("/")] for name, cells in rows.items()}
        for at, part in enumerate(TOPICS)
    }


@case
def grounding(effort: Effort) -> Iterator[Row]:
    """Quick: the demo, and a smaller index."""
    yield from _demo()
    for size in effort.of((25_000, 50_000, 100_000), (5_000,)):
        found = child("grounding", size)
        note = f"{found['build']:.2f} s to build, {found['judge']:.2f} s for 500 sentences"
        bar = Bar("<=", 6) if size == 100_000 else None
        yield alone(f"grounding: {size:,} sentences", Quantity(found["build"] + found["judge"]), bar, note)
        yield alone(f"grounding: {size:,} sentences", Quantity(found["megabytes"], "MB"), Bar("<=", 300))
    if effort.quick or not (HOME / "corpora").is_dir():
        yield without("grounding: damages", "timeline17")
        return
    for part, topics in TOPICS.items():
        made = _timelines(topics)
        shares = _shares({topic: _index(Path(HOME / f"corpora/{topic}.jsonl.gz"), topic) for topic in topics}, made)
        for name, percent in documented()[part].items():
            far = max(abs(ours - theirs) for ours, theirs in zip(shares[name], percent, strict=True))
            note = "/".join(f"{share:.1f}" for share in shares[name])
            yield alone(f"grounding: {part}, {name}, off the page by", Quantity(far, ""), Bar("<=", _NEAR), note)


def _demo() -> Iterator[Row]:
    """The demo: how many false alarms there are, and how many damages of content are found."""
    home = cliometer.demo()
    runs = [read_run(folder)[0] for folder in (home / "timelines").iterdir() if "oracle" not in folder.name]
    corpus = read_corpus(home / "articles")[0]
    made = {topic: [run[task] for run in runs for task in run if task.startswith(topic)] for topic in corpus}
    shares = _shares({topic: EvidenceIndex(corpus[topic], tagged_times(corpus[topic], None)) for topic in corpus}, made)
    for name, percent in shares.items():
        note = ", ".join(f"{verdict} {share:.1f}" for verdict, share in zip(VERDICTS, percent, strict=True))
        alarms = 100 - percent[0] if name in HARMLESS else percent[0]
        what = "false alarms, %" if name in HARMLESS else "still supported, %"
        yield alone(f"grounding: demo, {name}, {what}", Quantity(alarms, ""), None, note)


def _index(path: Path, topic: str) -> EvidenceIndex:
    """The articles of a topic without those that hold a reference."""
    gold = {topic: read_references(HOME / "references", "append")[0][topic]}
    articles = read_corpus(path)[0][topic]
    leaks = {leak.article for leak in cliometer.data(HOME / "references", path).leaks or () if leak.topic in gold}
    kept = [article for article in articles if article.id not in leaks]
    return EvidenceIndex(kept, tagged_times(kept, default_cache()))


def _timelines(topics: Sequence[str]) -> dict[str, list[Timeline]]:
    articles, gold = read_corpus(HOME / "corpora")[0], read_references(HOME / "references")[0]
    corpus = Corpus({topic: articles[topic] for topic in topics}, {topic: gold[topic] for topic in topics})
    made = cliometer.timelines(corpus.articles, SYSTEMS, like=corpus.gold, without_leaks=corpus.gold)
    return {
        topic: [each.timeline for each in made.timelines if each.name.partition("/")[0] == topic] for topic in topics
    }


def _shares(indexes: Mapping[str, EvidenceIndex], made: Mapping[str, Sequence[Timeline]]) -> dict[str, list[float]]:
    """Of each damage the percentages of the verdicts, over all topics; a stranger is a sentence of the next topic."""
    bases: dict[str, list[Extract]] = {topic: extracts(index, made[topic]) for topic, index in indexes.items()}
    names, counts = list(bases), dict[str, list[int]]()
    for place, topic in enumerate(names):
        strangers = [each.text for each in bases[names[(place + 1) % len(names)]]]
        for name, lines in damages(bases[topic], strangers).items():
            found = verdict_shares(lines, indexes[topic])
            counts[name] = [a + b for a, b in zip(counts.get(name, [0] * len(found)), found, strict=True)]
    return {name: [100 * count / sum(several) for count in several] for name, several in counts.items()}
