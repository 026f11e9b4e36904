"""Averages over topics as ratios of sums (count first, divide last), and topics grouped into clusters."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cliometer.errors import InputError, UsageError, expected
from cliometer.stats.samples import Floats, numbers, several

# Topics that belong together, such as the references of one event: drawn, left out and flipped as one.
# What is counted per topic adds up, so a cluster is a topic that holds the sums of its members.

Groups: TypeAlias = Sequence[Hashable]


def totals(counts: Floats, groups: Groups | None) -> Floats:
    """Return sums over the members of each group along the second axis; without groups the counts themselves.

    Groups are numbered in the order in which they first occur.
    """
    if groups is None:
        return counts
    if len(groups) != counts.shape[1]:
        raise InputError("group-names-mismatch", count=len(groups), shape=counts.shape[1])
    number = {group: place for place, group in enumerate(dict.fromkeys(groups))}
    if len(number) < 2:
        raise InputError("groups-too-few")
    of_topic = np.array([number[group] for group in groups], dtype=np.intp)
    order = np.argsort(of_topic, kind="stable")
    starts = np.searchsorted(of_topic[order], np.arange(len(number)))
    return np.add.reduceat(counts[:, order], starts, axis=1)


def group_means(values: ArrayLike, groups: Groups) -> Floats:
    """Return systems x groups: the mean of each group's topics, for tests that know no groups, such as Student's."""
    table = numbers(values, "values", dimensions=(2,))
    sizes = totals(np.ones((1, table.shape[1])), groups)
    return totals(table, groups) / sizes


# Count first, divide last: averages over topics as ratios of sums, after sacrebleu's sufficient statistics.
# A macro average is the ratio of summed values to summed ones, a micro average that of parts to wholes;
# with precision and recall side by side the score is the F of the two. What is linear in the topics can be
# resampled, left out and swapped by one matrix product for all systems at once.


@dataclass(frozen=True, eq=False)
class Aggregate:
    """Parts and wholes, systems x topics x columns: one column is a ratio, two are precision and recall."""

    parts: Floats
    wholes: Floats
    beta: float = 1.0
    root: float = 1.0  # the exponent that ROUGE-W takes from its ratios at the very end

    def observed(self) -> Floats:
        """Return every system's score over all topics; fail where one has none."""
        scores = self.score(self.parts.sum(axis=1), self.wholes.sum(axis=1))
        for system in np.flatnonzero(np.isnan(scores)):
            raise InputError("system-without-score", system=system)
        return scores

    def pooled(self, groups: Groups | None, alike: bool = False) -> Aggregate:
        """Return each group of topics as one topic, which holds the sums of its members; None leaves them alone.

        Where groups weigh `alike`, it holds the means of its members: large groups count no more than small ones.
        """
        parts, wholes = totals(self.parts, groups), totals(self.wholes, groups)
        sizes = totals(np.ones((1, self.parts.shape[1])), groups)[..., np.newaxis] if alike else 1.0
        return replace(self, parts=parts / sizes, wholes=wholes / sizes)

    def contributions(self) -> Floats:
        """Return systems x topics: what each topic contributes; the mean over the topics is the score.

        For a mean these are the values themselves. For a quotient or an F a topic contributes the score plus n - 1
        times what the score loses without the topic (the jackknife, Tukey 1958; the mean loss is taken off), so
        that statistics of means apply to any average.
        """
        if self.wholes.shape[2] == 1 and self.root == 1.0 and (self.wholes == self.wholes[0, 0]).all():
            return (self.parts / self.wholes)[..., 0]
        others = (counts.sum(axis=1, keepdims=True) - counts for counts in (self.parts, self.wholes))
        without = self.score(*others)
        for system in np.flatnonzero(np.isnan(without).any(axis=1)):
            raise InputError("system-spread-unknown", system=system)
        losses: Floats = without.mean(axis=1, keepdims=True) - without
        return np.asarray(self.observed()[:, np.newaxis] + (self.parts.shape[1] - 1) * losses)

    def sums(self, weights: Floats) -> tuple[Floats, Floats]:
        """Return parts and wholes, rows x systems x columns, where each row says how often each topic counts."""
        systems, topics, columns = self.parts.shape
        flat = (counts.transpose(1, 0, 2).reshape(topics, systems * columns) for counts in (self.parts, self.wholes))
        parts, wholes = ((weights @ counts).reshape(len(weights), systems, columns) for counts in flat)
        return parts, wholes

    def score(self, parts: Floats, wholes: Floats) -> Floats:
        """Return scores (...) of sums (... x columns), NaN where undefined: the one step that divides."""
        ratios: Floats = np.divide(parts, wholes, out=np.full(parts.shape, np.nan), where=wholes != 0)
        if self.root != 1.0:
            ratios = ratios ** (1 / self.root)
        if ratios.shape[-1] == 1:
            return np.asarray(ratios[..., 0])
        # Who says nothing has no precision, but scores 0 where there was something to find (model.Score).
        precision, recall = np.nan_to_num(ratios[..., 0], nan=0.0), ratios[..., 1]
        product, total = (1 + self.beta**2) * precision * recall, self.beta**2 * precision + recall
        return np.divide(product, total, out=np.zeros_like(total), where=total != 0)


def means(values: ArrayLike, beta: float = 1.0) -> Aggregate:
    """Return the macro average of systems x topics; F of the means where a third axis has precision and recall."""
    return ratios(values, None, beta)


def ratios(parts: ArrayLike, wholes: ArrayLike | None, beta: float = 1.0, root: float = 1.0) -> Aggregate:
    """Return the micro average of systems x topics; F of the micro averages where a third axis holds both.

    A macro average over defined topics only is this too: value and 1 where there is one, 0 and 0 where not. Without
    wholes the parts are values.
    """
    columns = []
    for what, values in {"values": parts}.items() if wholes is None else {"parts": parts, "wholes": wholes}.items():
        array = numbers(values, what, dimensions=(2, 3))
        if array.ndim == 3 and array.shape[2] != 2:
            raise UsageError("third-axis-expected", what=what, shape=array.shape[2])
        columns.append(array if array.ndim == 3 else array[:, :, np.newaxis])
    top, bottom = columns if len(columns) == 2 else (columns[0], np.ones_like(columns[0]))
    if top.shape != bottom.shape:
        raise InputError("parts-wholes-mismatch", shape=top.shape, wholes_shape=bottom.shape)
    if (bottom < 0).any():
        raise InputError("whole-negative")
    for name, value in (("beta", beta), ("root", root)):
        if not (np.isfinite(value) and value > 0):
            raise expected(f"{name} as a number above 0", value)
    if root != 1.0 and (top < 0).any():
        raise InputError("part-negative")
    several(top.shape[1], "topic")
    return Aggregate(top, bottom, beta, root)
