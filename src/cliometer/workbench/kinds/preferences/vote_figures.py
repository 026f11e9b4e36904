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
from cliometer.court.votes.voting_rules import CYCLE, TOTAL, UNDECIDED
from cliometer.io.sheets import json_text
from cliometer.model.judgements import Poll, Vote
from cliometer.model.markup import DocumentMarkup
from cliometer.report.chapters.base import FigureNames
from cliometer.report.chapters.votes import votes as votes_section
from cliometer.spelling import listed, many
from cliometer.stats.vote_power import VoteDesign
from cliometer.study.exchange import preference_markup
from cliometer.study.preferences.answer_formats import PAIRS, item_noun
from cliometer.study.preferences.ballot_plan import judges_needed, read_preference_settings, settings_document
from cliometer.study.preferences.comparison_items import Contest, contest_systems, contests, identical_pairs
from cliometer.study.preferences.judge_quality import JudgeQuality, passing, study_position_bias
from cliometer.study.preferences.marks import system_ratings
from cliometer.study.preferences.model_answers import SEEN
from cliometer.study.preferences.preference_release import ANSWERS_FILE, answers_jsonl, pack_study, votes_csv
from cliometer.study.reason_coding import reason_key
from cliometer.workbench.kinds.preferences.coding import coding_context, coding_release, unsettled_note
from cliometer.workbench.kinds.preferences.summary_uploads import CROWD
from cliometer.workbench.kinds.preferences.vote_collection import VoteCollection, collect_votes, missing_votes_note
from cliometer.workbench.kinds.study_kind import NO_NAMES, ReleaseTexts
from cliometer.workbench.models import Study
from cliometer.workbench.services.charts import PageChart, charts
from cliometer.workbench.services.worksheets import topic_of

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
    found = collect_votes(study)
    pairs, asked = contests(found.topics), found.settings.contests(found.topics)
    votes = found.release.votes
    rows = tuple(_pairs(found, pairs))
    reasons, tallies = reason_counts(votes), tuple(_tallies(found))
    return {
        "settings": found.settings,
        "passing": passing(found.settings),
        "systems": contest_systems(pairs),
        "judges_needed": judges_needed(found.topics, found.settings),
        "pairs": rows,
        "noun": item_noun(found.settings.together),
        "asked": tuple(_asked(found, asked)) if found.settings.format != PAIRS else (),
        "ratings": tuple(_ratings(found)),
        "wanted": len(asked) * found.settings.votes,
        "asked_count": len(asked),
        "cast": _cast(found) if found.release.marks else sum(row.votes for row in rows),
        "lacking": sum(map(len, found.lacking.values())),
        "left_out": (*identical_pairs(found.topics), *_unused(found)),
        "judges": tuple(_judges(found)),
        "counted_models": found.counted_models,
        "tallies": tallies,
        "glance": tuple(_glance(tallies)) if len(tallies) > 1 else (),
        "reasons": list(reasons.items())[:MOST_REASONS],
        "reasoned": sum(reasons.values()),
        "more_reasons": max(0, len(reasons) - MOST_REASONS),
        "coding": coding_context(study, len({reason_key(vote.reason) for vote in votes if vote.reason})),
        "batches": [{"count": one.count, "created": one.created} for one in study.crowd.all()],
    }


def _tallies(found: VoteCollection) -> Iterator[dict[str, Any]]:
    """Yield the ranking by each criterion that has votes."""
    for criterion in found.settings.criteria:
        name = found.settings.released_criterion(criterion.name)
        votes = tuple(vote for vote in found.release.votes if vote.criterion == name)
        if not votes:
            continue
        counted = count_votes(votes)
        if found.counted_models:
            others = tuple(vote for vote in found.release_with_models.votes if vote.criterion == name)
            counted = replace(counted, agreement=count_votes(others).agreement)
        remarks = [f"{rule}: {ranking.remark}" for rule, ranking in counted.rankings.items() if ranking.remark]
        yield {
            "criterion": name,
            "question": criterion.text,
            "tally": counted,
            "charts": ranking_charts(votes, get_language() or ""),
            "ranks": tuple(_ranks(counted)),
            "remarks": [*remarks, *counted.notes],
            "outcomes": {name: counted.count(name) for name in (TOTAL, CYCLE, UNDECIDED)},
        }


