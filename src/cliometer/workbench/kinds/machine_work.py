"""What a model with a seat is asked in each kind of study, how its answers compare with people's, and its files.

A model reads what a judge's page shows: the title and two texts of a pair without the names of systems, or units and
events without anybody's links, and sentences of the documents.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from cliometer.court.votes.judge_comparison import JudgeReading, compare_judges
from cliometer.errors import Refused
from cliometer.io.archives import file_name
from cliometer.io.sheets import json_text
from cliometer.io.units import UnitFile, units_document
from cliometer.judges.coverage import CoverageAnswer, CoveragePlan, JudgedCoverage
from cliometer.judges.judge import fault_counts
from cliometer.judges.preferences import JudgedPreferences, PreferencePlan
from cliometer.model.judgements import Poll, Vote
from cliometer.model.sources import Marks
from cliometer.study.decision_checks import NO
from cliometer.study.events.event_linking import LinkingSheet
from cliometer.study.events.event_study import name_judges, unlinked_topic
from cliometer.study.preferences.ballot_plan import read_preference_settings
from cliometer.study.steps import EarlierWork, each_work, open_step
from cliometer.study.units.unit_matching import MatchSheet, RematchSheet
from cliometer.study.units.unit_study import name_writers, unmatched_units
from cliometer.workbench.kinds.preferences.vote_collection import collect_votes, renew_advice
from cliometer.workbench.models import MachineSeat, Study, StudyTopic, present_sheets
from cliometer.workbench.services.worksheets import sheet_states, topic_of, topic_works

MachinePlan = PreferencePlan | CoveragePlan
MachineResult = JudgedPreferences | JudgedCoverage
SOURCE_WORDS = 1500  # of a topic, where judges may read the documents beside the summaries
FOLDER, CARD = "models", "judge.json"  # of a release
_LINKING = {"units": ("match", "rematch"), "events": ("link", "verify")}
"""The steps from which on a topic has units or events to link."""


def machine_plan(study: Study) -> MachinePlan:
    """Return the questions of a study for a model, or refuse where there are none yet."""
    if study.kind == "preferences":
        topics = tuple(topic_of(row) for row in study.topics.all())
        if not topics:
            raise Refused("the study has no topics yet; add some before a model is asked")
        chosen = read_preference_settings(study.settings)
        named = tuple(replace(one, name=chosen.released_criterion(one.name)) for one in chosen.criteria)
        read = {one.id: " ".join(" ".join(s.text for s in one.sources).split()[:SOURCE_WORDS]) for one in topics}
        beside = {id: said for id, said in read.items() if said} if chosen.sources == "beside" else {}
        return PreferencePlan(topics, named, chosen.ties, sources=beside)
    if study.kind not in _LINKING:
        raise Refused("people check a model here, so that no model is asked")
    gold = _link_material(study)
    if not gold.units and not gold.events:
        what = "units are built" if study.kind == "units" else "lists of events are merged"
        raise Refused(f"a model links what people listed: it can be asked once the {what} and handed in")
    return CoveragePlan(gold)


def _link_material(study: Study) -> UnitFile:
    units, events = [], []
    for topic in study.topics.all():
        states = sheet_states(present_sheets(topic.sheets))
        current = open_step(study.protocol, states)
        if states and (current is None or current.name in _LINKING[study.kind]):
            works = topic_works(topic)
            if study.kind == "units":
                units.append(unmatched_units(topic.name, works))
            else:
                events.append(unlinked_topic(topic.name, works))
    return UnitFile(tuple(units), tuple(events))


def machine_result(seat: MachineSeat) -> MachineResult | None:
    """Return what a model has answered so far; None before its first run."""
    if seat.answers is None:
        return None
    kind = JudgedPreferences if seat.study.kind == "preferences" else JudgedCoverage
    return kind.from_dict(seat.answers)


def renew_shown_answers(study: Study) -> None:
    """Let the sheets on which nobody has worked show what models say now, where the study shows it to judges."""
    if study.kind == "preferences":
        renew_advice(study)


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
        one, other = ((self.both + alone) / self.asked for alone in (self.model_alone, self.person_alone))
        chance = one * other + (1 - one) * (1 - other)
        return None if chance == 1 else (self.agreement - chance) / (1 - chance)


@dataclass(frozen=True)
class MachineFigures:
    """A model's seat for the owner: what it answered, what that cost, and how it compares with people."""

    seat: MachineSeat
    questions: int = 0
    answered: int = 0
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
    votes = tuple(vote for one in results.values() if isinstance(one, JudgedPreferences) for vote in one.votes)
    people = collect_votes(study).release.votes if votes else ()
    sighted = sum(bool(vote.models_seen) for vote in people)
    readings = _readings(people, votes) if votes else ()
    links = people_links(study) if study.kind != "preferences" and any(results.values()) else {}
    found = []
    for seat, result in results.items():
        if result is None:
            found.append(MachineFigures(seat, sighted=sighted))
            continue
        faults = fault_counts(one.fault for one in result.records if one.fault)
        most = tuple(sorted(faults.items(), key=lambda one: -one[1]))
        known = len(result.records), len(result.records) - sum(faults.values()), most
        own = tuple(one for one in readings if one.model == result.judge_model)
        overlaps = tuple(_overlaps(result.answers, links)) if isinstance(result, JudgedCoverage) else ()
        found.append(MachineFigures(seat, *known, own, overlaps, sighted))
    return found


