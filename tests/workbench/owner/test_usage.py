"""What the page of releases tells people to type works on what they have downloaded."""

from __future__ import annotations

import html
import io
import json
import re
import shlex
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import cliometer
from cliometer.cli.main import main
from cliometer.workbench.models import Study
from cliometer.workbench.services.study_releases import freeze, release_commands
from tests.workbench.owner.makings import finish, topic
from tests.workbench.people import Town
from tests.workbench.preferences import voters
from tests.workbench.units import stages

DEMO = Path(cliometer.__file__).parent / "demo"
WHERE = {"events": "wall", "units": "titanic", "preferences": ""}


def events(town: Town) -> Study:
    """One topic, through."""
    study = town.study("events", [topic()], ann="judge", bo="judge", cy="verifier")
    finish(town, study)
    return study


def votes(town: Town) -> Study:
    """Two judges have voted, and given a reason."""
    study = voters.study_of(town, "ann", "bo", slug="study")
    for name in ("ann", "bo"):
        sheet = town.sheet(study, "vote", name)
        voters.answer_all(town, name, sheet)
        item = next(one for one in voters.ballot_of(sheet).questions if one.kind == "vote")
        given = voters.careful(item)
        town.act(name, sheet, "answer", item=item.id, choice=given, seconds=9.0, reason="It is shorter")
        assert town.hand_in(name, sheet).status_code == 302
    return study


FINISHED: dict[str, Callable[[Town], Study]] = {
    "events": events, "units": stages.through, "preferences": votes,
}  # fmt: skip


def shown(town: Town, study: Study) -> list[list[str]]:
    """The commands that the page shows, word by word."""
    page = html.unescape(town.client("owner").get(f"/studies/{study.slug}/releases").content.decode())
    (block,) = re.findall(r'<pre class="shell"[^>]*>(.*?)</pre>', page, re.S)
    return [shlex.split(line, comments=True) for line in block.strip().splitlines()]


def run_of(kind: str, words: list[str], folder: Path) -> Path:
    """A run that such gold can measure."""
    if "--references" in words:
        run = folder / "run"
        run.mkdir(exist_ok=True)
        (run / "titanic.txt").write_text("1912-04-15\nThe ship sinks.\n--------------------------------\n")
        return run
    asked = {
        "events": ("sentences", "wall-story/s1"),
        "units": ("mentions", next(iter(stages.marks().values()))),
    }
    of, item = asked[kind]
    extract = {
        "system": "mine",
        "topic": WHERE[kind],
        "of": of,
        "ranked": True,
        "items": [{"id": item, "score": 1}],
    }
    path = folder / "extracts.json"
    path.write_text(json.dumps({"format": "cliometer-extracts", "version": 1, "extracts": [extract]}))
    return path


@pytest.mark.parametrize("kind", FINISHED)
def test_the_commands_that_are_shown_run_on_the_archive(
    kind: str, town: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = FINISHED[kind](town)
    release, _ = freeze(study, town.person("owner"), partial=True)
    packed = town.client("owner").get(f"/studies/{study.slug}/releases/{release.digest}.zip").content
    (unzip, archive, to, gold), *lines = shown(town, study)
    assert (unzip, to, release.digest[:12] in archive, len(lines) >= 2) == ("unzip", "-d", True, True)
    with zipfile.ZipFile(io.BytesIO(packed)) as opened:
        opened.extractall(tmp_path / gold)
    monkeypatch.chdir(tmp_path)
    for program, *words in lines:
        own = {"CODEBOOK.toml": str(DEMO / "codebook.toml")}
        if "RUN" in words:
            own["RUN"] = str(run_of(kind, words, tmp_path))
        err = io.StringIO()
        said = main([own.get(word, word) for word in words], io.StringIO(), err)
        assert (program, said) == ("cliometer", 0), (words, err.getvalue())


def test_an_empty_file_of_votes_is_not_offered_to_the_command_that_refuses_it() -> None:
    assert release_commands({"votes.csv": "topic,judge,first,second,preferred\n", "design.json": "{}"}) == []


def test_names_with_spaces_are_quoted() -> None:
    lines = [one.line for one in release_commands({"units/a b.json": "", "second/a b/rematch-bo.json": ""})]
    assert lines[-1] == "cliometer agreement gold/units --second 'gold/second/a b/rematch-bo.json'"
