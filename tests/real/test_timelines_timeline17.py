"""Generators on one topic of timeline17: the figures, the order of the oracles, and the same bytes again."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import cliometer
from cliometer.io.articles import read_corpus
from cliometer.io.folders import read_references
from cliometer.systems.timelines.generation import GeneratedTimelines
from tests.shared import SHARED

HOME = SHARED / "data" / "timeline17"
SYSTEMS = ("datewise", "submodular", "clust", "date_oracle", "text_oracle", "full_oracle")
METRICS = ("align+m1(rouge=1)", "align+m1(rouge=2)", "date")
PROGRAM = """
from tests.real.test_timelines_timeline17 import generated
print(generated().to_dict()["timelines"])
"""

pytestmark = pytest.mark.skipif(not (HOME / "corpora").exists(), reason=f"{HOME / 'corpora'} is not here")


def generated() -> GeneratedTimelines:
    """The topic mj with the keywords of tilse."""
    articles = {"mj": read_corpus(HOME / "corpora" / "mj.jsonl.gz")[0]["mj"]}
    gold = {"mj": read_references(HOME / "references")[0]["mj"]}
    return cliometer.timelines(articles, SYSTEMS, like=gold, length="newstls", keywords={"mj": ("michael", "jackson")})


@pytest.fixture(scope="module")
def made() -> GeneratedTimelines:
    return generated()


@pytest.fixture(scope="module")
def figures(made: GeneratedTimelines) -> dict[str, list[float]]:
    """AR-1, AR-2 and date F of each system."""
    runs = {system.partition("(")[0]: made[system] for system in made.systems}
    gold = {"mj": read_references(HOME / "references")[0]["mj"]}
    means = cliometer.score(runs, gold, METRICS, per_reference=True).means()
    return {system: [one.f_of_means or 0.0 for one in means if one.system == system] for system in runs}


@pytest.mark.parametrize(
    ("system", "expected"),
    [("datewise", (0.151, 0.055, 0.421)), ("submodular", (0.113, 0.034, 0.395)), ("clust", (0.134, 0.056, 0.395))],
)
def test_the_figures_of_a_topic_stay(
    figures: dict[str, list[float]], system: str, expected: tuple[float, float, float]
) -> None:
    assert figures[system] == pytest.approx(expected, abs=0.0006)


def test_the_full_oracle_has_no_less_than_the_others(figures: dict[str, list[float]]) -> None:
    for oracle in ("date_oracle", "text_oracle"):
        assert figures["full_oracle"][0] >= figures[oracle][0] > figures["datewise"][0]


def test_another_hash_seed_changes_no_sentence(made: GeneratedTimelines) -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": os.pathsep.join(sys.path)}
    again = subprocess.run(
        [sys.executable, "-c", PROGRAM], env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    assert again.stdout.strip() == str(made.to_dict()["timelines"])
