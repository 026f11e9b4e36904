"""The last step: another judge verifies what was linked, disagreements first: the final mapping."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, Literal, Self

from cliometer.errors import Refused
from cliometer.io.notes import quoted
from cliometer.study.agreement.linking import item
from cliometer.study.protocol.events.board import Board
from cliometer.study.protocol.events.cards import Event
from cliometer.study.protocol.events.cases import Case, Flagged, Key, find_cases, find_flagged
from cliometer.study.protocol.events.linking import Linking
from cliometer.study.protocol.events.stories import Stories
from cliometer.study.protocol.events.things import each_work, expect, shared_work
from cliometer.study.protocol.steps import Desk
from cliometer.study.protocol.work import Work, verb

PREACCEPT = "preaccept"
Verdict = Literal["accepted", "rejected", "agreed", "undecided"]


@dataclass(frozen=True)
class Decision:
    """What the verifier said of a case, why, and who it was."""

    accepted: bool
    reason: str = ""
    by: str = ""


@dataclass(frozen=True)
class Verifying(Work):
    """The cases, and the verifier's decisions on them."""

    step: ClassVar[str] = "verify"
    stories: Stories
    events: tuple[Event, ...]
    linked: Mapping[Key, Case]  # by the judges; disagreements first, then by event and place
    preaccept: bool = True
    flagged: tuple[Flagged, ...] = ()
    linkers: tuple[str, ...] = ()  # whose links these are
    added: Mapping[Key, Case] = field(default_factory=dict)  # by the verifier
    decisions: Mapping[Key, Decision] = field(default_factory=dict)

    @verb
    def accept(self, sentences: tuple[str, ...], event: str, reason: str = "", by: str = "") -> Self:
        """The judges who linked it are right."""
        return self._decide(self._known(sentences, event), Decision(True, reason, by))

    @verb
    def reject(self, sentences: tuple[str, ...], event: str, reason: str = "", by: str = "") -> Self:
        """The judges who linked it are wrong."""
        case = self._known(sentences, event)
        return (
            self._cleared(case) if case.key in self.added else self._decide(case, Decision(False, reason, by))
        )

    @verb
    def add(self, sentences: tuple[str, ...], event: str, reason: str = "", by: str = "") -> Self:
        """Link what no judge linked; what one did is accepted."""
        case = self._case(sentences, event)
        decided = self._decide(case, Decision(True, reason, by))
        return decided if case.key in self.linked else replace(decided, added={**self.added, case.key: case})

    @verb
    def clear(self, sentences: tuple[str, ...], event: str) -> Self:
        """Take a decision back, as if nobody had decided yet."""
        return self._cleared(self._case(sentences, event))

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """Disagreements, then what all agreed on, then what the verifier added."""
        return (*self.linked.values(), *self.added.values())

    def cases_of(self, event: str) -> tuple[Case, ...]:
        """The cases of one event."""
        return tuple(case for case in self.cases if case.event == event)

    @property
    def disputed(self) -> tuple[Case, ...]:
        """What judges disagree on."""
        return tuple(case for case in self.linked.values() if not case.agreed)

    def verdict(self, case: Case) -> Verdict:
        """What holds for a case: `agreed` is accepted because all judges linked it, without a look."""
        decision = self.decisions.get(case.key)
        if decision is None:
            return "agreed" if case.agreed and self.preaccept else "undecided"
        return "accepted" if decision.accepted else "rejected"

    def decision(self, case: Case) -> Decision | None:
        """The decision on a case with its reason, where there is one."""
        return self.decisions.get(case.key)

    @cached_property
    def undecided(self) -> tuple[Case, ...]:
        """What waits for a decision, disagreements first."""
        return tuple(case for case in self.linked.values() if self.verdict(case) == "undecided")

    @cached_property
    def verified(self) -> Mapping[str, tuple[tuple[str, ...], ...]]:
        """The final mapping: sentences and groups of each event, in the order of reading."""
        found: dict[str, list[tuple[str, ...]]] = {event.id: [] for event in self.events}
        for case in self.cases:
            if self.verdict(case) in ("accepted", "agreed"):
                found[case.event].append(case.sentences)
        return {event: tuple(sorted(parts, key=self.stories.places)) for event, parts in found.items()}

    @property
    def unsettled(self) -> tuple[str, ...]:
        """Undecided cases."""
        return tuple(self._question(case) for case in self.undecided)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Events that keep no sentence, which no system can find; and who decided on links of their own."""
        bare = [event.text for event in self.events if not self.verified[event.id]]
        return (
            *(f"no sentence is left for {quoted(text)}: no system can find it" for text in bare),
            *(f"verified by {name}, who also linked; another judge sees more" for name in self.own),
        )

    @property
    def own(self) -> tuple[str, ...]:
        """Verifiers who had linked themselves."""
        verifiers = {decision.by for decision in self.decisions.values()}
        return tuple(name for name in self.linkers if name in verifiers)

    @property
    def progress(self) -> tuple[int, int]:
        """Cases decided, of all that judges linked."""
        return len(self.linked) - len(self.undecided), len(self.linked)

    def _question(self, case: Case) -> str:
        not_by = f", not by {' and '.join(case.others)}" if case.others else ""
        event = next(one.text for one in self.events if one.id == case.event)
        said = " and ".join(quoted(self.stories.text(sentence)) for sentence in case.sentences)
        return f"{said} is undecided: linked to {quoted(event)} by {' and '.join(case.judges)}{not_by}"

    def _case(self, sentences: tuple[str, ...], event: str) -> Case:
        if not any(event == one.id for one in self.events):
            expect("event", event, [one.id for one in self.events])
        own = self.stories.in_order(sentences)
        if not own:
            raise Refused("name a sentence, or several that belong together")
        key = item(own), event
        return self.linked.get(key) or self.added.get(key) or Case(own, event)

    def _known(self, sentences: tuple[str, ...], event: str) -> Case:
        case = self._case(sentences, event)
        if case.key not in self.linked and case.key not in self.added:
            raise Refused(f"nobody linked {' and '.join(case.sentences)} to {event}; add it")
        return case

    def _decide(self, case: Case, decision: Decision) -> Self:
        return replace(self, decisions={**self.decisions, case.key: decision})

    def _cleared(self, case: Case) -> Self:
        decisions = {key: one for key, one in self.decisions.items() if key != case.key}
        added = {key: one for key, one in self.added.items() if key != case.key}
        return replace(self, decisions=decisions, added=added)


def start_verifying(desk: Desk) -> Verifying:
    """Everything that a judge linked; whether what all linked is accepted from the start is a setting."""
    preaccept = desk.settings.get(PREACCEPT, True)
    if not isinstance(preaccept, bool):
        raise Refused(f"the setting {PREACCEPT} must be true or false; correct it in the study's settings")
    board = shared_work(desk.earlier, "merge", Board)
    sheets = each_work(desk.earlier, "link", Linking)
    linked = {case.key: case for case in find_cases(board, sheets)}
    flagged = find_flagged(board.stories, sheets)
    return Verifying(board.stories, board.events, linked, preaccept, flagged, tuple(sheets))
