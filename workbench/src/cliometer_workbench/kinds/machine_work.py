"""What a model with a seat is asked in each kind of study, how its answers compare with people's, and its files.

A model reads what a judge's page shows: the title and two texts of a pair without the names of systems, or units and
events without anybody's links, and sentences of the documents.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cliometer.court.votes.judge_comparison import JudgeReading, compare_judges
from cliometer.errors import Refused
from cliometer.io.sheets import json_text
from cliometer.io.units import units_document
from cliometer.judges.coverage import NO, CoverageAnswer, JudgedCoverage
from cliometer.judges.judge import fault_counts
from cliometer.judges.preferences import JudgedPreferences
from cliometer.model.judgements import Poll, Vote
from cliometer.model.sources import Marks
from cliometer_workbench.formats.archives import file_name
from cliometer_workbench.kinds import KINDS
from cliometer_workbench.kinds.preferences.vote_collection import collect_votes
from cliometer_workbench.kinds.study_kind import MachineWork
from cliometer_workbench.models import MachineSeat, Study, StudyTopic
from cliometer_workbench.services.worksheets import topic_works
from cliometer_workbench.study.events.event_links import LinkingSheet
from cliometer_workbench.study.events.event_study import name_judges
from cliometer_workbench.study.steps import EarlierWork, each_work
from cliometer_workbench.study.units.unit_matching import MatchSheet, RematchSheet
from cliometer_workbench.study.units.unit_study import name_writers

MachineResult = JudgedPreferences | JudgedCoverage
FOLDER, CARD = "models", "judge.json"  # of a release


def machine_work(study: Study) -> MachineWork:
    """Return what a model is asked in a study, or refuse where its kind asks none."""
    work = KINDS[study.kind].machine
    if work is None:
        raise Refused("machine-not-asked")
    return work


def machine_result(seat: MachineSeat) -> MachineResult | None:
    """Return what a model has answered so far; None before its first run."""
    return None if seat.answers is None else machine_work(seat.study).reads.from_dict(seat.answers)


@dataclass(frozen=True)
class LinkOverlap:
    """The links of a model beside those of a person, over the pairs of unit and sentence that it was asked about.

    `unasked` are links of the person to sentences that the model never saw.
    """

    person: str
    asked: int
    both: int
    model_alone: int
    person_alone: int
    unasked: int

    @property
    def agreement(self) -> float | None:
        """The share of questions on which both say the same."""
        return 1 - (self.model_alone + self.person_alone) / self.asked if self.asked else None

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa: agreement beyond what chance gives, since most sentences say nothing of a unit."""
        if not self.asked or self.agreement is None:
            return None
        model_share, other = ((self.both + alone) / self.asked for alone in (self.model_alone, self.person_alone))
        chance = model_share * other + (1 - model_share) * (1 - other)
        return None if chance == 1 else (self.agreement - chance) / (1 - chance)


@dataclass(frozen=True)
class MachineFigures:
    """A model's seat for the owner: what it answered, what that cost, and how it compares with people."""

    seat: MachineSeat
    faults: tuple[tuple[str, int], ...] = ()
    readings: tuple[JudgeReading, ...] = ()  # of preferences
    overlaps: tuple[LinkOverlap, ...] = ()  # of links
    sighted: int = 0  # votes of people who had seen what models answered, which no reading counts

    @property
    def pace(self) -> float | None:
        """Seconds a call."""
        return self.seat.seconds / self.seat.calls if self.seat.calls else None


def machine_figures(study: Study) -> list[MachineFigures]:
    """Return the figures of every model with a seat."""
    results = {seat: machine_result(seat) for seat in study.machines.select_related("study")}
    votes = tuple(vote for result in results.values() if isinstance(result, JudgedPreferences) for vote in result.votes)
    people = collect_votes(study).release.votes if votes else ()
    sighted = sum(bool(vote.models_seen) for vote in people)
    readings = _readings(people, votes) if votes else ()
    links = people_links(study) if any(isinstance(result, JudgedCoverage) for result in results.values()) else {}
    figures = []
    for seat, result in results.items():
        if result is None:
            figures.append(MachineFigures(seat, sighted=sighted))
            continue
        faults = fault_counts(record.fault for record in result.records if record.fault)
        most = tuple(sorted(faults.items(), key=lambda count: -count[1]))
        model_readings = tuple(reading for reading in readings if reading.model == result.judge_model)
        overlaps = tuple(_overlaps(result.answers, links)) if isinstance(result, JudgedCoverage) else ()
        figures.append(MachineFigures(seat, most, model_readings, overlaps, sighted))
    return figures


