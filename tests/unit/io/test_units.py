"""Our JSON of units, events and extracts: what it says, and what it refuses, with the place."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cliometer.errors import InputError
from cliometer.io.extracts import read_extracts
from cliometer.io.units import read_units, write_units
from cliometer.model.extracts import Extract, ExtractItem

DOCUMENT: dict[str, Any] = {
    "format": "cliometer-units",
    "version": 1,
    "topics": [
        {
            "id": "war",
            "length": 2,
            "sources": [
                {
                    "id": "a",
                    "date": "1997-06-12",
                    "text": "They fought. It ended.",
                    "sentences": [{"id": "s1", "start": 0, "end": 12}, {"id": "s2", "start": 13, "end": 22}],
                    "events": [
                        {"id": "e1", "start": 5, "end": 11, "source": "manual"},
                        {"id": "e2", "start": 16, "end": 21},
                    ],
                    "times": [],
                }
            ],
            "groups": [{"id": "either", "members": [{"id": "a/e1"}, {"id": "a/e2"}]}],
            "units": [
                {
                    "id": "u1",
                    "action": "fight",
                    "agent": "they",
                    "time": "1997-06",
                    "roles": {"cause": "land"},
                    "contributors": [{"writer": "x", "text": "A fight.", "date": "1997"}],
                    "group": {"members": [{"group": "either", "v": 0.5}, {"id": "a/s2", "v": 0.5}]},
                    "examined": ["a/s1"],
                }
            ],
            "events": [{"id": "1", "text": "War", "links": ["a/s1"], "groups": [["a/s1", "a/s2"]], "judges": ["j"]}],
        }
    ],
}
Change = Callable[[Any], None]


def written(path: Path, document: Any) -> Path:
    path.write_text(json.dumps(document, indent=1), encoding="utf-8")
    return path


def changed(tmp_path: Path, change: Change) -> Path:
    document = copy.deepcopy(DOCUMENT)
    change(document["topics"][0])
    return written(tmp_path / "units.json", document)


def test_mentions_without_an_id_may_stand_in_any_order(tmp_path: Path) -> None:
    events = [{"start": 16, "end": 21, "source": "manual"}, {"start": 5, "end": 11}]
    found = read_units(changed(tmp_path, lambda topic: topic["sources"][0].update(events=events)))
    story = found.units[0].sources[0]
    assert [(story.mentions[id].text, story.origin(id)) for id in story.mentions] == [
        ("fought", ""),
        ("ended", "manual"),
    ]


def test_a_group_that_is_referred_to_is_written_where_it_is_used(tmp_path: Path) -> None:
    found = read_units(written(tmp_path / "units.json", DOCUMENT))
    write_units(tmp_path / "again.json", found.units, found.events)
    again = read_units(tmp_path / "again.json")
    assert (again.units, again.events) == (found.units, found.events)


def test_what_is_odd_is_noted_with_the_file(tmp_path: Path) -> None:
    path = changed(tmp_path, lambda topic: topic["units"][0].update(group=None, colour="red"))
    assert read_units(path).notes == (
        f'{path}: keys of a unit left out: "colour"',
        f"{path}: topics[0].groups[0]: nothing refers to the group either",
        f"{path}: topic war: unit u1 has no link: no system can earn it",
    )


def nested(topic: Any) -> Any:
    return topic["units"][0]["group"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", 'expected one JSON object, {"format": "cliometer-units"'),
        ("[]", "expected one JSON object"),
        ('{"format": "x", "version": 1}', 'format: expected "cliometer-units", found "x"'),
        ('{"version": 1}', 'has no "format"; add "format": "cliometer-units", "version": 1'),
        ('{"format": "cliometer-units", "version": 2}', "version: this Cliometer reads version 1, found 2"),
        ('{"format": "cliometer-units", "version": 1, "topics": []}', '"topics" is empty or missing'),
        ('{"format": "cliometer-units", "format": "x"}', 'the key "format" appears twice'),
    ],
)
def test_a_file_that_is_no_file_of_units_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "units.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_units(path)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_a_chain_of_groups_without_end_is_refused(tmp_path: Path) -> None:
    chain = [{"id": f"g{n}", "members": [{"group": f"g{n + 1}"}]} for n in range(3000)]
    path = changed(tmp_path, lambda topic: topic["groups"].extend(chain))
    with pytest.raises(InputError, match="groups are nested more than 100 deep"):
        read_units(path)


def test_what_a_list_does_not_say_the_caller_says(tmp_path: Path) -> None:
    path = tmp_path / "run.txt"
    path.write_text("a/s1\n", encoding="utf-8")
    (found,), _ = read_extracts(path, of="sentences", ranked=True, topic="war", system="bert")
    assert found == Extract((ExtractItem("a/s1"),), "sentences", True, "war", "bert")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a/e1\na/e2\na/e1\n", ":3: a/e1 stands on line 1 already"),
        ("\n", ": is empty"),
        ('{"items": []}\n{"items": ["x", "x"]}\n', ":2: extract: two items have the id 'x'"),
        ('{"items": []}\n{"of": "words", "items": []}\n', ":2: unknown kind of extract 'words'"),
        ('{"items": []}\n{"items": [{"id": "x", "date": "June"}]}\n', ":2: items[0].date: expected a date"),
        ('{"items": []}\n{"ranked": 0, "items": []}\n', ":2: ranked: expected true or false, found 0"),
        ('[{"id": "x", "score": NaN}]', ":1: items[0].score: expected a finite number, found nan"),
        ('{"items": []}\n{"ranked": 1, "items": []}\n', ":2: ranked: expected true or false, found 1"),
        ('{"items": []}\n{"of": "units"}\n', ':2: an extract has no "items", which it needs'),
        ('{"items": []}\n{"items": [7]}\n', ":2: items[0]: expected a selected item as an object, found 7"),
        ('{"format": "cliometer-extracts", "version": 1}', ': the document has no "extracts", which it needs'),
        (
            '{"format": "cliometer-extracts", "version": 1, "extracts": []}',
            ': "extracts" is empty; who selected nothing writes an extract with "items": []',
        ),
        ('{"format": "cliometer-units", "version": 1}', ': format: expected "cliometer-extracts", found'),
        ("2010-05-27\nIt rained.\n--------------------------------\n", ": is a timeline, but units"),
        ('{"cliometer": "timeline/1", "days": []}', ": is a timeline, but units"),
        ('[["2010-05-27", ["It rained."]]]', ": is a timeline, but units"),
        ('{"format": "cliometer-extracts", "version": 3}', ": version: this Cliometer reads version 1, found 3"),
    ],
)
def test_a_wrong_extract_is_refused_with_file_and_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_extracts(path)
    assert str(caught.value).startswith(f"{path}{message}")


def test_every_json_example_of_the_documentation_is_read(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "units.md").read_text(encoding="utf-8")
    examples = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    assert len(examples) == 2
    for number, example in enumerate(examples):
        path = tmp_path / f"{number}.json"
        path.write_text(example, encoding="utf-8")
        read_units(path) if "cliometer-units" in example else read_extracts(path)
