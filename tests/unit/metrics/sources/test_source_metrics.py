"""What the metrics of sources decide beyond their formulas, and which words are topic words."""

from __future__ import annotations

import math

import pytest

from cliometer.errors import UsageError
from cliometer.metrics.catalogue import parse
from cliometer.metrics.sources import formulas
from cliometer.metrics.sources.corpus import Corpus, SourceTopic
from cliometer.model.documents import Background, SourceText, WordForm
from cliometer.model.timeline import Timeline
from cliometer.model.when import When


def dated(day: str, *lines: str) -> SourceText:
    return SourceText(lines, When.parse(day))


OTHERS = tuple(SourceText(("markets rise market week",)) for _ in range(30))
STORM = (dated("2020-01-01", "storm nears coast"), dated("2020-01-09", "flood storm flood"))
CORPUS = Corpus({"storm": STORM, "markets": OTHERS})
TOPIC = CORPUS.topics()["storm"]


def value(expression: str, said: Timeline | str, topic: SourceTopic = TOPIC) -> float | None:
    return parse(expression).measure(said, topic).numbers()["value"]  # type: ignore[no-any-return]


def reason(expression: str, said: str, topic: SourceTopic = TOPIC) -> str:
    return str(parse(expression).measure(said, topic).undefined)


@pytest.mark.parametrize("said", ["", "the of and", "!!!"])
@pytest.mark.parametrize(("metric", "worst"), [("jsd", math.log(2)), ("cosine", 0), ("fotw", 0)])
def test_a_summary_without_a_counted_word_gets_the_worst_value_and_a_remark(
    metric: str, worst: float, said: str
) -> None:
    score = parse(metric).measure(said, TOPIC)
    assert score.numbers()["value"] == worst
    assert "worst value" in parse(metric).remarks([score])[0][0]


@pytest.mark.parametrize("metric", ["jsd(smoothed=true)", "kl", "unigram", "multinomial"])
def test_where_there_is_no_worst_value_an_empty_summary_is_undefined(metric: str) -> None:
    assert value(metric, "") is None and "no worst value" in reason(metric, "")


def test_smoothed_divergence_may_exceed_what_unsmoothed_cannot() -> None:
    topic = Corpus({"a": (SourceText(("storm",)),), "b": OTHERS}).topics()["a"]
    long = " ".join(f"word{number}" for number in range(3000))
    assert (value("jsd(smoothed=true)", long, topic) or 0) > math.log(2) >= (value("jsd", long, topic) or 1)


def test_a_background_of_one_document_leaves_the_cosine_undefined() -> None:
    topic = Corpus({"a": (SourceText(("storm flood",)),), "b": (SourceText(("storm flood",)),)}).topics()["a"]
    assert value("cosine", "storm flood", topic) is None
    assert "no word weighs anything" in reason("cosine", "storm flood", topic)


def test_sources_without_a_counted_word_leave_everything_undefined() -> None:
    topic = Corpus({"a": (SourceText(("the",)),), "b": OTHERS}).topics()["a"]
    assert "no word of the sources is counted" in reason("jsd", "storm", topic)


def test_no_topic_word_is_undefined_but_0_for_simetrix() -> None:
    assert "no topic word" in reason("fotw(cutoff=1000)", "storm")
    assert value("fotw(profile=simetrix, cutoff=1000)", "storm") == 0


def test_a_background_that_shares_no_word_is_remarked_on() -> None:
    score = parse("fotw").measure("storm", TOPIC)
    assert "shares no word" in parse("fotw").remarks([score])[0][0]
    near = Corpus({"a": STORM, "b": (*OTHERS, SourceText(("storm",)))}).topics()["a"]
    assert parse("fotw").remarks([parse("fotw").measure("storm", near)]) == []


def test_the_other_topics_are_the_background() -> None:
    background = CORPUS.background("storm", WordForm(), "counts")
    assert dict(background.counts) == {"market": 60, "rise": 30, "week": 30}
    assert background.documents == 30 and background.df["market"] == 30


def test_one_topic_has_no_background() -> None:
    alone = Corpus({"storm": STORM}).topics()["storm"]
    assert value("jsd", "storm", alone) is not None
    with pytest.raises(UsageError, match="one topic only; name a background"):
        value("fotw", "storm", alone)


def test_a_given_background_of_words_is_stemmed_and_rid_of_stop_words() -> None:
    given = Background(WordForm("word", stop=False, tokens=""), {"storms": 2, "storm": 1, "the": 9})
    assert dict(Corpus({}, [given]).background("x", WordForm(), "counts").counts) == {"storm": 3}


