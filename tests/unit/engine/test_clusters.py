"""Clusters: a real Dask scheduler and two workers on the loopback address give the results of one core."""

import logging
import operator
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributed import Client, LocalCluster

import cliometer
from cliometer.engine import clusters
from cliometer.engine.backends import backend_of
from cliometer.engine.clusters import DaskCluster
from cliometer.errors import BackendError, InputError, UsageError
from tests.unit.engine.test_backends import killed_once, refusal

pytestmark = pytest.mark.slow  # starts schedulers and workers

DEMO = Path(__file__).parents[3] / "src" / "cliometer" / "demo"


@pytest.fixture(scope="module")
def cluster(dask_address: str) -> Iterator[DaskCluster]:
    found = DaskCluster.at(dask_address, 1)
    yield found
    found.close()


def test_a_cluster_gives_the_results_in_order(cluster: DaskCluster) -> None:
    assert cluster.jobs == 2
    assert list(cluster.map(operator.sub, range(12), shared=10)) == [10 - piece for piece in range(12)]


def test_an_error_of_ours_comes_back_as_itself(dask_address: str) -> None:
    backend = backend_of(1, dask_address)
    with pytest.raises(InputError, match=r"three\.txt:3: is odd"):
        list(backend.map(refusal, range(9)))


def test_a_worker_that_is_killed_costs_no_piece(cluster: DaskCluster, tmp_path: Path) -> None:
    assert list(cluster.map(killed_once, range(12), shared=tmp_path)) == [piece * piece for piece in range(12)]
    assert (tmp_path / "killed").exists()


def test_a_scheduler_that_is_started_again_costs_no_piece() -> None:
    def started(port: int) -> LocalCluster:
        settings = {"protocol": "tcp://", "dashboard_address": None, "silence_logs": logging.CRITICAL}
        return LocalCluster(1, scheduler_port=port, threads_per_worker=1, processes=False, **settings)

    with started(0) as first:
        address = first.scheduler_address
        cluster = DaskCluster.at(address, 1)
        results = cluster.map(operator.sub, range(12), shared=10)
        begun = [next(results)]
    with started(int(address.rpartition(":")[2])):
        assert [*begun, *results] == [10 - piece for piece in range(12)]
        cluster.close()


def test_a_client_of_the_caller_scores_as_one_core_does_and_stays_open(dask_address: str) -> None:
    runs, gold = [DEMO / "runs" / "lead", DEMO / "runs" / "random"], DEMO / "references"
    with Client(dask_address, set_as_default=False) as client:
        spread = cliometer.score(runs, gold, ["align+m1", "date"], cluster=client)
        assert client.status == "running"
    assert spread.to_dict() == cliometer.score(runs, gold, ["align+m1", "date"]).to_dict()


def test_a_worker_with_another_version_is_refused(dask_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "__version__", "99")
    with pytest.raises(BackendError, match=r"has cliometer .*, but this is cliometer 99; install the same version"):
        DaskCluster.at(dask_address, 1)


def test_a_scheduler_that_does_not_answer_is_named() -> None:
    with pytest.raises(BackendError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9 "):
        backend_of(1, "tcp://127.0.0.1:9")


def test_a_backend_must_be_one() -> None:
    with pytest.raises(UsageError, match=r"expected a dask\.distributed\.Client as backend, found 7"):
        cliometer.score({}, {}, cluster=7)


def test_the_command_line_prints_the_same_bytes_on_a_cluster(dask_address: str) -> None:
    words = ["score", DEMO / "runs" / "lead", "-r", DEMO / "references", "-m", "date", "--json"]
    command = [sys.executable, "-m", "cliometer", *map(str, words)]
    source = Path(__file__).parents[3] / "src"
    outputs = [
        subprocess.run(
            [*command, *more], capture_output=True, env={**os.environ, "PYTHONPATH": str(source)}, check=True
        )
        for more in ([], ["--cluster", dask_address])
    ]
    assert outputs[0].stdout == outputs[1].stdout
    assert outputs[0].stderr == outputs[1].stderr
