"""Cards of protocols: one answer to each question of how released code scores timelines; data, see `cards.toml`."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from cliometer.errors import FormatError, InputError, UsageError, expected, unknown
from cliometer.expressions import split
from cliometer.io.frames import DocumentResult
from cliometer.io.text_files import read_text
from cliometer.spelling import listed, whole_number

FILE = Path(__file__).with_name("cards.toml")
_ABOUT = ("name", "source", "place", "note", "like")
_NUMBER = "number"  # the answer of a question that takes any whole number
_GIVEN = ("given_dates", "given_sentences", "given_span")  # what a system is asked for, which changes no score
_METRICS = {
    "ar": ("align+m1(rouge=1)", "align+m1(rouge=2)", "date"),
    "all": (
        *(f"{name}(rouge={n})" for name in ("concat", "agreement", "align", "align+", "align+m1") for n in (1, 2)),
        "date",
    ),
}


@dataclass(frozen=True)
class ProtocolAnswer:
    """One row of a card: a question, the answer by its name, and what it means."""

    rule: str
    question: str
    answer: str
    meaning: str


@dataclass(frozen=True, eq=False)
class Protocol:
    """How a project scores timelines: its name, where its code is, and an answer to each question.

    `changed` are the answers that are not those of the card of this name, and `digest` names the content of a file.
    """

    name: str
    source: str
    place: str
    note: str
    answers: Mapping[str, str]
    changed: tuple[str, ...] = ()
    digest: str = ""

    @classmethod
    def parse(cls, text: str | Protocol) -> Protocol:
        """Return a card by its name, such as `chronos` or `tilse(tasks=joint)`, or that of a file, `mine.toml`."""
        if isinstance(text, Protocol):
            return text
        if not isinstance(text, str):
            raise expected('a protocol such as "chronos", or the path of a card, "mine.toml"', text)
        if text.endswith(".toml"):
            return _card_of(Path(text))
        name, changes = split(text, "protocol")
        if name not in cards():
            raise unknown("protocol", name, cards())
        card = cards()[name]
        for rule, answer in changes.items():
            card = card.changing(rule, answer)
        return card

    def changing(self, rule: str, answer: str) -> Protocol:
        """Return the card with another answer to a question."""
        checked = _checked({rule: answer}, self.name)
        if self.answers[rule] == answer:
            return self
        changed = tuple(dict.fromkeys((*self.changed, rule)))
        return replace(self, answers={**self.answers, **checked}, changed=changed)

    def __getitem__(self, rule: str) -> str:
        return self.answers[rule]

    def __str__(self) -> str:
        changes = ", ".join(f"{rule}={self[rule]}" for rule in self.changed)
        return self.name + (f"#{self.digest}" if self.digest else "") + (f"({changes})" if changes else "")

    @property
    def metrics(self) -> tuple[str, ...]:
        """The expressions of what is measured."""
        return _METRICS[self["metrics"]]

    def differences(self, other: Protocol) -> list[str]:
        """Return the questions on scores to which two cards have different answers, in their order."""
        return [rule for rule in questions() if rule not in _GIVEN and self[rule] != other[rule]]

    @property
    def rows(self) -> list[ProtocolAnswer]:
        """The card as a table."""
        return [
            ProtocolAnswer(rule, parts["question"], self[rule], parts.get(self[rule], parts.get(_NUMBER, "")))
            for rule, parts in questions().items()
        ]


@dataclass(frozen=True)
class ProtocolCard:
    """A card in a document."""

    name: str
    source: str
    place: str
    note: str
    answers: tuple[ProtocolAnswer, ...]


@dataclass(frozen=True, repr=False)
class ProtocolCards(DocumentResult):
    """Cards of protocols side by side; subscripted by the name of a table."""

    kind: ClassVar[str] = "protocol-cards"
    tables: ClassVar[Mapping[str, str]] = {"answers": "cards[name].answers", "cards": "cards"}
    cards: tuple[ProtocolCard, ...]
    notes: tuple[str, ...] = ()

    @classmethod
    def of(cls, *protocols: Protocol) -> ProtocolCards:
        """Return the cards of protocols."""
        return cls(tuple(ProtocolCard(str(p), p.source, p.place, p.note, tuple(p.rows)) for p in protocols))


@cache
def _content() -> Mapping[str, Any]:
    return tomllib.loads(FILE.read_text("utf-8"))


def questions() -> Mapping[str, Mapping[str, str]]:
    """Return what a card must answer, by rule, each with its question and the meaning of each answer."""
    return dict(_content()["questions"])


@cache
def cards() -> Mapping[str, Protocol]:
    """Return the cards of released code by name."""
    made: dict[str, Protocol] = {}
    for name, content in _content()["cards"].items():
        made[name] = _card(name, content, made)
    return made


def _card(name: str, content: Mapping[str, Any], known: Mapping[str, Protocol], digest: str = "") -> Protocol:
    like = content.get("like")
    if like is not None and str(like) not in known:
        raise unknown("protocol", str(like), known)
    given = {rule: answer for rule, answer in content.items() if rule not in _ABOUT}
    answers = {**(known[like].answers if like else {}), **_checked(given, name)}
    if lacking := [rule for rule in questions() if rule not in answers]:
        raise InputError("protocol-answers-missing", lacking=listed(lacking))
    source, place, note = (str(content.get(part, "")) for part in ("source", "place", "note"))
    return Protocol(name, source, place, note, answers, (), digest)


def _checked(answers: Mapping[str, Any], name: str) -> dict[str, str]:
    for rule, answer in answers.items():
        if rule not in questions():
            raise unknown(f"question of the protocol {name}", rule, questions())
        known = [each for each in questions()[rule] if each != "question"]
        if known == [_NUMBER]:
            if whole_number(str(answer), 0) is None:
                raise UsageError("protocol-number-expected", rule=rule, answer=answer)
        elif answer not in known:
            raise unknown(f"answer to {rule}", str(answer), known)
    return {rule: str(answer) for rule, answer in answers.items()}


def _card_of(path: Path) -> Protocol:
    text = read_text(path)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FormatError("protocol-card-not-toml", path, reason=str(error)) from None
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    name = str(content.get("name", path.stem))
    try:
        if not re.fullmatch(r"[A-Za-z][\w.+-]*", name):
            raise InputError("protocol-name-malformed", name=repr(name))
        return _card(name, content, cards(), digest)
    except (InputError, UsageError) as error:
        raise FormatError.like(error).at(path) from None
