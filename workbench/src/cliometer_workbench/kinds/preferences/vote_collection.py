"""The votes of judges and crowd workers, the exchange with crowd platforms, and the votes that are missing."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from cliometer.errors import Refused
from cliometer.grouping import by_key
from cliometer.judges.preferences import JudgedPreferences, PreferencePlan
from cliometer.model.judgements import Vote
from cliometer.model.notes import Note
from cliometer.model.sources import Source
from cliometer.spelling import many, plural
from cliometer.study.topics import Topic
from cliometer_workbench.formats.exchange import FOR_PAIRS
from cliometer_workbench.kinds.preferences.coding import present_task, unsettled_note
from cliometer_workbench.kinds.study_kind import Gaps
from cliometer_workbench.models import Entry, Member, Release, Sheet, Study, whole_sheets
from cliometer_workbench.services.storage import crowd_salt, keep_crowd
from cliometer_workbench.services.worksheets import load, topic_of
from cliometer_workbench.study.preferences import answer_records, ballot_plan, preference_release
from cliometer_workbench.study.preferences.ballot import PreferenceBallot
from cliometer_workbench.study.preferences.ballot_plan import (
    HAND,
    LATE,
    PreferenceStudySettings,
    VoteSlot,
    missing_votes,
)
from cliometer_workbench.study.preferences.comparison_items import PAIRS, clear_contests, item_noun
from cliometer_workbench.study.preferences.crowdsourcing import check_worker, crowd_csv, crowd_items, read_crowd_results
from cliometer_workbench.study.preferences.preference_release import PreferenceRelease, answers_jsonl
from cliometer_workbench.study.preferences.reason_sheets import CodingSheet
from cliometer_workbench.study.steps import without_key


@dataclass(frozen=True)
class VoteCollection:
    """All answers of a study; the last sheet of each judge counts, even if it was withdrawn."""

    topics: tuple[Topic, ...]
    settings: PreferenceStudySettings
    sheets: tuple[Sheet, ...]
    ballots: tuple[PreferenceBallot, ...]  # one a sheet
    crowd: tuple[answer_records.Answer, ...]
    models: tuple[answer_records.Answer, ...] = ()  # of models with a seat, where the study counts them among people

    @cached_property
    def release_with_models(self) -> PreferenceRelease:
        """The answers that agreement and the quality of judges count: with those of models, where the study says so."""
        return PreferenceRelease((*self.release.answers, *self.models), self.release.marks)

    @cached_property
    def quality(self) -> tuple[answer_records.JudgeQuality, ...]:
        """The quality of each judge."""
        return answer_records.judge_quality(self.release_with_models.answers, self.settings, self.release.marks)

    @property
    def counted_models(self) -> tuple[str, ...]:
        """The names under which models are counted among people."""
        return tuple(dict.fromkeys(answer.judge for answer in self.models))

    @cached_property
    def release(self) -> PreferenceRelease:
        """The answers of judges, then those of workers."""
        judged = preference_release.release_ballots(self.ballots)
        return PreferenceRelease((*judged.answers, *self.crowd), judged.marks)

    @cached_property
    def lacking(self) -> ballot_plan.MissingVotes:
        """The votes that nobody has cast or has on an open sheet."""
        had = [
            slot
            for sheet, ballot in zip(self.sheets, self.ballots, strict=True)
            for slot in (ballot.promised if _is_open(sheet) else ballot.cast)
        ]
        return missing_votes(self.topics, self.settings, [*had, *_slots(self.topics, self.settings, self.crowd)])


def collect_votes(study: Study) -> VoteCollection:
    """Collect all votes of a study."""
    topics = tuple(topic_of(row) for row in study.topics.all())
    settings = ballot_plan.read_preference_settings(study.settings)
    sheets = tuple(_sheets(study))
    ballots = tuple(_ballot(sheet) for sheet in sheets)
    models = answer_records.model_records(model_votes(study), settings.seed) if settings.models_counted else ()
    return VoteCollection(topics, settings, sheets, ballots, crowd_answers(study, settings), models)


def model_votes(study: Study) -> tuple[Vote, ...]:
    """Return what models with a seat have answered so far."""
    documents = study.machines.values_list("answers", flat=True)
    return tuple(vote for document in documents if document for vote in JudgedPreferences.from_dict(document).votes)


def facts(study: Study, judge: User, step: str) -> dict[str, Any] | None:
    """Return the hand of pairs that lack votes for a judge who gets a sheet now; None if no pair lacks any.

    A worker of a crowd is dealt pairs after the quiz. Coders get the reasons that the other coders have.
    The study is locked in the transaction that makes the sheet, so that no two judges are dealt the same votes.
    """
    if step != PreferenceBallot.step:
        return present_task(study) if step == CodingSheet.step else {}
    dealt = _hand(study, judge)
    return {LATE: True} if dealt and study.workers.filter(user=judge).exists() else dealt


def late_facts(sheet: Sheet) -> dict[str, Any] | None:
    """Return the hand of a worker who has passed the quiz, without what it asked about; None if no pair lacks votes."""
    assert sheet.judge is not None
    asked = {(item.topic, frozenset(item.systems)) for turn in _ballot(sheet).plan.quiz for item in turn}
    return _hand(sheet.study, sheet.judge, asked)


@dataclass(frozen=True)
class WorkerTask:
    """What a worker of a crowd is asked: at most so many pairs after a quiz, which take about so many minutes."""

    questions: tuple[str, ...]
    noun: str
    pairs: int
    quiz: int
    minutes: int


_WORDS_A_MINUTE, _MINUTES_AN_ANSWER = 200, 1 / 6


def worker_task(study: Study, most: int) -> WorkerTask:
    """Return what a worker is asked who gets `most` pairs, or with 0 as many as a judge; the minutes are estimated."""
    settings = ballot_plan.read_preference_settings(study.settings)
    pairs = settings.contests([topic_of(row) for row in study.topics.all()]).values()
    words = [len(pair.text(name).split()) for pair in pairs for name in pair.systems]
    count = min(len(pairs), settings.cap, most or settings.cap)
    shown = count + settings.quiz + settings.tests_among(count) + settings.repeats_among(count)
    minutes = shown * (sum(words) / max(1, len(pairs)) / _WORDS_A_MINUTE + _MINUTES_AN_ANSWER * len(settings.criteria))
    questions = tuple(criterion.text for criterion in settings.criteria)
    return WorkerTask(questions, item_noun(settings.together), count, settings.quiz, math.ceil(minutes))


def take_back(sheet: Sheet) -> bool:
    """Take the pairs from a worker who has answered none of them; return whether there were any.

    The sheet is locked before its answers are looked at, so that none is written in between.
    """
    with transaction.atomic():
        rows = Sheet.objects.filter(pk=sheet.pk, submitted=None, superseded=False)
        present = rows.select_for_update(of=("self",)).first()
        if present is None or HAND not in present.facts or not present.facts.get(LATE):
            return False
        graded = present.entries.filter(verb="grade").aggregate(last=Max("seq"))["last"] or 0
        if present.entries.filter(seq__gt=graded).exists():
            return False
        facts = without_key(without_key(present.facts, HAND), ballot_plan.ADVICE)
        return bool(rows.update(facts=facts, created=timezone.now()))  # the cache may hold it


def _hand(study: Study, judge: User, asked: Collection[tuple[str, frozenset[str]]] = ()) -> dict[str, Any] | None:
    held = Study.objects.select_for_update(no_key=True).get(pk=study.pk)
    topics = tuple(topic_of(row) for row in held.topics.all())
    settings = ballot_plan.read_preference_settings(held.settings)
    had = [slot for sheet in _sheets(held) for slot in _expected(sheet)]
    had += _slots(topics, settings, crowd_answers(held, settings))
    member = Member.objects.filter(study=held, user=judge).order_by("number").first()
    worker = held.workers.filter(user=judge, link__pairs__gt=0).values_list("link__pairs", flat=True).first()
    capped = replace(settings, cap=min(settings.cap, worker)) if worker else settings
    pairs, lacking = settings.contests(topics), missing_votes(topics, settings, had)
    lacking = {
        id: ways for id, ways in lacking.items() if (pairs[id].topic.id, frozenset(pairs[id].systems)) not in asked
    }
    hand = ballot_plan.deal(topics, capped, member.number if member else 0, lacking)
    return {HAND: hand, **_advice(held, topics, settings)(hand)} if hand else None


def _advice(
    study: Study, topics: Sequence[Topic], settings: PreferenceStudySettings
) -> Callable[[Iterable[VoteSlot]], dict[str, Any]]:
    """Return what tells, of a hand, what models answered to its pairs, and to clear pairs, which may be its tests."""
    if not settings.models_shown:
        return lambda hand: {}
    votes, contests = model_votes(study), settings.contests(topics)
    clear = [pair.contest for pair in clear_contests(topics)]

    def advice_on_hand(hand: Iterable[VoteSlot]) -> dict[str, Any]:
        dealt = [contests[id] for id in (slot.partition(":")[0] for slot in hand) if id in contests]
        return answer_records.advice_fact(votes, [(contest.topic.id, contest.systems) for contest in (*dealt, *clear)])

    return advice_on_hand


SOURCE_WORDS = 1500  # of a topic, that a model reads where judges may read the documents beside the summaries


def vote_questions(study: Study) -> PreferencePlan:
    """Return the questions of a study for a model, or refuse where there are none yet."""
    topics = tuple(topic_of(row) for row in study.topics.all())
    if not topics:
        raise Refused("machine-without-topics")
    chosen = ballot_plan.read_preference_settings(study.settings)
    named = tuple(replace(criterion, name=chosen.released_criterion(criterion.name)) for criterion in chosen.criteria)
    read = {topic.id: " ".join(" ".join(s.text for s in topic.sources).split()[:SOURCE_WORDS]) for topic in topics}
    beside = {id: text for id, text in read.items() if text} if chosen.sources == "beside" else {}
    return PreferencePlan(topics, named, chosen.ties, sources=beside)


def export_pairs(study: Study, release: Release | None) -> Collection[str]:
    """Return the formats in which compared pairs can be exported; none where nobody has voted."""
    if release:
        anything = len(release.files.get("votes.csv", "").splitlines()) > 1  # more than the header
    else:
        anything = study.crowd.exists() or Entry.objects.filter(sheet__study=study, verb="answer").exists()
    return FOR_PAIRS if anything else ()


def renew_advice(study: Study) -> None:
    """Show the present answers of models on the sheets on which nobody has worked; others keep what they show.

    The settings are read again under the lock: the owner may have changed them while a model was asked.
    """
    with transaction.atomic():
        held = Study.objects.select_for_update(no_key=True).get(pk=study.pk)
        settings = ballot_plan.read_preference_settings(held.settings)
        if not settings.models_shown:
            return
        advice = _advice(held, tuple(topic_of(row) for row in held.topics.all()), settings)
        rows = held.sheets.filter(step=PreferenceBallot.step, submitted=None, superseded=False)
        list(rows.select_for_update().values_list("pk"))  # what somebody writes now is there once all are locked
        for sheet in rows.filter(entries__isnull=True, facts__has_key=HAND):
            sheet.facts = without_key(sheet.facts, ballot_plan.ADVICE) | advice(sheet.facts[HAND])
            sheet.created = timezone.now()  # the cache may hold it as it was
            sheet.save(update_fields=["facts", "created"])


def still_free(sheet: Sheet) -> bool:
    """Return whether nobody else was dealt the votes that a withdrawn sheet still lacks."""
    ballot, lacking = _ballot(sheet), collect_votes(sheet.study).lacking
    left = {*ballot.promised} - {*ballot.cast}
    return left <= {f"{id}:{way}" for id, ways in lacking.items() for way in ways}


def crowd_answers(study: Study, settings: PreferenceStudySettings) -> tuple[answer_records.Answer, ...]:
    """Return the answers of all batches; who is set aside is decided over all batches of a worker."""
    texts, place = (batch.answers for batch in study.crowd.all()), Path("answers of the crowd")
    stored = (answer for text in texts for answer in preference_release.read_preference_release(text, place).answers)
    by_worker = by_key((answer.judge, replace(answer, aside="")) for answer in stored)
    return tuple(answer for answers in by_worker.values() for answer in check_worker(answers, settings))


def _slots(
    topics: Sequence[Topic], settings: PreferenceStudySettings, answers: Iterable[answer_records.Answer]
) -> tuple[VoteSlot, ...]:
    counting = [answer for answer in answers if answer.kind == "vote" and not answer.aside]
    slots = {item.item.id: item.item.slot for item in crowd_items(topics, settings)} if counting else {}
    return tuple(slots[answer.item] for answer in counting if answer.item in slots)


def _sheets(study: Study) -> list[Sheet]:
    """Return the last sheet of each judge, in the order of their first sheets."""
    rows = whole_sheets(study.sheets).filter(step=PreferenceBallot.step, judge__isnull=False).order_by("pk")
    return list({sheet.judge_id: sheet for sheet in rows}.values())


def _expected(sheet: Sheet) -> Sequence[VoteSlot]:
    """Return the slots that a sheet filled or will fill, without laying out a sheet on which nobody has worked."""
    if _is_open(sheet) and sheet.facts.get(LATE) and HAND not in sheet.facts:
        return ()
    if _is_open(sheet) and HAND in sheet.facts and not sheet.entries.exists():
        hand: list[VoteSlot] = sheet.facts[HAND]
        return hand
    ballot = _ballot(sheet)
    return ballot.promised if _is_open(sheet) else ballot.cast


def _is_open(sheet: Sheet) -> bool:
    return sheet.submitted is None and not sheet.superseded


def _ballot(sheet: Sheet) -> PreferenceBallot:
    work = load(sheet).work
    assert isinstance(work, PreferenceBallot)
    return work


def documents_beside(sheet: Sheet, item: str) -> tuple[Source, ...]:
    """Return the documents of the topic of an item that is open on a sheet, where the study shows documents."""
    work = load(sheet).work
    if not isinstance(work, PreferenceBallot) or work.settings.sources != "beside" or item not in work.ids:
        return ()
    return topic_of(sheet.study.topics.get(name=work.shown(item).topic)).sources


def export_csv(study: Study) -> str:
    """Return the pairs that lack votes, and hidden tests among them, as a table with one row per item."""
    collection = collect_votes(study)
    _expect_pairs(collection.settings)
    if not any(collection.lacking.values()):
        raise Refused("crowd-not-needed")
    return crowd_csv(crowd_items(collection.topics, collection.settings, collection.lacking))


def _expect_pairs(settings: PreferenceStudySettings) -> None:
    if settings.format != PAIRS:
        raise Refused("crowd-needs-pairs")


def import_csv(study: Study, text: str, by: User) -> tuple[str, ...]:
    """Store the answers of a platform's table, all or none, and return notes on them."""
    with transaction.atomic():
        held = Study.objects.select_for_update().get(pk=study.pk)
        settings = ballot_plan.read_preference_settings(held.settings)
        _expect_pairs(settings)
        topics = tuple(topic_of(row) for row in held.topics.all())
        items = crowd_items(topics, settings)
        salt = crowd_salt(held)
        results = read_crowd_results(text, Path("the table"), items, settings, salt)
        answers = results.release.answers
        there = {(answer.judge, answer.item) for answer in crowd_answers(held, settings)}
        again = sum((answer.judge, answer.item) in there for answer in answers)
        if again:
            raise Refused("answers-imported", repeated=again, count=len(answers))
        keep_crowd(held, answers_jsonl(replace(answer, aside="") for answer in answers), by, salt)
        aside = {answer.judge: answer.aside for answer in crowd_answers(held, settings) if answer.aside}
    workers = dict.fromkeys(answer.judge for answer in answers)
    message = Note.of("answers-were-imported", count=len(answers), workers=many(len(workers), "worker"))
    set_aside = (Note.of("judge-aside", judge=name, why=aside[name]) for name in workers if name in aside)
    return (*results.notes, message, *set_aside)


