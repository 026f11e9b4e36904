"""The chapter of `cliometer experiment`: measures with ranks, their correlations, people, tuned settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cliometer.report.chapters.base import (
    COLUMNS,
    FigureNames,
    Result,
    chapter,
    leaders,
    listed,
    many,
    remarks,
)
from cliometer.report.charts.grammar import Record
from cliometer.report.charts.heat_maps import OverviewColumn, heat, heat_cell, overview
from cliometer.report.charts.interval_charts import Forest, ThresholdLine, forest
from cliometer.report.document import Block, Code, Figure, Listing, Notes, Paragraph, Section
from cliometer.text.tables import Cell, Table, shown_p

Measure = Mapping[str, Any]
_LESS = "\N{DOWNWARDS ARROW}"


def measures(document: Result, names: FigureNames) -> Iterator[Block]:
    """A heat map, what was left out, and every test."""
    found, systems = document["measures"], document["systems"]
    if not found:
        return
    columns = [
        OverviewColumn(_heading(one), one["means"], one["lower_is_better"], _ranks(one)) for one in found
    ]
    table = _measure_table(found, systems)
    yield Figure(names.of("measures"), _measure_caption(document), overview(columns, systems), table)
    yield Listing("Means over topics, and ranks", table)
    lines = [*_left_out(found), *_careful(found, systems)]
    if lines:
        yield Notes(lines)
    tests = _tests(found)
    if tests.rows:
        yield Listing("Differences between systems: paired t tests over topics", tests, len(tests.rows) > 15)


def _heading(one: Measure) -> str:
    return f"{one['name']} {_LESS}" if one["lower_is_better"] else str(one["name"])


def _named(one: Measure) -> str:
    return f"{one['name']} (less is better)" if one["lower_is_better"] else str(one["name"])


def _measure_caption(document: Result) -> str:
    level = f" (p > {document['significance']:g})" if "significance" in document else ""
    lower = any(one["lower_is_better"] for one in document["measures"])
    turned = " An arrow down marks measures by which less is better." if lower else ""
    return (
        "Means over topics. The stronger the colour, the nearer to the best of its column. Behind each score "
        f"stand the ranks that a system shares with those from which a paired t test does not tell it "
        f"apart{level}, or letters where joint ranks cannot exist.{turned}"
    )


def _ranks(one: Measure, key: str = "ranks") -> dict[str, str]:
    """`1/2`, or letters; empty where too few topics allow no test."""
    ranks = one[key]
    if ranks is None:
        return {}
    if ranks["places"] is None:
        return {system: "".join(letters) for system, letters in ranks["letters"].items()}
    return {system: "/".join(map(str, places)) for system, places in ranks["places"].items()}


def _left_out(found: list[Measure]) -> Iterator[str]:
    for one in found:
        if one["left_out"]:
            yield f"{one['name']}: left out, without a score: {many(one['left_out'], 'topic')}."
        if one["ranks"] is None:
            few = many(one["topics"], "topic")
            yield f"{one['name']}: {few} with scores, too few to test; # is the place."


def _careful(found: list[Measure], systems: list[str]) -> Iterator[str]:
    """Where Holm's correction changes ranks."""
    for one in found:
        plain, holm = _ranks(one), _ranks(one, "ranks_holm")
        if plain != holm:
            said = ", ".join(f"{system} {holm[system]}" for system in systems)
            yield f"With Holm's correction for several tests, {one['name']} ranks {said}."


def _measure_table(found: list[Measure], systems: list[str]) -> Table:
    if len(systems) > COLUMNS:
        return _long(found, systems)
    heading = ["measure", *(word for system in systems for word in (system, f"rank of {system}"))]
    rows: list[list[Cell]] = []
    for one in found:
        ranks = _ranks(one)
        cells = [cell for system in systems for cell in (one["means"].get(system), ranks.get(system, "-"))]
        rows.append([_named(one), *cells])
    return Table(heading, rows)


def _long(found: list[Measure], systems: list[str]) -> Table:
    rows: list[list[Cell]] = [
        [_named(one), system, one["means"].get(system), _ranks(one).get(system, "-")]
        for one in found
        for system in systems
    ]
    return Table(["measure", "system", "mean", "rank"], rows)


def _tests(found: list[Measure]) -> Table:
    rows: list[list[Cell]] = [
        [
            one["name"],
            f"{test['first']} - {test['second']}",
            one["topics"],
            test["difference"],
            shown_p(test["p"]),
            shown_p(test["p_holm"]),
        ]
        for one in found
        for test in one["tests"]
    ]
    return Table(["measure", "systems", "topics", "difference", "p (t test)", "p (Holm)"], rows)


Entry = Mapping[str, Any]


