"""`cliometer agree`."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from tests.oracles.correlations import tauap_b
from tests.unit.cli.cliometer_command import DEMO, cliometer, process

SCORES, HUMAN, VOTES = DEMO / "scores.csv", DEMO / "human.csv", DEMO / "votes.csv"
RUNS = sorted((DEMO / "runs").iterdir())
QUICK = ("--resamples", 100)


def test_the_scores_of_the_demo_are_what_score_prints() -> None:
    metrics = ("-m", "align+m1", "-m", "date", "-m", "concat")
    found = cliometer("score", *RUNS, "-r", DEMO / "references", *metrics, "--csv")
    assert found.out == SCORES.read_text(encoding="utf-8")


def test_the_document_has_all_parts() -> None:
    found = json.loads(cliometer("agree", "scores", SCORES, "--human", HUMAN, *QUICK, "--json").out)
    assert [found[key] for key in ("systems", "topics", "human", "seed", "resamples")] == [
        3,
        8,
        "judge_1 + judge_2",
        0,
        100,
    ]
    assert {row["level"] for row in found["correlations"]} == {"system", "text", "global"}
    assert {row["coefficient"] for row in found["correlations"]} == {"pearson", "kendall-b"}
    assert (len(found["correlations"]), len(found["accuracy"]), found["differences"]) == (18, 3, [])
    assert found["warnings"][0].startswith("3 systems: no system-level correlation can be significant")


def test_warnings_and_notes_stand_beside_the_output() -> None:
    found = cliometer("agree", "scores", SCORES, "--human", HUMAN, *QUICK)
    assert found.status == 0
    assert "warning" not in found.out
    warning, *_, note = (line for line in found.err.splitlines() if "mean of 2" in line or "no system" in line)
    assert warning.startswith("warning: 3 systems: no system-level correlation can be significant; ")
    assert note.startswith("note: the human score is the mean of 2 columns")


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
    assert (found.status, found.err) == (
        2,
        "cliometer: judge_2 is the human score; it cannot be a metric as well\n",
    )


def test_options_choose_coefficient_level_and_tests() -> None:
    asked = ("--coefficient", "spearman", "--at", "text", "--test", "perm-both", "--over", "topics")
    found = json.loads(cliometer("agree", "scores", SCORES, "--human", HUMAN, *QUICK, *asked, "--json").out)
    assert {(row["coefficient"], row["level"]) for row in found["correlations"]} == {("spearman", "text")}
    assert [(row["first"], row["second"]) for row in found["differences"]] == [
        ("align+m1(rouge=1).f", "date.f"),
        ("align+m1(rouge=1).f", "concat(rouge=1).f"),
        ("date.f", "concat(rouge=1).f"),
    ]
    assert found["over"] == "topics"


def test_lower_turns_the_sign_and_says_so() -> None:
    plain, turned = (
        json.loads(cliometer("agree", "scores", SCORES, "--human", HUMAN, "-m", "date", *QUICK, *more, "--json").out)
        for more in ((), ("--lower", "date"))
    )
    values = [[row["value"] for row in document["correlations"]] for document in (plain, turned)]
    assert values[0] == pytest.approx([-value for value in values[1]])
    assert "date.f: lower is better, so its sign is changed" in turned["notes"]


def test_csv_has_a_line_for_each_correlation_with_all_digits() -> None:
    found = cliometer("agree", "scores", SCORES, "--human", HUMAN, *QUICK, "--csv")
    document = json.loads(cliometer("agree", "scores", SCORES, "--human", HUMAN, *QUICK, "--json").out)
    lines = list(csv.DictReader(io.StringIO(found.out)))
    assert [float(line["value"]) for line in lines] == [row["value"] for row in document["correlations"]]
    assert "warning: 3 systems" in found.err


def test_latex_has_a_table_for_each_coefficient_and_one_for_pairs() -> None:
    found = cliometer("agree", "scores", SCORES, "--human", HUMAN, *QUICK, "--latex")
    assert found.out.count(r"\begin{tabular}") == 3
    assert found.out.startswith("% pearson with judge")


def test_votes_show_chance_beside_accuracy() -> None:
    found = cliometer("agree", "votes", SCORES, "--votes", VOTES, *QUICK)
    assert found.status == 0
    assert "Majorities on which the metric agrees with people" in found.out
    assert "\n- chance: 0." in found.out


def test_votes_have_a_document_and_rows() -> None:
    document = json.loads(cliometer("agree", "votes", SCORES, "--votes", VOTES, *QUICK, "--json").out)
    assert [row["of"] for row in document["accuracy"]] == ["votes"] * 3 + ["majorities"] * 3
    assert cliometer("agree", "votes", SCORES, "--votes", VOTES, *QUICK, "--csv").out.startswith(
        "metric,of,accuracy,low"
    )


def test_columns_and_the_pair_of_votes_can_be_named(tmp_path: Path) -> None:
    rows = [{"article": topic, "lead_better": str(topic > "e")} for topic in ("apollo-13", "rosetta", "ever-given")]
    (tmp_path / "votes.json").write_text(json.dumps(rows))
    layout = ("--columns", "topic=article,preferred=lead_better", "--pair", "lead", "random")
    found = cliometer("agree", "votes", SCORES, "--votes", tmp_path / "votes.json", *layout, "--json")
    assert json.loads(found.out)["votes"] == 3


def test_a_matrix_shows_every_pair_with_stars() -> None:
    found = cliometer("agree", "metrics", SCORES)
    assert "\nspearman of metrics over topics x systems (n = 24; * p <= 0.05)\n" in found.out
    assert "0.8678*" in found.out
    document = json.loads(cliometer("agree", "metrics", SCORES, "--holm", "--json").out)
    assert (document["correction"], len(document["matrix"])) == ("holm", 3)
    assert cliometer("agree", "metrics", SCORES, "--csv").out.startswith("first,second,n,value,p,significant")


@pytest.mark.parametrize(
    ("kind", "words", "complaint"),
    [
        ("scores", (), "missing: one of --human or --human-metric"),
        (
            "scores",
            ("--human", HUMAN, "--human-metric", "date"),
            "--human and --human-metric exclude each other; give one",
        ),
        ("votes", (), "missing: --votes"),
        ("scores", ("--human", HUMAN, "--holm"), "unknown option --holm"),
        ("metrics", ("--level", 0.9), "unknown option --level"),
        ("votes", ("--votes", VOTES, "--at", "text"), "unknown option --at"),
        ("metrics", ("--preset", "modern"), "preset has no meaning without references"),
        ("scores", ("--human", f"{HUMAN}:judge"), "unknown column of these scores 'judge'; did you mean judge_"),
        ("scores", ("--human", f"{HUMAN}:"), "without a column"),
        ("scores", ("--human", "none.csv"), "none.csv: does not exist"),
        ("scores", ("--human", HUMAN, "--test", "williams"), "Williams' test needs at least four systems, found 3"),
        ("scores", ("--human", HUMAN, "--level", 95), "--level: expected a number between 0 and 1, found '95'"),
        ("scores", ("--human", HUMAN, "--lower", "jsd"), "unknown column of these scores 'jsd'"),
        ("votes", ("--votes", HUMAN), "no column says first, second and preferred"),
    ],
)
def test_a_wrong_call_is_one_line_and_no_number(kind: str, words: tuple[object, ...], complaint: str) -> None:
    found = cliometer("agree", kind, SCORES, *words)
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
    found = cliometer("agree", "scores", tmp_path / "bad.csv", "--human-metric", "h")
    assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
    assert complaint in found.err


def test_topics_with_gaps_can_be_left_out_with_a_note(tmp_path: Path) -> None:
    rows = "a,t,1,2\nb,t,2,1\na,u,1,2\na,v,3,3\nb,v,1,2\n"
    (tmp_path / "gap.csv").write_text(f"system,topic,m,h\n{rows}")
    found = cliometer("agree", "scores", tmp_path / "gap.csv", "--human-metric", "h", "--missing", "skip", *QUICK)
    assert found.status == 0
    assert "note: 1 of 3 topics with gaps left out: u\n" in found.err


def test_a_folder_without_references_is_told_from_a_table() -> None:
    found = cliometer("agree", "metrics", DEMO / "runs" / "lead")
    assert found.err.endswith("is a folder; to score runs first, give their references\n")


def test_another_process_prints_the_same() -> None:
    words = ("agree", "scores", SCORES, "--human", HUMAN, *QUICK, "--test", "perm-both", "--json")
    assert process(*words).out == cliometer(*words).out


@pytest.mark.parametrize("resamples", [99, 2_000_000_000])
def test_resamples_have_bounds(resamples: int) -> None:
    found = cliometer("agree", "scores", SCORES, "--human", HUMAN, "--resamples", resamples)
    assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
    assert f"whole number from 100 to 10,000,000, found '{resamples}'" in found.err


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("lead,", "led,", "human.csv: unknown system 'led', of which"),
        ("berlin-wall", "berlin-wal", "human.csv: unknown topic 'berlin-wal', of which"),
    ],
)
def test_a_misspelt_name_is_blamed_on_its_file(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    (tmp_path / "human.csv").write_text(HUMAN.read_text().replace(old, new))
    found = cliometer("agree", "scores", SCORES, "--human", tmp_path / "human.csv")
    assert (found.status, found.err.count("\n")) == (2, 1)
    assert complaint in found.err and f"did you mean {old.strip(',')}?" in found.err


def test_a_misspelt_system_in_a_vote_has_file_and_line(tmp_path: Path) -> None:
    lines = (DEMO / "votes.csv").read_text().splitlines()
    lines[4] = lines[4].replace("lead", "led")
    (tmp_path / "v.csv").write_text("\n".join(lines))
    found = cliometer("agree", "votes", SCORES, "--votes", tmp_path / "v.csv")
    assert "v.csv:5: unknown system 'led'" in found.err and "did you mean lead?" in found.err


def test_several_judges_can_be_chosen() -> None:
    found = json.loads(
        cliometer("agree", "scores", SCORES, "--human", f"{HUMAN}:judge_2,judge_1", *QUICK, "--json").out
    )
    assert found["human"] == "judge_2 + judge_1"
    assert (
        "unknown column of these scores 'judge_3'"
        in cliometer("agree", "scores", SCORES, "--human", f"{HUMAN}:judge_1,judge_3").err
    )


def test_a_p_that_no_shuffle_reaches_is_shown_as_a_bound() -> None:
    found = cliometer("agree", "scores", SCORES, "--human", HUMAN, "--at", "text", "--coefficient", "spearman")
    assert "<=0.001" in found.out
    assert "- <=: not one of the 1000 shuffles agrees as well" in found.out


def test_differences_say_which_metric_is_taken_from_which() -> None:
    found = cliometer("agree", "scores", SCORES, "--human", HUMAN, *QUICK, "--test", "perm-both", "--at", "text")
    assert "metric A             metric B            A - B" in found.out


def test_a_matrix_of_many_metrics_fits_a_terminal(tmp_path: Path) -> None:
    names = [f"metric-with-a-long-name-{n}" for n in range(15)]
    rows = [
        f"{s},{t}," + ",".join(str((s * 7 + t * 3 + n * n) % 11) for n in range(15)) for s in range(4) for t in range(4)
    ]
    (tmp_path / "many.csv").write_text("\n".join(["system,topic," + ",".join(names), *rows]))
    found = cliometer("agree", "metrics", tmp_path / "many.csv")
    assert found.status == 0 and max(map(len, found.out.splitlines())) <= 120
    assert found.out.count("\n15 metric-with-a-long-name-14 ") == 2
    assert " & ".join(names) in cliometer("agree", "metrics", tmp_path / "many.csv", "--latex").out


def test_a_table_with_a_column_a_system_is_read_when_asked_for(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("event,a,b,c\nx,1,2,3\ny,1,3,2\n")
    (tmp_path / "m.csv").write_text("model,event,value\na,x,1\nb,x,2\nc,x,4\na,y,1\nb,y,2\nc,y,1\n")
    asked = ("agree", "scores", tmp_path / "m.csv", "--human", tmp_path / "people.csv", *QUICK)
    assert "say so with --system-columns" in cliometer(*asked).err
    assert "pearson with people: 3 systems, 2 topics" in cliometer(*asked, "--system-columns").out


def test_votes_on_one_topic_are_refused_with_their_file(tmp_path: Path) -> None:
    (tmp_path / "v.csv").write_text("topic,winner,loser\napollo-13,lead,random\n")
    found = cliometer("agree", "votes", SCORES, "--votes", tmp_path / "v.csv")
    assert found.err.startswith(f"cliometer: {tmp_path / 'v.csv'}: all votes are on one topic, apollo-13")


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
        "--human",
        board(tmp_path, BOARD, "truth", "truth"),
        "--top",
        2,
        "--coefficient",
        "tauap-b",
        "--test",
        test,
    )
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
    done = cliometer("agree", "scores", *files, *QUICK, "--json")
    found = json.loads(done.out)
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