MOST_PAIRS = 12  # named in messages; the page Votes lists all
_NO_VOTE = (
    "no vote counts, so there is nothing to release: nobody has voted, or all who have are set "
    "aside (the page Votes says why); invite more judges, or ask a crowd"
)


def gaps(study: Study) -> Gaps:
    """Return which votes are missing, in all and for each pair, what coders left open, and whether any vote counts."""
    collection = collect_votes(study)
    missing = (*_gaps(collection), *filter(None, [unsettled_note(study)]))
    return Gaps(missing, "" if collection.release.votes or collection.release.counting_marks else _NO_VOTE)


def missing_votes_note(collection: VoteCollection) -> str:
    """Return a sentence on the number of missing votes; empty if none is."""
    count = sum(map(len, collection.lacking.values()))
    if not count:
        return ""
    asked = len(collection.lacking) * collection.settings.votes
    return Note.of("votes-lacking", count=count, asked=asked, verb="is" if count == 1 else "are")


def _gaps(collection: VoteCollection) -> Iterator[str]:
    note = missing_votes_note(collection)
    if not note:
        return
    yield note
    pairs = collection.settings.contests(collection.topics)
    lacking = {id: len(ways) for id, ways in collection.lacking.items() if ways}
    for id in list(lacking)[:MOST_PAIRS]:
        contest, count = pairs[id], lacking[id]
        yield Note.of(
            "pair-lacks", topic=contest.topic.name, pair=" – ".join(contest.systems), votes=many(count, "vote")
        )
    if len(lacking) > MOST_PAIRS:
        noun = plural(item_noun(collection.settings.together))
        yield Note.of("pairs-more", count=len(lacking) - MOST_PAIRS, noun=noun)
