"""The chapter of an experiment."""

from __future__ import annotations

from typing import Any

from cliometer.experiments.microblog_record import ExperimentRecord
from cliometer.model.records import head
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.chapters.experiment import experiment, short_names
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
SETTINGS = {
    "a": {
        "loss": "jsd",
        "k": 5,
        "seed": 0,
        "folds": [{"fold": 1, "topics": ["t1"], "chosen": "a(x=1)", "training_loss": 0.2, "losses": {"t1": 0.3}}],
        "settings": [{"setting": "a(x=2)", "loss": 0.5}, {"setting": "a(x=1)", "loss": 0.25}],
    }
}


def chapter(**other: Any) -> Section:
    return experiment(ExperimentRecord.from_dict(document(**other)), FigureNames())


def test_what_was_tried_is_told() -> None:
    said = words(chapter())
    assert "A microblog experiment: a and b on 2 topics, with 20 of 30 posts after filtering, by 2 metrics." in said
    assert "a note" in said


def test_measures_have_means_ranks_and_the_best_where_it_is() -> None:
    cells = {(one["column"], one["row"]): one for one in records(figures(chapter())["metrics"].spec, "shade")}
    low = "jsd \N{DOWNWARDS ARROW}"
    assert (cells[low, "a"]["text"], cells[low, "a"]["shade"]) == ("0.100  1", 1.0)
    assert (cells["cosine", "a"]["shade"], cells["cosine", "b"]["text"]) == (0.0, "0.300  2")


def test_letters_stand_where_joint_ranks_cannot_exist() -> None:
    section = chapter(measures=[measure("cosine", ranks=_SHARED)])
    assert [one["text"] for one in records(figures(section)["metrics"].spec, "text")] == ["0.100  a", "0.300  ab"]


def test_a_measure_without_scores_is_undefined_and_what_was_left_out_is_told() -> None:
    empty = measure("cosine", means={}, topics=0, left_out=3, ranks=None, ranks_holm=None, tests=[])
    section = chapter(measures=[empty])
    assert {one["text"] for one in records(figures(section)["metrics"].spec, "text")} == {"undefined"}
    assert "cosine: left out, without a score: 3 topics." in words(section)
    assert "0 topics with scores, too few to test" in words(section)


def test_ranks_that_change_after_holm_are_told() -> None:
    section = chapter(measures=[measure("cosine", ranks_holm=_RANKS | {"places": {"a": [1, 2], "b": [1, 2]}})])
    assert "With Holm's correction for several tests, cosine ranks a 1/2, b 1/2." in words(section)


def test_every_test_is_listed() -> None:
    (table,) = [one.table for one in listings(chapter()) if "t tests" in one.caption]
    assert len(table.rows) == 2 and list(table.rows[0])[-2:] == ["0.010", "0.020"]


def test_correlations_have_their_sign_and_a_star_where_they_are_significant() -> None:
    (cell,) = records(figures(chapter())["correlations"].spec, "shade")
    assert (cell["row"], cell["column"], cell["shade"], cell["text"]) == ("cosine", "jsd", -0.75, "\N{MINUS SIGN}0.75*")


def test_an_undefined_correlation_is_shown_with_its_reason() -> None:
    none = {"rho": None, "p": None, "undefined": "all scores are equal"}
    section = chapter(correlations=[document()["correlations"][0] | none])
    (cell,) = records(figures(section)["correlations"].spec, "shade")
    assert (cell["shade"], cell["text"]) == (None, "undef.")
    assert "jsd with cosine: undefined, all scores are equal." in words(section)


def test_measures_beside_people_stand_best_first_with_their_counts() -> None:
    section = chapter(people=PEOPLE)
    drawn = records(figures(section)["people"].spec, "value", "beside")
    assert [(one["name"], one["value"], one["low"], one["beside"]) for one in drawn] == [
        ("jsd", 0.8, 0.6, "4 of 5"),
        ("cosine", 0.2, None, "1 of 5"),
    ]
    assert "People, by Ranked Pairs over 18 votes on 7 topics: a > b." in words(section)
    assert "Most agreement: jsd (0.800; more than guessing)." in words(section)


def test_too_few_topics_do_not_exclude_guessing() -> None:
    section = chapter(people=PEOPLE | {"measures": [agreement("jsd", 4, 0)], "ranked_pairs": None})
    assert "7 topics with votes are too few to exclude guessing" in words(section)
    assert "no order: too many equal majorities in circles" in words(section)


def test_without_votes_there_is_nothing_about_people() -> None:
    assert [part.title for part in chapter().sections] == ["Metrics and ranks", "Correlations between metrics"]


def test_settings_are_drawn_best_first_and_the_best_is_marked() -> None:
    section = chapter(settings=SETTINGS)
    drawn = records(figures(section)["settings-a"].spec, "value", "beside")
    assert [(one["name"], one["value"], one["hollow"], one["beside"]) for one in drawn] == [
        ("a(x=1)", 0.25, False, "best"),
        ("a(x=2)", 0.5, True, ""),
    ]
    (listing,) = [one for one in listings(section) if "held-out" in one.caption]
    assert list(listing.table.rows[0]) == [1, "a(x=1)", 0.2, 0.3, "t1"]


def test_a_single_topic_is_too_few() -> None:
    section = chapter(people=PEOPLE | {"topics": 1, "measures": [agreement("jsd", 4, 0)]})
    assert "Agreement: jsd (0.800; 1 topic with votes is too few to exclude guessing)." in words(section)


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


def test_headings_leave_out_the_words_that_all_metrics_count() -> None:
    alike = ["jsd(tokens=posts)", "cosine(tokens=posts)", "rouge1.recall"]
    assert list(short_names(alike).values()) == ["jsd", "cosine", "rouge1.recall"]
    mixed = ["jsd(tokens=posts)", "cosine"]
    assert list(short_names(mixed).values()) == mixed
