"""Dataclasses read back from JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import ClassVar, Literal

import pytest

from cliometer.errors import InputError
from cliometer.model.records import FORMAT, OMITTED, JsonDocument, decode, inline, member, renamed
from cliometer.model.when import When


@dataclass(frozen=True)
class Part:
    name: str
    low: float | None = None


@dataclass(frozen=True)
class Whole:
    kind: Literal["a", "b"]
    parts: tuple[Part, ...]
    counts: Mapping[str, int]
    pair: tuple[str, float] = ("x", 1.0)
    names: Sequence[str] = ()


WHOLE = Whole("a", (Part("one", 0.5), Part("two")), {"n": 3}, ("y", 2.0), ["p"])


def test_what_asdict_gives_is_read_back_as_the_same_value() -> None:
    assert decode(Whole, json.loads(json.dumps(asdict(WHOLE)))) == WHOLE


def test_members_that_are_not_known_are_passed_over_and_defaults_fill_what_lacks() -> None:
    assert decode(Part, {"name": "one", "extra": 1}) == Part("one")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"parts": [{"low": 1}]}, r"\$\.parts\[0\]: expected a member 'name', found none"),
        ({"parts": [{"name": 3}]}, r"\$\.parts\[0\]\.name: expected a text in quotes, found 3"),
        ({"parts": 3}, r"\$\.parts: expected a list, found 3"),
        ({"counts": {"n": True}}, r"\$\.counts\.n: expected a whole number, found true"),
        ({"counts": []}, r"\$\.counts: expected an object"),
        ({"kind": "c"}, r'\$\.kind: expected a or b, found "c"'),
        ({"pair": ["x", 10**400]}, r"\$\.pair\[1\]: expected a smaller number, found 10000"),
        ({"counts": {"a\nb": 0.5}}, r'\$\.counts\."a\\nb": expected a whole number, found 0\.5'),
        ({"pair": ["x"]}, r"\$\.pair: expected 2 values"),
        ({"parts": [{"name": "x", "low": "y"}]}, r'\$\.parts\[0\]\.low: expected a number, found "y"'),
    ],
)
def test_what_does_not_fit_is_refused_with_its_place(change: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        decode(Whole, asdict(WHOLE) | change)


@dataclass(frozen=True)
class Noted(JsonDocument):
    """A document with every kind of member."""

    kind: ClassVar[str] = "noted"
    day: When
    part: Part = field(metadata=inline())
    values: Mapping[str, float | None] = field(metadata=inline(("f", "value")))
    inner: Whole | None = field(default=None, metadata=renamed("whole"))
    cache: str = field(default="", metadata=OMITTED)
    extras: Mapping[str, int] = field(default_factory=dict)

    @property
    @member
    def length(self) -> int:
        return len(self.part.name)


NOTED = Noted(When.parse("2010-05"), Part("oil"), {"f": None}, cache="here")


def test_fields_are_members_unless_their_metadata_say_otherwise() -> None:
    head = {"cliometer": NOTED.to_dict()["cliometer"], "kind": "noted", "format": FORMAT}
    assert NOTED.to_dict() == {**head, "day": "2010-05", "name": "oil", "f": None, "length": 3}


@pytest.mark.parametrize("inner", [None, WHOLE])
def test_a_document_is_read_back_but_for_what_it_leaves_out(inner: Whole | None) -> None:
    given = Noted(NOTED.day, NOTED.part, NOTED.values, inner, extras={"n": 1})
    again = Noted.from_dict(json.loads(json.dumps(given.to_dict())))
    assert again == given and again.to_dict() == json.loads(json.dumps(given.to_dict()))


def test_another_format_is_refused() -> None:
    with pytest.raises(InputError, match='is a document "noted" in format 1; this release reads format 2'):
        Noted.from_dict(NOTED.to_dict() | {"format": 1})


def test_a_text_that_cannot_be_parsed_is_refused_with_its_place() -> None:
    with pytest.raises(InputError, match=r"\$\.day: expected .*, found 'May'"):
        Noted.from_dict(NOTED.to_dict() | {"day": "May"})
