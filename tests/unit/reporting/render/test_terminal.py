"""Documents as text for a terminal."""

from __future__ import annotations

from cliometer.reporting.document import Block, Code, Document, Figure, Listing, Notes, Paragraph, Section
from cliometer.reporting.render.terminal import terminal
from cliometer.text.tables import Table

TABLE = Table(["system", "score"], [["lead", 0.25], ["random", None]])


def test_headings_sentences_and_tables_stand_one_below_the_other() -> None:
    inner = Section("Means", [Listing("By system", TABLE), Code("cliometer:1", "signature")])
    assert terminal(Section("Scores", [Paragraph("Two systems.")], [inner])) == (
        "Two systems.\n\nMeans\n\nBy system\n\n"
        "system      score\n------  ---------\nlead        0.250\nrandom  undefined\n\n"
        "signature cliometer:1\n"
    )


def test_pictures_details_folded_tables_and_remarks_are_left_out() -> None:
    hidden: list[Block] = [
        Figure("f", "A figure", {}, TABLE),
        Listing("More", TABLE, folded=True),
        Notes(["left out"], remarks=True),
    ]
    below = [Section("Every topic", [Paragraph("No.")], detail=True), Section("Nothing", hidden)]
    assert terminal(Document("Report", [Section("Scores", [Paragraph("Yes."), *hidden], below)])) == "Scores\n\nYes.\n"


def test_a_wide_table_is_spread_over_blocks_that_fit_a_line() -> None:
    wide = Table(["system", *(f"metric {i:02}" for i in range(20))], [["lead", *(0.5 for _ in range(20))]])
    lines = terminal(Section("", [Listing("", wide)])).splitlines()
    assert max(map(len, lines)) <= 120 and sum("metric" in line for line in lines) == 2


def test_a_last_column_of_words_is_wrapped() -> None:
    table = Table(["metric", "verdict"], [["date", "word " * 60]])
    lines = terminal(Section("", [Listing("", table)])).splitlines()
    assert max(map(len, lines)) <= 120 and lines[3].startswith("     ")


def test_a_figure_with_a_title_is_shown_by_its_numbers() -> None:
    text = terminal(Section("", [Figure("f", "What is to be seen.", {}, TABLE, "Scores of systems")]))
    assert text.startswith("Scores of systems\n\nsystem ") and "to be seen" not in text


def test_notes_are_a_list_and_long_sentences_are_wrapped() -> None:
    first, rest = " ".join(["sentence"] * 11), "and so on"
    assert terminal(Section("", [Notes(["short", f"{first} {rest}"]), Paragraph(f"{first} {rest}")])) == (
        f"- short\n- {first}\n  {rest}\n\n{first}\n{rest}\n"
    )


def test_characters_that_steer_a_terminal_are_shown_and_not_sent() -> None:
    wrong = "a\x1b[2Jb"
    blocks: list[Block] = [Paragraph(wrong), Notes([wrong]), Listing(wrong, TABLE), Code(wrong, "signature")]
    text = terminal(Document("", [Section(wrong, blocks)]))
    assert "\x1b" not in text and text.count("[2Jb") == 5


def test_a_text_that_is_not_signed_ends_with_its_last_sentence() -> None:
    section = Section("", [Code("cliometer:1", "signature"), Paragraph("All.")])
    assert terminal(section) == "All.\n\nsignature cliometer:1\n"
    assert terminal(section, signed=False) == "All.\n"
