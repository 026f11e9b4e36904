"""Answers kept by content in one SQLite file, so that a rerun without network gives the same bytes."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from cliometer.errors import InputError
from cliometer.judges.judge import Budget, Judge, Prompt, Question, Reply, read_prompt, spelled_identity
from cliometer.model.display import Progress
from cliometer.model.records import decode
from cliometer.model.score import Signature
from cliometer.version import __version__

_TABLE = (
    "CREATE TABLE IF NOT EXISTS answers (key TEXT PRIMARY KEY, judge TEXT NOT NULL, question TEXT NOT NULL, "
    "choices TEXT NOT NULL, repeat INTEGER NOT NULL, reply TEXT NOT NULL)"
)
# the replies to a question have its key: the first alone, later ones (the first was unusable) with # and their number
_REPLIES = "FROM answers WHERE key >= ?1 AND key < ?1 || '$'"
_READ = f"SELECT reply {_REPLIES} ORDER BY rowid"
_KEEP = (
    "INSERT OR IGNORE INTO answers "
    f"SELECT ?1 || CASE count(*) WHEN 0 THEN '' ELSE '#' || count(*) END, ?2, ?3, ?4, ?5, ?6 {_REPLIES}"
)


def is_usable(question: Question, reply: Reply) -> bool:
    """Return whether a reply has an answer to its question."""
    return not reply.answer(question.choices).fault


@dataclass(frozen=True)
class AnswerRecord:
    """The replies to questions in their order, how many of them came from the store, and what the others cost.

    Kept tokens are those that the answers of the store took when they were given; the judge is given by what it is
    called, by its kind, and by all that its answers depend on.
    """

    replies: tuple[Reply, ...]
    kept: int
    calls: int
    tokens: int
    kept_tokens: int
    label: str
    kind: str
    identity: str

    @property
    def fields(self) -> dict[str, Any]:
        """The judge, what this run cost, and the answers that needed no call, as fields of a result."""
        who = {"judge": self.label, "judge_model": self.identity, "signature": self.signature}
        cost = {"calls": self.calls, "tokens": self.tokens}
        return {**who, **cost, "from_store": self.kept, "stored_tokens": self.kept_tokens}

    @property
    def share(self) -> float:
        """The share that was answered from the store."""
        return self.kept / len(self.replies) if self.replies else 1.0

    @property
    def signature(self) -> str:
        """What the answers depend on: version, judge, settings, prompt, questions, and the share from the store."""
        settings = [part.partition(":")[::2] for part in self.identity.split("|")[1:]]
        rest = [("questions", len(self.replies)), ("from_store", f"{self.share:.3f}")]
        return str(Signature.of([("cliometer", __version__), ("judge", self.kind), *settings, *rest]))


@dataclass(frozen=True)
class Inquiry:
    """A judge and how it is asked: where answers are kept, by which prompt, at what cost, and whether at all.

    Without a store, nothing is kept. `offline` fails where an answer is not in the store.
    """

    judge: Judge
    store: Path | None = None
    prompt_file: Path | None = None
    budget: Budget | None = None
    offline: bool = False
    progress: Progress | None = None

    def read_prompt(self, kind: str, places: Sequence[str], needed: Sequence[str]) -> Prompt:
        """Read the prompt of a kind of question: the file that was given, or ours."""
        return read_prompt(kind, self.prompt_file, places, needed)

    def ask(
        self, prompt: Prompt, questions: Sequence[Question], usable: Callable[[Question, Reply], bool] = is_usable
    ) -> AnswerRecord:
        """Answer questions from the store where it has usable replies, else ask the judge and keep what it replies.

        The same call asks again for what failed, which is not kept, and for what got an unusable reply, which is kept
        as a record: offline, it stands for the answer.
        """
        identity = spelled_identity(self.judge, prompt)
        store, keys = self.store, [_key(identity, question) for question in questions]
        budget = self.budget or Budget()
        if store is None or not self.judge.is_kept:
            replies = dict(self.judge.ask(questions, budget))
            return self._recorded(identity, tuple(replies[n] for n in range(len(replies))), 0, replies.values(), ())
        with closing(_opened(store, self.offline)) as base:
            from_store = dict[str, Reply]()
            for key, question in dict(zip(keys, questions, strict=True)).items():
                kept = [_stored(reply, store) for (reply,) in base.execute(_READ, (key,))]
                answers = [reply for reply in kept if usable(question, reply)]
                if answers or (kept and self.offline):
                    from_store[key] = (answers or kept[::-1])[0]
            stored, new = dict(from_store), dict[str, Reply]()
            open_ = {key: question for key, question in zip(keys, questions, strict=True) if key not in from_store}
            if open_ and self.offline:
                raise InputError("stored-answers-missing", store, count=len(open_), total=len(from_store) + len(open_))
            if open_:
                try:
                    new = _asked(self.judge, identity, open_, base, budget, self.progress)
                except sqlite3.Error as error:
                    raise InputError("answer-store-read-only", store, reason=str(error)) from None
                finally:
                    with suppress(sqlite3.Error):  # another process has it open, and will do so
                        base.execute("PRAGMA journal_mode=DELETE")  # one file again, which can be shipped
        every = tuple((stored | new)[key] for key in keys)
        return self._recorded(identity, every, sum(key in stored for key in keys), new.values(), stored.values())

    def _recorded(
        self, identity: str, replies: tuple[Reply, ...], kept: int, new: Collection[Reply], stored: Collection[Reply]
    ) -> AnswerRecord:
        """Return the replies with what the new ones cost, each question counted once."""
        spent = {key: sum(getattr(reply, key) for reply in new) for key in ("calls", "tokens")}
        saved = sum(reply.tokens for reply in stored)
        label, kind = self.judge.label, self.judge.name
        return AnswerRecord(replies, kept, **spent, kept_tokens=saved, label=label, kind=kind, identity=identity)


def _asked(
    judge: Judge,
    identity: str,
    questions: dict[str, Question],
    base: sqlite3.Connection,
    budget: Budget,
    progress: Progress | None,
) -> dict[str, Reply]:
    """Ask the judge, and keep each reply as soon as it comes, so that a killed process has lost none."""
    keys, replies = list(questions), dict[str, Reply]()
    for place, reply in judge.ask(list(questions.values()), budget):
        key, question = keys[place], questions[keys[place]]
        replies[key] = reply
        if not reply.fault:
            row = (key, identity, question.text, json.dumps(question.choices), question.repeat, reply.to_json())
            base.execute(_KEEP, row)
        if progress:
            progress(len(replies), len(questions))
    return replies


def _key(identity: str, question: Question) -> str:
    return sha256(repr((identity, question.text, question.choices, question.repeat)).encode()).hexdigest()


def _stored(text: str, store: Path) -> Reply:
    try:
        return decode(Reply, json.loads(text))
    except (ValueError, InputError):
        raise InputError("answer-store-damaged", store) from None


def _opened(path: Path, offline: bool) -> sqlite3.Connection:
    """Open the store; without a network it must be there, and is not written to."""
    if offline and not path.is_file():
        raise InputError("answer-store-missing", path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        place = f"{path.resolve().as_uri()}?mode={'ro' if offline else 'rwc'}"
        base = sqlite3.connect(place, uri=True, timeout=60, isolation_level=None)
        if offline:
            base.execute("SELECT key FROM answers LIMIT 1")
        else:  # a log beside the file makes each answer safe without waiting for the disk
            base.execute("PRAGMA journal_mode=WAL")
            base.execute("PRAGMA synchronous=NORMAL")
            base.execute(_TABLE)
    except (OSError, sqlite3.Error) as error:
        raise InputError("answer-store-unusable", path, reason=str(error)) from None
    return base
