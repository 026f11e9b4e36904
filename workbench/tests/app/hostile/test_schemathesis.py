"""Hostile requests made from the API's own description: no server error, and only answers it declares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from hypothesis import HealthCheck, Phase, settings

from cliometer_workbench.api.operations import OPERATIONS
from cliometer_workbench.config import ServerConfig
from cliometer_workbench.models import Release
from cliometer_workbench.services.seats import new_api_token
from workbench.tests.app.held import kept_open, undone
from workbench.tests.app.people import Town
from workbench.tests.app.stories import TOPIC

schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")


@pytest.fixture(scope="module")
def key(workbench: ServerConfig) -> Iterator[tuple[dict[str, str], int]]:
    """The key of somebody who may do everything in the study `study`, and the number of a sheet there."""
    with kept_open(), undone():
        town = Town()
        study = town.study("events", [TOPIC], owner="owner", ann="judge")
        Release.objects.create(study=study, digest="d" * 64, files={"a": "b"}, created_by=town.person("owner"))
        header = {"Authorization": f"Bearer {new_api_token(town.person('owner'), 'key')}", "Host": "localhost"}
        yield header, town.sheet(study, "split").pk


@pytest.fixture(scope="module")
def described(workbench: ServerConfig) -> Any:
    """What the API says of itself."""
    return schemathesis.openapi.from_wsgi("/api/openapi.json", WSGIHandler(), headers={"Host": "localhost"})


_FEW = settings(
    max_examples=25,
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.parametrize("name", sorted(one.name for one in OPERATIONS))
def test_nothing_breaks_it(name: str, described: Any, key: tuple[dict[str, str], int]) -> None:
    """The plugin of Schemathesis would make the requests while tests are collected, in every process."""
    from schemathesis.generation.feedback import FeedbackSources
    from schemathesis.pytest._test_builder import build_operation_test
    from schemathesis.python._constants.orchestrator import make_constants_value_source

    build_operation_test(
        config=described.config,
        operation=described.find_operation_by_id(name),
        test_func=_send,
        explicit_settings=_FEW,
        given_kwargs={},
        feedback=FeedbackSources(constants_value_source=make_constants_value_source(described)),
    )(key=key)


def _send(case: Any, key: tuple[dict[str, str], int]) -> None:
    header, sheet = key
    parts = case.path_parameters or {}
    if "study" in parts and len(str(parts["study"])) % 2:  # otherwise all answers would be 404
        parts["study"] = "study"
    if isinstance(parts.get("sheet"), int) and parts["sheet"] % 2 == 0:
        parts["sheet"] = sheet
    case.validate_response(case.call(headers=header), checks=_CHECKS)


_CHECKS = [
    schemathesis.checks.not_a_server_error,
    schemathesis.checks.status_code_conformance,
    schemathesis.checks.content_type_conformance,
    schemathesis.checks.response_schema_conformance,
]
