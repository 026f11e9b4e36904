"""The figures of the page of votes (progress, rankings, quality of judges), and the files of a release."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from math import inf
from statistics import fmean
from typing import Any

from django.utils.translation import get_language

from cliometer.court.votes.design_power import vote_power
from cliometer.court.votes.tally import Tally, reason_counts, tally
from cliometer.grouping import by_key
from cliometer.io.sheets import json_text
from cliometer.model.judgements import Poll, Vote
from cliometer.model.notes import Note, as_note
from cliometer.model.records import encode
from cliometer.reporting.chapters.base import FigureNames
from cliometer.reporting.chapters.votes import votes as votes_section
from cliometer.spelling import listed, many
from cliometer.stats.vote_power import VoteDesign
from cliometer.study.contests import Contest, contests, identical_pairs
from cliometer.study.reason_coding import reason_key
from cliometer_workbench.formats.markup import DocumentMarkup
from cliometer_workbench.kinds.preferences.coding import coding_context, coding_release, unsettled_note
from cliometer_workbench.kinds.preferences.summary_uploads import CROWD
from cliometer_workbench.kinds.preferences.vote_collection import VoteCollection, collect_votes, missing_votes_note
from cliometer_workbench.kinds.study_kind import NO_NAMES, ReleaseTexts
from cliometer_workbench.models import Study
from cliometer_workbench.services.charts import PageChart, charts
from cliometer_workbench.services.worksheets import topic_of
from cliometer_workbench.study.exchange import preference_markup
from cliometer_workbench.study.preferences import preference_release
from cliometer_workbench.study.preferences.answer_records import SEEN, JudgeQuality, passing, study_position_bias
from cliometer_workbench.study.preferences.ballot_plan import judges_needed, read_preference_settings
from cliometer_workbench.study.preferences.comparison_items import PAIRS, contest_systems

# Rankings, cycles, agreement and position bias are the same that `cliometer vote votes.csv` prints for a release.

MOST_REASONS = 20  # listed on the page


@dataclass(frozen=True)
class PairRow:
    """The votes on two systems for a topic, and the number that is missing."""

    topic: str
    title: str
    first: str
    second: str
    for_first: int
    for_second: int
    ties: int
    first_left: int  # votes in which the first was on the left
    aside: int
    lacking: int

    @property
    def votes(self) -> int:
        return self.for_first + self.for_second + self.ties


@dataclass(frozen=True)
class JudgeRow:
    """A judge or crowd worker: the state of the sheet and, after the first answer, the quality of the answers."""

    judge: str
    state: str
    quality: JudgeQuality | None
    aside: str


def figures(study: Study) -> dict[str, Any]:
    """Return the context of the page of votes."""
    collection = collect_votes(study)
    pairs, asked = contests(collection.topics), collection.settings.contests(collection.topics)
    votes, rows = collection.release.votes, tuple(_pairs(collection, pairs))
    answered = {(mark.judge, mark.item) for mark in collection.release.counting_marks}
    reasons, tallies = reason_counts(votes), tuple(_tallies(collection))
    return {
        "settings": collection.settings,
        "passing": passing(collection.settings),
        "systems": contest_systems(pairs),
        "judges_needed": judges_needed(collection.topics, collection.settings),
        "pairs": rows,
        "asked": tuple(
            {"title": contest.topic.name, "systems": contest.systems, "lacking": len(collection.lacking[id])}
            for id, contest in asked.items()
            if collection.settings.format != PAIRS
        ),
        "ratings": tuple(_ratings(collection)),
        "wanted": len(asked) * collection.settings.votes,
        "cast": len(answered) if collection.release.marks else sum(row.votes for row in rows),
        "lacking": sum(map(len, collection.lacking.values())),
        "left_out": (*identical_pairs(collection.topics), *_unused(collection)),
        "judges": tuple(_judges(collection)),
        "early": any(quality.early for quality in collection.quality),
        "counted_models": collection.counted_models,
        "tallies": tallies,
        "glance": tuple(_glance(tallies)) if len(tallies) > 1 else (),
        "reasons": list(reasons.items())[:MOST_REASONS],
        "reasoned": sum(reasons.values()),
        "more_reasons": max(0, len(reasons) - MOST_REASONS),
        "coding": coding_context(study, len({reason_key(vote.reason) for vote in votes if vote.reason})),
        "batches": [{"count": batch.count, "created": batch.created} for batch in study.crowd.all()],
    }


def _tallies(collection: VoteCollection) -> Iterator[dict[str, Any]]:
    """Yield the ranking by each criterion that has votes."""
    for criterion in collection.settings.criteria:
        name = collection.settings.released_criterion(criterion.name)
        votes = tuple(vote for vote in collection.release.votes if vote.criterion == name)
        if not votes:
            continue
        counted = count_votes(votes)
        if collection.counted_models:
            others = tuple(vote for vote in collection.release_with_models.votes if vote.criterion == name)
            counted = replace(counted, agreement=count_votes(others).agreement)
        remarks = [
            as_note(ranking.remark).framed(f"{rule}: ") for rule, ranking in counted.rankings.items() if ranking.remark
        ]
        yield {
            "criterion": name,
            "question": criterion.text,
            "tally": counted,
            "charts": ranking_charts(votes, get_language() or ""),
            "ranks": tuple(_ranks(counted)),
            "remarks": [*remarks, *counted.notes],
        }


def _glance(tallies: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the rank and the strength of each system by each criterion, in the order of the first one."""
    rows = [{row["system"]: row for row in tally["ranks"]} for tally in tallies]
    for system in rows[0]:
        entries = [by.get(system, {"rank": None, "points": {}}) for by in rows]
        places = [(row["rank"], row["points"].get("bradley_terry")) for row in entries]
        yield {"system": system, "places": places}


