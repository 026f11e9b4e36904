"""Perturbations that exchange, cut and lengthen the texts of days."""

from __future__ import annotations

from cliometer.court.perturbations import perturbations
from cliometer.model.timeline import Timeline
from cliometer.model.when import When
from tests.unit.court.perturbations.cases import article, changed, reworded, variants

TEN = {f"2010-05-{day}": [f"said on {day}"] for day in range(10, 20)}


def moved(variant: Timeline) -> int:
    return sum(variant[date] != tuple(said) for date, said in TEN.items())


def test_shuffle_leaves_no_text_in_its_place() -> None:
    found = variants("shuffle", TEN)
    assert len(found) == 5 and {moved(variant) for variant in found} == {10}


def test_shuffle_moves_a_share() -> None:
    assert [moved(variant) for variant in variants("shuffle(share=0.5, draws=3)", TEN)] == [5, 5, 5]


def test_two_days_are_the_least_that_can_be_shuffled() -> None:
    assert [moved(variant) for variant in variants("shuffle(share=0.1, draws=1)", TEN)] == [2]


def test_swap_exchanges_each_pair_of_neighbours() -> None:
    days = {"2010-05-01": ["a"], "2010-05-02": ["b"], "2010-05-03": ["c"]}
    texts = ["".join(said[0] for said in variant.values()) for variant in variants("swap", days)]
    assert texts == ["bac", "acb"]


def test_truncate_keeps_the_first_words_of_a_day_over_its_sentences() -> None:
    assert reworded("truncate(keep=0.75)", "one two  three", "four five six", "seven") == [
        "one two  three",
        "four five six",
    ]
    assert reworded("truncate", "one two  three", "four five six", "seven") == ["one two  three", "four"]


def test_truncate_counts_characters_where_there_are_no_blanks() -> None:
    assert reworded("truncate", "石油流出事故") == ["石油流"]


def test_lead_keeps_the_first_sentence() -> None:
    assert reworded("lead", "a", "b") == ["a"]


def test_pad_adds_frequent_words_by_the_length_of_the_day() -> None:
    assert reworded("pad", "one two three", "four") == ["one two three", "four", "the of"]


def test_nonsense_keeps_only_the_number_of_words() -> None:
    (sentence,) = reworded("nonsense", "Oil spills again")
    assert len(sentence.split()) == 3
    assert not set(sentence.split()) & {"Oil", "spills", "again"}


def test_fragments_are_lines_of_a_few_words_each_with_a_full_stop() -> None:
    said = "Mr. Hayward said the leak, at last, is stopped.", "It failed!"
    assert reworded("fragments", *said) == ["Mr. Hayward said the leak.", "at last, is stopped. It.", "failed."]
    steps = [getattr(step, "words", None) for step in perturbations.parse("fragments").ladder()]
    assert steps == [12, 8, 5, 3]


def test_run_on_days_lose_the_marks_that_end_sentences() -> None:
    said = 'BP said "It is 1.5 m." and left.', "Then (of all people!) Mr. X came?"
    assert reworded("run_on", *said) == ['BP said "It is 1.5 m" and left Then (of all people) Mr X came']


def test_the_dump_adds_all_articles_on_their_dates() -> None:
    pool = article("2010-05-27", "a", "b"), article("2010-05-28", "c")
    assert changed("dump", {"2010-05-27": ["x"]}, None, *pool) == Timeline(
        {"2010-05-27": ["x", "a", "b"], "2010-05-28": ["c"]}
    )
    assert variants("dump", {"2010-05-27": ["x"]}) == variants("dump", {}, None, *pool) == []


def test_deal_keeps_the_number_of_sentences_of_each_day() -> None:
    days = {"2010-05-27": ["one", "two"], "2010-05-28": ["three"], "2010-05-29": ["four", "five", "six"]}
    found = variants("deal", days)
    everything = sorted(s for said in days.values() for s in said)
    assert found
    for variant in found:
        assert [len(said) for said in variant.values()] == [2, 1, 3]
        assert sorted(s for said in variant.values() for s in said) == everything


def test_deal_parts_sentences_of_one_day() -> None:
    days = {f"2010-05-{day:02}": [f"a{day}", f"b{day}"] for day in range(1, 20)}
    together = [said for variant in variants("deal", days) for said in variant.values() if said[0][1:] == said[1][1:]]
    assert len(together) < 19


RIGS = {
    "2010-05-01": ["Oil leaks from a rig of BP", "Oil spreads"],
    "2010-05-03": ["There Obama visits 3 rigs"],
    "2010-05-05": ["Rain"],
}


def test_the_most_typical_sentence_stands_on_every_date() -> None:
    said = changed("generic", RIGS)
    assert [*said] == [*map(When.parse, RIGS)] and set(said.values()) == {("Oil leaks from a rig of BP",)}


def test_keywords_stand_behind_every_day() -> None:
    assert [day[-1] for day in changed("stuff(words=2)", RIGS).values()] == ["oil bp"] * 3


def test_invented_events_stand_on_free_days_with_other_names_and_numbers() -> None:
    said = changed("invent", RIGS)
    new = {str(when): day for when, day in said.items() if str(when) not in RIGS}
    assert set(new) == {"2010-05-02", "2010-05-04"}
    assert {day for said in new.values() for day in said} == {"Oil leaks from a rig of Obama", "There BP visits 4 rigs"}


def test_the_date_with_most_words_is_major() -> None:
    assert "2010-05-03" not in map(str, changed("omit", {**RIGS, "2010-05-01": ["Oil"]}))
    assert "2010-05-05" not in map(str, changed("omit(date=minor)", RIGS))
    assert variants("omit", {"2010-05-01": ["Oil"], "2010-05-02": ["Rain"]}) == []