def correlations(document: Result, names: FigureNames) -> Iterator[Block]:
    """Nothing where there is one measure."""
    found = document["correlations"]
    if not found:
        return
    level = document.get("significance")
    every = list(dict.fromkeys(name for one in found for name in (one["first"], one["second"])))
    cells = [_cell(one, level) for one in found]
    spec = heat(cells, "measure", "measure", orders=(every[1:], every[:-1]), two_sided=True, wide=64)
    yield Figure(
        names.of("correlations"), _correlation_caption(document, level), spec, _correlation_table(found)
    )
    reasons = [
        f"{one['first']} with {one['second']}: undefined, {one['undefined']}."
        for one in found
        if one["undefined"]
    ]
    if reasons:
        yield Notes(reasons)


def _cell(one: Entry, level: float | None) -> Record:
    rho = one["rho"]
    if rho is None:
        return heat_cell(one["second"], one["first"], None, "undef.", f"undefined: {one['undefined']}")
    star = "*" if level is not None and one["p"] <= level else ""
    tip = f"{rho:.3f}, p {shown_p(one['p'])}, {one['n']} scores"
    return heat_cell(one["second"], one["first"], rho, f"{rho:.2f}{star}".replace("-", "\N{MINUS SIGN}"), tip)


def _correlation_caption(document: Result, level: float | None) -> str:
    lower = [one["name"] for one in document["measures"] if one["lower_is_better"]]
    turned = ""
    if lower:
        turned = f" Less is better by {', '.join(lower)}, so that a minus there may mean agreement."
    star = (
        "" if level is None else f" * p <= {level:g}, which takes the summaries of one topic for independent."
    )
    return (
        "Spearman's correlation of each two measures over the scores of all systems on all topics, from "
        f"-1 to 1; blue for plus, yellow or brown for minus.{star}{turned}"
    )


def _correlation_table(found: list[Entry]) -> Table:
    rows: list[list[Cell]] = [
        [one["first"], one["second"], one["n"], one["topics"], one["rho"], shown_p(one["p"])] for one in found
    ]
    return Table(["measure", "with", "scores", "topics", "rho", "p"], rows)


Order = Sequence[Sequence[str]]
_GUESSING = 0.5
_CAPTION = (
    "How often each measure scores that system better which most people prefer, counted over topics and "
    "pairs of systems. The dashed line is what guessing gives; an interval (95 %, topics drawn again) is "
    "missing where there are too few topics."
)


def people(document: Result, names: FigureNames) -> Iterator[Block]:
    """Nothing where nobody voted."""
    found = document["people"]
    if not found:
        return
    ranked = sorted(found["measures"], key=lambda one: (one["share"] is None, -(one["share"] or 0.0)))
    yield Paragraph(_people_words(found, ranked))
    if ranked:
        line = ThresholdLine(_GUESSING, "guessing", "warn")
        drawn = Forest(
            [_record(one) for one in ranked], "share of pairs decided as people do", [line], (-0.03, 1.03)
        )
        table = _people_table(ranked)
        yield Figure(names.of("people"), _CAPTION, forest(drawn), table)
        yield Listing("Measures beside people", table)
    yield from _orders(found)


def _record(one: Mapping[str, Any]) -> Record:
    return {
        "name": one["measure"],
        "value": one["share"],
        "low": one["low"],
        "high": one["high"],
        "hollow": False,
        "beside": f"{one['right']} of {_decided(one)}",
    }


def _decided(one: Mapping[str, Any]) -> int:
    return int(one["right"] + one["wrong"] + one["tied"])


def _people_words(found: Mapping[str, Any], ranked: Sequence[Mapping[str, Any]]) -> str:
    whole = (
        spelled(found["ranked_pairs"])
        if found["ranked_pairs"]
        else "no order: too many equal majorities in circles"
    )
    basis = f"{many(found['votes'], 'vote')} on {many(found['topics'], 'topic')}"
    text = f"People, by Ranked Pairs over {basis}: {whole}."
    if not ranked or ranked[0]["share"] is None:
        return text
    lead = leaders({one["measure"]: one["share"] for one in ranked if one["share"] is not None})
    most = "Agreement" if lead.alone else "Equal agreement" if lead.alike else "Most agreement"
    lows = [one["low"] for one in ranked if one["measure"] in lead.names]
    doubt = _doubt(lows, found["topics"])
    return f"{text} {most}: {listed(lead.names)} ({lead.value:.3f}{lead.each}; {doubt})."


def _doubt(lows: Sequence[float | None], topics: int) -> str:
    """Whether those who agree most could have guessed."""
    known = [low for low in lows if low is not None]
    if len(known) < len(lows):
        return (
            f"{many(topics, 'topic')} with votes {'is' if topics == 1 else 'are'} too few to exclude guessing"
        )
    if min(known) > _GUESSING:
        return "more than guessing"
    return f"{'an' if len(lows) > 1 else 'its'} interval does not exclude guessing"


def spelled(order: Order) -> str:
    """`a > b = c`, best first."""
    return " > ".join(" = ".join(group) for group in order)