@lru_cache(maxsize=16)
def _readings(people: tuple[Vote, ...], models: tuple[Vote, ...]) -> tuple[JudgeReading, ...]:
    return tuple(compare_judges([Poll("people", people), Poll("models", models)]).readings)


PeopleLinks = Mapping[str, set[tuple[str, str, str]]]
"""By person: topic, unit or event, and sentence."""


def people_links(study: Study) -> PeopleLinks:
    """Return the links that each person has made in a study so far."""
    links: dict[str, set[tuple[str, str, str]]] = {}
    for topic in study.topics.all():
        for person, unit, sentence in _links_of(topic, topic_works(topic)):
            links.setdefault(person, set()).add((topic.name, unit, sentence))
    return links


def _links_of(topic: StudyTopic, works: EarlierWork) -> Iterator[tuple[str, str, str]]:
    """Yield person, unit and sentence; a mention that is linked stands for its sentence."""
    for kind in (MatchSheet, RematchSheet):
        for person, sheet in each_work(works, kind.step, kind).items():
            mentions_of = Marks(topic.name, sheet.sources).mentions_of
            sentence_of = {mention: sentence for sentence, mentions in mentions_of.items() for mention in mentions}
            for unit in sheet.units:
                for link in sheet.tree_of(unit).marks:
                    if link.v > 0:
                        yield person, unit, sentence_of.get(link.id, link.id)
    for person, linking in each_work(works, "link", LinkingSheet).items():
        for parts, event in linking.parts:
            for sentence in parts:
                yield person, event, sentence


def _overlaps(answers: Iterable[CoverageAnswer], links: PeopleLinks) -> Iterator[LinkOverlap]:
    replies = {(row.topic, row.unit, row.sentence): row.answer != NO for row in answers if row.answer}
    mine = {key for key, linked in replies.items() if linked}
    for person, person_links in links.items():
        units = {(topic, unit) for topic, unit, _ in person_links}
        asked = {key for key in replies if key[:2] in units}  # units that this person has come to
        both = len(mine & person_links)
        alone = len(mine & asked) - both, len(person_links & asked) - both
        yield LinkOverlap(person, len(asked), both, *alone, len(person_links - replies.keys()))


def machine_files(study: Study, names: Mapping[str, str]) -> dict[str, str]:
    """Return the files of a release with what models answered, each in a folder of its own under `models`.

    `names` stand in place of those of the judges.
    """
    texts: dict[str, str] = {}
    for seat in study.machines.select_related("study"):
        result = machine_result(seat)
        if result is None:
            continue
        place = f"{FOLDER}/{file_name(seat.name)}"
        if isinstance(result, JudgedPreferences):
            texts[f"{place}/votes.csv"] = result.votes_csv()
        else:
            linked = result.linked(machine_work(study).material(study))
            for topic in linked.units:
                texts[f"{place}/units/{file_name(topic.id)}.json"] = units_document([name_writers(topic, names)])
            if linked.events:
                texts[f"{place}/events.json"] = units_document(
                    events=[name_judges(topic, names) for topic in linked.events]
                )
        texts[f"{place}/{CARD}"] = json_text(_card(seat, result))
    return texts


def _card(seat: MachineSeat, result: MachineResult) -> dict[str, Any]:
    faults = fault_counts(record.fault for record in result.records if record.fault)
    return {
        "model": seat.name,
        "is_person": False,
        "judge_model": result.judge_model,
        "signature": result.signature,
        "questions": len(result.records),
        "absent": faults,
        "calls": seat.calls,
        "tokens": seat.tokens,
        "seconds": round(seat.seconds, 1),
        "notes": list(result.notes),
    } | {name: True for name in ("models_shown", "models_counted") if seat.study.settings.get(name)}
