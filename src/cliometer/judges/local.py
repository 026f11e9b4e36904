"""Judges on this machine: a GGUF file through llama.cpp, a function of the user's own, and a rule that counts words."""

from __future__ import annotations

import inspect
import re
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from hashlib import file_digest, sha256
from pathlib import Path
from typing import Any, ClassVar

from cliometer.errors import InputError, UsageError, remedy
from cliometer.expressions import number, registered, setting, whole
from cliometer.io.text_files import existing
from cliometer.judges.endpoint import chat_body, read_completion
from cliometer.judges.judge import BaseJudge, Budget, Fault, Question, Reply, judges, without_secrets
from cliometer.text.stemmers import porter_stem, stop_words

_WORD = re.compile(r"\w+")


def _one_by_one(
    answer: Callable[[Question], Reply], questions: Sequence[Question], budget: Budget, most: int | None = 0
) -> Iterator[tuple[int, Reply]]:
    """Ask one question after the other, as long as the budget lasts; without a most, no tokens are used."""
    for place, question in enumerate(questions):
        reserved = 0 if most is None else len(question.text.encode()) + most
        if spent := budget.reserve(reserved):
            yield place, Reply(fault=spent)
            continue
        started = time.monotonic()
        reply = answer(question)
        budget.settle(reserved, reply.tokens)
        seconds = time.monotonic() - started
        yield place, Reply(reply.content, reply.fault, reply.logprobs, 1, reply.tokens, seconds)


@registered(judges, name="gguf")
class LocalModel(BaseJudge):
    """A model in a GGUF file, run by llama.cpp inside this process."""

    file: str = setting("", parse=str, doc="the GGUF file", always=True)
    temperature: float = setting(0.0, parse=number(0, 2), doc="0 always gives the likeliest answer")
    seed: int = setting(0, parse=whole(0), doc="the seed of answers that are drawn")
    most: int = setting(200, parse=whole(1, 100_000), doc="the most tokens of an answer")
    context: int = setting(4096, parse=whole(128), doc="the most tokens of question and answer together")
    threads: int = setting(1, parse=whole(1, 1024), doc="threads; on a busy machine one is fastest")

    def __post_init__(self) -> None:
        if not self.file:
            raise UsageError("gguf-needs-file")

    @property
    def label(self) -> str:
        return Path(self.file).stem

    @cached_property
    def identity(self) -> Mapping[str, Any]:
        """The content of the file and what changes its answers."""
        with existing(Path(self.file)).open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()[:12]
        settings = {name: getattr(self, name) for name in ("temperature", "seed", "most", "context")}
        return {"model": self.label, "file": digest, **settings}

    def ask(self, questions: Sequence[Question], budget: Budget) -> Iterator[tuple[int, Reply]]:
        """Load the file and answer one question after the other."""
        yield from _one_by_one(self._answer(self._load()), questions, budget, 64 + self.most)

    def _load(self) -> Any:
        path = existing(Path(self.file))
        with path.open("rb") as file:
            if file.read(4) != b"GGUF":
                raise InputError("gguf-expected", path)
        try:
            import xllamacpp
        except ModuleNotFoundError:
            raise UsageError("gguf-package-missing", remedy=remedy("models")) from None
        options = xllamacpp.CommonParams()
        options.model.path, options.n_ctx, options.n_parallel = str(path), self.context, 1
        options.cpuparams.n_threads = options.cpuparams_batch.n_threads = self.threads
        options.verbosity, options.hostnames, options.port = -1, ["127.0.0.1"], 0
        try:
            return xllamacpp.Server(options)
        except RuntimeError as error:
            raise InputError("gguf-not-loadable", path, reason=str(error)) from None

    def _answer(self, server: Any) -> Callable[[Question], Reply]:
        def answer(question: Question) -> Reply:
            body = chat_body(question, self.label, self.temperature, self.seed, self.most, True)
            try:
                document = server.handle_chat_completions(body)
            except (ValueError, RuntimeError) as error:
                return Reply(fault=f"llama.cpp: {' '.join(str(error).split())[:120]}")
            if isinstance(document, dict) and "error" in document:
                return Reply(fault=f"llama.cpp: {' '.join(str(document['error']).split())[:120]}")
            return read_completion(document, question.choices)

        return answer


