"""A judge on trial: the court's perturbations as questions, good timelines against the same ones changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from cliometer.court.perturbation import Perturbation, TrialKind, kind_of_trial
from cliometer.court.trials import TrialTask, chosen_trials, tasks_of, topic_of
from cliometer.engine.file_evaluation import read_gold
from cliometer.errors import UsageError
from cliometer.io import per_reference
from cliometer.io.articles import read_corpus
from cliometer.judges.judge import JudgedResult
from cliometer.judges.preferences import JudgedPair, PreferencePlan, judge_preferences
from cliometer.judges.store import Inquiry
from cliometer.model.notes import Note
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.spelling import listed, many
from cliometer.stats.position_bias import proportion, proportion_numbers
from cliometer.study.contests import shuffle
from cliometer.study.topics import Topic

ORIGINAL, CHANGED = "original", "changed"
Expected = Literal["worse", "as good"]
Preference = Literal["original", "change", "neither", "not known"]


@dataclass(frozen=True)
class JudgedTrial:
    """How a judge took one change: of `pairs`, how many got the same answer in both orders, and which.

    The share is that of pairs for the original, one without a clear answer counting half; the interval is of the
    pairs with a clear one. Where no pair was answered in both orders the verdict is not known. A change that makes
    timelines worse should be noticed; one that leaves them as good should not matter.
    """

    trial: str
    kind: TrialKind
    expected: Expected
    pairs: int
    original: int
    changed: int
    unclear: int
    absent: int
    share: float | None
    low: float | None
    high: float | None
    verdict: Preference

    @property
    def is_sound(self) -> bool:
        """Whether damage is noticed, or what is as good is not preferred or refused."""
        return self.verdict == ("original" if self.expected == "worse" else "neither")


@dataclass(frozen=True, repr=False)
class JudgeCard(JudgedResult):
    """The card of a judge: how it takes each change of good timelines, what that cost, and its signature."""

    kind: ClassVar[str] = "judge-card"
    tables: ClassVar[Mapping[str, str]] = {"trials": "trials"}
    judge: str
    judge_model: str
    trials: tuple[JudgedTrial, ...]
    first: int  # answers for the text that was shown first
    decided: int
    calls: int
    tokens: int
    signature: str
    notes: tuple[str, ...] = ()
    from_store: int = 0  # answers that needed no call
    stored_tokens: int = 0  # which these took when they were given

    def __repr__(self) -> str:
        return f"JudgeCard({self.judge}, {many(len(self.trials), 'trial')})"


@dataclass(frozen=True)
class JudgeTrialPlan:
    """References, each of which is changed by every trial; of the pairs of a trial at most `most` are asked about.

    The judge reads the timelines of the other writers of a topic as sources, without which no wrong date is known.
    """

    gold: Path
    trials: Sequence[str | Perturbation] | None = None
    corpus: Path | None = None
    most: int = 10
    seed: int = 0

    def run(self, inquiry: Inquiry) -> JudgeCard:
        """Ask the judge about all pairs, in both orders, and read the card off its answers."""
        gold, notes = read_gold([self.gold], "append")
        references = per_reference(gold)
        asked = [trial for trial in chosen_trials(self.trials) if "timelines" in trial.answers]
        trials = [trial for trial in asked if trial.expectation.value != "free"]
        if not trials:
            raise UsageError("changes-not-ordered", asked=listed(map(str, asked)))
        articles = {} if self.corpus is None else read_corpus(self.corpus)[0]
        tasks = tasks_of({task: written[0] for task, written in references.items()}, articles, self.seed)
        topics, of_trial = self._topics(tasks, trials)
        if not topics:
            raise UsageError("trials-change-nothing")
        sources = {topic.id: _others(of_trial[topic.id][1], references) for topic in topics}
        if alone := sorted({topic_of(of_trial[id][1]) for id, text in sources.items() if not text}):
            notes += (Note.of("writers-single", alone=listed(alone, 5)),)
        plan = PreferencePlan(topics, ties=True, sources={id: text for id, text in sources.items() if text})
        result = judge_preferences(plan, inquiry)
        answers: dict[str, dict[str, list[JudgedPair]]] = {str(trial): {} for trial in trials}
        for pair in result.pairs:
            answers[of_trial[pair.topic][0]].setdefault(pair.topic, []).append(pair)
        rows = tuple(_judged(trial, list(answers[str(trial)].values())) for trial in trials if answers[str(trial)])
        decided = [pair for pair in result.pairs if pair.preferred in (ORIGINAL, CHANGED)]
        first = sum(pair.preferred == pair.first for pair in decided)
        notes = (*notes, *result.notes)
        cost = {name: getattr(result, name) for name in ("calls", "tokens", "signature", "from_store", "stored_tokens")}
        return JudgeCard(result.judge, result.judge_model, rows, first, len(decided), notes=notes, **cost)

    def _topics(
        self, tasks: Sequence[TrialTask], trials: Sequence[Perturbation]
    ) -> tuple[tuple[Topic, ...], dict[str, tuple[str, str]]]:
        """Return a topic of two texts for each question, and by its id the trial and the task."""
        topics: list[Topic] = []
        of_trial: dict[str, tuple[str, str]] = {}
        for trial in trials:
            chosen = shuffle(tasks, lambda task: task.case.topic, "trial", self.seed)
            changed = ((task, variants[0]) for task in chosen if (variants := task.variants(trial)))
            for number, (task, variant) in zip(range(self.most), changed, strict=False):
                id = f"{trial.name}-{len(topics)}-{number}"
                texts = {ORIGINAL: _spelled(task.answer), CHANGED: _spelled(variant)}
                topics.append(Topic(id, topic_of(task.case.topic), summaries=texts))
                of_trial[id] = str(trial), task.case.topic
        return tuple(topics), of_trial


def _spelled(timeline: Timeline) -> str:
    return "\n".join(f"{when}: {' '.join(lines)}" for when, lines in timeline.items())


def _others(task: str, references: Mapping[str, ReferenceSet]) -> str:
    """Return the timelines of the other writers of a task's topic."""
    others = [texts[0] for name, texts in references.items() if topic_of(name) == topic_of(task) and name != task]
    return "\n\n".join(map(_spelled, others))


def _judged(trial: Perturbation, pairs: Sequence[Sequence[JudgedPair]]) -> JudgedTrial:
    """Return the row of a trial: a pair is clear where both orders have the same answer, and it is no tie."""
    answered = [group for group in pairs if all(pair.preferred for pair in group)]
    preferences = [{pair.preferred for pair in group} for group in answered]
    original, changed = (sum(preferred == {name} for preferred in preferences) for name in (ORIGINAL, CHANGED))
    clear, unclear = original + changed, len(preferences) - original - changed
    ends = proportion(original, clear) if clear else None
    verdict: Preference = "neither" if preferences else "not known"
    if ends is not None and not ends.low <= 0.5 <= ends.high:
        verdict = "original" if ends.low > 0.5 else "change"
    expected: Expected = "worse" if trial.expectation.value == "falls" else "as good"
    low, high = proportion_numbers(ends, "low", "high").values()
    return JudgedTrial(
        trial=str(trial),
        kind=kind_of_trial(trial),
        expected=expected,
        pairs=len(pairs),
        original=original,
        changed=changed,
        unclear=unclear,
        absent=len(pairs) - len(answered),
        share=(original + unclear / 2) / len(preferences) if preferences else None,
        low=low,
        high=high,
        verdict=verdict,
    )
