"""Nuggets: facts that people found worth knowing, when they became known, and which updates tell them.

The values of the TREC Temporal Summarization track (Aslam et al. 2013-2015). Times are seconds since 1970.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Nugget:
    """A fact with the time at which it became known; importance runs from 0 (none) to 3 (key)."""

    id: str
    time: int
    importance: float
    text: str
    length: int | None = None  # as the file says, in whichever unit; None: not said


@dataclass(frozen=True, slots=True)
class Match:
    """A nugget that an update tells, and the stretch of the update's text that tells it."""

    update: str
    nugget: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PooledUpdate:
    """An update that the assessors saw; `duplicate` names the update whose text it repeats."""

    id: str
    text: str
    duplicate: str | None = None
    length: int | None = None


@dataclass(frozen=True, slots=True)
class Update:
    """A sentence of a document that a system pushed to its readers at a time."""

    document: str
    sentence: str
    time: int
    confidence: float

    @property
    def id(self) -> str:
        """The name under which the assessors know it."""
        return f"{self.document}-{self.sentence}"


@dataclass(frozen=True)
class NuggetTopic:
    """The gold of one topic: nuggets and pooled updates by id, matches by the update that makes them."""

    id: str
    nuggets: Mapping[str, Nugget]
    updates: Mapping[str, PooledUpdate]
    matches: Mapping[str, tuple[Match, ...]]


@dataclass(frozen=True)
class UpdateRun:
    """What one system pushed, by topic, in the order of its file."""

    team: str
    name: str
    topics: Mapping[str, tuple[Update, ...]]
