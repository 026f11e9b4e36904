"""Verdicts and scores on development topics of timeline17 equal those that were computed by other code."""

from __future__ import annotations

from collections import Counter

import pytest

from cliometer.io.articles import read_corpus
from cliometer.io.timelines import read_timeline
from cliometer.metrics.grounding.evidence import EvidenceIndex
from cliometer.metrics.grounding.verdicts import VERDICTS, judge
from cliometer.text.time_tags import tagged_times
from tests.grounding import judged
from tests.shared import SHARED, needs, parity
from tests.timeline17 import GOLD, OUTPUTS

pytestmark = [needs("parity", "grounding.json"), needs("data", "timeline17", "corpora")]


def index_of(topic: str) -> EvidenceIndex:
    left = parity("grounding.json")["chronologies_left_out"][topic]
    read = read_corpus(SHARED / f"data/timeline17/corpora/{topic}.jsonl.gz")[0][topic]
    articles = [article for article in read if article.id not in left]
    return EvidenceIndex(articles, tagged_times(articles, None))


@pytest.mark.parametrize(
    "topic", ["haiti", "mj", *(pytest.param(name, marks=pytest.mark.slow) for name in ("egypt", "libya"))]
)
@pytest.mark.filterwarnings("ignore::cliometer.errors.ReadWarning")
def test_verdicts_and_mean_scores_are_those_of_the_prototype(topic: str) -> None:
    index, expected = index_of(topic), parity("grounding.json")["topics"][topic]
    assert (len(index), len(index.postings)) == (expected["sentences"], expected["postings"])
    for folder, files in ((GOLD / topic, expected["references"]), (OUTPUTS / "TL17_bestds", expected["sdf_bestds"])):
        for name, numbers in files.items():
            days = read_timeline(folder / name).items()
            found = [judge(line, when, index) for when, lines in days for line in lines]
            verdicts = Counter(each.verdict for each in found)
            assert {verdict: verdicts[verdict] for verdict in VERDICTS} == {v: numbers[v] for v in VERDICTS}
            means = sum(each.content for each in found) / len(found), sum(each.score for each in found) / len(found)
            assert means == pytest.approx((numbers["mean_content"], numbers["mean_score"]), abs=1e-4)


def test_the_examples_have_the_same_evidence() -> None:
    for case in parity("grounding.json")["examples"]:
        found = judged(case["date"], case["text"])
        assert found.verdict == case["verdict"]
        assert (found.size, found.content, found.score) == pytest.approx(
            (case["size"], case["content"], case["score"]), abs=1e-4
        )
        assert (found.evidence is None) == (case["evidence"] is None)
