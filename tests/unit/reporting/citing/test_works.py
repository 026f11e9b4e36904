"""One list of works: everything that cites resolves to it, and it prints as BibTeX."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest

from cliometer.cli.function_command import AgreeScores
from cliometer.cli.parser import CommandParser
from cliometer.court.votes.voting_rules import RULES as VOTING_RULES
from cliometer.metrics.base import metrics
from cliometer.metrics.similarity import kernels, similarities
from cliometer.model.bibliography import WORKS, mentioned_in
from cliometer.reporting.citation_methods import METHODS, CitedComponent
from cliometer.reporting.citations import CitableRun, citation_sentence
from cliometer.reporting.registry_text import describe, describe_with_works
from cliometer.settings.groups import Correction, Interval, Test
from cliometer.systems.summarisers import summarisers
from cliometer.systems.timelines import generators

METRICS = list(metrics)
REGISTERED = [*METRICS, *kernels, *similarities, *summarisers]


@pytest.mark.parametrize("thing", REGISTERED, ids=lambda thing: thing.__name__)
def test_every_year_that_a_citation_names_belongs_to_a_work_of_it(thing: Any) -> None:
    years = {int(year) for year in re.findall(r"\((\d{4})\)", thing.citation)}
    assert years == {work.year for work in mentioned_in(thing.citation)}


def test_every_test_correction_interval_and_rule_of_the_program_has_a_citation() -> None:
    assert set(get_args(Test)) <= METHODS["test"].keys()
    assert set(get_args(Correction)) - {"none"} == METHODS["correction"].keys() - {
        "by"
    }  # of the alternative annotator test
    assert set(get_args(Interval)) <= METHODS["interval"].keys()
    assert set(VOTING_RULES) == METHODS["voting rule"].keys()
    assert "baselines" in METHODS["design"]


def test_every_coefficient_and_test_of_agree_has_a_citation() -> None:
    parser = CommandParser("agree scores")
    AgreeScores("agree scores").configure(parser)
    choices = {action.dest: action.choices for action in parser.arguments}
    assert set(choices["coefficients"] or ()) == set(METHODS["coefficient"])
    assert set(choices["tests"] or ()) <= METHODS["test"].keys()


def test_no_work_stands_in_the_list_unused() -> None:
    citations = [thing.citation for thing in (*REGISTERED, *generators)]
    citations += [method.citation for methods in METHODS.values() for method in methods.values()]
    cited = {work.key for citation in citations for work in mentioned_in(citation)}
    assert set(WORKS) - cited == set()


@pytest.mark.parametrize("key", WORKS)
def test_a_work_is_found_by_its_label_and_no_other_is(key: str) -> None:
    assert [work.key for work in mentioned_in(f"as in {WORKS[key].label}, too")] == [key]


@pytest.mark.parametrize("key", WORKS)
def test_a_work_has_authors_a_title_a_plausible_year_and_a_place(key: str) -> None:
    work = WORKS[key]
    assert work.authors and work.title and 1700 < work.year < 2030
    places = {"journal", "booktitle", "publisher", "institution", "howpublished"}
    assert places & dict(work.details).keys()


def test_a_sentence_for_a_paper_names_every_metric() -> None:
    eleven = tuple(CitedComponent("metric", f"m{place}", f"m{place}", "") for place in range(11))
    sentence = citation_sentence(CitableRun("", "evaluation", "1", None, eleven))
    assert sentence.count("texttt") == 11 and "more" not in sentence


@pytest.mark.parametrize("name", [cls.name for cls in (*METRICS, *kernels, *similarities)])
def test_what_is_shown_is_the_description_with_works(name: str) -> None:
    shown = describe_with_works(name)
    assert describe(name).items() <= shown.items()
    assert shown["works"] and shown["bibtex"].count("\n@") == len(shown["works"]) - 1
