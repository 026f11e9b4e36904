"""Whatever a report shows can be cited: every kind of result, and the releases of studies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cliometer.reporting.chapters import HOMES, kind_of
from cliometer.reporting.citations import CITED
from tests.unit.cli.cliometer_command import DEMO, cliometer

RUNS = (DEMO / "runs/lead", DEMO / "runs/mentions")
APOLLO = (DEMO / "runs/lead/apollo-13.txt", DEMO / "references/apollo-13/almanac.txt")
EVENTS = DEMO / "events/berlin-wall.json"
SCORES = (DEMO / "scores.csv", "-m", "date")
REQUESTS = ("--requests", DEMO / "facts/requests.json")
FEW = ("--resamples", "100")
VOTED = {"condorcet-1785", "wilson-1927", "cameron-gelbach-miller-2011", "holm-1979", "tideman-1987"}
VOTED |= {"krippendorff-2011"}
JUDGED = {"khandelwal-2001", "krippendorff-2011", "passonneau-2006"}
COMPARED = {"martschat-markert-2018", "student-1908", "holm-1979", "piepho-2004"}
RESULTS: dict[str, tuple[tuple[object, ...], set[str]]] = {  # of each kind a command, and what it rests on
    "agree": (
        ("agree", "scores", *SCORES, "--human", DEMO / "human.csv", "--coefficient", "spearman", *FEW),
        {"martschat-markert-2018", "spearman-1904", "deutsch-2021", "pitman-1937", "deutsch-2023", "thompson-2024"},
    ),
    "agree-matrix": (
        ("agree", "metrics", *SCORES, "-m", "align+m1(rouge=1)"),
        {"martschat-markert-2018", "martschat-markert-2017", "spearman-1904"},
    ),
    "agree-people": (
        ("agree", "people", DEMO / "pool.json", "-m", "date", "-m", "concat", "--bed", "runs", *FEW),
        {"martschat-markert-2018", "martschat-markert-2017", "kendall-1945", "efron-1979", "holm-1979"},
    ),
    "agree-votes": (
        ("agree", "votes", *SCORES, "--votes", DEMO / "votes.csv", *FEW),
        {"martschat-markert-2018", "deutsch-2023"},
    ),
    "agreement": (("study", "agreement", DEMO / "events"), JUDGED),
    "baselines": (("summarise", DEMO / "units", "--runs", "1"), {"bauer-teufel-2015"}),
    "check": (
        ("check", DEMO / "runs/lead/rosetta.txt", "--sources", DEMO / "articles/rosetta.jsonl"),
        {"cliometer-grounding"},
    ),
    "claims": (("verify", DEMO / "claims.toml"), set()),
    "comparison": (("compare", *RUNS, "-r", DEMO / "references", "-m", "date", *FEW), COMPARED),
    "court": (
        ("court", "metrics", DEMO / "references", "-m", "date", "-t", "merge"),
        {"martschat-markert-2017", "martschat-markert-2018"},
    ),
    "curve": (("score", "--curve", DEMO / "rankings/first.json", "-r", EVENTS), {"khandelwal-2001", "allan-2001"}),
    "data": (("data", DEMO / "references"), set()),
    "drafts": (("study", "draft", DEMO / "references"), {"bauer-teufel-2015"}),
    "experiment": (
        ("experiment", "microblog", DEMO / "posts", "--config", DEMO / "experiment.toml"),
        {"mackie-2014", "nenkova-vanderwende-2005", "sharifi-2010", "radev-2004", "dela-rosa-2011"}
        | {"louis-nenkova-2013", "lin-hovy-2000", "student-1908", "holm-1979", "spearman-1904"},
    ),
    "explain": (("explain", *APOLLO), {"martschat-markert-2017"}),
    "generated-timelines": (
        ("timelines", DEMO / "articles/rosetta.jsonl", "-s", "chieu", "--dates", "3", "--tags", "no"),
        {"chieu-lee-2004"},
    ),
    "judge-card": (
        ("court", "judge", DEMO / "references", "--judge", "words", "-t", "omit", "--most", "1"),
        {"zheng-2023"},
    ),
    "agree-judges": (
        ("agree", "judges", DEMO / "votes.csv", DEMO / "model-votes.csv"),
        {"zheng-2023", "wilson-1927", "cameron-gelbach-miller-2011", "spearman-1910"},
    ),
    "judged-preferences": (("judge", "preferences", *RUNS, "-j", "words"), {"zheng-2023"}),
    "leaderboard": (
        ("submissions", "rank", DEMO / "runs", "-r", DEMO / "references", "-m", "date"),
        {"martschat-markert-2018", "student-1908", "holm-1979"},
    ),
    "judged-coverage": (("judge", "coverage", *RUNS, "--units", DEMO / "units", "-j", "words"), {"zheng-2023"}),
    "polls": (("vote", DEMO / "votes.csv", DEMO / "post-votes.csv", "--rule", "ranked-pairs", *FEW), VOTED),
    "plan": (("study", "plan", *RUNS), {"mackie-2014"}),
    "power": (("study", "power", "--topics", "20"), {"kish-1965"}),
    "protocol-cards": (
        ("protocols",),
        {"ghalandari-ifrim-2020", "hu-2024", "qorib-2025", "martschat-markert-2018", "wu-2025"},
    ),
    "protocols": (
        ("protocols", "compare", *RUNS, "-r", DEMO / "references", "-p", "crest", "-p", "tilse"),
        {"qorib-2025", "martschat-markert-2017", "martschat-markert-2018"},
    ),
    "reasons": (("study", "reasons", DEMO / "votes.csv", "--codebook", DEMO / "codebook.toml"), {"mackie-2014"}),
    "scores": (("score", *APOLLO, "-m", "date"), {"martschat-markert-2018"}),
    "submission-check": (
        ("submissions", "check", DEMO / "facts/runs", "--track", "crisisfacts", *REQUESTS, "--missing", "zero"),
        set(),
    ),
    "summaries": (("summarise", DEMO / "posts", "-s", "mmr", "-k", "1"), {"carbonell-goldstein-1998"}),
    "tuning": (
        ("tune", DEMO / "posts", "-s", "mmr", "--grid", "balance=0.5", "--folds", "2", "-k", "1"),
        {"carbonell-goldstein-1998", "louis-nenkova-2013"},
    ),
    "votes": (("vote", DEMO / "votes.csv", "--rule", "ranked-pairs", *FEW), VOTED),
}


def cited(path: Path) -> tuple[str, set[str]]:
    """What a document is called, and the keys of the works that it rests on, but for Cliometer."""
    found = cliometer("metrics", "cite", path, "--json")
    assert found.status == 0, found.err
    document = json.loads(found.out)
    return document["runs"][0]["kind"], {work["key"] for work in document["works"]} - {"cliometer"}


def test_every_kind_that_a_report_shows_can_be_cited() -> None:
    assert set(HOMES) - set(CITED) == set()
    assert set(CITED) == {*RESULTS, "release"}


@pytest.mark.parametrize("kind", RESULTS)
def test_a_result_cites_what_it_rests_on_and_nothing_else(kind: str, tmp_path: Path) -> None:
    words, works = RESULTS[kind]
    printed = cliometer(*words, "--json")
    assert printed.status == 0, printed.err
    path = tmp_path / "result.json"
    path.write_text(printed.out, encoding="utf-8")
    shown = kind_of(json.loads(printed.out))
    assert (shown.name if shown else None) == (kind if kind in HOMES else None)
    assert cited(path) == (CITED[kind].title, works)
