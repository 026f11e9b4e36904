"""Worksheets of judges: actions are checked and applied, journals replay, undo and redo them."""

from __future__ import annotations

import inspect
import sys
from bisect import insort
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from typing import Any, ClassVar, Literal, Self, TypeAlias, TypeVar, get_origin, get_type_hints

from cliometer.errors import Refused, shown, unknown
from cliometer.settings import parts_of
from cliometer.spelling import is_whole
from cliometer.study.topics import clean_text

DetailKind = Literal["text", "texts", "whole", "number", "yes"]
MOST_ITEMS = 1_000
_LARGEST_WHOLE = 2**53 - 1  # what JSON holds exactly
_LARGEST_NUMBER = sys.float_info.max
_KINDS: dict[Any, DetailKind] = {str: "text", int: "whole", float: "number", bool: "yes", tuple: "texts"}
_EXPECTED = {
    "text": "a text",
    "texts": "a list of texts",
    "whole": "a whole number",
    "number": "a number",
    "yes": "true or false",
}


def read_detail(value: object, kind: DetailKind, where: str) -> object:
    """Return the value as the verb takes it."""
    if kind == "text" and isinstance(value, str):
        return clean_text(value, where)
    if kind == "texts" and isinstance(value, list | tuple) and all(isinstance(part, str) for part in value):
        if len(value) > MOST_ITEMS:
            raise Refused("items-too-many", where=where, count=len(value), most=MOST_ITEMS)
        return tuple(clean_text(part, where) for part in value)
    if kind == "yes" and isinstance(value, bool):
        return value
    if kind == "whole" and is_whole(value, -_LARGEST_WHOLE, _LARGEST_WHOLE):
        return value
    if kind == "number" and isinstance(value, int | float) and not isinstance(value, bool):
        if not -_LARGEST_NUMBER <= value <= _LARGEST_NUMBER:  # nor is NaN
            raise Refused("detail-not-finite", where=where, value=shown(value))
        return float(value)
    raise Refused("detail-expected", where=where, expected=_EXPECTED[kind], value=shown(value))


# A verb is a method of a worksheet marked with `@verb`; its parameters are the details that an action must
# bring. So the journal, the pages and the API use the same words, and nobody keeps a second list of them.

Method = TypeVar("Method", bound=Callable[..., Any])
FILLED_DETAILS = ("by", "seq", "at")  # what every action knows, for the verbs that ask
SUGGESTION = "suggestion"  # a detail: the id of the suggestion that an action carries out


@dataclass(frozen=True)
class Action:
    """What one judge did on a sheet: one row of its journal.

    `op` is the client's own id of it: the same one is never done twice. `at` is the moment, in ISO 8601.
    """

    seq: int
    by: str
    verb: str
    details: Mapping[str, object] = field(default_factory=dict)
    op: str = ""
    at: str = ""


UnnumberedAction: TypeAlias = tuple[str, Mapping[str, object]]
"""A verb and its details."""


def number_actions(by: str, actions: Iterable[UnnumberedAction]) -> tuple[Action, ...]:
    """Return the journal in which one judge did all of this, in this order."""
    return tuple(Action(seq, by, verb, details) for seq, (verb, details) in enumerate(actions, start=1))


@dataclass(frozen=True)
class Detail:
    """A detail of an action that a verb needs or accepts."""

    name: str
    kind: DetailKind
    needed: bool


def verb(method: Method) -> Method:
    """Mark a method as something that a judge can do; it returns the next work or raises Refused."""
    method.__dict__["is_verb"] = True
    return method


