"""Summarisers written from their papers' formulas, for the eye: lists of words in, places out.

The two ceilings are greedy on the registered metrics themselves, so they read texts.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

import cliometer
from cliometer.metrics.sources.catalogue import JensenShannon
from cliometer.metrics.sources.corpus import Corpus
from cliometer.model.documents import SourceText, SummaryText

Words = Sequence[Sequence[str]]
Vector = dict[str, float]


def even(value: float) -> float:
    """To twelve digits, so that ties on paper are ties."""
    return float(f"{value:.11e}")


def best(places: Sequence[int], score: Callable[[int], float]) -> int:
    """The highest score; of equals the first."""
    return max(places, key=lambda place: (even(score(place)), -place))


def idf(words: Words, word: str, log: Callable[[float], float] = math.log) -> float:
    return log(len(words) / sum(word in post for post in words))


def rows(words: Words, vectors: str) -> list[Vector]:
    if vectors == "counts":
        return [dict(Counter(post)) for post in words]
    weights = {word: idf(words, word) for word in set().union(*words)}
    return [{word: count * weights[word] for word, count in Counter(post).items()} for post in words]


def cosine(a: Vector, b: Vector) -> float:
    lengths = math.sqrt(math.fsum(x * x for x in a.values()) * math.fsum(x * x for x in b.values()))
    return even(math.fsum(a[word] * b.get(word, 0) for word in a) / lengths) if lengths else 0.0


def pick(ranked: Sequence[int], vectors: Sequence[Vector], k: int, threshold: float, fill: bool) -> list[int]:
    """Best first, unless too like one that was chosen; then those passed over."""
    chosen: list[int] = []
    passed: list[int] = []
    for place in ranked:
        if len(chosen) == k:
            break
        again = threshold < 1 and any(cosine(vectors[place], vectors[c]) > threshold for c in chosen)
        (passed if again else chosen).append(place)
    return chosen + (passed[: k - len(chosen)] if fill else [])


def ranked(size: int, score: Callable[[int], float]) -> list[int]:
    return sorted(range(size), key=lambda place: (-even(score(place)), place))


def centroid_scores(words: Words) -> list[float]:
    vectors = rows(words, "tfidf")
    middle: Vector = {}
    for vector in vectors:
        for word, weight in vector.items():
            middle[word] = middle.get(word, 0) + weight / len(words)
    return [cosine(vector, middle) for vector in vectors]


def centroid(words: Words, k: int, threshold: float, fill: bool, vectors: str = "tfidf") -> list[int]:
    scores = centroid_scores(words)
    return pick(ranked(len(words), scores.__getitem__), rows(words, vectors), k, threshold, fill)


def hybrid(
    words: Words, k: int, threshold: float, minimum: float, repeats: bool = False, fill: bool = True
) -> list[int]:
    total = sum(map(len, words))
    tf = Counter(word for post in words for word in post)

    def score(place: int) -> float:
        post = words[place]
        terms = post if repeats else sorted(set(post))
        weight = math.fsum(tf[word] / total * idf(words, word, math.log2) for word in terms)
        length = max(minimum, len(post))
        return weight / length if length else 0.0

    return pick(ranked(len(words), score), rows(words, "tfidf"), k, threshold, fill)


def sparingly(
    words: Words, k: int, threshold: float, fill: bool, choose: Callable[[Sequence[int], Sequence[int]], int]
) -> list[int]:
    """The best of the open, given the chosen; one that says a chosen one again is passed over."""
    vectors = rows(words, "tfidf")
    chosen: list[int] = []
    passed: list[int] = []
    while len(chosen) < k and len(chosen) + len(passed) < len(words):
        open_ = [place for place in range(len(words)) if place not in [*chosen, *passed]]
        found = choose(open_, chosen)
        again = threshold < 1 and any(cosine(vectors[found], vectors[c]) > threshold for c in chosen)
        (passed if again else chosen).append(found)
    return chosen + (passed[: k - len(chosen)] if fill else [])


def sumbasic(words: Words, k: int, variant: str, threshold: float = 1, fill: bool = True) -> list[int]:
    """No word of a post that was passed over counts as said."""
    tf = Counter(word for post in words for word in post)
    order = list(tf)

    def choose(open_: Sequence[int], chosen: Sequence[int]) -> int:
        p = {word: count / tf.total() for word, count in tf.items()}
        for place in chosen:
            for word in words[place] if variant == "sumy" else sorted(set(words[place])):
                p[word] *= p[word]
        held = [word for word in order if any(word in words[place] for place in open_)]
        if variant == "original" and held:
            top = max(held, key=lambda word: even(p[word]))
            open_ = [place for place in open_ if top in words[place]]
        return best(open_, lambda place: _mean(p, words[place], variant))

    return sparingly(words, k, threshold, fill, choose)


def _mean(p: Vector, post: Sequence[str], variant: str) -> float:
    counted = list(post) if variant == "sumy" else sorted(set(post))
    return math.fsum(p[word] for word in counted) / len(counted) if counted else 0.0


def klsum(words: Words, k: int, g: float, threshold: float = 1, fill: bool = True) -> list[int]:
    total = Counter(word for post in words for word in post)
    P = {word: count / total.total() for word, count in total.items()}

    def choose(open_: Sequence[int], chosen: Sequence[int]) -> int:
        def minus_kl(place: int) -> float:
            if not words[place]:
                return -math.inf
            said = Counter(word for c in [*chosen, place] for word in words[c])
            size = said.total() + g * 1.5 * len(total)
            return -math.fsum(P[word] * math.log(P[word] / ((said[word] + g) / size)) for word in P)

        return best(open_, minus_kl)

    return sparingly(words, k, threshold, fill, choose)


def greedy(size: int, k: int, score: Callable[[list[int]], float]) -> list[int]:
    """The place that makes the score of all chosen largest; of equals the first."""
    chosen: list[int] = []
    while len(chosen) < k:
        open_ = [place for place in range(size) if place not in chosen]
        scores = [score([*chosen, place]) for place in open_]
        chosen.append(next(p for p, found in zip(open_, scores, strict=True) if found >= max(scores) - 1e-12))
    return chosen


def jsd_oracle(texts: Sequence[str], k: int, metric: JensenShannon) -> list[int]:
    """Every summary that is one post longer is scored by the metric as `score` would."""
    topic = Corpus({"t": tuple(SourceText((text,)) for text in texts)}).topics()["t"]

    def minus_jsd(places: list[int]) -> float:
        score = metric.measure(SummaryText.of([texts[place] for place in places]), topic)
        return 0.0 if score.undefined else -score.value.part / score.value.whole

    return greedy(len(texts), k, minus_jsd)


def rouge_score(chosen: Sequence[str], references: Sequence[str], n: str, by: str) -> float:
    """ROUGE-1.5.5's recall or F of a summary, which are rounded to five digits."""
    models = [reference.splitlines() for reference in references]
    recall, _, f = cliometer.rouge(list(chosen), models, types=[n], stop=True)[n]
    return recall if by == "recall" else f


