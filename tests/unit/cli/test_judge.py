"""`cliometer judge`: votes of a model, marked as such, with the key of an endpoint nowhere."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.endpoints import completion, endpoint, send
from tests.unit.cli.cliometer_command import DEMO, ROOT, cliometer

RUNS = (DEMO / "runs/lead", DEMO / "runs/mentions")
SECRET = "sk-planted-0123456789"


def test_the_votes_of_a_judge_can_be_counted(tmp_path: Path) -> None:
    done = cliometer("judge", "preferences", *RUNS, "-j", "words", "-o", tmp_path / "votes.csv")
    assert (done.status, done.err) == (0, f"wrote {tmp_path / 'votes.csv'}\n")
    assert "answers of a machine, not of people" in " ".join(done.out.split())
    assert "lead    mentions  -              12              4     0       0  8 of 8" in done.out
    counted = cliometer("vote", tmp_path / "votes.csv", "--resamples", 100)
    assert (counted.status, counted.err) == (
        0, "note: votes: 16 of 16 votes are a model's, not a person's: words\n"
    )  # fmt: skip


def test_a_frozen_preference_study_is_judged_too(tmp_path: Path) -> None:
    topic = {"id": "oil", "summaries": {"a": "Oil spills into the sea.", "b": "Oil."}}
    (tmp_path / "topics.jsonl").write_text(json.dumps(topic) + "\n")
    done = cliometer("judge", "preferences", tmp_path / "topics.jsonl", "-j", "words", "--json")
    assert [pair["preferred"] for pair in json.loads(done.out)["pairs"]] == ["a", "a"]


def test_two_files_are_two_systems_on_one_topic(tmp_path: Path) -> None:
    for name, text in {"a": "Oil spills into the sea.", "b": "Oil."}.items():
        (tmp_path / f"{name}.txt").write_text(text)
    done = cliometer("judge", "preferences", tmp_path / "a.txt", tmp_path / "b.txt", "-j", "words", "--json")
    assert {(pair["topic"], pair["preferred"]) for pair in json.loads(done.out)["pairs"]} == {("topic", "a")}


def test_a_function_in_a_file_is_a_judge(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def judge(question):\n    return 'B', 'the second'\n")
    asked = (
        "judge",
        "preferences",
        *RUNS,
        "-j",
        f"function(file={tmp_path / 'mine.py'})",
        "--store",
        tmp_path / "a.sqlite",
        "--csv",
    )
    assert cliometer(*asked).out.count(",the second,") == 16
    (tmp_path / "mine.py").write_text("def judge(question):\n    return 'A', 'the first'\n")
    assert cliometer(*asked).out.count(",the first,") == 16  # a changed function is asked anew


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("-j", "wrods"), "unknown judge 'wrods'; did you mean words?"),
        (("-j", "gguf(file=none.gguf)"), "none.gguf: "),
        (("-j", "function(file=none.py)"), "none.py: "),
        (("-j", "words", "--prompt", "none.txt"), "none.txt: "),
        (("-j", "words", "--criterion", ":"), "expected a criterion such as"),
        (("-j", "words", "--criterion", "nonsense"), "has no question"),
        (("-j", "words", "-o", "none/votes.csv"), "the folder none does not exist"),
    ],
)
def test_a_wrong_call_ends_with_one_line(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    done = cliometer("judge", "preferences", *RUNS, *words, "--store", tmp_path / "answers.sqlite")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1) and said in done.err


def test_interrupted_work_can_be_gone_on_with(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def judge(question):\n    raise KeyboardInterrupt\n")
    done = cliometer(
        "judge", "preferences", *RUNS, "-j", f"function(file={tmp_path / 'mine.py'})", "--store", tmp_path / "a.sqlite"
    )
    assert (done.status, done.out) == (130, "") and "run the same command to go on" in done.err


def test_work_that_a_budget_ended_is_gone_on_with_by_force(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def judge(question):\n    return 'A'\n")
    votes = tmp_path / "votes.csv"
    asked = (
        "judge",
        "preferences",
        *RUNS,
        "-j",
        f"function(file={tmp_path / 'mine.py'})",
        "--store",
        tmp_path / "a.sqlite",
        "-o",
        votes,
    )
    done = cliometer(*asked, "--calls", 5)
    assert f"wrote {votes}; 11 questions failed: to go on, run the same command with --force" in done.err
    assert cliometer(*asked).status == 2
    done = cliometer(*asked, "--force")
    assert (
        f"wrote {votes}\n" in done.err
        and "16 of 16 questions; 5 replies came from the store. This run took 11 calls" in done.out
    )


def test_answers_off_the_list_are_asked_for_again(tmp_path: Path) -> None:
    votes, script = tmp_path / "votes.csv", tmp_path / "mine.py"
    script.write_text(
        "import pathlib\n"
        "def judge(question):\n"
        f"    late = pathlib.Path({str(tmp_path / 'late')!r}).exists()\n"
        "    return 'A' if late or question.parts['topic'] > 'b' else 'x'\n"
    )
    asked = ("judge", "preferences", *RUNS, "-j", f"function(file={script})", "--store", tmp_path / "a.sqlite")
    done = cliometer(*asked, "-o", votes)
    again = "2 questions failed: to go on, run the same command with --force"
    assert f"wrote {votes}; {again}\n" in done.err and '"x" is not A or B' in done.err
    assert '"x" is not A or B' in cliometer(*asked, "--offline").err
    (tmp_path / "late").touch()
    done = cliometer(*asked, "-o", votes, "--force")
    assert f"wrote {votes}\n" in done.err and "14 replies came from the store. This run took 2 calls" in done.out


def test_each_kind_of_question_is_a_subcommand() -> None:
    done = cliometer("judge", *RUNS, "-j", "words")
    assert done.status == 2 and "known: coverage, links, preferences" in done.err and done.err.count("\n") == 1


def test_one_run_is_no_pair() -> None:
    done = cliometer("judge", "preferences", RUNS[0], "-j", "words")
    assert done.status == 2 and "there is one system, lead" in done.err


def test_a_gguf_file_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model.gguf").write_text("no model")
    done = cliometer(
        "judge", "preferences", *RUNS, "-j", f"gguf(file={tmp_path / 'model.gguf'})", "--store", tmp_path / "a.sqlite"
    )
    assert done.status == 2 and "model.gguf: is no GGUF file" in done.err


def test_an_endpoint_that_is_down_ends_with_status_2_and_writes_nothing(tmp_path: Path) -> None:
    judge = "endpoint(url=http://127.0.0.1:9/v1, model=m, retries=1, pause=0.01)"
    done = cliometer(
        "judge", "preferences", *RUNS, "-j", judge, "--store", tmp_path / "a.sqlite", "-o", tmp_path / "votes.csv"
    )
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "no answer could be had to 16 questions: the endpoint http://127.0.0.1:9/v1 cannot be reached" in done.err
    assert not (tmp_path / "votes.csv").exists()


def test_a_planted_key_is_in_no_file_and_no_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)

    def echo(request: Any, number: int, body: Any) -> None:
        if number % 4 == 3:
            send(request, {"error": {"message": f"bad key {SECRET}"}}, 400)
        else:
            send(request, completion(f"A\nyour key is {SECRET}"))

    with endpoint(echo) as stub:
        judge = f"endpoint(url={stub.url}, model=m)"
        files = ("--store", tmp_path / "a.sqlite", "-o", tmp_path / "votes.csv")
        done = cliometer("judge", "preferences", *RUNS, "-j", judge, *files, "--json", "-v")
    assert done.status == 0 and set(stub.keys) == {f"Bearer {SECRET}"}
    document = json.loads(done.out)
    assert sum(bool(pair["fault"]) for pair in document["pairs"]) == 4 and "model:m" in document["signature"]
    written = [path.read_bytes() for path in tmp_path.iterdir()]
    assert len(written) == 2 and not any(SECRET.encode() in content for content in written)
    assert SECRET not in done.out + done.err


def test_a_killed_command_goes_on_where_it_was(tmp_path: Path) -> None:
    def slow(request: Any, number: int, body: Any) -> None:
        time.sleep(0 if number < 8 else 0.3)
        send(request, completion("A\nfirst"))

    with endpoint(slow) as stub:
        judge = f"endpoint(url={stub.url}, model=m, at_once=1)"
        words = [
            "judge",
            "preferences",
            *RUNS,
            "-j",
            judge,
            "--store",
            tmp_path / "a.sqlite",
            "-o",
            tmp_path / "votes.csv",
        ]
        command = [sys.executable, "-m", "cliometer", *map(str, words)]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        killed = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        deadline = time.monotonic() + 60
        while len(stub.bodies) < 11 and time.monotonic() < deadline:
            time.sleep(0.02)
        killed.send_signal(signal.SIGKILL)
        killed.communicate()
        assert not (tmp_path / "votes.csv").exists()
        before = len(stub.bodies)
        done = cliometer(*words)
        assert done.status == 0, done.err
        assert before - 1 <= 16 - (len(stub.bodies) - before) <= before  # no answer that had come was lost
    again = cliometer(*words[:-1], tmp_path / "again.csv", "--offline")
    assert again.status == 0 and "from_store:1.000" in again.out
    assert (tmp_path / "again.csv").read_bytes() == (tmp_path / "votes.csv").read_bytes()
