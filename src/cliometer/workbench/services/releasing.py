"""Releases: what is through all steps, frozen under the digest of its bytes."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Prefetch

from cliometer.errors import Refused
from cliometer.io.digests import digest_of as digest_of
from cliometer.io.digests import file_digest as file_digest
from cliometer.io.digests import in_order as in_order
from cliometer.study.protocol.steps import Step, open_step
from cliometer.workbench.kinds import KINDS
from cliometer.workbench.kinds.base import NO_GAPS, Files, Gaps
from cliometer.workbench.models import Release, Sheet, Study, StudyTopic
from cliometer.workbench.services.audit import record
from cliometer.workbench.services.studies import spans
from cliometer.workbench.services.works import states

_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # so that the same files give the same archive


@dataclass(frozen=True)
class Readiness:
    """Topics that are through, and those that are not, each with the step that is open."""

    done: tuple[StudyTopic, ...]
    waiting: tuple[tuple[str, Step, tuple[str, ...]], ...]  # topic (or the study), step, who is at it
    gaps: Gaps = NO_GAPS  # what is lacking though all sheets are handed in

    @property
    def whole(self) -> bool:
        """Whether a release would lack nothing."""
        return bool(self.done) and not (self.waiting or self.gaps.lacks or self.gaps.bar)

    @property
    def reasons(self) -> list[str]:
        """What is open, in words."""
        return [_reason(name, step, who) for name, step, who in self.waiting]


def readiness(study: Study) -> Readiness:
    """How far the study is from a release."""
    topics = list(study.topics.all())
    rows = study.sheets.filter(superseded=False).select_related("study", "topic", "judge")
    sheets: dict[int | None, list[Sheet]] = {}
    for sheet in rows:
        sheets.setdefault(sheet.topic_id, []).append(sheet)
    if spans(study):
        found = _open(study, sheets.get(None, []))
        if found and not sheets.get(None) and study.crowd.exists():
            found = None  # a crowd has done it all
        if found:
            return Readiness((), ((study.title, *found),))
        ask = KINDS[study.kind].gaps
        return Readiness(tuple(topics), (), ask(study) if ask and topics else NO_GAPS)
    opened = {topic: _open(study, sheets.get(topic.pk, [])) for topic in topics}
    return Readiness(
        tuple(topic for topic, found in opened.items() if found is None),
        tuple((str(topic), *found) for topic, found in opened.items() if found),
    )


def _open(study: Study, sheets: list[Sheet]) -> tuple[Step, tuple[str, ...]] | None:
    step = open_step(study.protocol, states(sheets))
    if step is None or (not sheets and study.crowd.exists()):  # a crowd can answer all of it
        return None
    at_it = [sheet for sheet in sheets if sheet.step == step.name and not sheet.submitted]
    return step, tuple(sheet.judge_name or "the shared sheet" for sheet in at_it)


def freeze(study: Study, by: User, partial: bool = False) -> tuple[Release, bool]:
    """The release of the present state, and whether it is new.

    `partial` leaves out topics that are not through, and forgives gaps; the notes name both.
    """
    with transaction.atomic():
        Study.objects.select_for_update().get(pk=study.pk)
        ready = readiness(study)
        _refuse_unready(ready, partial)
        files = _files(study, ready)
        notes = [*files.notes, *(f"left out: {reason}" for reason in ready.reasons)]
        name = digest_of(files.texts)
        there = Release.objects.filter(study=study, digest=name).first()
        if there is not None:
            return there, False
        release = Release.objects.create(
            study=study, digest=name, files=dict(files.texts), notes=notes, created_by=by
        )
        record(study, by, "frozen", digest=name, topics=[topic.name for topic in ready.done], notes=notes)
    return release, True


def _refuse_unready(ready: Readiness, partial: bool) -> None:
    if ready.waiting and not (partial and ready.done):
        more = f" (and {len(ready.waiting) - 3} more)" if len(ready.waiting) > 3 else ""
        raise Refused(f"not every topic is through: {'; '.join(ready.reasons[:3])}{more}")
    if not ready.done:
        raise Refused("the study has no topics yet; there is nothing to release")
    if ready.gaps.bar:
        raise Refused(ready.gaps.bar)
    if ready.gaps.lacks and not partial:
        raise Refused(f"not all is there: {ready.gaps.lacks[0]}; get it, or freeze what there is (partial)")


def _files(study: Study, ready: Readiness) -> Files:
    """What the kind writes of the topics that are through: it sees no others."""
    files = KINDS[study.kind].release(only_done(study, ready))
    if not files.texts:
        raise Refused("there is nothing to release: the study holds no work")
    return files


def only_done(study: Study, ready: Readiness | None = None) -> Study:
    """The study with those of its topics that are through, and no others."""
    done = (ready or readiness(study)).done
    chosen = StudyTopic.objects.filter(pk__in=[topic.pk for topic in done])
    return Study.objects.prefetch_related(Prefetch("topics", queryset=chosen)).get(pk=study.pk)


def archive(release: Release) -> bytes:
    """The release as a zip archive: the same release gives the same bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as packed:
        for name, text in in_order(release.files):
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, text.encode())
        packed.comment = _comment(release)
    return target.getvalue()


def _comment(release: Release) -> bytes:
    """Digest and notes travel along without being one more file to be scored."""
    lines = [f"Cliometer release {release.digest}", *release.notes]
    return "\n".join(lines).encode()[:60_000]


def _reason(name: str, step: Step, who: tuple[str, ...]) -> str:
    waits = f"not handed in: {', '.join(who)}" if who else "nobody is assigned to it"
    return f"{name}: {step.title} ({waits})"
