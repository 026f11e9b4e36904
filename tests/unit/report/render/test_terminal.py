"""Documents as text for a terminal."""

from __future__ import annotations

from cliometer.report.document import Block, Code, Document, Figure, Listing, Notes, Paragraph, Section
from cliometer.report.render.terminal import terminal
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
