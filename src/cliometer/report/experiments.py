"""An experiment on microblogs as text and tables, shaped like tables 6, 7 and 8 of Mackie et al. (2014)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.experiments.microblog import Microblog
from cliometer.experiments.microblog_people import FEWEST_TOPICS, Agreement, People
from cliometer.experiments.microblog_ranks import Standing
from cliometer.model.judgements import spelled
from cliometer.report.experiment_tables import (
    Names,
    agreement_table,
    association_table,
    by_agreement,
    chosen_table,
    contrast_table,
    score_table,
)
from cliometer.report.tables import Cell, Table
from cliometer.report.wrapping import WIDTH, sentence
from cliometer.stats.paired import equal_signs_p


def as_text(found: Microblog) -> str:
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


def _chosen(found: Microblog) -> str:
    return chosen_table(found).text() if any(len(t.grid) > 1 for t in found.tunings.values()) else ""


def _heading(found: Microblog) -> str:
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


def _score_parts(found: Microblog) -> Iterator[str]:
    """As many measures side by side as a line holds."""
    start = 0
    while start < len(found.standings):
        end = start + 1
        while end < len(found.standings) and _fits(_scores(found, start, end + 1)):
            end += 1
        yield _scores(found, start, end).text()
        start = end


def _scores(found: Microblog, start: int, end: int) -> Table:
    return score_table(found, found.standings[start:end], found.plan.headings)


def _fits(table: Table) -> bool:
    return max(map(len, table.text().splitlines())) <= WIDTH


def _rank_notes(found: Microblog) -> str:
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


def _few(found: Microblog) -> Iterator[str]:
    """A caution where only the t test's assumptions make a difference significant."""
    fewest = min((entry.topics for entry in found.standings if entry.ranks), default=0)
    if fewest and equal_signs_p(fewest) > found.plan.significance:
        yield (
            f"With {fewest} topics no test without the t test's assumption of normal differences gets below "
            f"p = {equal_signs_p(fewest):g}; take ranks that are not shared as hints."
        )


def _other_ranks(standing: Standing, found: Microblog) -> bool:
    places = range(len(found.scores.systems))
    plain, careful = standing.ranks, standing.ranks_holm
    return bool(plain and careful and any(plain.of(place) != careful.of(place) for place in places))


def _association_notes(found: Microblog) -> str:
    counts = sorted({entry.n for entry in found.associations})
    sizes = " to ".join(map(str, dict.fromkeys((counts[0], counts[-1])))) if counts else "no"
    lines = [
        f"Raw scores over topics x systems ({sizes} each); * p <= {found.plan.significance:g} by the "
        "t-approximation, which takes the summaries of one topic for independent; no star where shuffling "
        "the systems on each topic cannot give such a p."
    ]
    reasons = dict.fromkeys(entry.undefined for entry in found.associations if entry.undefined)
    return _sentences([*lines, *(f"-: undefined, since {reason}." for reason in reasons)])


def _people(people: People, names: Names) -> Iterator[str]:
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


def _verdict(people: People, names: Names) -> str:
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


def _doubt(best: Agreement, topics: int) -> str:
    if best.low is None:
        return f" {topics} topics with votes are too few to exclude guessing."
    return "" if best.low > 0.5 else " Its interval does not exclude guessing."


def _sentences(lines: Sequence[str]) -> str:
    return "".join(f"{sentence(line)}\n" for line in lines)
