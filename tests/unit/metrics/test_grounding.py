"""Dated grounding: verdicts that can be worked out by hand, names, contradictions, dates and citations."""

from __future__ import annotations

import pytest

import cliometer
from cliometer.metrics.grounding.citations import Citations, cited, verdicts_of
from cliometer.model.documents import Article, SourceText, SummaryText
from cliometer.model.when import When
from tests.grounding import ARTICLES, index_of, judged

GOLF = "The firm tried golf balls and mud to plug the well."
OBAMA = "BP lowered a steel dome and Obama visited the coast."
RIG, DOME = "The rig exploded and killed 11 workers.", "BP lowered a steel dome over the leak."
NO_DOME = DOME.replace("lowered", "did not lower")
MIXED = "BP lowered a steel dome and the rig exploded and killed 11 workers."
HAND = [  # date, sentence, verdict, how the evidence is dated, conflicts, content, score
    ("2010-04-20", RIG, "supported", "expression", (), 0.909, 0.909),
    ("2010-04-21", RIG, "other date", "expression", (), 0.909, 0.334),
    ("2010-04-20", RIG.replace("11", "12"), "contradicted", "expression", ("number",), 0.222, 0.222),
    ("2010-05-02", "BP begins to drill a relief well.", "supported", "expression", (), 0.880, 0.880),
    ("2010-05-05", DOME, "supported", "publication", (), 0.897, 0.897),
    ("2010-05-04", DOME, "supported", "publication", (), 0.897, 0.583),
    ("2010-05-03", DOME, "date not told", "publication", (), 0.897, 0.051),
    ("2010-05-06", DOME, "other date", "publication", (), 0.897, 0.003),
    ("2010-05-05", NO_DOME, "contradicted", "publication", ("negation",), 0.224, 0.224),
    ("2010-05-04", "Obama visited the coast of Louisiana.", "supported", "expression", (), 0.880, 0.880),
    ("2010-05-04", "Clinton visited the coast of Louisiana.", "contradicted", "expression", ("name",), 0.211, 0.211),
    ("2010-05-04", "Obama travelled to the coast of Louisiana.", "supported", "expression", (), 0.640, 0.640),
    ("2010-05-29", GOLF, "supported", "month or week", (), 0.909, 0.455),
    ("2010-04-20", "Workers 11 killed exploded rig.", "unsupported", "expression", (), 0.036, 0.036),
    ("2010-05-05", MIXED, "unsupported", "expression", (), 0.592, 0.377),
    ("2010-05-05", "BP leak.", "supported", "publication", (), 0.769, 0.769),
    ("2010-05-05", OBAMA, "other date", "expression", (), 0.877, 0.323),
]  # fmt: skip


@pytest.mark.parametrize(("date", "text", "verdict", "how", "conflicts", "content", "score"), HAND)
def test_a_verdict_is_the_one_that_is_worked_out_by_hand(
    date: str, text: str, verdict: str, how: str, conflicts: tuple[str, ...], content: float, score: float
) -> None:
    found = judged(date, text)
    assert found.evidence is not None
    assert (found.verdict, found.evidence.dating.how, found.evidence.conflicts) == (verdict, how, conflicts)
    assert (found.content, found.score) == pytest.approx((content, score), abs=0.0006)


def test_what_no_article_mentions_has_no_evidence() -> None:
    found = judged("2010-05-05", "Markets fell in Tokyo.")
    assert (found.verdict, found.evidence, found.content) == ("unsupported", None, 0)
    assert found.missing == ("Markets", "fell", "Tokyo")


def test_a_sentence_without_words_is_not_supported() -> None:
    assert judged("2010-05-05", "... 2010 !").verdict == "unsupported"


def articles(*sentences: str) -> Article:
    filler = ("Crews worked at sea.", "Fishermen stayed in port.", "Prices rose in London.", "The weather was calm.")
    return Article("a", When.of("2010-05-05"), (*sentences, *filler))


@pytest.mark.parametrize(
    ("said", "found", "verdict"),
    [
        ("Thousands of birds died on the oily beaches.", "Dozens of birds died on the oily beaches.", "contradicted"),
        ("Gaddafi spoke to the crowd in the square.", "Gadhafi spoke to the crowd in the square.", "supported"),
        ("The Haitian rescuers left the city.", "The Haiti rescuers left the city.", "supported"),
        ("The pipe was not closed by the engineers.", "The pipe was closed by the engineers.", "contradicted"),
        ("The pipe was not closed by engineers.", "The pipe was not closed by the engineers.", "supported"),
        (
            "The pressure in the pipe rises near the coast.",
            "The pressure in the pipe falls near the coast.",
            "contradicted",
        ),
        ("It is not true that engineers closed the pipe.", "Engineers closed the pipe.", "contradicted"),
    ],
)
def test_numbers_names_and_negations_contradict_where_the_rest_is_the_same(said: str, found: str, verdict: str) -> None:
    assert judged("2010-05-05", said, articles(found)).verdict == verdict