def mmr(words: Words, k: int, balance: float) -> list[int]:
    relevance = centroid_scores(words)
    vectors = rows(words, "tfidf")
    chosen: list[int] = []

    def score(place: int) -> float:
        nearest = max((cosine(vectors[place], vectors[c]) for c in chosen), default=0.0)
        return balance * relevance[place] - (1 - balance) * nearest

    while len(chosen) < k:
        chosen.append(best([place for place in range(len(words)) if place not in chosen], score))
    return chosen


def submodular(words: Words, k: int, saturation: float, diversity: float) -> list[int]:
    """Plain greedy: the whole objective of every candidate in every round."""
    size = len(words)
    vectors = rows(words, "tfidf")
    order = list(dict.fromkeys(word for post in words for word in post))
    near = [[cosine(a, b) for b in vectors] for a in vectors]
    reward = [math.fsum(row) / size for row in near]
    heaviest = [max(v, key=lambda w, v=v: (even(v[w]), -order.index(w)), default="") for v in vectors]  # type: ignore[misc]

    def objective(chosen: Sequence[int]) -> float:
        alpha = min(1.0, saturation / size)
        covered = math.fsum(min(math.fsum(row[c] for c in chosen), alpha * math.fsum(row)) for row in near)
        spread = math.fsum(
            math.sqrt(math.fsum(reward[c] for c in chosen if heaviest[c] == word)) for word in dict.fromkeys(heaviest)
        )
        return covered + diversity * spread

    chosen: list[int] = []
    while len(chosen) < k:
        open_ = [place for place in range(size) if place not in chosen]
        base = objective(chosen)
        gains = {place: round(objective([*chosen, place]) - base, 10) for place in open_}
        chosen.append(max(open_, key=lambda place: (gains[place], -place)))
    return chosen


def pagerank(links: Sequence[Sequence[float]], damping: float) -> list[float]:
    """Two hundred steps of the walk; 0.85 ** 200 < 1e-14."""
    size = len(links)
    shares = [1 / size] * size
    sums = [math.fsum(row) for row in links]
    for _ in range(200):
        lost = math.fsum(share for share, total in zip(shares, sums, strict=True) if not total) / size
        shares = [
            (1 - damping) / size
            + damping * (lost + math.fsum(shares[j] * links[j][i] / sums[j] for j in range(size) if sums[j]))
            for i in range(size)
        ]
    return [round(share * size, 8) for share in shares]


def lexrank_links(words: Words, edge: float, continuous: bool) -> list[list[float]]:
    vectors = rows(words, "tfidf")

    def link(i: int, j: int) -> float:
        near = cosine(vectors[i], vectors[j])
        linked = i != j and near > 0 and near >= edge
        return (near if continuous else 1.0) if linked else 0.0

    return [[link(i, j) for j in range(len(words))] for i in range(len(words))]


def textrank_links(words: Words) -> list[list[float]]:
    def link(a: Sequence[str], b: Sequence[str]) -> float:
        scale = math.log(max(1, len(a))) + math.log(max(1, len(b)))
        return len(set(a) & set(b)) / scale if scale else 0.0

    return [[link(a, b) if i != j else 0.0 for j, b in enumerate(words)] for i, a in enumerate(words)]


def walked(words: Words, k: int, links: Sequence[Sequence[float]], threshold: float, fill: bool) -> list[int]:
    """LexRank or TextRank: the posts by their shares of the walk, but for what was said."""
    return pick(walk_ranking(links), rows(words, "tfidf"), k, threshold, fill)


def walk_ranking(links: Sequence[Sequence[float]]) -> list[int]:
    return ranked(len(links), pagerank(links, 0.85).__getitem__)
