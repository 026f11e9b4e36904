"""The WSGI application of the workbench."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cliometer.workbench.settings")
application = get_wsgi_application()
