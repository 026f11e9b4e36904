"""The texts of PDF, Word and HTML files; scans and locked files are refused."""

from __future__ import annotations

import io
import logging
import re
import zipfile
from typing import Any

from cliometer.errors import InputError
from cliometer_workbench.formats.archives import UNREADABLE, refuse_tricks

OFFICE_ENDINGS = (".pdf", ".docx", ".html", ".htm")
MOST_PAGES = 1000
_OLD_OFFICE = b"\xd0\xcf\x11\xe0"  # of .doc, and of .docx under a password
_HYPHEN = re.compile(r"(?<=\w)[-\u00ad\u2010]\n(?=[^\W\d_A-Z])")
_WRAP = re.compile(r"(?<=\S)[ \t]*\n(?=[ \t]*\S)")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f]")


def office_text(content: bytes, name: str) -> tuple[str, str]:
    """Return the text of a document, paragraphs apart by an empty line, and a note on it that may be empty."""
    ending = name.casefold().rpartition(".")[2]
    if ending == "pdf":
        text, note = _pdf(content, name), ""
    elif ending == "docx":
        text, note = _docx(content, name), ""
    else:
        from cliometer.io.articles import page_text

        text, note = page_text(_decoded(content, name))
    text = _CONTROL.sub("", text.replace("\x0c", "\n\n")).strip()
    if not text:
        raise InputError("text-missing", name)
    return text + "\n", note


def _pdf(content: bytes, name: str) -> str:
    import pypdf

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it tells of every oddity that it forgives
    try:
        reader = pypdf.PdfReader(io.BytesIO(content))
        if reader.is_encrypted and not reader.decrypt(""):
            raise InputError("file-encrypted", name)
        if len(reader.pages) > MOST_PAGES:
            raise InputError("pages-too-many", name, count=len(reader.pages), most_pages=MOST_PAGES)
        pages = [page.extract_text() for page in reader.pages]
    except InputError:
        raise
    except Exception as error:  # a damaged file fails in whatever place the library reaches
        raise InputError("pdf-unreadable", name, error=str(error or type(error).__name__)) from None
    if not any(page.strip() for page in pages):
        raise InputError("pdf-scanned", name)
    return "\n\n".join(_WRAP.sub(" ", _HYPHEN.sub("", page)).strip() for page in pages)


def _docx(content: bytes, name: str) -> str:
    import docx

    if content.startswith(_OLD_OFFICE):
        raise InputError("word-encrypted", name)
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for entry in archive.infolist():
                refuse_tricks(entry, name)
        blocks = list(docx.Document(io.BytesIO(content)).iter_inner_content())
    except InputError:
        raise
    except (*UNREADABLE, KeyError, ValueError, AttributeError, SyntaxError) as error:  # lxml's errors are SyntaxErrors
        raise InputError("word-unreadable", name, reason=str(error)) from None
    return "\n\n".join(filter(str.strip, map(_block, blocks)))


def _block(block: Any) -> str:
    """Return the text of a paragraph, or of a table with a line for each row."""
    if hasattr(block, "rows"):
        return "\n".join(" ".join(dict.fromkeys(cell.text.strip() for cell in row.cells)) for row in block.rows)
    return str(block.text)


def _decoded(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("page-not-utf8", name) from None
