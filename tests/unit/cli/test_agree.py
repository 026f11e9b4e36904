"""`cliometer agree`."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.unit.cli.cliometer_command import DEMO, cliometer, process

SCORES, HUMAN, VOTES = DEMO / "scores.csv", DEMO / "human.csv", DEMO / "votes.csv"
RUNS = sorted((DEMO / "runs").iterdir())
QUICK = ("--resamples", 50)


def test_the_scores_of_the_demo_are_what_score_prints() -> None:
    metrics = ("-m", "align+m1", "-m", "date", "-m", "concat")
    found = cliometer("score", *RUNS, "-r", DEMO / "references", *metrics, "--csv")
    assert found.out == SCORES.read_text(encoding="utf-8")


def test_the_document_has_all_parts() -> None:
    found = json.loads(cliometer("agree", SCORES, "--human", HUMAN, *QUICK, "--json").out)
    assert [found[key] for key in ("systems", "topics", "human", "seed", "resamples")] == [
        3,
        8,
        "judge_1 + judge_2",
        0,
        50,
    ]
    assert {row["level"] for row in found["correlations"]} == {"system", "text", "global"}
    assert {row["coefficient"] for row in found["correlations"]} == {"pearson", "kendall-b"}
    assert (len(found["correlations"]), len(found["accuracy"]), found["differences"]) == (18, 3, [])
    assert found["notes"][0].startswith("3 systems: no system-level correlation can be significant")


def test_warnings_stand_in_the_output_and_notes_beside_it() -> None:
    found = cliometer("agree", SCORES, "--human", HUMAN, *QUICK)
    assert found.status == 0
    assert "\nwarning: 3 systems: no system-level correlation can be significant; " in found.out
    assert found.err.startswith("note: the human score is the mean of 2 columns")


def test_runs_are_scored_first_where_references_are_given() -> None:
    asked = ("--human", HUMAN, *QUICK, "-m", "align+m1", "-m", "date.recall", "--json")
    from_runs = cliometer("agree", *RUNS, "-r", DEMO / "references", *asked)
    assert from_runs.out == cliometer("agree", SCORES, *asked).out


def test_the_human_score_may_be_one_column_of_a_file_or_of_the_scores(tmp_path: Path) -> None:
    one = cliometer("agree", SCORES, "--human", f"{HUMAN}:judge_2", *QUICK, "--json")
    same = cliometer("agree", SCORES, HUMAN, "--human-metric", "judge_2", *QUICK, "--json", "-m", "align+m1")
    assert json.loads(one.out)["human"] == json.loads(same.out)["human"] == "judge_2"
    assert json.loads(one.out)["correlations"][:6] == json.loads(same.out)["correlations"]


def test_a_file_with_a_colon_in_its_name_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "human:2026.csv").write_text(HUMAN.read_text())
    found = cliometer("agree", SCORES, "--human", tmp_path / "human:2026.csv", *QUICK, "--json")
    assert json.loads(found.out)["human"] == "judge_1 + judge_2"


def test_the_human_column_is_no_metric_unless_it_is_asked_for_by_mistake() -> None:
    found = cliometer("agree", HUMAN, "--human-metric", "judge_2", *QUICK, "--json")
    assert {row["metric"] for row in json.loads(found.out)["correlations"]} == {"judge_1"}
    found = cliometer("agree", HUMAN, "--human-metric", "judge_2", "-m", "judge_2")
    assert (found.status, found.err) == (
        2,
        "cliometer: judge_2 is the human score; it cannot be a metric as well\n",
    )


def test_options_choose_coefficient_level_and_tests() -> None:
    asked = ("--coefficient", "spearman", "--at", "text", "--test", "perm-both", "--over", "topics")
    found = json.loads(cliometer("agree", SCORES, "--human", HUMAN, *QUICK, *asked, "--json").out)
    assert {(row["coefficient"], row["level"]) for row in found["correlations"]} == {("spearman", "text")}
    assert [(row["first"], row["second"]) for row in found["differences"]] == [
        ("align+m1(rouge=1).f", "date.f"),
        ("align+m1(rouge=1).f", "concat(rouge=1).f"),
        ("date.f", "concat(rouge=1).f"),
    ]
    assert found["over"] == "topics"


def test_lower_turns_the_sign_and_says_so() -> None:
    plain, turned = (
        json.loads(cliometer("agree", SCORES, "--human", HUMAN, "-m", "date", *QUICK, *more, "--json").out)
        for more in ((), ("--lower", "date"))
    )
    values = [[row["value"] for row in document["correlations"]] for document in (plain, turned)]
    assert values[0] == pytest.approx([-value for value in values[1]])
    assert "date.f: lower is better, so its sign is turned" in turned["notes"]


def test_csv_has_a_line_for_each_correlation_with_all_digits() -> None:
    found = cliometer("agree", SCORES, "--human", HUMAN, *QUICK, "--csv")
    document = json.loads(cliometer("agree", SCORES, "--human", HUMAN, *QUICK, "--json").out)
    lines = list(csv.DictReader(io.StringIO(found.out)))
    assert [float(line["value"]) for line in lines] == [row["value"] for row in document["correlations"]]
    assert "warning: 3 systems" in found.err


def test_latex_has_a_table_for_each_coefficient_and_one_for_pairs() -> None:
    found = cliometer("agree", SCORES, "--human", HUMAN, *QUICK, "--latex")
    assert found.out.count(r"\begin{tabular}") == 3
    assert found.out.startswith("% pearson with judge")


def test_votes_show_chance_beside_accuracy() -> None:
    found = cliometer("agree", SCORES, "--votes", VOTES, *QUICK)
    assert found.status == 0
    assert "majorities that the metric decides alike" in found.out
    assert "\n  chance: 0." in found.out


def test_votes_have_a_document_and_rows() -> None:
    document = json.loads(cliometer("agree", SCORES, "--votes", VOTES, *QUICK, "--json").out)
    assert [row["of"] for row in document["accuracy"]] == ["votes"] * 3 + ["majorities"] * 3
    assert cliometer("agree", SCORES, "--votes", VOTES, *QUICK, "--csv").out.startswith(
        "metric,of,accuracy,low"
    )


def test_columns_and_the_pair_of_votes_can_be_named(tmp_path: Path) -> None:
    rows = [
        {"article": topic, "lead_better": str(topic > "e")}
        for topic in ("apollo-13", "rosetta", "ever-given")
    ]
    (tmp_path / "votes.json").write_text(json.dumps(rows))
    layout = ("--columns", "topic=article,preferred=lead_better", "--pair", "lead", "random")
    found = cliometer("agree", SCORES, "--votes", tmp_path / "votes.json", *layout, "--json")
    assert json.loads(found.out)["votes"] == 3


def test_a_matrix_shows_every_pair_with_stars() -> None:
    found = cliometer("agree", SCORES, "--matrix")
    assert found.out.startswith("spearman of metrics over topics x systems (n = 24; * p <= 0.05)\n")
    assert "0.8678*" in found.out
    document = json.loads(cliometer("agree", SCORES, "--matrix", "--holm", "--json").out)
    assert (document["correction"], len(document["matrix"])) == ("holm", 3)
    assert cliometer("agree", SCORES, "--matrix", "--csv").out.startswith(
        "first,second,n,value,p,significant"
    )


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ((), "one of the arguments --human --human-metric --votes --matrix is required"),
        (("--human", HUMAN, "--holm"), "--holm has no meaning with --human; leave it out"),
        (("--matrix", "--seed", 0), "--seed has no meaning with --matrix; leave it out"),
        (("--votes", VOTES, "--at", "text"), "--at has no meaning with --votes; leave it out"),
        (("--matrix", "--preset", "modern"), "--preset has no meaning without --references"),
        (("--matrix", "--coefficient", "pearson", "--coefficient", "spearman"), "--matrix takes one"),
        (("--human", f"{HUMAN}:judge"), "unknown column of these scores 'judge'; did you mean judge_"),
        (("--human", f"{HUMAN}:"), "without a column"),
        (("--human", "none.csv"), "none.csv: does not exist"),
        (("--human", HUMAN, "--test", "williams"), "Williams' test needs at least four systems, found 3"),
        (("--human", HUMAN, "--level", 95), "expected a level between 0 and 1"),
        (("--human", HUMAN, "--lower", "jsd"), "unknown column of these scores 'jsd'"),
        (("--votes", HUMAN), "no column says first, second, preferred"),
    ],
)
def test_a_wrong_call_is_one_line_and_no_number(words: tuple[object, ...], complaint: str) -> None:
    found = cliometer("agree", SCORES, *words)
    assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
    assert complaint in found.err


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is empty"),
        ("system,topic,m,h\na,t,1,2\na,u,2,1\n", "one system, a"),
        ("system,topic,m,h\na,t,1,2\nb,t,2,1\n", "one topic, t"),
        ("system,topic,m,h\na,t,1,2\nb,t,2,2\na,u,1,2\nb,u,2,2\n", "the human scores: on every topic all"),
        ("system,topic,m,h\na,t,nan,2\nb,t,2,1\n", "expected a finite number for m"),
        ("system,topic,m,h\na,t,1,2\nb,t,2,1\na,u,1,2\n", "no score of m for b on u"),
    ],
)
def test_bad_scores_are_one_line_and_no_number(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "bad.csv").write_text(text)
    found = cliometer("agree", tmp_path / "bad.csv", "--human-metric", "h")
    assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
    assert complaint in found.err


def test_topics_with_gaps_can_be_left_out_with_a_note(tmp_path: Path) -> None:
    rows = "a,t,1,2\nb,t,2,1\na,u,1,2\na,v,3,3\nb,v,1,2\n"
    (tmp_path / "gap.csv").write_text(f"system,topic,m,h\n{rows}")
    found = cliometer("agree", tmp_path / "gap.csv", "--human-metric", "h", "--missing", "skip", *QUICK)
    assert found.status == 0
    assert "note: 1 of 3 topics with gaps left out: u\n" in found.err


def test_a_folder_without_references_is_told_from_a_table() -> None:
    found = cliometer("agree", DEMO / "runs" / "lead", "--matrix")
    assert found.err.endswith("is a folder; to score runs first, give their --references\n")


def test_another_process_prints_the_same() -> None:
    words = ("agree", SCORES, "--human", HUMAN, *QUICK, "--test", "perm-both", "--json")
    assert process(*words).out == cliometer(*words).out
