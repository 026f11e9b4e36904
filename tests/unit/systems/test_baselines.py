"""The baselines of Bauer & Teufel (2015): what each takes, in which order, for which budget."""

from __future__ import annotations

import pytest

from cliometer.errors import InputError, UsageError
from cliometer.model.sources import Annotation, EventMention, Sentence, Source, SourceSection, TimeExpression, TimeType
from cliometer.model.units import ContentUnit, Contributor, EventGroup, GroupMember, UnitTopic
from cliometer.systems.baselines import BASELINES, extracts, run_baselines, section_units


def document(id: str, sections: str, dated: tuple[int, ...] = ()) -> Source:
    """`aab`: a section a of two sentences and a section b of one, three events in each sentence."""
    text = "aa bb cc. " * len(sections)
    starts = [10 * number for number in range(len(sections))]
    marked = Annotation(
        text,
        tuple(Sentence(f"s{n}", start, start + 9, text[start : start + 9]) for n, start in enumerate(starts, 1)),
        tuple(TimeExpression(10 * n, 10 * n + 2, "aa", "DATE", "1997") for n in dated),
        tuple(EventMention(s + o, s + o + 2, text[s + o : s + o + 2]) for s in starts for o in (0, 3, 6)),
    )
    places = {name: [n for n, own in enumerate(sections) if own == name] for name in dict.fromkeys(sections)}
    parts = tuple(
        SourceSection(name, 10 * where[0], 10 * where[-1] + 10) for name, where in places.items() if name != "-"
    )
    return Source(id, marked, sections=parts)


def topic(*sources: Source, length: int = 4, id: str = "t", earns: str = "d/e1") -> UnitTopic:
    unit = ContentUnit("u", contributors=(Contributor("w"),), group=EventGroup((GroupMember(earns),)))
    return UnitTopic(id, sources, (unit,), length)


def taken(baseline: str, of: UnitTopic, seed: int = 0) -> tuple[str, ...]:
    return extracts(BASELINES[baseline], of, 1, seed)[0].ids


def marks(kind: str, *numbers: int) -> tuple[str, ...]:
    return tuple(f"d/{kind}{number}" for number in numbers)


@pytest.mark.parametrize(
    ("baseline", "expected"),
    [
        ("1", marks("e", 1, 7, 2, 8)),
        ("2", marks("e", 6, 9, 5, 8)),
        ("5", marks("e", 1, 2, 3, 4)),
        ("6", marks("e", 9, 8, 7, 6)),
        ("7", marks("s", 1, 3, 2)),
        ("8", marks("s", 2, 3, 1)),
    ],
)
def test_each_baseline_takes_what_its_name_says(baseline: str, expected: tuple[str, ...]) -> None:
    assert taken(baseline, topic(document("d", "aab"))) == expected


def test_a_section_without_more_events_is_passed_over() -> None:
    assert taken("1", topic(document("d", "abb"), length=9)) == marks("e", 1, 4, 2, 5, 3, 6, 7, 8, 9)


def test_only_events_with_a_date_in_the_same_sentence_are_taken_by_1b() -> None:
    assert taken("1b", topic(document("d", "aab", dated=(1, 2)))) == marks("e", 4, 7, 5, 8)


def test_a_duration_is_no_date() -> None:
    source = document("d", "a")
    lasting = TimeExpression(0, 2, "aa", "DURATION", "P3Y")
    marked = Annotation(source.text, source.annotation.sentences, (lasting,), source.annotation.events)
    assert section_units([Source("d", marked)])[0].dated == ()


def with_time(type: TimeType, value: str) -> tuple[str, ...]:
    """The dated mentions of a sentence of three events that names one time."""
    source = document("d", "a")
    named = TimeExpression(0, 2, "aa", type, value)
    marked = Annotation(source.text, source.annotation.sentences, (named,), source.annotation.events)
    return section_units([Source("d", marked)])[0].dated


@pytest.mark.parametrize("value", ["PRESENT_REF", "PAST_REF", "FUTURE_REF"])
def test_a_time_without_a_day_is_no_date(value: str) -> None:
    assert with_time("DATE", value) == ()


def test_a_clock_time_is_a_date() -> None:
    assert with_time("TIME", "1997-06-12T10:00") == marks("e", 1, 2, 3)


def test_sections_are_taken_in_the_order_of_the_document_however_they_are_listed() -> None:
    source = document("d", "abc")
    backwards = Source("d", source.annotation, sections=source.sections[::-1])
    assert taken("1", topic(backwards)) == taken("1", topic(source)) == marks("e", 1, 4, 7, 2)


