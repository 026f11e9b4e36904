"""Replace evaluate_timeline.py of DTELS-Bench: informativeness, granular consistency and factuality of atoms.

cliometer compat dtels --reference_file GOLD.jsonl --test_file SUBMISSION.jsonl

Prints the scores of each topic and their means as the released code computes them; --json has all digits, the matches,
and the topics that are left out. Each oddity of the code is a rule for --set. Texts in Chinese are cut into words by
jieba, unless --segmenter names another function.
"""

from __future__ import annotations

import argparse
import datetime
import json
import logging
import math
import pkgutil
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import ClassVar, TextIO

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from cliometer.compat import changed_rules, spelled_settings
from cliometer.errors import FormatError, InputError, UsageError
from cliometer.expressions import choice
from cliometer.io.lines import Notebook
from cliometer.io.stories import objects_of
from cliometer.io.text_files import raw_lines
from cliometer.metrics.rouge.lcs import lcs_length
from cliometer.model.notes import Note
from cliometer.model.records import JsonDocument
from cliometer.spelling import listed
from cliometer.text.tables import Table

Segmenter = Callable[[str], Sequence[str]]
Matrix = NDArray[np.float64]
_HAN = re.compile("[\u4e00-\u9fd5]")
_BLOCK = re.compile(r"([a-zA-Z0-9+#&._%\-]+)")  # jieba cuts other characters one by one
_WORD = re.compile(r"(AT&T|[cC]\+\+|[cC]#)")  # the words of its dictionary without a Chinese character
_RUN = re.compile(r"([a-zA-Z0-9]+(?:\.[0-9]+)?%?)")
_SENTENCE_ENDS = tuple(
    map(re.compile, ("([。！？?])([^”’])", r"(\.{6})([^”’])", "(…{2})([^”’])", "([。！？?][”’])([^，。！？?])"))
)  # rouge_chinese breaks lines here, and a line of blanks is an empty word
_K1, _B, _FLOOR = 1.5, 0.75, 0.25  # rank_bm25: term saturation, length, share of the mean idf
_PIECE, _SHORTEST, _PIECES = 256, 20, 3
_EPS = 1e-6


@dataclass(frozen=True)
class DtelsRules:
    """How the released code scores: the first value of each rule."""

    divisor: str = choice("value", "generated", "reference", doc="the nodes that informativeness is divided by")
    edges: str = choice("value", "any", "matched", doc="edges that count: wherever assigned, or of two matched nodes")
    level: str = choice("value", "full", "asked", doc="the level whose granularity is reported")
    words: str = choice("value", "released", "folded", doc="words with case and punctuation, or lower-case words alone")
    failing: str = choice("value", "drop", "zero", "error", doc="a topic on which the code raises an error")
    topics: str = choice("value", "submitted", "all", "same", doc="a topic without a submission: no part, 0, refused")
    days: str = choice("value", "nominal", "calendar", doc="the distance of dates: in nominal days, or in real ones")
    ids: str = choice("value", "last", "each", doc="the facts of nodes that share an id: of the last, or of each")
    single: str = choice("value", "zero", "full", doc="the granularity of one matched node: 0 or 1")


@dataclass(frozen=True)
class DtelsNode:
    """A node of a timeline."""

    id: str | int | None = ""
    time: str | None = ""
    summary: str | None = ""
    atoms: Sequence[str] | None = ()


@dataclass(frozen=True)
class DtelsArticle:
    """An article of a topic."""

    title: str | None = ""
    content: str | None = ""
    time: str | None = ""


@dataclass(frozen=True)
class DtelsTopic:
    """A line of a file: a timeline, and of a reference also its coarser levels and its articles."""

    id: str | int | None = ""
    timeline: Sequence[DtelsNode] | None = ()
    meta_timeline: Mapping[str, DtelsTopic] | None = None
    docs: Sequence[DtelsArticle] | None = ()


@dataclass(frozen=True)
class DtelsScore:
    """The scores of a topic; `matches` has the id of a reference node for each matched node."""

    topic: str
    informativeness: float
    granular_consistency: float
    factuality: float
    average: float
    matches: Mapping[str, str] = field(default_factory=dict)
    granularities: Mapping[str, float] = field(default_factory=dict)
    node_factuality: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class DtelsScores(JsonDocument):
    """What `cliometer compat dtels` prints: the scores of each topic, their means, and topics that are left out."""

    kind: ClassVar[str] = "dtels-scores"
    rules: Mapping[str, str]
    level: str
    notes: Sequence[str]
    left_out: Mapping[str, str]
    scores: Sequence[DtelsScore]
    overall: Mapping[str, float | None]