@lru_cache(maxsize=16)
def _readings(people: tuple[Vote, ...], models: tuple[Vote, ...]) -> tuple[JudgeReading, ...]:
    return tuple(compare_judges([Poll("people", people), Poll("models", models)]).readings)


PeopleLinks = Mapping[str, set[tuple[str, str, str]]]
"""By person: topic, unit or event, and sentence."""


def people_links(study: Study) -> PeopleLinks:
    """Return the links that each person has made in a study so far."""
    found: dict[str, set[tuple[str, str, str]]] = {}
    for topic in study.topics.all():
        for person, unit, sentence in _links_of(topic, topic_works(topic)):
            found.setdefault(person, set()).add((topic.name, unit, sentence))
    return found


def _links_of(topic: StudyTopic, works: EarlierWork) -> Iterator[tuple[str, str, str]]:
    """Yield person, unit and sentence; a mention that is linked stands for its sentence."""
    for kind in (MatchSheet, RematchSheet):
        for person, sheet in each_work(works, kind.step, kind).items():
            mentions_of = Marks(topic.name, sheet.sources).mentions_of
            sentence_of = {one: sentence for sentence, mentions in mentions_of.items() for one in mentions}
            for unit in sheet.units:
                for link in sheet.links_of(unit):
                    if link.v > 0:
                        yield person, unit, sentence_of.get(link.id, link.id)
    for person, linking in each_work(works, "link", LinkingSheet).items():
        for parts, event in linking.parts:
            for sentence in parts:
                yield person, event, sentence


def _overlaps(answers: Iterable[CoverageAnswer], links: PeopleLinks) -> Iterator[LinkOverlap]:
    said = {(one.topic, one.unit, one.sentence): one.answer != NO for one in answers if one.answer}
    mine = {key for key, linked in said.items() if linked}
    for person, own in links.items():
        units = {(topic, unit) for topic, unit, _ in own}
        asked = {key for key in said if key[:2] in units}  # units that this person has come to
        both = len(mine & own)
        alone = len(mine & asked) - both, len(own & asked) - both
        yield LinkOverlap(person, len(asked), both, *alone, len(own - said.keys()))


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
            linked = result.linked(_link_material(study))
            for one in linked.units:
                texts[f"{place}/units/{file_name(one.id)}.json"] = units_document([name_writers(one, names)])
            if linked.events:
                texts[f"{place}/events.json"] = units_document(
                    events=[name_judges(one, names) for one in linked.events]
                )
        texts[f"{place}/{CARD}"] = json_text(_card(seat, result))
    return texts


def _card(seat: MachineSeat, result: MachineResult) -> dict[str, Any]:
    faults = fault_counts(one.fault for one in result.records if one.fault)
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
