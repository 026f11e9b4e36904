"""Time expressions: what is marked, of what type, with what value, on Thursday 1998-02-12."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cliometer
from cliometer.text.annotate.annotator import TIME_RULES
from cliometer.text.annotate.times import rules
from cliometer.text.annotate.times.rules import AnchorDay, SmallLetters
from cliometer.text.annotate.times.vocabulary import number

WRITTEN = "1998-02-12"


def times(text: str, date: str | None = WRITTEN) -> list[tuple[str, str, str]]:
    return [(time.text, time.type, time.value) for time in cliometer.annotate(text, date).times]


DATES = [
    ("He left on Feb. 12, 1998.", "Feb. 12, 1998", "1998-02-12"),
    ("He left on 12 February 1998.", "12 February 1998", "1998-02-12"),
    ("He left on the 12th of March 1997.", "the 12th of March 1997", "1997-03-12"),
    ("He left on Friday, Oct. 3, 1997.", "Friday, Oct. 3, 1997", "1997-10-03"),
    ("Written 02/12/98 here.", "02/12/98", "1998-02-12"),
    ("Written 1998-02-12 here.", "1998-02-12", "1998-02-12"),
    ("He left in May 1997.", "May 1997", "1997-05"),
    ("It was sold in October.", "October", "1997-10"),
    ("It will be sold in October.", "October", "1998-10"),
    ("It was sold on Jan. 5.", "Jan. 5", "1998-01-05"),
    ("It was sold in late January.", "late January", "1998-01"),
    ("He was born in 1950.", "1950", "1950"),
    ("The fiscal 1997 budget was cut.", "fiscal 1997", "1997"),
    ("It began in the early 1990s.", "the early 1990s", "199"),
    ("It began in the '60s.", "the '60s", "196"),
    ("It began in the 19th century.", "the 19th century", "18"),
    ("It began in 800 BC.", "800 BC", "BC0800"),
    ("It began in early 44 B.C., he says.", "early 44 B.C.", "BC0044"),
    ("It began around 500 BCE.", "around 500 BCE", "BC0500"),
    ("It began in the winter of 54 BC.", "the winter of 54 BC", "BC0054-WI"),
    ("They closed it by year-end.", "year-end", "1998-12-31"),
    ("It began in A.D. 79.", "A.D. 79", "0079"),
    ("They played in the 1996-97 season.", "97", "1997"),
    ("It began on 1 January 45 BC.", "1 January 45 BC", "BC0045-01-01"),
    ("He died on March 15, 44 BC.", "March 15, 44 BC", "BC0044-03-15"),
    ("He died in March 44 BC.", "March 44 BC", "BC0044-03"),
    ("Rome fell on 24 August 410 AD.", "24 August 410 AD", "0410-08-24"),
    ("Rome fell on 24 August 410.", "24 August 410", "0410-08-24"),
    ("Rome fell on August 24, AD 410.", "August 24, AD 410", "0410-08-24"),
    ("He left in May '96.", "May '96", "1996-05"),
    ("He left in '96.", "'96", "1996"),
    ("He left in '05.", "'05", "2005"),
    ("He stayed in the winter of 54-53 BC.", "the winter of 54-53 BC", "BC0054-WI"),
    ("It dates from the third millennium BC.", "the third millennium BC", "BC2"),
    ("He wrote in the first half of the 18th century.", "the first half of the 18th century", "17"),
    ("He left in the first half of May.", "the first half of May", "1997-05"),
    ("Sales rose in the first half of its fiscal year.", "the first half", "1998-H1"),
    ("Sales rose in the second half of 1997.", "the second half of 1997", "1997-H2"),
    ("Profit rose in Q1 1997.", "Q1 1997", "1997-Q1"),
    ("Profit rose in Q3.", "Q3", "1997-Q3"),
    ("Profit fell. In the year-ago quarter, it rose.", "the year-ago quarter", "1996-Q4"),
    ("Written 13.02.1998 here.", "13.02.1998", "1998-02-13"),
    ("Written 13/02/1998 here.", "13/02/1998", "1998-02-13"),
    ("Written 12/02/1998 here.", "12/02/1998", "1998-12-02"),
    ("He left on the 5th.", "the 5th", "1998-02-05"),
    ("He left on the 20th.", "the 20th", "1998-01-20"),
    ("He will leave on the 5th.", "the 5th", "1998-03-05"),
    ("He left on February 29, 1997.", "February 29, 1997", "1997-02-XX"),
    ("He left on 29 February.", "29 February", "XXXX-02-29"),
    ("He left on February 30.", "February 30", "XXXX-02-XX"),
    ("He left last February 30.", "last February 30", "1997-02-XX"),
    ("She died in March.", "March", "1997-03"),
    ("She died on 3 March.", "3 March", "1997-03-03"),
    ("She died on 20 February.", "20 February", "1997-02-20"),
    ("She died in February.", "February", "1998-02"),
    ("It will open in January.", "January", "1999-01"),
    ("It will open in December.", "December", "1998-12"),
    ("Gold for April delivery rose.", "April", "1998-04"),
    ("ROME, March 1 (AP) - The bank fell.", "March 1", "1998-03-01"),
    ("He told the firms of a cut in the oil supply in March.", "March", "1998-03"),
    ("He said in March that it was cut.", "March", "1997-03"),
    ("He reads the March figures.", "March", "1998-03"),
    ("It will open by the year 2000.", "the year 2000", "2000"),
    ("The 1988 third quarter was better.", "The 1988 third quarter", "1988-Q3"),
    ("They closed it at year's end.", "year's end", "1998-12-31"),
    ("Later in the day, it rose.", "Later in the day", "1998-02-12"),
    ("The sun set on Sunday.", "Sunday", "1998-02-08"),
    ("The vote is set for Sunday.", "Sunday", "1998-02-15"),
    ("The flights were cancelled due to snow Friday.", "Friday", "1998-02-06"),
    ("The bill is due to be signed Friday.", "Friday", "1998-02-13"),
    ("The talks begin Monday.", "Monday", "1998-02-16"),
    ("The talks did not begin Monday.", "Monday", "1998-02-09"),
    ("He was the first to arrive Monday.", "Monday", "1998-02-09"),
    ("He said so Friday.", "Friday", "1998-02-06"),
    ("He said so Thursday.", "Thursday", "1998-02-12"),
    ("He will go on Friday.", "Friday", "1998-02-13"),
    ("He left last Thursday.", "last Thursday", "1998-02-05"),
    ("He left last Monday.", "last Monday", "1998-02-09"),
    ("He leaves next Tuesday.", "next Tuesday", "1998-02-17"),
    ("Friday's vote was lost.", "Friday", "1998-02-06"),
    ("He left today.", "today", "1998-02-12"),
    ("He left yesterday.", "yesterday", "1998-02-11"),
    ("He left last week.", "last week", "1998-W06"),
    ("He left early this week.", "early this week", "1998-W07"),
    ("He leaves next month.", "next month", "1998-03"),
    ("He left last year.", "last year", "1997"),
    ("He left earlier this year.", "earlier this year", "1998"),
    ("Last year's loss grew.", "Last year", "1997"),
    ("They rested over the weekend.", "the weekend", "1998-W06-WE"),
    ("He left last summer.", "last summer", "1997-SU"),
    ("It was sold in the summer of 1996.", "the summer of 1996", "1996-SU"),
    ("Profit rose in the fourth quarter.", "the fourth quarter", "1997-Q4"),
    ("Fourth-quarter profit is high.", "Fourth-quarter", "1997-Q4"),
    ("It fell in the third quarter of 1996. It rose in the quarter.", "the quarter", "1996-Q3"),
    ("Profit rose in the third quarter of 1996.", "the third quarter of 1996", "1996-Q3"),
    ("Sales will rise in the first half.", "the first half", "1998-H1"),
    ("He left two months ago.", "two months ago", "1997-12"),
    ("He left a year ago.", "a year ago", "1997"),
    ("He left three weeks ago.", "three weeks ago", "1998-W04"),
    ("He leaves ten days from now.", "ten days from now", "1998-02-22"),
    ("It ends by the end of the year.", "the end of the year", "1998"),
    ("They were friends at Christmas 1997.", "Christmas 1997", "1997-12-25"),
    ("He is now rich.", "now", "PRESENT_REF"),
    ("The current law stands.", "current", "PRESENT_REF"),
    ("He recently left.", "recently", "PAST_REF"),
    ("It rose in recent weeks.", "recent weeks", "PAST_REF"),
    ("It was calm at the time.", "the time", "PAST_REF"),
    ("He left several years ago.", "several years ago", "PAST_REF"),
    ("It may rise in the future.", "the future", "FUTURE_REF"),
]
TIMES = [
    ("He left at 7:30 p.m.", "7:30 p.m.", "1998-02-12T19:30"),
    ("He left at 12:05 a.m. Friday.", "12:05 a.m. Friday", "1998-02-06T00:05"),
    ("He left on Jan. 5, 1998 at 3 p.m.", "3 p.m.", "1998-01-05T15:00"),
    ("He left at 0930 GMT.", "0930 GMT", "1998-02-12T09:30"),
    ("He left at noon.", "noon", "1998-02-12T12:00"),
    ("He left this morning.", "this morning", "1998-02-12TMO"),
    ("He left last night.", "last night", "1998-02-11TNI"),
    ("He left Monday night.", "Monday night", "1998-02-09TNI"),
    ("They sang in the evening.", "the evening", "1998-02-12TEV"),
]
DURATIONS = [
    ("He stayed three years.", "three years", "P3Y"),
    ("He stayed two and a half weeks.", "two and a half weeks", "P2.5W"),
    ("He stayed for almost a hundred years.", "almost a hundred years", "P100Y"),
    ("He stayed more than 20 minutes.", "more than 20 minutes", "PT20M"),
    ("It rose in the past three months.", "the past three months", "P3M"),
    ("It rose in the last twenty four hours.", "the last twenty four hours", "P1D"),
    ("It rose over the past few weeks.", "the past few weeks", "PXW"),
    ("A two-week crisis ended.", "two-week", "P2W"),
    ("The two-week crisis ended.", "two-week", "P2W"),
    ("A 27-year-old man fell.", "27-year-old", "P27Y"),
    ("He waited half an hour.", "half an hour", "PT30M"),
    ("He waited for years.", "years", "PXY"),
    ("He waited a couple of days.", "a couple of days", "P2D"),
    ("They ruled for three decades.", "three decades", "P3DE"),
    ("He stayed a month after that.", "a month", "P1M"),
]
SETS = [
    ("They meet every Monday.", "every Monday", "XXXX-WXX-1"),
    ("They meet each Thursday night.", "each Thursday night", "XXXX-WXX-4TNI"),
    ("They meet every two years.", "every two years", "P2Y"),
    ("They meet twice a week.", "twice a week", "P1W"),
    ("They meet annually.", "annually", "P1Y"),
    ("They meet on Sundays.", "Sundays", "XXXX-WXX-7"),
    ("They meet every other Friday.", "every other Friday", "XXXX-WXX-5"),
    ("They meet every second Friday.", "every second Friday", "XXXX-WXX-5"),
    ("They fly on Tuesday nights.", "Tuesday nights", "XXXX-WXX-2TNI"),
]
UNRESOLVED = [
    ("He said so Friday.", "DATE", "XXXX-WXX-5"),
    ("He left yesterday.", "DATE", "XXXX-XX-XX"),
    ("He left last week.", "DATE", "XXXX-WXX"),
    ("He left two months ago.", "DATE", "XXXX-XX"),
    ("It was sold in October.", "DATE", "XXXX-10"),
    ("Profit rose in the third quarter.", "DATE", "XXXX-Q3"),
    ("He left at 7:30 p.m.", "TIME", "XXXX-XX-XXT19:30"),
]
NO_TIMES = [
    "He may march there.",
    "The verb may be short; Mr. May said so.",
    "About 2000 people and 1,998 cars came on Flight 1989.",
    "The $1998 price of 19.98 was 3-2.",
    "They sell 700 seats a week at $5 a day.",
    "The second man of the firm won three-quarters of it.",
    "The Sunday Times wrote it.",
    "He won one of 1200 races.",
    "They spoke of his future role.",
    "The first half of the game and the third quarter of the match were dull.",
    "The Audi Q3 stood on the 5th floor.",
    "Call 555-1914-18.",
]


@pytest.mark.parametrize(
    ("kind", "case"),
    [("DATE", c) for c in DATES]
    + [("TIME", c) for c in TIMES]
    + [("DURATION", c) for c in DURATIONS]
    + [("SET", c) for c in SETS],
    ids=lambda case: case if isinstance(case, str) else case[1],
)
def test_an_expression_has_its_span_type_and_value(kind: str, case: tuple[str, str, str]) -> None:
    text, words, value = case
    assert times(text)[-1] == (words, kind, value)


@pytest.mark.parametrize(("text", "kind", "value"), UNRESOLVED)
def test_without_a_date_only_the_shape_is_known(text: str, kind: str, value: str) -> None:
    assert [found[1:] for found in times(text, None)] == [(kind, value)]


@pytest.mark.parametrize("text", NO_TIMES)
def test_what_only_looks_like_a_time_is_none(text: str) -> None:
    assert times(text) == []


RANGES = [
    ("It was signed on May 3-5, 1996.", {"May 3": "1996-05-03", "5, 1996": "1996-05-05"}),
    ("It ran from May 3 to 5, 1996.", {"May 3": "1996-05-03", "5, 1996": "1996-05-05"}),
    ("It ran from May 3 to June 5, 1996.", {"May 3": "1996-05-03", "June 5, 1996": "1996-06-05"}),
    ("It was held 3-5 May 1996.", {"3": "1996-05-03", "5 May 1996": "1996-05-05"}),
    ("It was held from 3 to 5 May.", {"3": "1997-05-03", "5 May": "1997-05-05"}),
    ("It was held 30 April-2 May 1996.", {"30 April": "1996-04-30", "2 May 1996": "1996-05-02"}),
    ("It ran from December 30 to January 2, 1997.", {"December 30": "1996-12-30", "January 2, 1997": "1997-01-02"}),
    ("On May 3 and 12 people died.", {"May 3": "1997-05-03"}),
    ("He won 6-3 March 5.", {"March 5": "1997-03-05"}),
    ("The war of 1914-18 was long.", {"1914": "1914", "18": "1918"}),
    ("They fought in 480-479 BC.", {"480": "BC0480", "479 BC": "BC0479"}),
    ("He won in April and lost in June.", {"April": "1997-04", "June": "1997-06"}),
]


@pytest.mark.parametrize(("text", "values"), RANGES)
def test_each_end_of_a_range_is_an_expression_with_its_own_value(text: str, values: dict[str, str]) -> None:
    assert {words: value for words, _, value in times(text)} == values


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("At 06:15 on 23 March 2021 the ship ran aground.", "2021-03-23T06:15"),
        ("At 3 p.m. on Feb. 10, 1998 he left.", "1998-02-10T15:00"),
        ("At 3 p.m. Friday, Jan. 30, he left.", "1998-01-30T15:00"),
        ("At noon on the 5th he left.", "1998-02-05T12:00"),
        ("It was 23:19 GMT, Tuesday, 19 January 2010.", "2010-01-19T23:19"),
        ("At noon he read it, and Feb. 10 was over.", "1998-02-12T12:00"),
        ("He left at noon Tuesday, today it rained.", "1998-02-10T12:00"),
    ],
)
def test_a_time_of_day_belongs_to_the_date_beside_it(text: str, value: str) -> None:
    assert times(text)[0][2] == value


@pytest.mark.parametrize("date", ["1998-02", "1998"])
@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("He left on Friday.", "XXXX-WXX-5"),
        ("He left last Friday night.", "XXXX-WXX-5TNI"),
        ("He left at 3 p.m. Friday.", "XXXX-WXX-5T15:00"),
        ("He left at 3 p.m. yesterday.", "XXXX-XX-XXT15:00"),
        ("He left over the weekend.", "XXXX-WXX-WE"),
    ],
)
def test_no_day_is_counted_from_a_month_or_a_year(text: str, value: str, date: str) -> None:
    assert times(text, date)[0][2] == value


@pytest.mark.parametrize(("date", "month"), [("1998-02-12", "1997-03"), ("1998-02", "1997-03"), ("1998", "1998-03")])
def test_a_day_and_its_month_lie_in_the_same_year(date: str, month: str) -> None:
    assert times("She died in March.", date)[0][2] == month
    assert times("She died on 3 March.", date)[0][2] == f"{month}-03"


def test_of_a_year_alone_quarters_and_months_are_of_that_year() -> None:
    assert times("Profit rose in the third quarter.", "1998")[0][2] == "1998-Q3"
    assert times("They paid at month-end.", "1998")[0][2] == "XXXX-XX-XX"


def test_a_history_goes_on_in_its_year() -> None:
    text = "The war began in June 1950. In October they fled."
    assert cliometer.annotate(text, WRITTEN, anchor="previous").times[-1].value == "1950-10"


def test_halves_and_quarters_of_a_century_are_modifiers() -> None:
    parts = ["first half", "second half", "third quarter", "end"]
    found = [cliometer.annotate(f"It fell in the {part} of the 18th century.").times[0] for part in parts]
    assert [(time.value, time.mod) for time in found] == [("17", "START"), ("17", "END"), ("17", "MID"), ("17", "END")]


def test_every_other_friday_says_which_of_them() -> None:
    assert cliometer.annotate("They meet every other Friday.").times[0].quant == "EVERY OTHER"


def test_a_year_earlier_than_a_quarter_is_that_quarter_of_the_year_before() -> None:
    found = times("In the third quarter of 1997 it earned more than a year earlier.")
    assert found[-1] == ("a year earlier", "DATE", "1996-Q3")


def test_a_month_that_is_expected_lies_ahead() -> None:
    assert times("They are expected to join in April.", "1998-12-05")[-1][2] == "1999-04"


@pytest.mark.parametrize("gap", ["\n", "  ", "\r\n", "\t", "\u00a0"])
def test_an_expression_may_run_over_the_end_of_a_line(gap: str) -> None:
    text = f"He left{gap}two{gap}months{gap}ago on{gap}a{gap}Friday."
    found = cliometer.annotate(text, WRITTEN).times
    assert [time.value for time in found] == ["1997-12", "1998-02-06"]
    assert found[0].text == f"two{gap}months{gap}ago"


def test_a_history_counts_from_the_date_named_last() -> None:
    text = "The war began on May 3, 1950. Two days ago they had met."
    assert cliometer.annotate(text, WRITTEN, anchor="previous").times[-1].value == "1950-05-01"
    assert cliometer.annotate(text, WRITTEN).times[-1].value == "1998-02-10"


def test_a_history_before_christ_goes_on_there() -> None:
    text = "Caesar came in 58 BC. On 28 March the Helvetii met. The following year he won."
    found = cliometer.annotate(text, WRITTEN, anchor="previous").times
    assert [time.value for time in found] == ["BC0058", "BC0058-03-28", "BC0057"]


def test_days_are_not_counted_from_a_year() -> None:
    found = cliometer.annotate("It began in 1950. Two days later it ended.", anchor="previous").times
    assert [time.value for time in found] == ["1950", "XXXX-XX-XX"]


def test_modifiers_quantifiers_and_frequencies_are_kept() -> None:
    found = cliometer.annotate("Late last year he came more than twice a week, every day.", WRITTEN).times
    assert [(time.mod, time.quant, time.freq) for time in found] == [("END", "", ""), ("", "", "2X"), ("", "EVERY", "")]


@pytest.mark.parametrize(
    ("text", "amount"),
    [("1,500", 1500), ("1 1/2", 1.5), ("a hundred", 100), ("two hundred", 200), ("two thousand and five", 2005)],
)
def test_numbers_in_words(text: str, amount: float) -> None:
    assert number(text) == amount


@pytest.mark.parametrize(
    ("steps", "letters", "value"),
    [(-1, "D", "1998-01-31"), (-1, "M", "1998-01"), (1, "Q", "1998-Q2"), (-1, "DE", "198"), (1, "CE", "20")],
)
def test_steps_from_a_day(steps: int, letters: str, value: str) -> None:
    assert rules.value_after(AnchorDay(1998, 2, 1), steps, letters) == value


RULES = [rule for group in TIME_RULES for rule in group.rules if rule.words]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.read.__name__)
@settings(max_examples=8, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_no_pattern_matches_without_a_word_that_it_cannot_do_without(rule: rules.Rule, data: st.DataObject) -> None:
    text = data.draw(st.from_regex(rule.pattern, alphabet=st.characters(codec="latin-1")))
    assert SmallLetters(text).has_any(rule.words)


@pytest.mark.parametrize("group", TIME_RULES, ids=lambda group: group.words[0])
@settings(max_examples=15)
@given(data=st.data())
def test_no_trigger_occurs_without_one_of_its_words(group: rules.RuleGroup, data: st.DataObject) -> None:
    text = data.draw(st.from_regex(group.trigger, alphabet=st.characters(codec="latin-1")))
    assert SmallLetters(text).has_any(group.words)


def test_times_are_the_same_without_events() -> None:
    text = " ".join(case[0] for case in (*DATES, *TIMES))
    assert cliometer.annotate(text, WRITTEN, events=False).times == cliometer.annotate(text, WRITTEN).times
    assert cliometer.annotate(text, WRITTEN, events=False).events == ()


@pytest.mark.parametrize(
    ("text", "written", "values"),
    [
        ("It fell on February 11 , 2013 .", "2014-05-02", ["2013-02-11"]),
        ("It ended on 11 Oct , 1918 .", "2014-05-02", ["1918-10-11"]),
        ("It fell on Friday , February 15 , 2013 .", "2014-05-02", ["2013-02-15"]),
        (
            "It struck at 11:58 (08:58 GMT) on Friday.",
            "2011-03-13",
            ["2011-03-11T11:58", "2011-03-11T08:58", "2011-03-11"],
        ),
        ("By mid-afternoon on Tuesday it was over.", "2011-03-10", ["2011-03-08TAF", "2011-03-08"]),
        ("Doors open at 16:00 BST for Saturday's show.", "2011-03-06", ["2011-03-05T16:00", "2011-03-05"]),
        ("They spoke this morning on Tuesday's vote.", "2011-03-10", ["2011-03-10TMO", "2011-03-08"]),
        ("They called for a rally on February 14.", "2011-02-11", ["2011-02-14"]),
        ("They wanted it closed by 10 April.", "2011-04-06", ["2011-04-10"]),
        ("They had called a rally on December 14.", "2011-02-11", ["2010-12-14"]),
        ("He said the minister would visit on Tuesday.", "2011-03-10", ["2011-03-15"]),
        ("He said they would meet again Thursday.", "2011-03-08", ["2011-03-10"]),
        ("He said they would have met on Tuesday.", "2011-03-10", ["2011-03-08"]),
        ("He rose to fame almost overnight.", "2011-03-10", []),
        ("It rained overnight.", "2011-03-10", ["2011-03-10TNI"]),
        ("They met on Thanksgiving.", "2011-12-10", ["2011-11-24"]),
        ("It closed on Labor Day.", "2011-12-10", ["2011-09-05"]),
        ("He came on Easter Sunday.", "2011-12-10", ["2011-04-24"]),
        ("He will come at Easter 2000.", "1999-12-10", ["2000-04-23"]),
        ("They met on Good Friday.", "2011-12-10", ["2011-04-22"]),
        ("They met on Memorial Day.", "2011-12-10", ["2011-05-30"]),
        ("Easter Island is far away.", "2011-12-10", []),
    ],
)
def test_faults_that_were_seen_in_newspapers(text: str, written: str, values: list[str]) -> None:
    assert [value for _, _, value in times(text, written)] == values


def test_holidays_that_move_have_only_a_shape_without_a_year() -> None:
    assert times("They met at Easter.", None)[0][2] == "XXXX"
    assert times("They met on Christmas Day.", None)[0][2] == "XXXX-12-25"
