"""The workbench: a web application in which people make the gold; its rules are in study/."""

from pathlib import Path

from cliometer.errors import add_messages
from cliometer.model.notes import add_notes

_MESSAGES = Path(__file__).parent / "messages"
for _file in sorted(_MESSAGES.glob("*.toml")):
    add_messages(_file)
add_notes(_MESSAGES / "notes.txt")
