"""Where sentences end, and where a stop is none."""

from __future__ import annotations

import pytest

from cliometer.text.annotate.sentences import split_sentences


def sentences(text: str) -> list[str]:
    return [sentence.text for sentence in split_sentences(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Mr. Bush met Gov. Smith in St. Louis.",
        "The U.S. Navy sailed at 5 p.m. Friday.",
        "Profit rose 3.5 percent to $1.20 a share.",
        "John F. Kennedy and J.R.R. Tolkien never met.",
        "It fell on Oct. 13 to 2.1 points, vs. 3 before.",
        "He waited ... and then he left.",
        "They saw that Mr.\nBush had met Gov.\nSmith.",
        "Yahoo! was bought, or so he said.",
    ],
)
def test_a_stop_inside_a_sentence_ends_nothing(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("He left. She came.", 2),
        ('"I left." She came.', 2),
        ("``I left,'' he said. ``So did I.'' They met.", 3),
        ("Did he? Yes! Well...\nThen (so be it.) No.", 5),
        ('" They left . "\nShe came .', 2),
        ("He works for Foo Inc. The firm is big.", 2),
        ("They met at 5 p.m. The talks failed.", 2),
        ("Storm hits coast\nThe storm came at night.", 2),
        ("One paragraph\n\nanother paragraph", 2),
        ("他来了。她走了！", 2),
        ("वह आया। वह गया।", 2),
    ],
)
def test_a_sentence_ends(text: str, parts: int) -> None:
    assert len(sentences(text)) == parts


def test_a_wrapped_line_goes_on() -> None:
    assert sentences("The convention voted on Friday to\nmake Australia a republic.") == [
        "The convention voted on Friday to\nmake Australia a republic."
    ]


def test_a_short_line_in_the_middle_of_a_sentence_is_no_headline() -> None:
    text = "The minister said that he had met the Attorney General of the United\nStates and Daryl\nWilliams."
    assert sentences(text) == [text]


def test_spans_point_into_the_text() -> None:
    text = "  He left.  She came.\n"
    assert [(s.id, s.start, s.end, text[s.start : s.end]) for s in split_sentences(text)] == [
        ("s1", 2, 10, "He left."),
        ("s2", 12, 21, "She came."),
    ]


def test_a_text_of_blanks_has_no_sentence() -> None:
    assert split_sentences(" \n\t ") == ()
