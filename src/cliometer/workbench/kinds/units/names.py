"""Names of the files of a release: each topic has one of its own, and none of them is a path."""

from __future__ import annotations

import hashlib
import re

_UNSAFE = re.compile(r"[^\w. -]|^[. ]|[. ]$")
_LONGEST = 120  # bytes; file systems allow 255 with all that stands around it


def file_name(id: str) -> str:
    """The id of a topic or the name of a person, with %2F for a slash; what is too long ends in a digest."""
    name = _UNSAFE.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), id)
    if len(name.encode()) <= _LONGEST:
        return name
    return f"{name.encode()[:60].decode(errors='ignore')}-{hashlib.sha256(id.encode()).hexdigest()[:16]}"
