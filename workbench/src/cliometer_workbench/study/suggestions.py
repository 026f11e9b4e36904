"""Suggestions: what a machine proposes to a judge, who accepts or declines it; the journal keeps which of the two.

A suggestion holds the actions that carry it out. Whoever accepts it sends them with its id as the detail `suggestion`,
and whoever declines it says so by a verb. Its id names its source and follows from what it proposes, so that it stays
the same when a sheet is laid out again.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Self

from cliometer.errors import InputError, unknown
from cliometer.grouping import by_key
from cliometer.io.units import UnitFile
from cliometer.model.notes import Note
from cliometer.model.sources import Source
from cliometer.model.units import LINKED_BY
from cliometer.spelling import listed, quoted
from cliometer.study.link_agreement import TopicLinks, cell_alpha, mean_or_none, pair_overlaps
from cliometer.study.topics import SuggestionRow
from cliometer.study.unit_drafts import DRAFT, DRAFTED_BY, STATUS, gram_vectors
from cliometer.text.annotate import annotate
from cliometer_workbench.study.journal import SUGGESTION, Action, UnnumberedAction, Worksheet, standing_actions, verb

SIMILARITY, TAGGER = "similarity", "tagger"
LEAST_COSINE = 0.2  # of a sentence with what it is suggested for
MOST_OF_A_TEXT = 2  # suggestions for one sentence
_LONGEST_SOURCE, _LONGEST_NAME = 60, 38  # the name of a model leaves room for the digest of its prompt
_WORDS = "words"  # a detail that names an event or a unit beside its id, which may mean another one here
_PROMPT = re.compile(r"\|prompt:(\w+)$")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True)
class Suggestion:
    """A proposal: the actions that carry it out, the ids that it is about, and how sure its source is."""

    id: str
    actions: tuple[UnnumberedAction, ...]
    about: tuple[str, ...] = ()
    score: float | None = None

    @property
    def source(self) -> str:
        return self.id.rpartition(":")[0]


def suggestion_id(source: str, *parts: str) -> str:
    """Return the id of a suggestion, which its source and what it is about decide."""
    return f"{source}:{hashlib.sha256(chr(31).join(parts).encode()).hexdigest()[:12]}"


@dataclass(frozen=True)
class SuggestedSheet(Worksheet):
    """A sheet on which suggestions are shown until they are carried out or declined."""

    declined: frozenset[str] = field(default=frozenset(), kw_only=True)

    @property
    def suggestions(self) -> tuple[Suggestion, ...]:
        """The suggestions that are shown, of which nobody has decided yet."""
        raise NotImplementedError

    @verb
    def decline(self, suggestion: str) -> Self:
        """Refuse a suggestion: it is not shown any more."""
        return replace(self, declined=self.declined | {suggestion})


@dataclass(frozen=True)
class ProposalSheet(SuggestedSheet):
    """A sheet whose suggestions are known when it is laid out: lines that a judge may take over."""

    proposals: tuple[Suggestion, ...] = field(default=(), kw_only=True, repr=False)
    taken: frozenset[str] = field(default=frozenset(), kw_only=True)

    def do(self, action: Action) -> Self:
        """Return the work after one more action, and remember the suggestion that it carried out."""
        done = super().do(action)
        id = action.details.get(SUGGESTION)
        return done if action.verb == "decline" or not isinstance(id, str) else replace(done, taken=done.taken | {id})

    @property
    def suggestions(self) -> tuple[Suggestion, ...]:
        """What nobody has decided on yet."""
        return tuple(proposal for proposal in self.proposals if proposal.id not in self.declined | self.taken)


ROW_DETAILS: Mapping[str, tuple[str, ...]] = {
    "list": ("text",),
    "link": ("sentence", "event"),
    "match": ("sentence", "unit"),
    "write": ("date", "text"),
}
"""The details of a suggestion in each step for which files can bring some."""
OPTIONAL_DETAILS: Mapping[str, tuple[str, ...]] = {"match": ("v",)}


def suggestion_row(given: Mapping[str, object], where: str) -> tuple[str, SuggestionRow]:
    """Return the topic of a row and its suggestion; what is unknown or missing is refused at its place."""
    texts = {name: str(value).strip() for name, value in given.items() if value not in (None, "")}
    step = texts.get("step", "")
    if step not in ROW_DETAILS:
        raise InputError("row-refused", where=where, problem=unknown("step", step, ROW_DETAILS))
    wanted = ROW_DETAILS[step]
    lacking = [name for name in ("topic", *wanted) if name not in texts]
    if lacking:
        raise InputError(
            "suggestion-incomplete", where=where, step=step, columns=listed(("topic", *wanted)), column=lacking[0]
        )
    optional = OPTIONAL_DETAILS.get(step, ())
    columns = ("topic", "step", "source", "score", *wanted, *optional)
    others = [name for name in texts if name not in columns]
    if others:
        raise InputError("row-refused", where=where, problem=unknown("column", others[0], columns))
    source = texts.get("source", "file").replace(":", "-")
    if len(source) > _LONGEST_SOURCE:
        raise InputError("suggestion-source-long", where=where, source=quoted(source[:20]), most=_LONGEST_SOURCE)
    v = _number(texts, "v", where)
    if v is not None and not 0 < v <= 1:
        raise InputError("suggestion-share", where=where, value=quoted(texts["v"]))
    details = {name: texts[name] for name in (*wanted, *optional) if name in texts}
    return texts["topic"], SuggestionRow(step, details, source, _number(texts, "score", where))


def _number(texts: Mapping[str, str], name: str, where: str) -> float | None:
    """Return the number of a column, None where it has none; what is no finite number is refused."""
    try:
        number = float(texts[name]) if name in texts else None
    except ValueError:
        raise InputError("suggestion-number", where=where, name=name, value=quoted(texts[name])) from None
    if number is not None and not math.isfinite(number):
        raise InputError("suggestion-finite", where=where, name=name, value=quoted(texts[name]))
    return number


def model_rows(file: UnitFile) -> tuple[dict[str, list[SuggestionRow]], tuple[str, ...]]:
    """Return by topic what `cliometer judge` linked or `cliometer study draft` drafted in a file, and notes.

    Nothing of people is among it, and no draft without lines.
    """
    rows, empty = defaultdict[str, list[SuggestionRow]](list), list[str]()
    for topic in file.units:
        for unit in topic.units:
            roles = dict(unit.roles)
            words = unit.label or next((contributor.text for contributor in unit.contributors if contributor.text), "")
            if LINKED_BY in roles:
                for member in unit.group.members if unit.group else ():
                    if isinstance(member.of, str) and member.v > 0:
                        link = {"sentence": member.of, "unit": unit.id, "v": str(member.v), _WORDS: words}
                        rows[topic.id].append(SuggestionRow("match", link, origin(roles[LINKED_BY])))
            drafter = roles.get(DRAFTED_BY, "")
            if roles.get(STATUS) != DRAFT or LINKED_BY in roles:
                continue
            if not unit.contributors:
                empty.append(unit.id)
            elif drafter or len(unit.contributors) > 1:
                lines = [[part.writer, str(part.date or ""), part.text] for part in unit.contributors]
                details = {"lines": json.dumps(lines), "label": (unit.label or "") if drafter else ""}
                rows[topic.id].append(SuggestionRow("build", details, origin(drafter) if drafter else DRAFT))
    for story in file.events:
        for event in story.events:
            by = next((origin(judge) for judge in event.judges if _PROMPT.search(judge)), "")
            details = {"event": event.id, _WORDS: event.text}
            rows[story.id] += [SuggestionRow("link", {"sentence": id, **details}, by) for id in event.links if by]
    return dict(rows), (Note.of("drafts-left-out", drafts=listed(empty)),) if empty else ()


def origin(identity: str) -> str:
    """Return the name of a model and the digest of its prompt, of all that its files say of it.

    >>> origin("endpoint|url:http://localhost/v1|model:qwen|temperature:0|prompt:1a2b3c4d5e6f")
    'qwen, prompt 1a2b3c4d5e6f'
    """
    name = re.search(r"\|model:([^|]+)", identity)
    prompt = _PROMPT.search(identity)
    model = (name[1] if name else identity.partition("|")[0]).replace(":", "-")[:_LONGEST_NAME]
    return f"{model}, prompt {prompt[1]}" if prompt else model


def is_offered(id: str, share: float) -> bool:
    """Return whether suggestions are shown for something: for a share of all, the same for every judge."""
    drawn = int.from_bytes(hashlib.sha256(id.encode()).digest()[:4], "big") / 2**32
    return drawn < share


def best_matches(texts: Mapping[str, str], targets: Mapping[str, str]) -> dict[str, list[tuple[str, float]]]:
    """Return for each text the targets that share most of its rare letter sequences, by TF-IDF cosine, best first."""
    vectors = gram_vectors([*texts.values(), *targets.values()])
    of_targets = zip(targets, vectors[len(texts) :], strict=True)
    having = by_key((gram, (id, weight)) for id, vector in of_targets for gram, weight in vector.items())
    matches: dict[str, list[tuple[str, float]]] = {}
    for id, vector in zip(texts, vectors, strict=False):
        scores: dict[str, float] = defaultdict(float)
        for gram, weight in vector.items():
            for target, other in having.get(gram, ()):
                scores[target] += weight * other
        best = sorted(((target, round(score, 9)) for target, score in scores.items()), key=lambda match: -match[1])
        matches[id] = [match for match in best[:MOST_OF_A_TEXT] if match[1] >= LEAST_COSINE]
    return matches


SHARE = "suggest"  # the setting of a study: for which share of sentences suggestions are shown


def shown_share(settings: Mapping[str, object]) -> float:
    """Return the share of sentences for which a study shows suggestions; none unless its owner says so."""
    share = settings.get(SHARE) or 0.0
    if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
        raise InputError("setting-share-expected", setting=SHARE, value=share)
    return float(share)


def tagged_proposals(
    step: str, sources: Iterable[Source], rows: Iterable[SuggestionRow], settings: Mapping[str, object]
) -> tuple[Suggestion, ...]:
    """Return lines to add: those that a file brought, then sentences in which the tagger finds an event.

    For a timeline these are the sentences that also name a day; for a list of events the first one of each story.
    """
    share, proposals = shown_share(settings), dict[str, Suggestion]()
    for row in rows:
        id = suggestion_id(row.source, *row.details.values())
        if row.step == step and is_offered(id, share):
            proposals[id] = Suggestion(id, (("add", dict(row.details)),), (), row.score)
    for source in sources if share else ():
        dated = [sentence for sentence in _dated_sentences(source) if step == "list" or sentence[1]]
        for sentence, day, text in dated[:1] if step == "list" else dated:
            if is_offered(sentence, share):
                id = suggestion_id(TAGGER, sentence, day)
                details = {"text": text} if step == "list" else {"date": day, "text": text}
                proposals[id] = Suggestion(id, (("add", details),), (sentence,))
    return tuple(proposals.values())


tagged = lru_cache(maxsize=256)(annotate)  # a sheet is laid out anew for each page


def _dated_sentences(source: Source) -> list[tuple[str, str, str]]:
    """Return the id of each sentence with an event in it, the first day that it names, and its text on one line."""
    tags = tagged(source.text, str(source.date) if source.date else None)
    days = [(time.start, time.value) for time in tags.times if time.type == "DATE" and _DAY.fullmatch(time.value)]
    dated = []
    for id, sentence in source.sentences.items():
        if any(sentence.start <= event.start < sentence.end for event in tags.events):
            day = next((value for start, value in days if sentence.start <= start < sentence.end), "")
            dated.append((id, day, " ".join(sentence.text.split())))
    return dated


@dataclass(frozen=True)
class SuggestedLinks:
    """Links of sentences to events, or to units, that similar words, or a file, suggest; found when first asked for.

    `targets` are the words of each event or unit, by any of which a file may name it.
    """

    sentences: Mapping[str, str] = field(default_factory=dict)
    targets: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rows: tuple[SuggestionRow, ...] = ()
    share: float = 0.0
    step: str = "link"  # or match

    @cached_property
    def known(self) -> dict[str, tuple[Suggestion, ...]]:
        """The suggestions for each sentence, those that are held back too."""
        by_target: dict[str, dict[str, Suggestion]] = defaultdict(dict)
        names = {text.casefold(): id for id, texts in self.targets.items() for text in texts}
        for row in (row for row in self.rows if row.step == self.step):
            sentence, named = (row.details[name] for name in ROW_DETAILS[self.step])
            name = row.details.get(_WORDS, "")
            same = named in self.targets and (not name or name in self.targets[named])
            target = named if same else names.get((name or named).casefold())
            if sentence in self.sentences and target:
                by_target[sentence][target] = self._suggestion(
                    row.source, sentence, target, row.score, float(row.details.get("v", 1))
                )
        words = {id: " ".join(texts) for id, texts in self.targets.items()}
        for sentence, best in best_matches(self.sentences, words).items():
            for target, score in best:
                by_target[sentence].setdefault(target, self._suggestion(SIMILARITY, sentence, target, score))
        return {sentence: tuple(suggestions.values()) for sentence, suggestions in by_target.items()}

    @cached_property
    def by_sentence(self) -> dict[str, tuple[Suggestion, ...]]:
        """The suggestions for each sentence for which some are shown."""
        return {sentence: hints for sentence, hints in self.known.items() if is_offered(sentence, self.share)}

    @cached_property
    def by_target(self) -> dict[str, tuple[Suggestion, ...]]:
        """The suggestions for each event or unit: those of a file, then those by similarity, the surest first."""
        hints = by_key((hint.about[1], hint) for group in self.by_sentence.values() for hint in group)
        for group in hints.values():
            group.sort(key=lambda hint: (hint.source == SIMILARITY, -1.0 if hint.score is None else -hint.score))
        return {target: tuple(group) for target, group in hints.items()}

    def about(self, id: str) -> tuple[str, ...]:
        """Return the sentence and the event or unit of a suggestion; nothing where there is no such suggestion."""
        return next((hint.about for group in self.by_sentence.values() for hint in group if hint.id == id), ())

    def _suggestion(self, source: str, sentence: str, target: str, score: float | None, v: float = 1.0) -> Suggestion:
        details: dict[str, object] = {"sentence": sentence, "event": target}
        if self.step == "match":
            details = {"unit": target, "mark": sentence, "v": v}
        return Suggestion(suggestion_id(source, sentence, target), (("link", details),), (sentence, target), score)


@dataclass(frozen=True)
class SuggestedAgreement:
    """How far judges agree on sentences with a suggestion, or on those for which it was held back."""

    shown: bool
    sentences: int
    dice: float | None
    alpha: float | None


def agreement_by_suggestion(links: TopicLinks, hints: SuggestedLinks) -> tuple[SuggestedAgreement, ...]:
    """Compare decisions with and without a suggestion; empty where the study shows none.

    Which sentences show theirs is drawn at random, so that the two sets differ in nothing else.
    """
    agreements, targets = [], {event.event for event in links.events}
    about = {id for id, group in hints.known.items() if any(suggestion.about[1] in targets for suggestion in group)}
    for shown in (True, False) if hints.share else ():
        chosen = {id for id in about if (id in hints.by_sentence) == shown}
        some = replace(
            links,
            sentences=tuple(id for id in links.sentences if id in chosen),
            events=tuple(
                replace(event, linked={judge: sentences & chosen for judge, sentences in event.linked.items()})
                for event in links.events
            ),
        )
        dice = mean_or_none([pair.dice for pair in pair_overlaps(some)])
        agreements.append(SuggestedAgreement(shown, len(chosen), dice, cell_alpha(some) if chosen else None))
    return tuple(agreements)


@dataclass(frozen=True)
class SuggestionUse:
    """What became of the suggestions that one judge, or all on a shared sheet, decided on."""

    accepted: frozenset[str]
    declined: frozenset[str]

    @property
    def decided(self) -> int:
        return len(self.accepted | self.declined)

    @property
    def share(self) -> float | None:
        """The share of decided suggestions that were accepted."""
        return len(self.accepted) / self.decided if self.decided else None


def suggestion_use(journal: Iterable[Action]) -> SuggestionUse:
    """Return what was accepted and declined by the actions of a journal that stand."""
    accepted, declined = set[str](), set[str]()
    for action in standing_actions(journal):
        id = action.details.get(SUGGESTION)
        if isinstance(id, str) and id:
            (declined if action.verb == "decline" else accepted).add(id)
    return SuggestionUse(frozenset(accepted), frozenset(declined - accepted))


def joined_use(uses: Sequence[SuggestionUse]) -> Mapping[str, tuple[int, int]]:
    """Return how often suggestions of each source were accepted and declined, over several sheets."""
    counts: dict[str, tuple[int, int]] = {}
    for use in uses:
        for place, ids in enumerate((use.accepted, use.declined)):
            for id in ids:
                yes, no = counts.get(source := id.rpartition(":")[0], (0, 0))
                counts[source] = (yes + (place == 0), no + (place == 1))
    return dict(sorted(counts.items()))
