"""Questions with a list of answers, the prompts that ask them, replies with their cost, and the port `Judge`."""

from __future__ import annotations

import json
import math
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import Condition
from typing import Any, ClassVar, Protocol

from cliometer.errors import FormatError, InputError, UsageError
from cliometer.expressions import Expression, Registry
from cliometer.io.frames import DocumentResult
from cliometer.io.text_files import read_bare_text
from cliometer.model.notes import Note
from cliometer.spelling import listed, quoted

_PLACE = re.compile(r"\{([a-z_]+)\}")
_KEY = re.compile(r"\bkey\s*=\s*(?![A-Z_][A-Z0-9_]*\s*[,)])")
_HOME = Path(__file__).parent / "prompts"
_EDGES = " \t\r\n\"'`*_.,:;!()[]<>"  # what models put around the word that was asked for
_LONGEST_REASON = 1000  # characters of a reason that are kept in files
_LONGEST_REFUSAL = 200  # characters of a refusal that a fault quotes
_LONGEST_QUOTE = 60  # characters of an answer that a fault quotes
_SECRET = re.compile(r"\S*(?:\*{3}|\bsk-)\S*|(?<=Bearer )\S+|(?<=://)[^\s/@]+(?=@)|(?i:(?<=key=)|(?<=token=))[^\s&]+")
_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSWORD", re.IGNORECASE)


@dataclass(frozen=True)
class Prompt:
    """A text with named places, such as `{first}`, which is filled for each question."""

    text: str

    @property
    def digest(self) -> str:
        """Twelve hexadecimal digits that name the prompt by its content."""
        return sha256(self.text.encode()).hexdigest()[:12]

    def fill(self, parts: Mapping[str, str]) -> str:
        """Return the prompt with a text in each place; a brace inside such a text stays as it is."""
        return _PLACE.sub(lambda place: parts[place[1]], self.text)


def read_prompt(kind: str, path: Path | None, places: Sequence[str], needed: Sequence[str]) -> Prompt:
    """Read the prompt of a kind of question: the user's file, or ours; both must have the places that are needed."""
    file = path or _HOME / f"{kind}.txt"
    text = read_bare_text(file)
    names = set(_PLACE.findall(text))
    if strange := sorted(names - {*places}):
        raise FormatError("prompt-place-unknown", file, strange=strange[0], braced=_braced(places))
    if lacking := [place for place in needed if place not in names]:
        raise FormatError("prompt-place-missing", file, braced=_braced(lacking))
    return Prompt(text)


def _braced(places: Sequence[str]) -> str:
    return listed([f"{{{place}}}" for place in places], 20)


@dataclass(frozen=True)
class Question:
    """A filled prompt and the answers that it may get; without choices the whole text is the answer.

    `parts` are the texts in the places of the prompt, for judges that are functions. A question that is asked
    again has a higher `repeat`, and models that draw at random then draw anew.
    """

    text: str
    choices: tuple[str, ...] = ()
    repeat: int = 1
    parts: Mapping[str, str] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class Reply:
    """What a judge replied to a question, and what it cost; where there is no reply, `fault` says why.

    `logprobs` are the log-probabilities of the choices, where the model gave them; `refusal` is the text with which
    the service declined to answer.
    """

    content: str = ""
    fault: str = ""
    logprobs: Mapping[str, float] = field(default_factory=dict)
    calls: int = 0
    tokens: int = 0
    seconds: float = 0.0
    refusal: str = ""

    def answer(self, choices: Sequence[str]) -> JudgeAnswer:
        """Return the answer among the choices with its reason, without choices the whole text; none has a fault."""
        if self.fault:
            return JudgeAnswer(fault=self.fault)
        if not self.content.strip():
            declined = Fault("the service declined to answer", quoted(without_secrets(self.refusal, _LONGEST_REFUSAL)))
            return JudgeAnswer(fault=declined if self.refusal else Fault("the answer is empty"))
        if not choices:
            return JudgeAnswer(self.content)
        answer, reason, fault = _read_answer(self.content, choices)
        return JudgeAnswer(answer, reason[:_LONGEST_REASON], fault, self.logprobs)

    def to_json(self) -> str:
        """Return the reply as the store keeps it."""
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True)


