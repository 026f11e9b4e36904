"""Units put to a judge: extracts of systems, links to sources, absent answers, audits by people."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

import cliometer
from cliometer.errors import CliometerError
from cliometer.io.crisisfacts import read_fact_gold
from cliometer.io.extracts import read_extracts
from cliometer.io.units import read_units, write_units
from cliometer.judges.coverage import JudgedCoverage
from cliometer.judges.judge import Question
from cliometer.model.units import ContentUnit, Contributor, UnitTopic
from tests.unit.cli.cliometer_command import DEMO
from tests.unit.cli.cliometer_command import cliometer as command

RUNS = [DEMO / "runs/lead", DEMO / "runs/mentions"]
UNITS = DEMO / "units"


def by_number(question: Question) -> tuple[str, str]:
    """Say no of statements with an even number of letters, partly of one in three others."""
    size = len(question.parts["unit"])
    return ("no" if size % 2 == 0 else "partly" if size % 3 == 0 else "yes"), question.parts["text"][:20]


def judged(judge: Any = by_number, runs: Any = RUNS, **options: Any) -> JudgedCoverage:
    return cliometer.judge_coverage(runs, UNITS, judge, **options)


def test_every_unit_is_asked_of_every_text_with_statement_and_text() -> None:
    seen: list[Question] = []

    def look(question: Question) -> str:
        seen.append(question)
        return "no"

    result = judged(look)
    assert len(result.answers) == len(seen) == 2 * 28 and result.notes == ()
    assert seen[0].choices == ("yes", "partly", "no") and "yes, partly or no" in seen[0].text
    assert all(question.parts["unit"] in question.text and question.parts["text"] in question.text for question in seen)


def test_each_unit_is_asked_about_by_its_statement_and_not_by_a_sentence_that_others_share(tmp_path: Path) -> None:
    seen: dict[str, int] = {}
    judged(lambda question: seen.update({question.parts["unit"]: 1}) or "no", audit=56, sheet=tmp_path / "sheet.csv")
    with (tmp_path / "sheet.csv").open(newline="") as file:
        statements = {row["unit"]: row["statement"] for row in csv.DictReader(file)}
    assert len(seen) == len({*statements.values()}) == 28 and {*statements.values()} == {*seen}
    assert statements["lunar-module"] == "The crew casts off the lunar module (1970-04-17)"


def test_extracts_without_a_system_are_not_written(tmp_path: Path) -> None:
    moody = iter(["maybe", *["yes"] * 27])
    with pytest.raises(CliometerError, match=r"every system lacks answers to units \(1 of 28"):
        judged(lambda question: next(moody), RUNS[:1], output=tmp_path / "extracts.json")
    assert not list(tmp_path.iterdir())


def test_a_system_with_an_absent_answer_is_left_out_and_not_scored_as_if_it_missed_the_unit(tmp_path: Path) -> None:
    asked: list[str] = []

    def moody(question: Question) -> str:
        asked.append(question.text)
        return "maybe" if len(asked) == 3 else "yes"

    result = judged(moody, output=tmp_path / "extracts.json")
    extracts, _ = read_extracts(tmp_path / "extracts.json")
    assert [one.system for one in result.answers if not one.answer] == ["lead"]
    assert [extract.system for extract in extracts] == ["mentions"]
    assert result.notes[0].startswith("lead on apollo-13 is left out, since 1 of 28 units have no answer")


def test_without_runs_units_are_linked_to_the_likeliest_sentences_of_their_sources(tmp_path: Path) -> None:
    result = cliometer.judge_links(UNITS, by_number, candidates=3, output=tmp_path / "linked.json")
    assert len(result.answers) == 3 * 28
    (topic,) = read_units(tmp_path / "linked.json").units
    unit = topic.by_id[result.answers[0].unit]
    own = [one for one in result.answers if one.unit == unit.id]
    assert dict(unit.roles)["linked_by"] == result.judge_model
    assert {*unit.leaves, *unit.examined} == {one.sentence for one in own}
    assert unit.examined == tuple(one.sentence for one in own if one.answer == "no")
    assert unit.contributors  # the weights stay those of people


def test_events_are_linked_to_sentences_and_name_the_model_as_their_judge(tmp_path: Path) -> None:
    found = cliometer.judge_links(DEMO / "events", "words", output=tmp_path / "linked.json")
    event = read_units(tmp_path / "linked.json").events[0].events[0]
    assert event.judges == (found.judge_model,)
    yes = [one.sentence for one in found.answers if one.unit == event.id and one.answer == "yes"]
    assert list(event.links) == yes
    assert command("score", DEMO / "rankings/first.json", tmp_path / "linked.json", "-m", "nu").status == 0


def test_words_that_the_text_does_not_have_are_noted() -> None:
    assert judged(lambda question: ("yes", "never said")).notes == (
        "in 56 answers the quoted evidence is not verbatim in the text",
    )


def test_an_audit_corrects_the_scores_and_hides_the_answers_of_the_judge(tmp_path: Path) -> None:
    judged("words", audit=40, sheet=tmp_path / "sheet.csv")
    with (tmp_path / "sheet.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 40 and {row["answer"] for row in rows} == {""}
    assert [row["system"] for row in rows[:4]] == ["lead", "mentions"] * 2
    for row in rows[:30]:
        row["answer"] = "no" if row["system"] == "lead" else "yes"
    with (tmp_path / "sheet.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    result = judged("words", audited=tmp_path / "sheet.csv")
    lead, mentions = result.corrected
    assert (lead.system, lead.decisions, lead.audited) == ("lead", 28, 15)
    assert lead.judged > 0.3 and lead.estimate == pytest.approx(0, abs=0.01)
    assert mentions.people == pytest.approx(1, abs=0.3) and mentions.low <= mentions.estimate <= mentions.high
    assert all(0 <= end <= 1 for one in result.corrected for end in (one.estimate, one.low, one.high))
    assert all(0 <= end <= 1 for one in result.corrected for end in (one.people, one.people_low, one.people_high))
    few = "15 checks say little, and its interval may be wrong; check 30 or more"
    assert result.notes == (
        f"lead: {few}",
        f"mentions: {few}",
        f"10 decisions of {tmp_path / 'sheet.csv'} have no answer yet; those that have one should be the first rows",
    )
    assert "people alone" in str(result)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("apollo-13,lead,none,s,t,yes", "was not asked about"),
        ("apollo-13,lead,splashdown,s,t,maybe", "expected yes, partly or no"),
        ("apollo-13,lead,splashdown,s,t,yes", "too few to correct a score"),
    ],
)
def test_a_wrong_sheet_is_refused(row: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "sheet.csv").write_text(f"topic,system,unit,statement,text,answer\n{row}\n")
    with pytest.raises(CliometerError, match=said):
        judged("words", audited=tmp_path / "sheet.csv")


def test_wrong_calls_are_refused(tmp_path: Path) -> None:
    for kind, words, said in (
        ("coverage", (*RUNS, "--units", UNITS, "--audit", "5"), "give both --audit and --sheet"),
        ("coverage", ("--units", UNITS), "missing: RUN"),
        ("coverage", (*RUNS, "--units", DEMO / "events"), "no run has a text on a topic with units"),
        ("coverage", (*RUNS, "--units", DEMO / "facts"), "cliometer judge links finds those of runs in it"),
        ("links", (*RUNS, "--units", UNITS), "cliometer judge coverage finds units in runs"),
        ("links", ("--units", UNITS, "--audit", "5"), "unknown option --audit"),
        ("coverage", (*RUNS, "--units", UNITS, "--repeats", "3"), "unknown option --repeats"),
        ("preferences", (), "missing: RUN"),
    ):
        done = command("judge", kind, "-j", "words", *words)
        assert (done.status, done.out) == (2, "") and said in done.err


def test_a_unit_without_words_cannot_be_asked_about(tmp_path: Path) -> None:
    topic = UnitTopic("apollo-13", (), (ContentUnit("u", contributors=(Contributor("w"),)),))
    write_units(tmp_path / "units.json", [topic])
    with pytest.raises(CliometerError, match="unit u has neither a label nor a text"):
        cliometer.judge_coverage(RUNS, tmp_path / "units.json", "words")


def test_a_model_says_which_facts_of_a_run_are_in_the_pool_and_scores_note_it(tmp_path: Path) -> None:
    facts, pool = DEMO / "facts", tmp_path / "pool"
    run = facts / "runs/alder.json"

    def same(question: Question) -> str:
        return "yes" if question.parts["unit"].strip(".") in question.parts["text"] else "no"

    result = cliometer.judge_links(facts, same, run, output=pool)
    assert any(one.answer == "yes" for one in result.answers)
    read = read_fact_gold([pool, facts / "labels.json"])
    before = read_fact_gold([facts])
    for event, topic in before.topics.items():
        for day, own in zip(topic.days, read.topics[event].days, strict=True):
            others = [[one for one in fact.members if "-alder-" not in one] for fact in day.facts]
            assert [[one for one in fact.members if "-alder-" not in one] for fact in own.facts] == others
            said = {(one.unit, one.sentence.partition("/")[2]) for one in result.answers if one.answer == "yes"}
            linked = {(fact.id, one) for fact in own.facts for one in fact.members if "-alder-" in one}
            assert linked == {pair for pair in said if pair[1].startswith(f"{day.request}-")}
    printed = command("score", run, "-r", pool, facts / "labels.json", "-m", "facts", "--missing", "skip")
    assert "a model, not a person, said which facts of these runs are in the pool: function|model:" in printed.err


def test_facts_need_runs() -> None:
    with pytest.raises(CliometerError, match="facts are looked for in runs"):
        cliometer.judge_links(DEMO / "facts", "words")
