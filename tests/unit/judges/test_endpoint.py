"""Judges behind an endpoint: what they send, and how every fault becomes an absent answer that is named."""

from __future__ import annotations

import time
from threading import Barrier
from typing import Any

import pytest

from cliometer.errors import UsageError
from cliometer.judges.endpoint import Endpoint, read_completion
from cliometer.judges.judge import Budget, Question, Reply, judges, parse_judge, spelled_identity
from tests.endpoints import Handler, completion, endpoint, send

pytest.importorskip("httpx")
SECRET = "sk-planted-0123456789"


def ask(handle: Handler, count: int = 1, budget: Budget | None = None, **settings: Any) -> tuple[list[Reply], Any]:
    """Ask so many questions, and return the replies in their order with the stub."""
    with endpoint(handle) as stub:
        judge = Endpoint(**{"url": stub.url, "model": "m", "pause": 0.01, "retries": 2, "timeout": 5.0, **settings})
        questions = [Question(f"question {number}?", ("A", "B")) for number in range(count)]
        replies = dict(judge.ask(questions, budget or Budget()))
        return [replies[number] for number in range(count)], stub


def good(request: Any, number: int, body: Any) -> None:
    send(request, completion("A\nit has dates"))


def test_an_answer_has_its_reason_and_its_cost() -> None:
    (reply,), _ = ask(good)
    verdict = reply.answer(("A", "B"))
    assert (verdict.answer, verdict.reason, verdict.fault) == ("A", "it has dates", "")
    assert (reply.calls, reply.tokens) == (1, 7) and reply.seconds > 0


def test_a_call_names_model_settings_and_the_question_and_each_repeat_has_its_seed() -> None:
    _, stub = ask(good, temperature=0.5, seed=3)
    assert stub.bodies[0]["messages"] == [{"role": "user", "content": "question 0?"}]
    sent = {key: stub.bodies[0][key] for key in ("model", "temperature", "seed", "max_tokens", "logprobs")}
    assert sent == {"model": "m", "temperature": 0.5, "seed": 3, "max_tokens": 200, "logprobs": True}


def test_many_questions_are_asked_at_once_and_each_gets_its_own_answer() -> None:
    together = Barrier(8)

    def answer(request: Any, number: int, body: Any) -> None:
        together.wait(60)  # until all have asked
        send(request, completion(f"B\n{body['messages'][0]['content']}"))

    replies, _ = ask(answer, 8, at_once=8, timeout=60.0)
    assert [reply.content for reply in replies] == [f"B\nquestion {number}?" for number in range(8)]


def test_log_probabilities_of_the_choices_are_kept_and_make_shares() -> None:
    def handle(request: Any, number: int, body: Any) -> None:
        send(request, completion("A", logprobs={"A": -0.1, " a": -3.0, "B": -2.5, "The": -4.0}))

    (reply,), _ = ask(handle)
    assert set(reply.logprobs) == {"A", "B"}
    share = reply.answer(("A", "B")).share("A", ("A", "B"))
    assert share is not None and 0.9 < share < 0.93
    assert reply.answer(("A", "B")).share("A", ("A", "tie")) is None


def test_a_pause_that_is_too_long_is_not_waited_for() -> None:
    (reply,), _ = ask(lambda request, number, body: send(request, b"", 429, Retry_After="86400"))
    assert reply.fault == "the endpoint answers with status 429 and asks for a pause of 86400 s"
    assert (reply.content, reply.calls) == ("", 1)


def test_pauses_grow() -> None:
    times = []

    def broken(request: Any, number: int, body: Any) -> None:
        times.append(time.monotonic())
        send(request, {"error": "out of memory"}, 500)

    (reply,), _ = ask(broken, pause=0.1)
    assert reply.fault == "the endpoint answers with status 500 (out of memory)" and reply.calls == 3
    assert times[1] - times[0] >= 0.1 and times[2] - times[1] >= 0.2


FAULTS: dict[str, tuple[Handler, str]] = {
    "half an answer": (
        lambda request, number, body: send(request, b'{"choices": [{"mess', length=5000),
        "the endpoint broke off its reply",
    ),
    "broken JSON": (
        lambda request, number, body: send(request, b'{"choices": ['),
        "the endpoint's reply is broken JSON",
    ),
    "another document": (
        lambda request, number, body: send(request, {"choices": []}),
        "the endpoint's reply is no chat completion",
    ),
    "10 MB": (
        lambda request, number, body: send(request, completion("A" * 10_000_000)),
        "the endpoint's reply is larger than 2,000,000 bytes",
    ),
    "too long a question": (
        lambda request, number, body: send(request, {"error": {"message": "too many tokens"}}, 400),
        "the endpoint answers with status 400 (too many tokens)",
    ),
    "no log-probabilities": (
        lambda request, number, body: send(request, {"error": {"message": "logprobs are not supported"}}, 400),
        "the endpoint answers with status 400 (logprobs are not supported); try the setting logprobs=false",
    ),
    "no such model": (
        lambda request, number, body: send(request, {"error": {"message": "no model m"}}, 404),
        "the endpoint answers with status 404 (no model m)",
    ),
    "time-out": (lambda request, number, body: time.sleep(1.0), "no whole reply within 0.2 s"),
}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_is_an_absent_answer_that_is_named(kind: str) -> None:
    handle, fault = FAULTS[kind]
    (reply,), _ = ask(handle, timeout=0.2 if kind == "time-out" else 5.0, retries=1)
    assert (reply.content, reply.fault) == ("", fault)
    assert reply.answer(("A", "B")).answer == ""


