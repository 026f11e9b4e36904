"""Metrics on trial: gold, optionally the answers of a run and the articles of each topic, as files or values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os.path import abspath
from pathlib import Path
from typing import Any, Literal

from cliometer.court.findings import Findings
from cliometer.court.meta_evaluation.human_scores import CorrelationRow, agree
from cliometer.court.meta_evaluation.plan import MetaEvaluationPlan, score_table_of
from cliometer.court.perturbation import Perturbation
from cliometer.court.trials import Court, TrialTask, all_metrics, chosen_trials, people_tasks, tasks_of, topic_of
from cliometer.engine.evaluation import Allowance, Evaluation, cover
from cliometer.engine.file_evaluation import FileEvaluation, kind_of_gold, read_gold, run_names
from cliometer.engine.score_grid import ScoreColumn, score_columns
from cliometer.engine.value_evaluation import evidence_of, prepared
from cliometer.errors import CoverageError, InputError, UsageError, expected, unknown
from cliometer.io import per_reference, read_run
from cliometer.io.articles import read_corpus
from cliometer.metrics.base import Metric
from cliometer.metrics.catalogue import Preset, chosen, lower_is_better
from cliometer.model.display import Progress
from cliometer.model.documents import Article
from cliometer.model.notes import Note
from cliometer.model.timeline import Duplicates, ReferenceSet, Timeline
from cliometer.spelling import listed

BESIDE = ("corpora", "articles")  # what a folder of articles beside the references is called


def court_of_answers(
    evaluation: Evaluation, trials: Sequence[Perturbation], seed: int
) -> tuple[Court, tuple[str, ...]]:
    """Return the court in which each system's answer to a topic is a task, and notes on absent answers."""
    work, notes = evaluation.answers()
    answers = {(topic, system): answer for topic, given in work.items() for system, answer in given.items()}
    scored = {f"{topic}/{system}": evaluation.gold[topic] for topic, system in answers}
    tasks = tasks_of(dict(zip(scored, answers.values(), strict=True)), seed=seed, protocol="systems")
    return Court(tasks, replace(evaluation, gold=scored), trials, seed), tuple(notes)


