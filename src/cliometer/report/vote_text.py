"""Votes and reasons as text and tables for a terminal; reasons as in table 9 of Mackie et al. (2014)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cliometer.court.votes.tally import Tally
from cliometer.court.votes.voting_rules import CYCLE, TOTAL, UNDECIDED, RuleRanking
from cliometer.model.judgements import spelled
from cliometer.spelling import listed, many
from cliometer.study.reason_coding import CoderAgreement, ReasonSurvey
from cliometer.text.tables import Cell, Table, last_wrapped, sentence, shown_p, shown_share
from cliometer.version import __version__


def rule_table(found: Tally) -> Table:
    """The order by each rule, or why there is none."""
    rows = [
        [rule, "none" if ranking.order is None else spelled(ranking.order), ranking.remark]
        for rule, ranking in found.rankings.items()
    ]
    return last_wrapped(["rule", "order", "remark"], rows)


def pair_table(found: Tally) -> Table:
    """Wins, losses and ties of every pair, and the share of wins among decided votes with its interval."""
    heading = ["pair", "wins", "losses", "ties", "share", "low", "high", "p (Holm)"]
    rows: list[list[Cell]] = []
    for pair in found.pairs:
        sign = ">" if pair.wins > pair.losses else "="
        share = [pair.share.share, pair.share.low, pair.share.high] if pair.share else [None] * 3
        rows.append(
            [
                f"{pair.system} {sign} {pair.other}",
                pair.wins,
                pair.losses,
                pair.ties,
                *share,
                shown_p(pair.p_holm),
            ]
        )
    return Table(heading, rows)


def point_table(tallies: Sequence[Tally]) -> Table:
    """The points of every system by the rules that give points; strengths with their interval."""
    named = len(tallies) > 1
    heading = ["dataset"] * named + ["system"]
    rules = [rule for rule, ranking in tallies[0].rankings.items() if _any_points(rule, tallies)]
    for rule in rules:
        heading += [rule, "low", "high"] if rule == "bradley-terry" else [rule]
    rows: list[list[Cell]] = []
    for found in tallies:
        for system in found.systems:
            cells: list[Cell] = [*([found.name] * named), system]
            for rule in rules:
                cells += _points(found.rankings[rule], system)
            rows.append(cells)
    return Table(heading, rows)


def _any_points(rule: str, tallies: Sequence[Tally]) -> bool:
    return any(found.rankings[rule].points for found in tallies)


def _points(ranking: RuleRanking, system: str) -> list[Cell]:
    points: Cell = ranking.points.get(system)
    if ranking.rule == "bradley-terry":
        return [points, *ranking.intervals.get(system, (None, None))]
    return [int(points) if isinstance(points, float) and points.is_integer() else points]


def rank_table(tallies: Sequence[Tally]) -> Table:
    """For LaTeX: the rank of every system by every rule; systems that tie share their ranks, as in 2/3."""
    named = len(tallies) > 1
    heading = ["dataset"] * named + ["system", *tallies[0].rankings]
    rows = [
        [*([found.name] * named), system, *(_rank(ranking, system) for ranking in found.rankings.values())]
        for found in tallies
        for system in found.systems
    ]
    return Table(heading, rows)


def full_table(tallies: Sequence[Tally]) -> Table:
    """For CSV: a row for every poll, rule and system, all digits."""
    heading = ["dataset", "rule", "system", "rank", "points", "low", "high", "remark"]
    rows: list[list[Cell]] = []
    for found in tallies:
        for rule, ranking in found.rankings.items():
            for system in found.systems:
                rank = None if ranking.order is None else _rank(ranking, system)
                ends = ranking.intervals.get(system, (None, None))
                rows.append(
                    [found.name, rule, system, rank, ranking.points.get(system), *ends, ranking.remark]
                )
    return Table(heading, rows)


def _rank(ranking: RuleRanking, system: str) -> str:
    if ranking.order is None:
        return "none"
    above = 0
    for group in ranking.order:
        if system in group:
            return "/".join(str(above + place) for place in range(1, len(group) + 1))
        above += len(group)
    return "none"


def topic_table(tallies: Sequence[Tally]) -> Table:
    """What the majorities on every topic amount to."""
    named = len(tallies) > 1
    heading = ["dataset"] * named + ["topic", "votes", "outcome", "order", "cycles"]
    rows: list[list[Cell]] = []
    for found in tallies:
        for topic in found.topics:
            order = "none" if topic.order is None else spelled(topic.order)
            circles = ", ".join(circle(cycle) for cycle in topic.cycles)
            cells: list[Cell] = [topic.topic, topic.votes, topic.outcome, order, circles]
            rows.append([*([found.name] * named), *cells])
    return Table(heading, rows)


def judge_table(found: Tally) -> Table:
    """How much every judge voted, and how often with the majority of the others."""
    heading = ["judge", "votes", "ties", "compared", "with others", "share"]
    rows = [
        [judge.name, judge.votes, judge.ties, judge.compared, judge.agreed, judge.share]
        for judge in found.judges
    ]
    return Table(heading, rows)


def circle(cycle: Sequence[str]) -> str:
    """A cycle told until it closes: a > b > c > a."""
    return " > ".join([*cycle, cycle[0]])


_MOST = 10  # cycles or reasons that are listed


def tally_text(tallies: Sequence[Tally], by_topic: bool = False) -> str:
    """Everything about each poll, one after another."""
    texts = ("\n".join(_sections(found, by_topic, len(tallies) > 1)).rstrip() for found in tallies)
    return "\n\n".join(texts) + "\n"


def _sections(found: Tally, by_topic: bool, named: bool) -> Iterator[str]:
    if named:
        yield f"== {found.name}"
    yield f"{sentence(_counts(found))}\n"
    yield rule_table(found).text()
    if any(ranking.points for ranking in found.rankings.values()):
        yield point_table([found]).text()
    yield pair_table(found).text()
    if found.judges:
        yield judge_table(found).text()
    if by_topic:
        yield topic_table([found]).text()
    findings = "\n".join(map(sentence, _findings(found)))
    if findings:
        yield findings


def _counts(found: Tally) -> str:
    parts = [f"{many(found.ballots, 'ordering')} of" if found.ballots else f"{many(found.votes, 'vote')} on"]
    parts.append(f"{len(found.systems)} systems ({', '.join(found.systems)})")
    parts += [f"by {many(len(found.judges), 'judge')}"] if found.judges else []
    parts += [f"on {many(len(found.topics), 'topic')}"] if found.topics else []
    return " ".join(parts)


def _findings(found: Tally) -> Iterator[str]:
    """Sentences: cycles, topics, agreement, position, reasons."""
    if len(found.systems) > 2:
        yield f"Cycles of majorities: {listed(map(circle, found.cycles), _MOST)}."
    if found.topics:
        yield _topics(found)
    if not found.ballots:
        yield from _agreement(found)
        yield from _position(found)
    if found.reasons:
        given = listed((f"{reason} ({count})" for reason, count in found.reasons.items()), _MOST)
        yield f"Reasons, given in {sum(found.reasons.values())} of {found.votes} votes: {given}."


def _topics(found: Tally) -> str:
    total = len(found.topics)
    said = f"Topics: {found.count(TOTAL)} of {total} give a total order, {found.count(CYCLE)} a cycle"
    if found.count(UNDECIDED):
        said += f", {found.count(UNDECIDED)} neither, for want of a majority on some pair"
    if len(found.systems) == 2:
        return f"{said}."
    return f"{said}. Coins deciding every pair would give a cycle on {shown_share(found.coin_flip_cycles)}."


def _agreement(found: Tally) -> Iterator[str]:
    judged = found.agreement
    if judged.pairwise and judged.majority:
        labels = judged.pairwise.definition.rpartition(" against ")[2]
        yield (
            f"Agreement on {many(judged.units, 'pair')} with two judges or more: "
            f"{shown_share(judged.pairwise.share)} "
            f"of pairs of judges agree (chance: {shown_share(judged.pairwise.chance)}); "
            f"{shown_share(judged.majority.share)} of votes stand with the majority "
            f"(chance: {shown_share(judged.majority.chance)}). Chance is {labels}."
        )
    if judged.alpha is not None:
        yield f"Krippendorff's alpha {judged.alpha:.3f}, 95 % interval {judged.low:.3f} to {judged.high:.3f}."
    if judged.contradicted or judged.single:
        yield (
            f"Left out of the agreement: {judged.single} pairs with one judge, {judged.contradicted} answers "
            "of judges who gave the same pair two."
        )
    if judged.remark:
        yield f"Agreement: {judged.remark}."


def _position(found: Tally) -> Iterator[str]:
    position, swapped = found.position, found.swaps
    if position is None:
        yield "Position: which of the two was shown first is not known."
        return
    if position.first is None:
        yield "Position: every vote is a tie, so nothing can be said."
    elif position.confounded:
        yield (
            f"Position: the first shown won {position.first.part} of {position.first.whole} decided votes, "
            "but no pair was shown both ways round, so that place and merit cannot be told apart."
        )
    else:
        first = position.first
        yield (
            f"Position: the first shown won {first.part} of {first.whole} decided votes, "
            f"{shown_share(first.share)} (95 % interval {shown_share(first.low)} to "
            f"{shown_share(first.high)}, {shown_p(first.p, named=True)}); "
            f"{shown_share(position.balanced or 0)} with both orders weighing the same."
        )
    if swapped.seen:
        yield (
            f"Swaps: of {swapped.seen} pairs that a judge saw both ways round, {swapped.inconsistent} got "
            f"two answers: {swapped.first} twice the first shown, {swapped.second} twice the second, "
            f"{swapped.inconsistent - swapped.first - swapped.second} a tie once or more."
        )
    else:
        yield "Swaps: no judge saw a pair both ways round."


# Reasons of preferences by category, shaped like table 9 of Mackie et al. (2014).

_EXAMPLES = 2
_NONE = "(no category)"


def reasons_text(found: ReasonSurvey) -> str:
    """Table 9, who said what, agreement, and what is still open."""
    total = sum(reason.times for reason in found.reasons)
    basis = "the mean of the coders" if found.coders else "suggestions by the codebook; nobody coded them"
    parts = [
        f"{many(len(found.reasons), 'distinct reason')}, given in {many(total, 'vote')}; "
        f"{many(found.silent, 'vote')} gave none. "
        f"Weights: {basis}."
    ]
    return "\n".join([*map(sentence, parts), "", category_table(found).text(), *_more(found)]).rstrip() + "\n"


def _more(found: ReasonSurvey) -> Iterator[str]:
    yield count_table(found).text()
    if found.accord:
        yield "\n".join(map(sentence, _accord(found.accord))) + "\n"
    if found.disputed:
        rows: list[list[Cell]] = [[*codes, reason.text] for reason, codes in found.disputed]
        yield last_wrapped([*(coder.name for coder in found.coders), "disputed reason"], rows).text()
    open_ = [
        reason for reason, hint in zip(found.reasons, found.suggestions, strict=True) if not hint.category
    ]
    if open_:
        yield "No phrase of the codebook is in these reasons:"
        yield "".join(f"  {reason.text} ({reason.times})\n" for reason in open_)


def category_table(found: ReasonSurvey) -> Table:
    """Category, weight, examples."""
    rows: list[list[Cell]] = [
        [
            category.name,
            found.weight(category.name),
            ", ".join(f'"{reason.text}"' for reason in found.examples(category.name)[:_EXAMPLES]),
        ]
        for category in found.codebook.categories
    ]
    return Table(["category", "weight", "examples"], rows)


def count_table(found: ReasonSurvey) -> Table:
    """Votes in each category, by the codebook's suggestions and by each coder."""
    names: list[str | None] = [*found.codebook.names, None]
    rows: list[list[Cell]] = [
        [name or _NONE, *(column.counts.get(name, 0) for column in found.columns)] for name in names
    ]
    return Table(["category", *(column.name for column in found.columns)], rows)


