"""`cliometer compat trec-ts`: the table of the track's script."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cliometer.expressions import choices_of, settings_of, spell_value
from cliometer.metrics.nuggets import TS2013, TS2014
from cliometer.metrics.nuggets.gain import Rules
from tests.unit.cli.cliometer_command import DEMO, ROOT, Finished, cliometer, process

GOLD = DEMO / "nuggets"
FILES = [word for name in ("matches", "updates") for word in (f"--{name}", GOLD / f"{name}.tsv")]
RUNS = GOLD / "runs.txt"


def trec_ts(*words: object, nuggets: Path = GOLD / "nuggets.tsv") -> Finished:
    return cliometer("compat", "trec-ts", "--nuggets", nuggets, *FILES, *words)


def table(found: Finished) -> dict[tuple[str, ...], list[str]]:
    assert found.status == 0, found.err
    rows = [line.split("\t") for line in found.out.splitlines()]
    return {tuple(row[:3]): row[3:] for row in rows}


def runs(folder: Path, *lines: str) -> Path:
    path = folder / "runs.txt"
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def test_the_columns_are_the_scripts() -> None:
    header = trec_ts(RUNS).out.splitlines()[0].split("\t")
    assert header[:4] == ["QueryID", "TeamID", "RunID", "# Updates"]
    assert header[10] == "HM(nE[LG],Lat. Comp.)" and len(header) == 22


def test_numbers_have_four_decimals_and_counts_too() -> None:
    found = table(trec_ts(RUNS))
    assert found["TS21.1", "demo", "brief"][:3] == ["2.0000", "0.7104", "0.7104"]
    assert found["AVG", "demo", "chatty"][0] == "4.0000"
    assert found["STD", "ALL", "-"][0] == "1.7321"


def test_short_options_are_the_scripts() -> None:
    short = [word for name in ("nuggets", "matches", "updates") for word in (f"-{name[0]}", GOLD / f"{name}.tsv")]
    assert cliometer("compat", "trec-ts", *short, RUNS) == trec_ts(RUNS)


@pytest.mark.parametrize(
    ("option", "rule"), [("-b", "gain=binary"), ("--binaryrel", "gain=binary"), ("-i", "unsampled=skip")]
)
def test_an_option_of_the_script_is_a_rule(option: str, rule: str) -> None:
    changed = trec_ts(RUNS, option)
    assert changed == trec_ts(RUNS, "--set", rule)
    assert changed.out != trec_ts(RUNS).out


def test_several_rules_can_be_set() -> None:
    document = json.loads(trec_ts(RUNS, "--set", "spans=exact", "--set", "confidence = given", "--json").out)
    assert document["rules"] == "ts(spans=exact, confidence=given)"


def test_the_script_of_2013_has_columns_of_its_own_and_leaves_out_what_nobody_judged() -> None:
    found = trec_ts(RUNS, "--year", "2013")
    assert found.out.splitlines()[0].split("\t")[4:6] == ["Expected Gain", "Expected Latency Gain"]
    assert table(found)["TS21.1", "demo", "chatty"][0] == "5.0000"


def test_what_nobody_judged_and_what_nobody_needs_is_noted() -> None:
    assert trec_ts(RUNS).err.splitlines() == [
        "note: 1 nugget of importance 0 or less left out: EG.5",
        "note: demo chatty: 1 of 8 updates was not judged; counted as one word without a nugget",
    ]


def test_averages_leave_out_topics_that_a_run_does_not_answer_and_say_so(tmp_path: Path) -> None:
    found = trec_ts(runs(tmp_path, "1 us half eg-a 0 1616482800 1"))
    assert table(found)["AVG", "us", "half"] == table(found)["TS21.1", "us", "half"]
    assert "note: us half: no updates for TS21.2; its averages leave them out\n" in found.err


def test_topics_that_a_run_does_not_answer_can_score_zero(tmp_path: Path) -> None:
    found = trec_ts(runs(tmp_path, "1 us half eg-a 0 1616482800 1"), "--missing", "zero")
    assert set(table(found)["TS21.2", "us", "half"]) == {"0.0000"}
    assert "it scores 0 there" in found.err


def test_topics_that_are_not_judged_are_noted(tmp_path: Path) -> None:
    found = trec_ts(runs(tmp_path, "1 us a eg-a 0 1616482800 1", "7 us a eg-a 0 1616482800 1"))
    assert "note: us a: topics that are not judged, left out: TS21.7 (updates: 1)\n" in found.err


def test_a_run_without_any_judged_topic_is_refused(tmp_path: Path) -> None:
    found = trec_ts(runs(tmp_path, "7 us a eg-a 0 1616482800 1"))
    assert (found.status, found.out) == (2, "")
    assert found.err == "cliometer: no run has a topic that is judged: found TS21.7; judged: TS21.1, TS21.2\n"


def test_help_shows_an_example_that_runs() -> None:
    shown = cliometer("compat", "trec-ts", "--help").out
    example = shown.split("example:\n")[1].replace("demo/", f"{DEMO}/").split()
    assert process(*example[example.index("compat") :]).out == trec_ts(RUNS).out


def test_every_rule_is_described_with_its_values() -> None:
    page = (ROOT / "docs" / "compat-trec-ts.md").read_text(encoding="utf-8")
    for rule in settings_of(Rules):
        (row,) = [line for line in page.splitlines() if line.startswith(f"| `{rule.name}` |")]
        assert row.split(" | ")[1:3] == [f"`{spell_value(getattr(year, rule.name))}`" for year in (TS2014, TS2013)]
        assert [value for value in choices_of(rule) if f"`{value}`" not in row] == []
