"""Readers as their definitions read: one reader, one session and one update at a time."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from cliometer.metrics.nuggets.stream import StreamUtility
from cliometer.model.nuggets import NuggetTopic, Update


def stream_utility(m: StreamUtility, updates: Sequence[Update], topic: NuggetTopic) -> tuple[float, float]:
    """Gain and pain of Modeled Stream Utility, steps 1 to 6 of Baruah et al. (2015)."""
    assert topic.window is not None
    begin, end = topic.window
    random, ranks = np.random.RandomState(m.seed), np.random.RandomState(m.seed)
    people = [
        (
            random.lognormal(*moments(m.absence, m.absence_spread)),
            random.lognormal(*moments(m.session, m.session_spread)),
            random.lognormal(m.speed, m.speed_spread),
        )
        for _ in range(m.readers)
    ]
    trails = [trail(random, away, length, end - begin) for away, length, _ in people]
    stream = sorted(updates, key=lambda u: (u.time, u.confidence, u.id))
    gain = pain = 0.0
    for (_, _, speed), sessions in zip(people, trails, strict=True):
        known, newest, before = set[str](), -1, -1.0
        for i, (t, length) in enumerate(sessions):
            there = [n for n, u in enumerate(stream) if u.time - begin <= t]
            if m.reading == "ranked":
                fresh = [n for n in there if i == 0 or stream[n].time - begin > before]
                fresh.sort(key=lambda n: (-stream[n].confidence, -n))
                read = fresh[: ranks.geometric(1 - m.persistence)]
            else:
                read, left = [], length
                for n in reversed([n for n in there if n > newest]):
                    left -= words(stream[n], topic) / speed
                    if left < 0:
                        break
                    read.append(n)
                newest = max([newest, *read])
            before = t
            for n in read:
                told = tells(stream[n].id, topic)
                pain += not told
                for nugget in told - known:
                    begun = sum(s <= topic.nuggets[nugget].time - begin for s, _ in sessions)
                    gain += m.late ** max(0, i - begun)
                known |= told
    return gain / m.readers, pain / m.readers


def moments(mean: float, deviation: float) -> tuple[float, float]:
    variance = math.log(deviation**2 / mean**2 + 1)
    return math.log(mean) - variance / 2, math.sqrt(variance)


def trail(random: np.random.RandomState, away: float, length: float, duration: float) -> list[tuple[float, float]]:
    """Sessions, as start and length."""
    time, sessions = 0.0, []
    while time < duration:
        session = random.exponential(length)
        if time + session > duration:
            break
        sessions.append((time, session))
        time += session
        time += random.exponential(away)
    return sessions


def words(update: Update, topic: NuggetTopic) -> int:
    known = [u.text for u in topic.updates.values() if u.text]
    count = {text: len([w for w in text.split() if any(c.isalnum() for c in w)]) for text in known}
    if update.id in topic.updates and topic.updates[update.id].text:
        return count[topic.updates[update.id].text]
    return sum(count[text] for text in known) // len(known) if known else 0


def tells(id: str, topic: NuggetTopic) -> set[str]:
    pooled = topic.updates.get(id)
    ids = [id] + ([pooled.duplicate] if pooled and pooled.duplicate else [])
    return {m.nugget for each in ids for m in topic.matches.get(each, ()) if m.nugget in topic.nuggets}
