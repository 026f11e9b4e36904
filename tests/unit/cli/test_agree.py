"""`cliometer agree`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.oracles.correlations import tauap_b
from tests.unit.cli.cliometer_command import DEMO, cliometer, process

SCORES, HUMAN = DEMO / "scores.csv", DEMO / "human.csv"
RUNS = sorted((DEMO / "runs").iterdir())
QUICK = ("--resamples", 100)


def test_runs_are_scored_first_where_references_are_given() -> None:
    asked = ("--human", HUMAN, *QUICK, "-m", "align+m1", "-m", "date.recall", "--json")
    from_runs = cliometer("agree", "scores", *RUNS, "-r", DEMO / "references", *asked)
    assert from_runs.out == cliometer("agree", "scores", SCORES, *asked).out


def test_the_human_score_may_be_one_column_of_a_file_or_of_the_scores(tmp_path: Path) -> None:
    one = cliometer("agree", "scores", SCORES, "--human", f"{HUMAN}:judge_2", *QUICK, "--json")
    same = cliometer("agree", "scores", SCORES, HUMAN, "--human-metric", "judge_2", *QUICK, "--json", "-m", "align+m1")
    assert json.loads(one.out)["human"] == json.loads(same.out)["human"] == "judge_2"
    assert json.loads(one.out)["correlations"][:6] == json.loads(same.out)["correlations"]


def test_a_file_with_a_colon_in_its_name_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "human:2026.csv").write_text(HUMAN.read_text())
    found = cliometer("agree", "scores", SCORES, "--human", tmp_path / "human:2026.csv", *QUICK, "--json")
    assert json.loads(found.out)["human"] == "judge_1 + judge_2"


def test_the_human_column_is_no_metric_unless_it_is_asked_for_by_mistake() -> None:
    found = cliometer("agree", "scores", HUMAN, "--human-metric", "judge_2", *QUICK, "--json")
    assert {row["metric"] for row in json.loads(found.out)["correlations"]} == {"judge_1"}
    found = cliometer("agree", "scores", HUMAN, "--human-metric", "judge_2", "-m", "judge_2")
    assert (found.status, found.err) == (2, "cliometer: judge_2 is the human score; it cannot be a metric as well\n")


def test_columns_and_the_pair_of_votes_can_be_named(tmp_path: Path) -> None:
    rows = [{"article": topic, "lead_better": str(topic > "e")} for topic in ("apollo-13", "rosetta", "ever-given")]
    (tmp_path / "votes.json").write_text(json.dumps(rows))
    layout = ("--columns", "topic=article,preferred=lead_better", "--pair", "lead", "random")
    found = cliometer("agree", "votes", SCORES, "--votes", tmp_path / "votes.json", *layout, "--json")
    assert json.loads(found.out)["votes"] == 3


def test_a_folder_without_references_is_told_from_a_table() -> None:
    found = cliometer("agree", "metrics", DEMO / "runs" / "lead")
    assert found.err.endswith("is a folder; to score runs first, give their references\n")


def test_another_process_prints_the_same() -> None:
    words = ("agree", "scores", SCORES, "--human", HUMAN, *QUICK, "--test", "perm-both", "--json")
    assert process(*words).out == cliometer(*words).out


def test_a_p_that_no_shuffle_reaches_is_shown_as_a_bound() -> None:
    found = cliometer("agree", "scores", SCORES, "--human", HUMAN, "--at", "text", "--coefficient", "spearman")
    assert "<=0.001" in found.out
    assert "- <=: not one of the 1000 shuffles agrees as well" in found.out


def test_names_that_differ_in_case_only_are_noted(tmp_path: Path) -> None:
    for name in ("scores.csv", "human.csv"):
        (tmp_path / name).write_text("system,topic,m\nLead,x,1\nlead,x,2\nLead,y,3\nlead,y,2\n")
    found = cliometer("agree", "scores", tmp_path / "scores.csv", "--human", tmp_path / "human.csv", *QUICK)
    assert "note: the systems Lead and lead differ only in upper and lower case" in found.err


def test_a_human_column_may_have_a_comma_in_its_name(tmp_path: Path) -> None:
    (tmp_path / "human.csv").write_text(HUMAN.read_text().replace("judge_1", '"anna, 1st"'))
    found = cliometer("agree", "scores", SCORES, "--human", f"{tmp_path / 'human.csv'}:anna, 1st", *QUICK, "--json")
    assert json.loads(found.out)["human"] == "anna, 1st"


def test_a_metric_of_ours_for_which_lower_is_better_is_turned_without_being_asked() -> None:
    runs = [DEMO / "runs" / name for name in ("lead", "mentions", "random")]
    asked = ["agree", "votes", *runs, "-r", DEMO / "articles", "-m", "jsd", "--votes", DEMO / "votes.csv"]
    plain, named = cliometer(*asked, "--json"), cliometer(*asked, "--lower", "jsd", "--json")
    assert plain.status == 0 and plain.out == named.out
    assert any("jsd: lower is better" in note for note in json.loads(plain.out)["notes"])


def test_a_matrix_tells_whose_raw_sign_it_keeps(tmp_path: Path) -> None:
    table = tmp_path / "scores.csv"
    rows = ("a,t,0.1,0.9", "b,t,0.2,0.8", "c,t,0.3,0.7", "a,u,0.4,0.6")
    table.write_text("\n".join(("system,topic,jsd,good", *rows)), encoding="utf-8")
    assert "note: jsd: lower is better, and its sign is kept" in cliometer("agree", "metrics", table).err
    assert "its sign is kept" not in cliometer("agree", "metrics", table, "--lower", "jsd").err


BOARD = ("a t1 m 3", "a t2 m 2", "b t1 m 2", "b t2 m 2", "c t1 m 1", "c t2 m 0", "d t1 m 0", "d t2 m 1")
MEANS = ("a all m 3", "b all m 2", "c all m 1", "d all m 0")


def board(folder: Path, rows: tuple[str, ...], name: str, metric: str) -> Path:
    (folder / name).write_text("\n".join(rows).replace(" m ", f" {metric} "), encoding="utf-8")
    return folder / name


@pytest.mark.parametrize("test", ["perm-both", "perm-sys"])
def test_the_top_has_its_coefficients_overlap_intervals_and_tests(test: str, tmp_path: Path) -> None:
    other = tuple(row.replace("a t", "x t").replace("c t", "a t").replace("x t", "c t") for row in BOARD)
    files = board(tmp_path, BOARD, "one", "one"), board(tmp_path, other, "other", "other")
    asked = (
        "--human", board(tmp_path, BOARD, "truth", "truth"), "--top", 2, "--coefficient", "tauap-b", "--test",
        test,
    )  # fmt: skip
    found = json.loads(cliometer("agree", "scores", *files, *asked, *QUICK, "--at", "system", "--json").out)
    names = ["tauap-b", "tauap-b@2", "overlap@2"]
    assert [(row["metric"], row["coefficient"]) for row in found["correlations"]] == [
        (metric, name) for metric in ("one", "other") for name in names
    ]
    tau = tauap_b([0.5, 2, 2.5, 0.5], [2.5, 2, 0.5, 0.5])  # the means of the systems
    assert [row["value"] for row in found["correlations"]] == pytest.approx([1, 1, 1, tau, -1, 0.5])
    assert all(row["p"] is not None and row["low"] <= row["value"] <= row["high"] for row in found["correlations"])
    assert [row["coefficient"] for row in found["differences"]] == names
    assert found["differences"][2]["difference"] == 0.5


def test_a_leaderboard_of_means_is_compared_at_the_system_level_alone(tmp_path: Path) -> None:
    files = board(tmp_path, MEANS, "one", "one"), "--human", board(tmp_path, MEANS, "truth", "truth")
    found = json.loads(cliometer("agree", "scores", *files, *QUICK, "--json").out)
    assert {row["level"] for row in found["correlations"]} == {"system"}
    assert (found["over"], found["points"], found["accuracy"][0]["soft"]) == ("systems", [], None)
    assert any(note.startswith("the scores are means over topics") for note in found["notes"])
    assert "Metric against people" not in cliometer("agree", "scores", *files, *QUICK).out


def test_a_top_of_all_systems_is_refused_in_a_line(tmp_path: Path) -> None:
    files = board(tmp_path, BOARD, "one", "one"), "--human", board(tmp_path, BOARD, "truth", "truth")
    done = cliometer("agree", "scores", *files, "--top", 4)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "the 4 best of 4 systems are all of them" in done.err


def test_metrics_for_which_lower_is_better_are_turned_before_they_are_ranked(tmp_path: Path) -> None:
    costs = tuple(f"{row.rpartition(' ')[0]} {-float(row.rpartition(' ')[2])}" for row in BOARD)
    files = board(tmp_path, BOARD, "one", "one"), board(tmp_path, costs, "cost", "cost")
    done = cliometer("agree", "metrics", *files, "--coefficient", "tauap-b", "--lower", "cost", "--json")
    assert json.loads(done.out)["matrix"][0]["value"] == pytest.approx(1)
