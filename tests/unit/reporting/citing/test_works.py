"""One list of works: everything that cites resolves to it, and it prints as BibTeX."""

from __future__ import annotations

import re
from typing import Any, get_args

import pytest

from cliometer.cli.agree import Scores
from cliometer.cli.parser import CommandParser
from cliometer.court.votes.voting_rules import RULES as VOTING_RULES
from cliometer.metrics.base import metrics
from cliometer.metrics.similarity import kernels, similarities
from cliometer.model.bibliography import WORKS, Publication, mentioned_in
from cliometer.reporting.citation_methods import METHODS, CitedComponent, bibtex, latex_accents
from cliometer.reporting.citations import CitableRun, citation_sentence, citation_text
from cliometer.reporting.registry_text import describe, describe_with_works
from cliometer.settings.groups import Correction, Interval, Test
from cliometer.systems.summarisers import summarisers
from cliometer.systems.timelines import generators
from cliometer.text.tables import latex_escaped

METRICS = list(metrics)
REGISTERED = [*METRICS, *kernels, *similarities, *summarisers]


@pytest.mark.parametrize("thing", REGISTERED, ids=lambda thing: thing.__name__)
def test_everything_registered_cites_a_work_of_the_list(thing: Any) -> None:
    assert mentioned_in(thing.citation)


@pytest.mark.parametrize("thing", REGISTERED, ids=lambda thing: thing.__name__)
def test_every_year_that_a_citation_names_belongs_to_a_work_of_it(thing: Any) -> None:
    years = {int(year) for year in re.findall(r"\((\d{4})\)", thing.citation)}
    assert years == {work.year for work in mentioned_in(thing.citation)}


@pytest.mark.parametrize(("role", "name"), [(role, name) for role, methods in METHODS.items() for name in methods])
def test_every_method_cites_a_work_of_the_list(role: str, name: str) -> None:
    method = METHODS[role][name]
    years = {int(year) for year in re.findall(r"\((\d{4})\)", method.citation)}
    assert years == {work.year for work in mentioned_in(method.citation)} != set()


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
    Scores.configure(parser)
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


@pytest.mark.parametrize("key", WORKS)
def test_an_entry_is_ascii_with_balanced_braces(key: str) -> None:
    entry = bibtex([WORKS[key]])
    assert entry.isascii()
    assert entry.count("{") == entry.count("}")
    assert entry.startswith(f"@{WORKS[key].kind}{{{key},\n")


def test_authors_are_named_together_or_by_the_first() -> None:
    work = WORKS["khandelwal-2001"]
    assert work.is_mentioned("Khandelwal, Gupta & Allan (2001)") and work.is_mentioned("Khandelwal et al. 2001")
    assert not work.is_mentioned("Allan, Gupta & Khandelwal (2001)")


@pytest.mark.parametrize(
    "text", ["Berlin (2004)", "Hovy & Lin (2004)", "Lin (2005)", "Lin & Hovy (2000)", "Lin (20045)"]
)
def test_a_longer_name_or_another_year_is_another_work(text: str) -> None:
    assert not WORKS["lin-2004"].is_mentioned(text)


def test_accents_become_commands() -> None:
    assert latex_accents("Demšar, Styś, Günes, Małgorzata & Mémoire à") == (
        r"Dem{\v s}ar, Sty{\'s}, G{\"u}nes, Ma{\l}gorzata \& M{\'e}moire {\`a}"
    )


def test_signs_that_latex_reads_as_commands_are_spelled_out_with_balanced_braces() -> None:
    assert latex_accents("a_b {x} ~ ^ \\ < |") == (
        r"a\_b \textbraceleft{}x\textbraceright{} \textasciitilde{} \textasciicircum{} \textbackslash{} "
        r"\textless{} \textbar{}"
    )


@pytest.mark.parametrize("sign", [*"&%$#_~^\\<>|", "≤", "×"])
def test_a_sign_is_spelled_as_in_tables(sign: str) -> None:
    assert latex_accents(sign) == latex_escaped(sign) != sign


def test_a_group_of_authors_keeps_its_braces() -> None:
    assert "author = {{Friends of R\\&D}}" in bibtex([Publication("x", "misc", ("{Friends of R&D}",), "T", 2000)])


def test_the_page_has_no_at_sign_but_those_of_its_entries() -> None:
    odd = CitedComponent("metric", "own@10", "own@10", "")
    page = citation_text([CitableRun("me@home/x.json", "evaluation", "1@2", "cliometer:1|metrics:own@10", (odd,))])
    before, _, entries = page.partition("\n@misc{cliometer,")
    assert "@" not in before and entries
    assert "% signature cliometer:1|metrics:own at 10\n" in before
    assert r"\texttt{own\char64{}10}" in before


def test_a_version_is_spelled_for_latex() -> None:
    assert r"Cliometer 1.0\_dev~\citep" in citation_sentence(CitableRun("", "evaluation", "1.0_dev", None, ()))


def test_a_sentence_for_a_paper_names_every_metric() -> None:
    eleven = tuple(CitedComponent("metric", f"m{place}", f"m{place}", "") for place in range(11))
    sentence = citation_sentence(CitableRun("", "evaluation", "1", None, eleven))
    assert sentence.count("texttt") == 11 and "more" not in sentence


def test_a_comment_is_one_line() -> None:
    odd = CitedComponent("metric", "a\nb", "a b", "")
    assert "% x y: evaluation by Cliometer 1\n% a b: not in" in citation_text(
        [CitableRun("x\ny", "evaluation", "1", None, (odd,))]
    )


def test_capitals_of_acronyms_and_names_are_kept() -> None:
    work = Publication("x", "misc", ("A, B",), "The ROUGE of LexRank and Bradley-Terry", 2000)
    assert "title = {The {ROUGE} of {LexRank} and {Bradley-Terry}}" in bibtex([work])


@pytest.mark.parametrize("name", [cls.name for cls in (*METRICS, *kernels, *similarities)])
def test_what_is_shown_is_the_description_with_works(name: str) -> None:
    shown = describe_with_works(name)
    assert describe(name).items() <= shown.items()
    assert shown["works"] and shown["bibtex"].count("\n@") == len(shown["works"]) - 1
