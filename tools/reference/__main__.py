"""Write all pages and schemas: `python -m tools.reference`."""

from __future__ import annotations

from tools import reference

reference.write()
for name, text in reference.schemas.schemas().items():
    (reference.schemas.FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
