"""The brake on guessing passwords: failures make the next try wait, longer each time.

Failures are counted three ways: of a name from an address, of an address with any name, and of a name from
anywhere. None depends on whether the name exists. Whoever signed in before has a cookie that says so, and is
counted alone: strangers who keep failing in her name cannot lock her out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from cliometer.workbench.models import Throttle
from cliometer.workbench.secrets import digest

FORGOTTEN = timedelta(hours=24)  # failures so long ago no longer count


@dataclass(frozen=True)
class Count:
    """What failures are counted by: so many are free, then each doubles the wait, from a second."""

    key: str
    free: int
    longest: int = 15 * 60  # seconds


def counts(name: str, address: str, known: str = "") -> list[Count]:
    """The counts of one try; `known` is the cookie of somebody who signed in here under that name before."""
    folded = name.casefold()
    if known:
        return [Count(f"known:{known}", 10)]
    return [
        Count(f"pair:{folded}\n{address}", 5),
        Count(f"from:{address}", 20),
        Count(f"name:{folded}", 50, longest=60),
    ]


def seconds_to_wait(tried: Iterable[Count]) -> int:
    """How long until the next try is heard."""
    now = timezone.now()
    rows = Throttle.objects.filter(key__in=[digest(one.key) for one in tried], until__gt=now)
    waits = [(row.until - now).total_seconds() for row in rows if row.until]
    return int(max(waits, default=-1)) + 1


def failed(tried: Iterable[Count]) -> None:
    """Count a failure."""
    now = timezone.now()
    with transaction.atomic():
        Throttle.objects.filter(latest__lt=now - FORGOTTEN).delete()
        for one in tried:
            Throttle.objects.get_or_create(key=digest(one.key))
            row = Throttle.objects.select_for_update().get(key=digest(one.key))
            row.failures += 1
            over = min(row.failures - one.free, 30)
            row.until = now + timedelta(seconds=min(2**over, one.longest)) if over >= 0 else None
            row.save()


def succeeded(tried: Iterable[Count]) -> None:
    """Forget the failures of this person here; those of the name from elsewhere are not hers."""
    mine = [digest(one.key) for one in tried if one.key.startswith(("pair:", "known:"))]
    Throttle.objects.filter(key__in=mine).delete()
