"""Laws that hold for every registered perturbation: a new one joins by existing."""

from __future__ import annotations

import dataclasses
from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cliometer.court.perturbation import Perturbation, TrialCase
from cliometer.court.perturbations import perturbations
from cliometer.court.perturbations.wording_changes import invented_words
from cliometer.expressions import settings_of
from cliometer.model.documents import Article
from cliometer.model.timeline import Timeline
from cliometer.model.when import When
from tests import strategies
from tests.timelines import timelines as near_timelines

NAMES = perturbations.names
EXAMPLES = {
    "date": ("major", "minor"),
    "events": ("1", "4"),
    "words": ("1", "9"),
    "onto": ["all", "free"],
    "dates": ("1", "2", "9"),
    "times": ("2", "3", "7"),
    "days": ("1", "3", "14"),
    "share": ("0.1", "0.5", "1"),
    "draws": ("1", "3"),
    "keep": ("0.05", "0.3", "1"),
    "text": ("any", "corpus", "nonsense"),
    "to": ("month", "year", "decade"),
    "form": ("interval", "first"),
}
# What each leaves as it is: the dates, what is said in all, neither. A new one must be put in its place.
KEEP_DATES = set(
    """antonym deal fragments generic halve join lead names negate nonsense numbers pad paraphrase recut reorder repeat
    respell reverse run_on shuffle stuff swap truncate""".split()  # noqa: SIM905
)
KEEP_SENTENCES = set("coarsen deal merge reorder reverse shift shuffle split swap uniform".split())  # noqa: SIM905
KEEP_NEITHER = set("add concatenate dump duplicate invent omit remove".split())  # noqa: SIM905

_english = st.sampled_from(
    [
        "The well was sealed in 2010 by BP.",
        "Crews took 3 boats to Louisiana and Obama said so.",
        "It isn't true that two men cannot swim.",
        "A big crowd in New Orleans began to flee.",
        "On Monday Obama met the head of BP.",
    ]
)
_days = st.dictionaries(strategies.whens, st.lists(strategies.sentences | _english, max_size=4), max_size=5)
timelines = st.builds(Timeline, _days, strategies.names) | near_timelines(min_size=0, max_size=6)
articles = st.builds(
    Article, st.text(max_size=3), strategies.whens, st.lists(strategies.sentences, max_size=2).map(tuple)
)
cases = st.builds(
    TrialCase, st.text(max_size=5), timelines, st.lists(articles, max_size=3).map(tuple), timelines, st.integers(-1, 9)
)


@st.composite
def any_perturbation(draw: st.DrawFn, names: list[str] = NAMES) -> Perturbation:
    """Any registered perturbation with any of its settings."""
    cls = perturbations[draw(st.sampled_from(names))]
    chosen = {
        field.name: field.metadata["parse"](draw(st.sampled_from(EXAMPLES[field.name])))
        for field in settings_of(cls)
        if draw(st.booleans())
    }
    return cls(**chosen)


def texts(timeline: Timeline) -> Counter[str]:
    return Counter(sentence for said in timeline.values() for sentence in said)


@given(any_perturbation())
def test_an_expression_reads_back_as_the_perturbation(perturbation: Perturbation) -> None:
    assert perturbations.parse(str(perturbation)) == perturbation
    assert str(perturbation) == repr(perturbation)


@given(any_perturbation(), cases)
def test_the_same_case_has_the_same_variants(perturbation: Perturbation, case: TrialCase) -> None:
    again = dataclasses.replace(case, timeline=Timeline(dict(case.timeline), case.timeline.name))
    assert list(perturbation.variants(case)) == list(perturbation.variants(again))


@given(any_perturbation(), cases)
def test_variants_are_timelines_that_differ_and_keep_their_name(perturbation: Perturbation, case: TrialCase) -> None:
    for variant in perturbation.variants(case):
        assert isinstance(variant, Timeline) and variant and variant != case.timeline
        assert variant.name == case.timeline.name
        assert all(When.parse(str(when)) == when for when in variant if _spelled(when))


def _spelled(when: When) -> bool:
    """Beyond nine digits a year has no spelling."""
    return when.first >= strategies.FIRST and when.last <= strategies.LAST


