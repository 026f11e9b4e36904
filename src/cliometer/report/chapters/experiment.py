"""An experiment as a document, with tables 6, 7 and 8 of Mackie et al. (2014)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cliometer.errors import CliometerError
from cliometer.experiments.experiment import PLAN, MicroblogResults, as_toml
from cliometer.experiments.microblog_record import (
    FEWEST_TOPICS,
    ExperimentRecord,
    HumanPreferences,
    MeasureAgreement,
    MeasureCorrelation,
    RankGroups,
)
from cliometer.io.run_folders import folder_name
from cliometer.metrics.catalogue import parse
from cliometer.metrics.sources.source_metric import SourceMetric
from cliometer.model.judgements import spelled
from cliometer.model.records import head
from cliometer.report.chapters.base import COLUMNS, FigureNames, chapter, leaders, remark_notes
from cliometer.report.charts.grammar import Record
from cliometer.report.charts.heat_maps import OverviewColumn, heat, heat_cell, overview
from cliometer.report.charts.interval_charts import Forest, ThresholdLine, forest
from cliometer.report.document import Block, Code, Figure, Listing, Notes, Paragraph, Section
from cliometer.report.render.terminal import terminal
from cliometer.spelling import listed, many
from cliometer.stats.paired_tests import equal_signs_p
from cliometer.text.tables import Cell, Table, shown_number, shown_p

Names = Mapping[str, str]
"""What tables call each metric."""
_LESS = "\N{DOWNWARDS ARROW}"
_GUESSING = 0.5
_FOLDED = 60  # tests; more are opened by the reader
_SHOWN = 30  # settings in a figure


@chapter("experiment", has=("measures", "correlations", "people"), reads=ExperimentRecord)
def experiment(found: ExperimentRecord, names: FigureNames) -> Section:
    """Return the section of an experiment: what was tried on what, then the parts that the experiment has."""
    correlated = [name for one in found.correlations for name in (one.first, one.second)]
    voted = [one.measure for one in found.people.measures] if found.people else []
    short = short_names([*(one.name for one in found.measures), *correlated, *voted])
    parts = [
        Section("Tuned settings", list(_settings(found, names))),
        Section("Metrics and ranks", list(_measures(found, short, names))),
        Section("Correlations between metrics", list(_correlations(found, short, names))),
        Section("People", list(_people(found.people, short, names)) if found.people else ()),
    ]
    posts = Table(["topic", "posts", "kept"], [[topic.topic, topic.posts, topic.kept] for topic in found.topics])
    blocks: list[Block] = [Paragraph(_summary(found, short)), Listing("Posts of each topic", posts, folded=True)]
    blocks += remark_notes(found.notes)
    blocks += [Code(found.fingerprint, "Fingerprint of what was read")] if found.fingerprint else []
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


def _summary(found: ExperimentRecord, short: Names) -> str:
    read, kept = (sum(getattr(topic, key) for topic in found.topics) for key in ("posts", "kept"))
    parts = [
        f"A {found.design} experiment: {listed(found.systems)} on {many(len(found.topics), 'topic')}, with "
        f"{kept} of {read} posts after filtering, by {many(len(found.measures), 'metric')}."
    ]
    if any(name != plain for name, plain in short.items()):
        parts.append("All metrics against posts have tokens=posts, which the tables leave out.")
    if found.background:
        parts.append(f"Background: {found.background}.")
    return " ".join(parts)


def _measures(found: ExperimentRecord, short: Names, names: FigureNames) -> Iterator[Block]:
    """Yield a heat map, the table of means and ranks, what was left out, and every test."""
    if not found.measures:
        return
    columns = [
        OverviewColumn(
            f"{short[one.name]} {_LESS}" if one.lower_is_better else short[one.name],
            one.means,
            one.lower_is_better,
            _ranks(one.ranks, found.systems),
        )
        for one in found.measures
    ]
    lower = any(one.lower_is_better for one in found.measures)
    turned = " An arrow down marks metrics by which lower is better." if lower else ""
    caption = (
        "Means over topics. The stronger the colour, the nearer to the best of its column. Behind each score "
        f"stand the ranks that a system shares with those from which a paired t test does not tell it apart "
        f"(p > {found.significance:g}), or letters where joint ranks cannot exist.{turned}"
    )
    table = measure_table(found, short)
    title = "Means over topics, and ranks (as table 6 of Mackie et al. 2014)"
    yield Figure(names.of("metrics"), caption, overview(columns, found.systems), table, title)
    yield Notes(list(_measure_notes(found, short)))
    rows: list[list[Cell]] = [
        [short[one.name], f"{test.first} - {test.second}", one.topics, test.difference,
         *map(shown_p, (test.p, test.p_holm))]
        for one in found.measures
        for test in one.tests
    ]  # fmt: skip
    if rows:
        tests = Table(["metric", "systems", "topics", "difference", "p (t test)", "p (Holm)"], rows)
        title = "Differences between systems: paired t tests over topics"
        yield Listing(title, tests, folded=len(rows) > _FOLDED)


def measure_table(found: ExperimentRecord, short: Names | None = None) -> Table:
    """Return a row for each metric; for each system the mean over topics and the rank."""
    systems, rows = found.systems, []
    for one in found.measures:
        name = (short or {}).get(one.name, one.name) + (" (lower is better)" if one.lower_is_better else "")
        ranks = _ranks(one.ranks, systems)
        cells = [(shown_number(one.means[s], 4) if s in one.means else None, ranks.get(s, "-")) for s in systems]
        if len(systems) > COLUMNS:
            rows += [[name, system, *pair] for system, pair in zip(systems, cells, strict=True)]
        else:
            rows.append([name, *(cell for pair in cells for cell in pair)])
    if len(systems) > COLUMNS:
        return Table(["metric", "system", "mean", "rank"], rows)
    return Table(["metric", *(word for system in systems for word in (system, "rank"))], rows)


def _ranks(groups: RankGroups | None, systems: Sequence[str]) -> dict[str, str]:
    """Return the rank of each system, such as `1/2`, or its letters; empty where too few topics allow no test."""
    return {} if groups is None else {system: groups.of(system) for system in systems}


def _measure_notes(found: ExperimentRecord, short: Names) -> Iterator[str]:
    yield (
        "Systems share a rank where a paired t test over topics does not tell them apart "
        f"(p > {found.significance:g}). Where letters stand in place of ranks, systems with a common letter do not "
        "differ significantly, which does not mean that they are equal."
    )
    fewest = min((one.topics for one in found.measures if one.ranks), default=0)
    if fewest and equal_signs_p(fewest) > found.significance:
        yield (
            f"With {fewest} topics no test without the t test's assumption of normal differences gets below "
            f"p = {equal_signs_p(fewest):g}; take ranks that are not shared as hints."
        )
    for one in found.measures:
        if one.left_out:
            yield f"{short[one.name]}: left out, without a score: {many(one.left_out, 'topic')}."
        if one.ranks is None:
            few = many(one.topics, "topic")
            yield f"{short[one.name]}: {few} with scores, too few to test; # is the place."
    same = True
    for one in found.measures:
        careful = _ranks(one.ranks_holm, found.systems)
        if careful != _ranks(one.ranks, found.systems):
            same, said = False, ", ".join(f"{name} {rank}" for name, rank in careful.items())
            yield f"With Holm's correction for several tests, {short[one.name]} ranks {said}."
    if same:
        yield "With Holm's correction for several tests the ranks are the same."


def _correlations(found: ExperimentRecord, short: Names, names: FigureNames) -> Iterator[Block]:
    """Yield the correlations of metrics; nothing where there is one metric."""
    if not found.correlations:
        return
    every = list(dict.fromkeys(short[name] for one in found.correlations for name in (one.first, one.second)))
    cells = [_correlation_cell(one, short, found.significance) for one in found.correlations]
    spec = heat(cells, "metric", "metric", orders=(every[1:], every[:-1]), two_sided=True, wide=64)
    rows: list[list[Cell]] = [
        [short[one.first], short[one.second], one.n, one.topics, one.rho, shown_p(one.p)] for one in found.correlations
    ]
    behind = Table(["metric", "with", "scores", "topics", "rho", "p"], rows)
    yield Figure(names.of("correlations"), _correlation_caption(found, short), spec, behind)
    yield Listing("Spearman's correlation of metrics (as table 7 of Mackie et al. 2014)", _matrix(found, short))
    counts = sorted({one.n for one in found.correlations})
    sizes = " to ".join(map(str, dict.fromkeys((counts[0], counts[-1]))))
    undefined = [one for one in found.correlations if one.undefined]
    yield Notes(
        [
            f"Raw scores over topics x systems ({sizes} each); * p <= {found.significance:g} by the "
            "t-approximation, which takes the summaries of one topic for independent; no star where "
            "shuffling the systems on each topic cannot give such a p.",
            *(f"{short[one.first]} with {short[one.second]}: undefined, {one.undefined}." for one in undefined),
        ]
    )


def _matrix(found: ExperimentRecord, short: Names) -> Table:
    """Return the matrix of metrics; columns are called by the numbers of the rows."""
    measures = list(dict.fromkeys(name for one in found.correlations for name in (one.first, one.second)))
    cells = {frozenset((one.first, one.second)): _starred(one, found.significance) for one in found.correlations}
    rows: list[list[Cell]] = [
        [f"{number} {short[a]}", *("1" if a == b else cells[frozenset((a, b))] for b in measures)]
        for number, a in enumerate(measures, start=1)
    ]
    return Table(["metric", *(str(number + 1) for number in range(len(measures)))], rows)


def _starred(one: MeasureCorrelation, significance: float, digits: int = 3) -> str:
    if one.rho is None or one.p is None:
        return "undef." if digits < 3 else "-"
    return f"{one.rho:.{digits}f}{'*' if one.p <= significance else ''}"


def _correlation_cell(one: MeasureCorrelation, short: Names, significance: float) -> Record:
    tip = f"undefined: {one.undefined}"
    if one.rho is not None:
        tip = f"{shown_number(one.rho)}, p {shown_p(one.p)}, {one.n} scores"
    text = _starred(one, significance, 2).replace("-", "\N{MINUS SIGN}")
    return heat_cell(short[one.second], short[one.first], one.rho, text, tip)


def _correlation_caption(found: ExperimentRecord, short: Names) -> str:
    lower = ", ".join(short[one.name] for one in found.measures if one.lower_is_better)
    turned = f" Lower is better by {lower}, so that a minus there may mean agreement." if lower else ""
    return (
        "Spearman's correlation of each two metrics over the scores of all systems on all topics, from -1 "
        f"to 1; blue for plus, yellow or brown for minus. * p <= {found.significance:g}, which takes the "
        f"summaries of one topic for independent.{turned}"
    )


def _people(found: HumanPreferences, short: Names, names: FigureNames) -> Iterator[Block]:
    """Yield what people prefer, and each metric beside them, most agreement first."""
    ranked = sorted(found.measures, key=lambda one: (one.share is None, -(one.share or 0.0)))
    yield Paragraph(_people_words(found, ranked, short))
    if ranked:
        records = [
            {"name": short[one.measure], "value": one.share, "low": one.low, "high": one.high}
            | {"hollow": False, "beside": f"{one.right} of {one.decisions}"}
            for one in ranked
        ]
        line = ThresholdLine(_GUESSING, "guessing", "warn")
        drawn = Forest(records, "share of pairs decided as people do", [line], (-0.03, 1.03))
        caption = (
            "How often each metric scores that system better which most people prefer, counted over topics "
            "and pairs of systems. The dashed line is the share expected from guessing; an interval (95 %, over "
            f"resampled topics) is missing with fewer than {FEWEST_TOPICS} topics, which exclude nothing."
        )
        title = "Metrics beside people (as table 8 of Mackie et al. 2014)"
        yield Figure(names.of("people"), caption, forest(drawn), _people_table(ranked, short), title)
        yield Notes(
            [
                "alike: topics x pairs in which the metric scores that system better which most people "
                "prefer; guessing gives a share of 0.5. low, high: 95 % interval, topics drawn again; "
                f"- with fewer than {FEWEST_TOPICS} topics, which exclude nothing."
            ]
        )
    if found.orderings:
        orders: list[list[Cell]] = [[spelled(one.order), one.topics] for one in found.orderings]
        yield Listing("Orders of single topics, best first", Table(["order", "topics"], orders))
    if found.first_places:
        firsts = sorted(found.first_places.items(), key=lambda entry: -entry[1])
        table = Table(["system", "first places"], [[name, f"{points:g}"] for name, points in firsts])
        yield Listing("First places", table)


def _people_words(found: HumanPreferences, ranked: Sequence[MeasureAgreement], short: Names) -> str:
    none = "no order: too many equal majorities in circles"
    whole = spelled(found.ranked_pairs) if found.ranked_pairs else none
    basis = f"{many(found.votes, 'vote')} on {many(found.topics, 'topic')}"
    total = sum(one.topics for one in found.orderings)
    text = f"People, by Ranked Pairs over {basis}: {whole}. Topics with a total order: {total}."
    if not ranked or ranked[0].share is None:
        return text
    lead = leaders({short[one.measure]: one.share for one in ranked if one.share is not None})
    most = "Agreement" if lead.alone else "Equal agreement" if lead.alike else "Most agreement"
    doubt = _doubt([one.low for one in ranked if short[one.measure] in lead.names], found.topics)
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


def _people_table(ranked: Sequence[MeasureAgreement], short: Names) -> Table:
    rows: list[list[Cell]] = [
        [short[one.measure], spelled(one.order),
         *("yes" if same else "no" for same in (one.same_as_ranked_pairs, one.same_as_first_places)),
         one.right, one.wrong, one.tied,
         *("-" if value is None else value for value in (one.share, one.low, one.high))]
        for one in ranked
    ]  # fmt: skip
    heading = ["metric", "order by means", "as Ranked Pairs", "as first places", "alike", "unlike", "tied"]
    return Table([*heading, "share", "low", "high"], rows)


def _settings(found: ExperimentRecord, names: FigureNames) -> Iterator[Block]:
    """Yield what was chosen for each fold, of the systems that have a choice; nothing where nothing was tuned."""
    for system, tuned in found.settings.items():
        if len(tuned["settings"]) < 2:
            continue
        rows: list[list[Cell]] = [
            [*(fold[key] for key in ("fold", "chosen", "training_loss", "held_out_loss")),
             ", ".join(fold["topics"])]
            for fold in tuned["folds"]
        ]  # fmt: skip
        heading = ["fold", "chosen on the other folds", "their loss", "held-out loss", "topics"]
        caption = (
            f"{system}: chosen for each fold by {tuned['loss']} of {len(tuned['settings'])} settings; "
            f"mean held-out loss {tuned['held_out_loss']:.3f}"
        )
        yield Listing(caption, Table(heading, rows))
        yield from _losses(system, tuned, names)


def _losses(system: str, tuned: Mapping[str, Any], names: FigureNames) -> Iterator[Block]:
    ranked = sorted(tuned["settings"], key=lambda one: one["loss"])
    records = [
        {"name": one["setting"], "value": one["loss"], "low": None, "high": None}
        | {"hollow": one["setting"] != tuned["best"], "beside": "best" if one["setting"] == tuned["best"] else ""}
        for one in ranked[:_SHOWN]
    ]
    caption = (
        f"{system}: mean loss of each setting over all topics, best first (lower is better). "
        "The filled dot is the setting to use on new topics."
    )
    losses = [one["value"] for one in records]
    edge = 0.03 * (max(losses) - min(losses)) or 0.01  # room for the dots
    domain = min(losses) - edge, max(losses) + edge
    spec = forest(Forest(records, f"mean {tuned['loss']}", domain=domain))
    table = Table(["setting", "loss"], [[one["setting"], one["loss"]] for one in ranked])
    yield Figure(names.of("settings", system), caption, spec, table)
    if len(ranked) > _SHOWN:
        note = f"The figure shows the best {_SHOWN} of {len(ranked)} settings; its table has all."
        yield Notes([note], remarks=True)


def experiment_text(found: ExperimentRecord) -> str:
    """Return what a terminal shows of an experiment, with its notes."""
    notes = "".join(f"note: {note}\n" for note in found.notes)
    return terminal(experiment(found, FigureNames())) + (f"\n{notes}" if notes else "")


def score_rows(found: MicroblogResults) -> Table:
    """Return every score on a line; an undefined one is empty."""
    rows = [
        [system, topic.topic, one.name, found.scores.scores.get((one.name, system, topic.topic))]
        for system in found.record.systems
        for topic in found.record.topics
        for one in found.record.measures
    ]
    return Table(["system", "topic", "metric", "value"], rows)


def experiment_files(found: MicroblogResults) -> dict[str, str]:
    """Return the texts that are kept of an experiment, by their paths within its folder."""
    summaries = {
        f"summaries/{folder_name(system)}/{topic}.txt": "".join(f"{text}\n" for text in texts)
        for system, chosen in found.summaries.items()
        for topic, texts in chosen.items()
    }
    return {
        PLAN: as_toml(found.plan),
        "folds.json": _json({**head("folds"), "seed": found.plan.seed, "folds": found.folds}),
        "settings.json": _json({**head("settings"), "settings": found.record.settings}),
        **summaries,
        "scores.csv": score_rows(found).csv(),
        "report.txt": experiment_text(found.record),
        "results.json": _json(found.record.to_dict()),
    }


def _json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
