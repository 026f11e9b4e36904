"""Topics of runs and gold held against each other: what is scored, what is missing, and what has no gold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from cliometer.errors import CoverageError
from cliometer.model.notes import Note
from cliometer.settings.groups import Extra, Missing
from cliometer.spelling import listed, plural

T = TypeVar("T")
_SKIPPED = "left out of its means"
_ABOVE = "give the folder above the topics, GOLD/<topic>/<reference>.txt, or name the files of one topic"


@dataclass(frozen=True)
class Allowance:
    """What to do with topics that a run lacks, and with topics that have no gold."""

    missing: Missing = "error"
    extra: Extra = "error"


@dataclass(frozen=True)
class Terms:
    """How messages call an answer and the gold, and what they say of a system that lacks a topic."""

    answer: str = "timeline"
    gold: str = "references"
    silence: str = "scored 0"


def cover(
    systems: Mapping[str, Mapping[str, T]],
    references: Mapping[str, Any],
    allow: Allowance,
    nothing: T,
    what: str | Terms = "timeline",
) -> tuple[dict[str, dict[str, T]], list[str]]:
    """Return for each topic the answers to score, by system, and a note on everything that was let pass.

    `nothing` stands for the answer of a system that lacks a topic, where that is scored; `what` an answer is.
    """
    terms = what if isinstance(what, Terms) else Terms(what)
    notes: list[str] = []
    work: dict[str, dict[str, T]] = {topic: {} for topic in references}
    for name, run in systems.items():
        if run and references and not any(topic in references for topic in run):
            raise _strangers(name, run, references, terms)
        extra = [topic for topic in run if topic not in references]
        missing = [topic for topic in references if topic not in run]
        if extra:
            notes.append(_extra(name, extra, references, allow, terms))
        if missing:
            notes.append(_missing(name, missing, run, allow, terms))
        for topic in references:
            if topic in run:
                work[topic][name] = run[topic]
            elif allow.missing == "zero":
                work[topic][name] = nothing
    covered = {topic: timelines for topic, timelines in work.items() if timelines}
    if not covered:
        raise CoverageError("nothing-to-score")
    return covered, notes


def _strangers(name: str, run: Mapping[str, object], references: Mapping[str, object], terms: Terms) -> CoverageError:
    """Return the error where a run and the gold share no topic: a wrong folder was named, or the two were swapped."""
    known = {*references, *(topic.partition("/")[0] for topic in references)}
    last = "REFERENCE" if terms.gold == "references" else terms.gold.upper()
    order = f"if the two were swapped, the order is SYSTEM {last}"
    if all("/" in topic and topic.rpartition("/")[2] in known for topic in run):
        remedy = f"is this a folder of runs? name the runs: {name}/*"
    elif terms.gold != "references":
        remedy = f"topics are told by the names of files and folders; {order}"
    elif all(topic.rpartition("/")[0] in references for topic in run):
        remedy = f"if each reference is a task of its own, use --per-reference; {order}"
    else:
        remedy = f"{_ABOVE}; {order}"
    return CoverageError(
        "topics-disjoint",
        name=name,
        gold=terms.gold,
        run=listed(run, 5),
        references=listed(references, 5),
        remedy=remedy,
    )


def _missing(name: str, missing: list[str], run: Mapping[str, object], allow: Allowance, terms: Terms) -> str:
    if allow.missing == "error":
        holding = f"it has {listed(run, 5)}" if run else "it has none at all"
        zero = "scores 0" if terms.silence == "scored 0" else "scores as an empty one"
        raise CoverageError(
            "topics-missing", name=name, answer=terms.answer, missing=listed(missing, 5), found=holding, zero=zero
        )
    rule, outcome = ("topics-silent", terms.silence) if allow.missing == "zero" else ("topics-skipped", _SKIPPED)
    return Note.of(rule, name=name, answer=terms.answer, topics=", ".join(missing), outcome=outcome)


def _extra(name: str, extra: list[str], references: Mapping[str, object], allow: Allowance, terms: Terms) -> str:
    lacking = "without a reference" if terms.gold == "references" else f"on topics without {terms.gold}"
    what = f"{name} has {plural(terms.answer)} {lacking}"
    if allow.extra == "error":
        remedy = 'remove it, or allow it with --extra skip, in Python extra="skip"'
        if terms.gold == "references" and all(topic.rpartition("/")[0] in references for topic in extra):
            remedy = "if each reference is a task of its own, use --per-reference"
        raise CoverageError(
            "topics-without-gold",
            what=what,
            extra=listed(extra, 5),
            gold=terms.gold,
            references=listed(references, 5),
            remedy=remedy,
        )
    return Note.of("topics-extra", what=what, topics=", ".join(extra))
