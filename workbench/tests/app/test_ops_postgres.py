"""What PostgreSQL cannot hold is refused with a reason, whichever way it comes."""

from __future__ import annotations

from pathlib import Path

from workbench.tests import postgres
from workbench.tests.app.test_ops_backup import cluster, workbench
from workbench.tests.served import Served

__all__ = ["cluster"]  # the fixture


def test_nul_and_half_characters_are_refused_and_never_an_error(cluster: postgres.Cluster, tmp_path: Path) -> None:
    served = Served(tmp_path, cluster.database())
    migrated = workbench("migrate", "--data", str(tmp_path), "--database", served.config.database)
    assert migrated.returncode == 0, migrated.stderr
    try:
        found = served.call("workbench.tests.zeros:statuses")
    finally:
        served.close()
    assert len(found) > 40
    assert [one for one in found if not 400 <= one[1] < 500] == []