NAMES = ("informativeness", "granular_consistency", "factuality", "average")


@dataclass(frozen=True)
class DtelsScorer:
    """Scores submissions by rules; a text with Chinese characters is cut by the segmenter."""

    references: Mapping[str, DtelsTopic]
    rules: DtelsRules = DtelsRules()
    level: str = "N"
    threshold: float = 0.5
    window: int = 60
    segmenter: str | Segmenter = "jieba:lcut"
    known: dict[str, list[str]] = field(default_factory=dict)  # words of texts

    def scores(self, submitted: Sequence[DtelsTopic]) -> DtelsScores:
        """Return the scores of the topics of a submission; of a topic that it has twice, the first counts."""
        topics = [str(each.id) for each in submitted]
        missing, extra = set(self.references).difference(topics), set(topics).difference(self.references)
        if self.rules.topics == "same" and (missing or extra):
            raise InputError("dtels-topics-differ", topics=listed(sorted(missing | extra)))
        scores, left_out = dict[str, DtelsScore](), dict[str, str]()
        for topic, each in zip(topics, submitted, strict=True):
            try:
                if topic in self.references and topic not in scores:
                    scores[topic] = self.score(topic, each.timeline)
                    left_out.pop(topic, None)
            except InputError as error:
                if self.rules.failing == "error":
                    raise
                left_out[topic] = error.sentence
        nothing = [*sorted(missing)] * (self.rules.topics == "all") + [*left_out] * (self.rules.failing == "zero")
        scores |= {topic: DtelsScore(topic, 0.0, 0.0, 0.0, 0.0) for topic in nothing if topic not in scores}
        columns = {name: [getattr(score, name) for score in scores.values()] for name in NAMES}
        overall = {name: float(np.mean(values)) if values else None for name, values in columns.items()}
        notes = [Note.of("dtels-topic-failed", topic=topic, why=why) for topic, why in left_out.items()]
        if whole := [
            name for name, each in self.references.items() if self.level not in ("N", *(each.meta_timeline or ()))
        ]:
            notes.append(Note.of("dtels-level-missing", level=self.level, topics=listed(whole, 3)))
        notes += [Note.of("dtels-topics-missing", topics=listed(sorted(missing)))] * bool(missing)
        notes += [Note.of("dtels-topics-extra", topics=listed(sorted(extra)))] * bool(extra)
        return DtelsScores(vars(self.rules), self.level, notes, left_out, [*scores.values()], overall)

    def score(self, topic: str, nodes: Sequence[DtelsNode] | None) -> DtelsScore:
        """Return the scores of a topic; InputError where the released code raises an error."""
        if nodes is None:
            raise InputError("dtels-timeline-null")
        reference = self.references[topic]
        asked = ((reference.meta_timeline or {}).get(self.level) or reference).timeline or ()
        values = self._information(nodes, asked)
        pairs = [*zip(*linear_sum_assignment(values, maximize=True), strict=True)] if values.size else []
        whole = len(nodes if self.rules.divisor == "generated" else asked)
        informative = float(sum(values[i, j] for i, j in pairs)) / whole if pairs else 0.0
        matches = [(nodes[i], asked[j], values[i, j]) for i, j in pairs if values[i, j] > 0]
        granularities = self._granularities(matches, reference) if len(matches) > 1 else {}
        alone = float(self.rules.single == "full" and len(matches) == 1)
        granular = granularities.get(self.level if self.rules.level == "asked" else "N", alone)
        facts = self._facts(nodes, reference)
        factual = sum(facts.values()) / len(facts) if facts else 0.0
        average = (informative + granular + factual) / 3
        ids = {str(node.id): str(match.id) for node, match, _ in matches}
        named = {str(name): fact for name, fact in facts.items()}
        return DtelsScore(topic, informative, granular, factual, average, ids, granularities, named)

    def _information(self, nodes: Sequence[DtelsNode], reference: Sequence[DtelsNode]) -> Matrix:
        """Return closeness of days times the mean recall of the atoms of each reference node."""
        values = np.zeros((len(nodes), len(reference)))
        for i, node in enumerate(nodes):
            for j, other in enumerate(reference) if node.atoms else ():
                recalls = [self._recall(_joined(node), atom) for atom in other.atoms or () if atom.strip()]
                values[i, j] = sum(recalls) / len(recalls) if recalls else 0.0
        return values * self._closeness(nodes, reference)

    def _closeness(self, nodes: Sequence[DtelsNode], reference: Sequence[DtelsNode]) -> Matrix:
        """Return 1 / (days + 1); 0 where a date of the calendar cannot be read."""
        days = [[_day(node.time, self.rules.days == "nominal") for node in each] for each in (nodes, reference)]
        return np.asarray(np.nan_to_num(1 / (abs(np.subtract.outer(*days)) + 1)))

    def _recall(self, text: str, atom: str) -> float:
        """Return the share of the words of an atom on the longest common subsequence with a text."""
        words, wanted = self._words(text), self._words(atom)
        if not words and self.rules.words == "released":
            raise InputError("dtels-atoms-blank")
        return lcs_length(wanted, words) / len(wanted) if wanted else 0.0

    def _words(self, text: str) -> list[str]:
        if text not in self.known:
            joined = " ".join((self._segment if _HAN.search(text) else latin_words)(text))
            for end in _SENTENCE_ENDS:
                joined = end.sub(r"\1\n\2", joined)
            lines = (" ".join(line.split()) for line in joined.rstrip().split("\n") if line)
            words = [word for line in lines for word in line.split(" ")]
            folded = [word.lower() for word in words if any(map(str.isalnum, word))]
            self.known[text] = words if self.rules.words == "released" else folded
        return self.known[text]

    def _segment(self, text: str) -> Sequence[str]:
        if not isinstance(self.segmenter, str):
            return self.segmenter(text)
        try:
            function = pkgutil.resolve_name(self.segmenter)
        except (ImportError, AttributeError, ValueError):
            raise UsageError("segmenter-missing", segmenter=self.segmenter) from None
        logging.getLogger(self.segmenter.partition(":")[0]).setLevel(logging.WARNING)
        return list(function(text))

    def _granularities(
        self, matches: Sequence[tuple[DtelsNode, DtelsNode, float]], reference: DtelsTopic
    ) -> dict[str, float]:
        """Return the share of edges between matched nodes that lie in each level, of all together the first."""
        if reference.meta_timeline is None:
            raise InputError("dtels-levels-missing")
        levels, edges = {"N": reference, **reference.meta_timeline}, len(matches) - 1
        timelines = {name: level.timeline or () for name, level in levels.items()}
        if self.rules.edges == "matched":
            pairs = [(first.id, second.id) for (_, first, _), (_, second, _) in pairwise(matches)]
            known = {name: {(a.id, b.id) for a, b in pairwise(level)} for name, level in timelines.items()}
            return {name: sum(pair in known[name] for pair in pairs) / edges for name in known}
        nodes = [node for level in timelines.values() for node in level]
        ids = [node.id for node in nodes]
        bounds = dict(zip(timelines, (np.cumsum([*map(len, timelines.values())]) - 1).tolist(), strict=True))
        values = np.full((len(matches), len(nodes)), _EPS)
        for i, (_, match, score) in enumerate(matches):
            values[i, ids.index(match.id)] += score
        values *= self._closeness([node for node, _, _ in matches], nodes)
        sums = np.zeros_like(values)
        sums[:-1, :-1] = values[:-1, :-1] + values[1:, 1:]
        sums[:, [*bounds.values()]] = 0
        mounted, counted, granularities = linear_sum_assignment(sums, maximize=True)[1], 0, dict[str, float]()
        for name, bound in bounds.items():
            mounted = mounted[mounted != bound]
            count = int(np.sum(mounted < bound))
            granularities[name], counted = min(count - counted, edges) / edges, count
        return granularities

    def _facts(self, nodes: Sequence[DtelsNode], reference: DtelsTopic) -> dict[Hashable, float]:
        """Return the share of the atoms of each node that its nearest pieces of articles support."""
        facts: dict[Hashable, float] = {}
        for place, node in enumerate(nodes, 1):
            pieces = self._pieces(node, reference.docs or ()) if node.atoms else []
            supported = [
                bool(atom.strip()) and any(self._recall(piece, atom) > self.threshold for piece in pieces)
                for atom in node.atoms or ()
            ]
            if pieces:
                again = self.rules.ids == "each" and node.id in facts
                facts[f"{node.id}#{place}" if again else node.id] = sum(supported) / len(supported)
        return facts

    def _pieces(self, node: DtelsNode, articles: Sequence[DtelsArticle]) -> list[str]:
        """Return the pieces of the articles near a node, or of all where none is near, that fit its summary best."""
        day = _day(node.time)
        near = [each for each in articles if abs(_day(each.time) - day) <= self.window] or articles
        pieces = list[str]()
        for article in near:
            if article.title is None or article.content is None:
                raise InputError("dtels-article-null")
            text = f"{article.title}\n{article.content}"
            pieces += (text[start : start + _PIECE] for start in range(0, len(text), _PIECE))
        pieces = [piece for piece in pieces if len(piece.strip()) > _SHORTEST]
        return best_pieces(pieces, (node.summary or _joined(node)).split()) if pieces else []


