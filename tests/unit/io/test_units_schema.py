"""The published schemas say what the readers read and what the writers write."""

from __future__ import annotations

import copy
import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from cliometer.io import extracts as units_extracts
from cliometer.io import units as units_topics
from cliometer.io.extracts import extracts_document
from cliometer.io.units import read_units, units_document
from cliometer.model.extracts import Extract, ExtractItem
from cliometer.model.nuggets import EventTopic, JudgedEvent
from cliometer.model.sources import EventMention, Sentence, SourceSection, TimeExpression
from cliometer.model.units import ContentUnit, Contributor, EventGroup, UnitTopic
from tests.oracles.json_schema import faults
from tests.units import event_topics, extracts, unit_topics

FOLDER = Path(__file__).parents[3] / "docs" / "schema"
UNITS, EXTRACTS = (json.loads((FOLDER / name).read_text()) for name in ("units-1.json", "extracts-1.json"))


def fields(cls: Any, *others: str) -> set[str]:
    return {field.name for field in dataclasses.fields(cls) if field.init and field.compare} | set(others)


@pytest.mark.parametrize(
    ("schema", "name", "keys"),
    [
        (UNITS, "topic", set(units_topics._TOPIC)),
        (UNITS, "source", set(units_topics._SOURCE)),
        (UNITS, "unit", fields(ContentUnit)),
        (UNITS, "contributor", fields(Contributor)),
        (UNITS, "event", fields(JudgedEvent)),
        (UNITS, "group", fields(EventGroup)),
        (UNITS, "section", fields(SourceSection)),
        (UNITS, "sentence", fields(Sentence)),
        (UNITS, "time", fields(TimeExpression)),
        (UNITS, "mention", fields(EventMention, "source")),
        (EXTRACTS, "extract", fields(Extract)),
        (EXTRACTS, "item", fields(ExtractItem)),
    ],
)
def test_a_schema_has_the_keys_of_the_values(schema: Any, name: str, keys: set[str]) -> None:
    assert set(schema["$defs"][name]["properties"]) == keys


def test_the_readers_know_the_keys_of_the_values() -> None:
    assert set(units_topics._UNIT) == fields(ContentUnit)
    assert set(units_extracts._KEYS) == fields(Extract)


@given(unit_topics(), event_topics())
def test_what_is_written_fits_the_schema(units: UnitTopic, events: EventTopic) -> None:
    assert list(faults(json.loads(units_document([units], [events])), UNITS, UNITS)) == []


@given(extracts)
def test_written_extracts_fit_the_schema(extract: Extract) -> None:
    assert list(faults(json.loads(extracts_document([extract])), EXTRACTS, EXTRACTS)) == []


def test_the_example_of_the_manual_is_read_and_fits_the_schema(tmp_path: Path) -> None:
    manual = (FOLDER.parent / "units.md").read_text(encoding="utf-8")
    example = manual.partition("```json\n")[2].partition("```")[0]
    (tmp_path / "units.json").write_text(example, encoding="utf-8")
    assert read_units(tmp_path / "units.json").notes == ()
    assert list(faults(json.loads(example), UNITS, UNITS)) == []


MEMBER = {"id": "a/e1", "v": 1}
SMALL: Any = {
    "format": "cliometer-units",
    "version": 1,
    "topics": [{"id": "t", "sources": [], "units": [{"id": "u", "group": {"members": [MEMBER]}}]}],
}


@pytest.mark.parametrize(
    "member", [{"id": "a/e1", "v": 1.5}, {"v": 1}, {"id": "a/e1", "group": "g"}, {"id": ""}, {"id": "x", "v": "1"}]
)
def test_the_schema_refuses_what_the_reader_refuses(member: Any) -> None:
    document = copy.deepcopy(SMALL)
    assert list(faults(document, UNITS, UNITS)) == []
    document["topics"][0]["units"][0]["group"]["members"] = [member]
    assert list(faults(document, UNITS, UNITS))
