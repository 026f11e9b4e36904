"""Which of two texts is better: the pairs of a preference study put to a judge, both ways round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from cliometer.errors import InputError, UsageError
from cliometer.io.sheets import csv_text
from cliometer.judges.judge import JudgedResult, Question, absent_note
from cliometer.judges.store import Inquiry
from cliometer.model.judgements import Poll, Vote
from cliometer.spelling import listed
from cliometer.study.contests import SIDE_ORDERS, TIE, Contest, contests, identical_pairs
from cliometer.study.criteria import Criterion
from cliometer.study.study_plan import draw_contests, voted_contests
from cliometer.study.topics import Topic

PLACES = ("topic", "criterion", "sources", "first", "second", "choices")
VOTE_COLUMNS = (
    "topic", "judge", "first", "second", "preferred", "reason", "criterion", "repeat", "probability", "judge_model"
)  # fmt: skip
_LETTERS = ("A", "B")
AS_A_WHOLE = Criterion("", "Judge them as a whole.")


@dataclass(frozen=True)
class PreferencePlan:
    """The questions of a study: every pair on every topic, both ways round, by each criterion.

    `pairs` are votes of people, to whose pairs and topics the questions are restricted; `most` draws so many pairs.
    `sources` are texts by topic that the judge may read.
    """

    topics: tuple[Topic, ...]
    criteria: tuple[Criterion, ...] = (AS_A_WHOLE,)
    ties: bool = False
    repeats: int = 1
    pairs: Poll | None = None
    most: int | None = None
    seed: int = 0
    sources: Mapping[str, str] = field(default_factory=dict)

    @property
    def contests(self) -> list[Contest]:
        """The pairs that are asked about, topics in their order."""
        every = list(contests(self.topics).values())
        kept = every if self.pairs is None else voted_contests(every, self.pairs)
        return draw_contests(kept, self.most, "judge", self.seed)


@dataclass(frozen=True)
class JudgedPair:
    """A question of a preference study, `first` shown first, and its answer.

    `preferred` is a system, "tie", or nothing where there is no answer, and then `fault` says why. `probability`
    is that of the first being better, of the two, where the model tells.
    """

    topic: str
    first: str
    second: str
    criterion: str
    repeat: int
    preferred: str = ""
    reason: str = ""
    probability: float | None = None
    fault: str = ""


@dataclass(frozen=True, repr=False)
class JudgedPreferences(JudgedResult):
    """The answers of a judge to the questions of a preference study, and what they cost."""

    kind: ClassVar[str] = "judged-preferences"
    tables: ClassVar[Mapping[str, str]] = {"pairs": "pairs"}
    judge: str
    judge_model: str
    pairs: tuple[JudgedPair, ...]
    calls: int
    tokens: int
    signature: str
    notes: tuple[str, ...] = ()
    from_store: int = 0  # answers that needed no call
    stored_tokens: int = 0  # which these took when they were given

    def __repr__(self) -> str:
        return f"JudgedPreferences({self.judge}, {len(self.answered)} of {len(self.pairs)} answered)"

    @property
    def answered(self) -> list[JudgedPair]:
        """The questions that have an answer."""
        return [pair for pair in self.pairs if pair.preferred]

    @property
    def votes(self) -> tuple[Vote, ...]:
        """The answers as votes of a model; absent answers are no votes."""
        return tuple(
            Vote(
                pair.first, pair.second, None if pair.preferred == TIE else pair.preferred, pair.topic, self.judge,
                pair.reason, criterion=pair.criterion, judge_model=self.judge_model, repeat=pair.repeat,
                probability=pair.probability,
            )
            for pair in self.answered
        )  # fmt: skip

    def votes_csv(self) -> str:
        """Return the votes as a file that `vote` and `agree` read."""
        rows = [
            [
                *(vote.topic, vote.judge, vote.left, vote.right, vote.winner or TIE),
                *(vote.reason, vote.criterion, vote.repeat),
                "" if vote.probability is None else f"{vote.probability:.6g}",
                vote.judge_model,
            ]
            for vote in self.votes
        ]
        return csv_text(VOTE_COLUMNS, rows)


def judge_preferences(plan: PreferencePlan, inquiry: Inquiry) -> JudgedPreferences:
    """Ask a judge which text of each pair is better, both ways round."""
    filled = inquiry.read_prompt("preference", PLACES, ("first", "second"))
    if plan.sources and "{sources}" not in filled.text:
        raise UsageError("prompt-without-sources")
    if any(TIE in topic.summaries for topic in plan.topics):
        raise InputError("system-named-tie")
    choices = (*_LETTERS, TIE) if plan.ties else _LETTERS
    questions, pairs = [], []
    for contest in plan.contests:
        for way in SIDE_ORDERS:
            first, second = (contest.first, contest.second) if way == "ab" else (contest.second, contest.first)
            sources = plan.sources.get(contest.topic.id, "")
            parts = {
                "topic": contest.topic.name,
                "sources": f"\nWhat the sources say:\n{sources}\n" if sources else "",
                "first": contest.text(first).strip(),
                "second": contest.text(second).strip(),
                "choices": listed(choices, last=" or "),
            }
            for criterion in plan.criteria:
                values = {**parts, "criterion": criterion.text}
                text = filled.fill(values)
                for repeat in range(1, plan.repeats + 1):
                    questions.append(Question(text, choices, repeat, values))
                    pairs.append(JudgedPair(contest.topic.id, first, second, criterion.name, repeat))
    record = inquiry.ask(filled, questions)
    judged = []
    for pair, reply in zip(pairs, record.replies, strict=True):
        verdict = reply.answer(choices)
        preferred = {"A": pair.first, "B": pair.second}.get(verdict.answer, verdict.answer)
        answered = replace(pair, preferred=preferred, reason=verdict.reason, fault=verdict.fault)
        judged.append(replace(answered, probability=verdict.share("A", _LETTERS) if verdict.answer else None))
    notes = (*identical_pairs(plan.topics), *absent_note([pair.fault for pair in judged if pair.fault], len(judged)))
    return JudgedPreferences(pairs=tuple(judged), notes=notes, **record.fields)
