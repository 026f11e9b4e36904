"""The demo of a preference study: posts about two events, each summarised by three systems."""

from __future__ import annotations

import secrets
from importlib.resources import as_file, files
from pathlib import Path

from cliometer.study.protocol.topics import Topic
from cliometer.systems.summaries import Plan
from cliometer.workbench.kinds.base import Imported, Sample

SYSTEMS = ("centroid", "hybrid", "sumbasic")  # those that the bundled post-votes.csv compares
_TITLES = {
    "ever-given": "The ship that blocked the Suez Canal, 2021",
    "notre-dame": "The fire of Notre-Dame, 2019",
}
_POSTS = 3
_INSTRUCTIONS = """\
You see two summaries of what people posted about an event, side by side.
Say which of the two you prefer: which tells you better what happened, in words that you like to read?
There is no right answer to most pairs. If you can, add a few words on why.
Take the time to read both. A short quiz comes first.
This is a demo that one person can finish: one vote on each of six pairs, and nobody is set aside.
A study of your own asks several people, and sets aside who fails hidden tests or answers too fast."""


def demo() -> Sample:
    """One vote on each of six pairs, and all votes count: whoever tries it gets to a release alone."""
    with as_file(files("cliometer") / "demo" / "posts") as folder:
        topics = tuple(_topics(folder))
    easy = {"attempts": 10, "quiz_mark": 0.5, "test_mark": 0.0, "seconds": 0.0}
    settings = {"votes": 1, "cap": 6, "quiz": 2, **easy, "seed": secrets.randbelow(2**53)}
    return Sample("Demo: which summary is better?", _INSTRUCTIONS, Imported(topics), settings)


def _topics(folder: Path) -> list[Topic]:
    found = Plan(folder, SYSTEMS, k=_POSTS).run()
    texts: dict[str, dict[str, str]] = {}
    for one in found.summaries:
        texts.setdefault(one.topic, {})[found.names[one.system]] = "\n".join(one.texts)
    return [Topic(topic, _TITLES.get(topic, ""), summaries=own) for topic, own in texts.items()]
