"""Write all pages anew: `python -m tools.reference`."""

from __future__ import annotations

from tools.reference import FOLDER, pages, schemas

for folder, texts in ((FOLDER, pages()), (schemas.FOLDER, schemas.schemas())):
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