def test_two_topics_with_the_same_text_draw_differently() -> None:
    source = document("d", "abcdefgh")
    assert taken("4", topic(source, id="t")) != taken("4", topic(source, id="u"))


def test_the_budget_is_n_events_or_n_sentences() -> None:
    of = topic(document("d", "aabbccdd"), length=5)
    assert {id: len(taken(id, of)) for id in BASELINES if id != "1b"} == {id: 5 for id in BASELINES if id != "1b"}


def test_documents_without_sections_are_sections_themselves() -> None:
    assert taken("1", topic(document("d", "--"), document("f", "-"))) == ("d/e1", "f/e1", "d/e2", "f/e2")


@pytest.mark.parametrize("baseline", ["3", "4", "9", "10"])
def test_random_ones_take_nothing_twice_and_the_same_with_the_same_seed(baseline: str) -> None:
    of = topic(document("d", "aabb"))
    assert len(set(taken(baseline, of))) == 4
    assert taken(baseline, of) == taken(baseline, of)
    assert len({taken(baseline, of, seed) for seed in range(10)}) > 1


@pytest.mark.parametrize("baseline", ["3", "9"])
def test_random_round_robin_takes_from_each_section_in_turn(baseline: str) -> None:
    of = topic(document("d", "aabb"), length=2)
    first = {id for part in section_units(of.sources)[:1] for id in (*part.mentions, *part.sentences)}
    assert [id in first for id in taken(baseline, of)] == [True, False]


def test_a_draw_does_not_depend_on_the_other_topics() -> None:
    one, other = topic(document("d", "aabb"), id="one"), topic(document("d", "aabb"), id="other")
    alone = run_baselines([one], ["3", "4"]).baselines
    assert alone[0].scores["one"] == run_baselines([other, one], ["4", "3"]).baselines[1].scores["one"]


def test_1b_leaves_out_topics_without_enough_dated_events_and_says_so() -> None:
    poor, rich = topic(document("d", "aa"), id="poor"), topic(document("d", "aa", (0, 1)), id="rich")
    trial = run_baselines([poor, rich], ["1", "1b"])
    assert trial.baselines[1].dropped == ("poor",)
    assert trial.baselines[1].scores == {"rich": 1.0}
    (note,) = trial.notes
    assert note.startswith("baseline 1b: topic poor has 0 events with a date, fewer than its length 4; left out")


def test_others_take_all_there_is_and_say_so() -> None:
    trial = run_baselines([topic(document("d", "a"), length=9)], ["1"])
    assert trial.notes == ("baseline 1: topic t has 3 events, fewer than its length 9; all were taken",)


def test_pairs_are_tested_over_topics_exactly_and_corrected() -> None:
    topics = [topic(*[document("d", "a" * (n + 2))], id=f"t{n}", length=n + 1) for n in range(5)]
    weighted = [
        UnitTopic(
            of.id,
            of.sources,
            tuple(
                ContentUnit(f"u{k}", contributors=(Contributor("w"),), group=EventGroup((GroupMember(f"d/e{k}"),)))
                for k in range(1, 3 + n)
            ),
            of.length,
        )
        for n, of in enumerate(topics)
    ]
    first = run_baselines(weighted, ["5", "6", "10"], runs=3).pairs[0]
    assert (first.first, first.second, first.topics) == ("5", "6", 5)
    assert first.p is not None
    assert first.corrected is not None
    assert first.corrected >= first.p
    assert first.method in ("exact", "normal approximation")


def test_one_topic_is_not_tested_and_the_reason_is_kept() -> None:
    (pair,) = run_baselines([topic(document("d", "aa"))], ["1", "6"]).pairs
    assert pair.p is None
    assert pair.method.startswith("not tested: found 1 topic")


def test_a_topic_without_length_is_an_error() -> None:
    bare = topic(document("d", "a"))
    with pytest.raises(InputError, match="topic t has no length n"):
        run_baselines([UnitTopic("t", bare.sources, bare.units)])


def test_a_topic_without_mentions_is_an_error_and_not_a_row_of_zeros() -> None:
    plain = Source("d", Annotation("aa.", (Sentence("s1", 0, 3, "aa."),)))
    with pytest.raises(InputError, match="has no event mentions"):
        run_baselines([topic(plain, earns="d/s1")])


def test_an_unknown_baseline_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(UsageError, match="unknown baseline '11'"):
        run_baselines([topic(document("d", "a"))], ["11"])