def _joined(node: DtelsNode) -> str:
    return "。".join(filter(str.strip, node.atoms or ()))


def latin_words(text: str) -> Iterator[str]:
    """Yield the words that jieba cuts a text without Chinese characters into."""
    for place, block in enumerate(_BLOCK.split(text)):
        for inner, part in enumerate(_WORD.split(block)):
            yield from [part] if inner % 2 else filter(None, _RUN.split(part)) if place % 2 else part


def best_pieces(pieces: Sequence[str], query: Sequence[str]) -> list[str]:
    """Return the three best pieces by Okapi BM25 as in rank_bm25, in which no idf is below a quarter of the mean."""
    counts = [Counter(piece.split()) for piece in pieces]
    having = Counter(word for each in counts for word in each)
    idf = {word: math.log(len(pieces) - n + 0.5) - math.log(n + 0.5) for word, n in having.items()}
    floor = _FLOOR * (float(np.cumsum([*idf.values()])[-1]) / len(idf))  # sum() rounds differently from 3.12 on
    lengths = np.array([each.total() for each in counts])
    scores = np.zeros(len(pieces))
    for word in query:
        n, worth = np.array([each[word] for each in counts]), idf.get(word, 0.0)
        norm = n + _K1 * (1 - _B + _B * lengths / (lengths.sum() / len(pieces)))
        scores += (floor if worth < 0 else worth) * (n * (_K1 + 1) / norm)
    return [pieces[place] for place in np.argsort(scores)[::-1][:_PIECES]]


