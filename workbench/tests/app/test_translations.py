"""Translations: every text of the workbench has one in each language, with the same gaps and elements."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest
from babel.messages import Catalog
from django.conf import settings
from django.test import Client
from django.utils.translation import override

from cliometer.errors import FormatError, Refused
from cliometer.model.notes import Note, joined
from cliometer.reporting.charts.unit_charts import kept
from cliometer.reporting.document import Figure, Section
from cliometer.spelling import many
from cliometer.text.tables import Table
from cliometer_workbench.languages import translated
from cliometer_workbench.services.charts import charts
from tools import messages
from workbench.tests.app.people import Town
from workbench.tests.app.stories import TOPIC

LANGUAGES = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
_FIXED = re.compile(r"%\(\w+\)[sd]|%[sd%]|\{[^{}]*\}|</?[a-z][^<>]*>|https?://\S+")  # what a translation must keep


@cache
def read(language: str) -> Catalog:
    return messages.catalogue(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_and_nothing_else(language: str) -> None:
    known = {message.id if isinstance(message.id, str) else message.id[0]: message for message in read(language)}
    del known[""]
    wanted = {text for text, _ in messages.wanted_texts(language)}
    lacking = [text for text in wanted if text not in known or not all(said(known[text].string))]
    assert lacking == [], "run `python -m tools.messages`, and translate these in the .po file"
    assert set(known) == wanted, "texts that are gone: run `python -m tools.messages`"
    assert [id for id, message in known.items() if message.fuzzy] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_gaps_and_elements_stay_as_they_are(language: str) -> None:
    wrong = []
    for message in read(language):
        given, strings = said(message.id), said(message.string)
        pairs = zip([given[0], *given[-1:] * (len(strings) - 1)], strings, strict=True)  # some have six plurals
        wrong += [(id, text) for id, text in pairs if id and fixed(id) != fixed(text)]
    assert wrong == []


def said(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    """A text, or its singular and plural."""
    return [text] if isinstance(text, str) else list(text or [""])


def fixed(text: str) -> Counter[str]:
    """What code reads in a text."""
    return Counter(_FIXED.findall(text))


_MARKED = re.compile(
    r"\{% blocktranslate.*?endblocktranslate %\}|<(code|kbd|pre)\b.*?</\1>|\{[%{#].*?[%}#]\}", re.DOTALL
)
_SHOWN = re.compile(r'(?:aria-label|placeholder|title|alt|data-draft|data-confirm)="([^"]*[A-Za-z]{3}[^"]*)"')
_NAMES = {"Cliometer", "workbench", "· Cliometer", "at-work", "= min(1, )"}  # and a class, and a formula


def test_no_template_has_text_that_is_not_marked() -> None:
    found = []
    for file in sorted((messages.WORKBENCH / "templates").rglob("*.html")):
        rest = _MARKED.sub("", file.read_text("utf-8"))
        words = [line.strip() for line in re.sub(r"<[^>]*>", "\n", rest).split("\n")]
        left = [line for line in words if re.search(r"[A-Za-z]{2}", line) and line not in _NAMES]
        found += [(file.name, one) for one in (*left, *_SHOWN.findall(rest)) if file.name != "api.html"]  # is English
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_served_is_what_was_written(language: str) -> None:
    served = (messages.LOCALE / language / "LC_MESSAGES/django.mo").read_bytes()
    assert served == messages.compiled(messages.catalogue(language)), "run `python -m tools.messages`"


def test_pages_scripts_and_refusals_speak_german(town: Town) -> None:
    study = town.study("events", [TOPIC], ann="judge")
    client = town.client("ann")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    page = client.get("/").content.decode()
    assert "Ihre Aufgaben" in page or "Ihre Arbeit" in page
    assert '<script id="messages-of-scripts" type="application/json">' in page and '"Copied": "Kopiert"' in page
    refused = client.post(f"/studies/{study.slug}/start", headers={"HX-Request": "true"})
    assert (refused.status_code, refused.content.decode()) == (403, "diese Seite ist für die Leitung der Studie")
    assert "messages-of-scripts" not in Client(HTTP_HOST="localhost").get("/login").content.decode()


def test_sentences_keep_their_values_in_german() -> None:
    unlinked = Refused("mark-not-linked", member="J1", unit="U2")
    unfinished = Refused("sheet-unfinished", reasons="there is no unit; make at least one")
    several = Note.of("answers-without-reason", answers=many(2, "answer"))
    with override("de"):
        assert translated(unlinked) == "J1 ist nicht mit U2 verknüpft; verknüpfen Sie es zuerst"
        assert translated(unfinished) == (
            "der Bogen kann noch nicht abgegeben werden: es gibt keine Einheit; bilden Sie mindestens eine"
        )
        assert translated(joined([several, "there is no unit; make at least one"])) == (
            "2 Antworten ohne Begründung; es gibt keine Einheit; bilden Sie mindestens eine"
        )
        assert translated("nobody has ever written this") == "nobody has ever written this"
    assert translated(unlinked) == "J1 is not linked to U2; link it first"


def test_errors_of_files_and_remarks_of_voting_rules_speak_german() -> None:
    ordered = Note.of("topics-ordered", noun="topics", topics=many(3, "topic"))
    messages_in_german = {
        "a b.csv:3: die Zelle text ist leer; füllen Sie sie aus oder löschen Sie die Zeile": FormatError(
            "cell-empty", "a b.csv", 3, column="text"
        ),
        "erste Plätze bei 2 Themen mit vollständiger Ordnung, von 3 Themen": Note.of(
            "first-places", count=2, basis=ordered
        ),
        "1 von 2 Themen mit vollständiger Ordnung, von 3 Themen": Note.of(
            "orders-equal", times=1, count=2, basis=ordered
        ),
    }
    with override("de"):
        assert [translated(message) for message in messages_in_german.values()] == [*messages_in_german]


def test_words_of_a_chart_are_german_and_names_stay() -> None:
    kinds = [("kept", "credit-4"), ("not kept", "credit-0")]
    records = [{"event": "kept", "kind": kind, "links": 2} for kind, _ in kinds]
    figure = Figure("links", "Two people", kept(records, kinds), Table([], []))
    with override("de"):
        (one,) = charts(Section("Events", [figure]), "links")
    assert one.caption == "Zwei Personen" and 'aria-label="Zwei Personen"' in one.svg
    shown = re.findall(r"<text[^>]*>([^<]*)</text>", one.svg)
    assert {"kept", "übernommen", "nicht übernommen", "verknüpfte Sätze"} < {*shown} and "not kept" not in shown