def test_an_endpoint_that_is_down_is_asked_for_one_question_only() -> None:
    judge = Endpoint("http://127.0.0.1:9/v1", "m", pause=0.01, retries=1, at_once=1)
    budget = Budget()
    replies = [reply for _, reply in judge.ask([Question(f"{n}?", ("A",)) for n in range(50)], budget)]
    assert {reply.fault for reply in replies} == {
        "the endpoint http://127.0.0.1:9/v1 cannot be reached (Connection refused); start the server, or correct url"
    }
    assert budget.calls_spent == 2


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("C\nbecause", 'the answer is off the list: "C" is not A or B'),
        ("Both are good, but A", 'the answer is off the list: "Both are good, but A" is not A or B'),
        ("x" * 99, f'the answer is off the list: "{"x" * 59}…" is not A or B'),
        ("", "the answer is empty"),
        ('{"answer": "A", "rea', 'the answer is broken JSON: "{"answer": "A", "rea"'),
        ('{"answer": "C"}', 'the answer is off the list: "{"answer": "C"}" is not A or B'),
    ],
)
def test_an_answer_that_is_not_on_the_list_is_absent(said: str, fault: str) -> None:
    verdict = Reply(said).answer(("A", "B"))
    assert (verdict.answer, verdict.fault) == ("", fault)


def test_a_budget_of_calls_is_never_passed_even_by_repetitions() -> None:
    budget = Budget(calls=5)
    replies, stub = ask(lambda request, number, body: send(request, b"", 500), 4, budget, at_once=3)
    assert len(stub.bodies) == budget.calls_spent == 5
    assert any(reply.fault == "the budget of 5 calls is spent" for reply in replies)


@pytest.mark.parametrize("tokens", [7, 0])
def test_a_budget_of_tokens_is_never_passed(tokens: int) -> None:
    budget = Budget(tokens=600)
    replies, stub = ask(lambda request, n, body: send(request, completion("A", tokens)), 60, budget, at_once=5)
    assert budget.tokens_spent <= 600
    answered = sum(not reply.fault for reply in replies)
    assert answered == len(stub.bodies) and answered == (
        47 if tokens else 2
    )  # a call reserves 275 of them, and takes 7
    assert {reply.fault for reply in replies} == {"", "the budget of 600 tokens is spent"}


def test_a_key_goes_to_the_endpoint_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", SECRET)
    said = {"error": {"message": f"Incorrect API key provided: {SECRET}"}}
    (reply, other), stub = ask(lambda r, n, body: send(r, said, 401), 2, key="MY_KEY", at_once=1)
    assert stub.keys == [f"Bearer {SECRET}"]  # once: a wrong key is not tried again
    assert reply.fault == other.fault == "the endpoint refused the key in $MY_KEY (status 401); put a valid one there"
    (reply,), _ = ask(lambda r, n, body: send(r, said, 400), key="MY_KEY")
    assert SECRET not in reply.fault and "***" in reply.fault
    (reply,), _ = ask(lambda r, n, body: send(r, completion(f"A\n{SECRET}")), key="MY_KEY")
    assert reply.content == "A\n***"


def test_a_missing_key_is_named_by_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MY_KEY", raising=False)
    (reply,), stub = ask(lambda request, number, body: send(request, b"", 401), key="MY_KEY")
    assert stub.keys == [""] and reply.fault == (
        "the endpoint wants a key (status 401); set the environment variable that the setting key names"
    )


def test_a_judge_prints_as_the_expression_it_is_parsed_from_and_its_identity_has_no_password() -> None:
    text = "endpoint(url=http://user:pass@localhost:1/v1?key=x, model=qwen2.5:1.5b, temperature=0.7)"
    judge = judges.parse(text)
    assert str(judge) == text and judges.parse(str(judge)) == judge
    own = "model:qwen2.5:1.5b|temperature:0.7|seed:0|most:200"
    assert spelled_identity(judge) == f"endpoint|url:http://localhost:1/v1|{own}"


def test_wrong_expressions_end_with_a_remedy() -> None:
    for text, said in {
        "endpoint(url=localhost)": "expected an address such as",
        "endpoint": "name the model",
        "http://localhost:1/v1": "endpoint(url=ADDRESS, model=NAME)",
        "model.gguf": "gguf(file=FILE)",
        "endpont(model=m)": "did you mean endpoint?",
    }.items():
        with pytest.raises(UsageError) as raised:
            parse_judge(text)
        assert said in str(raised.value)


def test_a_completion_without_usage_or_text_is_read() -> None:
    assert read_completion({"choices": [{"message": {"content": None}}], "usage": None}, ()) == Reply()
