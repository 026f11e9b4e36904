"""`cliometer court`."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.laid_out import LATE, OIL, put
from tests.unit.cli.cliometer_command import DEMO, cliometer

GOLD = DEMO / "references"
SHORT = ("-m", "align+m1", "-m", "concat", "-t", "merge", "-t", "shift(days=1)")


@pytest.mark.slow
def test_all_metrics_and_trials_fit_a_terminal(tmp_path: Path) -> None:
    for topic in ("apollo-13", "berlin-wall", "chilean-miners"):
        shutil.copytree(GOLD / topic, tmp_path / "references" / topic)
    shutil.copytree(DEMO / "articles", tmp_path / "articles")
    found = cliometer("court", "metrics", tmp_path / "references", "--ladders")
    assert found.status == 0
    assert "note: articles were read from " in found.err
    assert "are left out, because they are slow on whole timelines; ask for them with -m" in found.err
    lines = [line for line in found.out.splitlines() if not line.startswith("signature ")]
    assert max(map(len, lines)) <= 120
    assert any("blind to  " in line and "coarsen(to=month), merge" in line for line in lines)


def test_writers_are_compared_with_systems_whose_files_are_named_as_published(tmp_path: Path) -> None:
    gold, best = tmp_path / "gold", tmp_path / "best"
    for topic in ("oil", "mine"):
        put(gold / topic / "a.co.uk.txt", OIL)
        put(gold / topic / "b.txt", LATE)
        put(gold / topic / "copy.txt", OIL)
        for writer in ("a", "b", "copy"):
            put(best / f"best_{topic}_{writer}.txt", LATE)
    asked = ["--rival", best, "--without", "oil/copy", "--without", "mine/copy", "-t", "shift(days=1)", "--time"]
    done = cliometer("court", "metrics", gold, "-m", "date", *asked, "--json")
    assert done.status == 0, done.err
    document = json.loads(done.out)
    (card,) = document["metrics"]
    assert document["tasks"] == 4 and card["bench"]["won_of"] == 4 and card["bench"]["milliseconds"] > 0
    assert card["bench"]["won"]["value"] == 0.25  # a loses to a copy of b, and b ties with one
    assert {row["protocol"] for row in document["criteria"]} == {"itself", "writers", "duels"}


def test_named_topics_stand_in_the_signature_and_the_card_can_go_into_a_paper() -> None:
    asked = ["--development", "apollo-13, rosetta", "--held-out", "fukushima", "-m", "date", "--corpus", "none"]
    done = cliometer("court", "metrics", GOLD, *asked, "--latex")
    assert "|development:apollo-13,rosetta|held_out:fukushima" in done.err
    assert "date & held-out & not tried & not tried" in done.out and done.out.count("date &") == 2
    page = cliometer("court", "metrics", GOLD, *asked).out
    assert "economy not tried: there is one topic, and an interval over topics needs two or more" in page
    assert "Share of F kept, development topics" in page


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-t", "shfit(days=1)"], "unknown perturbation 'shfit'; did you mean shift"),
        (["-t", "shift(dys=1)"], "unknown setting of shift 'dys'; did you mean days"),
        (["-m", "aling"], "unknown metric 'aling'; did you mean align"),
        (["--preset", "tils"], "unknown preset 'tils'; did you mean tilse"),
        (["--corpus", "/nowhere", "-t", "add"], "/nowhere"),
        (["--human", str(DEMO / "human.csv")], "human scores are of the runs that --systems and --rival name"),
        (["--human", "none.csv"], "none.csv"),
        (["--draws", "0"], "--draws: expected a whole number from 1 to 1,000, found '0'"),
        (["--import", "no_such_module"], "--import no_such_module: there is no module no_such_module"),
        (["--import", "./none.py"], "there is no such file"),
    ],
)
def test_bad_usage_is_one_line(words: list[str], message: str) -> None:
    found = cliometer("court", "metrics", GOLD, *words)
    assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
    assert message in found.err


MODULE = '''
from dataclasses import dataclass
from cliometer.court.perturbation import Expectation, perturbations
from cliometer.court.perturbation import Perturbation, rewritten


@perturbations.register
@dataclass(frozen=True, repr=False)
class Whisper(Perturbation):
    """Small letters."""

    name = "whisper-in-a-test"
    expectation = Expectation("holds", "holds")

    def variants(self, case):
        return rewritten(case, lambda said: [sentence.lower() for sentence in said])
'''


@pytest.mark.usefixtures("own_classes")
def test_a_module_of_the_users_own_registers_its_perturbation(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(MODULE)
    asked = ["--import", tmp_path / "mine.py", "-t", "whisper-in-a-test", "-m", "agreement"]
    for _ in range(2):  # a second time it is there already
        found = cliometer("court", "metrics", GOLD, *asked)
        assert found.status == 0 and "whisper-in-a-test  agreement(rouge=1)" in found.out


def test_a_module_that_breaks_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("1 / 0\n")
    found = cliometer("court", "metrics", GOLD, "--import", tmp_path / "broken.py")
    assert found.status == 2 and found.err.endswith("broken.py:1: ZeroDivisionError: division by zero\n")


MINE = '''
from dataclasses import dataclass
from cliometer.metrics.base import TimelineMetric, metrics


def divided(system):
    return 1 / 0


@metrics.register
@dataclass(frozen=True, repr=False)
class Bad(TimelineMetric):
    """Breaks."""

    name = "bad-in-a-test"

    def measure_in(self, comparison):
        return [divided(system) for system in comparison.systems]


@metrics.register
@dataclass(frozen=True, repr=False)
class Odd(TimelineMetric):
    """Gives numbers."""

    name = "odd-in-a-test"

    def measure_in(self, comparison):
        return [0.5 for system in comparison.systems]


@metrics.register
@dataclass(frozen=True, repr=False)
class Few(TimelineMetric):
    """Gives nothing."""

    name = "few-in-a-test"

    def measure_in(self, comparison):
        return []


@metrics.register
@dataclass(frozen=True, repr=False)
class Flat(TimelineMetric):
    """Gives Scores that hold numbers in place of ratios."""

    name = "flat-in-a-test"

    def measure_in(self, comparison):
        from cliometer.model.score import Score

        return [Score(0.5, 0.5) for system in comparison.systems]
'''


@pytest.fixture
def mine(tmp_path: Path, own_classes: None) -> Path:
    """A module of the user's own, named without its ending."""
    (tmp_path / "mine.py").write_text(MINE)
    return tmp_path / "mine"


