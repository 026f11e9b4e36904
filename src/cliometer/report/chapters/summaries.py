"""The sections of `cliometer summarise`, with what each system chose, and of `cliometer tune`."""

from __future__ import annotations

from collections import Counter

from cliometer.experiments.tuning import Tuning
from cliometer.report.chapters.base import FigureNames, chapter, remark_notes
from cliometer.report.document import Listing, Notes, Section
from cliometer.systems.summaries import Summaries
from cliometer.text.tables import Cell, Table, shown_number


@chapter("summaries", has=("summaries", "topics", "k"), reads=Summaries)
def summaries_section(result: Summaries, names: FigureNames | None = None, texts: bool = True) -> Section:
    """Return the posts that each system chose, topic by topic, or without `texts` what was read of each topic."""
    shown = [
        Listing(f"{one.topic} ({one.kept} of {one.posts} posts)", selection_table(result, one.topic))
        for one in (result.topics if texts else ())
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


@chapter("tuning", has=("loss", "folds", "settings"), reads=Tuning)
def tuning_section(result: Tuning, names: FigureNames | None = None) -> Section:
    """Return the folds, the loss to report, the setting to use, and the loss of every setting."""
    lines = [
        f"loss {result.loss}, {len(result.grid)} settings, summaries of {result.k}, seed {result.seed}",
        *([f"background: {result.background}"] if result.background else []),
        f"mean held-out loss {shown_number(result.held_out, 4)}: what to report",
        f"best on all topics {result.best} ({shown_number(min(result.means), 4)}): what to use on new topics",
    ]
    settings = Listing("Mean loss of every setting over all topics", setting_table(result), folded=True)
    folds = Listing("What was chosen for each fold, without its topics", fold_table(result))
    return Section("Tuning", [folds, Notes(lines), settings, *remark_notes(result.notes)])


def fold_table(result: Tuning) -> Table:
    """Return what was chosen for each fold, with its loss on the other folds and on the topics held out."""
    rows: list[list[Cell]] = [
        [fold.number, len(fold.topics), str(fold.chosen), fold.training_loss, fold.loss] for fold in result.folds
    ]
    return Table(["fold", "topics", "chosen on the other folds", "their loss", "held-out loss"], rows)


def setting_table(result: Tuning) -> Table:
    """Return the mean loss of every setting over all topics."""
    pairs = zip(result.grid, result.means, strict=True)
    return Table(["setting", "loss"], [[str(setting), mean] for setting, mean in pairs])