@dataclass(frozen=True)
class CourtPlan:
    """What `cliometer court` was asked to do; every reference is a task of its own.

    Without answers every reference is changed and scored against itself; with them, the answers are changed
    and scored against the gold, whatever kind of gold that is. Gold and answers are paths, or values by topic.
    Writers of a topic are tried against each other, and against rivals: systems' timelines for their tasks, among
    them the answers. Development and held-out topics get cards of their own; tasks in `without` are left out.
    `corpus=None` looks for articles beside the references, and `Path("none")` goes without. Trials that draw at random
    are held with `draws` seeds. Human scores are of the answers and the rivals, by the names of their files.
    """

    gold: Path | Mapping[str, Any]
    metrics: Sequence[str | Metric] | None = None
    trials: Sequence[str | Perturbation] | None = None
    answers: Path | Mapping[str, Any] | None = None
    corpus: Path | None = None
    preset: str | Preset | None = None
    seed: int = 0
    duplicates: Duplicates | None = None
    missing: Literal["error", "skip"] = "error"
    extra: Literal["error", "skip"] = "error"
    rivals: Sequence[Path | Mapping[str, Any]] = ()
    development: Sequence[str] | None = None
    held_out: Sequence[str] | None = None
    without: Sequence[str] = ()
    timed: bool = False
    draws: int = 1
    human: Sequence[ScoreColumn] = ()

    def run(self, progress: Progress | None = None) -> Findings:
        """Run all trials; the notes of reading stand before the notes of the trials."""
        trials = chosen_trials(self.trials)
        if isinstance(self.gold, Path):
            kind = kind_of_gold([self.gold], self.metrics)
        else:
            kind = evidence_of(self.gold.values(), self.metrics)
        court, notes = self._references(trials) if kind == "references" else self._answers(kind, trials)
        court = replace(court, named=self.trials is not None, groups=self._groups(court.tasks))
        court = replace(court, timed=self.timed, draws=self.draws)
        if court.groups:
            named = {topic for topics in court.groups.values() for topic in topics}
            court = replace(court, tasks=[task for task in court.tasks if topic_of(task.case.topic) in named])
        rows: dict[tuple[str, str], list[CorrelationRow]] = {}
        if self.human:
            rows, seen = self._human_correlations(court)
            notes += seen
        findings = court.run(progress)
        human = [rows.get((card.group, card.metric), ()) for card in findings.cards]
        cards = [replace(c, bench=replace(c.bench, human=of)) for c, of in zip(findings.cards, human, strict=True)]
        return replace(findings, notes=(*notes, *findings.notes), cards=cards)

    def _human_correlations(self, court: Court) -> tuple[dict[tuple[str, str], list[CorrelationRow]], tuple[str, ...]]:
        """Return by group and metric how scores of the runs go with human scores, as `cliometer agree` has it."""
        runs = [run for run in (self.answers, *self.rivals) if isinstance(run, Path)]
        if not isinstance(self.gold, Path) or len(runs) < 1 + len(self.rivals):
            raise UsageError("human-scores-need-paths")
        topics = {topic for column in self.human for topic in column.table.topics([column.metric])}
        tasks = any("/" in topic for topic in topics)
        allow, metrics = Allowance(self.missing, self.extra), court.evaluation.metrics
        files = FileEvaluation(runs, [self.gold], metrics, self.preset, tasks, self.duplicates, allow)
        evaluation, notes = files.read()
        if self.without:
            evaluation = replace(evaluation, gold=self._regrouped(evaluation.gold, tasks))
        table = score_table_of(evaluation.run())
        correlations: dict[tuple[str, str], list[CorrelationRow]] = {}
        plan = MetaEvaluationPlan(("kendall-b", "pearson"), ("system", "text"), seed=self.seed)
        for group, members in (court.groups or {"": [*map(topic_of, topics)]}).items():
            ours, theirs = ([_within(column, members) for column in of] for of in (score_columns(table), self.human))
            less = [column.label for column in ours if lower_is_better(column.label)]
            try:
                agreed = agree(ours, theirs, plan, missing=self.missing, lower=less)
            except InputError as error:
                notes += (
                    Note.of("people-correlation-missing", hint=f" on {group} topics" if group else "", error=error),
                )
                continue
            notes += (*agreed.warnings, *agreed.notes)
            for column, metric in zip(ours, metrics, strict=True):
                correlations[group, str(metric)] = agreed[column.label]
        return correlations, tuple(dict.fromkeys(notes))

    def _regrouped(self, gold: Mapping[str, ReferenceSet], tasks: bool) -> Mapping[str, ReferenceSet]:
        """Return the gold without the references to be left out, by task or by topic."""
        kept = self._kept(gold if tasks else per_reference(gold))
        if tasks:
            return kept
        return {
            topic: ReferenceSet([written[0] for task, written in kept.items() if topic_of(task) == topic])
            for topic in dict.fromkeys(map(topic_of, kept))
        }

    def _groups(self, tasks: Sequence[TrialTask]) -> dict[str, Sequence[str]]:
        """Return the topics of the groups that were named; a topic is in one of them."""
        known = list(dict.fromkeys(topic_of(task.case.topic) for task in tasks))
        named = {"development": self.development, "held-out": self.held_out}
        groups = {name: list(topics) for name, topics in named.items() if topics is not None}
        for name, topics in groups.items():
            if not topics:
                raise expected(f"a list of {name} topics such as {listed(known, 3)}", named[name])
            for topic in topics:
                if topic not in known:
                    raise unknown(f"{name} topic", topic, known)
        both = sorted(set(self.development or ()) & set(self.held_out or ()))
        if both:
            raise UsageError("topic-in-both-parts", both=listed(both))
        return dict(groups)

    def _references(self, trials: Sequence[Perturbation]) -> tuple[Court, tuple[str, ...]]:
        """Return the court of timelines, in which each reference is a task."""
        preset = Preset.parse("tilse" if self.preset is None else self.preset)
        metrics = all_metrics() if self.metrics is None else chosen(self.metrics)
        duplicates = self.duplicates or preset.duplicates
        if isinstance(self.gold, Path):
            gold, notes = read_gold([self.gold], duplicates)
        else:
            gold, notes = dict(prepared({}, self.gold, metrics).gold), ()
        references = self._kept(per_reference(gold))
        timelines = {task: written[0] for task, written in references.items()}
        runs = [run for run in (self.answers, *self.rivals) if run is not None]
        rivals = []
        for run in runs:
            answered, seen = self._answered(run, references, duplicates)
            rivals.append(answered)
            notes += seen
        if self.answers is not None:
            timelines = rivals[0]
        articles, seen = self._articles(trials, timelines)
        tasks = tasks_of(timelines, articles, self.seed, "itself" if self.answers is None else "systems")
        people, against = people_tasks(references, rivals, self.seed)
        scored = {task: references[task] for task in timelines} | against
        evaluation = Evaluation({}, scored, metrics, preset=preset, duplicates=duplicates)
        if self.metrics is None and (slow := ", ".join(map(str, all_metrics(slow=True)))):
            seen += (f"{slow} are left out, because they are slow on whole timelines; ask for them with -m",)
        notes = (*notes, *seen, *_sources(trials, tasks))
        return Court([*tasks, *people], evaluation, trials, self.seed), notes

    def _kept(self, references: Mapping[str, ReferenceSet]) -> Mapping[str, ReferenceSet]:
        """Return the references without those that are to be left out."""
        for task in self.without:
            if task not in references:
                raise unknown("reference", task, references)
        return {task: written for task, written in references.items() if task not in self.without}

    def _answers(self, kind: str, trials: Sequence[Perturbation]) -> tuple[Court, tuple[str, ...]]:
        """Return the court of another kind of gold, in which each system's answer to a topic is a task."""
        if self.answers is None:
            where = self.gold if isinstance(self.gold, Path) else "references"
            raise UsageError("court-needs-answers", where=where, kind="units or events" if kind == "units" else kind)
        if isinstance(self.gold, Path) and isinstance(self.answers, Path):
            files = FileEvaluation([self.answers], [self.gold], self.metrics, self.preset, duplicates=self.duplicates)
            files = replace(files, allow=Allowance(self.missing, self.extra))
            evaluation, notes = files.read()
        elif isinstance(self.gold, Path) or isinstance(self.answers, Path):
            raise UsageError("court-inputs-unlike", kind=kind)
        else:
            rules, runs = self.preset or "tilse", {"run": self.answers}
            evaluation, notes = prepared(runs, self.gold, self.metrics, rules, self.missing, self.extra), ()
        court, seen = court_of_answers(evaluation, trials, self.seed)
        return court, (*notes, *seen)

    def _answered(
        self, answers: Path | Mapping[str, Any], references: Mapping[str, ReferenceSet], duplicates: Duplicates
    ) -> tuple[dict[str, Timeline], tuple[str, ...]]:
        """Return the run's timeline for each task; one timeline of a topic answers each of its references."""
        run: Mapping[str, Timeline]
        if isinstance(answers, Path):
            (name,) = run_names([answers])
            run, notes = read_run(answers, duplicates)
        else:
            name, notes = "the run", ()
            run = prepared({name: answers}, {}, ["date"]).systems[name]
        spelled = {task: _spellings(task, name) for task in references}
        places = {task: next((spelling for spelling in of if spelling in run), None) for task, of in spelled.items()}
        fitting = {task: None if place is None else run[place] for task, place in places.items()}
        answered = {task: timeline for task, timeline in fitting.items() if timeline is not None}
        known = {*places.values(), *(spelling for task in self.without for spelling in _spellings(task, name))}
        strange = {task: run[task] for task in run if task not in known}
        work, seen = cover({name: {**strange, **answered}}, references, Allowance("skip", self.extra), Timeline())
        lacking = [task for task in references if task not in answered]
        if lacking and self.missing == "error":  # an empty timeline cannot be changed, so there is no `zero`
            raise CoverageError("trial-topics-missing", name=name, lacking=listed(lacking, 5))
        return {task: covered[name] for task, covered in work.items()}, (*notes, *seen)

    def _articles(
        self, trials: Sequence[Perturbation], tasks: Mapping[str, Timeline]
    ) -> tuple[Mapping[str, Sequence[Article]], tuple[str, ...]]:
        """Return the articles by topic, read only for trials that take from them."""
        if not any(trial.reads_articles for trial in trials) or self.corpus == Path("none"):
            return {}, ()
        if self.corpus is not None:
            articles, notes = read_corpus(self.corpus)
            if not any(topic_of(task) in articles for task in tasks):
                raise InputError("articles-of-other-topics", self.corpus, known=", ".join(list(articles)[:5]))
            return articles, notes
        if not isinstance(self.gold, Path):
            return {}, ()
        beside = next((name for name in BESIDE if (Path(abspath(self.gold)).parent / name).is_dir()), None)
        if beside is None:
            return {}, ()
        folder = self.gold.parent / beside
        articles, notes = read_corpus(folder)
        return articles, (*notes, f"articles were read from {folder}; --corpus none leaves them out")


