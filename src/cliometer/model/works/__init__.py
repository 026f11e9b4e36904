"""The works that Cliometer rests on: one list, from which everything that cites is served."""

from __future__ import annotations

from cliometer.model.works.evaluation import EVALUATION
from cliometer.model.works.statistics import STATISTICS
from cliometer.model.works.summarisation import SUMMARISATION
from cliometer.model.works.voting import VOTING
from cliometer.model.works.work import Work

WORKS: dict[str, Work] = {work.key: work for work in (*EVALUATION, *SUMMARISATION, *STATISTICS, *VOTING)}


def mentioned_in(citation: str) -> tuple[Work, ...]:
    """The works that a citation names, in the order of the list.

    >>> [work.key for work in mentioned_in("Lin (2004), ROUGE; after Bauer & Teufel (2015)")]
    ['lin-2004', 'bauer-teufel-2015']
    """
    return tuple(work for work in WORKS.values() if work.is_mentioned(citation))


__all__ = ["WORKS", "Work", "mentioned_in"]
