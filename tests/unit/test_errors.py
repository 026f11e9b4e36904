"""Errors and notes are rules with values; sentences are made where they are read."""

from __future__ import annotations

import argparse
import ast
import io
import json
import pickle
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

import cliometer
from cliometer import errors
from cliometer.api.front import settings_of
from cliometer.cli.output import print_notes
from cliometer.errors import CliometerError, FormatError, InputError, SettingName, UnknownName, UsageError, unknown
from cliometer.model.notes import NOTE_FILES, Note, add_notes, by_weight, file_notes, joined, note_templates
from cliometer.spelling import many

PACKAGE = Path(errors.__file__).parent
TEMPLATES_OF_NOTES = file_notes(PACKAGE / "messages/notes.txt")  # an imported package may have added its own
MAKERS = {*errors.__dict__, "ScorerError", "fail", "error", "complain"}  # functions that take a rule and its values


@cache
def nodes() -> list[tuple[Path, ast.Call | ast.Constant]]:
    """Every call and every constant of the sources, with its file."""
    return [
        (file, node)
        for file in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call | ast.Constant)
    ]


def calls() -> Iterator[tuple[str, str, set[str | None]]]:
    """Yield place, rule and names of values of every call that names a rule."""
    rules = catalogue()
    for file, node in nodes():
        if isinstance(node, ast.Call) and node.args:
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            first = node.args[0]
            heads = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
            for head in heads:
                rule = head.value if isinstance(head, ast.Constant) else None
                if name in MAKERS and isinstance(rule, str) and rule in rules:
                    yield f"{file}:{node.lineno}", rule, {keyword.arg for keyword in node.keywords}


def own_files() -> list[str]:
    """The files of the core; an imported package may have added its own."""
    return [file for file in errors.message_files() if Path(file).resolve().is_relative_to(PACKAGE.resolve())]


def catalogue() -> dict[str, list[str]]:
    return {rule: parts for file in own_files() for rule, parts in errors.file_templates(file).items()}


def test_every_call_gives_the_values_that_its_template_names() -> None:
    wrong = []
    for place, rule, given in calls():
        named = {name for name in gaps(rule) if not name.startswith("--")}
        if None not in given and given != named:
            wrong.append((place, rule, given ^ named))
    assert wrong == []


@cache
def gaps(rule: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse("; ".join(catalogue()[rule])) if name}


def test_options_in_templates_are_those_of_settings() -> None:
    functions = [getattr(cliometer, name) for name in cliometer.__all__]
    known = {name for function in functions if hasattr(function, "__wrapped__") for name in settings_of(function)}
    options = {name for rule in catalogue() for name in gaps(rule) if name.startswith("--")}
    assert options and {option[2:].replace("-", "_") for option in options} <= known


def test_an_option_in_a_template_is_spelled_as_its_reader_writes_it() -> None:
    error = UsageError("human-scores-doubled")
    assert "as human_metric, a column" in str(error) and "as human_metric, a column" in error.sentence
    assert "as --human-metric, a column" in error.render(lambda name: name.option)


def test_every_rule_is_used_and_stands_in_one_file() -> None:
    constants = {node.value for _, node in nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert set(catalogue()) <= constants
    assert len(catalogue()) == sum(len(errors.file_templates(file)) for file in own_files())


def test_every_rule_that_is_raised_is_in_the_catalogue() -> None:
    kinds = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, CliometerError)}
    strange, rules = [], catalogue()
    for file, node in nodes():
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in kinds and node.args:
            rule = getattr(node.args[0], "value", None)
            if isinstance(rule, str) and " " not in rule and rule not in rules:
                strange.append((f"{file}:{node.lineno}", rule))
    assert strange == []


def test_a_message_is_place_sentence_and_remedy() -> None:
    error = InputError("no-such-month", "runs/bp.txt", 41, month="13", date="2010-13")
    assert str(error) == "runs/bp.txt:41: there is no month 13 in '2010-13'; months run from 01 to 12"
    assert (error.sentence, error.remedy) == ("there is no month 13 in '2010-13'", "months run from 01 to 12")
    moved = FormatError.like(error).inside("date").inside("topics[0]").at("-", 2)
    assert str(moved).startswith("standard input:2: topics[0]: date: there is no month 13")
    assert isinstance(moved, FormatError) and moved.rule == "no-such-month"


def test_a_remedy_that_is_empty_leaves_no_semicolon() -> None:
    assert str(InputError("path-missing", "a.txt", hint="")) == "a.txt: does not exist"


def test_a_sentence_of_others_is_a_message_as_it_stands() -> None:
    error = UsageError("no {braces} are filled; leave them out")
    assert (error.rule, error.sentence, error.remedy) == ("other", "no {braces} are filled", "leave them out")
    assert str(error) == "no {braces} are filled; leave them out"


