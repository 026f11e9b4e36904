"""An experiment as a document, with tables 6, 7 and 8 of Mackie et al. (2014)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cliometer.errors import CliometerError
from cliometer.experiments import microblog_record as microblog
from cliometer.experiments.experiment import PLAN, MicroblogResults, as_toml
from cliometer.experiments.tuning import Tuning
from cliometer.io.run_folders import folder_name
from cliometer.metrics.catalogue import parse
from cliometer.metrics.sources.source_metric import SourceMetric
from cliometer.model.judgements import spelled
from cliometer.model.records import JsonDocument
from cliometer.reporting.chapters import base
from cliometer.reporting.chapters.base import FigureNames, chapter, leaders, text_of
from cliometer.reporting.charts.grammar import Record
from cliometer.reporting.charts.heat_maps import OverviewColumn, arrow_remark, heat, heat_cell, overview
from cliometer.reporting.charts.system_charts import Forest, ThresholdLine, forest
from cliometer.reporting.document import Block, Code, Figure, Listing, Notes, Paragraph, Section
from cliometer.reporting.render.terminal import terminal
from cliometer.spelling import listed, many
from cliometer.stats.paired_tests import equal_signs_p
from cliometer.text.tables import Cell, Table, shown_number, shown_p

Names = Mapping[str, str]
"""What tables call each metric."""
_GUESSING = 0.5
_FOLDED = 60  # tests; more are opened by the reader
_SHOWN = 30  # settings in a figure


@chapter(microblog.ExperimentRecord)
def experiment(record: microblog.ExperimentRecord, names: FigureNames) -> Section:
    """Return the section of an experiment: what was tried on what, then the parts that the experiment has."""
    correlated = [name for correlation in record.correlations for name in (correlation.first, correlation.second)]
    voted = [agreement.measure for agreement in record.people.measures] if record.people else []
    short = short_names([*(measure.name for measure in record.measures), *correlated, *voted])
    parts = [
        Section("Tuned settings", list(_settings(record, names))),
        Section("Metrics and ranks", list(_measures(record, short, names))),
        Section("Correlations between metrics", list(_correlations(record, short, names))),
        Section("People", list(_people(record.people, short, names)) if record.people else ()),
    ]
    posts = Table(["topic", "posts", "kept"], [[topic.topic, topic.posts, topic.kept] for topic in record.topics])
    blocks: list[Block] = [Paragraph(_summary(record, short)), Listing("Posts of each topic", posts, folded=True)]
    blocks += base.remark_notes(record.notes)
    blocks += [Code(record.fingerprint, "Fingerprint of what was read")] if record.fingerprint else []
    return Section("Experiment", blocks, [part for part in parts if part.blocks])


def short_names(measures: Sequence[str]) -> Names:
    """Return the names without `tokens=posts` where all metrics of sources have it, else as they are."""
    parsed = {name: _parsed(name) for name in measures}
    sources = {name: metric for name, metric in parsed.items() if isinstance(metric, SourceMetric)}
    if any(metric.tokens != "posts" for metric in sources.values()):
        return {name: name for name in measures}
    plain = {name: str(replace(metric, tokens=SourceMetric.tokens)) for name, metric in sources.items()}
    return {name: plain.get(name, name) for name in measures}


def _parsed(name: str) -> object:
    try:
        return parse(name)
    except CliometerError:  # rouge1.recall
        return None


def _summary(record: microblog.ExperimentRecord, short: Names) -> str:
    read, kept = (sum(getattr(topic, key) for topic in record.topics) for key in ("posts", "kept"))
    parts = [
        f"A {record.design} experiment: {listed(record.systems)} on {many(len(record.topics), 'topic')}, with "
        f"{kept} of {read} posts after filtering, by {many(len(record.measures), 'metric')}."
    ]
    if any(name != plain for name, plain in short.items()):
        parts.append("All metrics against posts have tokens=posts, which the tables leave out.")
    if record.background:
        parts.append(f"Background: {record.background}.")
    return " ".join(parts)


def _measures(record: microblog.ExperimentRecord, short: Names, names: FigureNames) -> Iterator[Block]:
    """Yield a heat map, the table of means and ranks, what was left out, and every test."""
    if not record.measures:
        return
    columns = [
        OverviewColumn(
            short[measure.name], measure.means, measure.lower_is_better, _ranks(measure.ranks, record.systems)
        )
        for measure in record.measures
    ]
    caption = text_of("experiment-measures", significance=record.significance, turned=arrow_remark(columns))
    title = "Means over topics, and ranks (as table 6 of Mackie et al. 2014)"
    yield Figure(names.of("metrics"), caption, overview(columns, record.systems), measure_table(record, short), title)
    yield Notes(list(_measure_notes(record, short)))
    rows: list[list[Cell]] = [
        [short[measure.name], f"{test.first} - {test.second}", measure.topics, test.difference,
         *map(shown_p, (test.p, test.p_holm))]
        for measure in record.measures
        for test in measure.tests
    ]  # fmt: skip
    if rows:
        tests = Table(["metric", "systems", "topics", "difference", "p (t test)", "p (Holm)"], rows)
        title = "Differences between systems: paired t tests over topics"
        yield Listing(title, tests, folded=len(rows) > _FOLDED)


def measure_table(record: microblog.ExperimentRecord, short: Names | None = None) -> Table:
    """Return a row for each metric; for each system the mean over topics and the rank."""
    systems, rows = record.systems, []
    for measure in record.measures:
        name = (short or {}).get(measure.name, measure.name) + (" (lower is better)" if measure.lower_is_better else "")
        ranks = _ranks(measure.ranks, systems)
        cells = [
            (shown_number(measure.means[s], 4) if s in measure.means else None, ranks.get(s, "-")) for s in systems
        ]
        if len(systems) > base.COLUMNS:
            rows += [[name, system, *pair] for system, pair in zip(systems, cells, strict=True)]
        else:
            rows.append([name, *(cell for pair in cells for cell in pair)])
    if len(systems) > base.COLUMNS:
        return Table(["metric", "system", "mean", "rank"], rows)
    return Table(["metric", *(word for system in systems for word in (system, "rank"))], rows)


def _ranks(groups: microblog.RankGroups | None, systems: Sequence[str]) -> dict[str, str]:
    """Return the rank of each system, such as `1/2`, or its letters; empty where too few topics allow no test."""
    return {} if groups is None else {system: groups.of(system) for system in systems}


def _measure_notes(record: microblog.ExperimentRecord, short: Names) -> Iterator[str]:
    yield text_of("experiment-measure-notes", significance=record.significance)
    fewest = min((measure.topics for measure in record.measures if measure.ranks), default=0)
    if fewest and equal_signs_p(fewest) > record.significance:
        yield text_of("experiment-measure-notes-2", fewest=fewest, p=equal_signs_p(fewest))
    for measure in record.measures:
        if measure.left_out:
            yield f"{short[measure.name]}: left out, without a score: {many(measure.left_out, 'topic')}."
        if measure.ranks is None:
            few = many(measure.topics, "topic")
            yield f"{short[measure.name]}: {few} with scores, too few to test; # is the place."
    same = True
    for measure in record.measures:
        careful = _ranks(measure.ranks_holm, record.systems)
        if careful != _ranks(measure.ranks, record.systems):
            same, ranks = False, ", ".join(f"{name} {rank}" for name, rank in careful.items())
            yield f"With Holm's correction for several tests, {short[measure.name]} ranks {ranks}."
    if same:
        yield "With Holm's correction for several tests the ranks are the same."


def _correlations(row: microblog.ExperimentRecord, short: Names, names: FigureNames) -> Iterator[Block]:
    """Yield the correlations of metrics; nothing where there is one metric."""
    if not row.correlations:
        return
    every = list(dict.fromkeys(short[name] for pair in row.correlations for name in (pair.first, pair.second)))
    cells = [_correlation_cell(pair, short, row.significance) for pair in row.correlations]
    spec = heat(cells, "metric", "metric", orders=(every[1:], every[:-1]), two_sided=True, wide=64)
    rows: list[list[Cell]] = [
        [short[pair.first], short[pair.second], pair.n, pair.topics, pair.rho, shown_p(pair.p)]
        for pair in row.correlations
    ]
    behind = Table(["metric", "with", "scores", "topics", "rho", "p"], rows)
    yield Figure(names.of("correlations"), _correlation_caption(row, short), spec, behind)
    yield Listing("Spearman's correlation of metrics (as table 7 of Mackie et al. 2014)", _matrix(row, short))
    counts = sorted({pair.n for pair in row.correlations})
    sizes = " to ".join(map(str, dict.fromkeys((counts[0], counts[-1]))))
    undefined = [pair for pair in row.correlations if pair.undefined]
    reasons = [f"{short[pair.first]} with {short[pair.second]}: undefined, {pair.undefined}." for pair in undefined]
    yield Notes([text_of("experiment-correlations", sizes=sizes, significance=row.significance), *reasons])


def _matrix(row: microblog.ExperimentRecord, short: Names) -> Table:
    """Return the matrix of metrics; columns are called by the numbers of the rows."""
    measures = list(dict.fromkeys(name for pair in row.correlations for name in (pair.first, pair.second)))
    cells = {frozenset((pair.first, pair.second)): _starred(pair, row.significance) for pair in row.correlations}
    rows: list[list[Cell]] = [
        [f"{number} {short[a]}", *("1" if a == b else cells[frozenset((a, b))] for b in measures)]
        for number, a in enumerate(measures, start=1)
    ]
    return Table(["metric", *(str(number + 1) for number in range(len(measures)))], rows)


def _starred(correlation: microblog.MeasureCorrelation, significance: float, digits: int = 3) -> str:
    if correlation.rho is None or correlation.p is None:
        return "undef." if digits < 3 else "-"
    return f"{correlation.rho:.{digits}f}{'*' if correlation.p <= significance else ''}"


def _correlation_cell(correlation: microblog.MeasureCorrelation, short: Names, significance: float) -> Record:
    tip = f"undefined: {correlation.undefined}"
    if correlation.rho is not None:
        tip = f"{shown_number(correlation.rho)}, p {shown_p(correlation.p)}, {correlation.n} scores"
    text = _starred(correlation, significance, 2).replace("-", "\N{MINUS SIGN}")
    return heat_cell(short[correlation.second], short[correlation.first], correlation.rho, text, tip)


def _correlation_caption(record: microblog.ExperimentRecord, short: Names) -> str:
    lower = ", ".join(short[measure.name] for measure in record.measures if measure.lower_is_better)
    turned = f" Lower is better by {lower}, so that a minus there may mean agreement." if lower else ""
    return text_of("experiment-correlation-caption", significance=record.significance, turned=turned)


def _people(preferences: microblog.HumanPreferences, short: Names, names: FigureNames) -> Iterator[Block]:
    """Yield what people prefer, and each metric beside them, most agreement first."""
    ranked = sorted(preferences.measures, key=lambda agreement: (agreement.share is None, -(agreement.share or 0.0)))
    yield Paragraph(_people_words(preferences, ranked, short))
    if ranked:
        records = [
            {"name": short[agreement.measure], "value": agreement.share, "low": agreement.low, "high": agreement.high}
            | {"hollow": False, "beside": f"{agreement.right} of {agreement.decisions}"}
            for agreement in ranked
        ]
        line = ThresholdLine(_GUESSING, "guessing", "warn")
        drawn = Forest(records, "share of pairs decided as people do", [line], (-0.03, 1.03))
        caption = text_of("experiment-people", fewest_topics=microblog.FEWEST_TOPICS)
        title = "Metrics beside people (as table 8 of Mackie et al. 2014)"
        yield Figure(names.of("people"), caption, forest(drawn), _people_table(ranked, short), title)
        yield Notes([text_of("experiment-people-2", fewest_topics=microblog.FEWEST_TOPICS)])
    if preferences.orderings:
        orders: list[list[Cell]] = [[spelled(ordering.order), ordering.topics] for ordering in preferences.orderings]
        yield Listing("Orders of single topics, best first", Table(["order", "topics"], orders))
    if preferences.first_places:
        firsts = sorted(preferences.first_places.items(), key=lambda entry: -entry[1])
        table = Table(["system", "first places"], [[name, f"{points:g}"] for name, points in firsts])
        yield Listing("First places", table)


def _people_words(votes: microblog.HumanPreferences, ranked: Sequence[microblog.MeasureAgreement], short: Names) -> str:
    none = "no order: too many equal majorities in circles"
    whole = spelled(votes.ranked_pairs) if votes.ranked_pairs else none
    basis = f"{many(votes.votes, 'vote')} on {many(votes.topics, 'topic')}"
    total = sum(ordering.topics for ordering in votes.orderings)
    text = f"People, by Ranked Pairs over {basis}: {whole}. Topics with a total order: {total}."
    if not ranked or ranked[0].share is None:
        return text
    lead = leaders({short[row.measure]: row.share for row in ranked if row.share is not None})
    most = "Agreement" if lead.alone else "Equal agreement" if lead.alike else "Most agreement"
    doubt = _doubt([row.low for row in ranked if short[row.measure] in lead.names], votes.topics)
    return f"{text} {most}: {listed(lead.names)} ({lead.score}; {doubt})."


def _doubt(lows: Sequence[float | None], topics: int) -> str:
    """Whether those who agree most could have guessed."""
    known = [low for low in lows if low is not None]
    if len(known) < len(lows):
        verb = "is" if topics == 1 else "are"
        return f"{many(topics, 'topic')} with votes {verb} too few to exclude guessing"
    if min(known) > _GUESSING:
        return "more than guessing"
    return f"{'an' if len(lows) > 1 else 'its'} interval does not exclude guessing"


def _people_table(ranked: Sequence[microblog.MeasureAgreement], short: Names) -> Table:
    rows: list[list[Cell]] = [
        [short[agreement.measure], spelled(agreement.order),
         *("yes" if same else "no" for same in (agreement.same_as_ranked_pairs, agreement.same_as_first_places)),
         agreement.right, agreement.wrong, agreement.tied,
         *("-" if value is None else value for value in (agreement.share, agreement.low, agreement.high))]
        for agreement in ranked
    ]  # fmt: skip
    heading = ["metric", "order by means", "as Ranked Pairs", "as first places", "alike", "unlike", "tied"]
    return Table([*heading, "share", "low", "high"], rows)


def _settings(record: microblog.ExperimentRecord, names: FigureNames) -> Iterator[Block]:
    """Yield what was chosen for each fold, of the systems that have a choice; nothing where nothing was tuned."""
    for system, tuned in record.settings.items():
        if len(tuned.settings) < 2:
            continue
        rows: list[list[Cell]] = [
            [fold.number, fold.chosen, fold.training_loss, fold.held_out_loss, ", ".join(fold.topics)]
            for fold in tuned.folds
        ]
        heading = ["fold", "chosen on the other folds", "their loss", "held-out loss", "topics"]
        caption = (
            f"{system}: chosen for each fold by {tuned.loss} of {len(tuned.settings)} settings; "
            f"mean held-out loss {tuned.held_out_loss:.3f}"
        )
        yield Listing(caption, Table(heading, rows))
        yield from _losses(system, tuned, names)


def _losses(system: str, tuned: Tuning, names: FigureNames) -> Iterator[Block]:
    ranked = sorted(tuned.settings, key=lambda each: each.loss)
    records: list[dict[str, Any]] = [
        {"name": each.setting, "value": each.loss, "low": None, "high": None}
        | {"hollow": each.setting != tuned.best, "beside": "best" if each.setting == tuned.best else ""}
        for each in ranked[:_SHOWN]
    ]
    losses = [bar["value"] for bar in records]
    edge = 0.03 * (max(losses) - min(losses)) or 0.01  # room for the dots
    spec = forest(Forest(records, f"mean {tuned.loss}", domain=(min(losses) - edge, max(losses) + edge)))
    table = Table(["setting", "loss"], [[each.setting, each.loss] for each in ranked])
    yield Figure(names.of("settings", system), text_of("experiment-losses", system=system), spec, table)
    yield from base.cut_note(len(records), len(ranked), "settings")


def experiment_files(results: MicroblogResults) -> dict[str, str]:
    """Return the texts that are kept of an experiment, by their paths within its folder."""
    summaries = {
        f"summaries/{folder_name(system)}/{topic}.txt": "".join(f"{text}\n" for text in texts)
        for system, chosen in results.summaries.items()
        for topic, texts in chosen.items()
    }
    notes = "".join(f"note: {note}\n" for note in results.record.notes)
    return {
        PLAN: as_toml(results.plan),
        "folds.json": _json(microblog.ExperimentFolds(results.plan.seed, results.folds)),
        "settings.json": _json(microblog.ExperimentSettings(results.record.settings)),
        **summaries,
        "scores.csv": base.frame_table(results).csv(),
        "report.txt": terminal(experiment(results.record, FigureNames())) + (f"\n{notes}" if notes else ""),
        "results.json": _json(results.record),
    }


def _json(document: JsonDocument) -> str:
    return json.dumps(document.to_dict(), indent=1, ensure_ascii=False, allow_nan=False) + "\n"