def _within(column: ScoreColumn, topics: Sequence[str]) -> ScoreColumn:
    """Return the scores on some topics."""
    scores = {key: value for key, value in column.table.scores.items() if topic_of(key[2]) in topics}
    gaps = {key: place for key, place in column.table.gaps.items() if topic_of(key[2]) in topics}
    return replace(column, table=replace(column.table, scores=scores, gaps=gaps))


def _spellings(task: str, run: str) -> list[str]:
    """Return what a run may call its timeline for a task: `bpoil/bbc`, `bpoil`, `bpoil_bbc`, `RUN_bpoil_bbc`.

    The last are the names of published outputs, in which `mj_bbc` stands for the reference `mj/bbc.co.uk`.
    """
    whole = task.replace("/", "_")
    short = whole.partition(".")[0]
    return [task, topic_of(task), whole, f"{run}_{whole}", short, f"{run}_{short}"]


def _sources(trials: Sequence[Perturbation], tasks: Sequence[TrialTask]) -> list[Note]:
    """Return a note on each trial that had to invent words, since no article fits."""
    notes = []
    for trial in trials:
        if invented := [task.case.topic for task in tasks if trial.invents(task.case)]:
            topics = ", ".join(dict.fromkeys(map(topic_of, invented)))
            count = f"{len(invented)} of {len(tasks)} timelines"
            notes.append(Note.of("words-invented", trial=trial, count=count, topics=topics))
    return notes
