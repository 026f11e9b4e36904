"""The posts and sentences that are filtered and ranked: real ones where they are, look-alikes by a seed."""

from __future__ import annotations

import random

from benchmarks.texts import SHARED, summary
from cliometer.io.posts import read_posts

CRISES = SHARED / "microblog" / "CrisisLexT26"
_CORPUS = SHARED / "timeline17" / "corpora" / "egypt.jsonl.gz"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def real_posts(size: int) -> list[str]:
    """The first posts of CrisisLexT26, nothing left out."""
    files = sorted(CRISES.glob("*/*labeled.csv"))
    return [post.text for file in files for post in read_posts(file).posts][:size]


def alerts(size: int) -> list[str]:
    """What a machine posts: one sentence with other numbers and names, all of about one length."""
    chance = random.Random(1)
    return [
        f"BREAKING: M {chance.uniform(3, 8):.2f} earthquake {chance.randint(1, 200)} km "
        f"{chance.choice(['N', 'SSW', 'E', 'NNE'])} of {_name(chance)}, depth {chance.randint(1, 300)} km, "
        f"{chance.randint(0, 23):02}:{chance.randint(0, 59):02} UTC. Stay safe! http://t.co/{_name(chance)}"
        for _ in range(size)
    ]


def retweets(size: int) -> list[str]:
    """Copies of one long post, each with up to eight letters changed."""
    chance = random.Random(2)
    base = " ".join(summary(chance) + summary(chance))[:140]
    return [_copied(base, chance) for _ in range(size)]


def sentences(size: int) -> list[str]:
    """Of the articles of one timeline17 topic, or drawn from the pool of daily summaries."""
    if _CORPUS.exists():
        return [post.text for post in read_posts(_CORPUS).posts[:size]]
    chance, found = random.Random(3), list[str]()
    while len(found) < size:
        found += summary(chance)
    return found[:size]


def _name(chance: random.Random) -> str:
    return "".join(chance.choices(_LETTERS, k=8)).title()


def _copied(text: str, chance: random.Random) -> str:
    letters = list(text)
    for _ in range(chance.randint(0, 8)):
        letters[chance.randrange(len(letters))] = chance.choice(_LETTERS)
    return "".join(letters)
