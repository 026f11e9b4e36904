"""An experiment on microblogs as text, as tables shaped like 6, 7 and 8 of Mackie et al. (2014), and as
files.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from cliometer.experiments.experiment import PLAN, MicroblogResults, as_toml
from cliometer.experiments.microblog_measures import (
    FEWEST_TOPICS,
    Association,
    HumanPreferences,
    MeasureAgreement,
    MeasureStanding,
    Ranks,
)
from cliometer.experiments.tuning import Tuning
from cliometer.io.run_folders import folder_name
from cliometer.model.judgements import Order, spelled
from cliometer.report.summariser_text import tuning_document as tuning_document
from cliometer.stats.paired_tests import equal_signs_p
from cliometer.text.tables import WIDTH, Cell, Table, sentence, shown_p
from cliometer.version import __version__

# The tables of an experiment on microblogs, shaped like tables 6, 7 and 8 of Mackie et al. (2014).

Names = Mapping[str, str]
"""What a table calls the measures that are called otherwise than in the plan."""
_WHOLE: Names = {}


def chosen_table(found: MicroblogResults) -> Table:
    """What was chosen for each fold, of the systems that have a choice."""
    rows: list[list[Cell]] = [
        [name, len(tuning.grid), fold.number, str(fold.chosen), fold.training_loss, fold.loss]
        for name, tuning in found.tunings.items()
        for fold in tuning.folds
        if len(tuning.grid) > 1
    ]
    heading = ["system", "settings tried", "fold", "chosen on the other folds", "their loss", "held-out loss"]
    return Table(heading, rows)


def score_table(
    found: MicroblogResults, standings: Sequence[MeasureStanding] | None = None, names: Names = _WHOLE
) -> Table:
    """A row for each system; for each measure the mean over topics and the rank."""
    shown = found.standings if standings is None else standings
    heading = ["system", *(word for entry in shown for word in (_directed(entry, names), "rank"))]
    rows = [
        [name, *(cell for entry in shown for cell in _cells(entry, place))]
        for place, name in enumerate(found.scores.systems)
    ]
    return Table(heading, rows)


def _directed(standing: MeasureStanding, names: Names) -> str:
    name = names.get(standing.measure.name, standing.measure.name)
    return f"{name} {'(low)' if standing.measure.lower_is_better else ''}".strip()


def _cells(standing: MeasureStanding, place: int) -> tuple[Cell, Cell]:
    mean = round(standing.means[place], 4) if standing.means else None
    return f"{mean:.4f}" if mean is not None else None, standing.ranks.of(place) if standing.ranks else "-"


def contrast_table(found: MicroblogResults) -> Table:
    """Every test."""
    short = found.plan.headings
    rows: list[list[Cell]] = [
        [
            short.get(entry.measure.name, entry.measure.name),
            f"{contrast.first} - {contrast.second}",
            entry.topics,
            contrast.difference,
            shown_p(contrast.p),
            shown_p(contrast.p_holm),
        ]
        for entry in found.standings
        for contrast in entry.contrasts
    ]
    return Table(["measure", "systems", "topics", "difference", "p (t test)", "p (Holm)"], rows)


def association_table(found: MicroblogResults) -> Table:
    """Measure by measure; columns are called by the numbers of the rows."""
    names = [measure.name for measure in found.scores.measures]
    short = found.plan.headings
    cells = {(entry.first, entry.second): _star(entry, found) for entry in found.associations}
    rows: list[list[Cell]] = [
        [number, short.get(a, a), *("1" if a == b else cells.get((a, b)) or cells[b, a] for b in names)]
        for number, a in enumerate(names, start=1)
    ]
    return Table(["", "measure", *(str(number + 1) for number in range(len(names)))], rows)


def _star(entry: Association, found: MicroblogResults) -> str:
    if entry.rho is None or entry.p is None:
        return "-"
    return f"{entry.rho:.3f}{'*' if entry.p <= found.plan.significance else ''}"


def agreement_table(people: HumanPreferences, names: Names = _WHOLE) -> Table:
    """Each measure beside people, most agreement first."""
    rows: list[list[Cell]] = [
        [
            names.get(entry.measure, entry.measure),
            spelled(entry.order),
            _yes(entry.same_as_ranked_pairs),
            _yes(entry.same_as_first_places),
            entry.right,
            entry.decided,
            entry.share,
            entry.low if entry.low is not None else "-",
            entry.high if entry.high is not None else "-",
        ]
        for entry in by_agreement(people)
    ]
    heading = ["measure", "order by means", "as Ranked Pairs", "as first places", "alike", "pairs", "share"]
    return Table([*heading, "low", "high"], rows)


def by_agreement(people: HumanPreferences) -> list[MeasureAgreement]:
    """Most pairs decided as people do first; order of the plan among equals."""
    return sorted(people.measures, key=lambda entry: -(entry.share if entry.share is not None else -1.0))


def _yes(value: bool) -> str:
    return "yes" if value else "no"


# An experiment on microblogs as text and tables, shaped like tables 6, 7 and 8 of Mackie et al. (2014).


def experiment_text(found: MicroblogResults) -> str:
    """The whole report."""
    parts = [_heading(found), _chosen(found)]
    parts += [
        "Scores, means over topics, and ranks (as table 6 of Mackie et al. 2014)\n",
        *_score_parts(found),
        _rank_notes(found),
    ]
    parts += ["Differences between systems\n", contrast_table(found).text()]
    parts += [
        "Spearman's correlation of measures (as table 7 of Mackie et al. 2014)\n",
        association_table(found).text(),
    ]
    parts += [_association_notes(found)]
    if found.people:
        parts += list(_people(found.people, found.plan.headings))
    if found.notes:
        parts += ["".join(f"note: {note}\n" for note in found.notes)]
    return "\n".join(part for part in parts if part)


def _chosen(found: MicroblogResults) -> str:
    return chosen_table(found).text() if any(len(t.grid) > 1 for t in found.tunings.values()) else ""


def _heading(found: MicroblogResults) -> str:
    plan = found.plan
    posts = sum(kept for _, kept in found.posts.values())
    read = sum(number for number, _ in found.posts.values())
    lines = [
        f"Microblog experiment: {len(found.posts)} topics, {posts} posts of {read} after filtering, "
        f"summaries of {plan.k}; settings chosen by {plan.loss} on the other {plan.folds - 1} of "
        f"{plan.folds} folds (seed {plan.seed})."
    ]
    if any(name != short for name, short in plan.headings.items()):
        lines.append(
            "All measures against posts have tokens=posts, which the tables leave out: jsd stands for "
            "jsd(tokens=posts)."
        )
    if found.background:
        lines.append(f"Background: {found.background}.")
    return _sentences(lines)


def _score_parts(found: MicroblogResults) -> Iterator[str]:
    """As many measures side by side as a line holds."""
    start = 0
    while start < len(found.standings):
        end = start + 1
        while end < len(found.standings) and _fits(_scores(found, start, end + 1)):
            end += 1
        yield _scores(found, start, end).text()
        start = end


def _scores(found: MicroblogResults, start: int, end: int) -> Table:
    return score_table(found, found.standings[start:end], found.plan.headings)


def _fits(table: Table) -> bool:
    return max(map(len, table.text().splitlines())) <= WIDTH


def _rank_notes(found: MicroblogResults) -> str:
    lines = [
        "(low): lower is better. Systems share a rank where a paired t test over topics does not tell them "
        f"apart (p > {found.plan.significance:g}). Letters in place of ranks: who shares one does not differ."
    ]
    lines += _few(found)
    short = found.plan.headings
    for entry in found.standings:
        if entry.left_out:
            number = "1 topic" if entry.left_out == 1 else f"{entry.left_out} topics"
            name = short.get(entry.measure.name, entry.measure.name)
            lines.append(f"{name}: left out, without a score: {number}.")
    differing = [entry for entry in found.standings if _other_ranks(entry, found)]
    for entry in differing:
        ranks = entry.ranks_holm
        assert ranks is not None
        said = ", ".join(f"{name} {ranks.of(place)}" for place, name in enumerate(found.scores.systems))
        name = short.get(entry.measure.name, entry.measure.name)
        lines.append(f"With Holm's correction for several tests, {name} ranks {said}.")
    if not differing:
        lines.append("With Holm's correction for several tests the ranks are the same.")
    return _sentences(lines)


def _few(found: MicroblogResults) -> Iterator[str]:
    """A caution where only the t test's assumptions make a difference significant."""
    fewest = min((entry.topics for entry in found.standings if entry.ranks), default=0)
    if fewest and equal_signs_p(fewest) > found.plan.significance:
        yield (
            f"With {fewest} topics no test without the t test's assumption of normal differences gets below "
            f"p = {equal_signs_p(fewest):g}; take ranks that are not shared as hints."
        )


