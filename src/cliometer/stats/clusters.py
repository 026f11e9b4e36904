"""Topics that belong together, such as the references of one event: drawn, left out and flipped as one.

What is counted per topic adds up, so a cluster is a topic that holds the sums of its members.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cliometer.errors import InputError
from cliometer.stats.samples import Floats, numbers

Groups: TypeAlias = Sequence[Hashable]


def members(groups: Groups, topics: int) -> NDArray[np.intp]:
    """The number of each topic's group, counted from 0 in the order in which groups first occur."""
    if len(groups) != topics:
        raise InputError(
            f"found {len(groups)} groups for {topics} topics; each topic needs the name of its group"
        )
    order = {group: number for number, group in enumerate(dict.fromkeys(groups))}
    if len(order) < 2:
        raise InputError("all topics are in one group; a test over groups needs two or more")
    return np.array([order[group] for group in groups], dtype=np.intp)


def totals(counts: Floats, groups: Groups | None) -> Floats:
    """Sums over the members of each group along the second axis; without groups the counts themselves."""
    if groups is None:
        return counts
    of_topic = members(groups, counts.shape[1])
    order = np.argsort(of_topic, kind="stable")
    starts = np.searchsorted(of_topic[order], np.arange(of_topic.max() + 1))
    summed: Floats = np.add.reduceat(counts[:, order], starts, axis=1)
    return summed


def group_means(values: ArrayLike, groups: Groups) -> Floats:
    """Systems x groups: the mean of each group's topics, for tests that know no groups, such as Student's."""
    table = numbers(values, "values", dimensions=(2,))
    sizes = totals(np.ones((1, table.shape[1])), groups)
    means: Floats = totals(table, groups) / sizes
    return means
