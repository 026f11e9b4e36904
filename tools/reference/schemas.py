"""JSON Schemas of the documents that commands print and write, made from the classes of these documents.

A class gives its members as `model.records` encodes and decodes them. Listings of registries and word counts, which are
no results, and data files have their members here. A member that is not described makes a test fail.
"""

from __future__ import annotations

import dataclasses
import importlib
import json
import types
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

import cliometer
from cliometer.model.records import FORMAT, KINDS, JsonDocument, is_text, named_members

FOLDER = Path(__file__).parents[2] / "docs" / "schema"
PACKAGE = Path(cliometer.__file__).parent
Shape = Any  # a type, a dictionary of members, or a list of shapes of which one fits
_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", type(None): "null", Path: "string"}


@dataclasses.dataclass(frozen=True)
class Sometimes:
    """A member that not every document has."""

    shape: Shape


@dataclasses.dataclass(frozen=True)
class Each:
    """A list of items of a shape."""

    shape: Shape


_SETTING = {"name": str, "default": str, "choices": Sequence[str], "meaning": str}
_ENTRY = {
    "name": str,
    "summary": str,
    **dict.fromkeys(("formula", "citation", "gold", "bibtex"), Sometimes(str)),
    "works": Sometimes(Sequence[str]),
    "settings": [Each(_SETTING), Mapping[str, str]],
}
_LISTS = ("metrics", "kernels", "similarities", "presets")
LISTINGS: dict[str, tuple[str, Shape]] = {
    "metrics": (
        "What `cliometer metrics --json` prints: a list, or one entry.",
        {
            **{name: Sometimes(Each(_ENTRY)) for name in _LISTS},
            **{name: shape if isinstance(shape, Sometimes) else Sometimes(shape) for name, shape in _ENTRY.items()},
        },
    ),
}
_DAYS = {"name": Sometimes(str), "days": Each({"date": str, "sentences": Sequence[str]})}
DATA_FILES = {  # documents that commands read as well as print, which have always named their kind in one member
    "timelines-1": (
        "Timelines, as `cliometer convert --to json` writes them: one, or several in a list.",
        [
            {"cliometer": Literal["timeline/1"], **_DAYS},
            {"cliometer": Literal["timelines/1"], "timelines": Each({"cliometer": Literal["timeline/1"], **_DAYS})},
        ],
    )
}


class _Writer:
    """Turns shapes into schemas; classes become definitions."""

    def __init__(self) -> None:
        self.definitions: dict[str, Any] = {}

    def schema(self, shape: Shape) -> dict[str, Any]:
        """Return the schema of a shape."""
        origin: Any = get_origin(shape)
        inner = get_args(shape)
        if shape is Any or shape is object:
            return {}
        if isinstance(shape, dict):
            return self._object(shape)
        if isinstance(shape, list) or origin in (Union, types.UnionType):
            return self._choice(inner or shape)
        if isinstance(shape, Each) or origin in (list, Sequence) or (origin is tuple and inner[-1] is Ellipsis):
            return {"type": "array", "items": self.schema(inner[0] if inner else shape.shape)}
        if origin is tuple:
            size = {"minItems": len(inner), "maxItems": len(inner)}
            return {"type": "array", "prefixItems": [self.schema(kind) for kind in inner], **size}
        if origin in (dict, Mapping):
            return {"type": "object", "additionalProperties": self.schema(inner[1])}
        if origin is Literal:
            return {"const": inner[0]} if len(inner) == 1 else {"enum": list(inner)}
        if is_text(shape):
            return {"type": "string"}
        return self._definition(shape) if dataclasses.is_dataclass(shape) else {"type": _PLAIN[shape]}

    def _choice(self, shapes: Sequence[Shape]) -> dict[str, Any]:
        every = [self.schema(shape) for shape in shapes]
        if all(list(schema) == ["type"] for schema in every):
            return {"type": [schema["type"] for schema in every]}
        return {"anyOf": every}

    def _definition(self, cls: Any) -> dict[str, Any]:
        name = cls.__name__
        if name not in self.definitions:
            self.definitions[name] = {}  # a class may hold itself
            self.definitions[name] = {"description": _described(cls), **self._object(members(cls))}
        return {"$ref": f"#/$defs/{name}"}

    def _object(self, members: Mapping[str, Shape]) -> dict[str, Any]:
        required = [name for name, shape in members.items() if not isinstance(shape, Sometimes)]
        shapes = {name: shape.shape if isinstance(shape, Sometimes) else shape for name, shape in members.items()}
        properties = {name: self.schema(shape) for name, shape in shapes.items()}
        return {"type": "object", "required": required, "properties": properties}


def members(cls: type) -> dict[str, Shape]:
    """Return the members of the object of a class, with the head of a document."""
    found = {each.name: Sometimes(each.hint) if each.optional else each.hint for each in named_members(cls)}
    return {**_head(cls.kind), **found} if issubclass(cls, JsonDocument) else found


def _head(kind: str) -> dict[str, Shape]:
    return {"cliometer": str, "kind": Literal[kind], "format": Literal[FORMAT]}


def _described(cls: type) -> str:
    return " ".join((cls.__doc__ or "").split("\n\n")[0].split())


def _written(title: str, description: str, shape: Shape) -> str:
    writer = _Writer()
    body = writer.schema(shape)
    start = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, "description": description}
    definitions = {"$defs": writer.definitions} if writer.definitions else {}
    return json.dumps({**start, **body, **definitions}, indent=2, ensure_ascii=False) + "\n"


def document_classes() -> dict[str, type[JsonDocument]]:
    """Return the classes of all documents by their kinds."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if "    kind: ClassVar[str]" in path.read_text(encoding="utf-8") and "workbench" not in path.parts:
            importlib.import_module(".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts))
    if find_spec("cliometer_workbench"):  # whose releases `report` prints
        importlib.import_module("cliometer_workbench.releases")
    ours = {kind: cls for kind, cls in KINDS.items() if cls.__module__.startswith("cliometer")}
    return dict(sorted(ours.items()))


def schemas() -> dict[str, str]:
    """Return the text of every schema that is made from the code, by its file name."""
    kinds = {kind: (_described(cls), members(cls)) for kind, cls in document_classes().items()}
    kinds |= {kind: (text, {**_head(kind), **shape}) for kind, (text, shape) in LISTINGS.items()}
    found = {f"{kind}-{FORMAT}.json": _written(f"{kind}, format {FORMAT}", *both) for kind, both in kinds.items()}
    return found | {f"{name}.json": _written(name, *both) for name, both in DATA_FILES.items()}
