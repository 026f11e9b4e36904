"""Studies of preferences (Mackie et al. 2014, section 5) in the workbench: one pair at a time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.functional import Promise, lazy
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from cliometer.judges.preferences import JudgedPreferences
from cliometer.study.contests import LEFT, RIGHT, TIE
from cliometer.study.topics import timeline_days
from cliometer_workbench.kinds.preferences import vote_collection
from cliometer_workbench.kinds.preferences.coding import code_context, settle_context
from cliometer_workbench.kinds.preferences.summary_uploads import PreferenceSettingsForm, demo, read
from cliometer_workbench.kinds.preferences.vote_figures import figures, forecast, markup, release
from cliometer_workbench.kinds.study_kind import Bench, MachineWork, StudyKind, described_screens, kind_texts
from cliometer_workbench.study.journal import REDO, UNDO, Action
from cliometer_workbench.study.preferences import comparison_items
from cliometer_workbench.study.preferences.ballot import PREFERENCES, GivenAnswer, PreferenceBallot

# A page shows no more of the ballot than its judge may know (see `PreferenceBallot.shown`): nothing that reveals
# systems, tests or repeats.

END = "end"  # in place of an item: the page after the last pair
_QUIZ_FIRST = {"verb": "grade", "label": "Hand in the quiz"}  # replaces the button that hands the sheet in


def pair_pieces(bench: Bench, ballot: PreferenceBallot, action: Action | None) -> tuple[str, dict[str, Any]]:
    """Return the pair of an action, or the next one if no reason can be added to the answer."""
    about = str(action.details.get("item", "")) if action else ""
    taken_back = bench.history.journal[-1].verb in (UNDO, REDO)
    if not taken_back and ballot.settings.reasons == "none" and ballot.is_complete(about):
        about = ""
    return "workbench/preferences/answer.html", pair_context(bench, ballot, about)


def pair_context(bench: Bench, ballot: PreferenceBallot, about: str | None = None) -> dict[str, Any]:
    """Return the context of the pair `about` or of the URL, or else of the first pair without an answer."""
    wanted = bench.query.get("item", "") if about is None else about
    item = wanted if wanted in ballot.ids else ballot.next
    return {
        "keys": _keys(ballot, item, bench.writable),
        "quiz": _quiz(ballot),
        "pair": _pair(ballot, item) if item else None,
        "list": [_line(ballot, id, id == item) for id in ballot.ids],
        "instead": _QUIZ_FIRST if ballot.phase == "quiz" else None,
        "mine": bench.seat.sheet.judge == bench.seat.user,
        "uncounted": bench.seat.sheet.submitted is not None and bool(ballot.aside),
    }


def _keys(ballot: PreferenceBallot, item: str | None, writable: bool) -> tuple[tuple[str, str], ...]:
    """Return the keys that work on the sheet: what can be filled in, and whether there are reasons and sources."""
    blanks = len(ballot.blanks(item)) if item else 1
    is_pair = ballot.settings.format == comparison_items.PAIRS and blanks == 1
    works = {
        "1 ←": writable and is_pair, "2 →": writable and is_pair, "1 to 9": writable and not is_pair,
        "t": writable and TIE in ballot.choices, "↑ ↓": writable and blanks > 1,
        "w": writable and ballot.settings.reasons != "none", "s": ballot.settings.sources == "beside",
        "Enter": writable,
    }  # fmt: skip
    return tuple((key, does) for key, does in SCREENS["vote"].keys if works.get(key, True))


def _quiz(ballot: PreferenceBallot) -> dict[str, Any] | None:
    """Return the result of the last attempt at the quiz; None before it and after the first vote."""
    if not ballot.grades or (ballot.phase == "vote" and ballot.progress[0]):
        return None
    last = ballot.grades[-1]
    needed = math.ceil(round(ballot.settings.quiz_mark * last.of, 9))
    return {"right": last.right, "of": last.of, "needed": needed}


def _pair(ballot: PreferenceBallot, item: str) -> dict[str, Any]:
    shown, given = ballot.shown(item), ballot.given.get(item, GivenAnswer())
    place, blank = ballot.ids.index(item), next(iter(given.choices), "")
    pairs = ballot.settings.format == comparison_items.PAIRS
    names = (LEFT, RIGHT) if pairs else tuple(comparison_items.LETTERS[: len(shown.texts)])
    questions = {criterion.name: criterion.text for criterion in ballot.settings.criteria}
    return {
        "shown": shown,
        "noun": comparison_items.item_noun(ballot.settings.together),
        "sides": [_side(name, text) for name, text in zip(names, shown.texts, strict=True)],
        "axis": _axis(names, shown.texts),
        "read": bool(set(given.choices) - given.early),
        "question": questions[shown.criteria[0]] if pairs and len(shown.criteria) == 1 else "",
        "answers": [_ANSWERS[option] for option in _ANSWERS if option in ballot.options(item)],
        "rows": [_row(ballot, item, name, questions[name], given) for name in shown.criteria],
        "models": [(opinion, _TITLES[opinion.choice]) for opinion in shown.models],
        "scale": ballot.settings.points if ballot.settings.format == comparison_items.SCALES else 0,
        "given": given,
        "criterion": blank.partition(":")[0],
        "part": blank.partition(":")[2],
        "complete": ballot.is_complete(item),
        "before": ballot.ids[place - 1] if place else "",
        "after": ballot.ids[place + 1] if place + 1 < len(ballot.ids) else END,
    }


def _placed(beside: Promise, stacked: Promise) -> Promise | str:
    """Return the name of a text that stands beside another, which has another name where the two are stacked."""
    names = '<span class="if-beside">{}</span><span class="if-stacked">{}</span>'
    return lazy(lambda: format_html(names, beside, stacked), str)()


_TITLES = {LEFT: _placed(_("Left"), _("First")), RIGHT: _placed(_("Right"), _("Second"))}
_TITLES |= {TIE: _("Neither is better"), comparison_items.BEST: _("Best"), comparison_items.WORST: _("Worst")}
_ANSWERS = {  # in the order in which they stand below two texts
    LEFT: {"value": LEFT, "label": _placed(_("I prefer the left"), _("I prefer the first")), "key": "1"},
    TIE: {"value": TIE, "label": _TITLES[TIE], "key": "t"},
    RIGHT: {"value": RIGHT, "label": _placed(_("I prefer the right"), _("I prefer the second")), "key": "2"},
}


def _side(name: str, text: str) -> dict[str, Any]:
    lines = [line for line in text.splitlines() if line.strip()]
    return {"name": name, "title": _TITLES.get(name, name.upper()), "lines": lines, "days": timeline_days(text)}


def _axis(names: Sequence[str], texts: Sequence[str]) -> dict[str, Any] | None:
    """Return timelines on one axis of dates with their numbers of dates; None where a text is no timeline."""
    rows = comparison_items.common_axis(*texts) if len(texts) > 1 else ()
    titles = [_TITLES.get(name, name.upper()) for name in names]
    drawn = zip(rows, comparison_items.empty_runs(rows), strict=True)
    axis = {
        "rows": [(row.date, list(zip(titles, row.cells, heights, strict=True))) for row, heights in drawn],
        "counts": [len(rows) - column.count(None) for column in zip(*(row.cells for row in rows), strict=True)],
        "shared": sum(None not in row.cells for row in rows),
    }
    return axis if rows else None


def _row(ballot: PreferenceBallot, item: str, criterion: str, question: str, given: GivenAnswer) -> dict[str, Any]:
    """Return a criterion with its question, and what can be filled in by it."""
    blanks = []
    for blank in ballot.blanks(item):
        name, _colon, part = blank.partition(":")
        options = [
            {"value": option, "label": _TITLES.get(option, option.upper()), "key": "t" if option == TIE else key}
            | {"pressed": given.choices.get(blank) == option}
            for key, option in enumerate(ballot.options(item), start=1)
        ]
        if name == criterion:
            title = _TITLES.get(part, part.upper()) if ballot.settings.together > 1 else ""
            blanks.append({"part": part, "title": title, "options": options})
    return {"criterion": criterion, "question": question, "blanks": blanks}


def _line(ballot: PreferenceBallot, item: str, current: bool) -> dict[str, Any]:
    given = ballot.given.get(item)
    return {
        "item": item,
        "place": ballot.plan.positions[item],
        "choice": given.choice if given and ballot.is_complete(item) else "",
        "several": len(ballot.blanks(item)) > 1 or ballot.settings.format != comparison_items.PAIRS,
        "begun": bool(given),
        "reasoned": bool(given and given.reason),
        "current": current,
    }


SCREENS = described_screens("preferences", vote=(pair_context, pair_pieces), code=code_context)

PREFERENCE_STUDY = StudyKind(
    **kind_texts("preferences"),
    protocol=PREFERENCES,
    screens={**SCREENS, "settle": replace(SCREENS["code"], context=settle_context)},
    read=read,
    release=release,
    figures=figures,
    settings_form=PreferenceSettingsForm,
    demo=demo,
    markup=markup,
    forecast=forecast,
    gaps=vote_collection.gaps,
    facts=vote_collection.facts,
    still_free=vote_collection.still_free,
    late_facts=vote_collection.late_facts,
    take_back=vote_collection.take_back,
    machine=MachineWork(vote_collection.vote_questions, JudgedPreferences, renew=vote_collection.renew_advice),
    compares=True,
    counted_texts=ngettext_lazy(" with %(counter)s summary", " with %(counter)s summaries", "counter"),
    export_formats=vote_collection.export_pairs,
    reopening=_(
        "A new study of the same kind can also import the archive, with the votes in it. Guidelines, consent and "
        "questions come along; the answers of models are left out, and every sheet stands as handed in, also that of "
        "a person who was screened out."
    ),
)
