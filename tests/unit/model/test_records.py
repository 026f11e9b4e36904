"""Dataclasses read back from JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

import pytest

from cliometer.errors import InputError
from cliometer.model.records import decode


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


def test_a_whole_number_is_a_number() -> None:
    assert decode(Part, {"name": "one", "low": 1}) == Part("one", 1.0)


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
