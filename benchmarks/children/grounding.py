"""CPU seconds and peak memory of an index of so many article sentences, and of 500 verdicts, tags at hand."""

from __future__ import annotations

import json
import random
import sys
import time

from benchmarks.clock import peak_megabytes
from cliometer.metrics.grounding.evidence import EvidenceIndex
from cliometer.metrics.grounding.verdicts import judge
from cliometer.model.documents import Article
from cliometer.model.when import When
from cliometer.text.time_tags import TimeTag

_FIRST = When.of("2010-01-01").first
_LENGTH, _WORDS, _VOCABULARY = 30, 10, 20_000  # content words, as in timeline17; as many others between them
_BETWEEN = ("the", "of", "and", "to", "in", "that", "for", "on")


def main(size: str) -> dict[str, float]:
    """Make articles of Zipfian words, of which a fifth of the sentences names a day."""
    draw = random.Random(1)
    vocabulary = [f"w{number:x}q" for number in range(_VOCABULARY)]
    weights = [1 / (rank + 10) for rank in range(_VOCABULARY)]
    sentences = [
        " ".join(f"{word} {draw.choice(_BETWEEN)}" for word in draw.choices(vocabulary, weights, k=_WORDS)).capitalize()
        + " on 12 May 2010."
        for _ in range(int(size))
    ]
    articles, tags = [], []
    for place in range(0, len(sentences), _LENGTH):
        day = When(_FIRST + place % 300, _FIRST + place % 300)
        articles.append(Article(str(place), day, tuple(sentences[place : place + _LENGTH])))
        tags.append(
            [
                [TimeTag(len(text) - 12, len(text) - 1, "DATE", "2010-05-12")] * (number % 5 == 0)
                for number, text in enumerate(articles[-1].sentences)
            ]
        )
    begin = time.process_time()
    index = EvidenceIndex(articles, tags)
    built = time.process_time()
    for number in range(500):
        judge(sentences[number * len(sentences) // 500], When(_FIRST + number % 300, _FIRST + number % 300), index)
    return {"build": built - begin, "judge": time.process_time() - built, "megabytes": peak_megabytes()}


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1])))
