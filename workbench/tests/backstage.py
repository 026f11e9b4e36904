"""What happens behind the stage: calls into the Django of a served workbench, in a process of its own.

Reads one call a line, {"call": "module:function", "with": {...}}, and answers with one line of JSON.
"""

from __future__ import annotations

import importlib
import json
import sys
import traceback
from typing import Any

from cliometer_workbench.config import ServerConfig
from cliometer_workbench.server import load


def main(given: str) -> None:
    """Answer calls until the other side hangs up."""
    document = json.loads(given)
    load(ServerConfig(**document | {"hosts": tuple(document["hosts"])}))
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """What the function returns, or its trace."""
    module, _, name = asked["call"].partition(":")
    try:
        _make_room(asked["with"].get("slug"))
        return {"value": getattr(importlib.import_module(module), name)(**asked["with"])}
    except Exception:
        return {"error": traceback.format_exc()}


def _make_room(slug: str | None) -> None:
    """A test that is tried again finds its study from the first time: that one gets another address."""
    from cliometer_workbench.models import Study

    for old in Study.objects.filter(slug=slug):
        Study.objects.filter(pk=old.pk).update(slug=f"{slug}-{old.pk}")


def sign_in(name: str, staff: bool = False) -> str:
    """A session of somebody, made when first named; `owner` runs the workbench. The value of the cookie."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.auth.models import User
    from django.contrib.sessions.backends.db import SessionStore

    boss = name == "owner"
    user, _ = User.objects.get_or_create(username=name, defaults={"is_staff": boss or staff, "is_superuser": boss})
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.set_expiry(settings.SESSION_COOKIE_AGE)
    session.create()
    return str(session.session_key)


def sessions() -> int:
    """How many browsers are signed in."""
    from django.contrib.sessions.models import Session

    return Session.objects.count()


def rows(model: str, **filters: Any) -> int:
    """How many rows of a model of the workbench there are."""
    from django.apps import apps

    return int(apps.get_model("workbench", model).objects.filter(**filters).count())


def pretend_newer() -> None:
    """Note a migration that this version does not have."""
    from django.db import connection
    from django.db.migrations.recorder import MigrationRecorder

    MigrationRecorder(connection).record_applied("workbench", "9999_later")


if __name__ == "__main__":
    main(sys.argv[1])