@pytest.mark.parametrize(
    "command", [("score",), ("agree", "scores", "--human", DEMO / "human.csv"), ("compare",), ("report",), ("explain",)]
)
def test_commands_that_score_take_metrics_of_the_users_own(mine: Path, command: tuple[object, ...]) -> None:
    runs = [DEMO / "runs" / "lead" / "apollo-13.txt"] if command == ("explain",) else sorted((DEMO / "runs").iterdir())
    gold = GOLD / "apollo-13" / "almanac.txt" if command == ("explain",) else GOLD
    found = cliometer(*command, *runs, "-r", gold, "--import", mine, "-m", "bad-in-a-test")
    assert (found.status, found.err.count("\n")) == (2, 1)
    assert "mine.py:7: the metric bad-in-a-test failed" in found.err


def test_a_module_that_registers_nothing_is_noted(tmp_path: Path) -> None:
    (tmp_path / "nothing.py").write_text("x = 1\n")
    found = cliometer("court", "metrics", GOLD, *SHORT, "--import", tmp_path / "nothing.py")
    assert found.status == 0 and "nothing.py registers nothing; put @metrics.register" in found.err


@pytest.mark.slow
def test_half_blind_is_told_from_blind() -> None:
    found = cliometer("court", "metrics", GOLD, "-m", "date", "--json")
    (faults,) = json.loads(found.out)["fault_lists"].values()
    assert faults["half_blind_to"] == ["merge", "split"] and "merge" not in faults["blind_to"]
    page = cliometer("court", "metrics", GOLD, "-m", "date").out
    (line,) = [line for line in page.splitlines() if "half blind to" in line]
    assert "  merge (precision does not move; keeps 96 %)" in line


@pytest.mark.parametrize("command", [("score",), ("agree", "scores", "--human", DEMO / "human.csv")])
@pytest.mark.parametrize(
    ("metric", "complaint"),
    [
        ("odd-in-a-test", "the metric odd-in-a-test: expected a list of Scores, it gave [0.5"),
        ("few-in-a-test", "the metric few-in-a-test: expected a Score for each of"),
        ("flat-in-a-test", "the metric flat-in-a-test: expected Score(Ratio(part, whole), Ratio(part, whole))"),
    ],
)
def test_a_metric_of_the_users_own_that_gives_no_score_is_told_in_one_line(
    mine: Path, command: tuple[object, ...], metric: str, complaint: str
) -> None:
    runs = sorted((DEMO / "runs").iterdir())
    found = cliometer(*command, *runs, "-r", GOLD, "--import", mine, "-m", metric)
    assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
    assert complaint in found.err
