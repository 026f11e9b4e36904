"""What a preference study gives away: the votes that count, those that do not, the checks, and all of it.

`answers.jsonl` holds every answer, and the rest follows from it: `votes.csv` and `votes.jsonl`, which
`cliometer vote` and `cliometer reasons` read, are the votes of judges in good standing; `aside.csv` those of
the others, in the same columns with the reason; `checks.csv` the quiz, the hidden tests and the repeats.
Repeats are no votes: a pair has as many votes as the study asked for.
"""

from __future__ import annotations

import csv
import hmac
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import get_args

from cliometer.errors import InputError
from cliometer.io.json_values import json_values
from cliometer.io.notes import Notebook, quoted
from cliometer.io.units.nodes import Node, ObjectNode
from cliometer.model.judgements import Poll, Vote
from cliometer.study.protocol.preferences.answers import Answer
from cliometer.study.protocol.preferences.ballot import Ballot
from cliometer.study.protocol.preferences.items import Kind

VOTE_COLUMNS = ("topic", "judge", "first", "second", "preferred", "reason")
CHECK_COLUMNS = ("judge", "kind", "topic", "first", "second", "preferred", "expected", "seconds")
_KEYS = tuple(field.name for field in fields(Answer))
_TIES = ("tie", "draw", "equal", "neither", "no preference")  # what `cliometer vote` understands


@dataclass(frozen=True)
class Release:
    """Every answer of a study, judge by judge."""

    answers: tuple[Answer, ...]

    @property
    def votes(self) -> tuple[Vote, ...]:
        """Those that count."""
        return tuple(answer.vote for answer in self._cast if not answer.aside)

    @property
    def aside(self) -> tuple[Answer, ...]:
        """Votes of judges who are set aside."""
        return tuple(answer for answer in self._cast if answer.aside)

    @property
    def checks(self) -> tuple[Answer, ...]:
        """Answers to the quiz, hidden tests and repeats."""
        return tuple(answer for answer in self.answers if answer.kind != "vote")

    def poll(self, name: str = "votes") -> Poll:
        """The votes that count, as `court.votes.tally` takes them."""
        return Poll(name, self.votes)

    def files(self) -> dict[str, str]:
        """The text of each file by its name."""
        return {
            "votes.csv": votes_csv(self.votes),
            "votes.jsonl": votes_jsonl(self.votes),
            "aside.csv": _aside_csv(self.aside),
            "checks.csv": _checks_csv(self.checks),
            "answers.jsonl": answers_jsonl(self.answers),
        }

    @property
    def _cast(self) -> tuple[Answer, ...]:
        return tuple(answer for answer in self.answers if answer.kind == "vote")


def release(ballots: Iterable[Ballot], salt: str = "") -> Release:
    """The answers of all sheets; with a salt, judges appear under pseudonyms."""
    found = (answer for ballot in ballots for answer in ballot.answers)
    return Release(tuple(replace(one, judge=pseudonym(one.judge, salt)) for one in found))


def pseudonym(name: str, salt: str) -> str:
    """A name that only who knows the salt can connect with the person; the name itself without a salt."""
    return f"j-{hmac.digest(salt.encode(), name.encode(), 'sha256').hex()[:12]}" if salt else name


def votes_csv(votes: Sequence[Vote]) -> str:
    """Votes as `cliometer vote` reads them."""
    tie = _tie_word(votes)
    return _csv(VOTE_COLUMNS, [_row(vote, tie) for vote in votes])


def votes_jsonl(votes: Sequence[Vote]) -> str:
    """The same, one JSON object a line."""
    tie = _tie_word(votes)
    return _jsonl(dict(zip(VOTE_COLUMNS, _row(vote, tie), strict=True)) for vote in votes)


def answers_jsonl(answers: Iterable[Answer]) -> str:
    """Every answer, one JSON object a line."""
    return _jsonl(map(asdict, answers))


def read_release(text: str, path: Path) -> Release:
    """What `answers.jsonl` holds; `path` is the place that a complaint names."""
    notebook = Notebook(path)
    found: dict[tuple[str, str], Answer] = {}
    for line, value in json_values(text, path):
        node = Node(value, "", notebook, line).as_object("an answer", _KEYS)
        answer = _answer(node)
        if found.setdefault((answer.judge, answer.item), answer) is not answer:
            raise node.fail(f"{quoted(answer.judge)} has answered {quoted(answer.item)} already; keep one")
    if not found:
        raise InputError("is empty: expected answers", path)
    return Release(tuple(found.values()))


def _answer(node: ObjectNode) -> Answer:
    kind = next((kind for kind in get_args(Kind) if kind == node.text("kind")), None)
    if kind is None:
        raise node.at("kind").fail(f"expected vote, repeat, test or quiz, found {quoted(node.text('kind'))}")
    texts = {name: node.text(name) for name in _KEYS if name not in ("kind", "seconds")}
    answer = Answer(kind=kind, seconds=float(node.number("seconds")), **texts)
    if not answer.seconds >= 0:
        raise node.at("seconds").fail(f"expected 0 or more, found {quoted(answer.seconds)}")
    for name in ("preferred", "expected"):
        if texts[name] not in (answer.first, answer.second, ""):
            raise node.at(name).fail(f"expected one of the two, or nothing, found {quoted(texts[name])}")
    if answer.first == answer.second:
        raise node.fail(f"compares {quoted(answer.first)} with itself; two systems are needed")
    return answer


def _row(vote: Vote, tie: str) -> list[str]:
    return [vote.topic, vote.judge, vote.left, vote.right, vote.winner or tie, vote.reason]


def _tie_word(votes: Iterable[Vote]) -> str:
    """One that no system has for its name."""
    names = {name.casefold() for vote in votes for name in (vote.left, vote.right)}
    return next(word for word in (*_TIES, "=") if word not in names)


def _aside_csv(answers: Sequence[Answer]) -> str:
    votes = [answer.vote for answer in answers]
    rows = [_row(vote, _tie_word(votes)) for vote in votes]
    whys = [answer.aside for answer in answers]
    return _csv((*VOTE_COLUMNS, "aside"), [[*row, why] for row, why in zip(rows, whys, strict=True)])


def _checks_csv(answers: Iterable[Answer]) -> str:
    return _csv(CHECK_COLUMNS, [[str(getattr(one, name)) for name in CHECK_COLUMNS] for one in answers])


def _csv(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    target = io.StringIO(newline="")
    writer = csv.writer(target, lineterminator="\r\n")  # so that a break of either kind in a cell is quoted
    writer.writerows([columns, *rows])
    return target.getvalue()


def _jsonl(rows: Iterable[dict[str, object] | dict[str, str]]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False, allow_nan=False) + "\n" for row in rows)
