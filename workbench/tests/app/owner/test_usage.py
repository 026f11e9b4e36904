"""What the page of releases tells people to type works on what they have downloaded."""

from __future__ import annotations

import html
import io
import json
import re
import shlex
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

import cliometer
from cliometer.cli.main import main
from cliometer_workbench.models import Admission, Study
from cliometer_workbench.services.seats import seat
from cliometer_workbench.services.study_documents import keep_document
from cliometer_workbench.services.study_releases import PLACEHOLDERS, freeze, release_commands
from workbench.tests.app import test_checks
from workbench.tests.app.owner.makings import finish, topic
from workbench.tests.app.people import Town
from workbench.tests.app.preferences import test_coding, test_formats, test_timeline_study, voters
from workbench.tests.app.units import stages

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


def coded(town: Town) -> Study:
    """Reasons that two people have coded."""
    study = test_coding.voted(town)
    test_coding.opened(town, study, "cy", "dee")
    test_coding.code(town, study, "cy", "readability", "informativeness", "length")
    test_coding.code(town, study, "dee", "readability", "informativeness", "readability")
    return study


def checked(town: Town, drawn: int = 24) -> Study:
    """Decisions of a model, all but one of which Ann has checked."""
    with tempfile.TemporaryDirectory() as folder:
        test_checks.judged(audit=drawn, sheet=Path(folder) / "sheet.csv")
        study = test_checks.study_of(town, Path(folder) / "sheet.csv", "ann")
    sheet = town.sheet(study, "check", "ann")
    for one in test_checks.work(sheet).decisions[:-1]:
        assert town.act("ann", sheet, "answer", item=one.id, choice="partly").status_code == 200
    assert town.hand_in("ann", sheet).status_code == 302
    return study


def timelines(town: Town) -> Study:
    """Timelines of runs, compared by three criteria."""
    with tempfile.TemporaryDirectory() as folder:
        study = test_timeline_study.planned(town, Path(folder), "--budget", "8", "--votes", "1", "--cap", "8")
    test_timeline_study.quietly(study)
    seat(study, town.person("ann"), "judge")
    assert town.client("owner").post(f"/studies/{study.slug}/start").status_code == 302
    test_timeline_study.cast(town, town.sheet(study, "vote", "ann"), "ann", defaultdict(float))
    return study


FINISHED: dict[str, Callable[[Town], Study]] = {
    "events": events, "units": stages.through, "preferences": votes, "coded reasons": coded, "checks": checked,
    "timelines": timelines,
    **{form: partial(test_formats.judged, form=form) for form in test_formats.FORMATS},
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
    asked = {"events": ("sentences", "wall-story/s1"), "units": ("mentions", next(iter(stages.marks().values())))}
    of, item = asked[kind]
    extract = {"system": "mine", "topic": WHERE[kind], "of": of, "ranked": True, "items": [{"id": item, "score": 1}]}
    path = folder / "extracts.json"
    path.write_text(json.dumps({"format": "cliometer-extracts", "version": 1, "extracts": [extract]}))
    return path


@pytest.mark.parametrize("kind", FINISHED)
def test_the_commands_that_are_shown_run_on_the_archive(
    kind: str, town: Town, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study, owner = FINISHED[kind](town), town.person("owner")
    keep_document(study, "guidelines", {"": "Read."}, owner)
    keep_document(study, "consent", {"": "We ask you."}, owner)
    Admission.objects.create(study=study, user=town.person("ann"), part="consent", version=1, passed=True)
    release, _ = freeze(study, town.person("owner"), partial=True)
    packed = town.client("owner").get(f"/studies/{study.slug}/releases/{release.digest}.zip").content
    (unzip, archive, to, gold), *lines = shown(town, study)
    assert (unzip, to, release.digest[:12] in archive, len(lines) >= 2) == ("unzip", "-d", True, True)
    with zipfile.ZipFile(io.BytesIO(packed)) as opened:
        opened.extractall(tmp_path / gold)
    assert {"guidelines", "people"} <= {path.name for path in (tmp_path / gold).iterdir()}
    monkeypatch.chdir(tmp_path)
    for program, *words in lines:
        own = {"CODEBOOK.toml": str(DEMO / "codebook.toml"), "UNITS": str(DEMO / "units"), "EXPR": "words"}
        own["REFERENCES"] = str(DEMO / "references")
        if "RUN" in words:
            own["RUN"] = str(run_of(kind, words, tmp_path))
        given = [own.get(word, word) for word in words]
        if "RUNS" in words:
            runs = test_checks.RUNS if kind == "checks" else [*test_timeline_study.RUNS, "-m", "date"]
            place = given.index("RUNS")
            given[place : place + 1] = [str(run) for run in runs]
        err = io.StringIO()
        out = io.StringIO()
        assert (program, main(given, out, err)) == ("cliometer", 0), (words, err.getvalue())
        assert "--criterion" not in words or "named votes (overall)." in " ".join(out.getvalue().split())
    page = town.client("owner").get(f"/studies/{study.slug}/releases").content.decode()
    named = {word for line in lines for word in line if word in PLACEHOLDERS}
    assert named == {word for word in PLACEHOLDERS if f"{word} stands for" in page}
    exports = set(re.findall(r'href="(/studies/[^"]*)"[^>]* download', page))
    assert len(exports) == {"checks": 1, "events": 9, "units": 9}.get(kind, 5)  # the archive is one of them
    assert {town.client("owner").get(address).status_code for address in exports} == {200}


def test_checks_too_few_to_correct_a_score_are_reported_only(town: Town) -> None:
    release, _ = freeze(checked(town, 4), town.person("owner"), partial=True)
    assert [one.line for one in release_commands(release.files)] == ["cliometer report gold"]


def test_names_with_spaces_are_quoted() -> None:
    lines = [one.line for one in release_commands({"units/a b.json": "", "second/a b/rematch-bo.json": ""})]
    assert lines[-1] == "cliometer study agreement gold/units --second 'gold/second/a b/rematch-bo.json'"
