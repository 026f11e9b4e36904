"""`cliometer compat pyramid`: DucView's two scores of peer annotations."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cliometer.compat.pyramid import evaluate
from tests.unit.cli.cliometer_command import DEMO, Finished, cliometer
from tests.unit.io.pyramid_files import pan

FILES = sorted((DEMO / "pyramids").glob("*.pan"))
CONTRIBUTED = '<contributor label="x"><part label="Cats" start="38" end="42"/></contributor></peerscu>'


def pyramid(*words: object) -> Finished:
    return cliometer("compat", "pyramid", *words)


def scores(*words: object) -> list[tuple[float | None, float | None]]:
    found = pyramid("--json", *words)
    assert found.status == 0, found.err
    return [(row["original"], row["modified"]) for row in json.loads(found.out)["scores"]]


def test_original_divides_by_as_many_scus_as_the_peer_expresses_repeats_and_strangers_included() -> None:
    assert scores(*FILES)[0][0] == 4 / 8, "weights 3 and 1 of three: 3 + 3 + 2"
    assert scores(*FILES)[1][0] == 10 / 14, "weights 3, 2, 2, 3 of six: 3 + 3 + 2 + 2 + 2 + 2"


def test_modified_divides_by_as_many_scus_as_an_average_summary_has() -> None:
    assert [modified for _, modified in scores(*FILES)] == [4 / 12, 10 / 12], "16 contributors / 3 summaries"


def test_an_scu_that_is_said_twice_is_worth_its_weight_once(tmp_path: Path) -> None:
    once = pan(tmp_path, "once.pan", (' <peerscu uid="8"', ' <peerscu uid="8"'))
    more = pan(tmp_path, "more.pan", (' </peerscu>\n <peerscu uid="8"', f'{CONTRIBUTED} <peerscu uid="8"'))
    assert scores(once)[0][1] == scores(more)[0][1] == 2 / 3


def test_a_table_without_json_has_four_decimals(tmp_path: Path) -> None:
    path = pan(tmp_path)
    assert pyramid(path).out == f"file\tpeer\toriginal\tmodified\n{path}\t15\t0.5000\t0.6667\n"


def test_the_number_of_summaries_can_be_given() -> None:
    assert scores(FILES[0], "--models", 16)[0][1] == 4 / 3, "one SCU each"


def test_a_pyramid_without_scus_has_no_scores(tmp_path: Path) -> None:
    path = tmp_path / "flat.pan"
    flat = '<pyramid numModels="2"><text/></pyramid>'
    path.write_text(f"<peerAnnotation>{flat}<annotation><text/></annotation></peerAnnotation>")
    assert scores(path) == [(None, None)]
    assert evaluate([str(path)]).notes[1:] == (
        f"{path}: no original score: no content unit of its pyramid has a weight",
        f"{path}: no modified score: an average model summary of its pyramid has no content unit",
    )


def test_an_scu_that_the_pyramid_lacks_is_an_error_with_file_and_line(tmp_path: Path) -> None:
    path = pan(tmp_path, change=('peerscu uid="7"', 'peerscu uid="70"'))
    found = pyramid(path)
    assert (found.status, found.out) == (2, "")
    assert found.err.startswith(f"cliometer: {path}:48: the peer expresses SCU 70, which its pyramid")


def test_one_bad_file_stops_all_of_them(tmp_path: Path) -> None:
    found = pyramid(*FILES, pan(tmp_path, change=("</pyramid>", "")))
    assert (found.status, found.out) == (2, "")
    assert ".pan:" in found.err and "malformed XML" in found.err and "Traceback" not in found.err


@pytest.mark.parametrize("models", ["0", "-1", "many", "1.5"])
def test_a_number_of_summaries_is_a_number(models: str) -> None:
    found = pyramid(FILES[0], f"--models={models}")
    assert found.status == 2 and "expected a whole number of at least 1" in found.err


def test_odd_parts_are_noted_on_standard_error(tmp_path: Path) -> None:
    path = pan(tmp_path, change=('start="41"', 'start="42"'))
    found = pyramid(path)
    assert found.status == 0 and found.err.startswith(f"note: {path}:") and "the text says" in found.err
