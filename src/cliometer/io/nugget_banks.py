"""Files of nuggets: those of AutoNuggetizer and of the TREC RAG tracks, and the NuggetBank (v3) of TREC AutoJudge.

AutoNuggetizer's nuggets, assignments and answers are lines of JSON, which the classes of this module describe; TREC RAG
2025 puts the names of an answer under `metadata`. Beside the keys of AutoNuggetizer a nugget may have a `date`, and an
assignment the date under which a timeline tells it, `told`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from cliometer.errors import FormatError, InputError
from cliometer.io.input_form import STANDARD_INPUT
from cliometer.io.json_values import JsonNode, holds_answers, holds_bank, json_nodes
from cliometer.io.lines import Notebook
from cliometer.io.text_files import existing, files_of, has_ending, read_bare_text, unpacked
from cliometer.model.notes import Note
from cliometer.model.nugget_banks import IMPORTANCE, SUPPORT, BankNugget, BankTopic, GradedAnswer
from cliometer.model.records import encode, renamed
from cliometer.model.timeline import ReferenceSet
from cliometer.spelling import listed, quoted

_ENDINGS = (".jsonl", ".json", ".ndjson")
_SHOWN = 3  # labels or topics in a note
T = TypeVar("T")
Notes = tuple[Note, ...]


@dataclass(frozen=True, kw_only=True)
class NuggetRecord:
    """The nuggets of a topic as AutoNuggetizer writes them, perhaps with the answer to which they are assigned.

    In its retrieval mode the query is called `text`, and nuggets are assigned to a document of a run.
    """

    query: str | None = None
    text: str | None = None
    topic: str | int = field(metadata=renamed("qid"))
    answer_text: str | None = None
    response_length: int | None = None
    run_id: str | None = None
    candidate_text: str | None = None
    docid: str | int | None = None
    nuggets: tuple[BankNugget, ...]

    @property
    def is_assigned(self) -> bool:
        """Whether an answer was assigned to some nugget."""
        return any(nugget.assignment for nugget in self.nuggets)

    @property
    def bank(self) -> dict[str, Any]:
        """The nuggets as the claims of a NuggetBank."""
        claims: dict[str, Any] = {}
        for n in self.nuggets:
            key = f"{n.text} ({len(claims) + 1})" if n.text in claims else n.text
            claims[key] = {"claim": n.text, "query_id": self.topic, "importance": n.importance}
        head = {"query_id": self.topic, "title_query": self.query or self.text or "", "format_version": "v3"}
        return {**head, "claim_bank": claims}


@dataclass(frozen=True, kw_only=True)
class BankAnswer:
    """An answer to a question of a NuggetBank."""

    answer: str


@dataclass(frozen=True, kw_only=True)
class BankEntry:
    """A question with its answers, or a claim, of a NuggetBank, and what is below it."""

    question: str = ""
    claim: str = ""
    answers: tuple[BankAnswer, ...] | dict[str, BankAnswer] | None = None
    aggregator_type: str | None = None
    importance: str | int | None = None
    sub_nuggets: tuple[BankEntry, ...] | None = None

    def nuggets(self) -> Iterator[BankNugget]:
        """Yield the entry as a nugget, then those below it."""
        joint = " and " if self.aggregator_type == "AND" else " or "
        answers = joint.join(answer.answer for answer in _values(self.answers))
        text = " ".join(filter(None, (self.question or self.claim, answers)))
        yield BankNugget(text, "" if self.importance is None else str(self.importance))
        for entry in self.sub_nuggets or ():
            yield from entry.nuggets()


@dataclass(frozen=True, kw_only=True)
class NuggetBank:
    """A NuggetBank of version 3; where it does not name its topic, its metadata do."""

    query_id: str | int | None = None
    title_query: str | None = None
    nugget_bank: tuple[BankEntry, ...] | dict[str, BankEntry] | None = None
    claim_bank: tuple[BankEntry, ...] | dict[str, BankEntry] | None = None
    metadata: dict[str, Any] | None = None

    def record(self, node: JsonNode) -> NuggetRecord:
        """Return the nuggets as AutoNuggetizer has them."""
        names = (self.query_id, *map((self.metadata or {}).get, ("topic_id", "query_id")), self.title_query)
        if (topic := next((name for name in names if name not in (None, "")), None)) is None:
            raise node.fail("key-missing", what="a nugget bank", key=quoted("query_id"))
        entries = (*_values(self.nugget_bank), *_values(self.claim_bank))
        nuggets = tuple(nugget for entry in entries for nugget in entry.nuggets())
        return NuggetRecord(query=self.title_query or "", topic=topic, nuggets=nuggets)


def _values(entries: Sequence[T] | Mapping[str, T] | None) -> Iterable[T]:
    return entries.values() if isinstance(entries, Mapping) else entries or ()


def read_files(paths: Iterable[Path], assigned: bool = False) -> tuple[list[NuggetRecord], Notes]:
    """Read the records of all files, which may have to be `assigned`, and notes on labels that are none."""
    records, notes = list[NuggetRecord](), list[Note]()
    for path in paths:
        read = list[NuggetRecord]()
        for file in files_of(path, _ENDINGS, "nuggets; expected .jsonl or .json"):
            held = [_record(node) for node in json_nodes(read_bare_text(file), Notebook(file))]
            if held and assigned and not any(record.is_assigned for record in held):
                raise InputError("assignments-expected", file)
            read += held
        if not read:
            raise FormatError("bank-empty", path)
        records += read
        notes += _label_notes(path, read)
    return records, tuple(notes)


def _record(node: JsonNode) -> NuggetRecord:
    members = node.as_object("a record of nuggets").members
    if "answer" in members:
        raise node.fail("answers-not-assigned")
    if "nugget_bank" in members or "claim_bank" in members:
        return node.read(NuggetBank).record(node)
    return node.read(NuggetRecord)


def _label_notes(path: Path, records: Sequence[NuggetRecord]) -> Iterator[Note]:
    """Yield a note on the labels of importance, and on those of assignment, that the scores do not know."""
    nuggets = [nugget for record in records for nugget in record.nuggets]
    assigned = [nugget.assignment or "" for record in records if record.is_assigned for nugget in record.nuggets]
    for rule, labels, known in (
        ("importances-unknown", [nugget.importance for nugget in nuggets], IMPORTANCE),
        ("assignments-unknown", assigned, SUPPORT),
    ):
        if strange := Counter(label for label in labels if label not in known):
            names = listed((f"{quoted(label)} ({count})" for label, count in strange.most_common()), _SHOWN)
            yield Note.of(rule, path=path, count=strange.total(), labels=names)


def read_banks(paths: Iterable[Path]) -> tuple[dict[str, BankTopic], Notes]:
    """Read the nuggets of each topic; of a topic that stands again, as in assignments of several runs, the first."""
    records, notes = read_files(paths)
    kept, repeated = _first(("", record.topic, record) for record in records if record.nuggets)
    empty = [str(record.topic) for record in records if not record.nuggets]
    topics = {
        topic: BankTopic(topic, record.nuggets, record.query or record.text or "")
        for topic, record in kept.get("", {}).items()
    }
    return topics, (*notes, *topic_notes({"bank-topics-repeated": repeated, "bank-topics-empty": empty}))


def read_assignments(paths: Iterable[Path]) -> tuple[dict[str, dict[str, GradedAnswer]], Notes]:
    """Read what each run answers to each topic, by the nuggets that were assigned; of repeated records the first."""
    runs: dict[str, dict[str, GradedAnswer]] = {}
    notes: Notes = ()
    for path in paths:
        if not (path == STANDARD_INPUT or holds_bank(path) or (path.is_file() and has_ending(path, *_ENDINGS))):
            raise InputError("assignments-not-found", existing(path))
        records, seen = read_files([path], assigned=True)
        kept, repeated = _first((record.run_id or unpacked(path).stem, record.topic, record) for record in records)
        notes += (*seen, *topic_notes({"assignments-repeated": repeated}))
        if twice := kept.keys() & runs.keys():
            raise InputError("run-in-other-file", path, twice=min(twice))
        runs |= {run: {topic: kept[run][topic].nuggets for topic in kept[run]} for run in kept}
    return runs, notes


def _first(named: Iterable[tuple[str, str | int, T]]) -> tuple[dict[str, dict[str, T]], list[str]]:
    """Return the first record of each run and topic, and the topics of the others."""
    kept: dict[str, dict[str, T]] = {}
    repeated = []
    for run, topic, record in named:
        if kept.setdefault(run, {}).setdefault(str(topic), record) is not record:
            repeated.append(str(topic))
    return kept, repeated


def topic_notes(noted: Mapping[str, Sequence[str]]) -> Notes:
    """Return a note by each rule that names topics."""
    shown = {rule: listed(dict.fromkeys(topics), _SHOWN) for rule, topics in noted.items() if topics}
    return tuple(Note.of(rule, count=len(noted[rule]), topics=names) for rule, names in shown.items())


def read_bank_references(path: Path) -> tuple[dict[str, ReferenceSet], Notes]:
    """Read the dated nuggets of each topic as a timeline, the reference; and notes on what is left out."""
    topics, notes = read_banks([path])
    references = {id: ReferenceSet(topic.timeline) for id, topic in topics.items() if topic.dated}
    if not references:
        raise InputError("bank-without-dates", path)
    return references, (*notes, *date_notes(topics, {}))


def date_notes(topics: Mapping[str, BankTopic], runs: Mapping[str, Mapping[str, GradedAnswer]]) -> Notes:
    """Return notes on nuggets without a date, and on those that a run supports without the date that tells them."""
    undated = [id for id, topic in topics.items() for nugget in topic.nuggets if not nugget.date]
    untold = [
        f"{run} on {id}"
        for run, answers in runs.items()
        for id in answers.keys() & topics.keys()
        for nugget, graded in zip(topics[id].nuggets, topics[id].assigned(answers[id]), strict=True)
        if nugget.date and graded and graded.assignment == "support" and not graded.told
    ]
    return topic_notes({"nuggets-undated": undated, "support-undated": sorted(untold)})


# Answers, before they are assigned.


@dataclass(frozen=True, kw_only=True)
class CitedSentence:
    """A sentence of an answer; it cites documents by their places in the references, or by their ids."""

    text: str
    citations: tuple[int | str, ...] | dict[str, Any] = ()


@dataclass(frozen=True, kw_only=True)
class CitedAnswer:
    """What a run answers to a topic, as AutoNuggetizer reads it."""

    run_id: str
    topic_id: str | int
    topic: str = ""
    references: tuple[str, ...] = ()
    response_length: int | None = None
    answer: tuple[CitedSentence, ...]

    @property
    def text(self) -> str:
        """The sentences as assignments have them."""
        return " ".join(sentence.text for sentence in self.answer)


_MOST_WORDS, _MOST_REFERENCES = 400, 100  # of an answer, TREC RAG 2025


def read_answers(paths: Iterable[Path]) -> tuple[list[CitedAnswer], Notes]:
    """Read the answers of TREC RAG 2024 or 2025, with citations as places; and a note on answers that are too long."""
    answers = [_answer(node) for path in paths for node in json_nodes(read_bare_text(path), Notebook(path))]
    long = [
        str(a.topic_id) for a in answers if len(a.text.split()) > _MOST_WORDS or len(a.references) > _MOST_REFERENCES
    ]
    return answers, topic_notes({"answers-too-long": long})


def read_answers_of_runs(paths: Iterable[Path]) -> tuple[dict[str, dict[str, CitedAnswer]], Notes]:
    """Read what each run answers to each topic; of repeated answers the first."""
    answers, notes = read_answers(paths)
    kept, repeated = _first((answer.run_id, answer.topic_id, answer) for answer in answers)
    return kept, (*notes, *topic_notes({"answers-repeated": repeated}))


def _answer(node: JsonNode) -> CitedAnswer:
    members = dict(node.as_object("an answer").members)
    if isinstance(metadata := members.get("metadata"), Mapping):
        names = {"run_id": "run_id", "topic_id": "narrative_id", "topic": "narrative"}
        members |= {ours: metadata[theirs] for ours, theirs in names.items() if theirs in metadata}
    answer = replace(node, value=members).read(CitedAnswer)
    references, sentences = list(answer.references), list[CitedSentence]()
    for sentence in answer.answer:
        ids = [citation for citation in sentence.citations if isinstance(citation, str)]
        references += dict.fromkeys(id for id in ids if id not in references)
        cited = [references.index(c) if isinstance(c, str) else c for c in sentence.citations]
        if cited and not 0 <= min(cited) <= max(cited) < len(references):
            raise node.fail("citation-out-of-range", citations=listed(map(str, cited)), count=len(references))
        sentences.append(replace(sentence, citations=tuple(cited)))
    words = len(answer.text.split()) if answer.response_length is None else answer.response_length
    return replace(answer, references=tuple(references), response_length=words, answer=tuple(sentences))


def spell_records(records: Iterable[Any]) -> str:
    """Return records or answers as AutoNuggetizer writes them, one a line."""
    return "".join(f"{json.dumps(encode(record))}\n" for record in records)


NUGGET_FORMS = ("nuggetizer", "nuggetbank")


def convert_nuggets(path: Path, form: str) -> tuple[str, Notes]:
    """Return nuggets, assignments or answers as AutoNuggetizer has them, or nuggets as NuggetBanks."""
    if holds_answers(path) and form == "nuggetizer":
        answers, notes = read_answers([path])
        return spell_records(answers), notes
    records, notes = read_files([path])
    if form == "nuggetizer":
        return spell_records(records), notes
    richer = [str(r.topic) for r in records if r.is_assigned or any(nugget.date for nugget in r.nuggets)]
    return spell_records(record.bank for record in records), (*notes, *topic_notes({"bank-left-out": richer}))