@dataclass(frozen=True)
class Worksheet:
    """The work on a sheet so far; subclasses are frozen dataclasses whose verbs return the next work."""

    step: ClassVar[str] = ""
    final: ClassVar[frozenset[str]] = frozenset()  # verbs that cannot be taken back
    suggested: ClassVar[frozenset[str]] = frozenset()  # verbs that may rest on a suggestion

    def do(self, action: Action) -> Self:
        """Return the work after one more action."""
        kind: type[Worksheet] = type(self)
        known = verbs(kind)
        if action.verb not in known:
            raise Refused.like(unknown(f"action of the step {self.step}", action.verb, known))
        method = getattr(kind, action.verb)
        filled = {name: getattr(action, name) for name in _filled(method)}
        details = _arguments(action, known[action.verb])
        if action.verb in kind.suggested:
            details.pop(SUGGESTION, None)
        next_work: Self = method(self, **details, **filled)
        return next_work

    def journal_details(self, verb: str, details: Mapping[str, object]) -> dict[str, object]:
        """Return the details of an action as the journal keeps them, with what the sheet itself knows of it."""
        return dict(details)

    @property
    def facts(self) -> frozenset[object]:
        """What the sheet says, fact by fact; on a shared sheet, an action means the facts that it adds and removes."""
        return frozenset()

    @property
    def unsettled(self) -> tuple[str, ...]:
        """What must be settled before the sheet can be handed in."""
        return ()

    @property
    def doubles(self) -> tuple[str, ...]:
        """What is there twice, and how to fix it; no action may add to it, and nothing is released with it."""
        return ()

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is worth another look, though it may stay."""
        return ()

    @property
    def progress(self) -> tuple[int, int]:
        """How much is done, of how much; 0 where nobody knows how much there is to do."""
        return (0, 0)

    @property
    def awaits_hand(self) -> bool:
        """Whether the judge is to be dealt something before the work goes on."""
        return False

    @property
    def screened(self) -> str:
        """For the owner: why the judge goes no further, such as a quiz that was not passed; empty otherwise."""
        return ""

    @property
    def aside(self) -> str:
        """For the owner: why the work does not count; empty where it does."""
        return ""


_KNOWN: dict[type[Worksheet], dict[str, tuple[Detail, ...]]] = {}  # reading signatures takes long


def verbs(kind: type[Worksheet]) -> dict[str, tuple[Detail, ...]]:
    """Return every verb of a step with its details, in the order of writing."""
    if kind not in _KNOWN:
        names = dict.fromkeys(name for cls in reversed(kind.__mro__) for name in vars(cls))
        methods = {name: getattr(kind, name) for name in names}
        marked = {n: verb for n, verb in methods.items() if inspect.isfunction(verb) and "is_verb" in vars(verb)}
        rests = (Detail(SUGGESTION, "text", needed=False),)
        _KNOWN[kind] = {
            name: _details(verb) + (rests if name in kind.suggested else ()) for name, verb in marked.items()
        }
    return _KNOWN[kind]


@cache
def _filled(method: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(name for name in FILLED_DETAILS if name in inspect.signature(method).parameters)


def _details(method: Callable[..., Any]) -> tuple[Detail, ...]:
    hints, details = get_type_hints(method), []
    for name, parameter in inspect.signature(method).parameters.items():
        if name not in ("self", *FILLED_DETAILS):
            hint = next(part for part in parts_of(hints[name]) if part is not type(None))
            details.append(Detail(name, _KINDS[get_origin(hint) or hint], parameter.default is parameter.empty))
    return tuple(details)


def _arguments(action: Action, details: tuple[Detail, ...]) -> dict[str, object]:
    """Return the details of an action as the arguments of its verb; what is unknown or missing is refused."""
    strange = [name for name in action.details if name not in {detail.name for detail in details}]
    if strange:
        raise Refused(
            "detail-unknown", verb=action.verb, problem=unknown("detail", strange[0], [d.name for d in details])
        )
    arguments: dict[str, object] = {}
    for detail in details:
        value = action.details.get(detail.name)
        if value is not None:
            arguments[detail.name] = read_detail(value, detail.kind, f"{action.verb}: {detail.name}")
        elif detail.needed:
            raise Refused("detail-missing", verb=action.verb, detail=detail.name)
    return arguments


# Actions are only ever added to a journal. Undo takes back the last action of the judge who asks whose facts nobody has
# changed since, and keeps how many it skipped; redo brings it back, until that judge does something new. Both are
# actions themselves, so they outlive a reload and stay in the record.

UNDO, REDO, SKIPPED = "undo", "redo", "skipped"
_MOST_SKIPPED = 5  # each costs a replay
W = TypeVar("W", bound=Worksheet)


def standing_actions(journal: Iterable[Action]) -> list[Action]:
    """Return what counts: every action but those that their judge took back."""
    return _done_and_undone(journal)[0]


def can_undo(journal: Iterable[Action], by: str, skipped: object = 0) -> Action | None:
    """Return what this judge's next undo would take back; `skipped` is how many actions it passes over."""
    done = standing_actions(journal)
    place = _place_to_undo(done, by, skipped)
    return None if place is None else done[place]


def can_redo(journal: Iterable[Action], by: str) -> Action | None:
    """Return what this judge's next redo would bring back."""
    _, undone = _done_and_undone(journal)
    return undone[by][-1] if undone[by] else None


def replay(start: W, journal: Iterable[Action]) -> W:
    """Return the work after all actions that stand."""
    work = start
    for action in standing_actions(journal):
        work = work.do(action)
    return work


