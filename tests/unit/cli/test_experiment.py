"""`cliometer experiment`: a report, a folder that keeps everything, the same bytes again."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from tests.unit.cli.cliometer_command import DEMO, Finished, cliometer
from tests.unit.experiments.microblog_topics import TOPICS, write_topics, write_votes

CONFIG = DEMO / "experiment.toml"


def demo(*words: object) -> Finished:
    return cliometer("experiment", "microblog", DEMO / "posts", "--config", CONFIG, *words)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_the_report_has_choices_scores_tests_and_correlations() -> None:
    done = demo()
    assert (done.status, done.err) == (0, "")
    for heading in ("chosen on the other folds", "jsd (lower is better) ", "p (Holm)", "(as table 7 of"):
        assert heading in done.out
    assert "table 8" not in done.out


def test_two_topics_earn_no_star_and_no_interval_and_the_report_says_so() -> None:
    done = demo("--votes", DEMO / "post-votes.csv")
    assert "With 2 topics no test without the t test's assumption" in done.out
    table = done.out.partition("Spearman's correlation")[2].partition("Raw scores")[0]
    assert "0." in table and "*" not in table
    assert "2 topics with votes are too few to exclude guessing" in " ".join(done.out.split())


def test_the_report_names_the_background_and_tune_does_too(tmp_path: Path) -> None:
    file = tmp_path / "b.json"
    words = ("convert", DEMO / "articles", "--to", "background", "--tokens", "posts", "-o", file)
    assert cliometer(*words).status == 0
    document = json.loads(demo("--background", file, "--json").out)
    name, _, digest = document["background"].partition(":")
    assert len(digest) == 16
    assert f"Background: {name}:{digest}." in demo("--background", file).out
    grid = ("-s", "centroid", "--grid", "threshold=0,1", "--folds", 2, "-k", 3)
    tuned = cliometer("tune", DEMO / "posts", *grid, "--loss", "cosine(tokens=posts)", "--background", file)
    assert f"background: {name}:{digest}\n" in tuned.out


def test_a_folder_keeps_all_that_the_experiment_is_made_of(tmp_path: Path) -> None:
    done = demo("-o", tmp_path / "kept")
    assert (done.status, done.err) == (0, f"note: 12 files were written to {tmp_path / 'kept'}\n")
    summaries = [
        f"summaries/{system}/{topic}.txt"
        for system in ("centroid", "hybrid", "sumbasic")
        for topic in ("ever-given", "notre-dame")
    ]
    names = ["folds.json", "plan.toml", "report.txt", "results.json", "scores.csv", "settings.json"]
    assert sorted(contents(tmp_path / "kept")) == sorted([*names, *summaries])
    assert (tmp_path / "kept" / "report.txt").read_text() == done.out
    assert all((tmp_path / "kept" / name).read_text().count("\n") == 3 for name in summaries)
    assert tomllib.loads((tmp_path / "kept" / "plan.toml").read_text())["topics"] == str(DEMO / "posts")
    results, settings = (json.loads((tmp_path / "kept" / name).read_text()) for name in names[3::2])
    assert (results["settings"], results["significance"]) == (settings["settings"], 0.05)


def test_running_a_kept_plan_gives_the_same_bytes(tmp_path: Path) -> None:
    topics, votes = write_topics(tmp_path / "posts"), write_votes(tmp_path / "votes.csv")
    words = ("--config", CONFIG, "--folds", 3, "--votes", votes, "--seed", 5, "-o", tmp_path / "first")
    assert cliometer("experiment", "microblog", topics, *words).status == 0
    for old, new in (("first", "second"), ("second", "third")):
        assert cliometer("experiment", tmp_path / old / "plan.toml", "-o", tmp_path / new).status == 0
    assert contents(tmp_path / "first") == contents(tmp_path / "second") == contents(tmp_path / "third")


def test_a_plan_does_not_run_on_posts_that_changed(tmp_path: Path) -> None:
    topics = write_topics(tmp_path / "posts")
    words = ("--config", CONFIG, "-o", tmp_path / "first")
    assert cliometer("experiment", "microblog", topics, *words).status == 0
    with (topics / "alpha.jsonl").open("a") as file:
        file.write('{"id": "new", "text": "one more storm hits the old harbour tonight"}\n')
    done = cliometer("experiment", tmp_path / "first" / "plan.toml", "-o", tmp_path / "second")
    assert done.status == 2 and "remove the line fingerprint" in done.err
    assert not (tmp_path / "second").exists()


def test_kept_scores_and_votes_are_read_by_other_commands(tmp_path: Path) -> None:
    topics, votes = write_topics(tmp_path / "posts"), write_votes(tmp_path / "votes.csv")
    words = ("--config", CONFIG, "--votes", votes, "-o", tmp_path / "kept")
    done = cliometer("experiment", "microblog", topics, *words)
    assert "Ranked Pairs over 54 votes on 6 topics: centroid > hybrid > sumbasic." in done.out
    assert "Most agreement: " in done.out
    agreed = cliometer(
        "agree", "votes", tmp_path / "kept" / "scores.csv", "--votes", votes, "--lower", "jsd(tokens=posts)"
    )
    assert agreed.status == 0, agreed.err
    scored = cliometer("score", tmp_path / "kept" / "summaries" / "centroid", "-r", topics, "-m", "jsd", "--csv")
    assert scored.status == 0, scored.err


def test_json_csv_and_latex_are_printed_without_the_report(tmp_path: Path) -> None:
    document = json.loads(demo("--json").out)
    assert document["systems"] == ["centroid", "sumbasic", "hybrid"]
    assert [entry["name"] for entry in document["measures"]][:2] == [
        "jsd(tokens=posts)",
        "fotw(tokens=posts, profile=dunning, cutoff=2.706)",
    ]
    assert document["people"] is None
    lines = demo("--csv").out.splitlines()
    assert lines[0] == "system,topic,metric,value" and len(lines) == 1 + 3 * 2 * 5
    latex = demo("--latex").out
    assert latex.startswith("\\begin{tabular}{ll") and "jsd(tokens=posts)" in latex


def test_the_seed_deals_other_folds(tmp_path: Path) -> None:
    topics = write_topics(tmp_path / "posts")
    folds = []
    for seed in (0, 1):
        words = ("--config", CONFIG, "--seed", seed, "-o", tmp_path / str(seed))
        assert cliometer("experiment", "microblog", topics, *words).status == 0
        folds.append(json.loads((tmp_path / str(seed) / "folds.json").read_text())["folds"])
    assert folds[0] != folds[1]
    assert all(sorted(topic for fold in parts for topic in fold) == sorted(TOPICS) for parts in folds)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["microblog", DEMO / "posts"], "5 folds need as many topics or more, found 2"),
        (["microblg", DEMO / "posts"], "did you mean microblog?"),
        (["microblog"], "no topics were given"),
        (["nowhere.toml"], "does not exist"),
        ([CONFIG, "--config", CONFIG], "two files of settings"),
        (
            ["microblog", DEMO / "posts", "--config", CONFIG, "--votes", DEMO / "votes.csv"],
            "votes are on lead",
        ),
        (["microblog", DEMO / "posts" / "ever-given.jsonl"], "holds one topic, ever-given"),
        (
            ["microblog", DEMO / "posts", "--config", CONFIG, "--folds", "1"],
            "--folds: expected a whole number of at least 2",
        ),
        (
            ["microblog", DEMO / "posts", "--config", CONFIG, "--seed", "-1"],
            "--seed: expected a whole number of at least 0",
        ),
    ],
)
def test_a_wrong_call_ends_with_one_line_and_writes_nothing(
    tmp_path: Path, words: list[object], complaint: str
) -> None:
    done = cliometer("experiment", *words, "-o", tmp_path / "kept")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert complaint in done.err
    assert list(tmp_path.iterdir()) == []


def test_an_existing_folder_is_refused_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("years")
    assert "exists already" in demo("-o", tmp_path).err
    assert "holds no plan.toml" in demo("-o", tmp_path, "--force").err
    assert "exists already" in cliometer("experiment", "microblog", "nowhere", "-o", tmp_path).err
    assert demo("-o", tmp_path / "kept").status == 0
    assert "exists already" in demo("-o", tmp_path / "kept").err
    assert demo("-o", tmp_path / "kept", "--force").status == 0


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('rouge = ["x"]', "unknown ROUGE 'x'"),
        (
            'systems = [{summariser = "rouge_oracle"}, {summariser = "lead"}]',
            'rouge_oracle needs references of topic ever-given; name their folder: references = "FOLDER"',
        ),
    ],
)
def test_a_plan_that_cannot_be_run_is_refused_at_once(tmp_path: Path, line: str, complaint: str) -> None:
    (tmp_path / "a.toml").write_text(f"folds = 2\n{line}\n")
    done = cliometer("experiment", "microblog", DEMO / "posts", "--config", tmp_path / "a.toml")
    assert (done.status, done.out) == (2, "") and complaint in done.err


def test_the_folder_of_a_kept_experiment_is_its_plan(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    assert demo("-o", kept).status == 0
    assert cliometer("experiment", kept).out == cliometer("experiment", kept / "plan.toml").out


def test_a_folder_without_a_plan_is_told(tmp_path: Path) -> None:
    found = cliometer("experiment", tmp_path)
    assert (found.status, found.err.count("\n")) == (2, 1)
    assert f"{tmp_path}: holds no plan.toml" in found.err


@pytest.mark.parametrize("setting", ['loss = "rouge1"', 'metrics = ["jsd", "rouge1"]'])
def test_a_metric_of_other_gold_is_told_what_it_reads(setting: str, tmp_path: Path) -> None:
    plan = tmp_path / "plan.toml"
    plan.write_text(f"{setting}\n")
    found = cliometer("experiment", "microblog", DEMO / "posts", "--config", plan)
    assert (found.status, found.err.count("\n")) == (2, 1)
    assert "rouge1 is measured against timelines that people wrote, but here posts are the gold" in found.err
