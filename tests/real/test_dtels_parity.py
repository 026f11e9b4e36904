"""Equal to what the released scorer of DTELS-Bench computes; topics in Chinese need jieba."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec
from typing import Any

import pytest

from cliometer.compat.dtels import DtelsScorer, DtelsTopic
from cliometer.model.records import decode
from tests.shared import SHARED, needs, parity

HERE = (SHARED / "parity" / "protocols.json").exists()
CASES = parity("protocols.json")["dtels"] if HERE else ()


def is_chinese(topic: Any) -> bool:
    return re.search("[\u4e00-\u9fd5]", json.dumps(topic, ensure_ascii=False)) is not None


@needs("parity", "protocols.json")
@pytest.mark.filterwarnings("ignore")  # of jieba
@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_scores_matches_and_what_is_left_out_equal_the_released_code(case: Any) -> None:
    topics = [topic for topic in case["topics"] if find_spec("jieba") or not is_chinese(topic)]
    if not topics:
        pytest.skip("its texts are in Chinese; pip install jieba")
    references = {str(topic["reference"]["id"]): decode(DtelsTopic, topic["reference"]) for topic in topics}
    submitted = [decode(DtelsTopic, topic["submission"]) for topic in topics]
    found, expected = DtelsScorer(references, level=case["args"]["N"]).scores(submitted), case["expected"]
    assert set(found.left_out) == set(expected["left_out"]) & set(references)
    assert {score.topic for score in found.scores} == set(expected["topics"]) & set(references)
    for score in found.scores:
        theirs = expected["topics"][score.topic]
        assert score.matches == {name: str(match) for name, match in theirs["matches"].items()}
        for ours, name in ((score.granularities, "granu_score"), (score.node_factuality, "node_factuality")):
            assert ours == pytest.approx(theirs[name] or {}, abs=1e-9)
        for name in found.overall:
            assert getattr(score, name) == pytest.approx(theirs[name], abs=1e-9)
    if len(topics) == len(case["topics"]):
        assert found.overall == pytest.approx(expected["overall"], abs=1e-9)
