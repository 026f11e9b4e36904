"""Judges behind an OpenAI-compatible HTTP endpoint: hosted ones, vLLM, the server of llama.cpp, Ollama."""

from __future__ import annotations

import email.utils
import json
import math
import os
import queue
import re
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cliometer.errors import UsageError, remedy
from cliometer.expressions import number, registered, setting, truth, whole
from cliometer.judges.judge import BaseJudge, Budget, Question, Reply, judges, without_secrets

if TYPE_CHECKING:
    import httpx

LARGEST_ANSWER = 2_000_000  # bytes; no answer to a question of ours is longer
LONGEST_PAUSE = 120.0  # seconds that are waited for an endpoint that asks for a pause
_OVERHEAD = 64  # tokens that a chat template may add to a question
_LIKELY = 10  # tokens whose probabilities are asked for
_AGAIN = {408, 409, 425, 429, 500, 502, 503, 504}
_LONGEST_SAID = 120  # characters of an endpoint's own message that are quoted


def _address(text: str) -> str:
    if not re.match(r"https?://[^/\s]+", text):
        raise UsageError("address-expected")
    return text.rstrip("/")


def public_address(url: str) -> str:
    """Return an address as files and messages name it: without the name, password and query that it may hold.

    >>> public_address("https://me:secret@models.example.org/v1?key=x")
    'https://models.example.org/v1'
    """
    scheme, _, rest = re.split(r"[?#]", url, maxsplit=1)[0].partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.rpartition('@')[2]}{slash}{path}".rstrip("/").replace("|", "%7C")


def chat_body(question: Question, model: str, temperature: float, seed: int, most: int, logprobs: bool) -> Any:
    """Return the body of a chat completion; a repeated question has a seed of its own."""
    asked = {"role": "user", "content": question.text}
    body = {"model": model, "messages": [asked], "temperature": temperature, "max_tokens": most}
    likely = {"logprobs": True, "top_logprobs": _LIKELY} if logprobs and question.choices else {}
    return {**body, "seed": seed + question.repeat - 1, **likely}


def read_completion(document: Any, choices: Sequence[str]) -> Reply:
    """Return the reply of a chat completion: its text or refusal, the choices' log-probabilities, and its tokens."""
    try:
        choice = document["choices"][0]
        message = choice["message"]
        filtered = "content filter" if choice.get("finish_reason") == "content_filter" else ""
        refusal = message.get("refusal") or filtered
        content = (message.get("content") if refusal else message["content"]) or ""
        if not isinstance(content, str) or not isinstance(refusal, str):
            raise TypeError
    except (KeyError, IndexError, TypeError, AttributeError):
        return Reply(fault="the endpoint's reply is no chat completion")
    usage = document.get("usage")
    used = usage.get("total_tokens") if isinstance(usage, dict) else 0
    tokens = used if isinstance(used, int) and used > 0 else 0
    logprobs = _choice_logprobs(choice.get("logprobs"), choices)
    return Reply(content, refusal="" if content else refusal, logprobs=logprobs, tokens=tokens)


def _choice_logprobs(logprobs: Any, choices: Sequence[str]) -> Mapping[str, float]:
    """Return the log-probability of each choice at the first token that is no blank, from the likeliest tokens.

    A token stands for a choice that it starts, where it starts one alone: `part` for partly, but not `` for any.
    """
    by_choice: dict[str, float] = {}
    try:
        first = next(token for token in logprobs["content"] if str(token["token"]).strip())
        for token in first["top_logprobs"]:
            start, value = str(token["token"]).strip().casefold(), float(token["logprob"])
            meant = [choice for choice in choices if start and choice.casefold().startswith(start)]
            if len(meant) == 1 and math.isfinite(value):
                known = by_choice.get(meant[0])
                by_choice[meant[0]] = value if known is None else math.log(math.exp(known) + math.exp(value))
    except (KeyError, TypeError, ValueError, StopIteration):
        return {}
    return by_choice