def test_a_setting_is_spelled_as_its_reader_writes_it(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('idle = ["{option} has no meaning here", "leave {option} out: {error}"]\n')
    errors.add_messages(file)
    error = UsageError("idle", option=SettingName("date_format"), error=UsageError("idle", option="x", error="y"))
    assert str(error).startswith("date_format has no meaning here; leave date_format out: x has")
    assert error.render(lambda name: name.option).startswith("--date-format has no meaning here")
    assert error.render(translate=lambda text: text.replace("here", "hier")).count("hier") == 2
    errors.message_files().pop(str(file))


def test_the_catalogue_is_not_read_before_a_message_is() -> None:
    errors.file_templates.cache_clear()
    with pytest.raises(UnknownName) as raised:
        raise unknown("metric", "algin", ["align"])
    assert errors.file_templates.cache_info().currsize == 0
    assert str(raised.value) == "unknown metric 'algin'; did you mean align?"


@pytest.mark.parametrize("error", [unknown("metric", "x", []), InputError("no-votes", "a", 1).inside("b")])
def test_errors_travel_between_processes(error: CliometerError) -> None:
    twin = pickle.loads(pickle.dumps(error))
    assert (str(twin), twin.rule, twin.values) == (str(error), error.rule, error.values)


def test_a_note_is_a_text_with_a_rule_values_and_a_weight() -> None:
    note = pickle.loads(pickle.dumps(Note.of("reads-gold", name="a")))
    text = "a reads gold; a bound for systems, not a system"
    assert note == text and json.loads(json.dumps([note])) == [text]
    assert (note.rule, note.values, note.weight) == ("reads-gold", {"name": "a"}, "decisive")
    assert note.framed("x: ", " (2 times)") == f"x: {text} (2 times)"
    assert by_weight([note, "plain"], "decisive") == [note] and by_weight([note, "plain"], "useful") == ["plain"]


def test_a_note_is_translated_before_its_values_fill_it(tmp_path: Path) -> None:
    words = {"{count} topics": "{count} Themen", "{poll}: {error}": "{error} ({poll})", "no votes": "keine"}
    file = tmp_path / "notes.txt"
    file.write_text("poll-told useful {poll}: {error}\nplain useful in {topics}, {what}\n")
    add_notes(file)
    note = Note.of("plain", topics=many(3, "topic"), what="no votes")
    outer = Note.of("poll-told", poll="p", error=note).framed("a.csv: ")
    assert outer == "a.csv: p: in 3 topics, no votes"
    assert outer.render(translate=lambda text: words.get(text, text)) == "a.csv: in 3 Themen, keine (p)"
    assert joined([note, outer, "c"], 1) == f"{note} (and 2 more)" and joined([]) == ""
    several = joined([note, "no votes"])
    assert isinstance(several, Note) and several.render(translate=lambda text: words.get(text, text)).endswith(
        "; keine"
    )
    NOTE_FILES.pop(str(file))
    note_templates.cache_clear()


def test_names_in_an_error_of_a_file_stay_and_counts_are_translated() -> None:
    def translate(text: str) -> str:
        return {"text": "Text", "{count} topics": "{count} Themen"}.get(text, text)

    assert (
        FormatError("cell-empty", "a.csv", 3, column="text")
        .render(translate=translate)
        .startswith("a.csv:3: the cell text is")
    )
    assert UsageError("cell-empty", column="text").render(translate=translate).startswith("the cell Text is")
    assert UsageError("cell-empty", column=many(2, "topic")).render(translate=translate).startswith("the cell 2 Themen")
    assert pickle.loads(pickle.dumps(many(2, "topic"))).render(translate=translate) == "2 Themen"


def test_an_error_in_an_unpacked_folder_names_files_as_the_folder_has_them() -> None:
    inner = InputError("path-missing", "/tmp/x/a.csv", 2, hint="/tmp/x/b.csv")
    outer = InputError("row-refused-in-test", error=inner, count=many(2, "topic")).within(Path("/tmp/x"))
    assert str(outer.values["error"]) == "a.csv:2: does not exist; b.csv"
    assert outer.path is None and outer.values["count"] == "2 topics"


def test_every_note_gives_the_values_that_its_template_names_and_every_template_is_used() -> None:
    wrong, used = [], set()
    for file, node in nodes():
        if isinstance(node, ast.Constant) and node.value in TEMPLATES_OF_NOTES:
            used.add(node.value)
        if (
            isinstance(node, ast.Call)
            and getattr(node.func, "attr", "") == "of"
            and ast.unparse(node.func) == "Note.of"
        ):
            given, rule = {keyword.arg for keyword in node.keywords}, getattr(node.args[0], "value", "")
            template = TEMPLATES_OF_NOTES[rule][1] if isinstance(rule, str) and rule else ""
            named = {name for _, name, _, _ in Formatter().parse(template) if name}
            wrong += [(f"{file}:{node.lineno}", given ^ named)] if template and given != named else []
    assert wrong == [] and set(TEMPLATES_OF_NOTES) == used
    assert {weight for weight, _ in TEMPLATES_OF_NOTES.values()} == {"decisive", "useful", "detail"}


def test_decisive_notes_are_printed_however_many_notes_there_are() -> None:
    decisive, details = Note.of("reads-gold", name="a"), [Note.of("forgiven", what=str(n)) for n in range(9)]
    assert printed([*details, decisive, "plain"]) == [
        f"note: {decisive}",
        "note: plain",
        "9 more notes; --verbose shows them",
    ]
    assert printed([decisive] * 6 + ["plain"] * 6)[-1] == "6 more notes; --verbose shows them"
    assert printed([decisive] * 6) == [f"note: {decisive} (and 5 more like it; --verbose shows them)"]
    assert printed(details) == ["9 notes; --verbose shows them"] and len(printed(details, verbose=True)) == 9
    assert printed([decisive], quiet=True) == []
    assert printed(map(str, range(9)), kind="warning") == [f"warning: {n}" for n in range(9)]


def printed(notes: Iterable[str], quiet: bool = False, verbose: bool = False, kind: str = "note") -> list[str]:
    err = io.StringIO()
    print_notes(notes, argparse.Namespace(quiet=quiet, verbose=verbose), err, kind)
    return err.getvalue().splitlines()
