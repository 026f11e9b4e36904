"""The plan of a preference study: topics, systems and pairs drawn from runs, and the file that the workbench opens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

from cliometer.errors import InputError, unknown
from cliometer.io.frames import DocumentResult
from cliometer.io.json_values import json_document
from cliometer.io.lines import Notebook
from cliometer.io.sheets import json_text
from cliometer.model.judgements import Poll
from cliometer.spelling import listed
from cliometer.stats.vote_power import VoteDesign, least_share
from cliometer.study.preferences.ballot_plan import (
    PreferenceStudySettings,
    judges_needed,
    read_preference_settings,
    settings_document,
)
from cliometer.study.preferences.comparison_items import Contest, contests, identical_pairs, shuffle
from cliometer.study.preferences.timeline_pairs import timeline_days
from cliometer.study.steps import Topic, write_topic

PLAN_FILE = "plan.json"
PLANNED_TOPICS = "topics.jsonl"
REFERENCE = "reference"  # the system whose timelines people wrote
PLANNED = ("votes", "cap", "ties", "reasons", "criteria")  # settings that a plan decides
POWER = 0.8  # with which the smallest difference of a plan is found


def draw_contests(found: Iterable[Contest], most: int | None, *salt: object) -> list[Contest]:
    """Return so many pairs, in their order: topics, and pairs of systems, are drawn as evenly as can be."""
    given = list(found)
    if most is None or most >= len(given):
        return given
    left = shuffle(given, lambda one: one.id, *salt)
    pairs, topics, drawn = Counter[tuple[str, str]](), Counter[str](), set[str]()
    for _ in range(most):
        one = min(left, key=lambda one: (pairs[one.first, one.second], topics[one.topic.id]))
        left.remove(one)
        drawn.add(one.id)
        pairs[one.first, one.second] += 1
        topics[one.topic.id] += 1
    return [one for one in given if one.id in drawn]


def voted_contests(found: Iterable[Contest], poll: Poll) -> list[Contest]:
    """Return the pairs and topics on which there are votes."""
    wanted = {(vote.topic, vote.pair) for vote in poll.votes}
    kept = [one for one in found if (one.topic.id, (one.first, one.second)) in wanted]
    if not kept:
        names = listed(sorted({vote.topic for vote in poll.votes}), 3)
        raise InputError(f"no pair of these votes has both texts; the votes are on {names}", poll.source)
    return kept


@dataclass(frozen=True)
class DrawnDesign:
    """How much of the runs a study asks about, drawn by a seed; None takes all.

    `budget` is the number of votes that can be collected: as many pairs are drawn as get all their votes.
    """

    topics: int | None = None
    systems: int | None = None
    pairs: int | None = None
    budget: int | None = None
    seed: int = 0

    def draw(self, topics: Sequence[Topic], votes: int) -> tuple[Topic, ...]:
        """Return the topics with the pairs that people are asked about."""
        names = sorted({name for topic in topics for name in topic.summaries})
        kept = {*_drawn(names, self.systems, "system", "systems", self.seed)}
        chosen = {*_drawn([topic.id for topic in topics], self.topics, "topic", "topics", self.seed)}
        left = [
            replace(topic, summaries={name: text for name, text in topic.summaries.items() if name in kept})
            for topic in topics
            if topic.id in chosen
        ]
        every = contests([topic for topic in left if len(topic.summaries) > 1] or left)
        most = self.pairs
        if self.budget is not None:
            if self.budget < votes:
                raise InputError(f"a budget of {self.budget} does not give one pair its {votes} votes; raise it")
            most = min(most or self.budget, self.budget // votes)
        drawn = draw_contests(every.values(), most, "plan", self.seed)
        pairs: dict[str, list[tuple[str, str]]] = {}
        for one in drawn:
            pairs.setdefault(one.topic.id, []).append((one.first, one.second))
        all_drawn = len(drawn) == len(every)
        return tuple(topic if all_drawn else _with_pairs(topic, pairs[topic.id]) for topic in left if topic.id in pairs)


def _drawn(names: Sequence[str], most: int | None, noun: str, plural: str, seed: int) -> Sequence[str]:
    if most is None:
        return names
    if most > len(names):
        raise InputError(f"the runs have {len(names)} {plural}, and {most} are to be drawn; ask for fewer")
    return shuffle(names, str, noun, seed)[:most]


def _with_pairs(topic: Topic, pairs: Sequence[tuple[str, str]]) -> Topic:
    named = {name for pair in pairs for name in pair}
    texts = {name: text for name, text in topic.summaries.items() if name in named}
    return replace(topic, summaries=texts, pairs=tuple(pairs))


@dataclass(frozen=True)
class PlannedPair:
    """Two systems that are compared on a topic."""

    topic: str
    first: str
    second: str


@dataclass(frozen=True, repr=False)
class StudyPlan(DocumentResult):
    """The design of a preference study: who is compared on what, by which criteria, how often, and what that finds.

    `cast` counts pairs times votes, each of which answers by every criterion. `least` is the smallest share of the
    votes for the better of two systems that is found with a probability of 0.8, None where none is.
    """

    kind: ClassVar[str] = "plan"
    tables: ClassVar[tuple[str, ...]] = ("pairs",)
    topics: tuple[str, ...]
    systems: tuple[str, ...]
    criteria: tuple[str, ...]
    pairs: tuple[PlannedPair, ...]
    timelines: int  # topics whose summaries are all timelines
    votes: int
    cap: int
    cast: int
    judges: int
    least: float | None
    seed: int
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"StudyPlan({len(self.pairs)} pairs, {self.cast} votes, {self.judges} judges)"


def describe_plan(
    topics: Sequence[Topic], settings: PreferenceStudySettings, seed: int, notes: Sequence[str] = ()
) -> StudyPlan:
    """Return the design of a study with these topics and settings."""
    found = contests(topics)
    systems = sorted({name for one in found.values() for name in (one.first, one.second)})
    pairs = tuple(PlannedPair(one.topic.id, one.first, one.second) for one in found.values())
    dated = [topic for topic in topics if all(timeline_days(text) for text in topic.summaries.values())]
    return StudyPlan(
        tuple(topic.id for topic in topics),
        tuple(systems),
        tuple(one.name for one in settings.criteria),
        pairs,
        len(dated),
        settings.votes,
        settings.cap,
        len(pairs) * settings.votes,
        judges_needed(topics, settings),
        smallest_difference(topics, settings),
        seed,
        (*notes, *identical_pairs(topics)),
    )


def smallest_difference(topics: Sequence[Topic], settings: PreferenceStudySettings) -> float | None:
    """Return the smallest share of votes that the study finds with a probability of 0.8, for any pair of its systems.

    That is for the pair that is compared on the fewest topics.
    """
    counts = Counter((one.first, one.second) for one in contests(topics).values())
    systems = {name for pair in counts for name in pair}
    fewest = min(counts.values())
    if fewest < 2:
        return None
    return least_share(VoteDesign(fewest, settings.votes, len(systems), settings.cap), POWER)


def plan_files(topics: Sequence[Topic], settings: PreferenceStudySettings, plan: StudyPlan) -> dict[str, str]:
    """Return the text of each file of a plan by its name; the workbench draws the secret seed of its ballots itself."""
    own = {name: value for name, value in settings_document(settings).items() if name in PLANNED}
    written = {"settings": own, "seed": plan.seed, "notes": list(plan.notes)}
    return {
        PLANNED_TOPICS: "".join(write_topic(topic) + "\n" for topic in topics),
        PLAN_FILE: json_text(written),
    }


def read_plan_settings(text: str) -> dict[str, Any]:
    """Return the settings of a study that a plan names; the others keep their values."""
    node = json_document(text, Notebook(Path(PLAN_FILE)), "one JSON object with settings")
    found = node.as_object("the plan", ("settings", "seed", "notes"))
    known = [name for name in PreferenceStudySettings.__dataclass_fields__ if name != "seed"]
    settings = found.at("settings").as_object("the settings", known)
    for name in settings.members:
        if name not in known:
            raise settings.fail(str(unknown("setting of a plan", name, known)))
    chosen = settings.build(lambda: read_preference_settings(settings.members))
    document = settings_document(chosen)
    return {name: document[name] for name in settings.members if name in document}