@dataclass(frozen=True)
class JudgeAnswer:
    """The answer to a question, the judge's reason, and the log-probabilities of choices where they are known.

    An absent answer is "", and `fault` says why it is absent.
    """

    answer: str = ""
    reason: str = ""
    fault: str = ""
    logprobs: Mapping[str, float] = field(default_factory=dict)

    def share(self, choice: str, among: Sequence[str]) -> float | None:
        """Return the probability of a choice among some; None unless that of each is known."""
        if any(other not in self.logprobs for other in among):
            return None
        top = max(self.logprobs[other] for other in among)
        weights = {other: math.exp(self.logprobs[other] - top) for other in among}
        return weights[choice] / sum(weights.values())


class Fault(str):
    """Why there is no answer: faults of one kind differ in their detail."""

    def __new__(cls, kind: str, detail: str = "") -> Fault:
        fault = super().__new__(cls, f"{kind}: {detail}" if detail else kind)
        fault.kind, fault.detail = kind, detail
        return fault

    kind: str
    detail: str

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self.kind, self.detail


def _read_answer(content: str, choices: Sequence[str]) -> tuple[str, str, str]:
    """Return answer, reason and fault: the first word, or the members of a JSON object, decide."""
    text, reason = content.strip(), ""
    fenced = re.fullmatch(r"```(?:json)?\s*(.*?)\s*```", text, re.DOTALL)
    text = fenced[1] if fenced else text
    if text.startswith("{"):
        try:
            document = json.loads(text)
        except ValueError:
            return "", "", Fault("the answer is broken JSON", quoted(without_secrets(content, _LONGEST_QUOTE)))
        text, reason = (str(document.get(key) or "") for key in ("answer", "reason"))
    else:
        text, _, reason = text.partition("\n")
        first, _, rest = text.strip(_EDGES).partition(" ")
        if _among(text, choices) is None and _among(first, choices) is not None:  # "A because it is dated"
            text, reason = first, f"{rest} {reason}"
    answer = _among(text, choices)
    if answer is None:
        strange = f"{quoted(without_secrets(content, _LONGEST_QUOTE))} is not {listed(choices, last=' or ')}"
        return "", "", Fault("the answer is off the list", strange)
    return answer, " ".join(reason.split()).strip(" -:"), ""


def _among(text: str, choices: Sequence[str]) -> str | None:
    """Return the choice that was said, whatever its case and what stands around it."""
    bare = text.strip(_EDGES).casefold()
    return next((choice for choice in choices if choice.casefold() == bare), None)


def without_secrets(text: str, most: int) -> str:
    """Return the first line of a message, shortened, with *** for whatever is or may be a key.

    The values of environment variables whose names speak of keys, tokens, secrets or passwords count as such.
    """
    line = " ".join(next(iter(text.strip().splitlines()), "").split())
    for name, value in os.environ.items():
        if len(value) >= 6 and _SECRET_NAME.search(name):
            line = line.replace(value, "***")
    line = _SECRET.sub("***", line)
    return line if len(line) <= most else f"{line[: most - 1]}…"


class Budget:
    """Calls and tokens that may be spent, counted before each call, so that neither is ever passed.

    A call reserves the most tokens that it can take; what it did not take is given back, and a call that lacks tokens
    waits as long as calls are running that may give back enough. `book` receives what is
    spent before each call, and says why there must be no more calls, or ""; `spent` are calls and tokens of before.
    """

    def __init__(
        self,
        calls: int | None = None,
        tokens: int | None = None,
        book: Callable[[int, int], str] | None = None,
        spent: tuple[int, int] = (0, 0),
    ) -> None:
        self.calls, self.tokens, self._book = calls, tokens, book
        self.calls_spent, self.tokens_spent = spent
        self._settled, self._reserved = Condition(), 0

    def reserve(self, tokens: int) -> str:
        """Take a call with so many tokens out of the budget; return why that cannot be, or ""."""
        with self._settled:
            while self.tokens is not None and self.tokens_spent + tokens > self.tokens:
                if not self._reserved or self.tokens_spent - self._reserved + tokens > self.tokens:
                    return f"the budget of {self.tokens} tokens is spent"
                self._settled.wait()
            if self.calls is not None and self.calls_spent + 1 > self.calls:
                return f"the budget of {self.calls} calls is spent"
            if self._book and (refused := self._book(self.calls_spent + 1, self.tokens_spent + tokens)):
                return refused
            self.calls_spent += 1
            self.tokens_spent += tokens
            self._reserved += tokens
            return ""

    def settle(self, reserved: int, used: int) -> None:
        """Give back the tokens that a call did not take; one that says nothing of tokens took all."""
        with self._settled:
            self.tokens_spent += min(0, used - reserved) if used else 0
            self._reserved -= reserved
            self._settled.notify_all()


