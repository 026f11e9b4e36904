"""Whatever a report shows can be cited: every kind of result, and the releases of studies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cliometer.report.chapters import kind_of
from cliometer.report.chapters.base import KINDS
from cliometer.report.citations import CITED
from cliometer.report.releases import read_release
from tests.unit.cli.cliometer_command import DEMO, cliometer

RUNS = (DEMO / "runs/lead", DEMO / "runs/mentions")
APOLLO = (DEMO / "runs/lead/apollo-13.txt", DEMO / "references/apollo-13/almanac.txt")
EVENTS = DEMO / "events/berlin-wall.json"
AGREE = ("agree", DEMO / "scores.csv", "-m", "date")
REQUESTS = ("--requests", DEMO / "facts/requests.json")
FEW = ("--resamples", "100")
VOTED = {"condorcet-1785", "wilson-1927", "cameron-gelbach-miller-2011", "holm-1979", "tideman-1987"}
VOTED |= {"krippendorff-2011"}
JUDGED = {"khandelwal-2001", "krippendorff-2011", "passonneau-2006"}
COMPARED = {"martschat-markert-2018", "student-1908", "holm-1979", "piepho-2004"}
RESULTS: dict[str, tuple[tuple[object, ...], set[str]]] = {  # of each kind a command, and what it rests on
    "agree": (
        (*AGREE, "--human", DEMO / "human.csv", "--coefficient", "spearman", *FEW),
        {
            "martschat-markert-2018",
            "spearman-1904",
            "deutsch-2021",
            "pitman-1937",
            "deutsch-2023",
            "thompson-2024",
        },
    ),
    "agree-matrix": (
        (*AGREE, "-m", "align+m1(rouge=1)", "--matrix"),
        {"martschat-markert-2018", "martschat-markert-2017", "spearman-1904"},
    ),
    "agree-votes": (
        (*AGREE, "--votes", DEMO / "votes.csv", *FEW),
        {"martschat-markert-2018", "deutsch-2023"},
    ),
    "agreement": (("agreement", DEMO / "events"), JUDGED),
    "baselines": (("baselines", DEMO / "units", "--runs", "1"), {"bauer-teufel-2015"}),
    "comparison": (("compare", *RUNS, "-r", DEMO / "references", "-m", "date", *FEW), COMPARED),
    "court": (
        ("court", DEMO / "references", "-m", "date", "-t", "merge"),
        {"martschat-markert-2017", "martschat-markert-2018"},
    ),
    "curve": (("curve", DEMO / "rankings/first.json", "-r", EVENTS), {"khandelwal-2001", "allan-2001"}),
    "drafts": (("draft", DEMO / "references"), {"bauer-teufel-2015"}),
    "experiment": (
        ("experiment", "microblog", DEMO / "posts", "--config", DEMO / "experiment.toml"),
        {"mackie-2014", "nenkova-vanderwende-2005", "sharifi-2010", "radev-2004", "dela-rosa-2011"}
        | {"louis-nenkova-2013", "lin-hovy-2000", "student-1908", "holm-1979", "spearman-1904"},
    ),
    "explain": (("explain", *APOLLO), {"martschat-markert-2017"}),
    "explain-parts": (
        ("explain", DEMO / "runs/lead/apollo-13.txt", DEMO / "articles", "-m", "jsd"),
        {"louis-nenkova-2013"},
    ),
    "generated-timelines": (
        ("timelines", DEMO / "articles/rosetta.jsonl", "-s", "chieu", "--dates", "3", "--no-cache"),
        {"chieu-lee-2004"},
    ),
    "judge-card": (("court", DEMO / "references", "--judge", "words", "-t", "omit", "--most", "1"), {"zheng-2023"}),
    "agree-judges": (
        ("agree", DEMO / "votes.csv", DEMO / "model-votes.csv", "--judges"),
        {"zheng-2023", "wilson-1927", "cameron-gelbach-miller-2011", "spearman-1910"},
    ),
    "judged-preferences": (("judge", *RUNS, "-j", "words"), {"zheng-2023"}),
    "leaderboard": (
        ("submissions", DEMO / "runs", "-r", DEMO / "references", "-m", "date"),
        {"martschat-markert-2018", "student-1908", "holm-1979"},
    ),
    "judged-coverage": (("judge", *RUNS, "--units", DEMO / "units", "-j", "words"), {"zheng-2023"}),
    "polls": (("vote", DEMO / "votes.csv", DEMO / "post-votes.csv", "--rule", "ranked-pairs", *FEW), VOTED),
    "plan": (("plan", *RUNS), {"mackie-2014"}),
    "power": (("power", "--topics", "20"), {"kish-1965"}),
    "reasons": (("reasons", DEMO / "votes.csv", "--codebook", DEMO / "codebook.toml"), {"mackie-2014"}),
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
    found = cliometer("cite", path, "--json")
    assert found.status == 0, found.err
    document = json.loads(found.out)
    return document["runs"][0]["kind"], {work["key"] for work in document["works"]} - {"cliometer"}


def test_every_kind_that_a_report_shows_can_be_cited() -> None:
    assert set(KINDS) - set(CITED) == set()
    assert set(CITED) == {*RESULTS, "release"}


@pytest.mark.parametrize("kind", RESULTS)
def test_a_result_cites_what_it_rests_on_and_nothing_else(kind: str, tmp_path: Path) -> None:
    words, works = RESULTS[kind]
    printed = cliometer(*words, "--json")
    assert printed.status == 0, printed.err
    path = tmp_path / "result.json"
    path.write_text(printed.out, encoding="utf-8")
    shown = kind_of(json.loads(printed.out))
    assert (shown.name if shown else None) == (kind if kind in KINDS else None)
    assert cited(path) == (CITED[kind].title, works)


def test_coders_of_reasons_rest_on_alpha(tmp_path: Path) -> None:
    document = {
        "cliometer": "1", "categories": [], "reasons": [], "votes_without_reason": 0,
        "agreement": {"alpha": 0.0},
    }  # fmt: skip
    path = tmp_path / "reasons.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    assert cited(path) == ("coding of reasons", {"mackie-2014", "krippendorff-2011"})


def release(folder: Path, **files: str) -> Path:
    """A folder with these files: `votes_csv` is votes.csv."""
    folder.mkdir()
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return folder


def test_a_release_of_events_rests_on_what_its_agreement_does(tmp_path: Path) -> None:
    links = EVENTS.with_suffix(".csv").read_text(encoding="utf-8")
    path = release(tmp_path / "release", events_json=EVENTS.read_text(encoding="utf-8"), links_csv=links)
    assert cited(path) == ("survey of agreement", JUDGED)


def test_a_release_of_preferences_rests_on_its_votes(tmp_path: Path) -> None:
    votes = (DEMO / "votes.csv").read_text(encoding="utf-8")
    title, works = cited(release(tmp_path / "release", votes_csv=votes, answers_jsonl=""))
    assert title == "vote" and works >= VOTED


def test_the_document_of_a_release_rests_on_its_results(tmp_path: Path) -> None:
    votes = (DEMO / "votes.csv").read_text(encoding="utf-8")
    document = read_release(release(tmp_path / "release", votes_csv=votes, answers_jsonl="")).to_dict()
    path = tmp_path / "release.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    title, works = cited(path)
    assert title == "release of a study" and works >= VOTED


def test_a_release_without_votes_cites_cliometer_alone(tmp_path: Path) -> None:
    head = (DEMO / "votes.csv").read_text(encoding="utf-8").splitlines()[0]
    path = release(tmp_path / "release", votes_csv=head, answers_jsonl="")
    assert cited(path) == ("release of preferences", set())


def test_an_archive_that_is_no_release_is_told(tmp_path: Path) -> None:
    path = tmp_path / "odd.zip"
    path.write_bytes(b"no archive")
    found = cliometer("cite", path)
    assert (found.status, found.out, found.err.count("\n")) == (2, "", 1)
    assert found.err.startswith(f"cliometer: {path}: ")
