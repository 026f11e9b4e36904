"""What ROUGE-1.5.5.pl reads: settings.xml or a list of files, and texts in the formats SPL, SEE and ISI."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from cliometer.errors import InputError
from cliometer.io.xml import Element, parse_xml

# Which texts to compare: ROUGE-1.5.5's settings.xml, or with -z a list of files.
# Tags are read in any case, attributes (ID, TYPE) only in capitals. An EVAL that appears twice is
# continued. Paths are relative to the folder in which the command runs.


class EvaluationTexts(NamedTuple):
    """One EVAL: where each system's text lies, and the references, an entry for each time they are named."""

    id: str
    format: str | None
    peers: dict[str, str]
    models: Sequence[str]


class Setup(NamedTuple):
    """Evaluations in the order of the file, and the names of all systems, sorted."""

    evaluations: Sequence[EvaluationTexts]
    systems: Sequence[str]


@dataclass
class _Draft:
    """An EVAL as it is being read: roots may follow the names they belong to."""

    id: str
    format: str | None = None
    peer_root: str = ""
    model_root: str = ""
    peers: dict[str, str] = field(default_factory=dict)
    models: dict[str, str] = field(default_factory=dict)
    named: list[str] = field(default_factory=list)  # peers, also those without a file
    model_ids: list[str] = field(default_factory=list)

    def finished(self) -> EvaluationTexts:
        peers = {name: f"{self.peer_root}/{file}" for name, file in self.peers.items()}
        models = [f"{self.model_root}/{self.models.get(name, '')}" for name in self.model_ids]
        return EvaluationTexts(self.id, self.format, peers, models)


def read_settings(path: str) -> Setup:
    """Read settings.xml."""
    reader = _Reader(path)
    reader.walk(parse_xml(_bytes(path), Path(path)).root, None)
    drafts = reader.drafts.values()
    systems = sorted({name for draft in drafts for name in draft.named})
    return Setup([draft.finished() for draft in drafts], systems)


def read_list(path: str, text_format: str, system: str) -> Setup:
    """Read lines of `peer reference reference ...`; evaluations are numbered from 1."""
    evaluations: list[EvaluationTexts] = []
    for number, line in enumerate(_bytes(path).decode("utf-8", "surrogateescape").split("\n"), start=1):
        files = line.split()
        if line.startswith("#") or not files:
            continue
        if len(files) < 2:
            raise InputError("reference-name-missing", path, number)
        id = str(len(evaluations) + 1)
        evaluations.append(EvaluationTexts(id, text_format, {system: files[0]}, files[1:]))
    return Setup(evaluations, [system])


def _bytes(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise InputError("rouge-settings-unreadable", path, reason=error.strerror) from None


_READ = ("INPUT-FORMAT", "PEER-ROOT", "MODEL-ROOT", "PEERS", "MODELS")


class _Reader:
    """Collects drafts on a walk through the tree."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.drafts: dict[str, _Draft] = {}

    def walk(self, node: Element, draft: _Draft | None) -> None:
        """Read a node if it is one of ours, else look inside it."""
        name = _name(node)
        if name == "EVAL":
            eval_id = self._attribute(node, "ID")
            draft = self.drafts.setdefault(eval_id, _Draft(eval_id))
        if name in _READ:
            if draft is None:
                raise InputError("eval-element-outside", self.path, name=name)
            self._read(name, node, draft)
            return
        for child in node.elements():
            self.walk(child, draft)

    def _read(self, name: str, node: Element, draft: _Draft) -> None:
        if name == "INPUT-FORMAT":
            draft.format = self._attribute(node, "TYPE")
        elif name == "PEERS":
            draft.named += self._files(node, "P", draft.peers)
        elif name == "MODELS":
            draft.model_ids += self._files(node, "M", draft.models)
        elif (root := _last_text(node)) is not None and name == "PEER-ROOT":
            draft.peer_root = root
        elif root is not None:
            draft.model_root = root

    def _files(self, node: Element, tag: str, files: dict[str, str]) -> list[str]:
        """Add the files named by the children with this tag; return their IDs."""
        children = [child for child in node.elements() if _name(child) == tag]
        for child in children:
            if (file := _last_text(child)) is not None:
                files[self._attribute(child, "ID")] = file
        return [self._attribute(child, "ID") for child in children]

    def _attribute(self, node: Element, name: str) -> str:
        if (value := node.get(name)) is None:
            raise InputError("attribute-missing", self.path, tag=node.tag, name=name)
        return value


def _name(node: Element) -> str:
    """Return the tag in capitals, without its namespace."""
    return node.tag.rpartition(":")[2].upper()


def _last_text(node: Element) -> str | None:
    """Return the last piece of text directly inside, stripped."""
    texts = [piece for piece in node.children if isinstance(piece, str)]  # comments stand between pieces
    return texts[-1].strip() if texts else None


# The text formats of ROUGE-1.5.5: SPL (a sentence a line), SEE (its HTML) and ISI.
# Files are read as bytes and held as Latin-1, so that a character is a byte, as it is to the script.

_SEE = re.compile(r'<a (?:size="[0-9]+" )?name="[0-9]+">\[[0-9]+\]</a>\s+<a href="#[0-9]+" id=[0-9]+>([^<]+)', re.ASCII)
_ISI = re.compile(r'<S SNTNO="[0-9a-z,]+">([^<]+)</S>', re.ASCII)
_MARKED = {"SEE": _SEE, "ISI": _ISI}


def read_sentences(path: str, text_format: str) -> list[str]:
    """Return the sentences of a file; in SEE and ISI, lines that do not look like one are skipped."""
    lines = _lines(path)
    if text_format == "SPL":
        return [line for line in (line.removesuffix("\n") for line in lines) if line]
    matches = map(_MARKED[text_format].match, lines)
    return [match[1] for match in matches if match]


def check_format(name: str | None, evaluation: str, settings: str) -> str:
    """Return the format in capitals, or an error that names the evaluation."""
    if name is None:
        raise InputError("input-format-missing", settings, evaluation=evaluation)
    if name.upper() not in ("SPL", *_MARKED):
        raise InputError("input-format-unknown", settings, evaluation=evaluation, name=name)
    return name.upper()


def _lines(path: str) -> Sequence[str]:
    """Split into lines, which end at a newline byte and nothing else, and keep it."""
    try:
        text = Path(path).read_bytes().decode("latin-1")
    except OSError as error:
        raise InputError("rouge-text-unreadable", path, reason=error.strerror) from None
    lines = text.split("\n")
    return [*(line + "\n" for line in lines[:-1]), *filter(None, lines[-1:])]
