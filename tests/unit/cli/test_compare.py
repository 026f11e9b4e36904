"""`cliometer compare`."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import cliometer as library
from tests.unit.cli.cliometer_command import DEMO, cliometer

LEAD, MENTIONS, RANDOM = (DEMO / "runs" / name for name in ("lead", "mentions", "random"))
GOLD = DEMO / "references"
AGAINST = ("-r", GOLD, "-m", "align+m1", "--resamples", "200")


def document(*words: object) -> Any:
    found = cliometer("compare", *words, "--json")
    assert (found.status, found.out[0]) == (0, "{"), found.err
    return json.loads(found.out)


def one_line(*words: object) -> str:
    """The complaint of a call that must end with 2 and print nothing."""
    found = cliometer("compare", *words)
    assert (found.status, found.out, found.err.count("\n")) == (2, "", 1), found.err
    return found.err


def test_the_page_shows_systems_differences_ceiling_and_signature() -> None:
    found = cliometer("compare", LEAD, MENTIONS, RANDOM, *AGAINST)
    assert (found.status, found.err) == (0, "")
    lines = found.out.splitlines()
    assert lines[0].startswith("Over 8 topics lead scores highest: F of means 0.112, 95 % interval")
    at = lines.index("On 8 topics, with 95 % intervals (t)")
    assert lines[at - 2] == "align+m1(rouge=1)"
    assert [line.split()[0] for line in lines[at + 4 : at + 7]] == ["lead", "mentions", "random"]
    assert "lead - mentions" in found.out
    assert "Human level: writers scored against each other reach 0.142 (95 % interval" in found.out
    assert "on 19 tasks of 8 topics." in " ".join(found.out.split())
    assert lines[-1].startswith("signature cliometer:")
    assert lines[-1].endswith(
        "|weigh:topics|test:t|correction:holm|interval:t|level:0.95|resamples:200|seed:0|margin:0.1"
    )


def test_the_numbers_are_those_of_the_library() -> None:
    runs = {path.name: {file.stem: library.read_timeline(file) for file in path.iterdir()} for path in (LEAD, RANDOM)}
    gold = {
        folder.name: [library.read_timeline(file) for file in sorted(folder.iterdir())] for folder in GOLD.iterdir()
    }
    gold = dict(sorted(gold.items()))
    ours = library.compare(runs, gold, ["align+m1"], resamples=200).to_dict()
    theirs = document(LEAD, RANDOM, *AGAINST)
    assert theirs["comparisons"] == ours["comparisons"]
    assert theirs["human_levels"] == ours["human_levels"]


def test_without_metrics_the_usual_ones_are_compared() -> None:
    from cliometer.metrics.catalogue import DEFAULT

    found = document(LEAD, MENTIONS, "-r", GOLD, "--resamples", "100")
    assert [one["metric"] for one in found["comparisons"]] == list(DEFAULT)


@pytest.mark.parametrize(
    ("words", "setting"),
    [
        (("--side", "recall"), {"side": "recall"}),
        (("--average", "micro"), {"average": "micro"}),
        (("--weigh", "tasks"), {"weigh": "tasks"}),
        (("--test", "sign-flip"), {"test": "sign-flip"}),
        (("--correction", "none"), {"correction": "none"}),
        (("--interval", "percentile"), {"interval": "percentile"}),
        (("--level", "0.9"), {"level": 0.9}),
        (("--seed", "7"), {"seed": 7}),
        (("--baseline", "lead"), {"baseline": "lead"}),
    ],
)
def test_every_option_reaches_the_design(words: tuple[str, ...], setting: dict[str, object]) -> None:
    found = document(LEAD, MENTIONS, *AGAINST, *words)["design"]
    usual = document(LEAD, MENTIONS, *AGAINST)["design"]
    assert found == {**usual, **setting}


def test_csv_has_a_line_for_each_difference_with_all_digits() -> None:
    found = cliometer("compare", LEAD, MENTIONS, RANDOM, *AGAINST, "--csv")
    rows = list(csv.DictReader(io.StringIO(found.out)))
    wanted = document(LEAD, MENTIONS, RANDOM, *AGAINST)["comparisons"][0]["differences"]
    assert [(row["first"], row["second"]) for row in rows] == [(one["first"], one["second"]) for one in wanted]
    assert [float(row["corrected_p"]) for row in rows] == [one["corrected_p"] for one in wanted]
    assert found.err.startswith("signature ")


def test_latex_is_the_table_of_systems() -> None:
    found = cliometer("compare", LEAD, MENTIONS, *AGAINST, "--latex")
    assert found.out.splitlines()[:3] == [
        r"\begin{tabular}{llrrrll}",
        r"\toprule",
        r"metric & system & F of means & low & high & group & rank \\",
    ]


def test_a_gate_that_holds_ends_with_0_and_one_that_does_not_with_1() -> None:
    passed = cliometer("compare", LEAD, RANDOM, *AGAINST, "--gate", "align+m1.f > 0.01")
    assert (passed.status, passed.err.count("gate passed")) == (0, 2)
    failed = cliometer("compare", LEAD, RANDOM, *AGAINST, "--gate", "align+m1.f >= baseline - 0.01")
    assert failed.status == 1
    assert failed.err.startswith("gate failed: random: align+m1(rouge=1).f >= baseline - 0.01 (0.0")
    assert "\nalign+m1(rouge=1)\n\nOn 8 topics" in failed.out


def test_one_failed_gate_of_several_is_enough() -> None:
    gates = ("--gate", "align+m1 > 0.01", "--gate", "date > 0.99")
    found = cliometer("compare", LEAD, MENTIONS, *AGAINST, *gates)
    assert (found.status, found.err.count("gate passed"), found.err.count("gate failed")) == (1, 2, 2)


def test_a_confident_gate_is_harder_to_pass() -> None:
    gate = ("--gate", "align+m1 >= mentions")
    assert cliometer("compare", LEAD, MENTIONS, *AGAINST, *gate).status == 0
    found = cliometer("compare", LEAD, MENTIONS, *AGAINST, *gate, "--confident")
    assert found.status == 1
    assert "gate failed: lead" in found.err
    assert "not certain enough" in found.err


def test_a_gate_that_fails_still_prints_one_document() -> None:
    found = cliometer("compare", LEAD, *AGAINST, "--gate", "align+m1 > 0.9", "--json")
    assert found.status == 1
    (ruling,) = json.loads(found.out)["gates"]
    assert (ruling["system"], ruling["passed"], ruling["bound_passes"]) == ("lead", False, False)


def test_the_document_agrees_with_the_exit_status() -> None:
    words = ("compare", LEAD, MENTIONS, *AGAINST, "--gate", "align+m1 >= mentions", "--json")
    for more, status in (((), 0), (("--confident",), 1)):
        found = cliometer(*words, *more)
        document = json.loads(found.out)
        (ruling,) = document["gates"]
        assert (found.status, document["passed"], ruling["passed"]) == (status, status == 0, status == 0)
        assert ruling["confidence_bound"] < ruling["required_bound"] == 0


@pytest.mark.parametrize("confident", [(), ("--confident",)])
def test_nothing_changed_keeps_the_gate(tmp_path: Path, confident: tuple[str, ...]) -> None:
    for name in ("new", "released"):
        shutil.copytree(LEAD, tmp_path / name)
    gate = ("--baseline", "released", "--gate", "align+m1.f >= baseline - 0.01", *confident)
    found = cliometer("compare", tmp_path / "new", tmp_path / "released", *AGAINST, *gate)
    assert found.status == 0
    assert "note: align+m1(rouge=1): all systems score the same on every topic, so nothing was" in found.err
    assert "gate passed: new:" in found.err and "difference            by" not in found.out


def test_a_run_may_be_called_by_its_path() -> None:
    named = cliometer("compare", LEAD, MENTIONS, *AGAINST, "--baseline", "lead", "--gate", "align+m1 > lead - 1")
    path = f"{LEAD.parent}/../runs/lead/"
    called = cliometer("compare", LEAD, MENTIONS, *AGAINST, "--baseline", path, "--gate", f"align+m1 > {path} - 1")
    assert (called.out, called.err) == (named.out, named.err)
    assert named.err == "gate passed: mentions: align+m1(rouge=1).f > lead - 1 (0.0968 against -0.8876)\n"


def test_a_table_can_be_chosen() -> None:
    words = ("compare", LEAD, MENTIONS, *AGAINST)
    systems = list(csv.DictReader(io.StringIO(cliometer(*words, "--csv", "--table", "systems").out)))
    assert [row["system"] for row in systems] == ["lead", "mentions"]
    human_level = list(csv.DictReader(io.StringIO(cliometer(*words, "--csv", "--table", "human-level").out)))
    assert [row["who"] for row in human_level] == ["writers", "lead", "mentions"]
    assert "corrected" in cliometer(*words, "--latex", "--table", "differences").out
    assert "--table chooses what --csv, --latex or --parquet gives" in one_line(*words[1:], "--table", "systems")


def test_metrics_of_one_value_on_other_gold_are_compared() -> None:
    nuggets = DEMO / "nuggets"
    words = (nuggets / "runs.txt", "-r", nuggets, "-m", "ts", "-m", "ts(of=gain)", "--test", "sign-flip")
    found = cliometer("compare", *words, "--gate", "ts(of=gain) >= 0.1")
    assert found.status == 0, found.err
    assert "gate passed: demo/brief: ts(of=gain) >= 0.1 (0.7582 against 0.1000)" in found.err
    assert "note: 2 topics, 1 comparison: no difference can be significant at 0.05" in found.err
    headings = [line.split()[1] for line in found.out.splitlines() if line.startswith("system ")]
    assert headings == ["F", "mean"]
    assert "date is measured against timelines" in one_line(*words, "--gate", "date > 0.1")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ((LEAD, MENTIONS), "no references were given: every path is a system; write RUN... -r GOLD\n"),
        ((LEAD, GOLD), f"no references were given: every path is a system; write RUN... -r {GOLD}\n"),
        ((DEMO / "scores.csv",), "-r GOLD; or add --scores, if these are tables of scores"),
        ((GOLD, "-r", LEAD), "are runs and references swapped?"),
        ((GOLD, MENTIONS, "-r", LEAD), "are runs and references swapped?"),
    ],
)
def test_references_that_are_not_given_as_such_are_asked_for(words: Any, complaint: str) -> None:
    assert complaint in one_line(*words)


def test_a_gate_may_name_a_run_with_hyphens(tmp_path: Path) -> None:
    shutil.copytree(MENTIONS, tmp_path / "run-2")
    found = cliometer("compare", LEAD, tmp_path / "run-2", *AGAINST, "--gate", "align+m1 > run-2 - 0.001")
    assert (found.status, found.err.count("gate passed: lead")) == (0, 1)


def test_with_per_reference_all_tasks_of_a_topic_are_drawn_together() -> None:
    found = document(LEAD, MENTIONS, *AGAINST, "--per-reference")["comparisons"][0]
    assert (found["topics"], found["independent_topics"]) == (19, 8)


def test_with_per_reference_tasks_and_topics_are_told_apart() -> None:
    found = cliometer("compare", LEAD, MENTIONS, *AGAINST, "--per-reference", "--latex", "--table", "runs")
    assert "on 19 tasks of 8 topics, the best in bold" in found.out


def test_notes_on_missing_topics_do_not_contradict_each_other(tmp_path: Path) -> None:
    part = shutil.copytree(LEAD, tmp_path / "part")
    (part / "apollo-13.txt").unlink()
    skipped = cliometer("compare", part, MENTIONS, *AGAINST, "--missing", "skip").err
    assert "left out for every system" in skipped and "left out of its means" not in skipped
    zero = cliometer("compare", part, MENTIONS, *AGAINST, "--missing", "zero").err
    assert zero == "note: part has no timeline for apollo-13; scored 0\n"


def test_topics_without_a_value_for_one_system_are_left_out_for_every_system(tmp_path: Path) -> None:
    bare = shutil.copytree(LEAD, tmp_path / "bare")
    (bare / "apollo-13.txt").write_text("")
    notes = cliometer("compare", bare, MENTIONS, "-r", DEMO / "articles", "-m", "unigram", "--resamples", "100").err
    assert "where others have one; left out for every system" in notes and "cannot be compared" not in notes


def test_notes_go_to_standard_error(tmp_path: Path) -> None:
    part = shutil.copytree(LEAD, tmp_path / "part")
    (part / "apollo-13.txt").unlink()
    found = cliometer("compare", part, MENTIONS, *AGAINST, "--missing", "skip")
    assert found.err.splitlines()[0] == "note: left out for every system, because some lack them: apollo-13 (part)"
    assert "\nalign+m1(rouge=1)\n\nOn 7 topics" in found.out
    assert "--missing skip" in one_line(part, MENTIONS, *AGAINST)


def test_a_lone_run_is_refused() -> None:
    assert "needs two systems or more" in one_line(LEAD, *AGAINST)


def test_leaders_of_two_systems_are_a_pair_and_no_plural() -> None:
    printed = cliometer("compare", LEAD, MENTIONS, *AGAINST, "--groups", "leaders").out
    assert "corrected after Holm" in printed and "all 1" not in printed


def test_copied_runs_get_their_means_and_the_bound(tmp_path: Path) -> None:
    copied = shutil.copytree(LEAD, tmp_path / "copy")
    bound = DEMO / "timelines" / "full_oracle"
    printed = cliometer("compare", LEAD, copied, bound, *AGAINST, "--per-reference")
    assert printed.status == 0 and "were the runs copied?" in printed.err
    assert re.search(r"^copy +0\.\d{3}  ", printed.out, re.M) and "full_oracle 0." in " ".join(printed.out.split())


def test_one_topic_is_refused(tmp_path: Path) -> None:
    for run in (LEAD, MENTIONS):
        (tmp_path / run.name).mkdir()
        shutil.copy(run / "apollo-13.txt", tmp_path / run.name)
    shutil.copytree(GOLD / "apollo-13", tmp_path / "gold" / "apollo-13")
    words = (tmp_path / "lead", tmp_path / "mentions", "-r", tmp_path / "gold", "-m", "align+m1")
    assert one_line(*words) == "cliometer: found 1 topic; a test over topics needs two or more\n"
    assert "needs two or more" in one_line(*words, "--per-reference")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--gate", "align+m1"), "is not a gate"),
        (("--gate", "align+m2 > 1"), "unknown metric 'align+m2'"),
        (("--gate", "align+m1.x > 1"), "found .x"),
        (("--gate", "align+m1 > led"), "did you mean lead?"),
        (("--baseline", "led"), "unknown baseline 'led'; did you mean lead?"),
        (("--level", "2"), "--level: expected a number between 0 and 1, found '2'"),
        (("--resamples", "0"), "--resamples: expected a whole number from 100 to 1,000,000, found '0'"),
        (("--seed", "-1"), "--seed: expected a whole number of at least 0, found '-1'"),
        (("--resamples", "99"), "--resamples: expected a whole number from 100 to 1,000,000, found '99'"),
        (("--resamples", "1000001"), "--resamples: expected a whole number from 100 to 1,000,000, found '1000001'"),
        (("--confident",), "makes a gate stricter, but no gate was set"),
        (("--gate", "align+m1 => 0.4"), "is not a gate; write METRIC"),
        (("--gate", "align+m1 >= baseline * 0.9"), "did you mean baseline? (write METRIC"),
        (("--gate", "align+m1 >= 30%"), "unknown system in the gate '30%'"),
        (("--test", "z"), "--test: unknown choice 'z'; known: t, sign-flip"),
    ],
)
def test_what_is_wrong_is_one_line_and_no_number(words: tuple[str, ...], complaint: str) -> None:
    assert complaint in one_line(LEAD, MENTIONS, *AGAINST, *words)


def test_scores_of_any_tool_can_be_compared() -> None:
    done = cliometer("compare", "--scores", DEMO / "scores.csv", "-m", "date", "--json")
    (found,) = json.loads(done.out)["comparisons"]
    assert done.status == 0 and found["metric"] == "date.f"
    assert {one["system"] for one in found["systems"]} == {"lead", "mentions", "random"}


@pytest.mark.parametrize(
    "option",
    [
        ["--per-reference"],
        ["--missing", "zero"],
        ["-r", DEMO / "references"],
        ["--preset", "tilse"],
        ["--duplicates", "last"],
        ["--extra", "skip"],
    ],
)
def test_what_needs_runs_is_refused_with_scores(option: list[object]) -> None:
    done = cliometer("compare", DEMO / "scores.csv", "--scores", *option)
    assert done.status == 2 and "no meaning with " in done.err and not done.out


def test_scores_may_be_held_to_a_gate() -> None:
    words = ("compare", "--scores", DEMO / "scores.csv", "-m", "date", "--baseline", "lead")
    passed = cliometer(*words, "--gate", "date >= baseline - 0.1")
    assert (passed.status, passed.err.count("gate passed")) == (0, 2)
    failed = cliometer(*words, "--gate", "date >= baseline", "--confident")
    assert (failed.status, failed.err.count("gate failed: random")) == (1, 1)


def test_source_metrics_are_compared_with_a_background_of_ones_own(tmp_path: Path) -> None:
    counts = tmp_path / "counts.txt"
    counts.write_text("mission 5\nwall 7\nship 9\n", encoding="utf-8")
    asked = ["compare", LEAD, RANDOM, "-r", DEMO / "articles", "-m", "fotw(profile=simetrix)", "--json"]
    found = cliometer(*asked, "--background", counts)
    assert found.status == 0, found.err
    assert json.loads(found.out)["comparisons"] != json.loads(cliometer(*asked).out)["comparisons"]


def test_a_difference_that_is_the_same_everywhere_cannot_be_judged(tmp_path: Path) -> None:
    rows = [
        f"{system},t{topic},m,{0.1 * topic + ahead}" for system, ahead in (("a", 0.1), ("b", 0.0)) for topic in range(3)
    ]
    (tmp_path / "scores.csv").write_text("system,topic,metric,value\n" + "\n".join(rows))
    assert "a - b is 0.1 on every topic, so there is no spread" in one_line("--scores", tmp_path / "scores.csv")
