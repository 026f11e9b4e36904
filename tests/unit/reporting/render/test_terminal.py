"""Documents as text for a terminal."""

from __future__ import annotations

from cliometer.reporting.document import Block, Code, Document, Figure, Listing, Notes, Paragraph, Section
from cliometer.reporting.render.terminal import terminal
from cliometer.text.tables import Table

TABLE = Table(["system", "score"], [["lead", 0.25], ["random", None]])


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


def test_characters_that_steer_a_terminal_are_shown_and_not_sent() -> None:
    wrong = "a\x1b[2Jb"
    blocks: list[Block] = [Paragraph(wrong), Notes([wrong]), Listing(wrong, TABLE), Code(wrong, "signature")]
    text = terminal(Document("", [Section(wrong, blocks)]))
    assert "\x1b" not in text and text.count("[2Jb") == 5
