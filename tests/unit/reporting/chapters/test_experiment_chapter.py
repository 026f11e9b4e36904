"""The chapter of an experiment."""

from __future__ import annotations

from typing import Any

from cliometer.experiments.microblog_record import ExperimentRecord
from cliometer.model.records import head
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.chapters.experiment import experiment
from cliometer.reporting.document import Section
from tests.pictured import figures, listings, records, words

_RANKS = {"places": {"a": [1], "b": [2]}, "undefined": None, "letters": {"a": ["a"], "b": ["b"]}}
_SHARED = {"places": None, "undefined": "no order", "letters": {"a": ["a"], "b": ["a", "b"]}}
_TESTS = [{"first": "a", "second": "b", "difference": -0.2, "p": 0.01, "p_holm": 0.02}]


def measure(name: str, **other: Any) -> dict[str, Any]:
    found = {
        "name": name,
        "lower_is_better": name == "jsd",
        "topics": 3,
        "left_out": 0,
        "means": {"a": 0.1, "b": 0.3},
        "ranks": _RANKS,
        "ranks_holm": _RANKS,
        "tests": _TESTS,
    }
    return found | other


def agreement(name: str, right: int, wrong: int, low: float | None = None) -> dict[str, Any]:
    return {
        "measure": name,
        "order": [["a"], ["b"]],
        "same_as_ranked_pairs": True,
        "same_as_first_places": False,
        "right": right,
        "wrong": wrong,
        "tied": 1,
        "low": low,
        "high": None if low is None else 0.9,
        "share": right / (right + wrong + 1),
    }


def document(**other: Any) -> dict[str, Any]:
    found: dict[str, Any] = {
        **head("experiment"),
        "design": "microblog",
        "fingerprint": "abc",
        "background": None,
        "notes": ["a note"],
        "topics": [{"topic": "t1", "posts": 20, "kept": 12}, {"topic": "t2", "posts": 10, "kept": 8}],
        "systems": ["a", "b"],
        "measures": [measure("jsd"), measure("cosine")],
        "correlations": [
            {"first": "jsd", "second": "cosine", "n": 6, "topics": 2, "rho": -0.75, "p": 0.04, "undefined": None}
        ],
        "people": None,
        "significance": 0.05,
        "settings": {},
    }
    return found | other


PEOPLE = {
    "votes": 18,
    "topics": 7,
    "ranked_pairs": [["a"], ["b"]],
    "orderings": [{"order": [["a"], ["b"]], "topics": 2}],
    "first_places": {"b": 0.0, "a": 2.0},
    "measures": [agreement("cosine", 1, 3), agreement("jsd", 4, 0, 0.6)],
}


def chapter(**other: Any) -> Section:
    return experiment(ExperimentRecord.from_dict(document(**other)), FigureNames())


def test_letters_stand_where_joint_ranks_cannot_exist() -> None:
    section = chapter(measures=[measure("cosine", ranks=_SHARED)])
    assert [one["text"] for one in records(figures(section)["metrics"].spec, "text")] == ["0.100  a", "0.300  ab"]


def test_every_test_is_listed() -> None:
    (table,) = [one.table for one in listings(chapter()) if "t tests" in one.caption]
    assert len(table.rows) == 2 and list(table.rows[0])[-2:] == ["0.010", "0.020"]


def test_too_few_topics_do_not_exclude_guessing() -> None:
    section = chapter(people=PEOPLE | {"measures": [agreement("jsd", 4, 0)], "ranked_pairs": None})
    assert "7 topics with votes are too few to exclude guessing" in words(section)
    assert "no order: too many equal majorities in circles" in words(section)


def test_leaders_of_which_one_has_no_interval_do_not_exclude_guessing() -> None:
    tied = [agreement("jsd", 4, 0, 0.6), agreement("cosine", 4, 0)]
    said = words(chapter(people=PEOPLE | {"measures": tied}))
    assert "(0.800 each; 7 topics with votes are too few to exclude guessing)" in said


def test_measures_that_share_the_lead_are_named_and_doubted_together() -> None:
    tied = [agreement("jsd", 4, 0, 0.6), agreement("cosine", 4, 0, 0.4), agreement("kl", 1, 3, 0.1)]
    said = words(chapter(people=PEOPLE | {"measures": tied}))
    assert "Most agreement: jsd and cosine (0.800 each; an interval does not exclude guessing)." in said
    equal = words(chapter(people=PEOPLE | {"measures": tied[:2]}))
    assert "Equal agreement: jsd and cosine (0.800 each" in equal


def test_ten_systems_have_a_line_for_each_measure_and_system() -> None:
    names = [f"s{place}" for place in range(10)]
    means = {name: 0.1 * place for place, name in enumerate(names)}
    of = document(systems=names, measures=[measure("cosine", means=means, ranks=None, ranks_holm=None, tests=[])])
    table = figures(experiment(ExperimentRecord.from_dict(of), FigureNames()))["metrics"].table
    assert list(table.heading) == ["metric", "system", "mean", "rank"]
    assert [row[1] for row in table.rows] == names and list(table.rows[1]) == ["cosine", "s1", "0.1000", "-"]
