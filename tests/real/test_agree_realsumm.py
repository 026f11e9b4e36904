"""`cliometer agree` on realsumm, 25 systems x 100 texts: equal to plain scipy, and the same from one seed."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from tests.shared import SHARED, needs
from tests.unit.cli.cliometer_command import cliometer

pytestmark = needs("data", "realsumm", "scores_dicts")
FILES = [SHARED / "data" / "realsumm" / "scores_dicts" / f"{kind}.json" for kind in ("abs", "ext")]
METRICS = ("rouge_1_recall", "rouge_2_recall", "rouge_l_recall", "rouge_1_f_score")
ORACLES: dict[str, Any] = {
    "pearson": stats.pearsonr,
    "spearman": stats.spearmanr,
    "kendall-b": stats.kendalltau,
    "kendall-c": lambda x, y: stats.kendalltau(x, y, variant="c"),
}


@cache
def table(metric: str) -> NDArray[np.float64]:
    """Systems x texts, straight from the files."""
    texts = [json.loads(path.read_text(encoding="utf-8")) for path in FILES]
    return np.array(
        [
            [kind[text]["system_summaries"][system]["scores"][metric] for text in texts[0]]
            for kind in texts
            for system in kind["52"]["system_summaries"]
        ]
    )


def direct(metric: str, coefficient: str, level: str) -> float:
    x, y, oracle = table(metric), table("litepyramid_recall"), ORACLES[coefficient]
    if level == "system":
        return float(oracle(x.mean(axis=1), y.mean(axis=1))[0])
    if level == "global":
        return float(oracle(x.ravel(), y.ravel())[0])
    with np.errstate(all="ignore"):
        by_text = [oracle(a, b)[0] for a, b in zip(x.T, y.T, strict=True) if len({*b}) > 1]
    return float(np.mean(by_text))


def document(*words: object) -> Any:
    chosen = [word for metric in METRICS for word in ("-m", metric)]
    found = cliometer("agree", "scores", *FILES, "--human-metric", "litepyramid_recall", *chosen, *words, "--json")
    assert found.status == 0, found.err
    return json.loads(found.out)


@pytest.fixture(scope="module")
def found() -> Any:
    asked = [word for coefficient in ORACLES for word in ("--coefficient", coefficient)]
    return document(*asked, "--resamples", 100)


def test_there_are_25_systems_24_of_them_distinct(found: Any) -> None:
    assert (found["systems"], found["topics"]) == (25, 100)
    assert found["notes"] == ["bart_out.txt stands in 2 files; kept apart as abs/bart_out.txt and ext/bart_out.txt"]
    twins = "abs/bart_out.txt and ext/bart_out.txt have the same scores everywhere: 25 systems, 24 distinct; "
    assert f"{twins}resampling and tests count all 25" in found["warnings"]


def test_the_two_barts_are_the_same_summaries_word_for_word() -> None:
    one, other = (
        {text: entry["system_summaries"]["bart_out.txt"]["system_summary"] for text, entry in texts.items()}
        for texts in (json.loads(path.read_text(encoding="utf-8")) for path in FILES)
    )
    assert one == other


def test_every_correlation_is_that_of_scipy(found: Any) -> None:
    assert len(found["correlations"]) == len(METRICS) * len(ORACLES) * 3
    for row in found["correlations"]:
        expected = direct(row["metric"], row["coefficient"], row["level"])
        assert row["value"] == pytest.approx(expected, abs=1e-9), row


def test_intervals_and_perm_both_come_from_the_seed() -> None:
    asked = ("--coefficient", "kendall-b", "--at", "system", "--test", "perm-both", "--resamples", 100)
    assert document(*asked, "--seed", 3) == document(*asked, "--seed", 3)
    assert document(*asked, "--seed", 3) != document(*asked, "--seed", 4)


def test_williams_finds_recall_of_bigrams_better_than_f_of_words() -> None:
    found = document("--coefficient", "pearson", "--at", "system", "--test", "williams", "--resamples", 100)
    pairs = {(row["first"], row["second"]): row for row in found["differences"]}
    assert len(pairs) == 6
    row = pairs["rouge_2_recall", "rouge_1_f_score"]
    assert row["difference"] > 0
    assert row["p_holm"] < 0.05
