"""The workbench: a web application in which people make the gold; its rules are in study/."""

from pathlib import Path

from cliometer.errors import add_messages

for _file in sorted((Path(__file__).parent / "messages").glob("*.toml")):
    add_messages(_file)
