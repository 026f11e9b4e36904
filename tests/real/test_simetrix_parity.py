"""SIMetrix's printed numbers: 24 texts in four configurations through the command, newswire as counts."""

from __future__ import annotations

import gzip
import json
import math
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cliometer.compat.simetrix import SimetrixConfig, decimal_format, features
from cliometer.model.documents import Background, WordForm
from cliometer.text.stemmers import porter_stem
from tests.shared import SHARED, needs, parity
from tests.unit.cli.cliometer_command import cliometer

BACKGROUND = SHARED / "data" / "background-frequencies"
CONFIGURATIONS = ("YY", "NY", "YN", "NN")
OVERFLOW = 29  # where SIMetrix's factorials end in -∞


@cache
def counted() -> list[Any]:
    with gzip.open(SHARED / "parity" / "simetrix_count_cases.json.gz", "rt", encoding="utf-8") as file:
        cases: list[Any] = json.load(file)
    return cases


@needs("parity", "porter_martin_stems.tsv.gz")
def test_all_59556_stems_are_those_of_simetrix() -> None:
    with gzip.open(SHARED / "parity" / "porter_martin_stems.tsv.gz", "rt", encoding="utf-8") as file:
        pairs = [line.rstrip("\n").split("\t") for line in file]
    assert len(pairs) == 59_556
    assert [(word, porter_stem(word)) for word, stemmed in pairs if porter_stem(word) != stemmed] == []


@needs("parity", "simetrix_count_cases.json.gz")
def test_every_feature_of_every_count_case_is_the_printed_one() -> None:
    wrong = []
    for case in counted():
        for name, value in _features(case).items():
            printed = case["expected"][name]
            if printed == "-∞":
                assert case["id"] == OVERFLOW and math.isfinite(value)
            elif abs(value - float(printed)) > 5.0001e-6:
                wrong.append((case["id"], case["config"], name, printed, value))
    assert len(counted()) == 111 and wrong == []


def _features(case: dict[str, Any]) -> dict[str, float]:
    known, documents = case["background_counts"], case["idf_default_docs"]
    rest = {"\0": case["background_total"] - sum(known.values())}
    df = {word: documents * math.exp(-idf) for word, idf in case["idf"].items()}
    background = Background(WordForm(), {**known, **rest}, df, documents)
    return dict(features(case["input_counts"], case["summary_counts"], SimetrixConfig(), background, background))


@needs("parity", "simetrix_text_cases.json")
@needs("data", "background-frequencies")
@pytest.mark.parametrize("configuration", CONFIGURATIONS)
def test_the_command_prints_the_digits_of_simetrix(configuration: str, tmp_path: Path) -> None:
    cases = parity("simetrix_text_cases.json")["cases"]
    mapping, config = _laid_out(cases, configuration, tmp_path)
    assert cliometer("compat", "simetrix", mapping, config).status == 0
    head, *rows = (line.split(" ") for line in Path(f"{mapping}.ieval.micro").read_text().splitlines())
    wrong = [
        (case["id"], name, printed)
        for case, row in zip(cases, rows, strict=True)
        for name, printed in zip(head[2:], row[2:], strict=True)
        if printed != case["expected"][configuration][name]
    ]
    assert [(id, name) for id, name, _ in wrong] == [(OVERFLOW, "multinomialProb")]
    assert math.isfinite(float(wrong[0][2]))


def _laid_out(cases: list[Any], configuration: str, folder: Path) -> tuple[Path, Path]:
    lines = []
    for case in cases:
        texts = folder / f"input{case['id']}"
        texts.mkdir()
        for name, text in case["docs"].items():
            (texts / name).write_bytes(text.encode())
        summary = folder / f"summary{case['id']}"
        summary.write_bytes(case["summary"].encode())
        lines.append(f"{case['id']} {case['system']} {texts} {summary}\n")
    (folder / "mapping").write_text("".join(lines))
    (folder / "config").write_text(_config(configuration))
    return folder / "mapping", folder / "config"


def _config(configuration: str) -> str:
    return (
        f"performStemming = {configuration[0]}\nremoveStopWords = {configuration[1]}\n"
        f"stopFilePath = {BACKGROUND}/smart_common_words.txt\n"
        f"backgroundCorpusFreqCounts = {BACKGROUND}/bgFreqCounts.unstemmed.txt\n"
        f"backgroundIdfStemmed = {BACKGROUND}/bgIdfValues.stemmed.txt\n"
        f"backgroundIdfUnstemmed = {BACKGROUND}/bgIdfValues.unstemmed.txt\n"
    )


@needs("parity", "simetrix_count_cases.json.gz")
def test_rounding_falls_as_in_java_on_every_printed_number() -> None:
    printed = [
        (decimal_format(value), case["expected"][name])
        for case in counted()
        for name, value in _features(case).items()
        if case["expected"][name] != "-∞"
    ]
    assert [pair for pair in printed if pair[0] != pair[1]] == []
