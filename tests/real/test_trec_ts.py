"""TREC Temporal Summarization on real judgements: official scores of 2014, quirks of both years."""

from __future__ import annotations

import json
from functools import cache

import pytest

from cliometer.compat.trec_ts import COLUMNS, evaluate, lines
from cliometer.io.trec_ts import Judgements, Submissions, read_judgements, read_runs
from cliometer.metrics.nuggets import TS2013, TS2014, TemporalSummarization
from cliometer.metrics.nuggets.temporal import NAMES
from cliometer.model.nuggets import Update
from tests.oracles.nuggets import measures
from tests.shared import SHARED, needs
from tests.unit.cli.cliometer_command import cliometer

DATA = SHARED / "data" / "trec-ts"
OFFICIAL = DATA / "msu" / "ts14.eval.graded.results.tsv"
pytestmark = needs("data", "trec-ts")


@cache
def judged(year: int, updates: str) -> Judgements:
    return read_judgements(
        DATA / f"{year}" / "nuggets.tsv.gz", DATA / f"{year}" / "matches.tsv.gz", DATA / f"{year}" / updates
    )


@cache
def submitted() -> Submissions:
    return read_runs([DATA / "2014" / "cunlp-updates.ssv.gz"], judged(2014, "updates_sampled.tsv.gz").topics)


def printed(rules: TemporalSummarization, updates: str = "updates_sampled.tsv.gz") -> list[str]:
    rows, _ = evaluate(rules, judged(2014, updates).topics, submitted().runs)
    return [line for line in lines(rows, 2014) if "\tcunlp\t" in line]


def official() -> list[str]:
    return [line for line in OFFICIAL.read_text(encoding="utf-8").splitlines() if "\tcunlp\t" in line]


def cells(rows: list[str]) -> list[str]:
    return [cell for row in rows for cell in row.split("\t")[3:]]


def test_the_official_header_is_ours() -> None:
    first = OFFICIAL.read_text(encoding="utf-8").splitlines()[0]
    assert first.split("\t")[3:] == list(COLUMNS[2014].values())


@pytest.mark.parametrize("pool", ["updates_sampled.tsv.gz", "updates_sampled.levenshtein.tsv.gz"])
def test_all_57_lines_of_the_cunlp_runs_are_the_official_ones_in_the_official_order(pool: str) -> None:
    assert len(official()) == 57
    assert printed(TS2014, pool) == official()


@pytest.mark.parametrize(
    ("rules", "equal"),
    [
        (TemporalSummarization(offsets="characters"), 852),
        (TemporalSummarization(duplicates="none"), 808),
        (TemporalSummarization(confidence="given"), 561),
    ],
    ids=str,
)
def test_each_defect_that_is_mended_changes_some_of_the_855_topic_cells(
    rules: TemporalSummarization, equal: int
) -> None:
    pairs = zip(cells(printed(rules)[:45]), cells(official()[:45]), strict=True)
    assert sum(ours == theirs for ours, theirs in pairs) == equal


def test_the_quirks_of_2013_are_noted_with_their_counts() -> None:
    notes = "\n".join(judged(2013, "updates.tsv.gz").notes)
    assert "an update that appears twice in its topic; the last row counts (1069 times" in notes
    assert "a match with a nugget that is not in the nuggets file; it earns nothing (21 times" in notes
    assert "a match of an update that is not in the updates file; it has no words to cover (27 times" in notes


def test_the_quirks_of_2014_are_noted_with_their_counts() -> None:
    notes = "\n".join(judged(2014, "updates_sampled.levenshtein.tsv.gz").notes)
    assert "no header: the first line was read as a row" in notes
    assert "a match with a nugget that is not in the nuggets file; it earns nothing (9 times" in notes
    assert "a match that ends beyond its update's text; cut at the end (44 times" in notes


@pytest.mark.parametrize(("year", "pool"), [(2013, "updates.tsv.gz"), (2014, "updates_sampled.tsv.gz")])
def test_a_walk_over_real_texts_equals_the_slow_twin(year: int, pool: str) -> None:
    rules = TS2013 if year == 2013 else TS2014
    for topic in list(judged(year, pool).topics.values())[:3]:
        every = [id.rpartition("-") for id in list(topic.updates)[:400:2]]
        updates = [Update(d, s, int(d.split("-")[0]) + len(s) * 977, 1.0) for d, _, s in every]
        found = rules.score(updates, topic)
        for name, expected in measures(rules, updates, topic).items():
            assert found[name] == pytest.approx(expected, abs=1e-12), (topic.id, name)


def test_score_gives_the_official_scores_of_every_topic_and_run() -> None:
    asked = [argument for name in NAMES for argument in ("-m", f"ts(of={name})")]
    done = cliometer("score", DATA / "2014" / "cunlp-updates.ssv.gz", DATA / "2014", *asked, "--json")
    found = {
        (row["topic"], row["system"], row["metric"]): f"{row['value']:.4f}" for row in json.loads(done.out)["scores"]
    }
    wanted = {}
    for topic, team, run, *numbers in (line.split("\t") for line in official()[:45]):
        for name, number in zip(NAMES, numbers, strict=True):
            wanted[topic, f"{team}/{run}", f"ts(of={name})"] = number
    assert done.status == 0 and found == wanted


def test_the_f_of_score_is_that_of_the_track() -> None:
    done = cliometer("score", DATA / "2014" / "cunlp-updates.ssv.gz", DATA / "2014", "-m", "ts", "--json")
    found = {(row["topic"], row["system"]): f"{row['f']:.4f}" for row in json.loads(done.out)["scores"]}
    column = 3 + list(COLUMNS[2014]).index("f")
    rows = [line.split("\t") for line in official()[:45]]
    assert found == {(row[0], f"{row[1]}/{row[2]}"): row[column] for row in rows}


def test_the_utility_of_2apsal_is_within_a_percent_of_the_published_one() -> None:
    done = cliometer("score", DATA / "2014" / "cunlp-updates.ssv.gz", DATA / "2014", "-m", "msu", "--json")
    found = json.loads(done.out)
    means = {mean["system"]: mean["value"] for mean in found["means"]}
    assert means["cunlp/2APSal"] == pytest.approx(13.3304, rel=0.01)  # lengths of 1,499 of 5,721 updates are known
    short = [row["value"] for row in found["scores"] if row["system"] == "cunlp/2APSal" and row["topic"] == "TS14.22"]
    assert short == [pytest.approx(21.779, abs=5e-4)]  # all lengths are known
