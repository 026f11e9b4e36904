"""Operations of the API on crowd links and the payment list of their workers."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from ninja import Status

from cliometer.errors import InputError
from cliometer_workbench.access import refuse_while_blind
from cliometer_workbench.api import shapes
from cliometer_workbench.api.operations import InStudy, operation
from cliometer_workbench.models import CrowdLink
from cliometer_workbench.services import crowd_links
from cliometer_workbench.views.crowd_pages import link_address
from cliometer_workbench.views.forms import CrowdLinkForm, form_problems


@operation("POST", "/studies/{slug:study}/crowd-links", "owner", shapes.InvitationLink, status=201)
def make_crowd_link(request: InStudy, study: str, asked: shapes.NewCrowdLink) -> Status[dict[str, str]]:
    """Make a link for workers of a crowd service, which is shown only once."""
    form = CrowdLinkForm(asked.model_dump())
    if not form.is_valid():
        raise InputError(form_problems(form))
    token = crowd_links.make_link(request.seat.study, request.user, **form.cleaned_data)
    return Status(201, {"link": link_address(request, token, asked.service)})


@operation("GET", "/studies/{slug:study}/crowd-links", "owner", list[shapes.CrowdLinkShape])
def list_crowd_links(request: InStudy, study: str) -> list[dict[str, Any]]:
    """List the crowd links of a study, without their addresses, each with its workers by state."""
    return [_link(*counts) for counts in crowd_links.link_counts(request.seat.study)]


@operation("POST", "/studies/{slug:study}/crowd-links/close", "owner", list[shapes.CrowdLinkShape])
def close_crowd_link(request: InStudy, study: str, which: shapes.WhichCrowdLink) -> list[dict[str, Any]]:
    """Close a crowd link, so that nobody else begins; those who have begun can finish."""
    crowd_links.close_link(get_object_or_404(request.seat.study.crowd_links, pk=which.number), request.user)
    return list_crowd_links(request, study)


@operation("GET", "/studies/{slug:study}/workers", "owner", list[crowd_links.PaymentRow])
def list_workers(request: InStudy, study: str) -> list[crowd_links.PaymentRow]:
    """List the workers who came by crowd links, with the ids of the service, their codes and their states."""
    refuse_while_blind(request.seat)
    return crowd_links.payment_rows(request.seat.study)


def _link(link: CrowdLink, counts: dict[str, int], is_open: bool) -> dict[str, Any]:
    about = {"number": link.pk, "service": link.service, "label": link.label, "places": link.places}
    return about | {"open": is_open, "expires": link.expires, "workers": counts}