@registered(judges, name="endpoint")
class Endpoint(BaseJudge):
    """A model behind an HTTP address that takes OpenAI's chat completions."""

    url: str = setting("http://localhost:8080/v1", parse=_address, doc="the address, up to /v1")
    model: str = setting("", parse=str, doc="the name of the model, as the endpoint knows it", always=True)
    temperature: float = setting(0.0, parse=number(0, 2), doc="0 always gives the likeliest answer")
    seed: int = setting(0, parse=whole(0), doc="the seed of answers that are drawn")
    most: int = setting(200, parse=whole(1, 100_000), doc="the most tokens of an answer")
    logprobs: bool = setting(True, parse=truth, doc="ask for log-probabilities; false where the endpoint refuses them")
    key: str = setting("OPENAI_API_KEY", parse=str, doc="the environment variable that holds the key, if any")
    at_once: int = setting(4, parse=whole(1, 256), doc="how many questions are asked at the same time")
    timeout: float = setting(120.0, parse=number(0.01, 3600), doc="seconds after which a call has failed")
    retries: int = setting(4, parse=whole(0, 20), doc="how often a failed call is repeated")
    pause: float = setting(1.0, parse=number(0, 60), doc="seconds before the first repetition; doubles each time")

    def __post_init__(self) -> None:
        if not self.model:
            raise UsageError("endpoint-needs-model")

    @property
    def label(self) -> str:
        return self.model

    @property
    def identity(self) -> Mapping[str, Any]:
        """The address, since two servers may give their models one name, the model, and what changes its answers."""
        settings = {name: getattr(self, name) for name in ("model", "temperature", "seed", "most")}
        return {"url": public_address(self.url), **settings}

    def ask(self, questions: Sequence[Question], budget: Budget) -> Iterator[tuple[int, Reply]]:
        """Ask several questions at once; the threads end with the process where the caller stops listening."""
        try:
            import httpx
        except ModuleNotFoundError:
            raise UsageError("httpx-missing", remedy=remedy("models")) from None
        waiting, replies = iter(enumerate(questions)), queue.SimpleQueue[tuple[int, Reply | Exception]]()
        lock = threading.Lock()
        secret = os.environ.get(self.key, "")
        headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        try:
            client = httpx.Client(timeout=self.timeout, headers=headers, limits=httpx.Limits(max_connections=None))
        except (UnicodeEncodeError, ValueError):
            raise UsageError("api-key-malformed") from None
        line = _Line(self, client, budget, secret)

        def work() -> None:
            while not line.stopped.is_set():
                with lock:
                    place, question = next(waiting, (-1, None))
                if question is None:
                    return
                try:
                    replies.put((place, line.answer(question)))
                except Exception as error:  # a fault of ours must not leave the caller waiting
                    replies.put((place, error))

        try:
            for _ in range(min(self.at_once, len(questions))):
                threading.Thread(target=work, daemon=True).start()
            for _ in questions:
                place, reply = replies.get()
                if isinstance(reply, Exception):
                    raise reply
                yield place, reply
        finally:
            line.stopped.set()
            client.close()