def test_a_given_background_in_another_form_is_refused_with_the_remedy() -> None:
    given = Background(WordForm("stem"), {"storm": 3}, {"storm": 1}, 4, "mine")
    with pytest.raises(UsageError, match=r"mine holds stems without stop words\); build one: .* --unit bigram"):
        Corpus({}, [given]).background("x", WordForm("bigram"), "counts")
    with pytest.raises(UsageError, match="words without stop words"):
        Corpus({}, [given]).background("x", WordForm("word"), "counts")


def test_counts_without_stop_words_are_no_counts_with_them() -> None:
    given = Background(WordForm("word"), {"storm": 3})
    assert Corpus({}, [given]).background("x", WordForm("stem"), "counts").counts["storm"] == 3
    with pytest.raises(UsageError, match=r"stems with stop words.* --stop no -o FILE"):
        Corpus({}, [given]).background("x", WordForm("stem", stop=False), "counts")


def test_documents_of_words_are_no_documents_of_stems() -> None:
    given = Background(WordForm("word"), {"storm": 3}, {"storm": 1}, 4)
    with pytest.raises(UsageError, match=r"numbers of documents of stems.*leave out metrics"):
        Corpus({}, [given]).background("x", WordForm("stem"), "df")


def test_near_scores_each_day_against_the_articles_about_it() -> None:
    good = Timeline({"2020-01-01": ["storm nears coast"], "2020-01-09": ["flood storm flood"]})
    swapped = Timeline({"2020-01-01": ["flood storm flood"], "2020-01-09": ["storm nears coast"]})
    assert value("jsd(near=1)", good) == pytest.approx(0)
    assert (value("jsd(near=1)", swapped) or 0) > 0.3
    assert value("jsd(near=8)", good) == value("jsd(near=8)", swapped)


def test_a_day_without_articles_near_it_gets_the_worst_value() -> None:
    half = Timeline({"2020-01-01": ["storm nears coast"], "2021-01-01": ["storm"]})
    assert value("jsd(near=0)", half) == pytest.approx(math.log(2) / 2)
    score = parse("jsd(near=0)").measure(half, TOPIC)
    assert parse("jsd").remarks([score])[0][0] == "of some days: no article is near the date"


@pytest.mark.parametrize("metric", ["kl", "unigram", "multinomial", "jsd(smoothed=true)"])
@pytest.mark.parametrize(
    ("extra", "why"), [({"2021-01-01": ["storm"]}, "no article is near the date"), ({"2020-01-09": ["of"]}, "no word")]
)
def test_a_date_that_has_no_worst_value_leaves_the_whole_timeline_without_one(
    metric: str, extra: dict[str, list[str]], why: str
) -> None:
    near = metric.replace(")", ", near=0)") if "(" in metric else f"{metric}(near=0)"
    honest = {"2020-01-01": ["storm"]}
    assert value(near, Timeline(honest)) is not None
    said = parse(near).measure(Timeline({**honest, **extra}), TOPIC).undefined
    assert said and said.startswith("of some days: ") and why in said and "no worst value" in said


@pytest.mark.parametrize("metric", ["unigram", "multinomial"])
def test_a_summary_of_unknown_words_has_no_probability(metric: str) -> None:
    assert value(metric, "penguins at the opera") is None
    assert "no word of the summary is in the sources" in reason(metric, "penguins at the opera")


@pytest.mark.parametrize("metric", ["unigram", "multinomial"])
def test_words_that_the_sources_lack_are_remarked_on_with_their_share(metric: str) -> None:
    score = parse(metric).measure("storm storm storm opera", TOPIC)
    assert "25.0 % of the summary's words are not in the sources" in parse(metric).remarks([score])[0][0]
    assert parse(metric).remarks([parse(metric).measure("storm", TOPIC)]) == []


def test_near_remarks_on_the_mean_share_of_the_days_with_unknown_words() -> None:
    said = Timeline({"2020-01-01": ["storm opera"], "2020-01-09": ["flood"]})
    score = parse("unigram(near=0)").measure(said, TOPIC)
    assert parse("unigram").remarks([score])[0][0].startswith("of some days: 50.0 % of the summary's words")


def test_words_that_stand_in_other_articles_only_are_unknown_on_a_day() -> None:
    score = parse("unigram(near=0)").measure(Timeline({"2020-01-01": ["flood"]}), TOPIC)
    assert "of some days: no word of the summary is in the sources" in str(score.undefined)


