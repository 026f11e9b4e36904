"""Write all pages anew: `python -m tools.reference`."""

from __future__ import annotations

from tools.reference import FOLDER, pages

for name, text in pages().items():
    (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
