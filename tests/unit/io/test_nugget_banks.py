"""Files of nuggets: what of them is read, written again, noted or refused."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from cliometer import convert, judge_coverage, read_references, score
from cliometer.errors import CliometerError, ReadWarning
from cliometer.io.nugget_banks import read_answers, read_banks
from cliometer.judges.judge import Question
from cliometer.model.timeline import ReferenceSet
from tests.unit.cli.cliometer_command import DEMO, cliometer

BANK, ASSIGNMENTS = DEMO / "banks/nuggets.jsonl", DEMO / "banks/assignments.jsonl"
CLAIM = {"claim": "Two died.", "query_id": "q", "importance": "okay"}
QUESTION = {
    "question": "Where did it break?",
    "answers": {"a": {"answer": "at the dam", "references": [{"doc_id": "d"}]}, "b": {"answer": "below it"}},
    "importance": 2,
    "sub_nuggets": [
        {"question": "Who saw it?", "answers": [{"answer": "Ann"}, {"answer": "Bo"}], "aggregator_type": "AND"}
    ],
}
TEXTS = [("Where did it break? at the dam or below it", "2"), ("Who saw it? Ann and Bo", ""), ("Two died.", "okay")]


def written(folder: Path, *records: Any, name: str = "file.jsonl") -> Path:
    content = "".join(f"{json.dumps(each)}\n" for each in records).encode()
    (folder / name).write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    return folder / name


@pytest.mark.parametrize("entries", [dict, list])
@pytest.mark.parametrize("head", [{"query_id": "q"}, {"query_id": None, "metadata": {"topic_id": "q"}}])
def test_a_nugget_bank_has_questions_with_their_answers_and_claims(entries: type, head: Any, tmp_path: Path) -> None:
    banks: list[Any] = [{"k": QUESTION}, {"k": CLAIM}] if entries is dict else [[QUESTION], [CLAIM]]
    path = written(tmp_path, {**head, "nugget_bank": banks[0], "claim_bank": banks[1]}, name="q.json.gz")
    topics, _ = read_banks([tmp_path])  # a folder of banks
    assert [(nugget.text, nugget.importance) for nugget in topics["q"].nuggets] == TEXTS
    again = written(tmp_path, json.loads(str(convert(path, to="nuggetbank"))))
    assert read_banks([again])[0]["q"].nuggets == topics["q"].nuggets


def test_a_bank_keeps_nuggets_of_equal_text_and_the_topic_0_and_notes_what_it_cannot_hold(tmp_path: Path) -> None:
    twice = [{"text": "a", "importance": "vital"}, {"text": "a", "importance": "okay"}]
    found = convert(written(tmp_path, {"qid": 0, "nuggets": twice}), to="nuggetbank")
    again = read_banks([written(tmp_path, json.loads(str(found)))])[0]["0"].nuggets
    assert ([nugget.importance for nugget in again], found.notes) == (["vital", "okay"], ())
    (note,) = convert(ASSIGNMENTS, to="nuggetbank").notes
    assert "are left out of records (4): apollo-13" in note


SENTENCES = [{"text": "It broke.", "citations": [1, 0]}, {"text": "Two died.", "citations": ["e", "d"]}]
ANSWER = {"run_id": "r", "topic_id": "7", "topic": "q?", "references": ["d", "f"], "answer": SENTENCES}
NEW = {
    "metadata": {"team_id": "t", "run_id": "r", "narrative_id": 7, "narrative": "q?", "type": "automatic"},
    "references": ["d", "f"],
    "answer": [SENTENCES[0], {"text": "Two died.", "citations": {"e": 0.9, "d": 0.1}}],
}


@pytest.mark.parametrize("answer", [ANSWER, NEW], ids=["2024", "2025"])
def test_answers_of_both_years_are_written_alike_with_citations_as_places(answer: Any, tmp_path: Path) -> None:
    found = json.loads(str(convert(written(tmp_path, answer), to="nuggetizer")))
    places = [{"text": "It broke.", "citations": [1, 0]}, {"text": "Two died.", "citations": [2, 0]}]
    assert (found["run_id"], str(found["topic_id"]), found["topic"]) == ("r", "7", "q?")
    assert (found["references"], found["response_length"], found["answer"]) == (["d", "f", "e"], 4, places)


def test_answers_beyond_the_limits_of_the_track_are_noted(tmp_path: Path) -> None:
    long = {**ANSWER, "topic_id": "8", "answer": [{"text": "word " * 401}]}
    _, (note,) = read_answers([written(tmp_path, ANSWER, long)])
    assert note == "answers beyond 400 words or 100 references, the limits of TREC RAG 2025 (1): 8"


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        ({**ANSWER, "answer": [{"text": "x", "citations": [2]}]}, ":1: cites 2 of 2 references"),
        ({**ANSWER, "answer": [{"text": "x", "citations": [-1]}]}, ":1: cites -1 of 2 references"),
        ({"topic_id": "7", "answer": []}, ":1: "),
    ],
)
def test_an_answer_that_is_none_is_refused_with_its_line(answer: Any, fault: str, tmp_path: Path) -> None:
    path = written(tmp_path, answer)
    with pytest.raises(CliometerError) as error:
        convert(path, to="nuggetizer")
    assert f"{path}{fault}" in str(error.value)


def test_what_a_run_lacks_adds_or_labels_otherwise_is_noted(tmp_path: Path) -> None:
    rows = [json.loads(line) for line in ASSIGNMENTS.read_text("utf-8").splitlines()[:2]]
    rows[0]["nuggets"][0]["text"] += " ."
    rows[1]["nuggets"][0]["importance"] = "vital"
    results = score(written(tmp_path, *rows, rows[0]), BANK)
    assert {note.partition(": ")[2] or note for note in results.notes} >= {
        "nuggets of the bank without an assignment, which earn nothing (1): apollo-13 (1)",
        "nuggets that the bank does not have, which are left out (1): apollo-13 (1)",
        "nuggets with another importance than in the bank, whose label counts (1): berlin-wall (1)",
    }
    assert "records that repeat a topic of their run, of which the first counts (1): apollo-13" in results.notes
    assert results["nuggets"]["lead"]["apollo-13"]["value"] == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("run", "gold", "fault"),
    [
        (BANK, BANK, "holds nuggets without assignments"),
        (BANK.parent, BANK, f"{BANK}: holds nuggets without assignments"),  # else a run that scores 0
        (DEMO / "runs/lead", BANK, "is not a file of assignments"),
        (DEMO / "runs/none", BANK, "runs/none"),
        (ASSIGNMENTS, DEMO / "references", "assignments"),
    ],
)
def test_files_of_another_kind_are_refused_in_a_line(run: Path, gold: Path, fault: str) -> None:
    done = cliometer("score", run, gold)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1) and fault in done.err


def test_dated_nuggets_are_a_reference_whose_undated_ones_are_noted(tmp_path: Path) -> None:
    told = {"importance": "okay", "date": "2010-05-27"}
    nuggets = [{"text": "It broke.", **told}, {"text": "Two died.", **told}, {"text": "Why?", "importance": "okay"}]
    path = written(tmp_path, {"qid": "q", "nuggets": nuggets})
    with pytest.warns(ReadWarning, match=r"nuggets without a date, which are left out \(1\): q"):
        references = read_references(path)
    assert references["q"] == ReferenceSet({"2010-05-27": ["It broke.", "Two died."]})
    (tmp_path / "q.txt").write_text("2010-05-27\nIt broke.\n", encoding="utf-8")
    assert score(tmp_path / "q.txt", path, ["date"]).rows[0].score.numbers()["f"] == 1
    with pytest.raises(CliometerError, match="no nugget has a date"):
        score(tmp_path / "q.txt", written(tmp_path, {"qid": "q", "nuggets": nuggets[2:]}), ["date"])


def test_metrics_of_streams_read_supported_nuggets_on_the_dates_that_tell_them(tmp_path: Path) -> None:
    labels = [("support", "2010-05-28"), ("partial_support", "2010-05-27"), ("support", None)]
    nuggets = [{"text": f"n{i}", "importance": "vital", "date": "2010-05-27"} for i in range(3)]
    graded = [{**n, "assignment": a, **({"told": t} if t else {})} for n, (a, t) in zip(nuggets, labels, strict=True)]
    run = written(tmp_path, {"qid": "q", "run_id": "r", "nuggets": graded}, name="run.jsonl")
    metrics = ["ts(of=comprehensiveness)", "ts(of=updates)", "ts(of=latency, step=86400)"]
    undated = {"text": "n3", "importance": "vital"}
    results = score(run, written(tmp_path, {"qid": "q", "nuggets": [*nuggets, undated]}), metrics)
    values = [row.score.numbers()["value"] for row in results.rows]
    assert values == pytest.approx([1 / 3, 1, 0.5])  # it is a day late
    assert "nuggets without a date, which are left out (1): q" in results.notes
    assert any(
        "without the date under which a timeline reports them" in note and "(1): r on q" in note
        for note in results.notes
    )


def quoting(question: Question) -> tuple[str, str]:
    """Find a nugget in a text by its last word, and quote the line that has it."""
    word = question.parts["unit"].split()[-1]
    line = next((line for line in question.parts["text"].splitlines() if word in line), "")
    return ("yes", line.partition(": ")[2]) if line else ("no", "")


def test_a_judge_writes_assignments_with_the_date_that_it_quotes(tmp_path: Path) -> None:
    judge_coverage(DEMO / "runs/lead", BANK, quoting, output=tmp_path / "out.jsonl.gz")
    rows = [json.loads(line) for line in gzip.decompress((tmp_path / "out.jsonl.gz").read_bytes()).splitlines()]
    assert [(row["qid"], row["run_id"], len(row["nuggets"])) for row in rows] == [
        ("apollo-13", "lead", 6),
        ("berlin-wall", "lead", 5),
    ]
    told = {n["text"]: (n["assignment"], n.get("told")) for row in rows for n in row["nuggets"]}
    assert told["The crew splashed down safely in the Pacific"] == ("support", "1970-04-17")
    assert told["The Moon landing was given up"][0] in ("support", "not_support")
    assert score(tmp_path / "out.jsonl.gz", BANK)["nuggets"]["lead"]["berlin-wall"]["value"] is not None


def test_a_question_without_an_answer_is_a_failed_assignment(tmp_path: Path) -> None:
    answers = written(tmp_path, {**ANSWER, "topic_id": "apollo-13"}, name="answers.jsonl")
    replies = iter(["yes", "maybe", *["partly"] * 3, "no"])
    judge_coverage(answers, BANK, lambda _: next(replies), output=tmp_path / "out.jsonl")
    (row,) = map(json.loads, (tmp_path / "out.jsonl").read_text("utf-8").splitlines())
    labels = ["support", "failed", *["partial_support"] * 3, "not_support"]
    assert [nugget["assignment"] for nugget in row["nuggets"]] == labels
    assert (row["run_id"], row["answer_text"], row["response_length"]) == ("r", "It broke. Two died.", 4)


def test_of_answers_that_repeat_a_topic_the_first_is_judged_and_the_others_are_noted(tmp_path: Path) -> None:
    again = {**ANSWER, "topic_id": "apollo-13", "answer": [{"text": "Nobody knows."}]}
    path = written(tmp_path, {**again, "answer": SENTENCES}, again)
    result = judge_coverage(path, BANK, lambda question: "yes" if "Two died." in question.parts["text"] else "no")
    assert {answer.answer for answer in result.answers} == {"yes"}
    assert "answers that repeat a topic of their run, of which the first counts (1): apollo-13" in result.notes


def test_people_correct_the_weighted_score_of_assignments(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    first = judge_coverage(DEMO / "runs/lead", BANK, quoting, audit=11, sheet=sheet)
    lines = sheet.read_text("utf-8").splitlines()
    sheet.write_text("".join(f"{line}{'yes' * line.endswith(',')}\n" for line in lines), "utf-8")
    corrected = judge_coverage(DEMO / "runs/lead", BANK, quoting, audited=sheet).corrected[0]
    weights = {n.text: 2 if n.importance == "vital" else 1 for t in read_banks([BANK])[0].values() for n in t.nuggets}
    judged = sum(weights[a.unit] for a in first.answers if a.answer == "yes") / sum(weights.values())
    assert [corrected.judged, corrected.people] == pytest.approx([judged, 1.0])