def salvage(start: W, journal: Iterable[Action]) -> tuple[W, list[tuple[Action, str]]]:
    """Replay over earlier steps that have changed; return, too, what no longer fits, with the reasons."""
    work, left_out = start, []
    for action in standing_actions(journal):
        try:
            work = work.do(action)
        except Refused as reason:
            left_out.append((action, str(reason)))
    return work, left_out


def attempt(start: W, journal: Sequence[Action], action: Action, now: W | None = None) -> W:
    """Return the work after one more action; `now` spares the replay where the work so far is known."""
    before = replay(start, journal) if now is None else now
    after = _attempt(start, journal, action, before)
    doubled = [double for double in after.doubles if double not in (*before.doubles, *start.doubles)]
    if doubled:
        raise Refused("work-doubled", reason=doubled[0])
    return after


def _attempt(start: W, journal: Sequence[Action], action: Action, before: W) -> W:
    if action.verb not in (UNDO, REDO):
        return before.do(action)
    if action.verb == UNDO:
        target = can_undo(journal, action.by, action.details.get(SKIPPED, 0))
    else:
        target = can_redo(journal, action.by)
    if target is None:
        raise Refused("nothing-to-undo", verb=action.verb)
    if action.verb == UNDO and target.verb in start.final:
        raise Refused("action-final", verb=target.verb)
    try:
        after = replay(start, [*journal, action])
    except Refused as reason:
        raise Refused("undo-rested-on", verb=target.verb, back=action.verb[:2], reason=reason) from None
    if any(entry.by != action.by and entry.seq > target.seq for entry in journal):
        earlier = [entry for entry in standing_actions(journal) if entry.seq < target.seq]
        if _effect(replay(start, earlier), target) != before.facts ^ after.facts:
            raise Refused("undo-overtaken", verb=target.verb, back=action.verb[:2])
    return after


def skip_changed(start: W, journal: Sequence[Action], undo: Action, now: W) -> tuple[Action, W, tuple[Action, ...]]:
    """Return the undo, the work after it, and the actions that it skips, since others have changed their facts."""
    done, skipped = standing_actions(journal), list[Action]()
    while (place := _place_to_undo(done, undo.by, len(skipped))) is not None and len(skipped) < _MOST_SKIPPED:
        target, action = done[place], replace(undo, details={SKIPPED: len(skipped)} if skipped else {})
        try:
            return action, attempt(start, journal, action, now), tuple(skipped)
        except Refused:
            if target.verb in start.final:
                raise
        skipped.append(target)
    raise Refused("undo-overtaken-all") if skipped else Refused("nothing-to-undo", verb=UNDO)


def overtaken_by(start: W, journal: Sequence[Action], action: Action, seen: int, now: W) -> Action | None:
    """Return what somebody else did since the judge looked, if the action has another effect now than it had then."""
    others = [entry for entry in journal if entry.seq > seen and entry.by != action.by]
    if not others or action.verb in (UNDO, REDO):
        return None
    try:
        known = [entry for entry in journal if entry.seq <= seen or entry.by == action.by]
        meant = _effect(replay(start, known), action)
    except Refused:  # the judge has gone on from a state that she did not see
        return others[-1]
    if meant == _effect(now, action):
        return None
    ids = _texts(action)
    return next((other for other in reversed(others) if ids & _texts(other)), others[-1])


def _effect(work: Worksheet, action: Action) -> frozenset[object] | None:
    """Return the facts that an action adds and removes; None where it is refused."""
    try:
        return work.facts ^ work.do(action).facts
    except Refused:
        return None


def _texts(action: Action) -> set[str]:
    values = action.details.values()
    return {str(text) for value in values for text in (value if isinstance(value, list | tuple) else [value])}


def _place_to_undo(done: Sequence[Action], by: str, skipped: object) -> int | None:
    mine = (place for place in range(len(done) - 1, -1, -1) if done[place].by == by)
    return next(islice(mine, skipped if is_whole(skipped, 0, _LARGEST_WHOLE) else 0, None), None)


def _done_and_undone(journal: Iterable[Action]) -> tuple[list[Action], dict[str, list[Action]]]:
    done: list[Action] = []
    undone: dict[str, list[Action]] = defaultdict(list)
    for action in journal:
        if action.verb == UNDO:
            place = _place_to_undo(done, action.by, action.details.get(SKIPPED, 0))
            if place is not None:
                undone[action.by].append(done.pop(place))
        elif action.verb == REDO:
            if undone[action.by]:
                insort(done, undone[action.by].pop(), key=lambda entry: entry.seq)
        else:
            done.append(action)
            undone[action.by].clear()
    return done, undone
