"""The screen for verifying: every case with the sentences around it and the votes of all judges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from cliometer.io.sheets.links import TOGETHER
from cliometer.study.protocol.events.cases import Case
from cliometer.study.protocol.events.verifying import Decision, Verdict, Verifying
from cliometer.workbench.bench import Bench
from cliometer.workbench.kinds.events.story_rows import StoryRow, story_rows
from cliometer.workbench.kinds.events.touched import shown_action, texts

VERDICTS: tuple[Verdict, ...] = ("undecided", "accepted", "rejected", "agreed")


@dataclass(frozen=True)
class CaseRow:
    """A case; `before` and `after` are what stands around its sentences."""

    number: int  # from 1, as the protocol orders cases
    case: Case
    event: int
    event_text: str
    story: StoryRow
    lines: tuple[tuple[str, str], ...]  # the number in the story, and the sentence
    before: str
    after: str
    verdict: Verdict
    decision: Decision | None
    added: bool

    @property
    def sentences(self) -> str:
        """Their ids in one text; no id holds the sign between them."""
        return TOGETHER.join(self.case.sentences)


@dataclass(frozen=True)
class CaseRows:
    """The sheet, to be asked for rows."""

    work: Verifying

    @cached_property
    def _events(self) -> dict[str, tuple[int, str]]:
        return {event.id: (number, event.text) for number, event in enumerate(self.work.events, start=1)}

    @cached_property
    def _stories(self) -> dict[str, StoryRow]:
        return {row.id: row for row in story_rows(self.work.stories)}

    @cached_property
    def _order(self) -> dict[str, tuple[tuple[str, ...], int]]:
        """Of each sentence: the sentences of its story, and its place among them."""
        found: dict[str, tuple[tuple[str, ...], int]] = {}
        for source in self.work.stories.sources:
            ids = tuple(source.sentences)
            found |= {id: (ids, place) for place, id in enumerate(ids)}
        return found

    def all(self) -> Iterator[CaseRow]:
        """In the order of the protocol: disagreements first."""
        for number, case in enumerate(self.work.cases, start=1):
            yield self.row(number, case)

    def row(self, number: int, case: Case) -> CaseRow:
        """One case."""
        event, text = self._events[case.event]
        return CaseRow(
            number,
            case,
            event,
            text,
            self._stories[self.work.stories.story_of(case.sentences[0])],
            tuple((self._name(id), self.work.stories.text(id)) for id in case.sentences),
            self._beside(case.sentences[0], -1),
            self._beside(case.sentences[-1], 1),
            self.work.verdict(case),
            self.work.decision(case),
            case.key in self.work.added,
        )

    def _name(self, id: str) -> str:
        story = self._stories[self.work.stories.story_of(id)]
        return f"{story.number}.{self._order[id][1] + 1}"

    def _beside(self, id: str, by: int) -> str:
        ids, place = self._order[id]
        return self.work.stories.text(ids[place + by]) if 0 <= place + by < len(ids) else ""


def context(bench: Bench) -> dict[str, Any]:
    """All cases; all sentences, for links that no judge made."""
    work = cast("Verifying", bench.work)
    return {
        "cases": list(CaseRows(work).all()),
        "events": list(enumerate(work.events, start=1)),
        "stories": _sentences(work),
        **_counts(work),
    }


def pieces(bench: Bench, verb: str, details: Mapping[str, object]) -> tuple[str, dict[str, Any]] | None:
    """The case and the counts; all of it where a case came or went."""
    work, action = cast("Verifying", bench.work), shown_action(bench, verb, details)
    if action is None:
        return None
    wanted = {*texts(action.details, "sentences")}, *texts(action.details, "event")
    for number, case in enumerate(work.linked.values(), start=1):
        if ({*case.sentences}, case.event) == wanted:
            row = CaseRows(work).row(number, case)
            return "workbench/events/verify_pieces.html", {"case": row, **_counts(work)}
    return None


def _counts(work: Verifying) -> dict[str, Any]:
    verdicts = Counter(work.verdict(case) for case in work.linked.values())
    return {
        "counts": [(verdict, verdicts[verdict]) for verdict in VERDICTS],
        "disputed": len(work.disputed),
        "alone": len({judge for case in work.linked.values() for judge in (*case.judges, *case.others)}) < 2,
        "added": len(work.added),
        "remarks": work.remarks,
    }


def _sentences(work: Verifying) -> list[tuple[StoryRow, list[tuple[str, int, str]]]]:
    return [
        (row, [(id, number, one.text) for number, (id, one) in enumerate(source.sentences.items(), start=1)])
        for row, source in zip(story_rows(work.stories), work.stories.sources, strict=True)
    ]
