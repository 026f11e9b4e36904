"""The sections of `cliometer summarise` and `timelines`, with what each system chose, and of `cliometer tune`."""

from __future__ import annotations

from collections import Counter

from cliometer.experiments.tuning import Tuning
from cliometer.metrics.base import metrics
from cliometer.metrics.catalogue import lower_is_better
from cliometer.reporting.chapters.base import FigureNames, chapter, remark_notes
from cliometer.reporting.document import Listing, Notes, Section
from cliometer.spelling import listed
from cliometer.systems.summaries import Summaries
from cliometer.systems.timelines.generation import GeneratedTimelines
from cliometer.systems.timelines.generator import generators
from cliometer.text.tables import Cell, Table, shown_number


@chapter(Summaries)
def summaries_section(result: Summaries, names: FigureNames | None = None, texts: bool = True) -> Section:
    """Return the posts that each system chose, topic by topic, or without `texts` what was read of each topic."""
    shown = [
        Listing(f"{topic.topic} ({topic.kept} of {topic.posts} posts)", selection_table(result, topic.topic))
        for topic in (result.topics if texts else ())
    ]
    read = Listing("Posts that were read, left out, kept and chosen", filter_table(result), folded=texts)
    return Section("Summaries", [*shown, read, *remark_notes(result.notes)])


def selection_table(result: Summaries, topic: str) -> Table:
    """Return a row for each post that a system chose for a topic, in the order of choice."""
    rows: list[list[Cell]] = [
        [summary.system, place, text]
        for summary in result.summaries
        if summary.topic == topic
        for place, text in enumerate(summary.texts, start=1)
    ]
    return Table(["system", "place", "text"], rows)


def filter_table(result: Summaries) -> Table:
    """Return how many posts of each topic were read, left out for each reason, kept and chosen."""
    reasons = list(dict.fromkeys(post.reason for topic in result.topics for post in topic.dropped))
    rows: list[list[Cell]] = []
    for topic in result.topics:
        dropped = Counter(post.reason for post in topic.dropped)
        sizes = [len(summary.ids) for summary in result.summaries if summary.topic == topic.topic]
        counts = [dropped[reason] for reason in reasons]
        rows.append([topic.topic, topic.posts, *counts, topic.kept, max(sizes, default=0)])
    return Table(["topic", "posts", *reasons, "kept", "chosen"], rows)


@chapter(GeneratedTimelines)
def generated_section(result: GeneratedTimelines, names: FigureNames | None = None, texts: bool = True) -> Section:
    """Return the timelines of each task by each system, or without `texts` how long each is."""
    shown = [
        Listing(f"{made.name}: {made.system}", Table(["date", "sentence"], lines))
        for made in (result.timelines if texts else ())
        for lines in [[[str(when), line] for when, texts_of in made.timeline.items() for line in texts_of]]
    ]
    sizes = Listing("Dates and sentences of each system", generated_table(result), folded=texts)
    gold = [record.system for record in result.records if record.reads_gold]
    marks = [f"{listed(gold)}: reads gold; a bound for systems, not a system"] if gold else []
    kept = f"{result.kept} of {len(result.timelines)} timelines were there already, made of the same"
    notes = [*marks, kept] if result.kept else marks
    return Section("Timelines", [*shown, sizes, *([Notes(notes)] if notes else []), *remark_notes(result.notes)])


def generated_table(result: GeneratedTimelines) -> Table:
    """Return how many dates and sentences the timelines of each system have, beside what was asked for."""
    rows: list[list[Cell]] = []
    for record in result.records:
        timelines = [made.timeline for made in result.timelines if made.system == record.system]
        lines = sum(len(lines) for timeline in timelines for _, lines in timeline.items())
        limit = generators.parse(record.system).limit
        most = sum(limit(task.dates, task.sentences, task.total) for task in record.tasks)
        asked = sum(task.dates for task in record.tasks), most
        rows.append([record.system, len(timelines), sum(map(len, timelines)), asked[0], lines, asked[1]])
    return Table(["system", "timelines", "dates", "asked for", "sentences", "asked for"], rows)


@chapter(Tuning)
def tuning_section(result: Tuning, names: FigureNames | None = None) -> Section:
    """Return the folds, the loss to report, the setting to use, and the loss of every setting.

    Of a metric by which higher is better, the loss of which is negative, the score is shown.
    """
    word, sign = _shown_loss(result)
    held_out, best = (shown_number(sign * loss + 0.0, 4) for loss in (result.held_out_loss, result[result.best]))
    named = f"loss {result.loss}" if sign > 0 else f"{word}, by which higher is better"
    made = f"timelines as long as references ({result.length})" if result.length else f"summaries of {result.k}"
    over = "all tasks" if result.length else "all topics"
    lines = [
        f"{named}, {len(result.settings)} settings, {made}, seed {result.seed}",
        *([f"background: {result.background}"] if result.background else []),
        f"mean held-out {word} {held_out}: what to report",
        f"best on {over} {result.best} ({best}): what to use on new topics",
    ]
    settings = Listing(f"Mean {word} of every setting over {over}", setting_table(result), folded=True)
    folds = Listing("What was chosen for each fold, without its topics", fold_table(result))
    return Section("Tuning", [folds, Notes(lines), settings, *remark_notes(result.notes)])


def fold_table(result: Tuning) -> Table:
    """Return what was chosen for each fold, with its loss on the other folds and on the topics held out."""
    word, sign = _shown_loss(result)
    rows: list[list[Cell]] = [
        [fold.number, len(fold.topics), fold.chosen, sign * fold.training_loss + 0.0, sign * fold.held_out_loss + 0.0]
        for fold in result.folds
    ]
    return Table(["fold", "topics", "chosen on the other folds", f"their {word}", f"held-out {word}"], rows)


def setting_table(result: Tuning) -> Table:
    """Return the mean loss of every setting over all topics."""
    word, sign = _shown_loss(result)
    return Table(["setting", word], [[each.setting, sign * each.loss + 0.0] for each in result.settings])


def _shown_loss(result: Tuning) -> tuple[str, float]:
    """Return what the loss is called, and the sign by which it is shown; adding 0 to the product avoids -0."""
    is_score = result.loss.partition("(")[0] in metrics and not lower_is_better(result.loss)
    return (result.loss, -1.0) if is_score else ("loss", 1.0)
