"""Every kind of result is read back from its document and shown as the command shows it."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from cliometer.cli import compat
from cliometer.cli.main import every_command, load, parser_of
from cliometer.cli.parser import CommandParser
from cliometer.io import write_timelines
from cliometer.reporting.assembly import results_document
from cliometer.reporting.chapters import HOMES, ResultKind, kind_named, kind_of, kind_of_result, result_section
from cliometer.reporting.chapters.base import FigureNames
from cliometer.text.tables import fitted
from tests.unit.cli.cliometer_command import DEMO, cliometer
from tests.unit.cli.test_cite_kinds import RESULTS
from tools.reference import schemas

COMMANDS = {kind: words for kind, (words, _) in RESULTS.items()}
COMMANDS["court"] = ("court", "metrics", DEMO / "references/rosetta/almanac.txt", "-m", "date")  # -t: all verdicts
PRINTED = [kind for kind in HOMES if kind != "release"]  # no command prints the document of a release


@cache
def document(kind: str) -> str:
    printed = cliometer(*COMMANDS[kind], "--json")
    assert printed.status == 0, printed.err
    return printed.out


def loaded(kind: str) -> ResultKind:
    found = kind_named(kind)
    assert found is not None
    return found


def same_after_reading(given: Any, kind: str) -> None:
    found = kind_of(given)
    assert found is not None and found.name == kind
    typed = found.reads.from_dict(given)
    again = found.reads.from_dict(json.loads(json.dumps(typed.to_dict())))
    assert json.loads(json.dumps(typed.to_dict())) == given
    assert kind_of_result(again) is not None
    assert result_section(again) == result_section(typed) == found.chapter(given, FigureNames())


@pytest.mark.parametrize("kind", PRINTED)
def test_a_document_is_read_back_into_the_same_result_and_section(kind: str) -> None:
    same_after_reading(json.loads(document(kind)), kind)


GOLD, APOLLO, NUGGETS = DEMO / "references", DEMO / "runs/lead/apollo-13.txt", DEMO / "nuggets"
JUDGED = [word for name in ("nuggets", "matches", "updates") for word in (f"-{name[0]}", NUGGETS / f"{name}.tsv")]
DTELS = Path(__file__).parents[2] / "golden" / "dtels.jsonl"
VARIANTS: dict[str, tuple[object, ...]] = {  # shapes of documents that the commands above do not print
    "scores of one value": ("score", APOLLO, DEMO / "articles", "-m", "jsd"),
    "scores with ties": ("score", DEMO / "runs/lead", GOLD, "-m", "align"),
    "scores that are undefined": ("score", DEMO / "runs/lead", GOLD, "-m", "date", "--missing", "zero"),
    "a gate": (*COMMANDS["comparison"], "--gate", "date.f > 0"),
    "a gate with a bound": (
        *COMMANDS["comparison"],
        "--gate",
        "date.f >= baseline",
        "--baseline",
        "mentions",
        "--confident",
    ),
    "events": ("explain", DEMO / "rankings/first.json", DEMO / "events/berlin-wall.json", "-m", "nu"),
    "nuggets": ("explain", NUGGETS / "runs.txt", NUGGETS, "--system", "demo/brief", "--topic", "TS21.1", "-m", "ts"),
    "links": ("judge", "links", "--units", DEMO / "events/berlin-wall.json", "-j", "words", "--candidates", 1),
    "agreement on units": ("study", "agreement", DEMO / "units"),
    "a trial that grows": ("court", "metrics", GOLD / "rosetta/almanac.txt", "-m", "date", "-t", "shift"),
    "tests of metrics": (*COMMANDS["agree"], "-m", "align+m1", "--test", "perm-both"),
    "the online check": ("score", DEMO / "rankings/longest-log.json", "-r", DEMO / "events", "--online"),
    "all metrics": ("metrics",),
    "one protocol": ("protocols", "show", "tilse(tasks=joint)"),
    "scores under a protocol": ("score", DEMO / "runs/lead", GOLD, "--protocol", "tilse"),
    "kernels": ("metrics", "kernels"),
    "presets": ("metrics", "presets"),
    "one metric": ("metrics", "show", "align+m1"),
    "one preset": ("metrics", "tilse"),
    "works": ("metrics", "cite", "align+m1"),
    "a background": ("convert", DEMO / "articles", "--to", "background"),
    "an old pyramid": ("compat", "pyramid", *sorted((DEMO / "pyramids").glob("*.pan"))),
    "the notebooks of CrisisFACTS": ("compat", "crisisfacts", "manual", DEMO / "facts"),
    "DTELS-Bench": ("compat", "dtels", "--reference_file", DTELS, "--test_file", DTELS),
    "the track of TREC": ("compat", "trec-ts", *JUDGED, NUGGETS / "runs.txt"),
}


def checked(given: Any, name: str | None = None) -> None:
    """Fail where a document breaks its schema, or has a member that the schema does not describe."""
    schema = json.loads((schemas.FOLDER / (name or f"{given['kind']}-{given['format']}.json")).read_text())
    Draft202012Validator.check_schema(schema)
    for one in (schema, _closed(schema)):
        error = best_match(Draft202012Validator(one).iter_errors(given))
        assert error is None, f"{error.json_path}: {error.message}"


def _closed(schema: Any) -> Any:
    """The same schema that allows no other members; ours allow them, so that a later release may add some."""
    if isinstance(schema, list):
        return [_closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    closed = {"additionalProperties": False} if isinstance(schema.get("properties"), dict) else {}
    return closed | {key: _closed(value) for key, value in schema.items()}


@pytest.mark.parametrize("kind", PRINTED)
def test_every_kind_of_result_keeps_its_schema(kind: str) -> None:
    checked(json.loads(document(kind)))


@pytest.mark.parametrize("variant", VARIANTS)
def test_other_shapes_and_other_documents_keep_their_schemas(variant: str) -> None:
    printed = cliometer(*VARIANTS[variant], "--json")
    assert printed.status in (0, 1), printed.err
    checked(json.loads(printed.out))


def test_every_document_that_is_written_keeps_its_schema(tmp_path: Path) -> None:
    commands: tuple[tuple[object, ...], ...] = (
        ("summarise", DEMO / "posts", "-k", 1, "-o", tmp_path / "runs"),
        ("timelines", DEMO / "articles/rosetta.jsonl", "--dates", 3, "--tags", "no", "-o", tmp_path / "made"),
        ("summarise", DEMO / "units", "--runs", 1, "-s", "1", "-o", tmp_path / "baselines"),
        ("study", "draft", GOLD, "-o", tmp_path / "units.json"),
        ("convert", APOLLO, "-o", tmp_path / "timeline.json"),
        (*COMMANDS["experiment"], "-o", tmp_path / "kept"),
    )
    for command in commands:
        assert cliometer(*command).status == 0
    documents = {path.name: json.loads(path.read_text()) for path in tmp_path.rglob("*.json")}
    files = {"baseline-1.json": "extracts-1.json", "centroid.json": "extracts-1.json", "units.json": "units-1.json"}
    assert set(documents) == {*files, "timeline.json", "folds.json", "settings.json", "results.json", "record.json"}
    for name, given in documents.items():
        checked(given, files.get(name, "timelines-1.json" if name == "timeline.json" else None))
    two = json.loads(write_timelines(None, [{"2010-04-20": ["a"]}, {"2010-05-26": ["b"]}], "json"))
    checked(two, "timelines-1.json")


def test_every_command_that_prints_json_has_a_document_here() -> None:
    commands = {*every_command()} - {"compat"}
    printing = {name for name in commands if _prints_json(parser_of(name, load(name)))}
    tools = {f"compat {tool}" for tool in compat.PARSED if _prints_json(_tool_parser(tool))}
    words = [" ".join(map(str, command)) for command in (*COMMANDS.values(), *VARIANTS.values())]
    assert {name for name in printing | tools if not any(f"{line} ".startswith(f"{name} ") for line in words)} == set()


def _prints_json(parser: CommandParser) -> bool:
    return any("--json" in action.option_strings for action in parser.arguments)


def _tool_parser(tool: str) -> CommandParser:
    parser = CommandParser(f"cliometer compat {tool}")
    compat.declare_arguments(tool, parser)
    return parser


def test_a_schema_refuses_a_document_of_another_kind_format_or_type() -> None:
    given = json.loads(document("scores"))
    schema = Draft202012Validator(json.loads((schemas.FOLDER / "scores-2.json").read_text()))
    assert schema.is_valid(given) and schema.is_valid({**given, "more": 1})
    for wrong in ({"kind": "court"}, {"format": 1}, {"notes": "none"}, {"scores": [{"system": "a"}]}):
        assert not schema.is_valid({**given, **wrong})


@pytest.mark.parametrize("kind", PRINTED)
def test_a_subscript_that_a_result_lacks_is_a_key_error_of_one_line(kind: str) -> None:
    result = loaded(kind).reads.from_dict(json.loads(document(kind)))
    if hasattr(result, "__getitem__"):
        with pytest.raises(KeyError, match=r"^unknown [^\n]*$"):
            result["no such name"]


@pytest.mark.parametrize("kind", PRINTED)
def test_a_report_of_the_document_has_the_tables_of_the_terminal(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    path.write_text(document(kind), encoding="utf-8")
    printed = cliometer(*COMMANDS[kind]).out
    shown = [table for section in results_document([path]).sections for _, table in section.tables()]
    texts = [part.text().rstrip("\n") for table in shown for part in fitted(table)]
    ruled = [line for line in printed.splitlines() if line.startswith("--")]
    assert texts and [text for text in texts if text not in printed] == []
    assert len(ruled) == len(texts)
