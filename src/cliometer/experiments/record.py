"""The folder that keeps an experiment: all its files or none, written beside and renamed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from cliometer.errors import InputError
from cliometer.io.atomic import encoded

PLAN = "plan.toml"


def refuse_folder(folder: Path, force: bool = False) -> None:
    """Fail where something stands that must not be replaced; what is no experiment never is."""
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise InputError("is not a folder; name a folder to write", folder)
    if not folder.absolute().parent.is_dir():
        raise InputError(f"the folder {folder.parent} does not exist; make it first", folder)
    if folder.exists() and not force:
        raise InputError("exists already; name another folder, or let it be replaced (--force)", folder)
    if folder.exists() and any(folder.iterdir()) and not (folder / PLAN).is_file():
        raise InputError(f"holds no {PLAN}, so it is no experiment to replace; name another folder", folder)


def write_folder(folder: Path, files: Mapping[str, str], force: bool = False) -> None:
    """Write texts by their paths within the folder; on any failure what stood there stands."""
    refuse_folder(folder, force)
    contents = {name: encoded(text, folder / name) for name, text in files.items()}
    target = folder.resolve()
    beside, before = (target.with_name(f".{target.name}.{os.getpid()}.{end}") for end in ("part", "old"))
    try:
        for name, content in contents.items():
            path = beside / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        _swap(beside, target, before)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", folder) from None
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _swap(new: Path, target: Path, before: Path) -> None:
    """Put the new folder in place of the old one; a failed renaming brings the old one back."""
    stood = target.exists()
    if stood:
        os.rename(target, before)
    try:
        os.rename(new, target)
    except OSError:
        if stood:
            os.rename(before, target)
        raise
    shutil.rmtree(before, ignore_errors=True)
