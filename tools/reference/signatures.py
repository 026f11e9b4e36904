"""Signatures as the source spells them, the same under every version of Python."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Mapping
from typing import Any

_WIDTH = 100


def spelled(function: Callable[..., Any], name: str = "") -> str:
    """`name(arguments) -> result`, an argument a line where it is long."""
    node = _definition(function)
    title, result = name or node.name, f" -> {_kind(node.returns)}" if node.returns else ""
    arguments = _arguments(node.args, _constants(function))
    line = f"{title}({', '.join(arguments)}){result}"
    if len(line) <= _WIDTH:
        return line
    return "\n".join([f"{title}(", *(f"    {argument}," for argument in arguments), f"){result}"])


def _definition(function: Callable[..., Any]) -> ast.FunctionDef:
    tree = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function))))
    return next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def _constants(function: Callable[..., Any]) -> dict[str, str]:
    """What the named constants among the defaults stand for."""
    return {name: repr(value.default) for name, value in inspect.signature(function).parameters.items()}


def _arguments(arguments: ast.arguments, constants: Mapping[str, str]) -> list[str]:
    """One text an argument, without `self`."""

    def argument(one: ast.arg, default: ast.expr | None) -> str:
        named = isinstance(default, ast.Name)
        return _argument(one, constants[one.arg] if named else ast.unparse(default) if default else "")

    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(plain) - len(arguments.defaults)) + list(arguments.defaults)
    spelled = [argument(one, default) for one, default in zip(plain, defaults, strict=True)]
    spelled = spelled[1:] if plain and plain[0].arg in ("self", "cls") else spelled
    if arguments.vararg or arguments.kwonlyargs:
        spelled.append(f"*{_argument(arguments.vararg) if arguments.vararg else ''}")
    spelled += [
        argument(one, default) for one, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    ]
    return [*spelled, *([f"**{_argument(arguments.kwarg)}"] if arguments.kwarg else [])]


def _argument(argument: ast.arg, default: str = "") -> str:
    kind = f": {_kind(argument.annotation)}" if argument.annotation else ""
    return f"{argument.arg}{kind} = {default}" if default else f"{argument.arg}{kind}"


def _kind(annotation: ast.expr) -> str:
    """A type without the quotes of a name that is imported later, and without the declaration of a setting."""
    if isinstance(annotation, ast.Subscript) and ast.unparse(annotation.value) == "Annotated":
        return _kind(annotation.slice.elts[0])  # type: ignore[attr-defined]
    return annotation.value if isinstance(annotation, ast.Constant) else ast.unparse(annotation)  # type: ignore[return-value]