def test_a_contradiction_needs_evidence_of_the_same_date() -> None:
    assert judged("2010-06-20", RIG.replace("11", "12")).verdict != "contradicted"


def test_what_lasts_since_a_day_did_not_happen_on_it() -> None:
    source = articles("The pipe has leaked oil since 20 April near the coast.")
    assert judged("2010-04-20", "The pipe leaked oil near the coast.", source).verdict == "date not told"


def test_a_week_that_holds_the_day_supports_it_for_half() -> None:
    source = articles("Last week the firm closed the broken pipe.")
    found = judged("2010-04-28", "The firm closed the broken pipe.", source)
    assert (found.verdict, found.evidence and found.evidence.dating.how) == ("supported", "month or week")
    assert found.score == pytest.approx(found.content / 2)


def test_pieces_of_a_sentence_in_disorder_are_not_joined() -> None:
    oak = articles("Engineers planted oaks, repaired bridges, painted walls and cleaned windows.")
    fir = Article("b", oak.date, ("Windows cleaned walls quickly.",))
    disorder = "Windows cleaned walls, engineers planted painted oaks bridges repaired."
    assert judged(str(oak.date), disorder, oak, fir).verdict == "unsupported"


def test_only_two_neighbours_of_one_article_make_a_window() -> None:
    both = "Pumps failed at noon and divers sealed the broken valve."
    together = articles("Pumps failed at noon.", "Divers sealed the broken valve.")
    apart = [
        Article(name, When.of("2010-05-05"), (text,))
        for name, text in (("a", "Pumps failed."), ("b", "Divers sealed it."))
    ]
    found = judged("2010-05-05", both, together).evidence
    assert found is not None and len(found.rows) == 2
    alone = judged("2010-05-05", "Pumps failed and divers sealed it.", *apart).evidence
    assert alone is not None and len(alone.rows) == 1


@pytest.mark.parametrize("name", ["grounded", "dated", "contradictions"])
def test_a_metric_is_the_share_of_words_or_sentences_by_verdict(name: str) -> None:
    days = {"2010-04-20": [RIG, RIG.replace("11", "12")], "2010-05-06": [DOME], "2010-05-05": ["Markets fell."]}
    sources = [SourceText(article.sentences, article.date) for article in ARTICLES]
    found = cliometer.score(days, sources, [f"{name}(weights=sentences)", name])
    sizes = {"grounded": 5 + 4.3333, "dated": 5, "contradictions": 5}[name]
    count = {"grounded": 2, "dated": 1, "contradictions": 1}[name]
    assert found[f"{name}(weights=sentences)"]["value"] == pytest.approx(count / 4)
    assert found[name]["value"] == pytest.approx(sizes / (5 + 5 + 4.3333 + 2), abs=1e-4)


@pytest.mark.parametrize(
    ("text", "count"), [("Der Konzern hat das Leck nicht gestopft.", "1 of 1 timeline"), (RIG, None)]
)
def test_a_timeline_in_another_language_is_noted(text: str, count: str | None) -> None:
    sources = [SourceText(article.sentences, article.date) for article in ARTICLES]
    notes = " ".join(cliometer.score({"2010-04-20": [text]}, sources, ["dated"]).notes)
    assert ("not in English" in notes) == bool(count) and (count or "") in notes


def test_a_metric_of_dates_has_no_value_without_them() -> None:
    undated = cliometer.score("Oil spills.", [SourceText(("Oil spills.",))], ["dated"])
    assert undated["dated"]["value"] is None


def test_a_silent_timeline_gets_the_worst_value() -> None:
    sources = [SourceText(article.sentences, article.date) for article in ARTICLES]
    found = cliometer.score(SummaryText(), sources, ["grounded", "contradictions"])
    assert (found["grounded"]["value"], found["contradictions"]["value"]) == (0, 1)


def test_a_citation_is_precise_where_the_sentence_needs_it() -> None:
    lines = [(When.of("2010-04-20"), RIG), (When.of("2010-05-06"), DOME), (When.of("2010-05-05"), DOME)]
    found = cited(lines, [("a1", "a3"), ("a2",), ()], verdicts_of(index_of(*ARTICLES)))
    assert found == Citations(sentences=3, carried=2, dated=1, citations=3, precise=2)
    assert found.shares == pytest.approx((2 / 3, 1 / 3, 2 / 3))


def test_another_judge_of_entailment_may_decide_on_citations() -> None:
    asked = []

    def entails(text: str, when: When, ids: object) -> str:
        asked.append((text, str(when), ids))
        return "supported"

    found = cited([(When.of("2010-05-05"), "x")], [("a1",)], entails)
    assert found == Citations(1, 1, 1, 1, 1) and asked[0] == ("x", "2010-05-05", ["a1"])
