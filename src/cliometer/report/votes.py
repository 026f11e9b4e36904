"""A tally of votes as text: who ranks where by which rule, and how far it can be trusted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cliometer.court.votes.tally import Tally
from cliometer.court.votes.topics import CYCLE, TOTAL, UNDECIDED
from cliometer.report.probabilities import shown_p
from cliometer.report.vote_tables import circle, judge_table, pair_table, point_table, rule_table, topic_table
from cliometer.report.wrapping import sentence

_MOST = 10  # cycles or reasons that are listed


def as_text(tallies: Sequence[Tally], by_topic: bool = False) -> str:
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
    parts = [
        f"{_many(found.ballots, 'ordering')} of" if found.ballots else f"{_many(found.votes, 'vote')} on"
    ]
    parts.append(f"{len(found.systems)} systems ({', '.join(found.systems)})")
    parts += [f"by {_many(len(found.judges), 'judge')}"] if found.judges else []
    parts += [f"on {_many(len(found.topics), 'topic')}"] if found.topics else []
    return " ".join(parts)


def _findings(found: Tally) -> Iterator[str]:
    """Sentences: cycles, topics, agreement, position, reasons."""
    if len(found.systems) > 2:
        yield f"Cycles of majorities: {_listed([circle(cycle) for cycle in found.cycles])}."
    if found.topics:
        yield _topics(found)
    if not found.ballots:
        yield from _agreement(found)
        yield from _position(found)
    if found.reasons:
        given = [f"{reason} ({count})" for reason, count in found.reasons.items()]
        yield f"Reasons, given in {sum(found.reasons.values())} of {found.votes} votes: {_listed(given)}."


def _topics(found: Tally) -> str:
    total = len(found.topics)
    said = f"Topics: {found.count(TOTAL)} of {total} give a total order, {found.count(CYCLE)} a cycle"
    if found.count(UNDECIDED):
        said += f", {found.count(UNDECIDED)} neither, for want of a majority on some pair"
    if len(found.systems) == 2:
        return f"{said}."
    return f"{said}. Coins deciding every pair would give a cycle on {_percent(found.coin_flip_cycles)}."


def _agreement(found: Tally) -> Iterator[str]:
    judged = found.agreement
    if judged.pairwise and judged.majority:
        labels = judged.pairwise.definition.rpartition(" against ")[2]
        yield (
            f"Agreement on {_many(judged.units, 'pair')} with two judges or more: "
            f"{_percent(judged.pairwise.share)} "
            f"of pairs of judges agree (chance: {_percent(judged.pairwise.chance)}); "
            f"{_percent(judged.majority.share)} of votes stand with the majority "
            f"(chance: {_percent(judged.majority.chance)}). Chance is {labels}."
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
            f"{_percent(first.share)} (95 % interval {_percent(first.low)} to {_percent(first.high)}, "
            f"p {_equals(first.p)}); {_percent(position.balanced or 0)} with both orders weighing the same."
        )
    if swapped.seen:
        yield (
            f"Swaps: of {swapped.seen} pairs that a judge saw both ways round, {swapped.inconsistent} got "
            f"two answers: {swapped.first} twice the first shown, {swapped.second} twice the second, "
            f"{swapped.inconsistent - swapped.first - swapped.second} a tie once or more."
        )
    else:
        yield "Swaps: no judge saw a pair both ways round."


def _equals(p: float) -> str:
    shown = shown_p(p)
    return shown if shown.startswith("<") else f"= {shown}"


def _listed(words: Sequence[str]) -> str:
    more = f", and {len(words) - _MOST} more" if len(words) > _MOST else ""
    return ", ".join(words[:_MOST]) + more if words else "none"


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
