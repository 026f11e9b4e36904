"""Labels: what a reader sees in place of the names of systems and metrics."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from cliometer.errors import CliometerError, UsageError
from cliometer.metrics.base import metrics
from cliometer.model.notes import Note
from cliometer.reporting.document import Code, Document, Figure, Timelines
from cliometer.text.tables import latex_escaped

Part = TypeVar("Part")
_WORDS = ("values", "domain", "title", "text")  # where names stand in the specification of a chart


class Labels:
    """Texts by the names in whose place they stand; a metric may be named as it was asked for.

    `asked` metrics that have a name of the field, such as AR-1, are shown by it.
    """

    def __init__(self, label: Iterable[str] = (), asked: object = ()) -> None:
        self._names: dict[str, str] = {}  # by text
        self._texts: dict[str, str] = {}
        self._seen: set[str] = set()
        for each in label:
            name, mark, text = (part.strip() for part in each.rpartition("="))
            if not mark or not name or not text:
                raise UsageError("label-malformed", label=each)
            if self._names.setdefault(text, name) != name or name in self._texts:
                raise UsageError("label-repeated", label=each)
            self._texts[name] = text
            with suppress(CliometerError):
                self._texts.setdefault(str(metrics.parse(name)), text)
        for typed in asked if isinstance(asked, list | tuple) else ():
            if isinstance(typed, str) and typed.upper() in metrics.aliases:
                self._texts.setdefault(str(metrics.parse(typed)), typed.upper())
        self._escaped = {latex_escaped(name): latex_escaped(text) for name, text in self._texts.items()}

    def text(self, text: str, escaped: bool = False) -> str:
        """Return a text, which may be LaTeX (`escaped`), with the labels in place of whole names.

        >>> Labels(["our_v2=Ours"]).text("our_v2 - our_v2b")
        'Ours - our_v2b'
        """
        texts = self._escaped if escaped else self._texts
        names = "|".join(map(re.escape, sorted(texts, key=len, reverse=True)))
        if not names:
            return text

        def shown(name: re.Match[str]) -> str:
            self._seen.add(texts[name[0]])
            return texts[name[0]]

        return re.sub(rf"(?<![\w.=-])(?:{names})(?![\w=(-]|\.\w)", shown, text)

    def of(self, part: Part) -> Part:
        """Return a document, a section, a table or any other part with the labels; what is to be copied stays."""
        return self._of(part) if self._texts else part

    def _of(self, part: Any) -> Any:
        match part:
            case str():
                return self.text(part)
            case list() | tuple():
                return [self._of(each) for each in part]
            case Code():
                return part
            case Document(title, sections, notes):  # commands weigh the notes
                return Document(self.text(title), self._of(sections), notes)
            case Timelines(views):
                names = ("systems", "metrics")
                named = [{key: [{**e, "n": self.text(e["n"])} for e in view[key]] for key in names} for view in views]
                return Timelines([{**view, **labelled} for view, labelled in zip(views, named, strict=True)])
            case Figure(name, spec=spec):
                caption, title = self.text(part.caption), self.text(part.title)
                return Figure(name, caption, self._spec(spec), self._of(part.table), title)
        if not is_dataclass(part) or isinstance(part, type):
            return part
        return replace(
            part, **{field.name: self._of(getattr(part, field.name)) for field in fields(part) if field.init}
        )

    def _spec(self, value: Any, words: bool = False) -> Any:
        if isinstance(value, Mapping):
            records = {key for key in value if words or key == "values"}
            records |= {key for key, inner in value.items() if key in _WORDS and not isinstance(inner, Mapping)}
            return {key: self._spec(inner, key in records) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self._spec(inner, words) for inner in value]
        return self.text(value) if words and isinstance(value, str) else value

    def idle(self) -> list[Note]:
        """Return a note on every label whose name stood nowhere."""
        seen = self._seen | {text for text in self._names if latex_escaped(text) in self._seen}
        return [Note.of("label-idle", name=name) for text, name in self._names.items() if text not in seen]
