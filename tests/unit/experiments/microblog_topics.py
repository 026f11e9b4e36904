"""Topics of invented posts on disk, and votes on their summaries, for tests of whole experiments."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

TOPICS = ("alpha", "bravo", "charlie", "delta", "echo", "foxtrot")
WORDS = ("fire", "flood", "storm", "rescue", "bridge", "school", "water", "road", "hospital", "power", "train")


def write_topic(folder: Path, name: str, seed: int, posts: int = 25) -> None:
    """Posts of random words, some frequent; each topic has words of its own."""
    rng = np.random.default_rng(seed)
    words = [*WORDS, *(f"{name}{number}" for number in range(6))]
    shares = 1 / np.arange(1, len(words) + 1)
    order = rng.permutation(len(words))
    texts = [
        " ".join(words[order[i]] for i in rng.choice(len(words), rng.integers(4, 14), p=shares / shares.sum()))
        for _ in range(posts)
    ]
    lines = (json.dumps({"id": f"{name}-{i}", "text": text}) for i, text in enumerate(texts))
    (folder / f"{name}.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def write_topics(folder: Path, names: Sequence[str] = TOPICS) -> Path:
    """A folder of topics."""
    folder.mkdir()
    for number, name in enumerate(names):
        write_topic(folder, name, number)
    return folder


def write_votes(path: Path, names: Sequence[str] = TOPICS, best: str = "centroid") -> Path:
    """Three judges a pair and topic: all prefer `best`, two of three hybrid to sumbasic."""
    rows = ["topic,judge,first,second,preferred"]
    for topic in names:
        for judge in "abc":
            rows += [f"{topic},{judge},{best},{other},{best}" for other in ("sumbasic", "hybrid")]
            rows += [f"{topic},{judge},hybrid,sumbasic,{'hybrid' if judge != 'c' else 'sumbasic'}"]
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return path
