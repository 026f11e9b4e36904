"""Chance that comes out the same for ever: keys in the order of their digests.

A sheet is laid out anew whenever it is opened, maybe years later. A generator of random numbers may change
its stream with a new version; a digest does not.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


def digest(*parts: object) -> str:
    """What the parts, in this order, come to: 64 hexadecimal digits."""
    return sha256(json.dumps(parts).encode("ascii")).hexdigest()


def draw(most: int, *parts: object) -> int:
    """A number from 0 up to, but without, `most`."""
    return int(digest(*parts)[:15], 16) % most


def shuffled(things: Iterable[T], key: Callable[[T], object], *salt: object) -> list[T]:
    """The things in an order that their keys and the salt decide."""
    return sorted(things, key=lambda thing: digest(*salt, key(thing)))
