"""Small benchmarks for comparisons: runs of several topics, and topics that several people wrote."""

from __future__ import annotations

from random import Random

from cliometer.model.timeline import Timeline

Run = dict[str, Timeline]
Gold = dict[str, list[Timeline]]

WORDS = ("oil", "rig", "leak", "cap", "well", "coast", "crew", "fire", "ship", "mud", "court", "mine", "drill")
TOPICS = ("alps", "bay", "cape", "dune", "elm", "fjord")


def timeline(draw: Random, days: int = 4) -> Timeline:
    """Some days of May, each with a sentence of a few words."""
    dates = sorted(draw.sample(range(1, 13), days))
    return Timeline({f"2010-05-{day:02}": [" ".join(draw.choices(WORDS, k=5))] for day in dates})


def echo(original: Timeline, draw: Random, noise: float) -> Timeline:
    """A timeline again, each word replaced with this chance, and later days lost with half of it."""
    return Timeline(
        {
            when: [
                " ".join(draw.choice(WORDS) if draw.random() < noise else word for word in said.split())
                for said in sentences
            ]
            for at, (when, sentences) in enumerate(original.items())
            if at == 0 or draw.random() > noise / 2
        }
    )


def benchmark(topics: tuple[str, ...] = TOPICS, seed: int = 1) -> tuple[dict[str, Run], Gold]:
    """Systems that copy the first writer well, fairly and badly; two or three writers a topic."""
    draw = Random(seed)
    gold = {topic: [timeline(draw) for _ in range(2 + at % 2)] for at, topic in enumerate(topics)}
    noises = {"good": 0.1, "fair": 0.5, "bad": 0.95}
    runs = {
        name: {topic: echo(writers[0], draw, noise) for topic, writers in gold.items()}
        for name, noise in noises.items()
    }
    return runs, gold


def tasks(topics: tuple[str, ...] = TOPICS, seed: int = 1) -> tuple[dict[str, Run], dict[str, Timeline]]:
    """The same benchmark with each reference as a task of its own."""
    runs, gold = benchmark(topics, seed)
    single = {f"{topic}/{at}": one for topic, several in gold.items() for at, one in enumerate(several)}
    spread = {name: {task: run[task.partition("/")[0]] for task in single} for name, run in runs.items()}
    return spread, single
