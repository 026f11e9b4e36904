"""The cases of `parity/protocols.json`: their references and predictions as entries, by the operations they name."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from typing import Any

from cliometer.io.entries import Entries, read_entries
from tests.shared import SHARED

METRICS = {
    "concat": "concat",
    "agreement": "agreement",
    "align_date_costs": "align",
    "align_date_content_costs": "align+",
    "align_date_content_costs_many_to_one": "align+m1",
}


def _shifted(stamp: str, days: int) -> str:
    day, rest = stamp[:10], stamp[10:]
    return str(datetime.date.fromisoformat(day) + datetime.timedelta(days)) + rest


def _changed(entries: Entries, name: str, *numbers: int) -> Entries:
    number, rest = (*numbers, 0, 0)[:2]
    if name in ("day", "month", "year"):
        cut = {"day": None, "month": 7, "year": 4}[name]
        return tuple((stamp.partition("T")[0].replace(" ", "")[:cut], texts) for stamp, texts in entries)
    if name == "shift":
        return tuple((_shifted(stamp, number), texts) for stamp, texts in entries)
    if name == "flat":
        return tuple((stamp, (text,)) for stamp, texts in entries for text in texts or ("",))
    if name == "first":
        return tuple((stamp, texts[:number]) for stamp, texts in entries)
    if name in ("drop", "keep"):
        return tuple(each for place, each in enumerate(entries) if (place % number == rest) == (name == "keep"))
    assert name == "pairs"
    return tuple(
        (entries[place][0], tuple(text for _, texts in entries[place : place + 2] for text in texts))
        for place in range(0, len(entries), 2)
    )


def entries(spec: Mapping[str, Any]) -> Entries:
    """The entries of a spec."""
    if "concat" in spec:
        found = tuple(each for part in spec["concat"] for each in entries(part))
    elif "inline" in spec:
        found = tuple((stamp, tuple(texts)) for stamp, texts in spec["inline"])
    else:
        found = read_entries(SHARED / "data" / spec["file"])[0][spec.get("line", 0)]
    for name, *numbers in spec.get("ops", ()):
        found = _changed(found, name, *numbers)
    return found


def gold_of(case: Mapping[str, Any], padding: int = 0) -> dict[str, list[Entries]]:
    """The references of each topic, behind some topics without any."""
    gold: dict[str, list[Entries]] = {f"!{number:02}": [] for number in range(padding)}
    for topic in case["topics"]:
        gold[topic["topic"]] = [entries(spec) for spec in topic["references"]]
    return gold


def _answers(case: Mapping[str, Any]) -> Iterator[tuple[str, Entries]]:
    for topic in case["topics"]:
        prediction = topic["prediction"]
        if isinstance(prediction, list):
            yield from ((f"{topic['topic']}/{n}", entries(spec)) for n, spec in enumerate(prediction, start=1))
        else:
            yield topic["topic"], entries(prediction)


def run_of(case: Mapping[str, Any]) -> dict[str, Entries]:
    """The predictions of a case, by topic or `topic/reference`."""
    return dict(_answers(case))


SIDES = {"rouge_1": "1", "rouge_2": "2"}
EMPTY = "protocol-prediction-empty"
UNREAD = ("protocol-date", "protocol-gold-date")
REFUSALS: Mapping[str, tuple[str, ...]] = {  # our rules for the exceptions of the released code, by their messages
    "Expected an ISO 8601-like string": ("protocol-gold-date",),
    "not enough values to unpack (expected 3": ("protocol-gold-date",),
    "time data '2020-01-02T23:30:00-05:00' does not match format '%YT00:00:00'": ("protocol-gold-date",),
    "month must be in 1..12": ("protocol-date",),
    "'<' not supported between instances of 'NoneType' and 'datetime.date'": UNREAD,
    "'NoneType' object has no attribute 'toordinal'": UNREAD,
    "attempt to get argmin of an empty sequence": (EMPTY,),
    "division by zero": (EMPTY, "protocol-nothing-to-count"),
    "float division by zero": ("protocol-task-missing",),
}


def variants(case: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], str, Any]]:
    """The case with each protocol, maybe with other answers, and what its code gives."""
    for name, expected in case["expected"].items():
        if name in ("llm-tls", "crest"):
            cleaned = expected["cleaned"]
            yield case, name, expected["as_given"] if cleaned == "same" else cleaned
            yield case, f"{name}(texts=strip)", expected["as_given"]
        elif name == "tilse":
            yield case, name, expected["each_reference"]
            if "joint" in expected:
                yield case, "tilse(tasks=joint)", expected["joint"]
        else:
            week = case.get("options", {}).get(name, {}).get("extension") == 7
            yield case, f"{name}(given_span=week)" if week else name, expected


def case_name(value: Any) -> str:
    """The part of a test's name that a parameter gives."""
    return value if isinstance(value, str) else value.get("id", "") if isinstance(value, dict) else ""
