"""Crowd services: the ids that they add to the address of a study, and the addresses to which workers return."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import SplitResult, quote, urlsplit

from cliometer.errors import InputError
from cliometer.model.records import decode
from cliometer.spelling import listed, quoted

CodeRule: TypeAlias = Literal["fixed", "unique", "none"]
Outcome: TypeAlias = Literal["finished", "screened out"]

_ID = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.:@+=~-]{0,254}")  # MTurk documents at most 255 bytes
_PARAMETER = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
PLACEHOLDERS = ("code", "worker", "study", "submission")
"""The words in braces that a return address may have."""


@dataclass(frozen=True)
class CrowdService:
    """A crowd service as its documentation describes it.

    `parameters` name worker, study and submission in the address under which a worker arrives. `query` must be typed
    behind the address of the study; it is empty where the service adds the parameters itself. `address` is the return
    address where it follows from the code, and `host` that of return addresses, where it is fixed.
    """

    name: str
    title: str
    parameters: tuple[str, str, str]
    codes: tuple[CodeRule, ...]
    query: str = ""
    address: str = ""
    host: str = ""


CROWD_TABLES: Mapping[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
SERVICES = {name: decode(CrowdService, {"name": name, **about}) for name, about in CROWD_TABLES["services"].items()}

PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"  # MTurk's assignment while a worker looks at a task without accepting it
SUBMIT_ADDRESSES = {
    host: f"https://{host}/mturk/externalSubmit" for host in ("www.mturk.com", "workersandbox.mturk.com")
}
"""Where a worker of MTurk or of its sandbox hands in, by the host of `turkSubmitTo`."""
FRAMING_HOSTS = ("https://worker.mturk.com", "https://workersandbox.mturk.com", "https://www.mturk.com")
"""The pages of MTurk, which show the address of an external question in a frame."""


@dataclass(frozen=True)
class WorkerIds:
    """The ids under which a worker arrives; `preview` if the task is not accepted yet, so that there is no worker.

    `submit_to` is the address to which a worker of MTurk hands in, where the service named one.
    """

    worker: str
    study: str = ""
    submission: str = ""
    submit_to: str = ""
    preview: bool = False


def read_worker_ids(service: str, parameters: tuple[str, str, str], query: Mapping[str, str]) -> WorkerIds:
    """Return the ids in the query of an address, or refuse an address without the id of a worker.

    >>> read_worker_ids("any", ("pid", "project", "session"), {"pid": "w1", "session": "s7"})
    WorkerIds(worker='w1', study='', submission='s7', submit_to='', preview=False)
    """
    worker, study, submission = (query.get(name, "").strip() for name in parameters)
    if service == "mturk" and submission == PREVIEW:
        return WorkerIds("", preview=True)
    if not worker:
        raise InputError("address-parameter-missing", parameter=parameters[0])
    for name, value in zip(parameters, (worker, study, submission), strict=True):
        if value and not _ID.fullmatch(value):
            raise InputError("service-id-expected", name=name, value=quoted(value))
    url = query.get("turkSubmitTo", "") if service == "mturk" else ""
    return WorkerIds(worker, study, submission, mturk_address(url) if url else "")


def mturk_address(url: str) -> str:
    """Return the address to which a worker of MTurk hands in; no other host than the documented ones is used.

    >>> mturk_address("https://workersandbox.mturk.com")
    'https://workersandbox.mturk.com/mturk/externalSubmit'
    """
    parts = _split(url)
    address = SUBMIT_ADDRESSES.get(parts.netloc) if parts and parts.scheme == "https" else None
    if address is None:
        expected = listed(f"https://{host}" for host in SUBMIT_ADDRESSES)
        raise InputError("turk-address-expected", expected=expected, url=quoted(url))
    return address


def check_parameters(given: tuple[str, str, str]) -> tuple[str, str, str]:
    """Return the names of the parameters of another service, or refuse them; only that of the worker is needed."""
    if not given[0]:
        raise InputError("worker-parameter-missing")
    for name in filter(None, given):
        if not _PARAMETER.fullmatch(name):
            raise InputError("parameter-name-expected", name=quoted(name))
    if len({*filter(None, given)}) < sum(map(bool, given)):
        raise InputError("parameters-same")
    return given


def check_return_address(address: str, host: str = "") -> str:
    """Return a return address that the owner gave, or refuse one that is no https address, or of another host."""
    parts = _split(address)
    if parts is None or parts.scheme != "https" or not parts.hostname or "@" in parts.netloc or "\\" in address:
        raise InputError("https-expected", address=quoted(address))
    if host and parts.netloc != host:
        raise InputError("host-expected", host=host, address=quoted(address))
    unknown = [word for word in _PLACEHOLDER.findall(address) if word not in PLACEHOLDERS]
    if unknown or _PLACEHOLDER.search(parts.netloc):
        words = listed(f"{{{word}}}" for word in PLACEHOLDERS)
        raise InputError("address-gaps", gaps=words, address=quoted(address))
    return address


def fill_address(address: str, code: str, ids: WorkerIds) -> str:
    """Return a return address with its placeholders filled in.

    >>> fill_address("https://a.org/done?cc={code}&pid={worker}", "A1&B", WorkerIds("w 1"))
    'https://a.org/done?cc=A1%26B&pid=w%201'
    """
    values = {"code": code, "worker": ids.worker, "study": ids.study, "submission": ids.submission}
    return _PLACEHOLDER.sub(lambda placeholder: quote(values[placeholder[1]], safe=""), address)


def _split(address: str) -> SplitResult | None:
    """Return the parts of an address; None where it cannot be one."""
    if not address.isprintable() or " " in address:
        return None
    try:
        return urlsplit(address)
    except ValueError:  # such as a bracket without its other half
        return None
