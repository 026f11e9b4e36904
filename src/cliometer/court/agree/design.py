"""What a design cannot show, however good the metric: said in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from cliometer.court.agree.plan import SIGNIFICANT, Plan
from cliometer.engine.score_grid import Grid, listed
from cliometer.stats.association import smallest_p
from cliometer.stats.samples import Floats

_FEW = 5  # systems; fewer drawn with replacement are often one and the same


def design_warnings(grid: Grid, human: Floats, plan: Plan) -> list[str]:
    """All warnings that apply."""
    return [
        *_too_few_systems(human, plan),
        *_few_to_draw(human, plan),
        *_twins(grid, human),
        *_constant_topics(grid, human, plan),
    ]


def _too_few_systems(human: Floats, plan: Plan) -> Iterable[str]:
    """With k systems there are k! orders, and one of them is the best."""
    systems, topics = human.shape
    least, on_texts = smallest_p(systems), smallest_p(systems, topics)
    if "system" in plan.levels and least > SIGNIFICANT:
        advice = "look at the text level" if on_texts <= SIGNIFICANT else "more systems are needed"
        yield (
            f"{systems} systems: no system-level correlation can be significant; "
            f"the smallest possible p is {least:.3f}; {advice}"
        )
    if "text" in plan.levels and on_texts > SIGNIFICANT:
        yield (
            f"{systems} systems on {topics} topics: no text-level correlation can be significant; "
            f"the smallest possible p is {on_texts:.3f}; more topics are needed"
        )


def _few_to_draw(human: Floats, plan: Plan) -> Iterable[str]:
    if len(human) < _FEW and plan.over != "texts":
        yield (
            f"{len(human)} systems: intervals that draw so few systems again say little; "
            "--over topics holds the systems fixed"
        )


def _twins(grid: Grid, human: Floats) -> Iterable[str]:
    """Systems with the same scores everywhere: most likely one system under two names."""
    rows = np.concatenate([human, *grid.scores.values()], axis=1)
    groups: dict[bytes, list[str]] = {}
    for system, row in zip(grid.systems, rows, strict=True):
        groups.setdefault((row + 0.0).tobytes(), []).append(system)
    for twins in groups.values():
        if len(twins) > 1:
            yield (
                f"{' and '.join(twins)} have the same scores everywhere: "
                f"{len(rows)} systems, {len(groups)} distinct; what is drawn or tested counts all {len(rows)}"
            )


def _constant_topics(grid: Grid, human: Floats, plan: Plan) -> Iterable[str]:
    if "text" not in plan.levels:
        return
    people = _constant(human)
    if people.any():
        yield _left_out("human scores", people, grid.topics)
    for name, table in grid.scores.items():
        only = _constant(table) & ~people
        if only.any():
            yield _left_out(f"scores of {name}", only, grid.topics)


def _constant(table: Floats) -> NDArray[np.bool_]:
    return np.asarray(np.all(table == table[:1], axis=0), dtype=np.bool_)


def _left_out(whose: str, constant: NDArray[np.bool_], topics: Sequence[str]) -> str:
    names = [topic for topic, same in zip(topics, constant, strict=True) if same]
    return (
        f"on {len(names)} of {len(topics)} topics all {whose} are equal, so the text level leaves them out: "
        f"{listed(names)}"
    )