class Judge(Protocol):
    """Whoever answers questions. Its settings are the fields of a frozen dataclass, typed as an expression."""

    name: ClassVar[str]
    is_kept: ClassVar[bool]  # whether its answers cost enough to be kept in a store

    @property
    def label(self) -> str:
        """The name under which its votes appear."""
        ...

    @property
    def identity(self) -> Mapping[str, Any]:
        """All that its answers depend on beside the question; never a key or a speed."""
        ...

    def ask(self, questions: Sequence[Question], budget: Budget) -> Iterator[tuple[int, Reply]]:
        """Yield the place of each question and its reply, as they come; every question gets one."""
        ...


judges: Registry[Judge] = Registry(
    "judge",
    Judge,
    {"cliometer.judges.endpoint": "endpoint", "cliometer.judges.local": "gguf function words"},
    group="cliometer.judges",
)


class BaseJudge(Expression):
    """A judge whose answers cost enough to be kept."""

    is_kept: ClassVar[bool] = True


class JudgedResult(DocumentResult):
    """What a judge answered and what it cost: a document with one table, of questions or of trials."""

    @property
    def records(self) -> Sequence[Any]:
        """The records of its table: questions with their answers, or trials."""
        return tuple(getattr(self, next(iter(self.tables))))

    @property
    def failed(self) -> int:
        """How many questions have no usable answer; the same call asks them again."""
        return sum(bool(record.fault) for record in self.records)


def spelled_identity(judge: Judge, prompt: Prompt | None = None) -> str:
    """Return model, settings and prompt as files name them: `gguf|model:m|temperature:0|prompt:1a2b`."""
    fields = [f"{key}:{value}" for key, value in judge.identity.items()]
    return "|".join([judge.name, *fields, *([f"prompt:{prompt.digest}"] if prompt else [])])


def fault_counts(faults: Iterable[str]) -> dict[str, int]:
    """Return how often each kind of fault occurs, those that differ in their detail under the first of them."""
    kinds: dict[str, Counter[str]] = {}
    for fault in faults:
        kinds.setdefault(fault.kind if isinstance(fault, Fault) else fault, Counter())[fault] += 1
    return {
        first if len(texts) == 1 or not isinstance(first, Fault) else f"{kind}, such as {first.detail}": texts.total()
        for kind, texts in sorted(kinds.items())
        for first in [next(iter(texts))]
    }


def absent_note(faults: Sequence[str], total: int) -> tuple[str, ...]:
    """Return a note that counts absent answers by their fault; it fails where there is no answer at all."""
    listing = "; ".join(f"{fault} ({count})" for fault, count in fault_counts(faults).items())
    if total and len(faults) == total:
        raise InputError("answers-missing", total=total, text=listing)
    return (Note.of("questions-unanswered", count=len(faults), total=total, text=listing),) if faults else ()


def parse_judge(expression: str) -> Judge:
    """Return the judge that an expression names, such as `endpoint(url=http://localhost:8080/v1, model=qwen)`."""
    if "://" in expression.partition("(")[0] or expression.endswith(".gguf"):
        kind = "endpoint(url=ADDRESS, model=NAME)" if "://" in expression else "gguf(file=FILE)"
        raise UsageError("judge-expression-expected", kind=quoted(kind))
    if _KEY.search(expression):  # not quoted: it may be the key itself
        raise UsageError("key-variable-expected")
    return judges.parse(expression)
