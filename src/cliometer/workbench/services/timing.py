"""Active time: what the page measured, cut to what the clock allows."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import User
from django.db.models import Sum
from django.utils import timezone

from cliometer.errors import Refused
from cliometer.workbench.models import Sheet, Stretch

LONGEST = 120.0  # seconds between two reports of a page; more is idleness


def count_time(sheet: Sheet, user: User, told: str) -> float:
    """Add a stretch that ends now; it cannot reach back before the one before it."""
    try:
        seconds = float(told)
    except ValueError:
        raise Refused("expected the number of active seconds") from None
    now = timezone.now()
    last = Stretch.objects.filter(user=user).order_by("-pk").first()
    free = (now - last.ended).total_seconds() if last else LONGEST
    counted = max(0.0, min(seconds, LONGEST, free)) if seconds == seconds else 0.0
    if counted > 0:
        began = now - timedelta(seconds=counted)
        Stretch.objects.create(sheet=sheet, user=user, began=began, ended=now, seconds=counted)
    return counted


def seconds_of(sheets: list[Sheet]) -> dict[int, float]:
    """Active seconds of each sheet."""
    rows = Stretch.objects.filter(sheet__in=sheets).values("sheet").annotate(total=Sum("seconds"))
    return {row["sheet"]: row["total"] for row in rows}
