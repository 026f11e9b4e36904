"""Items of a ballot, drawn reproducibly: contests of summaries, repeats and decoys; and the ways of answering them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, combinations, cycle, groupby, islice
from typing import Any, Literal, TypeAlias

from cliometer.model.when import When
from cliometer.study.contests import (
    CHOICES,
    DECOYS,
    LEFT,
    RIGHT,
    Contest,
    TwoSystems,
    contest_of,
    contests,
    digest,
    draw,
    shuffle,
)
from cliometer.study.criteria import OVERALL, READY_QUESTIONS, Criterion
from cliometer.study.topics import ClearPair, Topic, timeline_days
from cliometer_workbench.study.preferences.decoys import TEXT_DECOYS, decoy, moved_dates, timeline_decoy

# Sets are the images of a few base sets under turns of a circle of the systems: in each circle every system comes up
# equally often. Base sets are added until every two systems meet in a set; of the candidates, drawn by the seed, the
# one is taken under which the pairs that met least meet most.

_CANDIDATES = 60


def contest_sets(topics: Sequence[Topic], size: int, seed: int) -> dict[str, Contest]:
    """Return what can be voted on, by id: every pair, each summary alone (size 1), or balanced sets of a size."""
    pairs = contests(topics)
    if size == 2:
        return pairs
    drawn = (contest_of(topic, names) for topic in topics for names in _sets(topic, size, seed))
    return {contest.id: contest for contest in drawn}


def _sets(topic: Topic, size: int, seed: int) -> Sequence[tuple[str, ...]]:
    """Return the sets of a topic; of systems that say the same, the first takes part."""
    if size == 1:
        return [(name,) for name in sorted(topic.summaries)]
    texts: dict[str, str] = {}
    for name, text in sorted(topic.summaries.items()):
        texts.setdefault(" ".join(text.split()), name)
    systems = tuple(sorted(texts.values()))
    if len(systems) <= size:
        return [systems] if len(systems) > 1 else []
    return balanced_sets(systems, size, seed, topic.id)


@lru_cache(maxsize=256)
def balanced_sets(systems: tuple[str, ...], size: int, *salt: object) -> tuple[tuple[str, ...], ...]:
    """Return sets in which every system comes up equally often and meets every other, as evenly as can be."""
    order = shuffle(systems, str, "circle", *salt)
    chosen: dict[tuple[str, ...], None] = {}
    met = Counter[tuple[str, str]]()
    for turn in range(len(order)):
        best = max(
            (_turns(order, size, "base", *salt, turn, number) for number in range(_CANDIDATES)),
            key=lambda sets: _spread(order, met, [group for group in sets if group not in chosen]),
        )
        fresh = [group for group in best if group not in chosen]
        met.update(pair for group in fresh for pair in combinations(group, 2))
        chosen |= dict.fromkeys(fresh)
        if all(met[pair] for pair in combinations(sorted(order), 2)):
            break
    return tuple(sorted(chosen))


def _turns(order: Sequence[str], size: int, *salt: object) -> list[tuple[str, ...]]:
    """Return a set of places on the circle, drawn by the salt, in all its turns."""
    base = shuffle(range(len(order)), int, *salt)[:size]
    turned = (tuple(sorted(order[(place + by) % len(order)] for place in base)) for by in range(len(order)))
    return list(dict.fromkeys(turned))


def _spread(order: Sequence[str], met: Counter[tuple[str, str]], sets: Sequence[tuple[str, ...]]) -> tuple[int, ...]:
    """Return what is largest where pairs meet evenly: the meetings of the pair that meets least, then the evenness."""
    after = met + Counter(pair for group in sets for pair in combinations(group, 2))
    counts = [after[pair] for pair in combinations(sorted(order), 2)]
    return (sum(map(bool, counts)), min(counts), -sum(count**2 for count in counts))


def show_orders(contest: Contest, seed: int) -> tuple[str, ...]:
    """Return the orders in which a contest is shown: the turns of its letters, so that each comes up at each place."""
    letters = LETTERS[: len(contest.systems)]
    if len(letters) > 2:
        letters = "".join(shuffle(letters, str, "letters", seed, contest.id))
    return tuple(letters[by:] + letters[:by] for by in range(len(letters)))


def contest_systems(contests_by_id: Mapping[str, Contest]) -> tuple[str, ...]:
    """Return everyone who can be voted for."""
    return tuple(sorted({name for contest in contests_by_id.values() for name in contest.systems}))


LETTERS = "abcde"  # for the summaries that are shown together
ItemKind: TypeAlias = Literal["vote", "repeat", "test", "quiz"]


@dataclass(frozen=True)
class ComparisonItem(TwoSystems):
    """Texts side by side, mostly two. Whoever judges must see neither kind nor names: see `Ballot.shown`.

    `first` is on the left. `loser` is the one that a test wants to be worse than all others. `slot` is what a vote
    counts for, and the item that a repeat repeats has the same texts.
    """

    id: str
    kind: ItemKind
    topic: str
    title: str
    systems: tuple[str, ...]
    texts: tuple[str, ...]
    loser: str = ""
    slot: str = ""

    @property
    def expected(self) -> str:
        """The right answer to a test, where the item is a pair."""
        return {self.first: RIGHT, self.second: LEFT}[self.loser] if self.loser else ""


def vote_item(contest: Contest, way: str, *salt: object) -> ComparisonItem:
    """Return the texts of a contest in the order that letters tell."""
    systems = tuple(contest.systems[LETTERS.index(letter)] for letter in way)
    slot, topic, texts = f"{contest.id}:{way}", contest.topic, tuple(map(contest.text, systems))
    return ComparisonItem(_item_id("vote", slot, *salt), "vote", topic.id, topic.name, systems, texts, slot=slot)


def repeat_item(item: ComparisonItem, *salt: object) -> ComparisonItem:
    """Return the same texts the other way round, of which no vote is counted."""
    return _reverse(item, id=_item_id("repeat", item.id, *salt), kind="repeat", slot="")


def control_items(
    topics: Sequence[Topic], kind: ItemKind, count: int, *salt: object, size: int = 2
) -> list[ComparisonItem]:
    """Return summaries against decoys: kinds, topics, systems and sides take turns.

    A decoy stands alone where summaries do, and in a set among other summaries of its topic.
    """
    candidates = [(t, system) for t in topics for system, text in sorted(t.summaries.items()) if text.strip()]
    drawn = shuffle(candidates, lambda candidate: [candidate[0].id, candidate[1]], "tests", kind, *salt)
    start = draw(2 * len(TEXT_DECOYS), "start", kind, *salt)
    items = []
    for place, (topic, system) in enumerate(islice(cycle(drawn), count)):
        text, foreign = topic.summaries[system], _foreign(topics, topic, system, place, *salt)
        name, other = decoy(TEXT_DECOYS[(start + place) % len(TEXT_DECOYS)], text, foreign, kind, place, *salt)
        id = _item_id(kind, topic.id, system, name, place, digest(text), *salt)  # which journals name
        company = shuffle(set(topic.summaries) - {system}, str, "company", kind, place, *salt)[: max(0, size - 2)]
        if timeline_days(text):
            lender = _lender(topic, system, company, kind, place, *salt)
            wanted = DECOYS[(start + place + place // len(DECOYS)) % len(DECOYS)]  # so that each comes to both sides
            name, other = timeline_decoy(wanted, text, lender, foreign, kind, place, *salt)
        shown = {system: text, name: other} if size > 1 else {name: other}
        if size > 2:
            shown |= {name: topic.summaries[name] for name in company}
            order = shuffle(shown, str, "order", kind, place, *salt)
            shown = {name: shown[name] for name in order}
        item = ComparisonItem(id, kind, topic.id, topic.name, tuple(shown), tuple(shown.values()), name)
        items.append(_reverse(item) if size == 2 and (start + place // 2) % 2 else item)
    return items


@dataclass(frozen=True)
class ClearContest:
    """A pair of which the owner says that one is clearly better."""

    contest: Contest
    pair: ClearPair


def clear_contests(topics: Sequence[Topic]) -> list[ClearContest]:
    """Return the clear pairs of all topics, each once; those of the same text have no answer and are left out."""
    clear_pairs: dict[str, ClearContest] = {}
    for topic in topics:
        for pair in topic.tests:
            texts = [" ".join(topic.summaries[name].split()) for name in (pair.better, pair.worse)]
            contest = contest_of(topic, (min(pair.better, pair.worse), max(pair.better, pair.worse)))
            if texts[0] != texts[1]:
                clear_pairs.setdefault(contest.id, ClearContest(contest, pair))
    return list(clear_pairs.values())


def clear_item(clear: ClearContest, kind: ItemKind, place: int, *salt: object) -> ComparisonItem:
    """Return a clear pair as a question; the sides of the better take turns."""
    contest, topic = clear.contest, clear.contest.topic
    systems = (clear.pair.better, clear.pair.worse)
    id = _item_id(kind, "clear", contest.id, *salt)
    texts = tuple(map(contest.text, systems))
    item = ComparisonItem(id, kind, topic.id, topic.name, systems, texts, clear.pair.worse)
    return _reverse(item) if (place + draw(2, "clear", kind, *salt)) % 2 else item


def _reverse(item: ComparisonItem, **changes: Any) -> ComparisonItem:
    return replace(item, systems=item.systems[::-1], texts=item.texts[::-1], **changes)


def _foreign(topics: Sequence[Topic], topic: Topic, system: str, place: int, *salt: object) -> str:
    """Return the same system on another topic; nothing where it has no other."""
    others = [t.summaries[system] for t in topics if t.id != topic.id and system in t.summaries]
    return others[draw(len(others), "foreign", place, *salt)] if others else ""


def _lender(topic: Topic, system: str, company: Sequence[str], *salt: object) -> str:
    """Return the timeline whose dates a decoy takes: of a system that the summary is compared with, but not here."""
    partners = {name for pair in topic.pairs if system in pair for name in pair} or {*topic.summaries}
    others = [topic.summaries[name] for name in sorted(partners - {system, *company})]
    usable = [text for text in others if timeline_days(text) and text != topic.summaries[system]]
    return usable[draw(len(usable), "lender", *salt)] if usable else moved_dates(topic.summaries[system], *salt)


def _item_id(*parts: object) -> str:
    """Return an id that tells nothing to whoever does not know the seed."""
    return digest("item", *parts)[:12]


AnswerFormat: TypeAlias = Literal["pairs", "scales", "best-worst"]
PAIRS, SCALES, BEST_WORST = ("pairs", "scales", "best-worst")
SIZES: Mapping[str, tuple[int, int, int]] = {PAIRS: (2, 2, 2), SCALES: (1, 5, 1), BEST_WORST: (3, 5, 4)}
"""The fewest and the most summaries that are shown together, and the usual number, by format."""
BEST, WORST = "best", "worst"
ImpliedVote: TypeAlias = tuple[str, str, str]
"""Two systems in the order of showing, and the better of them; nothing in a tie."""


def item_noun(size: int) -> str:
    """Return what an item with so many summaries is called."""
    return {1: "summary", 2: "pair"}.get(size, "set")


def answer_parts(format: str, size: int) -> tuple[str, ...]:
    """Return what is filled in by each criterion: one choice, a mark of each summary, or the best and the worst."""
    return {PAIRS: ("",), SCALES: tuple(LETTERS[:size]), BEST_WORST: (BEST, WORST)}[format]


def part_options(format: str, size: int, points: int, ties: bool) -> tuple[str, ...]:
    """Return what a part can be filled in with."""
    if format == SCALES:
        return tuple(str(point) for point in range(1, points + 1))
    if format == BEST_WORST:
        return tuple(LETTERS[:size])
    return CHOICES if ties else (LEFT, RIGHT)


def implied_votes(format: str, systems: Sequence[str], filled: Mapping[str, str]) -> list[ImpliedVote]:
    """Return the votes that follow from what was filled in by one criterion; parts may be lacking.

    >>> implied_votes("best-worst", ["x", "y", "z"], {"best": "b", "worst": "c"})
    [('x', 'y', 'y'), ('x', 'z', 'x'), ('y', 'z', 'y')]
    >>> implied_votes("scales", ["x", "y"], {"a": "4", "b": "4"})
    [('x', 'y', '')]
    """
    if format == PAIRS:
        better = {LEFT: systems[0], RIGHT: systems[1]}
        return [(systems[0], systems[1], better.get(choice, "")) for choice in filled.values()]
    place = dict(zip(systems, LETTERS, strict=False))
    if format == SCALES:
        marks = {name: int(filled[letter]) for name, letter in place.items() if letter in filled}
        return [(a, b, better_marked(a, b, marks)) for a, b in combinations(marks, 2)]
    if len(filled) < len((BEST, WORST)):
        return []
    worth = {name: (letter == filled[BEST]) - (letter == filled[WORST]) for name, letter in place.items()}
    distinct = [(a, b) for a, b in combinations(systems, 2) if worth[a] != worth[b]]
    return [(a, b, better_marked(a, b, worth)) for a, b in distinct]


def better_marked(a: str, b: str, marks: Mapping[str, int]) -> str:
    """Return the one of the higher mark; nothing where both have the same."""
    return "" if marks[a] == marks[b] else a if marks[a] > marks[b] else b


READY_MARKS: Mapping[str, str] = {
    OVERALL: "How good is it?",
    "faithful": "How true is it to what happened?",
    "complete": "How much does it tell of what matters?",
    "readable": "How well does it read?",
    "dates": "How right are its dates?",
}
"""Ready questions that a mark answers, in place of a choice."""


def fitting_criteria(criteria: Sequence[Criterion], marks: bool) -> tuple[Criterion, ...]:
    """Return criteria whose ready questions fit the answers: marks, or a choice.

    >>> from cliometer.study.criteria import parse_criteria
    >>> [one.text for one in fitting_criteria(parse_criteria("overall\\nown: How dull is it?"), True)]
    ['How good is it?', 'How dull is it?']
    """
    ready, other = (READY_MARKS, READY_QUESTIONS) if marks else (READY_QUESTIONS, READY_MARKS)
    return tuple(
        Criterion(criterion.name, ready[criterion.name])
        if criterion.name in ready and criterion.text == other[criterion.name]
        else criterion
        for criterion in criteria
    )


def spelled_criteria(criteria: Sequence[Criterion]) -> str:
    """Return criteria as `parse_criteria` reads them."""
    return "\n".join(f"{criterion.name}: {criterion.text}" for criterion in criteria)


@dataclass(frozen=True)
class AxisRow:
    """A date with what each of several timelines says of it: None where it has not got the date."""

    date: When
    cells: tuple[tuple[str, ...] | None, ...]


def common_axis(*texts: str) -> tuple[AxisRow, ...]:
    """Return timelines on one axis, a row for each date that any of them has; nothing where one is no timeline.

    >>> [(str(row.date), row.cells) for row in common_axis("2010-05-26\\nTop kill", "2010-05-27\\nBP stops")]
    [('2010-05-26', (('Top kill',), None)), ('2010-05-27', (None, ('BP stops',)))]
    """
    columns = [{day.date: day.lines for day in timeline_days(text)} for text in texts]
    if not all(columns):
        return ()
    return tuple(AxisRow(date, tuple(days.get(date) for days in columns)) for date in sorted({*chain(*columns)}))


def empty_runs(rows: Sequence[AxisRow]) -> list[tuple[int, ...]]:
    """Return over how many rows each cell stretches: a run of empty cells is one cell, with 0 behind its first row.

    >>> empty_runs(common_axis("2010-05-26\\nTop kill\\n\\n2010-05-27\\nStopped", "2010-05-28\\nBP waits"))
    [(1, 2), (1, 0), (1, 1)]
    """
    columns = []
    for column in zip(*(row.cells for row in rows), strict=True):
        runs = [(empty, len(list(run))) for empty, run in groupby(column, lambda lines: lines is None)]
        columns.append([height for empty, n in runs for height in ([n, *[0] * (n - 1)] if empty else [1] * n)])
    return list(zip(*columns, strict=True))
