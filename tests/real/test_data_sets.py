"""Published data sets are named, one changed byte or missing file is named, and Timeline17 leaks fourteen articles."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import cliometer
from tests.shared import SHARED, needs

DATA = SHARED / "data"
NAMES = ("timeline17", "open-tls", "covid-tls", "background-summaries", "trec-ts", "crisisfacts")
LEAKS = {
    "egypt-0158": 6, "haiti-0223": 84, "iraq-0314": 253, "libya-0004": 9, "libya-0614": 16, "libya-0620": 81,
    "libya-0629": 4, "libya-0642": 8, "libya-0659": 9, "libya-0686": 16, "libya-0701": 25, "libya-0713": 35,
    "mj-0120": 78, "syria-0574": 30,
}  # fmt: skip

pytestmark = needs("data")


@pytest.mark.parametrize("name", NAMES)
def test_a_data_set_is_named_and_each_change_of_a_copy(name: str, tmp_path: Path) -> None:
    [data] = cliometer.data(DATA / name).data
    assert (data.name, data.state) == (name, "complete")
    copy = shutil.copytree(DATA / name, tmp_path / "copy")
    files = sorted(file for file in copy.rglob("*") if file.is_file())
    for file in {files[0], files[len(files) // 2], files[-1]}:
        content = file.read_bytes()
        file.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
        path = (file.relative_to(copy).as_posix(),)
        assert [(each.name, each.differences) for each in cliometer.data(copy).data] == [(name, {"changed": path})]
        file.unlink()
        found = cliometer.data(copy).data if len(files) > 1 else ()
        assert [(each.name, each.differences) for each in found] == [(name, {"missing": path})] * (len(files) > 1)
        file.write_bytes(content)


def test_timeline17_leaks_fourteen_articles() -> None:
    home = DATA / "timeline17"
    leaks = cliometer.data(home / "references", articles=home / "corpora").leaks or ()
    assert {leak.article: leak.lines for leak in leaks} == LEAKS
    assert all(len(leak.held) == leak.lines for leak in leaks)


@pytest.mark.parametrize(
    "part",
    [
        "timeline17/references",
        "timeline17/references/mj",
        "timeline17/references/libya/tl5.txt",
        "covid-tls/timeline.txt",
    ],
)
def test_the_data_set_is_in_the_signature_and_changes_no_score(part: str, tmp_path: Path) -> None:
    gold = DATA / part
    copy = tmp_path / "copy" if gold.is_dir() else tmp_path / "copy.txt"
    (shutil.copytree if gold.is_dir() else shutil.copy)(gold, copy)
    first = next(file for file in (copy.rglob("*.txt") if copy.is_dir() else [copy]))
    first.write_bytes(first.read_bytes() + b"\n")  # which changes no timeline
    run = gold if gold.is_dir() else [gold]
    known, other = (cliometer.score(run, each, ["date"], per_reference=True) for each in (gold, copy))
    fields = [dict(each.signature.fields) for each in (known, other)]
    assert fields[0].pop("data").startswith(f"{part.removesuffix('/tl5.txt').removesuffix('/timeline.txt')}@")
    assert fields[0] == fields[1] and known.to_dict()["means"] == other.to_dict()["means"]
