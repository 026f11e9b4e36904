"""Threads of an endpoint book their calls on connections of their own, so no transaction of a file may be open."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User

from cliometer.judges.judge import parse_judge
from cliometer_workbench.config import ServerConfig
from cliometer_workbench.models import Audit
from cliometer_workbench.services.imports import create_demo
from cliometer_workbench.services.machine_seats import give_seat, run_seat
from cliometer_workbench.services.study_lifecycle import delete_study
from tests.endpoints import completion, endpoint, send


def test_calls_of_an_endpoint_are_booked_from_its_own_threads(
    workbench: ServerConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("httpx")
    monkeypatch.setattr(settings, "CONFIG", ServerConfig(str(tmp_path)))
    owner = User.objects.create(username="machine-owner", is_staff=True)
    study = create_demo("preferences", owner)
    try:
        with endpoint(lambda request, number, body: send(request, completion("A"))) as stub:
            expression = f"endpoint(url={stub.url}, model=m, at_once=3, retries=0)"
            seat = run_seat(give_seat(study, parse_judge(expression), owner, calls=7).pk)
            assert (len(stub.bodies), seat.calls, seat.done, seat.state) == (7, 7, 7, "incomplete")
            assert seat.tokens == 7 * 7
    finally:
        delete_study(study, owner)
        assert not list(tmp_path.glob("judge-*.sqlite"))  # its answers go with the study
        Audit.objects.filter(by=owner).delete()
        owner.delete()