def _accord(accord: CoderAgreement) -> Iterator[str]:
    said = accord.agreement
    yield (
        f"Agreement on {many(accord.reasons, 'distinct reason')}: {100 * said.share:.1f} % (chance: "
        f"{100 * said.chance:.1f} %; {said.definition})."
    )
    if accord.alpha is None:
        yield f"Krippendorff's alpha (nominal) is undefined: {accord.undefined}."
    else:
        ends = f"{accord.alpha.low:.3f} to {accord.alpha.high:.3f}"
        yield f"Krippendorff's alpha (nominal) {accord.alpha.estimate:.3f}, 95 % interval {ends}."


def reasons_document(found: ReasonSurvey, notes: tuple[str, ...]) -> dict[str, Any]:
    """Everything, all digits."""
    return {
        "cliometer": __version__,
        "notes": list(notes),
        "votes_without_reason": found.silent,
        "categories": [
            {
                "category": category.name,
                "description": category.description,
                "weight": found.weight(category.name),
                "votes": {column.name: column.counts.get(category.name, 0) for column in found.columns},
            }
            for category in found.codebook.categories
        ],
        "reasons": [
            {
                "reason": reason.text,
                "times": reason.times,
                "suggestion": hint.category or None,
                "because_of": list(hint.phrases),
                "codes": {coder.name: coder.codes[i] for coder in found.coders},
            }
            for i, (reason, hint) in enumerate(zip(found.reasons, found.suggestions, strict=True))
        ],
        "agreement": _accord_document(found.accord) if found.accord else None,
    }


def _accord_document(accord: CoderAgreement) -> dict[str, Any]:
    alpha = accord.alpha
    return {
        "reasons": accord.reasons,
        "share": accord.agreement.share,
        "chance": accord.agreement.chance,
        "definition": accord.agreement.definition,
        "alpha": alpha.estimate if alpha else None,
        "interval": [alpha.low, alpha.high] if alpha else None,
        "undefined": accord.undefined or None,
    }