def _other_ranks(standing: MeasureStanding, found: MicroblogResults) -> bool:
    places = range(len(found.scores.systems))
    plain, careful = standing.ranks, standing.ranks_holm
    return bool(plain and careful and any(plain.of(place) != careful.of(place) for place in places))


def _association_notes(found: MicroblogResults) -> str:
    counts = sorted({entry.n for entry in found.associations})
    sizes = " to ".join(map(str, dict.fromkeys((counts[0], counts[-1])))) if counts else "no"
    lines = [
        f"Raw scores over topics x systems ({sizes} each); * p <= {found.plan.significance:g} by the "
        "t-approximation, which takes the summaries of one topic for independent; no star where shuffling "
        "the systems on each topic cannot give such a p."
    ]
    reasons = dict.fromkeys(entry.undefined for entry in found.associations if entry.undefined)
    return _sentences([*lines, *(f"-: undefined, since {reason}." for reason in reasons)])


def _people(people: HumanPreferences, names: Names) -> Iterator[str]:
    yield "People (as table 8 of Mackie et al. 2014)\n"
    rows: list[list[Cell]] = [[spelled(order), count] for order, count in people.orderings]
    if rows:
        yield Table(["order of a topic, best first", "topics"], rows).text()
        firsts: list[list[Cell]] = [
            [name, f"{people.firsts[name]:g}"] for group in people.first_order or () for name in group
        ]
        yield Table(["system", "first places"], firsts).text()
    total = sum(count for _, count in people.orderings)
    order = spelled(people.order) if people.order else "no order: too many equal majorities in circles"
    yield _sentences(
        [
            f"Ranked Pairs over all {people.votes} votes: {order}. Topics with votes: "
            f"{people.topics}, with a total order: {total}."
        ]
    )
    yield agreement_table(people, names).text()
    yield _verdict(people, names)


