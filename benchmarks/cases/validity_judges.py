"""Do intervals of judges keep their promises, and is each kind of simulated judge recognised?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

import numpy as np

from benchmarks.cases.validity import study
from benchmarks.registry import Effort
from benchmarks.rows import Bar, Quantity, Row, alone
from benchmarks.validity import coverage
from cliometer.court.votes.judge_comparison import compare_judges
from cliometer.model.judgements import Poll, Vote
from cliometer.stats import judge_agreement as stats
from cliometer.stats.judge_agreement import Estimate, Ints
from cliometer.stats.samples import Floats

PEOPLE = (0.85, 0.75, 0.7)  # how often each person says what is true
JUDGES = ("unbiased", "first", "length", "copy", "chance")
SYSTEMS = ("a", "b", "c")
DESIGNS = ((10, 3), (20, 3), (40, 3), (40, 1))  # topics, pairs on each
_LARGE = 4000  # topics from which the truth is read


def drawn_answers(
    rng: np.random.Generator, topics: int, pairs: int, judge: float = 0.8
) -> tuple[Floats, Floats, Floats, Ints]:
    """Return the answers of three people and of a judge, its probabilities, and topics; some topics are harder."""
    hard = np.repeat(rng.uniform(0.6, 1.1, topics), pairs)
    truth = rng.choice((-1.0, 1.0), topics * pairs)
    right = 0.5 + (np.array([*PEOPLE, judge]) - 0.5)[:, None] * hard
    said = np.where(rng.random(right.shape) < np.minimum(right, 1), truth, -truth)
    ties = rng.random(said.shape) < 0.1
    ties[-1] = False
    said = np.where(ties, 0.0, said)
    sure = 0.5 + 0.45 * rng.random(topics * pairs)
    p = np.where(said[-1] > 0, sure, 1 - sure)
    return said[:-1].T, said[-1], p, np.repeat(np.arange(topics), pairs)


def measured(people: Floats, answers: Floats, p: Floats, topics: Ints) -> dict[str, Estimate | None]:
    """Return every number with an interval."""
    both = stats.with_people(answers, people), stats.people_means(people)[0]
    names = [str(j) for j in range(people.shape[1])]
    tested = stats.alternative_annotator(answers, people, names, topics, 0.1, 0.95)
    sure = stats.calibration(p, people, topics, 0.95)
    first = np.where(answers > 0, 0.5, 1.0)
    shared = stats.by_person(answers, people, names, topics, 1 - 3 * 0.05)[0]
    return {
        "agreement with people": stats.share_estimate(both[0], topics, 0.95),
        "agreement of people": stats.share_estimate(both[1], topics, 0.95),
        "difference": stats.mean_estimate(both[0] - both[1], topics, 0.95),
        "people replaced": stats.people_replaced(answers, people, topics, 0.95),
        "position": stats.share_estimate(first, topics, 0.95),
        "surplus of confidence": sure.surplus if sure else None,
        "Brier": sure.brier if sure else None,
        "advantage": tested.advantage,
        "agreement with one person beyond others": shared.beyond,
    }


def holds(found: Estimate | None, truth: float) -> bool:
    """Whether an interval holds the truth; an open end is infinite."""
    assert found is not None and found.low is not None
    return found.low - 1e-9 <= truth <= (np.inf if found.high is None else found.high) + 1e-9


@study
def validity_judges(effort: Effort) -> Iterator[Row]:
    """Coverage of the intervals of `agree --judges`, and the share of judges that are recognised."""
    runs, few = effort.of((1000, 100), (30, 5))
    truth = {
        name: np.inf if found.value is None else found.value
        for name, found in measured(*drawn_answers(np.random.default_rng(0), _LARGE, 3)).items()
        if found
    }
    for topics, pairs in DESIGNS:
        rng = np.random.default_rng(topics * 10 + pairs)
        covered: dict[str, list[bool]] = {name: [] for name in truth}
        for _ in range(runs):
            for name, found in measured(*drawn_answers(rng, topics, pairs)).items():
                covered[name] += [holds(found, truth[name])] if found else []  # none where people agree by chance
        for name, hits in covered.items():
            yield coverage(f"{name}: {topics} topics, {pairs} pairs each", hits, runs)
    rng = np.random.default_rng(7)
    for kind in JUDGES:
        known = [recognised(kind, rng) for _ in range(few)]
        yield alone(f"recognised: {kind}", Quantity(float(np.mean(known)), ""), Bar(">=", 0.9), f"{len(known)} runs")
    rng = np.random.default_rng(2026)
    for kind in JUDGES:
        findings = [finding_about(drawn_votes(kind, rng)) for _ in range(few)]
        share = float(np.mean([one.startswith(EXPECTED[kind]) for one in findings]))
        yield alone(f"recognised in drawn studies: {kind}", Quantity(share, ""), note=f"{len(findings)} runs")


def recognised(kind: str, rng: np.random.Generator, topics: int = 40) -> bool:
    """Whether the first finding about a simulated judge is what it is."""
    return finding_about(simulated_votes(kind, rng, topics)).startswith(EXPECTED[kind])


def finding_about(votes: Iterable[Vote]) -> str:
    """Return the first finding about the model among simulated judges."""
    return compare_judges([Poll("simulated", tuple(votes))])["model"][0].finding


EXPECTED = {
    "unbiased": "stands in for a person",
    "first": "answers by position: prefers what is shown first",
    "length": "follows length",
    "copy": "answers as p1 does",
    "chance": "not shown to agree with people better than chance",
}


def simulated_votes(kind: str, rng: np.random.Generator, topics: int = 40) -> Iterator[Vote]:
    """Yield the votes of three people and a model in both orders on three pairs a topic, and of the rule `words`."""
    for topic in map(str, range(topics)):
        for one, other in (("a", "b"), ("a", "c"), ("b", "c")):
            better, worse = (one, other) if rng.random() < 0.5 else (other, one)
            longer = one if rng.random() < 0.5 else other
            said = [better if rng.random() < right else worse for right in PEOPLE]
            yield from (Vote(one, other, name, topic, f"p{j}") for j, name in enumerate(said))
            judged = {"unbiased": better if rng.random() < 0.9 else worse, "length": longer, "copy": said[1]}
            judged["chance"] = one if rng.random() < 0.5 else other
            for left, right in ((one, other), (other, one)):
                winner = left if kind == "first" and rng.random() < 0.95 else judged.get(kind, right)
                yield Vote(left, right, winner, topic, "model", judge_model="function|model:simulated")
                yield Vote(left, right, longer, topic, "words", judge_model="words")


def drawn_votes(kind: str, rng: np.random.Generator) -> Iterator[Vote]:
    """Yield the votes of a study of which everything is drawn, independently of the rules that recognise judges.

    Systems have a strength, and more or less of it on each topic; the taste of a person adds noise of their own to the
    difference of two, and calls it a tie where little is left. People answer a part of the pairs. Lengths vary, and
    better texts may be longer or shorter. The model answers each pair in both orders, and ties where it copies a tie.
    """
    people, topics, systems = (int(rng.integers(low, high)) for low, high in ((3, 7), (25, 61), (3, 6)))
    names = [f"system{number}" for number in range(systems)]
    quality = rng.normal(0, rng.uniform(0.5, 1.2), systems) + rng.normal(0, rng.uniform(0.3, 0.8), (topics, systems))
    length = rng.normal(0, 0.4, (topics, systems)) + rng.uniform(-0.1, 0.3) * quality
    sharpness, level, part = rng.uniform(0.8, 2.5, people), rng.uniform(0, 0.6), rng.uniform(0.6, 1)
    each = int(rng.integers(2, min(5, systems * (systems - 1) // 2 + 1)))
    for topic in range(topics):
        every = list(combinations(range(systems), 2))
        for a, b in (every[place] for place in rng.choice(len(every), each, replace=False)):
            better, longer = (table[topic, a] - table[topic, b] for table in (quality, length))
            said: dict[int, str | None] = {}
            for j in np.flatnonzero(rng.random(people) < part):
                felt = better + rng.logistic() / sharpness[j]
                said[int(j)] = None if abs(felt) < level else names[a] if felt > 0 else names[b]
            for person, preferred in said.items():
                left, right = (a, b) if rng.random() < 0.5 else (b, a)
                yield Vote(names[left], names[right], preferred, str(topic), f"p{person}")
            own = better + rng.logistic() / 2
            leans = {"length": 6 * longer + 0.3 * better + rng.logistic() * 0.3, "chance": rng.normal()}
            copies = kind == "copy" and 1 in said and rng.random() < 0.98
            for left, right in ((a, b), (b, a)):
                push = (3.5 if left == a else -3.5) + rng.logistic() if kind == "first" else 0.0
                winner = said[1] if copies else names[a if leans.get(kind, own) + push > 0 else b]
                pair = names[left], names[right]
                yield Vote(*pair, winner, str(topic), "model", judge_model="function|model:drawn")
                yield Vote(*pair, names[a if longer > 0 else b], str(topic), "words", judge_model="words")
