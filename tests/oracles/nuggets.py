"""TREC Temporal Summarization as its metrics document writes it: M(n, S) first, then sums over nuggets."""

from __future__ import annotations

import math
from collections.abc import Sequence

from cliometer.metrics.nuggets.gain import Rules
from cliometer.model.nuggets import NuggetTopic, Update


def measures(rules: Rules, updates: Sequence[Update], topic: NuggetTopic) -> dict[str, float]:
    """The measures that the document defines, and the expected verbosity and latency."""
    run = [u for u in updates if rules.unsampled != "skip" or u.id in topic.updates]
    run.sort(key=lambda u: u.time)
    nuggets = [n for n in topic.nuggets.values() if rules.unimportant == "keep" or n.importance > 0]
    highest = max(n.importance for n in nuggets) if rules.scale == "topic" else 3
    R = {
        n.id: math.exp(n.importance - highest) if rules.gain == "graded" else float(n.importance != 0) for n in nuggets
    }
    first = {n.id: next((u for u in range(len(run)) if tells(rules, run[u], n.id, topic)), None) for n in nuggets}
    told = {n: u for n, u in first.items() if u is not None}
    L = {n: 1 - 2 / math.pi * math.atan((run[u].time - topic.nuggets[n].time) / rules.step) for n, u in told.items()}
    average = sum(length(rules, n.text, n.length) for n in nuggets) / len(nuggets)
    V = [
        verbosity(rules, run[u], {n for n, earliest in told.items() if earliest == u}, topic, average)
        for u in range(len(run))
    ]
    best = sorted(R.values(), reverse=True)[: len(run)]
    gain, late, whole = sum(R[n] for n in told), sum(R[n] * L[n] for n in told), sum(R.values())
    counted = len(told) if rules.latency_over == "matches" else len(run)
    f1, f2 = over(late, sum(V)), over(late, whole)
    normalised = over(f1, over(sum(best), len(best)))
    return {
        "updates": len(run),
        "gain": over(gain, sum(V)),
        "normalised_gain": over(over(gain, sum(V)), over(sum(best), len(best))),
        "latency_gain": f1,
        "normalised_latency_gain": normalised,
        "comprehensiveness": over(gain, whole),
        "latency_comprehensiveness": f2,
        "f": over(2 * normalised * f2, normalised + f2),
        "verbosity": over(sum(V), len(run)),
        "latency": over(sum(L.values()), counted),
    }


def original(rules: Rules, id: str, topic: NuggetTopic) -> str:
    """The update that stands for one: itself, or what it repeats."""
    passed = [id]
    while id in topic.updates and rules.duplicates != "none":
        duplicate = topic.updates[id].duplicate
        if duplicate is None or duplicate not in topic.updates or duplicate in passed:
            break
        id = duplicate
        passed.append(id)
        if rules.duplicates == "step":
            break
    return id


def tells(rules: Rules, update: Update, nugget: str, topic: NuggetTopic) -> bool:
    """u tells n."""
    return any(m.nugget == nugget for m in topic.matches.get(original(rules, update.id, topic), ()))


def verbosity(rules: Rules, update: Update, told: set[str], topic: NuggetTopic, average: float) -> float:
    """Equation 25."""
    if update.id not in topic.updates:
        return 2 if rules.unsampled == "nugget" else 1 + 1 / average
    pooled = topic.updates[original(rules, update.id, topic)]
    text = " ".join(pooled.text.split()) if rules.blanks == "collapsed" else pooled.text
    spans = {m.nugget: (m.start, m.end) for m in reversed(topic.matches.get(pooled.id, ()))}
    words = set[int]()
    for nugget in told:
        words |= covered(rules, text, *spans[nugget])
    return 1 + max(0, length(rules, pooled.text, pooled.length) - len(words)) / average


def covered(rules: Rules, text: str, start: int, end: int) -> set[int]:
    """The places of the words that a span covers, letter by letter."""
    letters = list(text.encode()) if rules.offsets == "bytes" else [ord(letter) for letter in text]
    word_of = [letters[:place].count(32) for place in range(len(letters))]
    touched = [word_of[i] for i in range(len(letters)) if start <= i < end and letters[i] != 32]
    if rules.spans == "exact":
        return set(range(min(touched), max(touched) + 1)) if touched else set()
    blanks = [i for i, letter in enumerate(letters) if letter == 32]
    left = max([0, *(i for i in blanks if i <= start)])
    right = min([len(letters), *(i for i in blanks if i >= end)])
    return set(range(sum(i < left for i in blanks), sum(i < right for i in blanks)))


def length(rules: Rules, text: str, said: int | None) -> int:
    """In words."""
    return said if rules.lengths == "file" and said is not None else len(text.split(" "))


def over(part: float, whole: float) -> float:
    """0 where a run said nothing."""
    return part / whole if whole else 0.0
