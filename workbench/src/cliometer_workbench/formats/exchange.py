"""The formats in which judgements go to other tools: one name for each, and the files that it gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cliometer.errors import InputError, unknown
from cliometer.io.sheets import csv_text
from cliometer_workbench.formats.brat import brat_files
from cliometer_workbench.formats.label_studio import label_studio_files
from cliometer_workbench.formats.markup import DocumentMarkup
from cliometer_workbench.formats.uima import uima_files

MARK_COLUMNS = (
    "topic", "document", "layer", "start", "end", "text", "id", "label", "judge", "group", "v", "type",
)  # fmt: skip
TEXT_COLUMNS = ("topic", "document", "kind", "title", "date", "text")
PAIR_COLUMNS = ("topic", "judge", "left", "right", "preferred", "criterion", "reason", "left text", "right text")


def csv_files(markup: DocumentMarkup) -> dict[str, str]:
    """Return `annotations.csv` and `documents.csv`, or `pairs.csv`; offsets count characters."""
    files: dict[str, str] = {}
    if markup.texts:
        marks = [
            [
                *(text.topic, text.id, mark.layer, mark.start, mark.end, text.text[mark.start : mark.end]),
                *(mark.id, mark.label, mark.judge, mark.group, "" if mark.v is None else repr(mark.v), mark.type),
            ]
            for text in markup.texts
            for mark in text.marks
        ]
        texts = [[text.topic, text.id, text.kind, text.title, text.date, text.text] for text in markup.texts]
        files = {"annotations.csv": csv_text(MARK_COLUMNS, marks), "documents.csv": csv_text(TEXT_COLUMNS, texts)}
    if markup.pairs:
        votes = [
            [
                pair.topic,
                vote.judge,
                pair.left,
                pair.right,
                vote.winner or "tie",
                vote.criterion,
                vote.reason,
                *pair.texts,
            ]
            for pair in markup.pairs
            for vote in pair.votes
        ]
        files["pairs.csv"] = csv_text(PAIR_COLUMNS, votes)
    return files


EXCHANGE_FORMATS: Mapping[str, Callable[[DocumentMarkup], dict[str, str]]] = {
    "label-studio": label_studio_files,
    "brat": brat_files,
    "xmi": uima_files,
    "csv": csv_files,
}
FOR_PAIRS = ("label-studio", "csv")


def exchange_files(markup: DocumentMarkup, format: str) -> dict[str, str]:
    """Return the files of a format, by name."""
    if format not in EXCHANGE_FORMATS:
        raise unknown("format of exchange", format, EXCHANGE_FORMATS)
    if markup.pairs and format not in FOR_PAIRS:
        raise InputError("format-without-preferences", format=format, for_pairs=" or ".join(FOR_PAIRS))
    return EXCHANGE_FORMATS[format](markup)
