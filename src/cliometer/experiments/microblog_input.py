"""What an experiment reads: topics, votes, references; and a fingerprint of all of it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cliometer.errors import InputError
from cliometer.experiments.microblog_plan import MicroblogPlan
from cliometer.experiments.microblog_votes import Ballots, read_ballots
from cliometer.experiments.post_sources import Given, counting_notes, expect_fitting, idle_notes, read_given
from cliometer.io.posts.folders import ReadTopic, read_topics
from cliometer.io.posts.references import read_texts, strays
from cliometer.io.text_file import read_text


@dataclass(frozen=True)
class Input:
    """Everything that was read, checked against each other."""

    topics: tuple[ReadTopic, ...]
    references: Mapping[str, tuple[str, ...]]
    ballots: Ballots | None
    given: Given
    fingerprint: str
    notes: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The topics in their order."""
        return tuple(topic.topic.id for topic in self.topics)


def read_input(plan: MicroblogPlan) -> Input:
    """Read; the plan's fingerprint, where it has one, must be that of what was read."""
    topics, notes = read_topics(plan.topics, plan.filters)
    names = [topic.topic.id for topic in topics]
    if len(names) < 2:
        raise InputError(
            f"holds one topic, {names[0]}; an experiment compares over several", Path(plan.topics)
        )
    references = read_texts(plan.references) if plan.references else {}
    ballots, said = _ballots(plan, names)
    given, remarks = read_given(plan.background)
    expect_fitting((*plan.source_metrics, plan.loss_metric), given)
    found = _fingerprint(topics, references, read_text(Path(plan.votes)) if plan.votes else "", given)
    if plan.fingerprint not in ("", found):
        raise InputError(
            "the posts, votes, references or backgrounds are not those that the plan was made for "
            f"(fingerprint {plan.fingerprint}, found {found}); to run it on them remove the line fingerprint",
            Path(plan.topics),
        )
    notes = (*notes, *said, *_gaps(references, names, plan), *remarks)
    metrics = (*plan.source_metrics, plan.loss_metric)
    notes += (*counting_notes(dict.fromkeys(metrics), plan.reading), *idle_notes(metrics, given))
    return Input(tuple(topics), references, ballots, given, found, notes)


def _ballots(plan: MicroblogPlan, names: Sequence[str]) -> tuple[Ballots | None, tuple[str, ...]]:
    if not plan.votes:
        return None, ()
    return read_ballots(Path(plan.votes), [system.name for system in plan.systems], names)


def _gaps(references: Mapping[str, object], names: Sequence[str], plan: MicroblogPlan) -> tuple[str, ...]:
    """Topics without references, which have no ROUGE; references of no topic."""
    if not references:
        return ()
    common = [name for name in names if name in references]
    if not common:
        raise InputError(
            f"holds texts on none of the topics, which are {', '.join(names[:3])} ...", Path(plan.references)
        )
    missing = len(names) - len(common)
    notes = [f"{missing} of {len(names)} topics have no references and so no ROUGE"] if missing else []
    return (*notes, *strays(references, names, plan.references))


def _fingerprint(
    topics: Sequence[ReadTopic], references: Mapping[str, Sequence[str]], votes: str, given: Given
) -> str:
    digest = hashlib.sha256()

    def add(*parts: str) -> None:
        for part in parts:
            content = part.encode("utf-8", "surrogatepass")
            digest.update(f"{len(content)}:".encode() + content)  # so that no two lists of parts look alike

    for topic in topics:
        add("topic", topic.topic.id, *(text for post in topic.topic.posts for text in (post.id, post.text)))
    for name, texts in references.items():
        add("references", name, *texts)
    add("votes", votes)
    for background in given:
        add("background", background.sha256)
    return digest.hexdigest()[:16]
