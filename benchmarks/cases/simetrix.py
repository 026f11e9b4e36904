"""SIMetrix's command: 15 pairs as long as newswire against a background of 60,000 words, read from disk."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.processes import cliometer, command_time
from benchmarks.registry import Effort, case
from benchmarks.rows import Bar, Quantity, Row, alone

INPUTS, SYSTEMS, WORDS = 3, 5, 60_000
_INPUT, _SUMMARY = 6_000, 120  # words
_REPEATS = 3
_CONFIG = "stopFilePath = {0}/stop\nbackgroundCorpusFreqCounts = {0}/counts\nbackgroundIdfStemmed = {0}/idf\n"


@case
def simetrix(effort: Effort) -> Iterator[Row]:
    """SIMetrix took 22 s of CPU time for as many pairs; a twentieth of that is the bar."""
    with tempfile.TemporaryDirectory() as name:
        mapping, config = _files(Path(name))
        seconds = command_time(cliometer("compat", "simetrix", str(mapping), str(config)), effort.of(_REPEATS, 1))
    note = f"{INPUTS * SYSTEMS} pairs, {_INPUT:,} words an input, {WORDS:,} in the background"
    yield alone("simetrix: the command", Quantity(seconds), Bar("<=", 1.1), note)


def _files(folder: Path) -> tuple[Path, Path]:
    chance = random.Random(5)
    words = [f"{_word(chance)}{ending}" for ending in ("", "s", "ing", "ation") for _ in range(WORDS // 4)]
    texts = {
        "stop": "the\nof\n",
        "counts": "".join(f"{word} {chance.randint(1, 50)}\n" for word in words),
        "idf": "5000\n" + "".join(f"{word} {chance.uniform(1, 8.5):.4f}\n" for word in words),
        "config": _CONFIG.format(folder),
        "mapping": "".join(
            f"{i} {s} {folder}/input{i} {folder}/summary{i}-{s}\n" for i in range(INPUTS) for s in range(SYSTEMS)
        ),
    }
    for i in range(INPUTS):
        own = chance.choices(words[:2000], k=_INPUT)
        texts[f"input{i}"] = "\n".join(own)
        texts |= {f"summary{i}-{s}": " ".join(chance.sample(own, _SUMMARY)) for s in range(SYSTEMS)}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="ascii")
    return folder / "mapping", folder / "config"


def _word(chance: random.Random) -> str:
    return "".join(chance.choices("abcdefghilmnoprstuvy", k=chance.randint(3, 8)))
