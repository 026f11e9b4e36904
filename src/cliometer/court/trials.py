"""Metrics on trial (Martschat & Markert 2017): answers changed in ways whose effect on scores is known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import Any

import numpy as np

from cliometer.court import cards, perturbation
from cliometer.court.cards import Jury, Protocol, ScoreSheet, TopicEstimate, TrialCriterion
from cliometer.court.findings import ANSWERS, Findings, LadderRow, TrialRow
from cliometer.court.perturbation import Answer, Ladder, Perturbation, TrialCase, kind_of_trial, perturbations
from cliometer.court.verdicts import SIDES, Means, Rises, judge, judge_ladder, rises_somewhere
from cliometer.engine.evaluation import Evaluation
from cliometer.engine.results import text_remarks
from cliometer.errors import InputError, UsageError, expected, shown, unknown
from cliometer.grouping import by_key
from cliometer.metrics.base import GOLD_KINDS, Metric
from cliometer.metrics.catalogue import Preset, chosen, parse
from cliometer.metrics.comparison import TopicComparison
from cliometer.model.backend import active_backend, tracked
from cliometer.model.display import Progress
from cliometer.model.documents import Article, SummaryText
from cliometer.model.extracts import Extract
from cliometer.model.facts import ReportedFact
from cliometer.model.nugget_banks import BankNugget
from cliometer.model.score import Signature, f_measure
from cliometer.model.timeline import ReferenceSet, Timeline
from cliometer.spelling import listed
from cliometer.stats.samples import checked_seed

# Table 2 of Martschat & Markert (2017) shifts by one day and by five; shifts to the past should cost as much.
# A wrong year and a minor date are what larger and smaller faults are compared with.
MORE = (
    "shift(days=1)", "shift(days=5)", "shift(days=-1)", "shift(days=-5)", "shift(days=365)", "omit(date=minor)",
)  # fmt: skip


def all_metrics(evidence: str = "references", slow: bool = False) -> list[Metric]:
    """Return every metric of a kind of gold with its default settings: the fast ones, or the slow ones."""
    return [metric for metric in (cls() for cls in GOLD_KINDS[evidence].metrics) if metric.is_slow == slow]


def all_trials() -> list[Perturbation]:
    """Return every registered perturbation with its default settings, and those that others are compared with."""
    _load()
    trials: list[Perturbation] = []
    for cls in sorted(perturbations, key=lambda cls: cls.name):
        trials.append(_complete(cls()))
        trials += [trial for trial in map(perturbations.parse, MORE) if trial.name == cls.name]
    return list(dict.fromkeys(trials))


def chosen_trials(trials: Sequence[str | Perturbation] | None) -> list[Perturbation]:
    """Return the trials that were asked for, each once; without any, all."""
    if trials is None:
        return all_trials()
    if isinstance(trials, str) or not isinstance(trials, Sequence):
        raise expected('a list of trials such as ["merge", "shift(days=1)"]', trials)
    parsed = list(dict.fromkeys(map(parse_trial, trials)))
    if not parsed:
        raise UsageError("trials-empty")
    return parsed


def parse_trial(expression: str | Perturbation) -> Perturbation:
    """Read a perturbation; one that is parsed already passes through."""
    _load()
    if isinstance(expression, str):
        return _complete(perturbations.parse(expression))
    if isinstance(expression, type) or not isinstance(expression, Perturbation):
        raise expected('a perturbation such as "shift(days=1)"', expression)
    return expression


def _complete(trial: Perturbation) -> Perturbation:
    """Return a perturbation; one that was registered without all parts of the protocol is refused."""
    if not isinstance(trial, Perturbation):
        raise UsageError("perturbation-incomplete", trial=trial.name)
    if trial.kind is not None and trial.kind not in perturbation.TRIAL_KINDS:
        raise unknown(f"kind of trial of the perturbation {trial.name}", trial.kind, perturbation.TRIAL_KINDS)
    return trial


def _load() -> None:
    """Import all perturbations, which registers them."""
    import cliometer.court.perturbations  # noqa: F401


# Answers on the stand. Perturbations change timelines, or lists of what was selected or pushed; a summary is
# changed as a timeline, and one without dates as a timeline of one day, whose date is dropped again.

_ANY_DAY = "2000-01-01"


@dataclass(frozen=True)
class TrialTask:
    """An answer that is put on trial, and its view for perturbations; its gold has the name of the case.

    Rivals are other answers to the same gold, which are scored and not changed.
    """

    case: TrialCase
    answer: Any
    protocol: Protocol = "itself"
    rivals: Sequence[Any] = ()

    def variants(self, trial: Perturbation) -> list[Any]:
        """Return every changed answer that may come of a perturbation; none where it does not apply."""
        if isinstance(self.answer, Timeline | SummaryText):
            variants = trial.variants(self.case) if "timelines" in trial.answers else ()
            if not isinstance(variants, Sequence) or not all(isinstance(variant, Timeline) for variant in variants):
                raise UsageError("perturbation-not-timelines", trial=trial, found=shown(variants))
            if isinstance(self.answer, Timeline):
                return list(variants)
            bare = [[line for sentences in timeline.values() for line in sentences] for timeline in variants]
            changed: list[Any] = [*map(SummaryText.of, variants if self.answer.is_dated else bare)]
        else:
            is_extract = isinstance(self.answer, Extract)
            is_fact = not is_extract and any(isinstance(fact, ReportedFact | BankNugget) for fact in self.answer[:1])
            kind: Answer = "extracts" if is_extract else "facts" if is_fact else "updates"
            items = trial.selections(self.case) if kind in trial.answers else ()
            changed = [_extract(self.answer, selection) if is_extract else tuple(selection) for selection in items]
        return [answer for answer in changed if answer != self.answer]


def _extract(extract: Extract, items: Sequence[Any]) -> Extract:
    """Return the extract with other items; scores stay with the places, so that they never rise."""
    scores = [item.score for item in extract.items]
    return replace(extract, items=tuple(replace(item, score=scores[i]) for i, item in enumerate(items)))


def tasks_of(
    answers: Mapping[str, Any],
    articles: Mapping[str, Sequence[Article]] | None = None,
    seed: int = 0,
    protocol: Protocol = "itself",
    rivals: Mapping[str, Sequence[Any]] | None = None,
) -> list[TrialTask]:
    """Return a task for each answer, with the articles of its topic; the stranger is of the next topic."""
    names, views, tasks = list(answers), {name: _view(answer) for name, answer in answers.items()}, []
    for place, name in enumerate(names):
        others = [other for other in (*names[place:], *names[:place]) if topic_of(other) != topic_of(name)]
        strange = views[others[0]] if others else TrialCase("")
        case = replace(views[name], topic=name, articles=(articles or {}).get(topic_of(name), ()), seed=seed)
        case = replace(case, other_timeline=strange.timeline, other_items=strange.items)
        tasks.append(TrialTask(case, answers[name], protocol, (rivals or {}).get(name, ())))
    return tasks


def _view(answer: Any) -> TrialCase:
    """Return an answer as perturbations see it."""
    match answer:
        case Timeline():
            return TrialCase("", answer)
        case SummaryText():
            return TrialCase("", Timeline([(text.date or _ANY_DAY, text.lines) for text in answer.texts]))
        case Extract():
            return TrialCase("", items=answer.items, ranked=answer.ranked)
    return TrialCase("", items=tuple(answer))


def topic_of(task: str) -> str:
    """Return the topic of a task, `bpoil` of `bpoil/bbc`."""
    return task.partition("/")[0]


# Score sheets: every metric on one answer, before and after each perturbation. All variants of all
# perturbations of an answer are scored together, each distinct one once, so that texts are cut into words
# once and twelve metrics over two hundred variants cost little more than one.


PEOPLE: tuple[Protocol, ...] = ("writers", "duels")
MOST_OF_PEOPLE = 10  # variants of one change, evenly chosen, that a pair of writers is tried with: there are many pairs


def fill_sheet(task: TrialTask, evaluation: Evaluation, trials: Iterable[Perturbation], draws: int = 1) -> ScoreSheet:
    """Score an answer, its rivals and all its variants, of `draws` seeds where they depend on the seed."""
    places: dict[Any, int] = {task.answer: 0}
    rivals = [places.setdefault(answer, len(places)) for answer in task.rivals]
    variants: dict[Perturbation, list[int]] = {}
    for trial in trials:
        changed: list[Any] = []
        for seed in range(task.case.seed, task.case.seed + draws):
            drawn = replace(task, case=replace(task.case, seed=seed)).variants(trial)
            if task.protocol in PEOPLE:
                drawn = drawn[:: ceil(len(drawn) / MOST_OF_PEOPLE) or 1]
            if changed and drawn == changed:
                break  # nothing is drawn at random
            changed += drawn
        if changed:
            variants[trial] = [places.setdefault(answer, len(places)) for answer in changed]
    _refuse_uncountable(task, evaluation)
    rows = list(evaluation.score_topic(task.case.topic, list(places)).values())
    lower = [metric.lower_is_better for metric in evaluation.metrics]
    numbers = np.array([[_pair(s, less) for s in row] for row, less in zip(rows, lower, strict=True)])
    betas = [None if "value" in row[0].numbers() else float(row[0].beta) for row in rows]
    names = task.case.topic, topic_of(task.case.topic), task.protocol
    after = {trial: numbers[:, at] for trial, at in variants.items()}
    return ScoreSheet(*names, numbers[:, 0], after, numbers[:, rivals], betas)


def _sheet(shared: tuple[Evaluation, Mapping[Protocol, Sequence[Perturbation]], int], task: TrialTask) -> ScoreSheet:
    """Fill the sheet of a task, here or in a worker."""
    evaluation, held, draws = shared
    return fill_sheet(task, evaluation, held[task.protocol], draws)


def _pair(score: Any, less: bool) -> tuple[float, float]:
    """Return precision and recall; what is undefined is left out whatever the preset, since it cannot be tried."""
    numbers = score.numbers()
    sides = [numbers.get(side, numbers.get("value")) for side in SIDES]
    if score.undefined or None in sides:
        return float("nan"), float("nan")
    return (-sides[0], -sides[1]) if less else (sides[0], sides[1])


def _refuse_uncountable(task: TrialTask, evaluation: Evaluation) -> None:
    """Refuse a text without a countable word, which would pass every trial or none by accident."""
    if evaluation.evidence != "references":
        return
    comparison = TopicComparison([task.answer], evaluation.gold[task.case.topic])
    remarks = text_remarks(evaluation, ["the timeline"], task.case.topic, comparison)
    lost = [*remarks.systems, *remarks.references]
    if lost:
        raise InputError("text-not-counted", note=lost[-1])  # the reference's own complaint, where it has one


def people_tasks(
    references: Mapping[str, ReferenceSet], rivals: Sequence[Mapping[str, Timeline]] = (), seed: int = 0
) -> tuple[list[TrialTask], dict[str, ReferenceSet]]:
    """Return the tasks of one writer against another, and of systems against a writer, with their gold.

    A rival is a system's timeline for a writer's task, such as `bpoil/bbc`. In a duel it is cut to the words of that
    writer's timeline or the other way round, so that neither wins by length.
    """
    pairs = [(a, b) for a in references for b in references if a != b and topic_of(a) == topic_of(b)]
    names = {f"{a} against {b.partition('/')[2]}": (a, b) for a, b in pairs}
    writers = {name: references[a][0] for name, (a, _) in names.items()}
    beside = {name: [run[a] for run in rivals if a in run] for name, (a, _) in names.items()}
    tasks = tasks_of(writers, seed=seed, protocol="writers", rivals=beside)
    duels = {
        f"{name}, system {number}": (*at_equal_length(rival, writers[name]), names[name][1])
        for name, of in beside.items()
        for number, rival in enumerate(of, start=1)
        if rival and writers[name]
    }
    answers = {name: rival for name, (rival, _, _) in duels.items()}
    opponents = {name: [writer] for name, (_, writer, _) in duels.items()}
    tasks += tasks_of(answers, seed=seed, protocol="duels", rivals=opponents)
    gold = {name: references[b] for name, (_, b) in names.items()}
    return tasks, gold | {name: references[b] for name, (_, _, b) in duels.items()}


def at_equal_length(first: Timeline, second: Timeline) -> tuple[Timeline, Timeline]:
    """Return both timelines, of which the longer keeps as many words of every day as makes it as long as the other."""
    from cliometer.court.perturbations.length_changes import Truncate

    sizes = [sum(len(s.split()) for sentences in timeline.values() for s in sentences) for timeline in (first, second)]
    if not min(sizes) or sizes[0] == sizes[1]:
        return first, second
    longer = first if sizes[0] > sizes[1] else second
    (cut,) = Truncate(min(sizes) / max(sizes)).variants(TrialCase("", longer)) or [longer]
    return (cut, second) if longer is first else (first, cut)


def try_metrics(
    answers: Mapping[str, Any],
    metrics: Sequence[str | Metric] | None = None,
    trials: Sequence[str | Perturbation] | None = None,
    preset: str | Preset = "tilse",
    articles: Mapping[str, Sequence[Article]] | None = None,
    seed: int = 0,
    gold: Mapping[str, Any] | None = None,
) -> Findings:
    """Put metrics on trial with answers to topics, `{topic: answer}`, which are changed and scored.

    Without `gold` the answers are good timelines, each of which is scored against its unchanged self, and against
    those of other writers of its topic. With it they are a system's, scored against the gold of their topic, of the
    kind that the metrics read.
    """
    evidence = parse(metrics[0]).evidence if gold is not None and metrics else "references"
    people: list[TrialTask] = []
    protocol: Protocol = "itself" if gold is None else "systems"
    if evidence == "references":
        answers = {topic: Timeline.of(timeline) for topic, timeline in answers.items()}
        scored = {topic: ReferenceSet((gold or answers)[topic]) for topic in answers}
        people, added = people_tasks(scored, seed=seed) if gold is None else ([], {})
        gold = {**scored, **added}
    elif evidence == "sources":
        answers = {topic: SummaryText.of(answer) for topic, answer in answers.items()}
    asked = all_metrics(evidence) if metrics is None else chosen(metrics, evidence)
    evaluation = Evaluation({}, gold or {}, asked, evidence, Preset.parse(preset))
    tasks = [*tasks_of(answers, articles, seed, protocol), *people]
    return Court(tasks, evaluation, chosen_trials(trials), seed, trials is not None).run()


_CHANGED: dict[str, Answer] = {"units": "extracts", "events": "extracts", "nuggets": "updates"}
_CHANGED |= {"banks": "facts", "facts": "facts"}
"""By kind of gold, what perturbations take its answers for; timelines elsewhere."""


@dataclass(frozen=True)
class Court:
    """What is tried, on what, and under which rules; the evaluation has gold for each task.

    `groups` are topics by the name of a group, each of which gets cards of its own; without any, all topics are one.
    """

    tasks: Sequence[TrialTask]
    evaluation: Evaluation
    trials: Sequence[Perturbation]
    seed: int = 0
    named: bool = False  # whether the trials were asked for, so that no others are held
    groups: Mapping[str, Sequence[str]] = field(default_factory=dict)
    timed: bool = False
    draws: int = 1  # seeds that trials which draw at random are held with, from `seed` on

    def __post_init__(self) -> None:
        checked_seed(self.seed)
        if self.draws < 1:
            raise expected("a number of draws of at least 1", self.draws)

    @property
    def answers(self) -> str:
        """The word for the answers in messages."""
        return f"{ANSWERS[self.evaluation.evidence]}s"

    def run(self, progress: Progress | None = None) -> Findings:
        """Score everything, then judge."""
        ladders = perturbation.ladders_of(self.trials)
        held = self._held(ladders)
        shared = self.evaluation, held, self.draws
        filled = active_backend().map(_sheet, self.tasks, shared, lambda task: f"the task {task.case.topic}")
        everything: list[ScoreSheet] = list(tracked(filled, len(self.tasks), progress))
        sheets = [sheet for sheet in everything if sheet.protocol not in PEOPLE]
        kind = _CHANGED.get(self.evaluation.evidence, "timelines")
        tried = [trial for trial in self.trials if kind in trial.answers]
        if not any(trial in sheet.variants for trial in tried for sheet in sheets):
            named = listed(map(str, self.trials), 5)
            raise InputError("trials-not-applicable", trials=named, answers=self.answers, count=len(sheets))
        record = _Record(sheets, [str(metric) for metric in self.evaluation.metrics], self.evaluation)
        places = range(len(record.metrics))
        rows = [record.row(trial, place) for trial in tried for place in places]
        sensible = [ladder for ladder in ladders if kind in ladder.steps[0].answers]
        climbed = [record.climb(ladder, place) for ladder in sensible for place in places]
        notes = [*self._undefined(record), *self._barely(rows, len(sheets))]
        senseless = dict.fromkeys(trial.name for trial in self.trials if trial not in tried)
        if senseless:
            notes.insert(0, f"{', '.join(senseless)} make no sense for {self.answers} and are left out")
        ours = [("trials", ",".join(map(str, tried))), ("seed", str(self.seed))]
        ours += [("draws", str(self.draws))] * (self.draws > 1)
        ours += [(name.replace("-", "_"), ",".join(topics)) for name, topics in self.groups.items()]
        signature = Signature((*self.evaluation.signature().fields, *ours))
        juries = self._juries(everything, tried, sensible, held)
        judged = [jury.judge(place, record.metrics[place]) for jury in juries for place in places]
        criteria, metrics = [row for rows, _ in judged for row in rows], [card for _, card in judged]
        topics = len({sheet.topic for sheet in sheets})
        return Findings(rows, climbed, len(sheets), self.seed, signature, notes, criteria, metrics, topics)

    def _held(self, ladders: Sequence[Ladder]) -> dict[Protocol, list[Perturbation]]:
        """Return the perturbations of each protocol; writers are tried with what must cost."""
        steps = list(dict.fromkeys([*self.trials, *(step for ladder in ladders for step in ladder.steps)]))
        asked, protocols = self.trials if self.named else None, dict.fromkeys(task.protocol for task in self.tasks)
        return {protocol: cards.damages(protocol, asked) if protocol in PEOPLE else steps for protocol in protocols}

    def _juries(
        self,
        sheets: Sequence[ScoreSheet],
        tried: Sequence[Perturbation],
        ladders: Sequence[Ladder],
        held: Mapping[Protocol, Sequence[Perturbation]],
    ) -> list[Jury]:
        """Return a jury for each group of topics, or one for all."""
        criteria: dict[Protocol, Sequence[TrialCriterion]] = {
            protocol: cards.people_criteria(protocol, of) if protocol in PEOPLE else cards.criteria_of(tried)
            for protocol, of in held.items()
        }
        times = self._times() if self.timed else ()
        steps, is_reference = [ladder.steps for ladder in ladders], self.evaluation.evidence == "references"
        groups = self.groups or {"": [sheet.topic for sheet in sheets]}
        return [
            Jury(name, [sheet for sheet in sheets if sheet.topic in set(topics)], criteria, steps, is_reference, times)
            for name, topics in groups.items()
        ]

    def _times(self) -> list[float]:
        """Return the milliseconds of CPU that each metric takes for a pair of timelines, where texts are read once."""
        from time import process_time

        tasks = [task for task in self.tasks if task.protocol not in PEOPLE]
        spent, changes = [], [parse_trial(name) for name in ("deal", "swap")]
        for metric in self.evaluation.metrics:
            alone, pairs, total = replace(self.evaluation, metrics=[metric]), 0, 0.0
            for task in tasks:
                answers = [task.answer, *(variant for change in changes for variant in task.variants(change))]
                start = process_time()
                alone.score_topic(task.case.topic, answers)
                total, pairs = total + process_time() - start, pairs + len(answers)
            spent.append(1000 * total / pairs)
        return spent

    def _undefined(self, record: _Record) -> list[str]:
        """Return a note for each metric on answers that it cannot be tried on."""
        lacking = [~np.isfinite(sheet.before).all(axis=1) for sheet in record.sheets]
        return [
            f"{name}: left out {count} of {len(record.sheets)} {self.answers}, which hold nothing that it counts"
            for name, count in zip(record.metrics, np.sum(lacking, axis=0).tolist(), strict=True)
            if count
        ]

    def _barely(self, rows: Sequence[TrialRow], tasks: int) -> list[str]:
        """Return a note for each trial that applies to some answers only."""
        most = {trial: max(counts) for trial, counts in by_key((row.trial, row.tasks) for row in rows).items()}
        few = {trial: count for trial, count in most.items() if count < tasks}
        return [f"{trial}: applies to {count} of {tasks} {self.answers}" for trial, count in few.items()]


@dataclass(frozen=True)
class _Record:
    """The sheets of all tasks, from which rows are read."""

    sheets: Sequence[ScoreSheet]
    metrics: Sequence[str]
    evaluation: Evaluation

    def row(self, trial: Perturbation, metric: int) -> TrialRow:
        """Return the row of a trial over the tasks that it applies to, with its intervals over topics."""
        sheets = self._where([trial], metric)
        row = self._change(trial, metric, sheets)
        criterion = TrialCriterion(kind_of_trial(trial), "", trial)
        judged = [(sheet.topic, criterion.judge(sheet, metric, None)) for sheet in sheets]
        accuracy = cards.estimate((topic, task.accuracy) for topic, task in judged if task)
        return replace(row, accuracy=accuracy, kept_interval=self._kept(trial, metric, sheets, row.kept))

    def _kept(
        self, trial: Perturbation, metric: int, sheets: Sequence[ScoreSheet], kept: float | None
    ) -> TopicEstimate | None:
        """Return the share that is kept with an interval from leaving out each topic in turn."""
        topics = list(dict.fromkeys(sheet.topic for sheet in sheets))
        if kept is None or len(topics) < 2:
            return None
        without = []
        for topic in topics:
            others = [sheet for sheet in sheets if sheet.topic != topic]
            before, after = self._means(others, metric, None), self._means(others, metric, trial)
            without.append(before.kept(after) if before and after else None)
        return cards.jackknife(kept, [share for share in without if share is not None])

    def _change(self, trial: Perturbation, metric: int, sheets: Sequence[ScoreSheet]) -> TrialRow:
        """Return means over tasks that the trial applies to, so that like is compared with like."""
        before, after = self._means(sheets, metric, None), self._means(sheets, metric, trial)
        expectation = trial.expectation
        if self.evaluation.evidence != "references":  # how much must go is known of timelines only
            expectation = replace(expectation, loss=None)
        return TrialRow.of(
            before,
            after,
            trial=str(trial),
            metric=self.metrics[metric],
            verdict=judge(expectation, before, after),
            tasks=len(sheets),
            variants=sum(sheet.variants[trial].shape[1] for sheet in sheets),
            kind=kind_of_trial(trial),
            aspect=trial.aspect or trial.name,
        )

    def climb(self, ladder: Ladder, metric: int) -> LadderRow:
        """Return the row of a ladder, over the tasks that every step applies to."""
        sheets = self._where(ladder.steps, metric)
        steps = [self._change(step, metric, sheets) for step in ladder.steps]
        paths = [np.array([sheet.after(step)[metric] for step in ladder.steps]) for sheet in sheets]
        precision, recall = (sum(rises_somewhere(list(path[:, side])) for path in paths) for side in range(len(SIDES)))
        rises = Rises(precision, recall, len(paths), precision)
        means = [step.after for step in steps if step.after is not None]
        answer = ANSWERS[self.evaluation.evidence]
        verdict = judge_ladder(ladder.expectation, steps[0].before, means, rises, ladder.grows, answer)
        row = LadderRow(ladder.name, str(ladder), self.metrics[metric], steps, rises, verdict)
        return replace(row, grows=ladder.grows, intensities=ladder.intensities)

    def _where(self, trials: Sequence[Perturbation], metric: int) -> list[ScoreSheet]:
        return [sheet for sheet in self.sheets if sheet.is_scored(metric, *trials)]

    def _means(self, sheets: Sequence[ScoreSheet], metric: int, trial: Perturbation | None) -> Means | None:
        """Return means of precision and of recall over tasks, and F from the two, as the paper has it."""
        if not sheets:
            return None
        pairs = [(sheet.before if trial is None else sheet.after(trial))[metric] for sheet in sheets]
        precision, recall = (float(mean) for mean in np.mean(pairs, axis=0))
        beta = sheets[0].betas[metric]
        if beta is None:
            return Means(None, None, precision, self.evaluation.metrics[metric].lower_is_better)
        return Means(precision, recall, f_measure(precision, recall, beta))
