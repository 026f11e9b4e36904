"""The court on timeline17: Table 2 of Martschat & Markert (2017), and the known defects of the metrics."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cliometer.court.findings import Findings
from cliometer.court.perturbation import TrialKind
from cliometer.court.trial_files import CourtPlan
from tests.real.test_martschat_2017_table_2 import METRICS, TABLE_2
from tests.shared import SHARED, needs
from tests.unit.cli.cliometer_command import cliometer
from tests.unit.court.test_cards import DEFENDANTS

GOLD = SHARED / "data" / "timeline17" / "references"
OUTPUTS = SHARED / "data" / "system_outputs" / "TL17_bestsumm"
TRIALS = {"merge": "merge", "shift 1": "shift(days=1)", "shift 5": "shift(days=5)"}

pytestmark = needs("data", "timeline17", "references")


@cache
def findings() -> Findings:
    return CourtPlan(GOLD, [*METRICS, *DEFENDANTS], preset="paper2017").run()


@cache
def found() -> Any:
    return json.loads(json.dumps(findings().to_dict()))


def row(trial: str, metric: str) -> Any:
    return next(row for row in found()["rows"] if row["trial"] == trial and row["metric"].partition("(")[0] == metric)


def ladder(perturbation: str, metric: str) -> Any:
    return next(
        entry
        for entry in found()["ladders"]
        if entry["perturbation"] == perturbation and entry["metric"].partition("(")[0] == metric
    )


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("test", TABLE_2)
def test_merge_and_both_shifts_give_table_2(test: str, metric: str) -> None:
    entry = row(TRIALS[test], metric)
    changes = [entry[key] for key in ("delta_precision", "delta_recall", "delta_f")]
    assert [round(change, 3) + 0.0 for change in changes] == list(TABLE_2[test][metric])
    assert entry["tasks"] == 19


@pytest.mark.parametrize("metric", METRICS)
def test_remove_gives_the_expectation_of_table_2(metric: str) -> None:
    entry = row("remove", metric)
    assert round(entry["delta_precision"], 3) + 0.0 == 0
    assert round(entry["delta_recall"], 3) == (-0.046 if metric == "align+m1" else -0.051)


def test_add_takes_articles_where_there_are_some_and_says_where_not() -> None:
    assert any(note.startswith("articles were read from ") for note in found()["notes"])
    assert any(note.startswith("add: 6 of 19 timelines got a sentence of inv") for note in found()["notes"])
    assert row("add", "align+")["delta_recall"] == 0


@pytest.mark.parametrize("trial", ["merge", "shift(days=1)", "shift(days=-5)", "shuffle"])
def test_concat_is_blind_to_dates(trial: str) -> None:
    assert row(trial, "concat")["verdict"] == "fails: blind, no side moves"


@pytest.mark.parametrize("metric", METRICS)
def test_negation_hardly_costs_anything(metric: str) -> None:
    assert row("negate", metric)["verdict"].startswith("fails: can be gamed, keeps 92 % of F")


@pytest.mark.parametrize("metric", METRICS)
def test_paraphrase_is_punished(metric: str) -> None:
    assert row("paraphrase", metric)["verdict"].startswith("fails: punishes what should not matter")


@pytest.mark.parametrize(("metric", "timelines"), [("align", 16), ("align+m1", 7), ("align+", 0)])
def test_recall_may_rise_with_a_growing_shift(metric: str, timelines: int) -> None:
    entry = ladder("shift", metric)
    assert entry["rises"]["recall"] == timelines and entry["rises"]["of"] == 19
    assert entry["verdict"].startswith("fails: not monotone in days" if timelines else "passes")


def verdicts(metric: str) -> dict[str, str]:
    name = next(name for name in findings().metrics if name.partition("(")[0] == metric)
    return {kind: score.verdict for kind, score in findings().card(name).kinds.items()}


@pytest.mark.parametrize(
    ("defendant", "kinds"),
    [
        ("letters-in-a-test", ["tolerance", "proportion"]),
        ("constant-in-a-test", ["sensitivity", "proportion", "economy", "truth", "people"]),
        ("length-in-a-test", ["sensitivity", "proportion", "truth", "people"]),
    ],
)
def test_the_three_defendants_fail_where_they_should(defendant: str, kinds: list[str]) -> None:
    assert [kind for kind, verdict in verdicts(defendant).items() if verdict == "fails"] == kinds


@pytest.mark.parametrize("kind", ["tolerance", "proportion"])
def test_align_plus_is_above_agreement_as_the_paper_concludes(kind: TrialKind) -> None:
    plus, same = (findings().card(f"{name}(rouge=1)").kinds[kind].score for name in ("align+", "agreement"))
    assert plus and same and plus.low > same.high


def test_the_papers_argument_against_agreement_comes_out_as_printed() -> None:
    """One day off costs nearly all, and five days hardly more (section 5 and Table 2)."""
    rows = {row.metric: row for row in findings().criteria if row.trial == "shift(days=1) < shift(days=5)"}
    same, plus = (rows[f"{name}(rouge=1)"].score for name in ("agreement", "align+"))
    assert [round(row(f"shift(days={days})", "agreement")["kept"], 3) for days in (1, 5)] == [0.113, 0.073]
    assert same and plus and same.high < 0.2 and plus.low > 0.75
    assert verdicts("agreement")["proportion"] != "passes" and verdicts("align+")["proportion"] == "passes"


def run_folder(folder: Path) -> Path:
    """The outputs as RUN/<topic>/<reference>.txt; a name may be the beginning of its reference's."""
    for file in OUTPUTS.glob("*.txt"):
        _, _, topic, name = file.stem.split("_", 3)
        names = sorted(path.stem for path in (GOLD / topic).glob("*.txt"))
        (folder / topic).mkdir(parents=True, exist_ok=True)
        name = name if name in names else next(whole for whole in names if whole.startswith(name))
        shutil.copy(file, folder / topic / f"{name}.txt")
    return folder


@needs("data", "system_outputs", "TL17_bestsumm")
def test_real_systems_keep_most_of_their_score_with_wrong_or_copied_texts(tmp_path: Path) -> None:
    asked = ["-m", "align+m1", "-m", "date", "-t", "shuffle", "-t", "duplicate"]
    done = cliometer("court", "metrics", GOLD, "--systems", run_folder(tmp_path), *asked, "--json")
    rows = {(entry["trial"], entry["metric"]): entry for entry in json.loads(done.out)["rows"]}
    m1 = "align+m1(rouge=1)"
    assert rows["shuffle", m1]["verdict"].startswith("fails: can be gamed, keeps 64 % of F")
    assert rows["duplicate", m1]["verdict"].startswith("fails: can be gamed, keeps 88 % of F")
    assert rows["shuffle", "date"]["verdict"] == "fails: blind, no side moves"


@needs("data", "system_outputs", "TL17_bestsumm")
def test_sentences_dealt_out_keep_70_percent_and_copies_on_free_days_94(tmp_path: Path) -> None:
    """One draw in the facts kept 72 % and 95 %; single draws range from 68 to 76 %."""
    trials = ["deal(draws=20)", "duplicate(onto=free)"]
    dealt, copied = CourtPlan(GOLD, ["align+m1"], trials, run_folder(tmp_path)).run().rows
    assert dealt.kept == pytest.approx(0.705, abs=0.005)
    assert copied.kept == pytest.approx(0.944, abs=0.005)
    assert not dealt.verdict.passes and not copied.verdict.passes
