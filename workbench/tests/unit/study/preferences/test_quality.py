"""How likely a judge who throws coins, or a careful one, passes quiz and hidden tests."""

from __future__ import annotations

from itertools import product

import pytest

from cliometer_workbench.study.preferences.ballot_plan import PreferenceStudySettings


def test_the_probability_to_pass_is_that_of_all_answers_written_out() -> None:
    settings = PreferenceStudySettings(quiz=3, quiz_mark=0.6, attempts=2, cap=10, tests=0.2, test_mark=0.5)
    quiz = sum(0.8 ** sum(said) * 0.2 ** (3 - sum(said)) for said in product((0, 1), repeat=3) if sum(said) >= 2)
    tests = 1 - 0.2**2
    assert settings.pass_probability(0.8) == pytest.approx((1 - (1 - quiz) ** 2) * tests)
    assert PreferenceStudySettings(quiz=0, tests=0.0).pass_probability(0.5) == 1.0
