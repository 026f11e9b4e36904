"""A survey of agreement as a page: tables with a sentence on how to read each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cliometer.report.agreement_tables import TABLES, team_table
from cliometer.study.agreement.survey import Survey

_TITLES = {
    "topics": "Topics",
    "parts": "The corpus",
    "events": "Events: what was kept of the judges' links",
    "judges": "Judges among themselves",
    "units": "Content units",
    "splits": "Splits: two teams of writers, how alike are their units?",
    "unseen": "Alpha and the units that nobody wrote down",
    "matching": "Links of units, made twice",
}


def as_text(found: Survey) -> str:
    """All tables that have something in them."""
    sections = []
    for name, title in _TITLES.items():
        table = TABLES[name](found)
        if table.rows:
            sections.append("\n".join([f"{title}\n", table.text().rstrip(), *_READINGS[name](found)]))
    return "\n\n".join(sections) + "\n"


def _topics(found: Survey) -> Iterator[str]:
    if any(topic.agreement is not None for topic in found.events):
        if found.literal:
            yield "agreement: the mean over events of (kept + added) / linked; above 1 where many were added"
        else:
            yield "agreement: the mean over events of kept / linked; 1 where the verifier kept every link"
    if any(topic.hours is None for topic in found.events):
        yield "hours: from a sheet topic,part,hours; - where it does not say"


def _events(found: Survey) -> Iterator[str]:
    yield "linked: by any judge; kept: those of them that were verified; added: by the verifier alone"
    if not all(topic.links.verified for topic in found.judged):
        yield "-: nobody verified these links"
    for topic in found.judged:
        rate = topic.links.additions.value
        if topic.links.verified and rate is not None:
            yield f"{topic.links.topic}: {100 * rate:.1f} % of the verified links were added by the verifier"


def _judges(found: Survey) -> Iterator[str]:
    yield "dice, jaccard: the overlap of two judges' links"
    yield "alpha (1 perfect, 0 chance), over all judges of a topic: MASI compares the sets of events that"
    yield "each sentence is linked to, cells whether each sentence is linked to each event"


def _units(found: Survey) -> Iterator[str]:
    yield "links: mentions and sentences that earn something; unlinked: units that no system can earn"
    yield "pyramid: whether no more units have k + 1 writers than have k; strictly: fewer"
    texts, combinations = len(found.units), sum(len(topic.writers) for topic in found.units)
    yield f"{_many(texts, 'topic')}, {combinations} combinations of topic and writer"


def _splits(found: Survey) -> Iterator[str]:
    yield "grey share: units that the two teams chose equally often, or one writer apart"
    yield "mean: of the splits' alphas; pooled: the alpha of all splits counted in one table"
    for topic, analysis in found.splits:
        yield f"{topic}: {analysis.unseen} unseen units, which no writer chose, are counted in; see below"
        for name, split in (("Best", analysis.best), ("Worst", analysis.worst)):
            yield f"\n{name} split of {topic}: units by how many writers of either team have them\n"
            yield team_table(split).text().rstrip()


def _unseen(found: Survey) -> Iterator[str]:
    yield "The number of unseen units is an estimate: with none, as many as assumed, and twice as many"


def _matching(found: Survey) -> Iterator[str]:
    yield "agreement: both gave a mention 0, or both more; same v: the same contribution; alpha: on v"


def _nothing(found: Survey) -> Iterator[str]:
    return iter(())


_READINGS: dict[str, Callable[[Survey], Iterator[str]]] = {
    "topics": _topics,
    "parts": _nothing,
    "events": _events,
    "judges": _judges,
    "units": _units,
    "splits": _splits,
    "unseen": _unseen,
    "matching": _matching,
}


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"
