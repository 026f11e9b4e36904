"""Structured logs: one JSON object a line on standard error, without texts of studies or secrets."""

from __future__ import annotations

import json
import logging
from datetime import UTC, datetime
from typing import Any

_REFUSED = "django.security"  # such as a wrong Host header: what somebody sent, no fault of ours
_FIELDS = ("method", "path", "status", "ms", "user", "study", "sheet", "verb")


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, what, and whichever of our fields the record has."""
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Any] = {
            "at": moment,
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        line |= {name: record.__dict__[name] for name in _FIELDS if name in record.__dict__}
        if record.exc_info and not record.name.startswith(_REFUSED):
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def logging_settings() -> dict[str, Any]:
    """Django's LOGGING; errors come with their trace, a refusal is no more than its request."""
    return _settings({"django": "WARNING", "django.request": "ERROR", "workbench": "INFO"})


def server_logging() -> dict[str, Any]:
    """The same for the server itself."""
    return _settings({"_granian": "WARNING", "granian.access": "WARNING"})


def _settings(levels: dict[str, str]) -> dict[str, Any]:
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": "cliometer.workbench.logs.JsonLines"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "loggers": {
            name: {"handlers": ["stderr"], "level": level, "propagate": False}
            for name, level in levels.items()
        },
    }
