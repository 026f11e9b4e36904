"""CPU seconds and peak memory of one timeline of all topics of timeline17 as one."""

from __future__ import annotations

import json
import sys
from dataclasses import replace

from benchmarks.cases.timelines import KEYWORDS, tagged_corpus
from benchmarks.clock import once, peak_megabytes
from cliometer.model.timeline import Timeline
from cliometer.systems.timelines import generators
from cliometer.systems.timelines.generator import Chosen, TimelineTask
from cliometer.systems.timelines.store import ArticleStore, tagged
from cliometer.text.time_tags import default_cache


def main(expression: str) -> dict[str, float]:
    """Make the timeline; a generator that learns does so from the same topic, for only the cost is of interest."""
    corpus, generator = tagged_corpus(list(KEYWORDS)), generators.parse(expression)
    articles = [replace(one, id=f"{topic}/{one.id}") for topic, own in corpus.articles.items() for one in own]
    days = {when: lines for own in corpus.gold.values() for when, lines in own[0].items()}
    task = TimelineTask.like("all", Timeline(days), keywords=[word for own in KEYWORDS.values() for word in own])
    store = ArticleStore("all", articles, list(tagged(articles, default_cache())))
    made: Chosen = {}

    def generate() -> None:
        model = generator.fit([(store, task)]) if generator.is_trained else None
        made.update(generator.generate(store, task, model))

    seconds = once(generate)
    return {"seconds": seconds, "megabytes": peak_megabytes(), "sentences": len(store), "dates": len(made)}


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1])))
