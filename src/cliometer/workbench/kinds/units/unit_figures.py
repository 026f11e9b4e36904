"""The figures of a study of units, and the files of its releases, which can be written and read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cliometer.errors import InputError
from cliometer.model.markup import DocumentMarkup, joined_markup
from cliometer.model.nuggets import EventTopic
from cliometer.model.units import UnitTopic
from cliometer.report.chapters.annotator_agreement import annotator_agreement
from cliometer.report.chapters.base import FigureNames
from cliometer.study.agreement_survey import AgreementSurvey
from cliometer.study.exchange import running_units
from cliometer.study.journal import Action, number_actions
from cliometer.study.split_analysis import GREY, MOST_WRITERS, SplitTable
from cliometer.study.steps import EarlierWork, Topic, begun_work, open_step
from cliometer.study.unit_agreement import UnitStatistics
from cliometer.study.units.unit_board import UnitBoard
from cliometer.study.units.unit_files import UnitReleaseFiles, match_actions, reopen_units, unit_release_files
from cliometer.study.units.unit_matching import MatchSheet, RematchSheet
from cliometer.study.units.unit_study import (
    UNITS,
    matching_by_suggestion,
    mean_length,
    release_units,
    unit_figures,
)
from cliometer.study.units.unit_timelines import topic_setting
from cliometer.workbench.kinds.study_kind import NO_NAMES, ImportBatch, ReleaseTexts
from cliometer.workbench.models import Study, StudyTopic, present_sheets
from cliometer.workbench.services.charts import charts
from cliometer.workbench.services.storage import step_times
from cliometer.workbench.services.worksheets import sheet_states, suggestion_figures, topic_of, topic_works


def figures(study: Study) -> dict[str, Any]:
    """Return the context of the page of agreement, as far as the study has come."""
    topics = [_topic(study, topic) for topic in study.topics.all()]
    built: list[UnitStatistics] = [one["statistics"] for one in topics if one["statistics"]]
    survey = AgreementSurvey(
        units=tuple(built), matchings=tuple(matching for one in topics for _, matching in one["matchings"])
    )
    return {
        "topics": topics,
        "links": sum(one.links for one in built),
        "pyramids": sum(one.shape.pyramid for one in built),
        "built": len(built),
        "most_writers": MOST_WRITERS,
        "times": step_times(study),
        "charts": list(charts(annotator_agreement(survey, FigureNames()), "pyramids", "matching")),
        "suggestion_use": suggestion_figures(study),
        "suggested": [(one["topic"], row) for one in topics for row in one["suggested"]],
    }


def _topic(study: Study, topic: StudyTopic) -> dict[str, Any]:
    """Return the figures of a topic, and the title of its open step, which is empty if none is open."""
    found, current = topic_works(topic), open_step(study.protocol, sheet_states(present_sheets(topic.sheets)))
    numbers = unit_figures(topic.name, found)
    splits = numbers.splits if numbers else None
    return {
        "topic": topic,
        "state": current.title if current else "",
        "statistics": numbers.statistics if numbers else None,
        "splits": splits,
        "tables": [_split_view("Best split", splits.best), _split_view("Worst split", splits.worst)] if splits else [],
        "writers": _writers(found),
        "matchings": list(numbers.matchings.items()) if numbers else [],
        "suggested": matching_by_suggestion(topic.name, found),
    }


def _split_view(name: str, table: SplitTable) -> dict[str, Any]:
    """Return a split as the paper prints it, with rows and columns from 0 to the size of a team."""
    rows = [
        (i, [{"units": units, "grey": abs(i - j) <= GREY} for j, units in enumerate(row)])
        for i, row in enumerate(table.counts)
    ]
    return {"name": name, "table": table, "rows": rows}


def _writers(found: EarlierWork) -> list[dict[str, Any]]:
    """Return counts of each writer's lines and units; `alone` counts units of no other writer."""
    board = begun_work(found, UnitBoard.step, UnitBoard)
    if board is None:
        return []
    return [
        {
            "writer": writer,
            "lines": len(lines),
            "omitted": sum(line.id in board.omitted for line in lines),
            "units": sum(writer in unit.writers for unit in board.content),
            "alone": sum(unit.writers == (writer,) for unit in board.content),
        }
        for writer, lines in sorted(board.material.columns.items())
    ]


def release(study: Study, names: Mapping[str, str] = NO_NAMES) -> ReleaseTexts:
    """Return the files of a release: units and timelines for `score` and `agreement`, and those for `--second`."""
    files, notes = dict[str, str](), list[str]()
    for topic in study.topics.all():
        found = topic_works(topic)
        files |= unit_release_files(topic.name, found, names)
        if release_units(topic.name, found).length is None:
            mean = f"{mean_length(found)}, the mean number of lines of its writers"
            notes.append(f'{topic.name}: no length was set, so the file has {mean}; another "length" can be set there')
    return ReleaseTexts(files, tuple(notes))


def markup(study: Study) -> DocumentMarkup:
    """Return documents and timelines with all links to units made so far."""
    return joined_markup(running_units(topic_of(row), topic_works(row)) for row in study.topics.all())


MATCHER = "import"  # a release does not name the matcher


def reopened_release(read: UnitReleaseFiles, documents: Sequence[Topic] = ()) -> ImportBatch:
    """Return topics with units as finished work, and topics without units as documents, beside others of this kind."""
    gold, timelines, seconds = read.gold, read.timelines, read.seconds
    notes, found = list(gold.notes), list(documents)
    actions: dict[tuple[str, str, str], Sequence[Action]] = {}
    settings: dict[str, Any] = {}
    for topic in gold.units:
        if any(one.date is None or not one.text for unit in topic.units for one in unit.contributors):
            undated = f"topic {topic.id}: the lines of its writers have no dates"
            notes.append(f"{undated}, so its documents were imported without its units")
            found.append(_documents(topic))
            continue
        again = _by_judge(RematchSheet.step, seconds.get(topic.id, {}))
        one = reopen_units(topic, timelines.get(topic.id, ()), again, MATCHER)
        found.append(one.topic)
        actions |= {(topic.id, step, judge): journal for (step, judge), journal in one.journals.items()}
        for judge, second in _by_judge(MatchSheet.step, seconds.get(topic.id, {})).items():
            actions[topic.id, MatchSheet.step, judge] = number_actions(judge, match_actions(second))
        settings |= {topic_setting(name, topic.id): value for name, value in one.settings.items()}
    found += [_documents(topic) for topic in gold.events]
    judged = [topic.id for topic in gold.events if topic.events]
    notes += [f"topic {id}: its documents were imported without its judged events" for id in judged]
    if actions and len(found) > len({topic for topic, _, _ in actions}):
        raise InputError("some topics hold finished work and some do not; upload them separately")
    steps = frozenset(step.name for step in UNITS.steps) if actions else frozenset()
    return ImportBatch(tuple(found), tuple(notes), actions, steps, settings)


def _by_judge(step: str, seconds: Mapping[str, UnitTopic]) -> dict[str, UnitTopic]:
    names = {name: name.partition("-") for name in seconds}
    return {judge: seconds[name] for name, (own, _, judge) in names.items() if own == step}


def _documents(topic: UnitTopic | EventTopic) -> Topic:
    length = topic.length if isinstance(topic, UnitTopic) else None
    return Topic(topic.id, sources=topic.sources, length=length)