@registered(judges, name="function")
class PythonFunction(BaseJudge):
    """A function of your own that takes a `Question` and returns a text, or a pair of an answer and a reason."""

    file: str = setting("", parse=str, doc="the Python file", always=True)
    call: str = setting("judge", parse=str, doc="the name of the function in it", always=True)

    def __post_init__(self) -> None:
        if not self.file:
            raise UsageError("function-needs-file")

    @property
    def label(self) -> str:
        return f"{Path(self.file).stem}.{self.call}"

    @property
    def identity(self) -> Mapping[str, Any]:
        """The content of the file, so that a changed function is asked anew."""
        return {"model": self.label, "file": sha256(existing(Path(self.file)).read_bytes()).hexdigest()[:12]}

    def ask(self, questions: Sequence[Question], budget: Budget) -> Iterator[tuple[int, Reply]]:
        """Call the function for each question; what it raises is an absent answer."""
        path = existing(Path(self.file))
        names: dict[str, Any] = {"__name__": path.stem, "__file__": str(path)}
        try:
            exec(compile(path.read_bytes(), str(path), "exec"), names)
        except Exception as error:
            raise InputError("function-file-broken", path, kind=type(error).__name__, reason=str(error)) from error
        function = names.get(self.call)
        if not callable(function):
            raise InputError("function-missing", path, call=self.call)
        yield from _one_by_one(lambda question: called(function, question), questions, budget)


class Function:
    """A function that a program hands over; its answers are kept by its name and the text of its code."""

    name: ClassVar[str] = "function"
    is_kept: ClassVar[bool] = True

    def __init__(self, function: Callable[[Question], Any]) -> None:
        self.function = function

    @property
    def label(self) -> str:
        """The name of the function."""
        return str(getattr(self.function, "__qualname__", type(self.function).__name__))

    @property
    def identity(self) -> Mapping[str, Any]:
        """Its name and the digest of its source, as far as Python has it."""
        try:
            source = inspect.getsource(self.function)
        except (OSError, TypeError):
            source = ""
        return {"model": self.label, "source": sha256(source.encode()).hexdigest()[:12]}

    def ask(self, questions: Sequence[Question], budget: Budget) -> Iterator[tuple[int, Reply]]:
        """Call the function for each question; what it raises is an absent answer."""
        yield from _one_by_one(lambda question: called(self.function, question), questions, budget)


def called(function: Callable[[Question], Any], question: Question) -> Reply:
    """Return what a function answers as a reply; a value that is no answer is an absent one."""
    try:
        answer = function(question)
    except Exception as error:
        message = without_secrets(str(error), 120)
        raised, place = f"the function raised {type(error).__name__}", _raised_at(error)
        return Reply(fault=Fault(raised, message + place) if message else raised + place)
    if isinstance(answer, Reply):
        return answer
    if isinstance(answer, tuple) and len(answer) == 2:
        return Reply("\n".join(map(str, answer)))
    return Reply(answer) if isinstance(answer, str) else Reply(fault="the function returned no text")


def _raised_at(error: Exception) -> str:
    """Return the last line of the function's own file that an error passed through."""
    places = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)][1:]
    lines = [line for file, line in places if file == places[0][0]]
    return f", at line {lines[-1]} of {Path(places[0][0]).name}" if lines else ""


@registered(judges, name="words", is_kept=False)
class WordRule(BaseJudge):
    """No model but a rule to compare models with: the longer text is better; shared words say what is covered."""

    whole: float = setting(0.6, parse=number(0, 1), doc="the share of a unit's words from which it is covered")
    part: float = setting(0.3, parse=number(0, 1), doc="the share from which it is partly covered")

    @property
    def label(self) -> str:
        return "words"

    @property
    def identity(self) -> Mapping[str, Any]:
        return {"model": self.label, "whole": self.whole, "part": self.part}

    def ask(self, questions: Sequence[Question], budget: Budget) -> Iterator[tuple[int, Reply]]:
        yield from _one_by_one(self._rule, questions, budget, None)

    def _rule(self, question: Question) -> Reply:
        parts = question.parts
        if "first" in parts:
            a, b = (len(_WORD.findall(parts[name])) for name in ("first", "second"))
            answer = "tie" if a == b and "tie" in question.choices else "A" if a >= b else "B"
            return Reply(f"{answer}\n{a} words against {b}")
        if "unit" not in parts:
            return Reply(parts.get("sentence", ""))
        wanted, had = (content_words(parts[name]) for name in ("unit", "text"))
        share = len(wanted & had) / len(wanted) if wanted else 0.0
        answer = "yes" if share >= self.whole else "partly" if share >= self.part else "no"
        return Reply(answer)


@lru_cache(1000)  # each text is compared with every unit
def content_words(text: str) -> frozenset[str]:
    """Return the stems of the words of a text that are no stop words."""
    stop = stop_words()
    return frozenset(porter_stem(word) for word in _WORD.findall(text.lower()) if word not in stop)
