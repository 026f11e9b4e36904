"""Release of a preference study: votes, checks, reasons, and a package that opens again."""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from cliometer.errors import InputError
from cliometer.io.json_values import JsonNode, json_document, json_nodes
from cliometer.io.lines import Notebook
from cliometer.io.sheets import csv_text, json_text, jsonl_text
from cliometer.io.vote_rows import CRITERION
from cliometer.model.judgements import Vote
from cliometer.spelling import listed, quoted
from cliometer.study.contests import LEFT, RIGHT, TIE
from cliometer.study.topics import Topic, read_topics, write_topic
from cliometer_workbench.study.journal import Action, UnnumberedAction, number_actions
from cliometer_workbench.study.preferences.answer_records import SEEN, Answer, SummaryMark
from cliometer_workbench.study.preferences.ballot import PreferenceBallot
from cliometer_workbench.study.preferences.ballot_plan import (
    HAND,
    LATE,
    SEATS,
    PreferenceStudySettings,
    read_preference_settings,
)
from cliometer_workbench.study.preferences.comparison_items import BEST, LETTERS, WORST, answer_parts

# `answers.jsonl` holds every answer, and the rest follows from it: `votes.csv` and `votes.jsonl`, which
# `cliometer vote` and `cliometer study reasons` read, are the votes of judges in good standing; `aside.csv` those
# of the others, in the same columns with the reason; `checks.csv` the quiz, the hidden tests and the
# repeats. Repeats are no votes: a pair has as many votes as the study asked for.

VOTE_COLUMNS = ("topic", "judge", "first", "second", "preferred", "reason")
CHECK_COLUMNS = ("judge", "kind", "topic", "first", "second", "preferred", "expected", "seconds")
SET_COLUMNS = ("set", "judge", "topic", "criterion", "systems", BEST, WORST)
MARK_COLUMNS = ("judge", "topic", "system", "criterion", "mark", "set", "kind", "seconds", "aside")
TOPICS_FILE, SHEETS_FILE, ANSWERS_FILE, MARKS_FILE = "topics.jsonl", "sheets.json", "answers.jsonl", "marks.jsonl"
_TIES = ("tie", "draw", "equal", "neither", "no preference")  # what `cliometer vote` understands
R = TypeVar("R", Answer, SummaryMark)


