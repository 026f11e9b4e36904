"""`cliometer compat tilse -p FILE -r FILE... -m METRIC`: tilse's `evaluate-timelines`, line for line.

Prints the Python dictionary that tilse prints. An unknown metric or a missing reference, for which tilse
prints `None` or zeros and reports success, is an error here.
"""

from __future__ import annotations

import argparse
import datetime
import re
import warnings
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partialmethod
from pathlib import Path
from typing import Any, TextIO, TypeVar

from cliometer.engine.evaluation import Evaluation
from cliometer.engine.results import text_remarks
from cliometer.errors import InputError, ReadWarning, UncountableTextWarning, UsageError, expected, unknown, warn
from cliometer.io import Reading, parse_timelines, read_timelines
from cliometer.io.scores import METRICS as METRICS
from cliometer.io.text_files import read_text
from cliometer.metrics.catalogue import TILSE, parse
from cliometer.metrics.comparison import TopicComparison
from cliometer.metrics.rouge.arguments import number
from cliometer.metrics.timeline_rouge import Dates
from cliometer.model import timeline as model
from cliometer.model.notes import Note
from cliometer.model.score import Score
from cliometer.model.timeline import stripped


def parse_days(text: str, name: str) -> dict[datetime.date, list[str]]:
    """Return days of a timeline file, none where it is blank; a repeated date keeps its last block, as in tilse."""
    if is_blank(text):
        return {}
    reading = parse_timelines(text, Path(name), duplicates="last", format="tilse")
    for note in reading.notes:
        warn(note, ReadWarning)
    return dated(reading.timelines[0], name)


def is_blank(text: str) -> bool:
    """Return whether a file is empty, which tilse reads as a timeline without days."""
    return not text.strip("\ufeff \t\r\n")


def dated(timeline: model.Timeline, name: str) -> dict[datetime.date, list[str]]:
    """Return days within Python's calendar; tilse has no other dates."""
    for when in timeline:
        if when.precision != "day" or not 1 <= when.first <= datetime.date.max.toordinal():
            raise InputError("tilse-year-out-of-range", name, when=when)
    return {datetime.date.fromordinal(when.first): list(sentences) for when, sentences in timeline.items()}


Days = dict[datetime.date, list[str]]
T = TypeVar("T")


class Timeline:  # bears the name of tilse's own class, so that only the import of a script changes
    """Dates with their sentences, as `tilse.data.timelines.Timeline`."""

    def __init__(self, dates_to_summaries: Mapping[datetime.date, Sequence[str]], filename: str | None = None) -> None:
        days = _days(dates_to_summaries)
        self.dates_to_summaries: Days = {date: [*stripped(date, sentences)] for date, sentences in days.items()}
        self.filename = filename

    @staticmethod
    def from_file(my_file: TextIO) -> Timeline:
        """Read the timeline17 format; unlike tilse, the last day needs no separator after it."""
        text = my_file.read() if hasattr(my_file, "read") else None
        if not isinstance(text, str):
            raise expected('an open text file (write open("bp.txt", encoding="utf-8"))', my_file)
        name = getattr(my_file, "name", "timeline")
        return Timeline(parse_days(text, str(name)), str(name))

    @staticmethod
    def from_sent_objects(date_sent_mapping: Mapping[datetime.date, Iterable[object]]) -> Timeline:
        """Return sentences of any kind, by their text."""
        return Timeline({date: _texts(sentences) for date, sentences in _days(date_sent_mapping).items()})

    def get_dates(self) -> set[datetime.date]:
        """Return all dates."""
        return set(self.dates_to_summaries)

    def get_number_of_sentences(self) -> int:
        """Return the number of sentences over all dates."""
        return sum(map(len, self.dates_to_summaries.values()))

    def __getitem__(self, date: datetime.date) -> Sequence[str]:
        return self.dates_to_summaries.get(date, "")

    def __iter__(self) -> Iterator[datetime.date]:
        return iter(self.dates_to_summaries)

    def __len__(self) -> int:
        return len(self.dates_to_summaries)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Timeline) and self.dates_to_summaries == other.dates_to_summaries

    def __hash__(self) -> int:
        return hash(str(self))

    def __lt__(self, other: Timeline) -> bool:
        return str(self) < str(other)

    def __str__(self) -> str:
        days = sorted(self.dates_to_summaries.items())
        return "".join(f"{date}\n" + "".join(f"{s}\n" for s in sentences) + "-" * 32 + "\n" for date, sentences in days)


