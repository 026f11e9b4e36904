"""Texts of the workbench for translators: `python -m tools.messages` renews locale/*/LC_MESSAGES/django.po and .mo.

Texts come from templates, from gettext calls in Python and in scripts, from the words of the kinds of studies, and from
the templates of refusals and notes, whose gaps have the names of their values. Nothing here needs GNU gettext.
"""

from __future__ import annotations

import ast
import io
import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path

from babel.messages import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from cliometer.errors import message_templates
from cliometer.model.notes import note_templates
from cliometer_workbench.config import ServerConfig
from cliometer_workbench.server import load

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src/cliometer"
WORKBENCH = ROOT / "workbench/src/cliometer_workbench"
LOCALE = WORKBENCH / "locale"
HEADER = "# Texts of the Cliometer workbench. Translate each msgstr, then run `python -m tools.messages`."
_GETTEXT = ("gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "_")
_REFUSALS = ("Refused", "Missing", "Overtaken", "PermissionDenied", "InputError", "FormatError", "refusal")
# the last three are taken from the workbench alone: in `study` they are about files of the command line
_SENTENCES = (  # functions whose fixed sentences pages show
    *("agreement_notes", "double_event_hint", "doubles", "passing", "reasons", "remarks", "release_commands"),
    *(
        "screened",
        "short",
        "standing",
        "unsettled",
        "_at_work",
        "_commands",
        "_metric_agreement",
        "_next",
        "_open_step",
    ),
    *("_orderings", "_ranked_pairs", "_borda", "_suspicion", "_waits_for", "agreement"),
)
_BESIDE = (  # files of other packages whose errors and remarks pages show
    *("court/votes/voting_rules.py", "court/votes/judges.py", "court/votes/tally.py", "model/judgements.py"),
    *("stats/vote_clusters.py", "stats/bradley_terry.py", "stats/voting_rules.py", "model/notes.py"),
    *("io/articles.py", "io/csv_tables.py", "io/posts.py", "reporting/chapters/votes.py"),
    *("reporting/chapters/annotator_agreement.py", "formats/archives.py", "formats/label_studio.py"),
    "formats/office_documents.py",
)
_COUNTED = (
    *("judge", "pair", "reason", "vote", "question", "worker", "line", "sheet", "unit", "event", "topic", "sentence"),
    *("answer", "decision", "document", "second", "system"),
)
_WORDS = (
    *("its links", "Hand in the quiz", "strength", "1 is perfect", "sentences linked", "writers", "Two people"),
    *("A person and a model, or two models,", "won", "lost", " (won : lost)", "topic", "topics", "orderings"),
    *("is a binary file, not a text; if it is packed, unpack it first", "total order", "cycle", "the study"),
    *("no sentence", "a role without a name", "without a name", "kind of study"),
    *("at work", "not begun", "waiting", "handed in", "open", "taken back", "crowd", "all together", "nobody yet"),
    *("undecided", "accepted", "rejected", "agreed", "undo", "redo", "the shared sheet", "Best split", "Worst split"),
)
# What workers of a crowd see on their way: languages that are translated for them alone have these texts
_WORKER_PAGES = ("sheet", "preferences/vote", "admission", "refused", "work/arrive", "work/end", "work/turned_away")
_WORKER_CODE = ("services/crowd_links.py", "kinds/preferences/__init__.py", "study/preferences/ballot.py")
_WORKER_SCRIPTS = ("page.js", "sheet.js", "preferences.js")
_WORKER_WORDS = (
    *("Vote", "Hand in the quiz", "answer", "grade", note_templates()["not-done"][1]),
    message_templates("crowd-link-invalid")[0],
)
_PARTIAL = ("ar",)
_INCLUDED = re.compile(r'{% (?:include|extends) "workbench/([^"]+)\.html"')
Text = tuple[str, str]  # singular and plural, which may be empty
_STRING = r"""(?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
_CALL = re.compile(rf"\b(?:n?gettext|_)\(u?({_STRING}(?:,\s*u?{_STRING})?)")


def texts() -> dict[Text, list[str]]:
    """Return all texts with the files that they come from."""
    load(ServerConfig(""))
    places_by_text: dict[Text, list[str]] = {}
    for text, place in (*_template_texts(), *_script_texts(), *_python_texts(), *_fields(), *_words(), *_sentences()):
        if text[0].strip() and place not in places_by_text.setdefault(text, []):
            places_by_text[text].append(place)
    plurals = {singular for singular, plural in places_by_text if plural}
    return {text: places for text, places in places_by_text.items() if text[1] or text[0] not in plurals}


def wanted_texts(language: str) -> dict[Text, list[str]]:
    """Return the texts that a language has: all, or those that workers of a crowd see."""
    return worker_texts() if language in _PARTIAL else texts()


def worker_texts() -> dict[Text, list[str]]:
    """Return what workers of a crowd see on their way, with the files that it comes from."""
    pages, left = set[str](), [*_WORKER_PAGES]
    while left:
        if (page := left.pop()) not in pages:
            pages.add(page)
            left += _INCLUDED.findall((WORKBENCH / f"templates/workbench/{page}.html").read_text("utf-8"))
    places = {_place(WORKBENCH / f"templates/workbench/{page}.html") for page in pages}
    places |= {_place(WORKBENCH / code) for code in _WORKER_CODE}
    every = texts()
    from cliometer_workbench.kinds import KINDS
    from cliometer_workbench.languages import script_texts

    words = {*_WORKER_WORDS, *(str(does) for _, does in KINDS["preferences"].screens["vote"].keys)}
    words |= {*script_texts(_WORKER_SCRIPTS)}
    return {text: used for text, used in every.items() if places & {*used} or text[0] in words}


def _template_texts() -> Iterator[tuple[Text, str]]:
    from django.utils.translation.template import templatize

    for file in sorted((WORKBENCH / "templates").rglob("*.html")):
        for given in _CALL.findall(templatize(file.read_text("utf-8"))):
            forms = ast.literal_eval(f"({given},)")
            yield (forms[0], forms[1] if len(forms) > 1 else ""), _place(file)


def _script_texts() -> Iterator[tuple[Text, str]]:
    from cliometer_workbench.languages import script_texts

    yield from (((text, ""), "cliometer_workbench/static") for text in script_texts())


def _python_texts() -> Iterator[tuple[Text, str]]:
    for file, node in _nodes(WORKBENCH):
        if isinstance(node, ast.Call) and _name(node) in _GETTEXT and node.args:
            given = [
                part.value for part in node.args[:2] if isinstance(part, ast.Constant) and isinstance(part.value, str)
            ]
            if given:
                yield (given[0], given[1] if _name(node).startswith("n") and len(given) > 1 else ""), _place(file)


def _fields() -> Iterator[tuple[Text, str]]:
    """Yield the words of the fields of forms: headings of groups, labels, helps and choices."""
    from cliometer_workbench.kinds.described_fields import FIELDS_FILE, described_forms

    for form in described_forms().values():
        texts = [*form.get("groups", ())]
        for field in (value for name, value in form.items() if name != "groups"):
            texts += [field.get("label", ""), field.get("help", ""), *field.get("choices", {}).values()]
        yield from (((text, ""), _place(FIELDS_FILE)) for text in texts)


def _words() -> Iterator[tuple[Text, str]]:
    """Yield the words of the registries: roles, steps, keys, choices."""
    from cliometer.reporting.chapters.annotator_agreement import KINDS_OF_LINKS, MATCHED, MEASURES, part_table
    from cliometer.study.agreement_survey import AgreementSurvey
    from cliometer.study.link_agreement import TopicStatistics
    from cliometer.study.study_plan import REASON_SETTINGS
    from cliometer_workbench.kinds import KINDS
    from cliometer_workbench.kinds.units.unit_screens import REASONS
    from cliometer_workbench.services.overview import DUTIES
    from cliometer_workbench.study.events.event_links import SENTENCE_FLAGS
    from cliometer_workbench.study.events.event_listing import OMISSION_REASONS
    from cliometer_workbench.study.journal import Worksheet, verbs
    from cliometer_workbench.study.steps import ROLES

    words = [*_WORDS, *ROLES, *DUTIES.values(), *REASON_SETTINGS, *SENTENCE_FLAGS, *OMISSION_REASONS, *REASONS]
    sheets = [sheet for sheet in Worksheet.__subclasses__() if sheet.__module__.startswith("cliometer_workbench.")]
    words += [verb for sheet in sheets for verb in verbs(sheet)]  # tests define other sheets
    for kind in KINDS.values():
        words += [kind.title, kind.about, kind.uploads, kind.protocol.title]
        words += [step.title for step in kind.protocol.steps]
        words += [does for screen in kind.screens.values() for _, does in screen.keys]
    table = part_table(AgreementSurvey(events=(TopicStatistics("", 1, 1, 1),)))
    words += [*table.heading, *(str(row[0]) for row in table.rows), *_captions()]
    words += [*MEASURES.values(), *MATCHED.values(), *(kind for kind, _ in KINDS_OF_LINKS)]
    yield from (((str(word), ""), "words of the kinds of studies") for word in words)
    for file, node in _nodes(WORKBENCH):
        if isinstance(node, ast.Call) and _name(node) == "record" and len(node.args) > 2:
            parts = [part.value for part in ast.walk(node.args[2]) if isinstance(part, ast.Constant)]
            parts += [keyword.arg or "" for keyword in node.keywords]
            yield from (((part, ""), _place(file)) for part in parts if isinstance(part, str) and part != "was")
    for noun in _COUNTED:
        yield from (((f"{{count}} {form}", ""), "counted nouns") for form in (noun, f"{noun}s"))


def _captions() -> Iterator[str]:
    """Yield the captions of the charts that pages show."""
    chapters = [PACKAGE / f"reporting/chapters/{name}.py" for name in ("annotator_agreement", "votes")]
    for node in (node for chapter in chapters for node in _parsed(chapter)):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "caption":
            yield from _strings(node.value)


def _sentences() -> Iterator[tuple[Text, str]]:
    """Yield the templates of refusals and notes, and the fixed sentences of functions that pages show."""
    protocols = [(place, _REFUSALS[:-3]) for folder in (PACKAGE, WORKBENCH) for place in _nodes(folder / "study")]
    aside = {
        WORKBENCH / name for name in ("study", "formats", "command.py", "releases.py")
    }  # files of the command line
    pages = [(place, _REFUSALS) for place in _nodes(WORKBENCH) if not aside & {place[0], *place[0].parents}]
    beside = [
        ((file, node), ("InputError", "FormatError", "fail", "error"))
        for name in _BESIDE
        for file in [(WORKBENCH if name.startswith("formats/") else PACKAGE) / name]
        for node in _parsed(file)
    ]
    for (file, node), refusals in (*protocols, *pages, *beside):
        if isinstance(node, ast.Call):
            yield from (((text, ""), _place(file)) for text in _templates(node, refusals))
        elif isinstance(node, ast.FunctionDef) and node.name in _SENTENCES:
            fixed = [text for statement in node.body for text in _strings(statement)]
            yield from (((text, ""), _place(file)) for text in fixed if re.search(r"[a-z]{2,}.*[a-z]{2,}", text))


def _templates(call: ast.Call, refusals: Sequence[str]) -> Iterator[str]:
    """Yield the templates of the rules that a call names, those of both branches of a condition among them."""
    rules = [node.value for node in ast.walk(call.args[0]) if isinstance(node, ast.Constant)] if call.args else []
    for rule in (rule for rule in rules if isinstance(rule, str)):
        if ast.unparse(call.func) == "Note.of":
            yield note_templates()[rule][1]
        elif _name(call) in refusals and (parts := message_templates(rule)) != (rule, ""):
            yield "; ".join(filter(None, parts))


def _strings(node: ast.AST) -> Iterator[str]:
    """Yield the fixed texts in a piece of code that are longer than a word, without docstrings."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip():
        yield node.value
    for child in ast.iter_child_nodes(node):
        yield from _strings(child)


def _nodes(folder: Path) -> Iterator[tuple[Path, ast.AST]]:
    for file in sorted(folder.rglob("*.py")):
        yield from ((file, node) for node in _parsed(file))


@cache
def _parsed(file: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(file.read_text("utf-8"))))


