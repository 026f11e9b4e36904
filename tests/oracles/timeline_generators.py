"""Timeline generators with the full matrix of cosines and plain greedy choice: slow and obvious."""

from __future__ import annotations

import math

import numpy as np

from cliometer.systems.summarisers.pool import round_off
from cliometer.systems.timelines.generator import Chosen
from cliometer.systems.timelines.store import Floats
from cliometer.systems.timelines.submodular import StemCut, SubmodularTimeline


def _weights(cut: StemCut, similarity: str) -> Floats:
    vectors = cut.vectors.toarray()
    apart = np.abs(cut.days[:, None] - cut.days[None, :])
    weights = {"plain": 1.0, "cutoff": apart <= 10, "weighted": 1 / np.sqrt(apart + 1.0)}[similarity]
    return np.asarray(vectors @ vectors.T * weights, dtype=float)


def plain_submodular(generator: SubmodularTimeline, cut: StemCut) -> Chosen:
    raw = _weights(cut, generator.similarity).sum(axis=1)
    total = raw.sum() or 1.0
    vectors = cut.vectors.toarray()
    stems = [int(np.argmax(round_off(row))) if row.any() else -1 for row in vectors]
    groups = [(generator.temporal, [int(day) for day in cut.days]), (generator.diversity, stems)]
    mentioned, published = cut.mentioned, cut.store.published[cut.rows]
    refers = [int(day) for day, own in zip(mentioned, published, strict=True) if day and day != own]

    def value(places: list[int]) -> float:
        found = generator.coverage * sum(raw[place] for place in places) / total
        for weight, group in groups:
            sums = {one: sum(raw[n] for n in range(len(raw)) if group[n] == one) for one in set(group)}
            norm = sum(map(math.sqrt, sums.values())) or 1.0
            scale = norm if generator.scale == "tilse" else norm * norm
            taken = [sum(raw[place] / scale for place in places if group[place] == one) for one in set(group)]
            found += weight * sum(map(math.sqrt, taken))
        days = {int(cut.days[place]) for place in places}
        return float(found + generator.references * sum(refers.count(day) for day in days) / (len(refers) or 1))

    chosen: Chosen = {}
    places: list[int] = []
    task = cut.task
    while True:
        fitting = [
            place
            for place in range(len(raw))
            if place not in places
            and task.first <= cut.days[place] <= task.last
            and _fits(generator, chosen, task, int(cut.days[place]), len(places))
            and not _repeats(cut, chosen, place)
        ]
        if not fitting:
            return chosen
        now = value(places)
        best = max(fitting, key=lambda place: (round(value([*places, place]) - now, 10), -place))
        places.append(best)
        chosen.setdefault(int(cut.days[best]), []).append(int(cut.rows[best]))


def _fits(generator: SubmodularTimeline, chosen: Chosen, task: object, day: int, taken: int) -> bool:
    from cliometer.systems.timelines.generator import TimelineTask

    assert isinstance(task, TimelineTask)
    if generator.constraint == "total":
        return taken < task.total
    return len(chosen[day]) < task.sentences if day in chosen else len(chosen) < task.dates


def _repeats(cut: StemCut, chosen: Chosen, place: int) -> bool:
    texts = cut.store.sentences
    taken = {texts[row] for rows in chosen.values() for row in rows}
    return cut.task.rules == "open" and texts[cut.rows[place]] in taken


def plain_chieu(rank: str, cut: StemCut) -> Chosen:
    cosines = _weights(cut, "plain")
    apart = np.abs(cut.days[:, None] - cut.days[None, :])
    interest = [float(cosines[row][apart[row] <= 10].sum()) for row in range(len(cosines))]
    extent = [
        min(
            (
                t
                for t in range(1, 11)
                if round(float(cosines[row][apart[row] <= t].sum()), 9) >= round(0.8 * interest[row], 9)
            ),
            default=10,
        )
        for row in range(len(cosines))
    ]
    keys = [math.floor(round(value, 9)) if rank == "tilse" else round(value, 9) for value in interest]
    chosen: dict[int, int] = {}
    found: Chosen = {}
    for row in sorted(range(len(keys)), key=lambda row: (-keys[row], row)):
        day = int(cut.days[row])
        is_free = all(abs(day - other) > reach for other, reach in chosen.items())
        is_new = not _repeats(cut, found, row)
        if cut.task.first <= day <= cut.task.last and len(found) < cut.task.dates and is_free and is_new:
            chosen[day], found[day] = extent[row], [int(cut.rows[row])]
    return found