@lru_cache(maxsize=16)
def count_votes(votes: tuple[Vote, ...]) -> Tally:
    """Count votes as `cliometer vote` does; the tally is cached, since its intervals take a while."""
    return tally(Poll("votes", votes))


@lru_cache(maxsize=16)
def ranking_charts(votes: tuple[Vote, ...], language: str) -> tuple[PageChart, ...]:
    """Return the strengths of systems as the report draws them, in the language of the page; cached like the tally."""
    return tuple(charts(votes_section(count_votes(votes), FigureNames()), "strengths"))


FORECAST_SHARES = (0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.9)
FORECAST_POWER = 0.8


def forecast(study: Study) -> dict[str, Any] | None:
    """Return what the study would find with its present topics and settings; None where it shows no pairs."""
    settings = read_preference_settings(study.settings)
    topics = tuple(topic_of(row) for row in study.topics.all())
    if settings.format != PAIRS:
        return None
    counts = Counter((contest.first, contest.second) for contest in contests(topics).values()) if topics else Counter()
    systems = len({name for pair in counts for name in pair}) or 2
    fewest = min(counts.values(), default=0)
    design = VoteDesign(max(fewest, 2), settings.votes, systems, settings.cap)
    power = vote_power(design, FORECAST_SHARES, FORECAST_POWER, fixed=fewest > 1)
    return {"topics": fewest, "systems": systems, "settings": settings, "power": power, "wanted": FORECAST_POWER}


def _pairs(collection: VoteCollection, pairs: dict[str, Contest]) -> Iterator[PairRow]:
    won, left, aside = Counter[tuple[str, ...]](), Counter[tuple[str, ...]](), Counter[tuple[str, ...]]()
    first = collection.settings.released_criterion(collection.settings.criteria[0].name)
    for vote in collection.release.votes:
        if vote.criterion != first:  # the pairs are counted by the first criterion; rankings are by each
            continue
        won[vote.topic, *vote.pair, vote.winner or ""] += 1
        left[vote.topic, *vote.pair, vote.left] += 1
    for answer in collection.release.aside:
        aside[answer.topic, *answer.vote.pair] += answer.criterion == first
    for id, contest in pairs.items():
        key = (contest.topic.id, contest.first, contest.second)
        yield PairRow(
            contest.topic.id, contest.topic.name, contest.first, contest.second,
            won[*key, contest.first], won[*key, contest.second], won[*key, ""], left[*key, contest.first], aside[key],
            len(collection.lacking.get(id, ())),
        )  # fmt: skip


def _unused(collection: VoteCollection) -> Iterator[str]:
    """Yield notes on what was uploaded and is not used, or is to be shown and is not there."""
    chosen = collection.settings
    if any(topic.tests for topic in collection.topics) and (chosen.together != 2 or chosen.controls == "decoys"):
        yield "the clear pairs of tests.csv are not used: the settings ask for decoys, or show other than two summaries"
    lacking = [topic.name for topic in collection.topics if not topic.sources]
    if chosen.sources == "beside" and lacking:
        yield Note.of("sources-missing", topics=listed(lacking))
    if chosen.sources == "none" and len(lacking) < len(collection.topics):
        yield "the source documents are not shown to judges, as the settings say"


def _ratings(votes: VoteCollection) -> Iterator[dict[str, Any]]:
    """Yield the rating of each system by each criterion: the mean over topics of what it got, best first."""
    ratings = preference_release.system_ratings(votes.release.marks)
    values = by_key(((rating.system, rating.criterion), rating.value) for rating in ratings)
    means, criteria = {key: fmean(marks) for key, marks in values.items()}, votes.settings.criteria
    order = sorted({system for system, _ in means}, key=lambda name: (-means.get((name, criteria[0].name), -inf), name))
    for system in order:
        yield {"system": system, "means": [means.get((system, criterion.name)) for criterion in criteria]}


