"""Two at the same moment, where transactions do not see each other until they are over: PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from workbench.tests import postgres
from workbench.tests.app.test_ops_backup import cluster, workbench
from workbench.tests.served import Served

__all__ = ["cluster"]  # the fixture


@pytest.fixture(scope="module")
def staged(cluster: postgres.Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("races")
    served = Served(folder, cluster.database())
    done = workbench("migrate", "--data", str(folder), "--database", served.config.database)
    assert done.returncode == 0, done.stderr
    yield served
    served.close()


def test_two_who_join_at_once_get_numbers_of_their_own(staged: Served) -> None:
    assert staged.call("workbench.tests.races:seat_numbers") == [0, 1, 2]


def test_two_who_hand_in_at_once_open_the_next_step(staged: Served) -> None:
    assert staged.call("workbench.tests.races:hand_in_both") == [200, 1]


def test_an_answer_and_its_pair_go_or_stay_together(staged: Served) -> None:
    assert staged.call("workbench.tests.races:answer_while_taken_back") == [False, 0]