class GroundTruth:
    """Reference timelines, as `tilse.data.timelines.GroundTruth`."""

    def __init__(self, timelines: Collection[Any]) -> None:
        if isinstance(timelines, str) or not isinstance(timelines, Collection):
            raise expected("a list of timelines, GroundTruth([timeline, ...])", timelines)
        for timeline in timelines:
            _summaries(timeline)
        self.timelines = timelines

    def get_dates(self) -> set[datetime.date]:
        """Return dates of any reference."""
        return {date for timeline in self.timelines for date in timeline.dates_to_summaries}

    def __getitem__(self, date: datetime.date) -> dict[str, Sequence[str]]:
        return {str(i): t.dates_to_summaries.get(date, "") for i, t in enumerate(self.timelines)}

    def __str__(self) -> str:
        return "".join(f"{i}\n\n{timeline}\n\n" for i, timeline in enumerate(self.timelines))


def _days(given: Mapping[datetime.date, T]) -> Mapping[datetime.date, T]:
    if not isinstance(given, Mapping):
        raise expected("a dictionary, {date: [sentence, ...]}", given)
    return given


def _texts(sentences: Iterable[object]) -> Sequence[str]:
    """Return the texts of sentence objects; a string, and what holds nothing, is left for `Timeline` to refuse."""
    if isinstance(sentences, str) or not isinstance(sentences, Iterable):
        return sentences
    return list(map(str, sentences))


def _summaries(timeline: Any) -> Mapping[datetime.date, Sequence[str]]:
    if not hasattr(timeline, "dates_to_summaries"):
        raise expected("a timeline of tilse's, Timeline({date: [sentence, ...]})", timeline)
    days: Mapping[datetime.date, Sequence[str]] = timeline.dates_to_summaries
    return days


def ours(timeline: Any) -> model.Timeline:
    """Return the same days as one of our timelines."""
    return model.Timeline(_summaries(timeline).items())


def our_references(groundtruth: Any) -> model.ReferenceSet:
    """Return the same references as ours."""
    if not hasattr(groundtruth, "timelines"):
        raise expected("the references, GroundTruth([timeline, ...])", groundtruth)
    return model.ReferenceSet([ours(timeline) for timeline in groundtruth.timelines])


Numbers = dict[str, float]
Scores = dict[str, Numbers]