def _judges(collection: VoteCollection) -> Iterator[JudgeRow]:
    known = {quality.judge: quality for quality in collection.quality}
    for sheet, ballot in zip(collection.sheets, collection.ballots, strict=True):
        state = "taken back" if sheet.superseded else "handed in" if sheet.submitted else "open"
        yield JudgeRow(ballot.judge, state, known.pop(ballot.judge, None), ballot.aside)
    aside = {answer.judge: answer.aside for answer in reversed(collection.crowd) if answer.aside}
    for name, quality in known.items():
        yield JudgeRow(name, "model" if name in collection.counted_models else "crowd", quality, aside.get(name, ""))


def _ranks(counted: Tally) -> Iterator[dict[str, Any]]:
    """Yield the systems in the order of Ranked Pairs, or by name if there is no such order.

    The rank, points or interval of a system is None if a rule gives none.
    """
    rules = {rule.replace("-", "_"): ranking for rule, ranking in counted.rankings.items()}
    places = {ranked.system: ranked.place for ranked in rules["ranked_pairs"].places}
    for system in sorted(counted.systems, key=lambda name: (places.get(name, 0), name)):
        yield {
            "system": system,
            "rank": places.get(system),
            "points": {rule: ranking.points.get(system) for rule, ranking in rules.items()},
            "interval": rules["bradley_terry"].intervals.get(system),
        }


REASONS, DESIGN = "reasons.csv", "design.json"


def markup(study: Study) -> DocumentMarkup:
    """Return the pairs with the votes that count so far."""
    collection = collect_votes(study)
    return preference_markup(collection.topics, collection.release.votes)


def release(study: Study, names: Mapping[str, str] = NO_NAMES) -> ReleaseTexts:
    """Return the files of a release; none if nobody has answered anything."""
    collection = collect_votes(study)
    named = (replace(ballot, judge=names.get(ballot.judge, ballot.judge)) for ballot in collection.ballots)
    collection = replace(collection, ballots=tuple(named))
    if not collection.release.answers and not collection.release.marks:
        return ReleaseTexts({})
    whole = collection.release.files()
    texts = preference_release.pack_study(collection.topics, collection.settings, collection.ballots)
    texts |= {name: text for name, text in whole.items() if name != preference_release.ANSWERS_FILE}
    reasoned = [vote for vote in collection.release.votes if vote.reason]
    if reasoned:
        texts[REASONS] = preference_release.votes_csv(reasoned)
    if collection.crowd:
        texts[CROWD] = preference_release.answers_jsonl(collection.crowd)
    texts |= coding_release(study, names)
    texts[DESIGN] = json_text(design(collection))
    return ReleaseTexts(texts, (*_notes(collection), *filter(None, [unsettled_note(study)])))


def design(collection: VoteCollection) -> dict[str, Any]:
    """Return the design of the study (settings, pairs, missing votes) and the quality of each judge."""
    pairs = collection.settings.contests(collection.topics)
    bias = study_position_bias(collection.release.answers)
    return {
        "settings": asdict(collection.settings),
        "systems": list(contest_systems(pairs)),
        "topics": [{"id": topic.id, "title": topic.name} for topic in collection.topics],
        "pairs": [
            {"id": id, "topic": contest.topic.id, **_names(contest)} | {"lacking": list(collection.lacking[id])}
            for id, contest in pairs.items()
        ],
        "left_out": list(identical_pairs(collection.topics, each=True)),
        "judges": encode(collection.quality),
        "position": asdict(bias.first) if bias.first else None,
    }


def _names(contest: Contest) -> dict[str, object]:
    pair = len(contest.systems) == 2
    return {"first": contest.first, "second": contest.second} if pair else {"systems": list(contest.systems)}


def _notes(collection: VoteCollection) -> Iterator[str]:
    """Yield notes on everything that a release leaves out."""
    rows, voted = tuple(_judges(collection)), {answer.judge for answer in collection.release.aside}
    for row in rows:
        if row.aside and row.judge in voted:
            yield Note.of("judge-aside-votes", judge=row.judge, why=row.aside)
        elif row.aside:
            yield Note.of("judge-aside", judge=row.judge, why=row.aside)
    for row in rows:
        if row.state == "taken back" and row.quality:
            yield Note.of("sheet-withdrawn-counts", judge=row.judge)
    if note := missing_votes_note(collection):
        yield note
    if collection.counted_models:
        yield Note.of("quality-counts-models", file=DESIGN, models=listed(collection.counted_models))
    if seen := sum(bool(answer.models_seen) for answer in collection.release.answers if answer.kind == "vote"):
        yield Note.of("answers-after-model", answers=many(seen, "answer"), column=SEEN)
    if not collection.release.votes:
        yield "no vote counts, so votes.csv is empty"
    yield from identical_pairs(collection.topics)