def _glance(tallies: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the rank and the strength of each system by each criterion, in the order of the first one."""
    rows = [{row["system"]: row for row in one["ranks"]} for one in tallies]
    for system in rows[0]:
        own = [by.get(system, {"ranks": {}, "points": {}}) for by in rows]
        yield {
            "system": system,
            "places": [(one["ranks"].get("ranked_pairs"), one["points"].get("bradley_terry")) for one in own],
        }


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
    counts = Counter((one.first, one.second) for one in contests(topics).values()) if topics else Counter()
    systems = len({name for pair in counts for name in pair}) or 2
    fewest = min(counts.values(), default=0)
    design = VoteDesign(max(fewest, 2), settings.votes, systems, settings.cap)
    found = vote_power(design, FORECAST_SHARES, FORECAST_POWER, fixed=fewest > 1)
    return {"topics": fewest, "systems": systems, "settings": settings, "power": found, "wanted": FORECAST_POWER}


def _pairs(found: VoteCollection, pairs: dict[str, Contest]) -> Iterator[PairRow]:
    won, left, aside = Counter[tuple[str, ...]](), Counter[tuple[str, ...]](), Counter[tuple[str, ...]]()
    first = found.settings.released_criterion(found.settings.criteria[0].name)
    for vote in found.release.votes:
        if vote.criterion != first:  # the pairs are counted by the first criterion; rankings are by each
            continue
        won[vote.topic, *vote.pair, vote.winner or ""] += 1
        left[vote.topic, *vote.pair, vote.left] += 1
    for answer in found.release.aside:
        aside[answer.topic, *answer.vote.pair] += answer.criterion == first
    for id, one in pairs.items():
        key = (one.topic.id, one.first, one.second)
        yield PairRow(
            one.topic.id, one.topic.name, one.first, one.second,
            won[*key, one.first], won[*key, one.second], won[*key, ""], left[*key, one.first], aside[key],
            len(found.lacking.get(id, ())),
        )  # fmt: skip


def _unused(found: VoteCollection) -> Iterator[str]:
    """Yield notes on what was uploaded and is not used, or is to be shown and is not there."""
    chosen = found.settings
    if any(topic.tests for topic in found.topics) and (chosen.together != 2 or chosen.controls == "decoys"):
        yield "the clear pairs of tests.csv are not used: the settings ask for decoys, or show other than two summaries"
    lacking = [topic.name for topic in found.topics if not topic.sources]
    if chosen.sources == "beside" and lacking:
        yield f"no source documents can be read on {listed(lacking)}"
    if chosen.sources == "none" and len(lacking) < len(found.topics):
        yield "the source documents are not shown to judges, as the settings say"


def _cast(found: VoteCollection) -> int:
    """Return how many items have an answer that counts, of a judge each."""
    return len({(one.judge, one.item) for one in found.release.counting_marks})


def _asked(found: VoteCollection, asked: dict[str, Contest]) -> Iterator[dict[str, Any]]:
    """Yield what is shown together, with the answers that it has and those that are missing."""
    for id, one in asked.items():
        lacking = len(found.lacking[id])
        yield {"title": one.topic.name, "systems": one.systems, "lacking": lacking}


def _ratings(found: VoteCollection) -> Iterator[dict[str, Any]]:
    """Yield the rating of each system by each criterion: the mean over topics of what it got, best first."""
    values: dict[str, dict[str, list[float]]] = {}
    for one in system_ratings(found.release.marks):
        values.setdefault(one.system, {}).setdefault(one.criterion, []).append(one.value)
    first = found.settings.criteria[0].name
    means = {system: {name: fmean(own) for name, own in by.items()} for system, by in values.items()}
    for system in sorted(means, key=lambda name: (-means[name].get(first, -inf), name)):
        yield {"system": system, "means": [means[system].get(one.name) for one in found.settings.criteria]}


def _judges(found: VoteCollection) -> Iterator[JudgeRow]:
    known = {one.judge: one for one in found.quality}
    for sheet, ballot in zip(found.sheets, found.ballots, strict=True):
        state = "taken back" if sheet.superseded else "handed in" if sheet.submitted else "open"
        yield JudgeRow(ballot.judge, state, known.pop(ballot.judge, None), ballot.aside)
    aside = {answer.judge: answer.aside for answer in reversed(found.crowd) if answer.aside}
    for name, one in known.items():
        yield JudgeRow(name, "model" if name in found.counted_models else "crowd", one, aside.get(name, ""))


def _ranks(counted: Tally) -> Iterator[dict[str, Any]]:
    """Yield the systems in the order of Ranked Pairs, or by name if there is no such order.

    The rank, points or interval of a system is None if a rule gives none.
    """
    rules = {rule.replace("-", "_"): ranking for rule, ranking in counted.rankings.items()}
    ranks = {rule: _rank_of_each(ranking.order) for rule, ranking in rules.items()}
    first = ranks["ranked_pairs"]
    for system in sorted(counted.systems, key=lambda name: (first.get(name, 0), name)):
        yield {
            "system": system,
            "ranks": {rule: own.get(system) for rule, own in ranks.items()},
            "points": {rule: ranking.points.get(system) for rule, ranking in rules.items()},
            "interval": rules["bradley_terry"].intervals.get(system),
        }


def _rank_of_each(order: Sequence[Sequence[str]] | None) -> dict[str, int]:
    """Return the rank of each system; systems that tie share the better rank."""
    found: dict[str, int] = {}
    for group in order or ():
        found |= dict.fromkeys(group, len(found) + 1)
    return found


REASONS, DESIGN = "reasons.csv", "design.json"


def markup(study: Study) -> DocumentMarkup:
    """Return the pairs with the votes that count so far."""
    found = collect_votes(study)
    return preference_markup(found.topics, found.release.votes)


def release(study: Study, names: Mapping[str, str] = NO_NAMES) -> ReleaseTexts:
    """Return the files of a release; none if nobody has answered anything."""
    found = collect_votes(study)
    named = (replace(one, judge=names.get(one.judge, one.judge)) for one in found.ballots)
    found = replace(found, ballots=tuple(named))
    if not found.release.answers and not found.release.marks:
        return ReleaseTexts({})
    whole = found.release.files()
    texts = pack_study(found.topics, found.settings, found.ballots)
    texts |= {name: text for name, text in whole.items() if name != ANSWERS_FILE}
    reasoned = [vote for vote in found.release.votes if vote.reason]
    if reasoned:
        texts[REASONS] = votes_csv(reasoned)
    if found.crowd:
        texts[CROWD] = answers_jsonl(found.crowd)
    texts |= coding_release(study, names)
    texts[DESIGN] = json_text(design(found))
    return ReleaseTexts(texts, (*_notes(found), *filter(None, [unsettled_note(study)])))


def design(found: VoteCollection) -> dict[str, Any]:
    """Return the design of the study (settings, pairs, missing votes) and the quality of each judge."""
    pairs = found.settings.contests(found.topics)
    bias = study_position_bias(found.release.answers)
    return {
        "settings": settings_document(found.settings),
        "systems": list(contest_systems(pairs)),
        "topics": [{"id": topic.id, "title": topic.name} for topic in found.topics],
        "pairs": [
            {"id": id, "topic": one.topic.id, **_names(one)} | {"lacking": list(found.lacking[id])}
            for id, one in pairs.items()
        ],
        "left_out": list(identical_pairs(found.topics, each=True)),
        "judges": [row.to_dict() for row in found.quality],
        "position": asdict(bias.first) if bias.first else None,
    }


def _names(one: Contest) -> dict[str, object]:
    pair = len(one.systems) == 2
    return {"first": one.first, "second": one.second} if pair else {"systems": list(one.systems)}


def _notes(found: VoteCollection) -> Iterator[str]:
    """Yield notes on everything that a release leaves out."""
    rows, voted = tuple(_judges(found)), {answer.judge for answer in found.release.aside}
    for row in rows:
        if row.aside and row.judge in voted:
            yield f"{row.judge} is set aside, and the votes are in aside.csv: {row.aside}"
        elif row.aside:
            yield f"{row.judge} is set aside: {row.aside}"
    for row in rows:
        if row.state == "taken back" and row.quality:
            yield f"the sheet of {row.judge} was withdrawn; the answers on it count"
    if said := missing_votes_note(found):
        yield said
    if found.counted_models:
        yield f"the quality of judges in {DESIGN} counts models among people: {listed(found.counted_models)}"
    if seen := sum(bool(one.models_seen) for one in found.release.answers if one.kind == "vote"):
        yield f"{many(seen, 'answer')} to a pair followed a look at what a model says; the column {SEEN} names it"
    if not found.release.votes:
        yield "no vote counts, so votes.csv is empty"
    yield from identical_pairs(found.topics)