def _verdict(people: HumanPreferences, names: Names) -> str:
    ranked = by_agreement(people)
    lines = [
        "alike: topics x pairs in which the measure scores that system better which most people prefer; "
        "guessing gives a share of 0.5. low, high: 95 % interval, topics drawn again; "
        f"- with fewer than {FEWEST_TOPICS} topics, which exclude nothing."
    ]
    if ranked and ranked[0].share is not None:
        best = [names.get(e.measure, e.measure) for e in ranked if e.share == ranked[0].share]
        doubt = _doubt(ranked[0], people.topics)
        lines.append(f"Most agreement with people: {', '.join(best)} ({ranked[0].share:.3f}).{doubt}")
    return _sentences(lines)


def _doubt(best: MeasureAgreement, topics: int) -> str:
    if best.low is None:
        return f" {topics} topics with votes are too few to exclude guessing."
    return "" if best.low > 0.5 else " Its interval does not exclude guessing."


def _sentences(lines: Sequence[str]) -> str:
    return "".join(f"{sentence(line)}\n" for line in lines)


def microblog_files(found: MicroblogResults) -> dict[str, str]:
    """Path within the folder -> text."""
    summaries = {
        f"summaries/{folder_name(system)}/{topic}.txt": "".join(f"{text}\n" for text in texts)
        for system, chosen in found.summaries.items()
        for topic, texts in chosen.items()
    }
    return {
        PLAN: as_toml(found.plan),
        "folds.json": _json({"seed": found.plan.seed, "folds": [list(fold) for fold in found.folds]}),
        "settings.json": _json({name: _settings(tuning) for name, tuning in found.tunings.items()}),
        **summaries,
        "scores.csv": score_rows(found).csv(),
        "report.txt": experiment_text(found),
        "results.json": _json(experiment_document(found)),
    }


