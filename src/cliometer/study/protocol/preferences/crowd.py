"""Pairs for a crowd platform (Prolific with a survey, MTurk, Label Studio): a table, one row an item.

What is on the left stands in the column `left`, for the platform must not turn it round: an item has its
place fixed, and each pair comes as two items where it is wanted both ways round. Hidden tests stand among
them, with ids like all others; repeats do not, for the platform decides who sees what.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from cliometer.study.protocol.preferences.contests import contests
from cliometer.study.protocol.preferences.dealing import Wanted, wanted
from cliometer.study.protocol.preferences.drawing import shuffled
from cliometer.study.protocol.preferences.items import Item, questions, vote
from cliometer.study.protocol.preferences.settings import Settings
from cliometer.study.protocol.topics import Topic

COLUMNS = ("item", "topic", "left", "right", "votes")


@dataclass(frozen=True)
class CrowdItem:
    """An item, and how many different workers are to answer it."""

    item: Item
    votes: int


def crowd_items(
    topics: Sequence[Topic], settings: Settings, lacking: Wanted | None = None
) -> tuple[CrowdItem, ...]:
    """Every vote that is wanted, or that is lacking, and hidden tests among them."""
    ways = wanted(topics, settings) if lacking is None else lacking
    found, salt = contests(topics), ("crowd", settings.seed)
    pairs = [
        CrowdItem(vote(found[id], way, *salt), count)
        for id, lacks in ways.items()
        for way, count in sorted(Counter(lacks).items())
    ]
    hidden = questions(topics, "test", settings.tests_among(len(pairs)), *salt)
    often = max((one.votes for one in pairs), default=0)
    return tuple(
        shuffled([*pairs, *(CrowdItem(item, often) for item in hidden)], lambda one: one.item.id, *salt)
    )


def crowd_csv(items: Sequence[CrowdItem]) -> str:
    """The table to upload; `topic` is the title that people see."""
    target = io.StringIO(newline="")
    writer = csv.writer(target, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for one in items:
        writer.writerow([one.item.id, one.item.title, one.item.left, one.item.right, one.votes])
    return target.getvalue()
