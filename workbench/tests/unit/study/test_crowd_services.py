"""Crowd services: what their addresses say, and where workers may be sent."""

from __future__ import annotations

import pytest

from cliometer.errors import InputError
from cliometer_workbench.study.crowd_services import SERVICES, check_parameters, check_return_address, read_worker_ids

PROLIFIC, MTURK, CONNECT = (SERVICES[name] for name in ("prolific", "mturk", "cloudresearch"))


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


@pytest.mark.parametrize("names", [("", "b", "c"), ("a", "a", ""), ("a b", "", ""), ("x" * 65, "", "")])
def test_parameters_of_another_service_are_checked(names: tuple[str, str, str]) -> None:
    assert check_parameters(("pid", "", "")) == ("pid", "", "")
    with pytest.raises(InputError):
        check_parameters(names)
