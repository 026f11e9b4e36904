"""What PostgreSQL cannot hold is refused with a reason, whichever way it comes."""

from __future__ import annotations

from workbench.tests.app.test_ops_backup import cluster
from workbench.tests.app.test_races import staged
from workbench.tests.served import Served

__all__ = ["cluster", "staged"]  # the fixtures


def test_nul_and_half_characters_are_refused_and_never_an_error(staged: Served) -> None:
    found = staged.call("workbench.tests.zeros:statuses")
    assert len(found) > 40
    assert [one for one in found if not 400 <= one[1] < 500] == []
