"""A short run of the fuzzer, longer in `make soak`; `python -m benchmarks fuzz` is the longest."""

from __future__ import annotations

import pytest

from tests.hostile.fuzzer import fuzz, staged, summary
from tests.hostile.mutations import MUTATIONS
from tests.hostile.runner import attempt, split
from tests.hostile.stage import FORMATS
from tests.soak import size

pytestmark = pytest.mark.slow


def test_every_command_of_the_stage_succeeds_on_good_files() -> None:
    with staged():
        for kind in FORMATS:
            for command in kind.commands:
                assert attempt(split(command, kind.file)) is None, command


def test_mutated_files_are_read_or_refused() -> None:
    faults = fuzz(files=size(30, 60) * len(MUTATIONS), arguments=0, seed=20261116)
    assert not faults, summary(faults)


def test_odd_arguments_are_followed_or_refused() -> None:
    faults = fuzz(files=0, arguments=size(300, 700), seed=20261116)
    assert not faults, summary(faults)
