"""Crowd services: what their addresses say, and where workers may be sent."""

from __future__ import annotations

import pytest

from cliometer.errors import InputError
from cliometer_workbench.study.crowd_services import (
    SERVICES,
    WorkerIds,
    check_parameters,
    check_return_address,
    fill_address,
    read_worker_ids,
)

PROLIFIC, MTURK, CONNECT = (SERVICES[name] for name in ("prolific", "mturk", "cloudresearch"))


def test_the_addresses_that_the_services_document_are_read() -> None:
    arriving = {"PROLIFIC_PID": "5f8c2a1b3d4e", "STUDY_ID": "60d1", "SESSION_ID": "60d9"}
    assert read_worker_ids("prolific", PROLIFIC.parameters, arriving) == WorkerIds("5f8c2a1b3d4e", "60d1", "60d9")
    arriving = {"workerId": "AZ3456EXAMPLE", "hitId": "123RV", "assignmentId": "123RV456"}
    arriving["turkSubmitTo"] = "https://www.mturk.com/"
    submit = "https://www.mturk.com/mturk/externalSubmit"
    assert read_worker_ids("mturk", MTURK.parameters, arriving) == WorkerIds(
        "AZ3456EXAMPLE", "123RV", "123RV456", submit
    )
    arriving = {"participantId": "C1", "assignmentId": "A9", "projectId": "P4"}
    assert read_worker_ids("cloudresearch", CONNECT.parameters, arriving) == WorkerIds("C1", "P4", "A9")


def test_a_preview_of_mturk_has_no_worker() -> None:
    query = {"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE", "hitId": "h"}
    assert read_worker_ids("mturk", MTURK.parameters, query).preview


@pytest.mark.parametrize(
    "pid", ["", "  ", "{{%PROLIFIC_PID%}}", "a b", "a/b", "=cmd()", "+1", "-1", "@x", "x" * 256, "é", "a\nb", "<b>"]
)
def test_no_other_text_is_an_id(pid: str) -> None:
    with pytest.raises(InputError, match="PROLIFIC_PID"):
        read_worker_ids("prolific", PROLIFIC.parameters, {"PROLIFIC_PID": pid})


@pytest.mark.parametrize(
    "told",
    [
        "http://www.mturk.com", "https://evil.org", "https://www.mturk.com.evil.org", "https://www.mturk.com@evil.org",
        "//www.mturk.com", "javascript:alert(1)", "https://www.mturk.com:8443", "https://[", "https://evil.org#www.mturk.com",
    ],
)  # fmt: skip
def test_nothing_is_handed_in_elsewhere(told: str) -> None:
    query = {"workerId": "w", "assignmentId": "a", "turkSubmitTo": told}
    with pytest.raises(InputError, match="turkSubmitTo"):
        read_worker_ids("mturk", MTURK.parameters, query)


@pytest.mark.parametrize(
    "address",
    [
        "http://a.org", "//a.org", "a.org", "javascript:alert(1)", "https://", "https://u:p@a.org", "https://a.org/ b",
        "https://a.org\\@b.org", "https://{worker}.org", "https://a.org/{name}", "https://a.org/\n", "https://[a",
    ],
)  # fmt: skip
def test_an_owner_cannot_name_a_wrong_return_address(address: str) -> None:
    with pytest.raises(InputError, match="address"):
        check_return_address(address)


def test_return_addresses_of_a_service_stay_with_it() -> None:
    right = "https://connect.cloudresearch.com/participant/project/41B26CAA44/complete"
    assert check_return_address(right, CONNECT.host) == right
    with pytest.raises(InputError, match=r"connect\.cloudresearch\.com"):
        check_return_address("https://a.org/", CONNECT.host)


def test_the_code_stands_in_the_completion_address() -> None:
    found = fill_address(PROLIFIC.address, "C1A2&x=1", WorkerIds("w"))
    assert found == "https://app.prolific.com/submissions/complete?cc=C1A2%26x%3D1"


@pytest.mark.parametrize("names", [("", "b", "c"), ("a", "a", ""), ("a b", "", ""), ("x" * 65, "", "")])
def test_parameters_of_another_service_are_checked(names: tuple[str, str, str]) -> None:
    assert check_parameters(("pid", "", "")) == ("pid", "", "")
    with pytest.raises(InputError):
        check_parameters(names)