class _Line:
    """The calls of one run: each repeated after growing pauses, none of them beyond the budget.

    A fault that every further question would meet, such as a wrong key, is `final`: nothing is asked after it.
    """

    def __init__(self, judge: Endpoint, client: httpx.Client, budget: Budget, secret: str) -> None:
        self.judge, self.client, self.budget, self.secret = judge, client, budget, secret
        self.stopped = threading.Event()
        self.final = ""
        self.reached = False

    def answer(self, question: Question) -> Reply:
        """Return the reply to a question, or its absence with the last fault."""
        most = len(question.text.encode()) + _OVERHEAD + self.judge.most  # a token has a byte or more
        calls, seconds, fault = 0, 0.0, ""
        for attempt in range(self.judge.retries + 1):
            if self.final or self.stopped.is_set():
                return Reply(fault=self.final or "the work was stopped", calls=calls, seconds=seconds)
            if spent := self.budget.reserve(most):
                return Reply(fault=spent, calls=calls, seconds=seconds)
            calls, started = calls + 1, time.monotonic()
            reply = Reply()
            try:
                reply, wait = self._call(question)
            finally:  # others wait for the tokens that are given back
                self.budget.settle(most, reply.tokens)
            seconds += time.monotonic() - started
            fault = reply.fault
            if wait is None:
                content = self._without_secret(reply.content)
                fault, refusal = map(self._without_secret, (fault, reply.refusal))
                return Reply(content, fault, reply.logprobs, calls, reply.tokens, seconds, refusal)
            pause = max(wait, self.judge.pause * 2**attempt)
            if wait > LONGEST_PAUSE:
                return Reply(fault=f"{fault} and asks for a pause of {wait:.0f} s", calls=calls, seconds=seconds)
            if attempt < self.judge.retries:
                self.stopped.wait(min(pause, LONGEST_PAUSE))
        if not self.reached:
            self.final = fault
        return Reply(fault=self._without_secret(fault), calls=calls, seconds=seconds)

    def _call(self, question: Question) -> tuple[Reply, float | None]:
        """Send a question once; return the reply, and the least pause before it is sent again, None for never."""
        import httpx

        judge = self.judge
        body = chat_body(question, judge.model, judge.temperature, judge.seed, judge.most, judge.logprobs)
        content, deadline = bytearray(), time.monotonic() + judge.timeout
        try:
            with self.client.stream("POST", f"{judge.url}/chat/completions", json=body) as response:
                self.reached = True
                for piece in response.iter_bytes():
                    content += piece
                    if len(content) > LARGEST_ANSWER:
                        return Reply(fault=f"the endpoint's reply is larger than {LARGEST_ANSWER:,} bytes"), None
                    if time.monotonic() > deadline:
                        return Reply(fault=f"no whole reply within {judge.timeout:g} s"), 0.0
        except httpx.TimeoutException:
            return Reply(fault=f"no whole reply within {judge.timeout:g} s"), 0.0
        except httpx.ConnectError as error:
            reason = re.sub(r"\[[^]]*\] *", "", without_secrets(str(error), _LONGEST_SAID)) or "no connection"
            place = f"the endpoint {public_address(judge.url)} cannot be reached ({reason})"
            return Reply(fault=f"{place}; start the server, or correct url"), 0.0
        except httpx.DecodingError:
            return Reply(fault="the endpoint's reply is broken"), 0.0
        except (httpx.HTTPError, OSError):
            return Reply(fault="the endpoint broke off its reply"), 0.0
        except (httpx.InvalidURL, UnicodeError):
            self.final = "the address of the endpoint is none"
            return Reply(fault=self.final), None
        return self._read(response, bytes(content), question.choices)

    def _read(self, response: httpx.Response, content: bytes, choices: Sequence[str]) -> tuple[Reply, float | None]:
        status = response.status_code
        if status != 200:
            message = _message(content)
            fault = f"the endpoint answers with status {status}" + (f" ({message})" if message else "")
            if status in (401, 403):
                known = f"refused the key in ${self.judge.key} (status {status}); put a valid one there"
                unset = f"wants a key (status {status}); set the environment variable that the setting key names"
                self.final = f"the endpoint {known if self.secret else unset}"  # what is unset may be a key itself
                return Reply(fault=self.final), None
            if status in (400, 422) and self.judge.logprobs and "logprob" in message.casefold():
                fault += "; try the setting logprobs=false"
                self.final = self._without_secret(fault)
            if status == 404:
                self.final = self._without_secret(fault)
            return Reply(fault=fault), _asked_pause(response.headers) if status in _AGAIN else None
        try:
            document = json.loads(content)
        except (ValueError, RecursionError):
            return Reply(fault="the endpoint's reply is broken JSON"), 0.0
        reply = read_completion(document, choices)
        return reply, 0.0 if reply.fault else None

    def _without_secret(self, text: str) -> str:
        """Return a text without the key, which some endpoints repeat in their complaints."""
        return text.replace(self.secret, "***") if self.secret else text


def _message(content: bytes) -> str:
    """Return what an endpoint says of an error, on one line; a part of it that may be a key is left out."""
    try:
        error = json.loads(content)["error"]
        message = str(error["message"] if isinstance(error, dict) else error)
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""
    return " ".join(re.sub(r"\S*(?:\*{3}|\bsk-)\S*", "***", message).split())[:_LONGEST_SAID]


def _asked_pause(headers: Mapping[str, str]) -> float:
    """Return the seconds of a Retry-After header, which holds a number or a date; 0 without one."""
    asked = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", asked):
        return float(asked)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(asked).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return 0.0
