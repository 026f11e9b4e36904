"""Laws of preference studies: undo, the way through files, and votes that never exceed what was asked for."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from cliometer.errors import Refused
from cliometer.io.votes import parse_votes
from cliometer.study.journal import Action, attempt, replay
from cliometer.study.preferences.ballot import PreferenceBallot
from cliometer.study.preferences.ballot_plan import PreferenceStudySettings, deal, missing_votes
from cliometer.study.preferences.comparison_items import contests
from cliometer.study.preferences.preference_release import read_preference_release, release_ballots
from tests.strategies import examples
from tests.unit.study.preferences.studies import ballot, topics

TEXTS = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=12)
SETTINGS = st.builds(
    PreferenceStudySettings,
    votes=st.integers(1, 5),
    cap=st.integers(1, 20),
    seed=st.integers(0, 9),
    tests=st.sampled_from([0, 0.2, 1]),
    repeats=st.sampled_from([0, 0.2, 1]),
)


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
        after = [*journal, action]
        assert replay(work, [*after, Action(99, work.judge, "undo")]) == before


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
@given(SETTINGS, st.integers(1, 5), st.lists(st.booleans(), min_size=1, max_size=30))
def test_dealing_from_what_is_lacking_never_asks_for_a_vote_too_many(
    chosen: PreferenceStudySettings, count: int, stays: list[bool]
) -> None:
    subjects, had = topics(count), list[str]()
    for number, stay in enumerate(stays):
        hand = deal(subjects, chosen, number, missing_votes(subjects, chosen, had))
        had += hand if stay else []
        assert len({slot.partition(":")[0] for slot in hand}) == len(hand) <= chosen.cap
    counts = Counter(slot.partition(":")[0] for slot in had)
    assert all(times <= chosen.votes for times in counts.values())
    if all(times == chosen.votes for times in counts.values()) and len(counts) == len(contests(subjects)):
        ways = Counter(had)
        assert all(abs(ways[f"{id}:ab"] - ways[f"{id}:ba"]) <= 1 for id in counts)


@examples(60)
@given(SETTINGS, st.integers(0, 20))
def test_every_sheet_asks_each_question_once(chosen: PreferenceStudySettings, number: int) -> None:
    work = ballot(number, **asdict(chosen))
    kinds = Counter(item.kind for item in work.plan.items)
    assert len(work.plan.by_id) == len(work.plan.items) + sum(map(len, work.plan.quiz))
    assert kinds["test"] == chosen.tests_among(kinds["vote"])
    assert kinds["repeat"] == chosen.repeats_among(kinds["vote"])
    assert kinds["vote"] <= chosen.cap
