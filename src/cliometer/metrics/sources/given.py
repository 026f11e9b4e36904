"""Backgrounds that a user names: which of them holds what a metric counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cliometer.errors import UsageError
from cliometer.model.backgrounds import Background, Form
from cliometer.text.source_words import formed


def fitting(given: Sequence[Background], form: Form, table: str) -> Background:
    """The background that holds a form; counts of words make counts of stems, numbers of documents do not."""
    held = [background for background in given if getattr(background, table)]
    for background in held:
        if _is(background.form, form):
            return _in_form(background, form, table)
    for background in held:
        if table == "counts" and form.length == 1 and _makes(background.form, form):
            return _in_form(background, form, table)
    what = "counts" if table == "counts" else "numbers of documents"
    has = "; ".join(f"{background.name} holds {background.form}" for background in held) or f"none has {what}"
    kept = "" if form.stop else " --stop-words"
    other = "" if table == "counts" else ", or leave out metrics that weigh words by tf * idf"
    raise UsageError(
        f"no background holds {what} of {form} by the tokeniser {form.tokens} ({has}); build one: cliometer "
        f"background build CORPUS --unit {form.unit} --tokens {form.tokens}{kept} -o FILE{other}"
    )


def _is(held: Form, form: Form) -> bool:
    """Lists of others hold what they hold; ours must have been counted in the same way."""
    return held == form or (not held.tokens and held.unit == form.unit)


def _makes(held: Form, form: Form) -> bool:
    return held.unit == "word" and held.tokens in ("", form.tokens) and (form.stop or not held.stop)


def _in_form(background: Background, form: Form, table: str) -> Background:
    if table == "df" or background.form == form:
        return background
    if background.form.is_stemmed:
        return background
    return replace(background, form=form, counts=formed(background.counts, form))
