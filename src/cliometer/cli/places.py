"""Where things lie for the person at the terminal: the bundled example, and the command itself."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

DEMO = Path(__file__).parents[1] / "demo"


def filled(example: str) -> str:
    """An example with the folder of the bundled timelines in place of `{demo}`."""
    return example.replace("{demo}", quoted(DEMO))


def quoted(path: Path) -> str:
    """A path as it can be typed here: relative where it lies below the working folder."""
    try:
        return shlex.quote(str(path.relative_to(Path.cwd())))
    except ValueError:
        return shlex.quote(str(path))


def program() -> str:
    """How this command is called from here, whether or not it is on the PATH."""
    import shutil  # costs more than all else here, and only the demo asks

    if shutil.which("cliometer"):
        return "cliometer"
    for script in (Path(sys.argv[0]).absolute(), Path(sys.executable).with_name("cliometer")):
        if script.stem == "cliometer" and script.is_file():
            typed = quoted(script)
            return typed if "/" in typed else f"./{typed}"
    return f"{quoted(Path(sys.executable))} -m cliometer"
