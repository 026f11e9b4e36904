"""Refusals and notes of the workbench are rules with values; their sentences are made where they are read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import cliometer_workbench
from cliometer import errors
from cliometer.errors import CliometerError
from cliometer.model.notes import file_notes

PACKAGE = Path(cliometer_workbench.__file__).parent
FILES = list(errors.message_files())
TEMPLATES = {rule: "; ".join(parts) for file in FILES for rule, parts in errors.file_templates(file).items()}
NOTES = {rule: template for rule, (_, template) in file_notes(PACKAGE / "messages/notes.txt").items()}
KINDS = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, CliometerError)}


@cache
def nodes() -> list[tuple[str, ast.AST]]:
    return [
        (f"{file.relative_to(PACKAGE)}:{getattr(node, 'lineno', 0)}", node)
        for file in sorted(PACKAGE.rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
    ]


def named(node: ast.Call) -> Iterator[tuple[str | None, dict[str, str]]]:
    """Yield the rule that a call names, or None for a text, with the templates that it may come from."""
    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
    is_note = ast.unparse(node.func) == "Note.of"
    if not node.args or not (is_note or name in KINDS or (name in ("error", "fail") and is_place(node.func))):
        return
    first = node.args[0]
    for rule in [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]:
        if not isinstance(rule, ast.Name):
            value = rule.value if isinstance(rule, ast.Constant) else None
            yield (value if isinstance(value, str) else None), (NOTES if is_note else TEMPLATES)


def is_place(function: ast.expr) -> bool:
    """Whether a method makes errors at a place of a file; a log and the messages of a page have such methods, too."""
    return not ast.unparse(function).startswith(("LOG.", "_LOG.", "messages.", "parser."))


def test_every_refusal_and_note_names_a_rule_and_gives_the_values_of_its_template() -> None:
    wrong = []
    for place, node in nodes():
        for rule, templates in named(node) if isinstance(node, ast.Call) else ():
            given = {keyword.arg for keyword in node.keywords}  # type: ignore[attr-defined]
            if None in given:  # of a note that was stored
                continue
            if rule not in templates or given != {name for _, name, _, _ in Formatter().parse(templates[rule]) if name}:
                wrong.append((place, ast.unparse(node)))
    assert wrong == []


def test_every_template_is_used_and_stands_in_one_file() -> None:
    texts = {node.value for _, node in nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    rules = [
        rule for file in sorted((PACKAGE / "messages").glob("*.toml")) for rule in errors.file_templates(str(file))
    ]
    assert {*rules, *NOTES} - texts == set()
    assert len({*rules}) == len(rules) and len(TEMPLATES) == sum(map(len, map(errors.file_templates, FILES)))


def test_no_code_looks_into_the_text_of_a_message() -> None:
    looks = [
        (place, ast.unparse(node))
        for place, node in nodes()
        if isinstance(node, ast.Compare)
        for side in (node.left, *node.comparators)
        if isinstance(side, ast.Call | ast.Attribute)
        and ast.unparse(side) in ("str(error)", "str(reason)", "error.message", "error.sentence", "reason.message")
    ]
    assert looks == []