def _name(call: ast.Call) -> str:
    return str(getattr(call.func, "id", getattr(call.func, "attr", "")))


def _place(file: Path) -> str:
    return file.relative_to((PACKAGE if PACKAGE in file.parents else WORKBENCH).parent).as_posix()


def catalogue(language: str) -> Catalog:
    """Return the translations of a language as they are in its file."""
    with (LOCALE / language / "LC_MESSAGES/django.po").open("rb") as file:
        return read_po(file, locale=language)


def compiled(translations: Catalog) -> bytes:
    """Return the bytes of the .mo file, which the workbench reads."""
    file = io.BytesIO()
    write_mo(file, translations)
    return file.getvalue()


def renew(language: str) -> int:
    """Add new texts to the file of a language, drop those that are gone, compile it; how many lack a translation."""
    folder = LOCALE / language / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    old = catalogue(language) if (folder / "django.po").exists() else Catalog(language)
    day = datetime(2026, 11, 16, tzinfo=UTC)  # not today's, which would change the file without a reason
    new = Catalog(
        language,
        project="cliometer",
        version=" ",
        creation_date=day,
        revision_date=day,
        fuzzy=False,
        header_comment=HEADER,
    )
    for (singular, plural), places in sorted(wanted_texts(language).items()):
        known = old.get(singular)
        kept = known.string if known and bool(plural) == isinstance(known.string, tuple | list) else None
        id = (singular, plural) if plural else singular
        empty = ("",) * Catalog(language).num_plurals if plural else ""
        new.add(id, kept or empty, locations=[(place, 0) for place in places])
    with (folder / "django.po").open("wb") as file:
        write_po(file, new, sort_output=True, width=120, omit_header=False, include_lineno=False)
    (folder / "django.mo").write_bytes(compiled(catalogue(language)))
    strings = [message.string for message in new if message.id]
    return sum(not all([string] if isinstance(string, str) else string or [""]) for string in strings)


if __name__ == "__main__":
    worker = sorted([form for form in text if form] for text in worker_texts())
    (LOCALE / "worker_texts.json").write_text(json.dumps(worker, indent=0, ensure_ascii=False) + "\n", "utf-8")
    for folder in sorted(folder for folder in LOCALE.iterdir() if folder.is_dir()):
        print(f"{folder.name}: {renew(folder.name)} texts lack a translation")