def _day(time: str | None, nominal: bool = False) -> float:
    """Return the number of a day; a nominal one is 366 years + 31 months + days, and 0 for what is no date."""
    try:
        year, month, day = map(int, (time or "").partition("T")[0].split("-"))
        return year * 366 + month * 31 + day if nominal else datetime.date(year, month, day).toordinal()
    except (ValueError, OverflowError):
        return 0 if nominal else math.nan


def read_dtels(path: Path, reference: bool = False) -> list[DtelsTopic]:
    """Return the topics of a file; lines of references without a timeline or its levels are passed over."""
    example = '{"id": 1, "timeline": [{"id": 0, "time": "2021-07-03", "summary": "...", "atoms": ["..."]}]}'
    nodes = [node.as_object("a topic", such=example) for node in objects_of(raw_lines(path), Notebook(path))]
    if not reference:
        return [node.read(DtelsTopic) for node in nodes]
    known = [node for node in nodes if node.members.keys() >= {"id", "timeline", "meta_timeline"}]
    if lacking := next((node for node in known if "docs" not in node.members), None):
        raise lacking.fail("dtels-docs-missing")
    if not known:
        raise FormatError("dtels-references-missing", path)
    return [node.read(DtelsTopic) for node in known]


def spelled_rules() -> str:
    """Return the rules."""
    return spelled_settings(DtelsRules)


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Read, score, print."""
    rules = changed_rules(DtelsRules(), args.set, "divisor=reference")
    references = {str(each.id): each for each in read_dtels(args.reference_file, reference=True)}
    scorer = DtelsScorer(references, rules, args.N, args.threshold, args.fact_time_window, args.segmenter)
    scores = scorer.scores(read_dtels(args.test_file))
    err.writelines(f"note: {note}\n" for note in scores.notes)
    if args.json:
        out.write(json.dumps(scores.to_dict(), indent=2, ensure_ascii=False) + "\n")
        return 0
    rows = [[score.topic, *(getattr(score, name) for name in NAMES)] for score in scores.scores]
    out.write(Table(["topic", *NAMES], [*rows, ["overall", *scores.overall.values()]]).text())
    return 0
