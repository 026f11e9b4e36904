"""The experiment of Mackie et al. (2014): tune, summarise, score, rank; with votes, which metric is right.

Every topic is summarised with the setting that was chosen on the folds it is not in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cliometer.errors import InputError, UsageError
from cliometer.experiments.folds import folds_of
from cliometer.experiments.losses import MetricLoss
from cliometer.experiments.microblog_input import Input, read_input
from cliometer.experiments.microblog_people import People, people
from cliometer.experiments.microblog_plan import MicroblogPlan
from cliometer.experiments.microblog_ranks import Association, Standing, associations, standings
from cliometer.experiments.microblog_scores import Said, Scorer, Scores
from cliometer.experiments.post_sources import spelled
from cliometer.experiments.tuning import Fold, Tuning, tune
from cliometer.model.progress import Progress
from cliometer.systems.summarisers.oracles import RougeOracle
from cliometer.systems.vectors import Pool


@dataclass(frozen=True)
class Microblog:
    """All that came out; `plan` is the one that gives it again."""

    plan: MicroblogPlan
    folds: tuple[tuple[str, ...], ...]
    tunings: Mapping[str, Tuning]
    summaries: Mapping[str, Mapping[str, tuple[str, ...]]]
    posts: Mapping[str, tuple[int, int]]
    scores: Scores
    standings: tuple[Standing, ...]
    associations: tuple[Association, ...]
    people: People | None
    background: str
    notes: tuple[str, ...]


def run(plan: MicroblogPlan, progress: Progress | None = None) -> Microblog:
    """Stages 1 and 2, and with votes stage 3; whatever is wrong with the input comes to light first."""
    given = read_input(plan)
    _check_lengths(plan, given)
    _check_oracles(plan, given)
    pools = [
        Pool(topic.topic, plan.reading, given.references.get(topic.topic.id, ())) for topic in given.topics
    ]
    parts = folds_of(given.names, plan.folds, plan.seed)
    step = _Steps(progress, len(pools) * (len(plan.systems) + 1))
    loss = MetricLoss(plan.loss, given.given)
    tunings = {
        system.name: tune(pools, system.settings, loss, plan.folds, plan.seed, plan.k, step.part(number))
        for number, system in enumerate(plan.systems)
    }
    summaries = {name: _summaries(pools, tuning.folds) for name, tuning in tunings.items()}
    scores = _scores(plan, given, summaries, step.part(len(tunings)))
    ranked = standings(scores, plan.significance)
    votes = given.ballots
    judged = people(votes, scores, ranked, plan.seed, plan.resamples) if votes else None
    return Microblog(
        plan.fixed(given.fingerprint),
        parts,
        tunings,
        summaries,
        {topic.topic.id: (topic.read, len(topic.topic.posts)) for topic in given.topics},
        scores,
        ranked,
        associations(scores),
        judged,
        spelled(given.given),
        tuple(dict.fromkeys((*given.notes, *loss.notes, *scores.notes))),
    )


@dataclass(frozen=True)
class _Steps:
    """One bar for all stages, each of which goes through all topics."""

    progress: Progress | None
    total: int

    def part(self, number: int) -> Progress:
        def shown(done: int, size: int) -> None:
            if self.progress:
                self.progress(number * size + done, self.total)

        return shown


def _check_lengths(plan: MicroblogPlan, given: Input) -> None:
    for topic in given.topics:
        if len(topic.topic.posts) < plan.k:
            raise InputError(
                f"topic {topic.topic.id} has {len(topic.topic.posts)} posts after filtering ({topic.read} "
                f"read), fewer than a summary of k = {plan.k}; leave it out, or set a smaller k",
                Path(plan.topics),
            )


def _check_oracles(plan: MicroblogPlan, given: Input) -> None:
    """An oracle of ROUGE reads the references of every topic."""
    oracles = [system for system in plan.systems if isinstance(system.settings[0], RougeOracle)]
    silent = [name for name in given.names if not given.references.get(name)]
    if oracles and silent:
        folder = plan.references
        remedy = f"add {folder}/{silent[0]}.txt" if folder else 'name their folder: references = "FOLDER"'
        raise UsageError(f"{oracles[0].name} needs references of topic {silent[0]}; {remedy}")


def _summaries(pools: Sequence[Pool], folds: Iterable[Fold]) -> dict[str, tuple[str, ...]]:
    """Topic -> the texts that were chosen by the setting of the other folds, topics in their order."""
    chosen = {topic: places for fold in folds for topic, places in fold.summaries.items()}
    return {pool.topic.id: tuple(pool.posts[place].text for place in chosen[pool.topic.id]) for pool in pools}


def _scores(
    plan: MicroblogPlan,
    given: Input,
    summaries: Mapping[str, Mapping[str, tuple[str, ...]]],
    progress: Progress,
) -> Scores:
    said: Said = {topic: [chosen[topic] for chosen in summaries.values()] for topic in given.names}
    scorer = Scorer([topic.topic for topic in given.topics], plan.source_metrics, given.given)
    for done, (topic, texts) in enumerate(said.items()):
        progress(done, len(said))
        scorer.score(topic, texts)
    more = scorer.add_rouge(said, given.references, plan.rouge) if given.references else ()
    return scorer.scores(list(summaries), more)
