"""Stories, files and whole studies for the tests of the owner's pages."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

from django.core.files.uploadedfile import SimpleUploadedFile

from cliometer.model.sources import Annotation, Sentence, Source
from cliometer.study.topics import Topic
from cliometer_workbench.models import Study
from workbench.tests.app.people import Town

TEXT = "The wall fell. People danced."


def story(name: str) -> Source:
    """Two sentences, with ids of their own."""
    sentences = (Sentence("s1", 0, 14, TEXT[:14]), Sentence("s2", 15, 29, TEXT[15:]))
    return Source(f"{name}-story", Annotation(TEXT, sentences))


def topic(name: str = "wall") -> Topic:
    """A topic of one story."""
    return Topic(name, sources=(story(name),))


def upload(name: str, content: str | bytes = "The wall fell.") -> SimpleUploadedFile:
    """A file as a browser sends it."""
    return SimpleUploadedFile(name, content.encode() if isinstance(content, str) else content)


def packed(files: Mapping[str, str | bytes], name: str = "files.zip") -> SimpleUploadedFile:
    """A zip archive as a browser sends it."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            archive.writestr(path, content)
    return SimpleUploadedFile(name, target.getvalue())


def finish(town: Town, study: Study, name: str = "wall", event: str = "The wall falls") -> None:
    """Take a topic through all steps, with ann and bo as judges and cy as verifier."""
    town.hand_in("owner", town.sheet(study, "split", topic=name))
    for judge in ("ann", "bo"):
        sheet = town.sheet(study, "list", judge, name)
        town.act(judge, sheet, "add", text=event)
        town.hand_in(judge, sheet)
    board = town.sheet(study, "merge", topic=name)
    town.act("ann", board, "make", candidates=["ann/c1", "bo/c1"], text=event, id="e1")
    town.hand_in("ann", board)
    for judge in ("ann", "bo"):
        sheet = town.sheet(study, "link", judge, name)
        town.act(judge, sheet, "link", sentence=f"{name}-story/s1", event="e1")
        town.act(judge, sheet, "read", story=f"{name}-story")
        town.hand_in(judge, sheet)
    verify = town.sheet(study, "verify", topic=name)
    town.act("cy", verify, "accept", sentences=[f"{name}-story/s1"], event="e1")
    town.hand_in("cy", verify)


def invitation(town: Town, slug: str = "study", **asked: object) -> str:
    """The path of a new invitation, as the page shows it once."""
    given = {"role": "judge", "uses": 1, "days": 3} | asked
    page = town.client("owner").post(f"/studies/{slug}/people/invite", given).content.decode()
    return "/join/" + page.partition("/join/")[2].partition('"')[0]