@given(any_perturbation(), cases)
def test_the_timeline_on_the_stand_does_not_change(perturbation: Perturbation, case: TrialCase) -> None:
    before = [(when, list(said)) for when, said in case.timeline.items()]
    perturbation.variants(case)
    assert [(when, list(said)) for when, said in case.timeline.items()] == before


@pytest.mark.parametrize("name", NAMES)
def test_an_empty_timeline_has_no_variants(name: str) -> None:
    stranger = Timeline({"2010-05-27": ["one"]})
    assert list(perturbations[name]().variants(TrialCase("", Timeline(), (), stranger))) == []


@given(any_perturbation())
def test_a_ladder_has_steps_of_its_own_kind_and_is_its_steps_ladder(perturbation: Perturbation) -> None:
    ladder = list(perturbation.ladder())
    assert ladder and {type(step) for step in ladder} == {type(perturbation)}
    assert len(set(map(str, ladder))) == len(ladder)
    assert all(list(step.ladder()) == ladder for step in ladder) or ladder == [perturbation]


@pytest.mark.parametrize("name", NAMES)
def test_a_perturbation_without_settings_stands_on_its_own_ladder(name: str) -> None:
    assert perturbations[name]() in perturbations[name]().ladder()


@pytest.mark.parametrize("name", NAMES)
def test_every_perturbation_says_what_it_does_and_what_it_should_cost(name: str) -> None:
    expectation = perturbations[name]().expectation
    assert (perturbations[name].__doc__ or "").partition("\n")[0].endswith(".")
    assert {expectation.precision, expectation.recall} <= {"falls", "holds", "free"}
    assert expectation.loss is None or 0 < expectation.loss <= 1
    assert (expectation.loss is None) or "falls" in (expectation.precision, expectation.recall)


def test_every_perturbation_says_what_it_keeps() -> None:
    assert set(NAMES) == KEEP_DATES | KEEP_SENTENCES | KEEP_NEITHER
    assert not KEEP_NEITHER & (KEEP_DATES | KEEP_SENTENCES)


@given(any_perturbation(sorted(KEEP_DATES)), cases)
def test_what_changes_the_text_keeps_the_dates(perturbation: Perturbation, case: TrialCase) -> None:
    assert all(variant.dates == case.timeline.dates for variant in perturbation.variants(case))


@given(any_perturbation(sorted(KEEP_SENTENCES)), cases)
def test_what_moves_the_text_keeps_the_sentences(perturbation: Perturbation, case: TrialCase) -> None:
    assert all(texts(variant) == texts(case.timeline) for variant in perturbation.variants(case))


@given(any_perturbation(["add", "concatenate", "duplicate", "invent", "repeat", "pad", "stuff"]), cases)
def test_what_should_cost_no_recall_loses_no_sentence(perturbation: Perturbation, case: TrialCase) -> None:
    for variant in perturbation.variants(case):
        assert all(variant[when][:1] == said[:1] for when, said in case.timeline.items() if said)
        assert texts(case.timeline) <= texts(variant)


@given(any_perturbation(["remove", "omit", "truncate", "lead"]), cases)
def test_what_should_cost_no_precision_says_nothing_new(perturbation: Perturbation, case: TrialCase) -> None:
    for variant in perturbation.variants(case):
        for when, said in variant.items():
            assert " ".join(case.timeline[when]).startswith(" ".join(said))


@given(st.sampled_from([0.1, 0.25, 0.5, 1.0]), near_timelines(min_size=2, max_size=8))
def test_a_shuffle_moves_within_the_days_it_moved_before(share: float, timeline: Timeline) -> None:
    assume(len(texts(timeline)) == sum(map(len, timeline.values())))
    part, whole = (perturbations.parse(f"shuffle(share={s})").variants(TrialCase("t", timeline)) for s in (share, 1))
    for some, every in zip(part, whole, strict=True):
        assert all(every[when] != timeline[when] for when in timeline if some[when] != timeline[when])


@given(timelines)
def test_invented_words_are_new(timeline: Timeline) -> None:
    said = " ".join(texts(timeline)).casefold()
    words = [word for word, _ in zip(invented_words(timeline), range(100), strict=False)]
    assert len(set(words)) == 100 and not any(word in said for word in words)