EXPERIMENT_FILES: Mapping[str, Callable[[MicroblogResults], dict[str, str]]] = {"microblog": microblog_files}
"""By kind of experiment, what is kept of it."""


def score_rows(found: MicroblogResults) -> Table:
    """Every score on a line; an undefined one is empty."""
    return Table(["system", "topic", "metric", "value"], list(found.scores.rows()))


def experiment_document(found: MicroblogResults) -> dict[str, Any]:
    """Everything that the report shows, all digits."""
    return {
        "cliometer": __version__,
        "kind": found.plan.kind,
        "fingerprint": found.plan.fingerprint,
        "background": found.background or None,
        "notes": list(found.notes),
        "topics": [{"topic": t, "posts": read, "kept": kept} for t, (read, kept) in found.posts.items()],
        "systems": list(found.scores.systems),
        "measures": [_standing(entry, found) for entry in found.standings],
        "correlations": [asdict(entry) for entry in found.associations],
        "people": _people_document(found.people) if found.people else None,
        "significance": found.plan.significance,
        "settings": {name: _settings(tuning) for name, tuning in found.tunings.items()},
    }


def _settings(tuning: Tuning) -> dict[str, object]:
    whole = tuning_document(tuning, ())
    return {
        name: whole[name]
        for name in ("loss", "background", "k", "folds", "held_out_loss", "best", "settings")
    }


def _standing(entry: MeasureStanding, found: MicroblogResults) -> dict[str, Any]:
    systems = found.scores.systems
    return {
        **asdict(entry.measure),
        "topics": entry.topics,
        "left_out": entry.left_out,
        "means": dict(zip(systems, entry.means, strict=False)),
        "ranks": _ranks(entry.ranks, systems),
        "ranks_holm": _ranks(entry.ranks_holm, systems),
        "tests": [asdict(contrast) for contrast in entry.contrasts],
    }


def _ranks(ranks: Ranks | None, systems: tuple[str, ...]) -> dict[str, Any] | None:
    if ranks is None:
        return None
    joint = ranks.joint
    places = dict(zip(systems, map(list, joint.places), strict=True)) if joint.places else None
    letters = {name: list(own) for name, own in zip(systems, ranks.letters, strict=True)}
    return {"places": places, "undefined": joint.undefined, "letters": letters}


def _people_document(people: HumanPreferences) -> dict[str, Any]:
    return {
        "votes": people.votes,
        "topics": people.topics,
        "ranked_pairs": _order(people.order),
        "orderings": [{"order": _order(order), "topics": count} for order, count in people.orderings],
        "first_places": dict(people.firsts),
        "measures": [_agreement(entry) for entry in people.measures],
    }


def _agreement(entry: MeasureAgreement) -> dict[str, Any]:
    return {**asdict(entry), "order": _order(entry.order), "share": entry.share}


def _order(order: Order | None) -> list[list[str]] | None:
    return None if order is None else [list(group) for group in order]


def _json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False) + "\n"
