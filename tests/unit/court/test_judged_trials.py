"""A judge on trial: who sees the original keeps it, who loves length is fooled, who answers the order shows nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from cliometer.court.judged_trials import JudgeCard, JudgeTrialPlan
from cliometer.errors import UsageError
from cliometer.judges.judge import Question
from cliometer.judges.local import Function, WordRule
from cliometer.judges.store import Inquiry
from tests.unit.cli.cliometer_command import DEMO, cliometer

REFERENCES = DEMO / "references"
TRIALS = ["omit", "shift(days=5)", "pad", "reorder"]


def card(judge: object, trials: list[str] = TRIALS, most: int = 6) -> JudgeCard:
    asked = judge if isinstance(judge, WordRule) else Function(judge)  # type: ignore[arg-type]
    return JudgeTrialPlan(REFERENCES, trials, most=most).run(Inquiry(asked))


def verdicts(found: JudgeCard) -> dict[str, str]:
    return {one.trial: one.verdict for one in found.trials}


def test_the_longer_text_is_preferred_by_the_rule_of_words() -> None:
    found = card(WordRule())
    assert verdicts(found) == {"omit": "original", "shift(days=5)": "neither", "pad": "change", "reorder": "neither"}
    assert [one.is_sound for one in found.trials] == [True, False, False, True]
    assert {one.expected for one in found.trials} == {"worse", "as good"}


def test_a_judge_that_answers_the_order_has_no_clear_pair() -> None:
    found = card(lambda question: "A")
    assert set(verdicts(found).values()) == {"neither"} and found.first == found.decided == 2 * 4 * 6
    assert all((one.unclear, one.share, one.low) == (6, 0.5, None) for one in found.trials)


def test_the_judge_reads_the_other_writers_and_never_the_name_of_the_change() -> None:
    seen: list[Question] = []

    def look(question: Question) -> str:
        seen.append(question)
        return "tie"

    card(look, ["shift(days=5)"], most=1)
    assert len(seen) == 2 and all("What the sources say:" in one.text and "days=5" not in one.text for one in seen)
    assert {seen[0].parts["first"], seen[0].parts["second"]} == {seen[1].parts["first"], seen[1].parts["second"]}
    assert not any(text in seen[0].parts["sources"] for text in (seen[0].parts["first"], seen[0].parts["second"]))


def test_absent_answers_make_no_pair() -> None:
    def moody(question: Question) -> str:
        return "none" if len(question.parts["first"]) < len(question.parts["second"]) else "A"

    found = card(moody, ["omit"], most=4)
    (row,) = found.trials
    assert (row.pairs, row.absent, row.original, row.share) == (4, 4, 0, None)
    assert row.verdict == "not known" and not row.is_sound
    said = str(found)
    assert "prefers the original to 0 of 0 changes" in " ".join(said.split())
    assert "Nothing is known of 1 change without an answer to both orders of a pair." in said


@pytest.mark.parametrize(
    ("words", "said"), [(("-m", "date"), "unknown option -m"), (("-t", "none"), "unknown perturbation")]
)
def test_a_wrong_call_ends_with_one_line(words: tuple[str, ...], said: str) -> None:
    done = cliometer("court", "judge", REFERENCES, "--judge", "words", *words)
    assert (done.status, done.out) == (2, "") and said in done.err


def test_trials_that_change_nothing_here_are_refused(tmp_path: Path) -> None:
    (tmp_path / "gold" / "t").mkdir(parents=True)
    (tmp_path / "gold" / "t" / "w.txt").write_text("2010-04-20\nOne.\n--------------------------------\n")
    with pytest.raises(UsageError, match="none of these trials changes one of these timelines"):
        JudgeTrialPlan(tmp_path / "gold", ["swap"]).run(Inquiry(WordRule()))