class TimelineRougeEvaluator:
    """tilse's evaluator; measures may be any `rouge_N`, and `rouge_L`, `rouge_S4`, `rouge_SU4` besides.

    Numbers equal tilse 0.2.1 with its Perl ROUGE and current scipy to the last bit; docs/compat-tilse.md lists every
    case in which tilse crashes or loses text.
    """

    def __init__(
        self, measures: Iterable[str] = ("rouge_1",), rouge_computation: str = "original", beta: float = 1
    ) -> None:
        if not isinstance(measures, Iterable) or isinstance(measures, bytes):
            raise expected('a list of measures such as ["rouge_1", "rouge_2"]', measures)
        self.measures = [measures] if isinstance(measures, str) else list(measures)
        self.beta = number("beta", beta)
        if rouge_computation not in ("original", "reimpl", "reimplementation"):
            raise UsageError("rouge-computation-unknown", rouge_computation=rouge_computation)
        if rouge_computation != "original":
            warnings.warn("tilse's approximate ROUGE is not offered: the exact one is faster and is used", stacklevel=2)

    def _evaluate_one(self, name: str, predicted_timeline: Any, reference_timelines: Any) -> Scores:
        return self._evaluate(name, _comparison(predicted_timeline, reference_timelines))

    evaluate_concat = partialmethod(_evaluate_one, "concat")  # ROUGE of the whole texts
    evaluate_agreement = partialmethod(_evaluate_one, "agreement")  # over the dates that both timelines have
    evaluate_align_date_costs = partialmethod(_evaluate_one, "align_date_costs")  # the paper's align, align+, and m:1
    evaluate_align_date_content_costs = partialmethod(_evaluate_one, "align_date_content_costs")
    evaluate_align_date_content_costs_many_to_one = partialmethod(_evaluate_one, "align_date_content_costs_many_to_one")

    def evaluate_all(self, predicted_timeline: Any, reference_timelines: Any) -> OrderedDict[str, Scores]:
        """Return the scores of all five metrics, by tilse's names."""
        comparison = _comparison(predicted_timeline, reference_timelines)
        return OrderedDict((name, self._evaluate(name, comparison)) for name in METRICS)

    def _evaluate(self, name: str, comparison: TopicComparison) -> Scores:
        return {measure: self._measure(METRICS[name], measure, comparison) for measure in self.measures}

    def _measure(self, metric: str, measure: str, comparison: TopicComparison) -> Numbers:
        if (variant := re.fullmatch(r"rouge_(\w+\*?)", str(measure))) is None:
            raise UsageError("tilse-measure-unknown", measure=measure)
        asked = parse(f"{metric}(rouge={variant[1]}, beta={float(self.beta)!r})").under(TILSE)
        return _as_tilse(asked.measure_in(comparison)[0])


def _comparison(predicted: Any, references: Any) -> TopicComparison:
    """Return the pair, with a warning for scripts other than Latin, which tilse scores 0, or crashes on."""
    comparison = TopicComparison([ours(predicted)], our_references(references))
    evaluation = Evaluation({}, {}, [parse("agreement")], preset=TILSE)
    for remark in text_remarks(evaluation, ["predicted"], "the topic", comparison).systems:
        warn(remark, UncountableTextWarning)
    return comparison


def _as_tilse(score: Score) -> Numbers:
    """Return the numbers under tilse's keys, with its integer 0 where there was nothing to divide by."""
    numbers = score.numbers("zero")
    precision = (numbers["precision"] or 0.0) if score.precision.whole else 0
    recall = (numbers["recall"] or 0.0) if score.recall.whole else 0
    f_score = (numbers["f"] or 0.0) if precision + recall else 0
    return {"precision": precision, "recall": recall, "f_score": f_score}


def evaluate_dates(pred: Any, groundtruth: Any) -> dict[str, float]:
    """Score dates; an empty timeline, for which tilse divides by zero, scores 0."""
    numbers = Dates().measure(ours(pred), our_references(groundtruth)).numbers("zero")
    return {"precision": numbers["precision"] or 0.0, "recall": numbers["recall"] or 0.0, "f_score": numbers["f"] or 0}


__all__ = ["GroundTruth", "Timeline", "TimelineRougeEvaluator", "evaluate_dates"]


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Score one system and print tilse's dictionary."""
    if args.metric not in METRICS:
        raise unknown("metric of tilse", args.metric, METRICS)
    readings = {path: read_timelines(path, "last", "tilse") for path in args.references}
    readings = {args.predicted: _read_predicted(args.predicted), **readings}
    files = (args.predicted, *args.references)
    predicted, *references = (Timeline(dated(readings[path].timelines[0], path)) for path in files)
    evaluator = TimelineRougeEvaluator(measures=["rouge_1", "rouge_2"])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        scores = getattr(evaluator, f"evaluate_{args.metric}")(predicted, GroundTruth(references))
    notes = [note for reading in readings.values() for note in reading.notes]
    for note in (*notes, *(str(warning.message) for warning in caught)):
        err.write(f"note: {note}\n")
    out.write(f"{scores}\n")
    return 0


def _read_predicted(path: str) -> Reading:
    """Read a timeline; an empty file is a system that said nothing, where tilse crashes in most metrics."""
    if is_blank(read_text(Path(path))):
        note = Note.of("file-silent", path=path)
        return Reading((model.Timeline(),), (note,), "tilse")
    return read_timelines(path, "last", "tilse")
