"""Language, theme and texts as pages show them: settings in their groups, Markdown, and stored notes."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from django.test import Client
from django.utils.translation import override

from cliometer.errors import Refused
from cliometer.model.notes import Note, joined
from cliometer.spelling import many
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.languages import translated
from cliometer_workbench.models import Audit
from cliometer_workbench.services.markdown import render
from cliometer_workbench.services.storage import record
from workbench.tests.app.people import Town


def test_strangers_choose_language_and_theme(town: Town) -> None:
    client = Client(HTTP_HOST="localhost")
    answer = client.post(
        "/display", {"cliometer-language": "de", "cliometer-theme": "dark", "next": "/login?next=/account"}
    )
    assert (answer.status_code, answer["Location"]) == (302, "/login?next=/account")
    page = client.get("/login").content.decode()
    assert '<html lang="de" data-theme="dark">' in page
    assert '<meta name="color-scheme" content="dark">' in page


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.protocol.kind)
def test_every_setting_is_in_one_group(kind: object) -> None:
    form = kind.settings_form  # type: ignore[attr-defined]
    named = Counter(name for _, names in form.groups for name in names)
    assert named == dict.fromkeys(form.base_fields, 1)


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[a](javascript:alert(1))",
        "[a](JaVaScRiPt:alert(1))",
        "<javascript:alert(1)>",
        "[a](data:text/html,x)",
        "[a](//elsewhere.example)",
        "![a](https://elsewhere.example/a.png)",
        "![a](../a.png)",
        "[a]: javascript:alert(1)\n\n[a]",
        "| a |\n|--:|\n| <style> |",
    ],
)
def test_nothing_runs_and_nothing_loads_from_elsewhere(text: str) -> None:
    tags = " ".join(re.findall("<[^>]*>", render(text, "/pictures/")))
    assert not re.search("script|img|style|href|src|on[a-z]+=", tags)


def test_a_note_of_the_audit_is_read_in_german_after_it_was_stored(town: Town) -> None:
    answers = Note.of("answers-without-reason", answers=many(2, "answer"))
    record(None, town.person("owner"), "topics added", notes=[joined([answers, "no topic"]), answers.framed("a: ")])
    both, framed = Audit.objects.get(what="topics added").details["notes"]
    assert (both, framed) == ("2 answers without a reason; no topic", "a: 2 answers without a reason")
    with override("de"):
        assert translated(framed) == "a: 2 Antworten ohne Begründung"
        assert translated(both).startswith("2 Antworten ohne Begründung; ")


@pytest.mark.parametrize(
    "members",
    [
        {"counted": 3},
        {"rule of a note": "x", "values": {}, "frame": ["", ""], "text": "as it was"},
        {"rule of a note": "answers-without-reason", "values": 7, "frame": [], "text": "as it was"},
    ],
)
def test_what_only_looks_like_a_note_is_read_as_it_is(members: dict[str, object], town: Town) -> None:
    record(None, town.person("owner"), "topics added", about=members)
    assert Audit.objects.get(what="topics added").details["about"] == members.get("text", members)


def test_an_error_in_a_note_is_stored_as_its_sentence(town: Town) -> None:
    error = Refused("mark-not-linked", member="J1", unit="U2")
    record(None, town.person("owner"), "topics added", note=Note.of("rule-refused", error=error))
    assert Audit.objects.get(what="topics added").details["note"] == "J1 is not linked to U2; link it first"
