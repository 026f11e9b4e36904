"""Atomic units by a model: the facts that each sentence of a reference reports, for drafts of content units."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cliometer.judges.judge import Question, absent_note
from cliometer.judges.store import Inquiry
from cliometer.spelling import listed
from cliometer.study.unit_drafts import DraftLine

PLACES = ("topic", "date", "sentence")
_BULLET = re.compile(r"^\s*(?:[-*•–]|\(?\d{1,3}[.)])\s+")
_LONGEST_FACT = 400  # characters; what is longer is no fact but an essay


@dataclass(frozen=True)
class ProposedLines:
    """The facts of each topic as lines for a draft, each with the sentence it came from, and who proposed them."""

    lines: Mapping[str, Sequence[DraftLine]]
    judge_model: str
    signature: str
    notes: tuple[str, ...] = ()


def propose_lines(sentences: Mapping[str, Sequence[DraftLine]], inquiry: Inquiry) -> ProposedLines:
    """Ask a judge for the facts of each sentence; a sentence without an answer stays whole, and a note says so."""
    filled = inquiry.read_prompt("units", PLACES, ("sentence",))
    places = [(topic, line) for topic, lines in sentences.items() for line in lines]
    questions = []
    for topic, line in places:
        parts = {"topic": topic, "date": str(line.date), "sentence": line.text}
        questions.append(Question(filled.fill(parts), (), 1, parts))
    record = inquiry.ask(filled, questions, lambda _, reply: bool(read_facts(reply.content)))
    lines_by_topic: dict[str, list[DraftLine]] = {topic: [] for topic in sentences}
    faults = []
    for (topic, line), reply in zip(places, record.replies, strict=True):
        facts = [] if reply.fault else read_facts(reply.content)
        if not facts:
            faults.append(reply.answer(()).fault or "the answer holds no fact")
        lines_by_topic[topic] += [replace(line, text=fact, sentence=line.text) for fact in facts] or [line]
    absent_note(faults, len(places))
    whole = (
        f"{len(faults)} of {len(places)} sentences were not taken apart and stay whole: {listed(sorted(set(faults)))}"
    )
    return ProposedLines(lines_by_topic, record.identity, record.signature, (whole,) if faults else ())


def read_facts(content: str) -> list[str]:
    """Return the lines of an answer without bullets and numbers, each once.

    >>> read_facts("1. The well exploded.\\n- Eleven men died.\\n\\n- Eleven men died.")
    ['The well exploded.', 'Eleven men died.']
    """
    lines = (_BULLET.sub("", line).strip() for line in content.splitlines())
    facts = [line for line in lines if line and len(line) <= _LONGEST_FACT and not line.endswith(":")]
    return list(dict.fromkeys(facts))
