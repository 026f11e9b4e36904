"""Releases: listed, frozen, fetched."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from ninja import Status

from cliometer.workbench.access import refuse_while_blind
from cliometer.workbench.api.door import InStudy, operation
from cliometer.workbench.api.shapes import NewRelease, ReleaseFiles, ReleaseShape
from cliometer.workbench.models import Release
from cliometer.workbench.services.releasing import freeze


@operation("GET", "/studies/{slug:study}/releases", "member", list[ReleaseShape])
def list_releases(request: InStudy, study: str) -> list[dict[str, Any]]:
    """List the releases of a study, the newest first."""
    return [_shape(release) for release in request.seat.study.releases.all()]


@operation("POST", "/studies/{slug:study}/releases", "owner", ReleaseShape, status=201)
def freeze_release(request: InStudy, study: str, which: NewRelease) -> Status[dict[str, Any]]:
    """Freeze what is through all steps; the same state gives the same release again."""
    release, _ = freeze(request.seat.study, request.user, which.partial)
    return Status(201, _shape(release))


@operation("GET", "/studies/{slug:study}/releases/{digest}", "member", ReleaseFiles)
def fetch_release(request: InStudy, study: str, digest: str) -> dict[str, Any]:
    """Fetch a release with its files."""
    release = request.seat.study.releases.filter(digest=digest).first()
    if release is None:
        raise Http404
    refuse_while_blind(request.seat)
    return _shape(release) | {"files": release.files}


def _shape(release: Release) -> dict[str, Any]:
    return {
        "digest": release.digest,
        "created": release.created,
        "notes": release.notes,
        "names": sorted(release.files),
    }
