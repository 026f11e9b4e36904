"""The figures of a study of units, and the files of its releases, which can be written and read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cliometer.errors import InputError
from cliometer.model.notes import Note
from cliometer.model.nuggets import EventTopic
from cliometer.model.units import UnitTopic
from cliometer.reporting.chapters.annotator_agreement import annotator_agreement
from cliometer.reporting.chapters.base import FigureNames
from cliometer.study.agreement_survey import AgreementSurvey
from cliometer.study.split_analysis import GREY, MOST_WRITERS, SplitTable
from cliometer.study.topics import Topic
from cliometer.study.unit_agreement import UnitStatistics
from cliometer_workbench.formats.markup import DocumentMarkup, joined_markup
from cliometer_workbench.kinds.study_kind import NO_NAMES, ImportBatch, ReleaseTexts
from cliometer_workbench.models import Study, StudyTopic, present_sheets
from cliometer_workbench.services.charts import charts
from cliometer_workbench.services.storage import step_times
from cliometer_workbench.services.worksheets import sheet_states, suggestion_figures, topic_of, topic_works
from cliometer_workbench.study.exchange import running_units
from cliometer_workbench.study.journal import Action, number_actions
from cliometer_workbench.study.steps import EarlierWork, begun_work, open_step
from cliometer_workbench.study.units import unit_study
from cliometer_workbench.study.units.unit_board import UnitBoard
from cliometer_workbench.study.units.unit_files import UnitReleaseFiles, match_actions, reopen_units, unit_release_files
from cliometer_workbench.study.units.unit_matching import MatchSheet, RematchSheet
from cliometer_workbench.study.units.unit_timelines import topic_setting


def figures(study: Study) -> dict[str, Any]:
    """Return the context of the page of agreement, as far as the study has come."""
    topics = [_topic(study, topic) for topic in study.topics.all()]
    built: list[UnitStatistics] = [topic["statistics"] for topic in topics if topic["statistics"]]
    survey = AgreementSurvey(
        units=tuple(built), matchings=tuple(matching for topic in topics for _, matching in topic["matchings"])
    )
    return {
        "topics": topics,
        "links": sum(statistics.links for statistics in built),
        "pyramids": sum(statistics.shape.pyramid for statistics in built),
        "built": len(built),
        "most_writers": MOST_WRITERS,
        "times": step_times(study),
        "charts": list(charts(annotator_agreement(survey, FigureNames()), "pyramids", "matching")),
        "suggestion_use": suggestion_figures(study),
        "suggested": [(topic["topic"], row) for topic in topics for row in topic["suggested"]],
    }


def _topic(study: Study, topic: StudyTopic) -> dict[str, Any]:
    """Return the figures of a topic, and the title of its open step, which is empty if none is open."""
    works, current = topic_works(topic), open_step(study.protocol, sheet_states(present_sheets(topic.sheets)))
    numbers = unit_study.unit_figures(topic.name, works)
    splits = numbers.splits if numbers else None
    return {
        "topic": topic,
        "state": current.title if current else "",
        "statistics": numbers.statistics if numbers else None,
        "splits": splits,
        "tables": [_split_view("Best split", splits.best), _split_view("Worst split", splits.worst)] if splits else [],
        "writers": _writers(works),
        "matchings": list(numbers.matchings.items()) if numbers else [],
        "suggested": unit_study.matching_by_suggestion(topic.name, works),
    }


def _split_view(name: str, table: SplitTable) -> dict[str, Any]:
    """Return a split as the paper prints it, with rows and columns from 0 to the size of a team."""
    rows = [
        (i, [{"units": units, "grey": abs(i - j) <= GREY} for j, units in enumerate(row)])
        for i, row in enumerate(table.counts)
    ]
    return {"name": name, "table": table, "rows": rows}


def _writers(works: EarlierWork) -> list[dict[str, Any]]:
    """Return counts of each writer's lines and units; `alone` counts units of no other writer."""
    board = begun_work(works, UnitBoard.step, UnitBoard)
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
        works = topic_works(topic)
        files |= unit_release_files(topic.name, works, names)
        if unit_study.release_units(topic.name, works).length is None:
            mean = Note.of("length-of-writers", length=unit_study.mean_length(works))
            notes.append(Note.of("length-from-writers", topic=topic.name, length=mean))
    return ReleaseTexts(files, tuple(notes))


def markup(study: Study) -> DocumentMarkup:
    """Return documents and timelines with all links to units made so far."""
    return joined_markup(running_units(topic_of(row), topic_works(row)) for row in study.topics.all())


MATCHER = "import"  # a release does not name the matcher


def reopened_release(read: UnitReleaseFiles, documents: Sequence[Topic] = ()) -> ImportBatch:
    """Return topics with units as finished work, and topics without units as documents, beside others of this kind."""
    gold, timelines, seconds = read.gold, read.timelines, read.seconds
    notes, topics = list(gold.notes), list(documents)
    actions: dict[tuple[str, str, str], Sequence[Action]] = {}
    settings: dict[str, Any] = {}
    for topic in gold.units:
        if any(part.date is None or not part.text for unit in topic.units for part in unit.contributors):
            undated = Note.of("lines-undated", topic=topic.id)
            notes.append(Note.of("units-left-out", reason=undated))
            topics.append(_documents(topic))
            continue
        again = _by_judge(RematchSheet.step, seconds.get(topic.id, {}))
        reopened = reopen_units(topic, timelines.get(topic.id, ()), again, MATCHER)
        topics.append(reopened.topic)
        actions |= {(topic.id, step, judge): journal for (step, judge), journal in reopened.journals.items()}
        for judge, second in _by_judge(MatchSheet.step, seconds.get(topic.id, {})).items():
            actions[topic.id, MatchSheet.step, judge] = number_actions(judge, match_actions(second))
        settings |= {topic_setting(name, topic.id): value for name, value in reopened.settings.items()}
    topics += [_documents(topic) for topic in gold.events]
    judged = [topic.id for topic in gold.events if topic.events]
    notes += [Note.of("events-left-out", topic=id) for id in judged]
    if actions and len(topics) > len({topic for topic, _, _ in actions}):
        raise InputError("topics-finished-partly")
    steps = frozenset(step.name for step in unit_study.UNITS.steps) if actions else frozenset()
    return ImportBatch(tuple(topics), tuple(notes), actions, steps, settings)


def _by_judge(step: str, seconds: Mapping[str, UnitTopic]) -> dict[str, UnitTopic]:
    names = {name: name.partition("-") for name in seconds}
    return {judge: seconds[name] for name, (source, _, judge) in names.items() if source == step}


def _documents(topic: UnitTopic | EventTopic) -> Topic:
    length = topic.length if isinstance(topic, UnitTopic) else None
    return Topic(topic.id, sources=topic.sources, length=length)
