"""The table of chapters: which module shows which result."""

from __future__ import annotations

import sys

from cliometer.report.chapters import _HOMES, kind_of, kind_of_result
from cliometer.report.chapters.base import KINDS


def test_every_kind_of_result_is_found_by_its_class_alone() -> None:
    assert kind_of({"cliometer": "0"}) is None  # which loads all modules
    homes = {kind.reads.__name__: sys.modules[kind.build.__module__].__name__ for kind in KINDS.values()}
    table = {name: f"cliometer.report.chapters.{module}" for module, names in _HOMES.items() for name in names.split()}
    assert table == homes


def test_a_value_that_is_no_result_has_no_kind() -> None:
    assert kind_of_result(object()) is None
