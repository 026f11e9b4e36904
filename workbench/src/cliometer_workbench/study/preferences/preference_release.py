"""Release of a preference study: votes, checks, reasons, and a package that opens again."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, get_args

from cliometer.errors import InputError
from cliometer.io.json_values import JsonObjectNode, json_document, json_nodes
from cliometer.io.lines import Notebook
from cliometer.io.sheets import csv_text, json_text, jsonl_text
from cliometer.io.vote_rows import CRITERION
from cliometer.model.judgements import Poll, Vote
from cliometer.spelling import listed, quoted
from cliometer.study.contests import LEFT, RIGHT, TIE
from cliometer.study.topics import Topic, read_topics, write_topic
from cliometer_workbench.study.journal import Action, UnnumberedAction, number_actions
from cliometer_workbench.study.preferences.answer_formats import answer_parts
from cliometer_workbench.study.preferences.answer_records import Answer, SummaryMark
from cliometer_workbench.study.preferences.ballot import PreferenceBallot
from cliometer_workbench.study.preferences.ballot_plan import (
    HAND,
    SEATS,
    PreferenceStudySettings,
    read_preference_settings,
)
from cliometer_workbench.study.preferences.comparison_items import ItemKind
from cliometer_workbench.study.preferences.marks import MARKS_FILE, mark_files, read_mark
from cliometer_workbench.study.preferences.model_answers import SEEN

# `answers.jsonl` holds every answer, and the rest follows from it: `votes.csv` and `votes.jsonl`, which
# `cliometer vote` and `cliometer study reasons` read, are the votes of judges in good standing; `aside.csv` those
# of the others, in the same columns with the reason; `checks.csv` the quiz, the hidden tests and the
# repeats. Repeats are no votes: a pair has as many votes as the study asked for.

VOTE_COLUMNS = ("topic", "judge", "first", "second", "preferred", "reason")
CHECK_COLUMNS = ("judge", "kind", "topic", "first", "second", "preferred", "expected", "seconds")
_ANSWER_KEYS = tuple(field.name for field in fields(Answer))
_TIES = ("tie", "draw", "equal", "neither", "no preference")  # what `cliometer vote` understands


@dataclass(frozen=True)
class PreferenceRelease:
    """Every answer of a study, judge by judge.

    Where a study does not ask for choices between two, `marks` hold what was filled in, and answers follow from them.
    """

    answers: tuple[Answer, ...]
    marks: tuple[SummaryMark, ...] = ()

    @property
    def votes(self) -> tuple[Vote, ...]:
        return tuple(answer.vote for answer in self.answers if answer.kind == "vote" and not answer.aside)

    @property
    def counting_marks(self) -> tuple[SummaryMark, ...]:
        """The marks of votes of judges in good standing."""
        return tuple(mark for mark in self.marks if mark.kind == "vote" and not mark.aside)

    @property
    def aside(self) -> tuple[Answer, ...]:
        """Votes of judges who are set aside."""
        return tuple(answer for answer in self.answers if answer.kind == "vote" and answer.aside)

    @property
    def checks(self) -> tuple[Answer, ...]:
        """Answers to the quiz, hidden tests and repeats."""
        return tuple(answer for answer in self.answers if answer.kind != "vote")

    def poll(self, name: str = "votes") -> Poll:
        """Return the votes that count, as `court.votes.tally` takes them."""
        return Poll(name, self.votes)

    def files(self) -> dict[str, str]:
        """Return the text of each file by its name."""
        by_criterion = any(answer.criterion for answer in self.answers)
        votes, columns = _vote_columns(by_criterion), (CRITERION,) if by_criterion else ()
        if self.marks:
            return self._files_of_marks((*votes, "set"), by_criterion)
        seen = (SEEN,) if any(answer.models_seen for answer in self.answers) else ()
        counted = [answer for answer in self.answers if answer.kind == "vote" and not answer.aside]
        cast, aside = (
            [
                [*row, *(getattr(answer, name) for name in (*seen, *last))]
                for row, answer in zip(_vote_rows([answer.vote for answer in of], by_criterion), of, strict=True)
            ]
            for of, last in ((counted, ()), (self.aside, ("aside",)))
        )
        votes, columns = (*votes, *seen), (*columns, *seen)
        checks = [[getattr(answer, name) for name in (*CHECK_COLUMNS, *columns)] for answer in self.checks]
        return {
            "votes.csv": csv_text(votes, cast),
            "votes.jsonl": jsonl_text(dict(zip(votes, row, strict=True)) for row in cast),
            "aside.csv": csv_text((*votes, "aside"), aside),
            "checks.csv": csv_text((*CHECK_COLUMNS, *columns), checks),
            "answers.jsonl": answers_jsonl(self.answers),
        }

    def _files_of_marks(self, columns: Sequence[str], by_criterion: bool) -> dict[str, str]:
        counted = [vote for vote in self.answers if vote.kind == "vote" and not vote.aside]
        cast, aside = (
            [[*row, vote.item] for row, vote in zip(_vote_rows([a.vote for a in of], by_criterion), of, strict=True)]
            for of in (counted, self.aside)
        )
        checks = [[getattr(answer, name) for name in CHECK_COLUMNS] for answer in self.checks if answer.expected]
        return {
            "votes.csv": csv_text(columns, cast),
            "votes.jsonl": jsonl_text(dict(zip(columns, row, strict=True)) for row in cast),
            "aside.csv": csv_text(
                (*columns, "aside"), [[*row, vote.aside] for row, vote in zip(aside, self.aside, strict=True)]
            ),
            "checks.csv": csv_text(CHECK_COLUMNS, checks),
            **mark_files(self.marks),
        }


def release_ballots(ballots: Iterable[PreferenceBallot], salt: str = "") -> PreferenceRelease:
    """Return the answers of all sheets; with a salt, judges appear under pseudonyms."""
    sheets = list(ballots)
    return PreferenceRelease(
        tuple(replace(answer, judge=pseudonym(answer.judge, salt)) for ballot in sheets for answer in ballot.answers),
        tuple(replace(mark, judge=pseudonym(mark.judge, salt)) for ballot in sheets for mark in ballot.marks),
    )


def pseudonym(name: str, salt: str) -> str:
    """Return a name that only the salt connects with the person; the name itself without a salt."""
    return f"j-{hmac.digest(salt.encode(), name.encode(), 'sha256').hex()[:12]}" if salt else name


def votes_csv(votes: Sequence[Vote]) -> str:
    """Write votes as `cliometer vote` reads them."""
    by_criterion = any(vote.criterion for vote in votes)
    return csv_text(_vote_columns(by_criterion), _vote_rows(votes, by_criterion))


def answers_jsonl(answers: Iterable[Answer]) -> str:
    """Write every answer, one JSON object a line."""
    return jsonl_text(map(asdict, answers))


def read_preference_release(text: str, path: Path) -> PreferenceRelease:
    """Read `answers.jsonl`; `path` is the place that a complaint names."""
    answers: dict[tuple[str, str, str], Answer] = {}
    for value in json_nodes(text, Notebook(path)):
        node = value.as_object("an answer", _ANSWER_KEYS)
        answer = _read_answer(node)
        if answers.setdefault((answer.judge, answer.item, answer.criterion), answer) is not answer:
            raise node.fail(f"{quoted(answer.judge)} has answered {quoted(answer.item)} already; keep one")
    if not answers:
        raise InputError("is empty: expected answers", path)
    return PreferenceRelease(tuple(answers.values()))


def read_marks(text: str, path: Path) -> PreferenceRelease:
    """Read `marks.jsonl`; `path` is the place that a complaint names."""
    marks: dict[tuple[str, ...], SummaryMark] = {}
    for value in json_nodes(text, Notebook(path)):
        node = value.as_object("a mark", [field.name for field in fields(SummaryMark)])
        mark = read_mark(node)
        if marks.setdefault((mark.judge, mark.item, mark.criterion, mark.part), mark) is not mark:
            raise node.fail(f"{quoted(mark.judge)} has marked {quoted(mark.item)} already; keep one")
    return PreferenceRelease((), tuple(marks.values()))


def _read_answer(node: JsonObjectNode) -> Answer:
    kind = next((kind for kind in get_args(ItemKind) if kind == node.text("kind")), None)
    if kind is None:
        raise node.at("kind").fail(f"expected vote, repeat, test or quiz, found {quoted(node.text('kind'))}")
    texts = {name: node.text(name) for name in _ANSWER_KEYS if name not in ("kind", "seconds")}
    answer = Answer(kind=kind, seconds=float(node.number("seconds")), **texts)
    if not answer.seconds >= 0:
        raise node.at("seconds").fail(f"expected 0 or more, found {quoted(answer.seconds)}")
    for name in ("preferred", "expected"):
        if texts[name] not in (answer.first, answer.second, ""):
            raise node.at(name).fail(f"expected one of the two, or nothing, found {quoted(texts[name])}")
    if answer.first == answer.second:
        raise node.fail(f"compares {quoted(answer.first)} with itself; two systems are needed")
    return answer


def _vote_columns(by_criterion: bool) -> tuple[str, ...]:
    return (*VOTE_COLUMNS, CRITERION) if by_criterion else VOTE_COLUMNS


def _vote_rows(votes: Sequence[Vote], by_criterion: bool) -> list[list[str]]:
    """Return votes as rows of a sheet; the word for a tie is one that no system has for its name."""
    names = {name.casefold() for vote in votes for name in (vote.left, vote.right)}
    tie = next(word for word in (*_TIES, "=") if word not in names)
    rows = [[vote.topic, vote.judge, vote.left, vote.right, vote.winner or tie, vote.reason] for vote in votes]
    return [[*row, vote.criterion] for row, vote in zip(rows, votes, strict=True)] if by_criterion else rows


def _choice(row: Answer | SummaryMark) -> str:
    return row.choice if isinstance(row, SummaryMark) else {row.first: LEFT, row.second: RIGHT}.get(row.preferred, TIE)


TOPICS_FILE, SHEETS_FILE, ANSWERS_FILE = "topics.jsonl", "sheets.json", "answers.jsonl"


@dataclass(frozen=True)
class PreferencePackage:
    """A study as it was frozen.

    `settings` are for the desk of each judge: with them, and her actions, her sheet comes out as it was.
    """

    topics: tuple[Topic, ...]
    settings: Mapping[str, Any]
    actions: Mapping[str, tuple[Action, ...]]  # by judge, in the order of the release
    release: PreferenceRelease


def pack_study(
    topics: Sequence[Topic], settings: PreferenceStudySettings, ballots: Iterable[PreferenceBallot], salt: str = ""
) -> dict[str, str]:
    """Return the text of each file by its name: those of the release, the topics and the sheets."""
    sheets = list(ballots)
    judges = {
        pseudonym(ballot.judge, salt): {
            "number": ballot.plan.number, HAND: sorted(ballot.plan.slots), "attempts": len(ballot.grades)
        }
        for ballot in sheets
    }  # fmt: skip
    if len(judges) < len(sheets):
        raise InputError("two sheets belong to one judge; a judge has one sheet in a preference study")
    written = {"settings": asdict(settings), "judges": judges}
    return {
        **release_ballots(sheets, salt).files(),
        TOPICS_FILE: "".join(write_topic(topic) + "\n" for topic in topics),
        SHEETS_FILE: json_text(written),
    }


def unpack_study(files: Mapping[str, str]) -> PreferencePackage:
    """Read what `pack_study` wrote; topics, sheets and answers are enough, the rest follows from them."""
    file = MARKS_FILE if MARKS_FILE in files else ANSWERS_FILE
    lacking = [name for name in (TOPICS_FILE, SHEETS_FILE, file) if name not in files]
    if lacking:
        raise InputError(f"the study lacks {listed(lacking)}; give all files of the release")
    topics = read_topics(files[TOPICS_FILE])
    settings, seats = _sheets(files[SHEETS_FILE])
    answers = PreferenceRelease(())
    if files[file].strip():
        read = read_preference_release if file == ANSWERS_FILE else read_marks
        answers = read(files[file], Path(file))
    records: Sequence[Answer | SummaryMark] = answers.answers or answers.marks
    strange = next((record.judge for record in records if record.judge not in seats), None)
    if strange is not None:
        raise InputError(f"{quoted(strange)} answers, but has no sheet in {SHEETS_FILE}", file)
    actions = {
        judge: _actions(judge, [record for record in records if record.judge == judge], settings, attempts)
        for judge, (_, attempts) in seats.items()
    }
    beside = {judge: seat for judge, (seat, _) in seats.items()}
    return PreferencePackage(topics, {**asdict(settings), SEATS: beside}, actions, answers)


def _sheets(text: str) -> tuple[PreferenceStudySettings, dict[str, tuple[dict[str, object], int]]]:
    node = json_document(text, Notebook(Path(SHEETS_FILE)), "one JSON object with settings and judges")
    sheets = node.as_object("the sheets", ("settings", "judges"))
    settings = sheets.at("settings").as_object("the settings", PreferenceStudySettings.__dataclass_fields__)
    seats = sheets.at("judges").as_object("the judges")
    chosen = settings.build(lambda: read_preference_settings(settings.members))
    judges = {name: seats.at(name).as_object("a judge", ("number", HAND, "attempts")) for name in seats.members}
    return chosen, {
        name: ({"number": seat.whole("number"), HAND: list(seat.texts(HAND))}, seat.whole("attempts"))
        for name, seat in judges.items()
    }


def _actions(
    judge: str, answers: Sequence[Answer | SummaryMark], settings: PreferenceStudySettings, attempts: int
) -> tuple[Action, ...]:
    """Return answers as a journal: the quiz, handed in as often as it was, then the pairs."""
    steps: list[UnnumberedAction] = []
    reasons: dict[str, str] = {}  # of each item, which its first answer has
    quiz, parts = 0, settings.quiz * len(answer_parts(settings.format, settings.together))
    for record in answers:
        given: dict[str, object] = {"item": record.item, "choice": _choice(record), "seconds": record.seconds}
        given |= {"reason": reasons.setdefault(record.item, record.reason)}
        given |= {CRITERION: record.criterion} if record.criterion else {}
        if isinstance(record, SummaryMark):
            given["part"] = record.part
        elif record.models_seen:
            given[SEEN] = record.models_seen
        steps.append(("answer", given))
        quiz += record.kind == "quiz"
        if record.kind == "quiz" and quiz % parts == 0 and quiz // parts <= attempts:
            steps.append(("grade", {}))
    return number_actions(judge, steps)
