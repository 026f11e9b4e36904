"""`cliometer explain`, `metrics`, `demo` and `compat`."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest

import cliometer as library
from cliometer.cli.compat import TOOLS
from cliometer.cli.demo import HEADLINE, program
from cliometer.cli.main import every_command
from cliometer.metrics.base import metrics
from cliometer.reporting.chapters.explanation import explanation_section
from cliometer.reporting.render.terminal import terminal
from tests.unit.cli.cliometer_command import DEMO, cliometer

SYSTEM = DEMO / "runs" / "lead" / "apollo-13.txt"
REFERENCES = sorted((DEMO / "references" / "apollo-13").iterdir())


def timelines(*paths: Path) -> list[library.Timeline]:
    return [library.read_timeline(path) for path in paths]


def test_explain_prints_what_the_library_tells() -> None:
    system, *references = timelines(SYSTEM, *REFERENCES)
    expected = library.explain(system, references, "align+m1(rouge=1)")
    assert cliometer("explain", SYSTEM, *REFERENCES).out == terminal(explanation_section(expected))


def test_explain_prints_one_json_document() -> None:
    system, reference = timelines(SYSTEM, REFERENCES[0])
    expected = library.explain(system, reference, "align", "modern").to_dict()
    found = cliometer("explain", SYSTEM, REFERENCES[0], "-m", "align", "--preset", "modern", "--json")
    assert json.loads(found.out) == expected


def test_explain_agrees_with_score() -> None:
    explained = json.loads(cliometer("explain", SYSTEM, *REFERENCES, "--json").out)
    scored = json.loads(cliometer("score", SYSTEM, *REFERENCES, "-m", "align+m1", "--json").out)["scores"][0]
    assert [explained[key] for key in ("metric", "precision", "recall", "f")] == [
        scored[key] for key in ("metric", "precision", "recall", "f")
    ]


def test_explain_takes_references_by_option_too() -> None:
    assert cliometer("explain", SYSTEM, "-r", *REFERENCES).out == cliometer("explain", SYSTEM, *REFERENCES).out


def test_explain_tells_notes_on_standard_error(tmp_path: Path) -> None:
    (tmp_path / "mute.txt").touch()
    found = cliometer("explain", tmp_path / "mute.txt", REFERENCES[0])
    assert found.status == 0
    assert found.err.splitlines() == [
        f"note: mute: the timeline for {REFERENCES[0].stem} is empty; it scores 0",
    ]


def test_explain_takes_one_system() -> None:
    found = cliometer("explain", SYSTEM, SYSTEM, "-r", *REFERENCES)
    assert (found.status, found.out) == (2, "")
    assert found.err == "cliometer: explain takes one system; give the others to cliometer score\n"


def test_explain_takes_one_metric() -> None:
    found = cliometer("explain", SYSTEM, *REFERENCES, "-m", "date", "-m", "align")
    assert (found.status, found.out) == (2, "")
    assert found.err == "cliometer explain: --metric was given twice; give one; see cliometer explain --help\n"


def test_metrics_lists_all_of_them() -> None:
    assert all(name in cliometer("metrics").out for name in metrics.names)


def test_metrics_describes_one() -> None:
    out = cliometer("metrics", "align+m1").out
    assert "formula: " in out and "citation: Martschat" in out and "ties" in out


def test_metrics_prints_one_json_document() -> None:
    assert [entry["name"] for entry in json.loads(cliometer("metrics", "--json").out)["metrics"]] == list(metrics.names)


def test_metrics_has_near_misses() -> None:
    found = cliometer("metrics", "aling")
    assert (found.status, found.out) == (2, "")
    assert "did you mean align" in found.err


def test_the_demo_scores_every_system_explains_one_and_says_what_to_try() -> None:
    found = cliometer("demo")
    assert (found.status, found.err) == (0, "")
    systems = [path.name for path in (DEMO / "runs").iterdir()]
    assert all(
        any(line.startswith(f"{s} ") and m in line for line in found.out.splitlines())
        for s in systems
        for m in HEADLINE
    )
    assert "\nsignature cliometer:" in found.out
    assert " earned 13, apollo" in found.out


def test_the_demo_tells_where_it_lies() -> None:
    assert cliometer("demo", "--where").out == f"{DEMO}\n"


def test_a_copy_of_the_demo_is_written_into_a_new_folder_only(tmp_path: Path) -> None:
    target = tmp_path / "demo"
    assert cliometer("demo", "-o", target).out == f"{target}\n"
    assert [path.name for path in sorted(target.iterdir())] == sorted(path.name for path in DEMO.iterdir())
    again = cliometer("demo", "-o", target)
    assert (again.status, again.err) == (
        2,
        f"cliometer: {target}: exists already; name a new folder for the copy of the example\n",
    )


@pytest.mark.parametrize("name", [*every_command(), "compat tilse"])
def test_help_and_demo_name_no_folder_of_the_package(name: str) -> None:
    printed = cliometer(*name.split(), "--help").out
    assert str(DEMO) not in printed and "src/cliometer" not in printed


@pytest.mark.slow
def test_what_the_demo_says_to_try_next_works(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CLIOMETER_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(shutil, "which", lambda name: name)
    lines = [line.split() for line in cliometer("demo").out.splitlines() if line.startswith("  cliometer ")]
    assert {words[1] for words in lines} == {
        "demo", "score", "explain", "compare", "report", "timelines", "court", "agree", "vote", "metrics",
    }  # fmt: skip
    assert lines[0] == ["cliometer", "demo", "-o", "demo"]
    for _, *words in lines:
        paths = [path for word in words for path in (sorted(map(str, Path().glob(word))) if "*" in word else [word])]
        assert cliometer(*paths).status == 0, words


def test_the_demo_calls_a_command_off_the_path_by_its_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = tmp_path / ".venv" / "bin" / "cliometer"
    script.parent.mkdir(parents=True)
    script.touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(sys, "argv", [str(script), "demo"])
    assert "\n  .venv/bin/cliometer score " in cliometer("demo").out
    monkeypatch.chdir(script.parent)
    assert program() == "./cliometer"


def test_a_command_without_a_script_is_called_by_its_module(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(sys, "argv", ["-m"])
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    assert program() == "/nowhere/python -m cliometer"


def test_compat_lists_its_tools() -> None:
    found = cliometer("compat", "--help")
    assert found.status == 0 and all(name in found.out for name in TOOLS)


def test_compat_without_a_tool_is_bad_usage() -> None:
    found = cliometer("compat")
    assert (found.status, found.out, found.err) == (2, "", cliometer("compat", "--help").out)


def test_compat_has_near_misses() -> None:
    assert cliometer("compat", "simetri").err == "cliometer: unknown tool 'simetri'; did you mean simetrix?\n"


def test_compat_hands_help_to_the_tool() -> None:
    found = cliometer("compat", "tilse", "--help")
    assert found.status == 0 and "predicted timeline" in found.out


def test_compat_rouge155_has_help_with_an_example() -> None:
    found = cliometer("compat", "rouge155", "--help")
    assert (found.status, found.err) == (0, "")
    assert "cliometer compat rouge155 -n 2 -m -a settings.xml" in found.out
    assert "unknown option --hlep" in cliometer("compat", "rouge155", "--hlep").err


def test_metrics_shows_what_a_setting_may_be() -> None:
    lines = cliometer("metrics", "align+m1").out.splitlines()
    assert any(line.startswith("tokens ") and "rouge155, google, unicode, whitespace" in line for line in lines)


def test_metrics_describes_a_preset() -> None:
    lines = cliometer("metrics", "modern").out.splitlines()
    assert lines[0].startswith("modern: ") and ["ties", "canonical"] in [line.split() for line in lines]
