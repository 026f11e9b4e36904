"""Notes in the database keep their rules, so that pages show them in the language of the reader."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from cliometer.errors import Refused
from cliometer.model.notes import Note, joined
from cliometer.spelling import many
from cliometer_workbench.languages import translated
from cliometer_workbench.models import Audit
from cliometer_workbench.services.storage import record
from workbench.tests.app.people import Town


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
