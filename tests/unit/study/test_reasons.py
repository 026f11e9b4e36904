"""Reasons: what a codebook suggests, what sheets say, shares and agreement."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.errors import CliometerError
from cliometer.model.judgements import Poll, Vote
from cliometer.study.reason_coding import (
    Category,
    Codebook,
    Coder,
    Reason,
    coding_sheet,
    read_codebook,
    read_coding_sheet,
    reasons_of,
    survey_reasons,
)

BOOK = Codebook(
    (
        Category("informativeness", "", ("more descriptive", "detail*")),
        Category("readability", "", ("understand", "grammar")),
        Category("length", "", ("concise", "to the point")),
    )
)
REASONS = (Reason("better details", 6), Reason("better grammar", 3), Reason("more concise", 1))


def coder(name: str, *codes: str | None) -> Coder:
    return Coder(name, codes)


def test_equal_reasons_are_counted_together_and_votes_without_one_apart() -> None:
    texts = ["Shorter", "shorter ", "", "clear"]
    votes = tuple(Vote("a", "b", "a", reason=text, count=2) for text in texts)
    assert reasons_of([Poll("p", votes)]) == ((Reason("Shorter", 4), Reason("clear", 2)), 2)
    with pytest.raises(CliometerError, match="no vote has a reason"):
        reasons_of([Poll("p", votes[2:3])])


def test_chance_is_guessing_among_all_categories_whichever_occur() -> None:
    codes = ["length", "readability", "length"]
    found = survey_reasons(REASONS, 0, BOOK, [coder("a", *codes), coder("b", *codes)])
    assert found.accord is not None and found.accord.chance == pytest.approx(1 / 3)
    assert found.accord.share == 1.0


def test_without_coders_weights_are_those_of_the_suggestions() -> None:
    found = survey_reasons((*REASONS, Reason("dunno", 90)), 0, BOOK)
    assert found.weight("informativeness") == 0.6
    assert found.columns[0].counts[None] == 90
    assert found.accord is None


def test_coders_who_say_one_thing_have_no_alpha() -> None:
    codes = ["length"] * 3
    found = survey_reasons(REASONS, 0, BOOK, [coder("a", *codes), coder("b", *codes)])
    assert found.accord is not None and found.accord.alpha is None and found.accord.undefined
    assert "all values are equal" in found.accord.undefined


def test_a_blind_sheet_shows_no_suggestion() -> None:
    text = coding_sheet(REASONS, BOOK, blind=True)
    assert text.startswith("reason,times,category\n") and "informativeness" not in text


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is empty"),
        ("reason,code\nbetter details,length\n", "has no column category"),
        ("reason,category\nbetter details,lenght\n", ":2: unknown category 'lenght'; did you mean length?"),
        ("reason,category\nbetter deal,length\n", ":2: the votes have no such reason"),
        ("reason,category\nmore concise,length\nMore concise,\n", ":3: the reason appears twice"),
    ],
)
def test_a_wrong_sheet_names_its_line(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises(CliometerError) as caught:
        read_coding_sheet(tmp_path / "a.csv", REASONS, BOOK)
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "two categories or more"),
        ("[[categories]]\nname = 'a'\n", "did you mean category?"),
        ("[[category]]\nname = 'a'\n", "two categories or more"),
        ("[[category]]\nname = 'a'\n[[category]]\nname = 'a'\n", "described twice"),
        ("[[category]]\nname = 'a'\n[[category]]\nphrase = ['x']\n", "did you mean phrases?"),
        ("[[category]]\nname = 'a'\n[[category]]\nphrases = ['x']\n", "no. 2 has no name"),
        (
            "[[category]]\nname = 'a'\nphrases = 'x'\n[[category]]\nname = 'b'\n",
            "category no. 1.phrases: expected a list, found",
        ),
        ("[[category]]\nname = 'a'\nphrases = ['*']\n[[category]]\nname = 'b'\n", "fits every reason"),
        (
            "[[category]]\nname = 3\n[[category]]\nname = 'b'\n",
            "category no. 1.name: expected a text in quotes, found 3",
        ),
        ("category = [3, 4]\n", "category no. 1: expected an object, found 3"),
        ("category = 3\n[x", "is not valid TOML"),
    ],
)
def test_a_wrong_codebook_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "book.toml"
    path.write_text(text)
    with pytest.raises(CliometerError) as caught:
        read_codebook(path)
    assert complaint in str(caught.value) and str(caught.value).startswith(f"{path}: ")
