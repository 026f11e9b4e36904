"""The plan of a preference study: topics, systems and pairs drawn from runs, and the file that the workbench opens."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import ClassVar, Literal, TypeAlias

from cliometer.errors import InputError
from cliometer.grouping import by_key
from cliometer.io.frames import DocumentResult
from cliometer.io.sheets import json_text
from cliometer.model.judgements import Poll
from cliometer.spelling import is_whole, listed, many
from cliometer.stats.vote_power import VoteDesign, least_share
from cliometer.study.contests import Contest, contests, identical_pairs, shuffle
from cliometer.study.criteria import USUAL_CRITERIA, Criterion, checked_criteria
from cliometer.study.topics import Topic, expect_setting, timeline_days, write_topic

PLAN_FILE = "plan.json"
PLANNED_TOPICS = "topics.jsonl"
REFERENCE = "reference"  # the system whose timelines people wrote
POWER = 0.8  # with which the smallest difference of a plan is found
ReasonsSetting: TypeAlias = Literal["required", "optional", "none"]
REASON_SETTINGS: tuple[ReasonsSetting, ...] = ("required", "optional", "none")


@dataclass(frozen=True)
class PlanSettings:
    """The settings of a preference study that its plan decides; `ranges` are those of whole numbers."""

    ranges: ClassVar[Mapping[str, tuple[int, int]]] = {"votes": (1, 99), "cap": (1, 1000)}
    votes: int = 3  # on each pair of systems on each topic
    cap: int = 12  # pairs that a judge votes on, at most
    ties: bool = False
    reasons: ReasonsSetting = "optional"
    criteria: tuple[Criterion, ...] = USUAL_CRITERIA  # quiz and tests are graded by the first

    def __post_init__(self) -> None:
        for name, (low, high) in self.ranges.items():
            value = getattr(self, name)
            expect_setting(is_whole(value, low, high), name, f"a whole number from {low} to {high}", value)
        expect_setting(isinstance(self.ties, bool), "ties", "true or false", self.ties)
        expect_setting(self.reasons in REASON_SETTINGS, "reasons", "required, optional or none", self.reasons)
        object.__setattr__(self, "criteria", checked_criteria(self.criteria))


def draw_contests(contests: Iterable[Contest], most: int | None, *salt: object) -> list[Contest]:
    """Return so many pairs, in their order: topics, and pairs of systems, are drawn as evenly as can be."""
    given = list(contests)
    if most is None or most >= len(given):
        return given
    left = shuffle(given, lambda contest: contest.id, *salt)
    pairs, topics, drawn = Counter[tuple[str, str]](), Counter[str](), set[str]()
    for _ in range(most):
        contest = min(left, key=lambda contest: (pairs[contest.first, contest.second], topics[contest.topic.id]))
        left.remove(contest)
        drawn.add(contest.id)
        pairs[contest.first, contest.second] += 1
        topics[contest.topic.id] += 1
    return [contest for contest in given if contest.id in drawn]


def voted_contests(contests: Iterable[Contest], poll: Poll) -> list[Contest]:
    """Return the pairs and topics on which there are votes."""
    wanted = {(vote.topic, vote.pair) for vote in poll.votes}
    kept = [contest for contest in contests if (contest.topic.id, (contest.first, contest.second)) in wanted]
    if not kept:
        names = listed(sorted({vote.topic for vote in poll.votes}), 3)
        raise InputError("votes-without-texts", poll.source, names=names)
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
                raise InputError("budget-too-small", budget=self.budget, votes=votes)
            most = min(most or self.budget, self.budget // votes)
        drawn = draw_contests(every.values(), most, "plan", self.seed)
        pairs = by_key((contest.topic.id, (contest.first, contest.second)) for contest in drawn)
        all_drawn = len(drawn) == len(every)
        return tuple(topic if all_drawn else _with_pairs(topic, pairs[topic.id]) for topic in left if topic.id in pairs)


def _drawn(names: Sequence[str], most: int | None, noun: str, plural: str, seed: int) -> Sequence[str]:
    if most is None:
        return names
    if most > len(names):
        raise InputError("draw-too-large", count=len(names), plural=plural, most=most)
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
    tables: ClassVar[Mapping[str, str]] = {"pairs": "pairs"}
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
        return f"StudyPlan({many(len(self.pairs), 'pair')}, {many(self.cast, 'vote')}, {many(self.judges, 'judge')})"


def describe_plan(topics: Sequence[Topic], settings: PlanSettings, seed: int, notes: Sequence[str] = ()) -> StudyPlan:
    """Return the design of a study with these topics and settings."""
    pool = contests(topics)
    pairs = tuple(PlannedPair(contest.topic.id, contest.first, contest.second) for contest in pool.values())
    dated = [topic for topic in topics if all(timeline_days(text) for text in topic.summaries.values())]
    return StudyPlan(
        tuple(topic.id for topic in topics),
        tuple(sorted({name for contest in pool.values() for name in (contest.first, contest.second)})),
        tuple(criterion.name for criterion in settings.criteria),
        pairs,
        len(dated),
        settings.votes,
        settings.cap,
        len(pairs) * settings.votes,
        settings.votes * math.ceil(len(pairs) / settings.cap),
        smallest_difference(topics, settings),
        seed,
        (*notes, *identical_pairs(topics)),
    )


def smallest_difference(topics: Sequence[Topic], settings: PlanSettings) -> float | None:
    """Return the smallest share of votes that the study finds with a probability of 0.8, for any pair of its systems.

    That is for the pair that is compared on the fewest topics.
    """
    counts = Counter((contest.first, contest.second) for contest in contests(topics).values())
    systems = {name for pair in counts for name in pair}
    fewest = min(counts.values())
    return None if fewest < 2 else least_share(VoteDesign(fewest, settings.votes, len(systems), settings.cap), POWER)


def plan_files(topics: Sequence[Topic], settings: PlanSettings, plan: StudyPlan) -> dict[str, str]:
    """Return the text of each file of a plan by its name; the workbench draws the secret seed of its ballots itself."""
    written = {"settings": asdict(settings), "seed": plan.seed, "notes": list(plan.notes)}
    return {PLANNED_TOPICS: "".join(write_topic(topic) + "\n" for topic in topics), PLAN_FILE: json_text(written)}