def _people_table(ranked: Sequence[Mapping[str, Any]]) -> Table:
    rows: list[list[Cell]] = [
        [
            one["measure"],
            spelled(one["order"]),
            "yes" if one["same_as_ranked_pairs"] else "no",
            "yes" if one["same_as_first_places"] else "no",
            one["right"],
            one["wrong"],
            one["tied"],
            "-" if one["share"] is None else one["share"],
            *("-" if one[end] is None else one[end] for end in ("low", "high")),
        ]
        for one in ranked
    ]
    heading = ["measure", "order by means", "as Ranked Pairs", "as first places", "alike", "unlike", "tied"]
    return Table([*heading, "share", "low", "high"], rows)


def _orders(found: Mapping[str, Any]) -> Iterator[Block]:
    if found["orderings"]:
        rows: list[list[Cell]] = [[spelled(one["order"]), one["topics"]] for one in found["orderings"]]
        yield Listing("Orders of single topics, best first", Table(["order", "topics"], rows))
    if found["first_places"]:
        ranked = sorted(found["first_places"].items(), key=lambda entry: -entry[1])
        firsts: list[list[Cell]] = [[name, f"{points:g}"] for name, points in ranked]
        yield Listing("First places", Table(["system", "first places"], firsts))


_SHOWN = 30


def settings(document: Result, names: FigureNames) -> Iterator[Block]:
    """Nothing where nothing was tuned; a note where an older document does not say."""
    if "settings" not in document:
        yield Notes(["The result does not have the tuned settings; settings.json beside it has them."])
        return
    for system, tuned in document["settings"].items():
        rows: list[list[Cell]] = [
            [
                fold["fold"],
                ", ".join(fold["topics"]),
                fold["chosen"],
                fold["training_loss"],
                fold["held_out_loss"],
            ]
            for fold in tuned["folds"]
        ]
        heading = ["fold", "topics", "chosen on the other folds", "their loss", "held-out loss"]
        loss = f"mean held-out loss {tuned['held_out_loss']:.3f}"
        caption = f"{system}: chosen for each fold by {tuned['loss']}; {loss}"
        yield Listing(caption, Table(heading, rows))
        if len(tuned["settings"]) > 1:
            yield from _losses(system, tuned, names)


def _losses(system: str, tuned: Result, names: FigureNames) -> Iterator[Block]:
    ranked = sorted(tuned["settings"], key=lambda one: one["loss"])
    records = [
        {
            "name": one["setting"],
            "value": one["loss"],
            "low": None,
            "high": None,
            "hollow": one["setting"] != tuned["best"],
            "beside": "best" if one["setting"] == tuned["best"] else "",
        }
        for one in ranked[:_SHOWN]
    ]
    caption = (
        f"{system}: mean loss of each setting over all topics, best first (less is better). "
        "The filled dot is the setting to use on new topics."
    )
    table = Table(["setting", "loss"], [[one["setting"], one["loss"]] for one in ranked])
    spec = forest(Forest(records, f"mean {tuned['loss']}", domain=_span([one["value"] for one in records])))
    yield Figure(names.of("settings", system), caption, spec, table)
    if len(ranked) > _SHOWN:
        yield Notes([f"The figure shows the best {_SHOWN} of {len(ranked)} settings; its table has all."])


def _span(losses: list[float]) -> tuple[float, float]:
    """All of them, with a little room for the dots."""
    edge = 0.03 * (max(losses) - min(losses)) or 0.01
    return min(losses) - edge, max(losses) + edge


_PARTS = (
    ("Measures and ranks", measures),
    ("Correlations between measures", correlations),
    ("People", people),
    ("Tuned settings", settings),
)


@chapter("experiment", has=("kind", "measures", "correlations", "people"))
def experiment(document: Result, names: FigureNames) -> Section:
    """What was tried on what, then the parts that the document has."""
    made = [(title, list(part(document, names))) for title, part in _PARTS]
    blocks = [Paragraph(_experiment_words(document)), *remarks(document), _posts(document)]
    if document.get("fingerprint"):
        blocks.append(Code(document["fingerprint"], "Fingerprint of what was read"))
    return Section("Experiment", blocks, [Section(title, found) for title, found in made if found])


def _experiment_words(document: Result) -> str:
    read, kept = (sum(topic[key] for topic in document["topics"]) for key in ("posts", "kept"))
    systems = listed(document["systems"])
    return (
        f"A {document['kind']} experiment: {systems} on {many(len(document['topics']), 'topic')}, with "
        f"{kept} of {read} posts after filtering, by {many(len(document['measures']), 'measure')}."
    )


def _posts(document: Result) -> Listing:
    rows = [[topic["topic"], topic["posts"], topic["kept"]] for topic in document["topics"]]
    return Listing("Posts of each topic", Table(["topic", "posts", "kept"], rows), folded=len(rows) > 10)
