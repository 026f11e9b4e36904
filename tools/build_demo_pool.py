"""Write the demo's pool: sentences of its articles, matched with the facts of its references.

    python tools/build_demo_pool.py

A rule stands for the assessors: a third of the sentences of a topic tells facts, those that have the largest share of
the words of one, weighed by how rare they are in the topic. The pool shows what `cliometer agree people` reads and
prints; its numbers mean nothing for metrics.

Deterministic: the same articles give the same file.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from cliometer.io import read_timelines
from cliometer.model.nuggets import JudgedPool, Nugget, PoolText, PoolTopic

DEMO = Path(__file__).parents[1] / "src" / "cliometer" / "demo"
TOPICS = ("apollo-13", "chilean-miners", "fukushima", "notre-dame")
REFERENCE = "chronicle"
RUNS = ("lead", "mentions", "random")
GOOD = 31  # sentences of a topic that tell a fact


def seconds(date: str, hours: int) -> int:
    """Return an hour of a day as seconds since 1970."""
    return int(datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp()) + 3600 * hours


def words(text: str) -> frozenset[str]:
    """Return the words of a text by their first five letters."""
    return frozenset(word[:5] for word in re.findall(r"\w+", text.lower()))


def share(text: str, fact: str, weight: dict[str, float]) -> float:
    """Return the share of a fact's words, by their weight, that a text has."""
    wanted = {word: weight.get(word, 0.0) for word in words(fact)}
    return sum(wanted[word] for word in words(text) & wanted.keys()) / (sum(wanted.values()) or 1.0)


def topic(name: str) -> PoolTopic:
    """Return the pool of one topic."""
    (reference,) = read_timelines(DEMO / "references" / name / f"{REFERENCE}.txt").timelines
    facts = [(str(date), text) for date, texts in reference.items() for text in texts]
    nuggets = tuple(
        Nugget(f"n{number}", seconds(date, 6), 3.0 - number % 3, text) for number, (date, text) in enumerate(facts, 1)
    )
    lines = [
        json.loads(line) for line in (DEMO / "articles" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    sentences = [(article, text) for article in lines for text in article["sentences"]]
    counts = Counter(word for _, text in sentences for word in words(text))
    weight = {word: math.log((1 + len(sentences)) / count) for word, count in counts.items()}
    shares = [[share(text, nugget.text, weight) for nugget in nuggets] for _, text in sentences]
    enough = sorted(map(max, shares), reverse=True)[GOOD - 1]
    texts = tuple(
        PoolText(
            f"t{number}",
            seconds(article["date"], 12),
            text,
            {nugget.id: () for nugget, value in zip(nuggets, some, strict=True) if value >= enough},
        )
        for number, ((article, text), some) in enumerate(zip(sentences, shares, strict=True), 1)
    )
    ids = {text.text: text.id for text in reversed(texts)}
    runs = {}
    for run in RUNS:
        (timeline,) = read_timelines(DEMO / "runs" / run / f"{name}.txt").timelines
        pushed = ((ids.get(text), seconds(str(date), 18)) for date, some in timeline.items() for text in some)
        runs[run] = tuple((id, time) for id, time in pushed if id)
    return PoolTopic(name, nuggets, texts, runs)


def main() -> None:
    """Write the pool."""
    document = JudgedPool(tuple(map(topic, TOPICS))).to_dict()
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":")).replace('{"id":', '\n{"id":')
    (DEMO / "pool.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