def test_the_fingerprint_tells_a_topic_from_a_line() -> None:
    one = Corpus({"a": (SourceText(("b", "c")),), "d": STORM})
    two = Corpus({"a": (SourceText(("b",)), SourceText(("c",))), "d": STORM})
    three = Corpus({"a": (SourceText(("b\nc",)),), "d": STORM})
    assert len({one.fingerprint, two.fingerprint, three.fingerprint}) == 3


def test_the_tokens_of_posts_leave_out_what_the_summarisers_leave_out() -> None:
    posts = tuple(SourceText((f"RT @cnn: #StormSurge isn't over http://t.co/{n}",)) for n in "abc")
    topic = Corpus({"a": posts, "b": OTHERS}).topics()["a"]
    assert value("jsd(tokens=posts)", "storm surge", topic) == pytest.approx(0)
    assert (value("jsd", "storm surge", topic) or 0) > 0.3


def test_roundings_carry_no_cosine_past_1() -> None:
    weights = {word: 1.0 + number / 7 for number, word in enumerate(("storm", "near", "coast"))}
    counts = {word: number + 0.1 for number, word in enumerate(weights)}
    assert formulas.tf_idf_cosine(counts, counts, Background(WordForm(), weights, weights, 49)) <= 1


def test_roundings_carry_no_divergence_past_its_ends() -> None:
    apart = formulas.jsd({"a": 5, "b": 7}, {"c": 8, "d": 5})  # 1.1e-16 above ln 2 before it is held
    many = {"a": 244272509, "b": 711178002, "c": 961425548}
    assert apart == math.log(2)
    assert formulas.jsd(many, {**many, "b": 711178003}) >= 0


def test_near_needs_dates() -> None:
    with pytest.raises(UsageError, match="near=DAYS needs dates"):
        value("jsd(near=1)", "storm")


def test_a_strange_background_is_told_also_where_there_is_no_value() -> None:
    strange = Background(WordForm(), {"blz": 1}, {"blz": 1}, 3, "other")
    said = reason("fotw", "storm", Corpus({"storm": STORM}, [strange]).topics()["storm"])
    assert "no topic word" in said and "shares no word with the sources" in said


@pytest.mark.parametrize("metric", ["fotw", "topic_tokens"])
def test_a_background_without_a_counted_word_is_an_error(metric: str) -> None:
    stop_words = Background(WordForm("word", False), {"the": 5, "of": 2}, {}, 0, "stop")
    topic = Corpus({"storm": STORM}, [stop_words]).topics()["storm"]
    with pytest.raises(UsageError, match="the background stop holds no word that counts"):
        value(metric, "storm", topic)


BACKGROUND = Background(WordForm(), {"storm": 10, "year": 50_000, "rest": 949_990})
# -2 ln lambda of "storm", 3 of 100 words against 10 of 1,000,000, is about 40.9
A = {"storm": 3, "rest": 97}


def test_a_word_used_more_than_elsewhere_is_one() -> None:
    assert formulas.topic_words(A, BACKGROUND) == {"storm"}


def test_simetrix_takes_words_that_the_sources_avoid_and_dunning_does_not() -> None:
    rare = {"year": 1, "rest": 1999}
    assert "year" in formulas.topic_words(rare, BACKGROUND, "simetrix")
    assert "year" not in formulas.topic_words(rare, BACKGROUND, "dunning")


def test_the_cut_off_of_dunning_is_the_chi_square_of_one_in_a_thousand() -> None:
    half = Background(WordForm(), {"storm": 1, "rest": 999})
    assert formulas.topic_words({"storm": 3, "rest": 97}, half) == frozenset()  # 9.4
    assert formulas.topic_words({"storm": 4, "rest": 96}, half) == {"storm"}  # 13.7


def test_a_background_without_the_word_makes_it_one_sooner() -> None:
    assert formulas.topic_words({"zq": 2, "rest": 98}, BACKGROUND) == {"zq"}


def test_fraction_counts_words_once_and_tokens_count_repetitions() -> None:
    words = frozenset({"storm", "coast"})
    assert formulas.fraction_of_topic_words(words, {"storm": 3, "opera": 1}) == 0.5
    assert formulas.topic_tokens(words, {"storm": 3, "opera": 1}) == 0.75


def test_simetrix_says_0_where_there_is_nothing() -> None:
    assert formulas.fraction_of_topic_words(frozenset(), {"storm": 1}) == 0
    assert formulas.topic_tokens(frozenset({"storm"}), {}) == 0


def test_a_word_at_the_cut_off_is_none() -> None:
    assert formulas.topic_words(A, BACKGROUND, cutoff=formulas.likelihood_ratio(3, 100, 10, 1_000_000)) == frozenset()
