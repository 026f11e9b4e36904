"""Timelines checked against their sources: the verdicts of each system, and the sentences with their evidence."""

from __future__ import annotations

from collections.abc import Iterator

from cliometer.engine.source_checks import CheckedSentence, SourceCheck, SourceEvidence
from cliometer.metrics.grounding.verdicts import SUPPORTED, VERDICTS
from cliometer.metrics.sources.grounding import SHARES
from cliometer.model.records import encode_members
from cliometer.reporting.chapters.base import FigureNames, attribute_table, chapter, filled, remark_notes
from cliometer.reporting.document import Block, CheckedTimelines, Listing, Notes, Section
from cliometer.spelling import many
from cliometer.text.tables import Table

_COLUMNS = {
    **{name: name for name in ("system", "sentences", *SHARES)},
    **{verdict: verdict.replace(" ", "_") for verdict in VERDICTS},
}  # fmt: skip
_CITED = {f"citation {name}": f"citation_{name}".replace(" ", "_") for name in ("recall", "dated recall", "precision")}


@chapter(SourceCheck)
def check_section(check: SourceCheck, names: FigureNames | None = None) -> Section:
    """Return the counts and shares of systems, then the sentences that are not supported on their date."""
    weighed = "by the weight of words" if check.weights == "words" else "of sentences"
    blocks: list[Block] = [Listing(f"Shares {weighed}, and verdicts", attribute_table(check.systems, _COLUMNS))]
    citing = [system for system in check.systems if system.citation_recall is not None]
    if citing:
        blocks.append(
            Listing("Articles that the sentences name", attribute_table(citing, {"system": "system"} | _CITED))
        )
    if check.rulings:
        blocks.append(Notes([ruling.line() for ruling in check.rulings], remarks=True))
    return Section("Check", [*blocks, *_sentences(check), *remark_notes(check.notes)])


def _sentences(check: SourceCheck) -> Iterator[Block]:
    doubtful = [each for each in check.sentences if each.verdict != SUPPORTED]
    rows = [[*_place(each, check), each.verdict, each.sentence, _reason(each)] for each in doubtful]
    heading = [*(["system"] if len(check.systems) > 1 else []), "topic", "date", "verdict", "sentence", "why"]
    counts = f"{len(doubtful)} of {many(len(check.sentences), 'sentence')}"
    yield CheckedTimelines(
        f"Not supported on their date: {counts}", Table(heading, filled(rows)), views=encode_members(check)["sentences"]
    )


def _place(each: CheckedSentence, check: SourceCheck) -> list[str]:
    return [*([each.system] if len(check.systems) > 1 else []), each.topic, str(each.date)]


def _reason(each: CheckedSentence) -> str:
    """Return why a sentence is not supported: what its best evidence says, when, and what it lacks."""
    if each.evidence is None:
        return "no article has its words"
    evidence = each.second or each.evidence
    conflict = f"{' and '.join(evidence.conflicts)}: {', '.join(evidence.against)}".removesuffix(": ") + "; "
    lacks = f"; lacks {', '.join(each.missing)}" if each.missing else ""
    return f"{conflict * bool(evidence.conflicts)}{_told(evidence)}{lacks}"


def _told(evidence: SourceEvidence) -> str:
    how = ", published" if evidence.how == "publication" else " names"
    return f"{evidence.article}{how} {evidence.date}, support {evidence.support:.2f}"