@dataclass(frozen=True)
class PreferenceRelease:
    """Every answer of a study, judge by judge.

    Where a study does not ask for choices between two, `marks` hold what was filled in, and answers follow from them.
    """

    answers: tuple[Answer, ...]
    marks: tuple[SummaryMark, ...] = ()

    @property
    def counted(self) -> tuple[Answer, ...]:
        """Votes of judges in good standing."""
        return tuple(answer for answer in self.answers if answer.kind == "vote" and not answer.aside)

    @property
    def votes(self) -> tuple[Vote, ...]:
        return tuple(answer.vote for answer in self.counted)

    @property
    def counting_marks(self) -> tuple[SummaryMark, ...]:
        """The marks of votes of judges in good standing."""
        return tuple(filter(_counts, self.marks))

    @property
    def aside(self) -> tuple[Answer, ...]:
        """Votes of judges who are set aside."""
        return tuple(answer for answer in self.answers if answer.kind == "vote" and answer.aside)

    @property
    def checks(self) -> tuple[Answer, ...]:
        """Answers to the quiz, hidden tests and repeats."""
        return tuple(answer for answer in self.answers if answer.kind != "vote")

    def files(self) -> dict[str, str]:
        """Return the text of each file by its name."""
        by_criterion = any(answer.criterion for answer in self.answers)
        seen = (SEEN,) if any(answer.models_seen for answer in self.answers) and not self.marks else ()
        extra = {"set": "item"} if self.marks else dict.fromkeys(seen, SEEN)  # columns, and what of an answer they hold
        columns = (*VOTE_COLUMNS, *[CRITERION] * by_criterion, *extra)
        cast, aside = (
            [
                [*row, *(getattr(answer, name) for name in (*extra.values(), *last))]
                for row, answer in zip(_vote_rows([answer.vote for answer in of], by_criterion), of, strict=True)
            ]
            for of, last in ((self.counted, ()), (self.aside, ("aside",)))
        )
        checks, checked = CHECK_COLUMNS, [answer for answer in self.checks if answer.expected or not self.marks]
        if not self.marks:
            checks += (*((CRITERION,) if by_criterion else ()), *seen)
        return {
            "votes.csv": csv_text(columns, cast),
            "votes.jsonl": jsonl_text(dict(zip(columns, row, strict=True)) for row in cast),
            "aside.csv": csv_text((*columns, "aside"), aside),
            "checks.csv": csv_text(checks, [[getattr(answer, name) for name in checks] for answer in checked]),
            **(mark_files(self.marks) if self.marks else {ANSWERS_FILE: answers_jsonl(self.answers)}),
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
    return csv_text((*VOTE_COLUMNS, *[CRITERION] * by_criterion), _vote_rows(votes, by_criterion))


def answers_jsonl(answers: Iterable[Answer]) -> str:
    """Write every answer, one JSON object a line."""
    return jsonl_text(map(asdict, answers))


def read_preference_release(text: str, path: Path) -> PreferenceRelease:
    """Read `answers.jsonl`; `path` is the place that a complaint names."""
    answers = _read_records(text, path, Answer, "an answer", ("judge", "item", CRITERION))
    if not answers:
        raise InputError("answers-empty", path)
    return PreferenceRelease(answers)


def _read_records(text: str, path: Path, kind: type[R], what: str, key: Sequence[str]) -> tuple[R, ...]:
    """Return the records of a file, a JSON object each, of which no two have the same key."""
    records: dict[tuple[str, ...], R] = {}
    for value in json_nodes(text, Notebook(path)):
        node = value.as_object(what, [field.name for field in fields(kind)])
        record = node.read(kind)
        if isinstance(record, Answer):
            _check_answer(record, node)
        if records.setdefault(tuple(getattr(record, name) for name in key), record) is not record:
            raise node.fail("answer-repeated", judge=quoted(record.judge), item=quoted(record.item))
    return tuple(records.values())


def _check_answer(answer: Answer, node: JsonNode) -> None:
    if not answer.seconds >= 0:
        raise node.fail("answer-seconds-negative", seconds=quoted(answer.seconds))
    for name, system in (("preferred", answer.preferred), ("expected", answer.expected)):
        if system not in (answer.first, answer.second, ""):
            raise node.fail("answer-of-two", name=name, system=quoted(system))
    if answer.first == answer.second:
        raise node.fail("pair-of-one", first=quoted(answer.first))


def _vote_rows(votes: Sequence[Vote], by_criterion: bool) -> list[list[str]]:
    """Return votes as rows of a sheet; the word for a tie is one that no system has for its name."""
    names = {name.casefold() for vote in votes for name in (vote.left, vote.right)}
    tie = next(word for word in (*_TIES, "=") if word not in names)
    rows = [[vote.topic, vote.judge, vote.left, vote.right, vote.winner or tie, vote.reason] for vote in votes]
    return [[*row, vote.criterion] for row, vote in zip(rows, votes, strict=True)] if by_criterion else rows


def _choice(row: Answer | SummaryMark) -> str:
    return row.choice if isinstance(row, SummaryMark) else {row.first: LEFT, row.second: RIGHT}.get(row.preferred, TIE)


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
            "number": ballot.plan.number, HAND: sorted(ballot.plan.slots), "attempts": len(ballot.grades),
            **({LATE: True} if ballot.plan.late else {}),
        }
        for ballot in sheets
    }  # fmt: skip
    if len(judges) < len(sheets):
        raise InputError("judge-two-sheets")
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
        raise InputError("release-parts-missing", parts=listed(lacking))
    topics = read_topics(files[TOPICS_FILE])
    settings, seats = _sheets(files[SHEETS_FILE])
    answers = PreferenceRelease(())
    if file == MARKS_FILE:
        key = ("judge", "item", CRITERION, "part")
        answers = PreferenceRelease((), _read_records(files[file], Path(file), SummaryMark, "a mark", key))
    elif files[file].strip():
        answers = read_preference_release(files[file], Path(file))
    records: Sequence[Answer | SummaryMark] = answers.answers or answers.marks
    strange = next((record.judge for record in records if record.judge not in seats), None)
    if strange is not None:
        raise InputError("judge-without-sheet", file, judge=quoted(strange), file=SHEETS_FILE)
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
    judges = {name: seats.at(name).as_object("a judge", ("number", HAND, "attempts", LATE)) for name in seats.members}
    return chosen, {
        name: (
            {"number": seat.whole("number"), HAND: list(seat.texts(HAND)), LATE: seat.has(LATE) and seat.truth(LATE)},
            seat.whole("attempts"),
        )
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
        given |= {"early": True} if record.early else {}
        if isinstance(record, SummaryMark):
            given["part"] = record.part
        elif record.models_seen:
            given[SEEN] = record.models_seen
        steps.append(("answer", given))
        quiz += record.kind == "quiz"
        if record.kind == "quiz" and quiz % parts == 0 and quiz // parts <= attempts:
            steps.append(("grade", {}))
    return number_actions(judge, steps)


@dataclass(frozen=True)
class SystemRating:
    """What a system got on a topic by a criterion: the mean mark, or best minus worst as a share of its sets."""

    system: str
    topic: str
    criterion: str
    value: float
    times: int


def system_ratings(marks: Iterable[SummaryMark]) -> list[SystemRating]:
    """Return a rating by system, topic and criterion, of the votes that count."""
    sums, times = Counter[tuple[str, str, str]](), Counter[tuple[str, str, str]]()
    for mark in filter(_counts, marks):
        for system, value in _values(mark):
            sums[mark.topic, system, mark.criterion] += value
            times[mark.topic, system, mark.criterion] += mark.part != WORST
    ratings = [SystemRating(key[1], key[0], key[2], sums[key] / times[key], times[key]) for key in times if times[key]]
    return sorted(ratings, key=lambda rating: (rating.topic, rating.system))


def _values(mark: SummaryMark) -> Iterator[tuple[str, int]]:
    """Yield what a mark gives to systems; best and worst are a mark each, of all systems of the set."""
    if mark.part not in (BEST, WORST):
        yield mark.systems[LETTERS.index(mark.part)], int(mark.choice)
        return
    for letter, system in zip(LETTERS, mark.systems, strict=False):
        yield system, (letter == mark.choice) * (1 if mark.part == BEST else -1)


def mark_files(marks: Sequence[SummaryMark]) -> dict[str, str]:
    """Return the text of each file by its name."""
    ratings, criteria = system_ratings(marks), list(dict.fromkeys(mark.criterion for mark in marks))
    cells = {(rating.system, rating.topic, rating.criterion): f"{rating.value:.6g}" for rating in ratings}
    keys = dict.fromkeys((rating.system, rating.topic) for rating in ratings)
    table = [[*key, *(cells.get((*key, name), "") for name in criteria)] for key in keys]
    texts = {"ratings.csv": csv_text(("system", "topic", *criteria), table), MARKS_FILE: jsonl_text(map(asdict, marks))}
    sets: dict[tuple[str, str, str], dict[str, SummaryMark]] = {}
    for mark in marks:
        sets.setdefault((mark.item, mark.judge, mark.criterion), {})[mark.part] = mark
    whole = {key: parts for key, parts in sets.items() if {BEST, WORST} <= parts.keys() and _counts(parts[BEST])}
    if any(BEST in parts for parts in sets.values()):
        rows = []
        for (item, judge, criterion), parts in whole.items():
            best, worst = parts[BEST], parts[WORST]
            chosen = [best.systems[LETTERS.index(mark.choice)] for mark in (best, worst)]
            rows.append([item, judge, best.topic, criterion, " | ".join(best.systems), *chosen])
        texts["sets.csv"] = csv_text(SET_COLUMNS, rows)
    else:
        long = [
            [
                *(mark.judge, mark.topic, mark.systems[LETTERS.index(mark.part)], mark.criterion, mark.choice),
                *(mark.item, mark.kind, mark.seconds, mark.aside),
            ]
            for mark in marks
        ]
        texts["marks.csv"] = csv_text(MARK_COLUMNS, long)
    return texts


def _counts(mark: SummaryMark) -> bool:
    return mark.kind == "vote" and not mark.aside
