"""Metrics on trial with files: a benchmark folder, optionally a run and the articles of each topic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from os.path import abspath
from pathlib import Path
from typing import Literal

from cliometer.court.perturbation import Perturbation
from cliometer.court.trials import (
    Court,
    TrialTask,
    all_metrics,
    chosen_trials,
    tasks_of,
    topic_of,
)
from cliometer.court.verdicts import Findings
from cliometer.engine.evaluation import Allowance, Evaluation, chosen, cover
from cliometer.engine.file_evaluation import FileEvaluation, kind_of_gold, read_gold, run_names
from cliometer.errors import CoverageError, InputError, UsageError
from cliometer.io import per_reference, read_run
from cliometer.io.sources import read_corpus
from cliometer.metrics.base import Metric
from cliometer.metrics.presets import Preset, preset_named
from cliometer.model.display import Progress
from cliometer.model.documents import Article
from cliometer.model.timeline import Duplicates, ReferenceSet, Timeline
from cliometer.spelling import listed

BESIDE = ("corpora", "articles")  # what a folder of articles beside the references is called


def court_of_answers(
    evaluation: Evaluation, trials: Sequence[Perturbation], seed: int
) -> tuple[Court, tuple[str, ...]]:
    """Return the court in which each system's answer to a topic is a task, and notes on absent answers."""
    work, notes = evaluation.answers()
    answers = {(topic, system): answer for topic, said in work.items() for system, answer in said.items()}
    scored = {f"{topic}/{system}": evaluation.gold[topic] for topic, system in answers}
    tasks = tasks_of(dict(zip(scored, answers.values(), strict=True)), seed=seed)
    return Court(tasks, replace(evaluation, gold=scored), trials, seed), tuple(notes)


@dataclass(frozen=True)
class FileCourt:
    """What `cliometer court` was asked to do; every reference is a task of its own.

    Without a run every reference is changed and scored against itself; with one, its answers are changed and
    scored against the gold, whatever kind of gold that is. `corpus=None` looks for articles beside the
    references, and `Path("none")` goes without.
    """

    gold: Path
    metrics: Sequence[str | Metric] | None = None
    trials: Sequence[str | Perturbation] | None = None
    run_folder: Path | None = None
    corpus: Path | None = None
    preset: str | Preset | None = None
    seed: int = 0
    duplicates: Duplicates | None = None
    missing: Literal["error", "skip"] = "error"
    extra: Literal["error", "skip"] = "error"

    def run(self, progress: Progress | None = None) -> Findings:
        """Read, try, and put what was noticed while reading before what was noticed while trying."""
        trials = chosen_trials(self.trials)
        kind = kind_of_gold([self.gold], self.metrics)
        court, notes = self._references(trials) if kind == "references" else self._answers(kind, trials)
        findings = court.run(progress)
        return replace(findings, notes=(*notes, *findings.notes))

    def _references(self, trials: Sequence[Perturbation]) -> tuple[Court, tuple[str, ...]]:
        """Timelines against references, each reference alone."""
        preset = preset_named("tilse" if self.preset is None else self.preset)
        metrics = all_metrics() if self.metrics is None else chosen(self.metrics)
        duplicates = self.duplicates or preset.duplicates
        gold, notes = read_gold([self.gold], duplicates)
        references = per_reference(gold)
        timelines = {task: written[0] for task, written in references.items()}
        if self.run_folder is not None:
            timelines, seen = self._run_timelines(self.run_folder, references, duplicates)
            notes += seen
        articles, seen = self._articles(trials, timelines)
        tasks = tasks_of(timelines, articles, self.seed)
        scored = {task: references[task] for task in timelines}
        evaluation = Evaluation({}, scored, metrics, preset=preset, duplicates=duplicates)
        if self.metrics is None and (slow := ", ".join(map(str, all_metrics(slow=True)))):
            seen += (f"{slow} are left out, being slow on whole timelines; ask for them with -m",)
        notes = (*notes, *seen, *_sources(trials, tasks))
        return Court(tasks, evaluation, trials, self.seed), notes

    def _answers(self, kind: str, trials: Sequence[Perturbation]) -> tuple[Court, tuple[str, ...]]:
        """The answers of a run against another kind of gold; each system's answer to a topic is a task."""
        if self.run_folder is None:
            raise UsageError(
                f"{self.gold} holds {'units or events' if kind == 'units' else kind}, which cannot be changed and "
                "scored against themselves; name what a system answered: --systems RUN"
            )
        allow = Allowance(self.missing, self.extra)
        asked = FileEvaluation(
            [self.run_folder], [self.gold], self.metrics, self.preset, duplicates=self.duplicates, allow=allow
        )
        evaluation, notes = asked.read()
        court, seen = court_of_answers(evaluation, trials, self.seed)
        return court, (*notes, *seen)

    def _run_timelines(
        self, folder: Path, references: Mapping[str, ReferenceSet], duplicates: Duplicates
    ) -> tuple[dict[str, Timeline], tuple[str, ...]]:
        """The run's timeline for each task; one file a topic answers each of its references."""
        (name,) = run_names([folder])
        run, notes = read_run(folder, duplicates)
        answers = {task: run.get(task, run.get(topic_of(task))) for task in references}
        found = {task: timeline for task, timeline in answers.items() if timeline is not None}
        strange = {task: run[task] for task in run if task not in found and task not in map(topic_of, found)}
        allowed = Allowance("skip", self.extra)
        work, seen = cover({name: {**strange, **found}}, references, allowed, Timeline())
        lacking = [task for task in references if task not in found]
        if lacking and self.missing == "error":  # an empty timeline cannot be changed, so there is no `zero`
            raise CoverageError(
                f"{name} has no timeline for {listed(lacking, 5)}; add it, or try the others with --missing skip"
            )
        return {task: answers[name] for task, answers in work.items()}, (*notes, *seen)

    def _articles(
        self, trials: Sequence[Perturbation], tasks: Mapping[str, Timeline]
    ) -> tuple[Mapping[str, Sequence[Article]], tuple[str, ...]]:
        """The articles by topic, read only for trials that take from them."""
        if not any(trial.reads_articles for trial in trials) or self.corpus == Path("none"):
            return {}, ()
        if self.corpus is not None:
            articles, notes = read_corpus(self.corpus)
            if not any(topic_of(task) in articles for task in tasks):
                known = ", ".join(list(articles)[:5])
                raise InputError(f"has articles for none of the topics, only for {known}", self.corpus)
            return articles, notes
        beside = next((name for name in BESIDE if (Path(abspath(self.gold)).parent / name).is_dir()), None)
        if beside is None:
            return {}, ()
        folder = self.gold.parent / beside
        articles, notes = read_corpus(folder)
        return articles, (*notes, f"articles were read from {folder}; --corpus none goes without")


def _sources(trials: Sequence[Perturbation], tasks: Sequence[TrialTask]) -> list[str]:
    """Return a note on each trial that had to invent words, since no article fits."""
    notes = []
    for trial in trials:
        if invented := [task.case.topic for task in tasks if trial.invents(task.case)]:
            topics = ", ".join(dict.fromkeys(map(topic_of, invented)))
            count = f"{len(invented)} of {len(tasks)} timelines"
            notes.append(f"{trial}: {count} got a sentence of invented words, no article fits: {topics}")
    return notes
