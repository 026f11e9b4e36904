"""What the owner of a study of content units can set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from cliometer.errors import InputError, shown

Conflicts = Literal["remark", "refuse"]
_OF_TOPICS = ("draft", "sample")


@dataclass(frozen=True)
class UnitSettings:
    """How units are built, and what a second person matches.

    `draft`: begin without units, with suggestions of lines that belong together, instead of with one unit a
    line. `conflicts`: what happens to lines of one unit whose dates exclude each other. `sample`: how many
    units are matched twice, or which. `length`: of a timeline, for topics that do not say.
    """

    draft: bool = False
    conflicts: Conflicts = "remark"
    sample: int | tuple[str, ...] = 20
    seed: int = 0
    length: int | None = None

    @classmethod
    def of(cls, settings: Mapping[str, object], topic: str = "") -> UnitSettings:
        """Read the settings of a study; those of others are passed over, `draft of war` is for one topic."""
        own = {name: settings[key] for name in _OF_TOPICS if (key := for_topic(name, topic)) in settings}
        given = {**settings, **own}
        length = given.get("length")
        return cls(
            _truth(given.get("draft", cls.draft)),
            _conflicts(given.get("conflicts", cls.conflicts)),
            _sample(given.get("sample", cls.sample)),
            _whole("seed", given.get("seed", cls.seed), 0),
            None if length is None else _whole("length", length, 1),
        )


def for_topic(name: str, topic: str) -> str:
    """The name of a setting that holds for one topic."""
    return f"{name} of {topic}"


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong("draft", "true or false", value)
    return value


def _conflicts(value: object) -> Conflicts:
    for known in get_args(Conflicts):
        if value == known:
            return known  # type: ignore[no-any-return]  # get_args forgets what it got
    raise _wrong("conflicts", "remark or refuse", value)


def _sample(value: object) -> int | tuple[str, ...]:
    if isinstance(value, list | tuple) and value and all(isinstance(id, str) for id in value):
        return tuple(str(id) for id in value)
    return _whole("sample", value, 1)


def _whole(name: str, value: object, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise _wrong(name, f"a whole number, {least} or more", value)
    return value


def _wrong(name: str, expected: str, value: object) -> InputError:
    return InputError(f"setting {name}: expected {expected}, found {shown(value)}")
