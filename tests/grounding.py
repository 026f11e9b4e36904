"""Nine sentences of three articles about an oil spill, on which every verdict can be worked out by hand."""

from __future__ import annotations

from cliometer.metrics.grounding.evidence import EvidenceIndex
from cliometer.metrics.grounding.verdicts import Judgement, judge
from cliometer.model.documents import Article
from cliometer.model.when import When
from cliometer.text.time_tags import tagged_times

ARTICLES = (
    Article(
        "a1",
        When.of("2010-05-04"),
        (
            "The rig exploded on 20 April and killed 11 workers.",
            "BP began to drill a relief well on Sunday.",
            "Officials fear that the oil may reach Louisiana.",
        ),
    ),
    Article(
        "a2",
        When.of("2010-05-05"),
        ("BP lowered a steel dome over the leak.", "Obama visited the coast of Louisiana yesterday."),
    ),
    Article(
        "a3",
        When.of("2010-06-10"),
        (
            "In May the firm tried golf balls and mud to plug the well.",
            "Engineers said that ice crystals had clogged the dome.",
        ),
    ),
)


def index_of(*articles: Article) -> EvidenceIndex:
    """The index of articles, tagged anew."""
    return EvidenceIndex(articles, tagged_times(articles, None))


def judged(date: str, text: str, *articles: Article) -> Judgement:
    """The verdict on a sentence by some articles, else by those above."""
    return judge(text, When.of(date), index_of(*(articles or ARTICLES)))
