"""Tables 1, 2 and 3 of Khandelwal et al. (2001)."""

from __future__ import annotations

import pytest

from cliometer.model.nuggets import EventTopic, JudgedEvent
from cliometer.model.sources import Annotation, Sentence, Source
from cliometer.reporting.chapters.annotator_agreement import part_table
from cliometer.study import link_agreement
from cliometer.study.agreement_survey import AgreementSurvey

TABLE_1 = """
20008 49 10 4.5 .91 | 20020 34 23 4.5 .98 | 20021 48 9 2.5 .97 | 20022 27 10 3.5 .85 | 20024 38 12 2.75 .98
20026 68 11 2.5 .87 | 20031 34 15 2.5 .62 | 20041 24 11 2 .94 | 20042 28 14 2.5 .66 | 20057 19 9 2 .66
20065 57 16 2.33 .94 | 20074 51 13 3 .96"""
VERIFIED = {1: 43, 2: 9, 3: 33, 4: 8, 5: 4, 6: 5, 7: 14, 8: 19, 9: 9}
REFUSED = {3: 1, 5: 1}  # 33/34 = .97 and 4/5 = .8; all other events have 1.0


def table_1() -> list[link_agreement.TopicStatistics]:
    rows = [row.split() for line in TABLE_1.strip().splitlines() for row in line.split("|")]
    return [
        link_agreement.TopicStatistics(
            topic, int(stories), int(events), 0, hours=float(hours), agreement=float(agreement)
        )
        for topic, stories, events, hours, agreement in rows
    ]


def topic_20021() -> link_agreement.TopicLinks:
    events = []
    for event, count in VERIFIED.items():
        verified = frozenset(f"{event}.{n}" for n in range(count))
        refused = frozenset(f"{event}.no{n}" for n in range(REFUSED.get(event, 0)))
        events.append(link_agreement.LinkedEvent(str(event), {"a": verified, "b": refused}, verified))
    return link_agreement.TopicLinks("20021", (), tuple(events))


def test_khandelwal_2001_table_1_averages() -> None:
    found = link_agreement.topic_averages(table_1())
    assert (found.stories, found.events) == (39.75, 12.75)
    assert (f"{found.hours:.2f}", f"{found.agreement:.2f}") == ("2.88", "0.86")


def test_khandelwal_2001_table_1_agreement_without_the_topics_that_the_splitter_broke() -> None:
    whole = [topic for topic in table_1() if topic.topic not in ("20031", "20042", "20057")]
    assert link_agreement.topic_averages(whole).agreement == pytest.approx(0.933, abs=5e-4)


def test_khandelwal_2001_table_2_sentences_and_agreement_of_each_event() -> None:
    rows = link_agreement.event_rows(topic_20021())
    assert [row.sentences for row in rows] == [43, 9, 33, 8, 4, 5, 14, 19, 9]
    shown = [f"{row.agreement:.2f}" for row in rows]
    assert shown == ["1.00", "1.00", "0.97", "1.00", "0.80", "1.00", "1.00", "1.00", "1.00"]


def test_khandelwal_2001_table_2_gives_the_agreement_of_topic_20021_in_table_1() -> None:
    agreement = topic_20021().agreement()
    assert agreement == pytest.approx((7 + 33 / 34 + 4 / 5) / 9)
    assert f"{agreement:.2f}" == "0.97"


def test_khandelwal_2001_table_2_printed_digits_average_to_97444() -> None:
    assert sum([1.0, 1.0, 0.97, 1.0, 0.8, 1.0, 1.0, 1.0, 1.0]) / 9 == pytest.approx(0.97444, abs=5e-6)


def part_of(name: str, stories: int, events: int, sentences: int) -> list[link_agreement.TopicStatistics]:
    """Eleven topics of which only the totals were published."""
    rest = [link_agreement.TopicStatistics(f"{name}{n}", 0, 0, 0, part=name) for n in range(10)]
    return [link_agreement.TopicStatistics(name, stories, events, sentences, part=name), *rest]


def table_3() -> tuple[link_agreement.PartStatistics, ...]:
    return link_agreement.corpus_parts([*part_of("training", 474, 162, 8043), *part_of("test", 470, 181, 9006)])


def test_khandelwal_2001_table_3_totals() -> None:
    assert [part.part for part in table_3()] == ["training", "test", "all"]
    assert [part.topics for part in table_3()] == [11, 11, 22]
    totals = [(part.stories, part.events, part.sentences) for part in table_3()]
    assert totals == [(474, 162, 8043), (470, 181, 9006), (944, 343, 17049)]


@pytest.mark.parametrize(
    ("ratio", "expected"),
    [
        ("stories_per_topic", ["43.1", "42.7", "42.9"]),
        ("events_per_topic", ["14.7", "16.5", "15.6"]),
        ("sentences_per_topic", ["731.2", "818.7", "775.0"]),
        ("sentences_per_story", ["17.0", "19.2", "18.1"]),
    ],
)
def test_khandelwal_2001_table_3_ratios(ratio: str, expected: list[str]) -> None:
    assert [f"{getattr(part, ratio):.1f}" for part in table_3()] == expected


def corpus(part: str, sentences: int, single: int, multi: int) -> link_agreement.TopicStatistics:
    """A made-up topic of so many sentences; some mention one event, some two."""
    text = "x " * sentences
    marks = tuple(Sentence(f"s{n}", 2 * n, 2 * n + 1, "x") for n in range(sentences))
    ids = [f"d/s{n}" for n in range(single + multi)]
    events = (JudgedEvent("1", links=tuple(ids)), JudgedEvent("2", links=tuple(ids[:multi])))
    topic = EventTopic(part, (Source("d", Annotation(text, marks)),), events)
    return link_agreement.topic_statistics(topic, part=part)


def test_khandelwal_2001_table_3_shares_of_sentences_in_a_corpus_of_that_size() -> None:
    """The paper prints percentages; these counts come to them, and to the ones of both parts together."""
    found = AgreementSurvey(events=(corpus("training", 8043, 1930, 322), corpus("test", 9006, 2342, 360)))
    rows = {row[0]: [str(cell) for cell in row[1:]] for row in part_table(found).rows}
    assert rows["sentences"] == ["8043", "9006", "17049"]
    assert rows["sentences on no event"] == ["72 %", "70 %", "71 %"]
    assert rows["sentences on one event"] == ["24 %", "26 %", "25 %"]
    assert rows["sentences on several"] == ["4 %", "4 %", "4 %"]
