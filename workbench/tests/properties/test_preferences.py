"""Laws of preference studies: undo, the way through files, and votes that never exceed what was asked for."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, replace
from itertools import combinations
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from cliometer.errors import Refused
from cliometer.io.votes import parse_votes
from cliometer_workbench.study.journal import Action, attempt, replay
from cliometer_workbench.study.preferences.ballot import PreferenceBallot
from cliometer_workbench.study.preferences.ballot_plan import PreferenceStudySettings, deal, missing_votes
from cliometer_workbench.study.preferences.comparison_items import LETTERS, AnswerFormat, show_orders
from cliometer_workbench.study.preferences.preference_release import read_preference_release, release_ballots
from tests.strategies import examples
from workbench.tests.unit.study.preferences.studies import ballot, topics

TEXTS = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=12)
SETTINGS = st.builds(
    PreferenceStudySettings,
    votes=st.integers(1, 5),
    cap=st.integers(1, 20),
    seed=st.integers(0, 9),
    tests=st.sampled_from([0, 0.2, 1]),
    repeats=st.sampled_from([0, 0.2, 1]),
)
FORMATS = st.sampled_from(
    [("pairs", 0), ("scales", 0), ("scales", 2), ("scales", 3), ("best-worst", 0), ("best-worst", 3)]
)
SYSTEMS = tuple("pqrstuvw")


def acted(work: PreferenceBallot, data: st.DataObject, count: int) -> list[Action]:
    """Actions as a judge who clicks anywhere would do them; what is refused is not in the journal."""
    journal: list[Action] = []
    now = work
    for seq in range(1, count + 1):
        verb = data.draw(st.sampled_from(["answer", "answer", "answer", "answer", "grade", "undo", "redo"]))
        details: dict[str, object] = {}
        if verb == "answer":
            item = data.draw(st.sampled_from(now.ids or ("none",)))
            choice = data.draw(st.sampled_from(["left", "right", "tie"]))
            seconds = data.draw(st.sampled_from([0, 1.5, 30]))
            details = {"item": item, "choice": choice, "reason": data.draw(TEXTS), "seconds": seconds}
        action = Action(seq, work.judge, verb, details)
        try:
            now = attempt(work, journal, action, now)
        except Refused:
            continue
        journal.append(action)
    return journal


@examples(60)
@given(st.data(), st.integers(0, 1))
def test_undo_gives_the_state_before(data: st.DataObject, quiz: int) -> None:
    work = ballot(quiz=quiz, ties=True, cap=4)
    journal = acted(work, data, 12)
    before = replay(work, journal)
    for action in (Action(98, work.judge, "answer", {"item": i, "choice": "left"}) for i in before.ids[:1]):
        assert replay(work, [*journal, action, Action(99, work.judge, "undo")]) == before


@examples(60)
@given(st.data())
def test_whatever_was_answered_comes_back_from_the_files(data: st.DataObject) -> None:
    works = [ballot(number, quiz=0, ties=True, cap=4, repeats=0.5) for number in range(2)]
    frozen = release_ballots([replay(work, acted(work, data, 10)) for work in works])
    files = frozen.files()
    if frozen.answers:
        assert read_preference_release(files["answers.jsonl"], Path("a")) == frozen
    if frozen.votes:
        for name in ("votes.csv", "votes.jsonl"):
            assert parse_votes(files[name], Path(name))[0].votes == frozen.votes


@examples(60)
@given(SETTINGS, FORMATS, st.integers(1, 5), st.integers(3, 8), st.lists(st.booleans(), min_size=1, max_size=30))
def test_dealing_from_what_is_lacking_never_asks_for_a_vote_too_many(
    base: PreferenceStudySettings, form: tuple[AnswerFormat, int], count: int, systems: int, stays: list[bool]
) -> None:
    chosen = replace(base, format=form[0], size=form[1])
    subjects, had = topics(count, SYSTEMS[:systems]), list[str]()
    for number, stay in enumerate(stays):
        hand = deal(subjects, chosen, number, missing_votes(subjects, chosen, had))
        had += hand if stay else []
        assert len({slot.partition(":")[0] for slot in hand}) == len(hand) <= chosen.cap
    counts = Counter(slot.partition(":")[0] for slot in had)
    assert all(times <= chosen.votes for times in counts.values())
    found = chosen.contests(subjects)
    if all(times == chosen.votes for times in counts.values()) and len(counts) == len(found):
        ways = Counter(had)
        for id, one in found.items():  # every system stands at every place as often as every other, or once more
            places = Counter(
                (place, letter)
                for way in show_orders(one, chosen.seed)
                for place, letter in enumerate(way)
                for _ in range(ways[f"{id}:{way}"])
            )
            assert (
                max(places.values())
                - min(places[p, a] for p in range(len(one.systems)) for a in LETTERS[: len(one.systems)])
                <= 1
            )


@examples(60)
@given(FORMATS, st.integers(0, 9), st.integers(3, 8))
def test_every_system_is_shown_equally_often_in_every_topic(
    form: tuple[AnswerFormat, int], seed: int, systems: int
) -> None:
    chosen = PreferenceStudySettings(format=form[0], size=form[1], seed=seed)
    found = chosen.contests(topics(2, SYSTEMS[:systems]))
    for topic in ("t0", "t1"):
        sets = [one.systems for one in found.values() if one.topic.id == topic]
        assert len(set(Counter(name for one in sets for name in one).values())) == 1
        met = {pair for one in sets for pair in combinations(one, 2)}
        assert met == set(combinations(SYSTEMS[:systems], 2)) or chosen.together == 1
    assert found == chosen.contests(topics(2, SYSTEMS[:systems]))


@examples(25)
@given(st.data(), FORMATS)
def test_marks_never_imply_a_vote_that_contradicts_them(data: st.DataObject, form: tuple[AnswerFormat, int]) -> None:
    work = ballot(0, "", topics(2, SYSTEMS[:5]), quiz=0, cap=4, format=form[0], size=form[1], repeats=0.5, tests=0)
    for _ in range(data.draw(st.integers(0, 12))):
        blank = data.draw(st.sampled_from([(item, name) for item in work.ids for name in work.blanks(item)]))
        part, choice = blank[1].partition(":")[2], data.draw(st.sampled_from(work.options(blank[0])))
        try:
            work = work.do(Action(1, work.judge, "answer", {"item": blank[0], "choice": choice, "part": part}))
        except Refused:
            continue
    assert len(work.cast) == sum(work.is_complete(item.id) for item in work.plan.items if item.kind == "vote")
    for one in work.answers:
        own = {m.part: m for m in work.marks if m.item == one.item}
        if "best" in own and one.kind == "vote":
            best, worst = (own[part].systems["abcde".index(own[part].choice)] for part in ("best", "worst"))
            assert one.preferred == best or (worst in (one.first, one.second) and one.preferred != worst)


@examples(60)
@given(SETTINGS, FORMATS, st.integers(0, 20))
def test_every_sheet_asks_each_question_once(
    base: PreferenceStudySettings, form: tuple[AnswerFormat, int], number: int
) -> None:
    chosen = replace(base, format=form[0], size=form[1])
    work = ballot(number, **asdict(chosen))
    kinds = Counter(item.kind for item in work.plan.items)
    assert len(work.plan.by_id) == len(work.plan.items) + sum(map(len, work.plan.quiz))
    assert kinds["test"] == chosen.tests_among(kinds["vote"])
    assert kinds["repeat"] == chosen.repeats_among(kinds["vote"])
    assert kinds["vote"] <= chosen.cap
